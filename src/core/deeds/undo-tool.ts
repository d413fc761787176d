import { deedMessages, deedName } from '../../messages/engine/deeds.ts'
import type { JsonObject, Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import type { DeedStore, KeptDeed } from './store.ts'

/** Deeds that one request takes back at most. */
const most = 20

const schema = {
  type: 'object',
  properties: { count: { type: 'integer', minimum: 1, maximum: most } },
  additionalProperties: false,
}

/** `undo`: takes the last deeds of the person back, of whatever kind, newest first. */
export function undoTool(store: DeedStore, tools: () => readonly Tool[]): Tool {
  return {
    name: 'undo',
    facts: { group: 'core', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: true },
    deeds: { object: ({ count }) => (typeof count === 'number' && count > 1 ? String(count) : ''), undo: 'unkept' },
    category: 'safe',
    effect: () => 'keeps',
    idempotent: false,
    timeoutMs: 60_000,
    description: 'Take back the last thing that was done: reminder, memory, file, list, schedule, setting, event.',
    schema,
    async explain({ count }, context) {
      const those = (await store.open(context.profile, context.by)).slice(0, countOf({ count: count ?? 1 }))
      const say = deedMessages[context.language]
      if (those.length === 0) return { refused: say.nothingToUndo }
      return { effect: those.map((one) => nameOf(one, context)).join('\n'), risk: 'low' }
    },
    async *run(args, context) {
      return await takeBackLast(store, tools(), countOf(args), context)
    },
  }
}

const countOf = ({ count }: JsonObject) => Math.min(most, Math.max(1, typeof count === 'number' ? count : 1))

const nameOf = (deed: KeptDeed, { language }: Pick<ToolContext, 'language'>) => deedName(deed, language)

/** Takes the last deeds back, newest first, until one cannot be: it is told why, and not tried again. */
async function takeBackLast(
  store: DeedStore,
  tools: readonly Tool[],
  count: number,
  context: ToolContext,
): Promise<ToolResult> {
  const say = deedMessages[context.language]
  const open = await store.open(context.profile, context.by)
  if (open.length === 0) return { text: say.nothingToUndo }
  const lines: string[] = []
  const done: string[] = []
  for (const deed of open.slice(0, count)) {
    const left = await takeBack(deed, tools, context)
    await store.settle(deed.id, left === undefined ? 'undone' : 'told')
    const name = nameOf(deed, context)
    lines.push(left === undefined ? say.undone(name) : left)
    if (left !== undefined) break
    done.push(name)
  }
  const text = lines.join('\n')
  return done.length > 0 ? { text, data: done, deed: { object: done.join(', ') } } : { text, isError: true }
}

/** Take one deed back; return the sentence that says why it stays. */
async function takeBack(deed: KeptDeed, tools: readonly Tool[], context: ToolContext): Promise<string | undefined> {
  const say = deedMessages[context.language]
  const name = nameOf(deed, context)
  if (deed.state === 'begun') return say.uncertain(name)
  const deeds = tools.find((tool) => tool.name === deed.tool)?.deeds
  if (deeds === undefined || deeds === 'none' || typeof deeds.undo !== 'function' || deed.undo === undefined)
    return say.final(name, deed.tool)
  return (await deeds.undo(deed.undo, context)) === 'undone' ? undefined : say.changedSince(name)
}
