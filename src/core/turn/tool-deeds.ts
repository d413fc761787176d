import type { Deed, Event, Id, JsonObject, ReceiptLine, Tool, ToolCall, ToolResult } from '../../protocol/index.ts'

type ToolEnded = Extract<Event, { type: 'tool.ended' }>
/** The result of a call, as it is told. */
export type EndedCall = Pick<ToolEnded, 'outcome' | 'text' | 'untrusted' | 'own' | 'source' | 'data' | 'images'> &
  Pick<ToolResult, 'notice' | 'deed'> & { deedId?: Id; byPerson?: true }

/** Notes deeds before they are done, and how they ended. */
export interface DeedJournal {
  begin(deed: Pick<ReceiptLine, 'tool' | 'title' | 'object'>): Promise<Id>
  end(id: Id, deed: Deed | undefined): Promise<void>
}

/**
 * The deed that a call was to be, as its receipt names it. Where a tool has an inverse, a result without a deed has
 * changed nothing: then there is none.
 */
export function deedTold(tool: Tool | undefined, args: JsonObject, ended: EndedCall): ToolEnded['deed'] {
  const wished = tool && deedObject(tool, args)
  if (!tool || tool.deeds === 'none' || wished === undefined) return undefined
  const isDone = ended.outcome === 'ok'
  if (isDone && tool.deeds.undo !== 'final' && !ended.deed) return undefined
  const object = ended.deed?.object ?? wished
  const isFinal = isDone && tool.deeds.undo !== 'unkept' && ended.deed?.undo === undefined
  return {
    object,
    ...(ended.deedId === undefined ? {} : { id: ended.deedId }),
    ...(isFinal ? { final: true } : {}),
    ...(ended.byPerson ? { byPerson: true } : {}),
  }
}

/** The object of the deed that a call asks for; undefined where it only looks. A model may write any arguments. */
function deedObject({ deeds }: Tool, args: JsonObject): string | undefined {
  try {
    return deeds === 'none' ? undefined : deeds.object(args)
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}

/** Runs a call between two lines of the journal of deeds: one that was cut stands there as begun. */
export async function* runDeed<Step, Ended extends Pick<EndedCall, 'outcome' | 'deed'>>(
  { args }: Pick<ToolCall, 'args'>,
  tool: Tool,
  journal: DeedJournal | undefined,
  run: AsyncGenerator<Step, Ended>,
): AsyncGenerator<Step, Ended & { deedId?: Id }> {
  const object = deedObject(tool, args)
  const isKept = tool.deeds !== 'none' && tool.deeds.undo !== 'unkept' && object !== undefined
  if (!isKept || !journal) return yield* run
  const { name, title } = tool
  const id = await journal.begin({ tool: name, ...(title === undefined ? {} : { title }), object })
  const ended = yield* run
  // A deed that ran into its limit may have been done or not: it stays as begun.
  if (ended.outcome === 'timeout') return ended
  const isDone = ended.outcome === 'ok'
  const deed =
    ended.deed ?? (isDone && tool.deeds !== 'none' && typeof tool.deeds.undo !== 'function' ? { object } : undefined)
  await journal.end(id, isDone ? deed : undefined)
  return deed ? { ...ended, deedId: id } : ended
}
