import type { Event, Id, Message, SystemPart, ToolSchema } from '../protocol/index.ts'
import { requestChars, requestTokens } from './context.ts'
import type { FlowContext } from './flow.ts'
import { inShort, type Keep, leave, type Summarise } from './window.ts'

/** A request as it would be sent. */
export interface Composed {
  system: SystemPart[]
  messages: Message[]
}

/** How much a request may hold: characters as SPEC §2 sets them, tokens as the model's window leaves them. */
export interface Budget {
  chars: number
  tokens: number
}

export interface FitParts {
  compose(): Promise<Composed>
  tools: readonly ToolSchema[]
  budget: Budget
  /** Never fewer messages than this are kept; SPEC §2: 5. */
  minMessages: number
  /** Tokens per estimated token, as this provider's own counts have shown; 1 before it was asked. */
  correction: number
  summarise: Summarise
  keep: Keep
  /** How the replacing line begins: "이전 대화 요약: …". */
  summaryLine(summary: string): string
  /** Makes memory pages shorter on disk, originals kept beside them. The name to undo it by; undefined when nothing got shorter. */
  compressPages(which: 'shared' | 'personal'): AsyncGenerator<Event, Id | undefined>
}

/**
 * Composes a request that fits, in the order of SPEC §2: the oldest messages go first, replaced by a summary line; then
 * workspace and agent memory are summarised; then personal memory. Base prompt and persona are never touched. What still does
 * not fit is sent as it is: the provider's own words about it are better than ours.
 */
export async function* fitted(parts: FitParts, context: FlowContext): AsyncGenerator<Event, Composed> {
  let composed = await parts.compose()
  const before = sizeOf(composed, parts)
  const steps = [() => dropOldest(parts, context), () => parts.compressPages('shared'), () => parts.compressPages('personal')]
  for (const [at, step] of steps.entries()) {
    if (fits(composed, parts) || (at > 0 && isDueToTools(composed, parts))) break
    const undo = yield* step()
    if (!undo) continue
    composed = await parts.compose()
    yield { type: 'context.compacted', before, after: sizeOf(composed, parts), undo, ...(at > 0 ? { pages: true } : {}) }
  }
  return composed
}

const sizeOf = ({ system, messages }: Composed, { tools }: FitParts) => requestChars(system, messages, tools)

function fits({ system, messages }: Composed, { tools, budget, correction }: FitParts): boolean {
  if (requestChars(system, messages, tools) > budget.chars) return false
  return requestTokens(system, messages, tools) * correction <= budget.tokens
}

const pages = ['workspace', 'agent', 'personal']

/** Whether the list of tools is what is too long: nobody's memory is made shorter for that, since it would not help. */
function isDueToTools(composed: Composed, parts: FitParts): boolean {
  const bare = composed.system.filter(({ name }) => !pages.includes(name))
  return fits(composed, { ...parts, tools: [] }) && !fits({ ...composed, system: bare }, parts)
}

/** Drops as many of the oldest messages as must go; calls stay with their results, and the running turn's input stays. */
async function* dropOldest(parts: FitParts, context: FlowContext): AsyncGenerator<Event, Id | undefined> {
  const { system, messages } = await parts.compose()
  const most = lastDroppable(messages, parts.minMessages, context.turn)
  let cut = 0
  while (cut < most && !fits({ system, messages: messages.slice(cut) }, parts)) cut = nextCut(messages, cut)
  const dropped = messages.slice(0, Math.min(cut, most))
  if (dropped.length === 0) return undefined
  const { text, facts } = yield* inShort(dropped, parts.summarise, context)
  const left = yield* leave(dropped, { text: text && parts.summaryLine(text), facts }, parts.keep, context)
  // The oldest summary must stay, so that the newest has no place: the messages go without one, since the request must fit.
  return left ?? (yield* leave(dropped, { text: '', facts: [] }, parts.keep, context))
}

/** The next index at which a request may begin: never with the result of a call that is not sent. */
function nextCut(messages: readonly Message[], from: number): number {
  let cut = from + 1
  while (messages[cut]?.role === 'tool') cut++
  return cut
}

function lastDroppable(messages: readonly Message[], keep: number, turn: string): number {
  const input = messages.findIndex(({ id }) => id === turn)
  let most = Math.min(Math.max(0, messages.length - keep), input < 0 ? messages.length : input)
  while (most > 0 && messages[most]?.role === 'tool') most--
  return most
}
