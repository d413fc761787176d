import type { Event, Id, Message, SystemPart, ToolSchema } from '../../protocol/index.ts'
import type { FlowContext } from '../flow.ts'
import { dropMessages, type SaveFacts, type Summarise, summarizeMessages } from './sliding-window.ts'
import { estimateTokens, type PageShare, requestChars, requestTokens, wholePages } from './system-prompt.ts'

/** A request as it would be sent. */
export interface Composed {
  system: SystemPart[]
  messages: Message[]
}

/** The size that a request may have: characters as SPEC §2 sets them, tokens as the model's window leaves them. */
export interface Budget {
  chars: number
  tokens: number
}

export interface FitDeps {
  /**
   * `share`: the part of what they hold now that pages of memory may carry; `lean`: without what was fetched for
   * earlier messages.
   */
  compose(share?: PageShare, lean?: boolean): Promise<Composed>
  tools: readonly ToolSchema[]
  budget: Budget
  /** Never fewer messages than this are kept; SPEC §2: 5. */
  minMessages: number
  /** Tokens per estimated token, as this provider's own counts have shown; 1 before it was asked. */
  correction: number
  summarise: Summarise
  keep: SaveFacts
  /** The line that replaces dropped messages: "이전 대화 요약: …". */
  summaryLine(summary: string): string
}

/**
 * Composes a request that fits, in the order of SPEC §2: what was fetched for earlier messages stays out first; then
 * the oldest messages go, replaced by a summary line; then workspace and agent memory carry less of their pages, then
 * personal memory does. The pages themselves stay as they are, base prompt and persona are never touched. What still
 * does not fit is sent as it is: the provider's own words about it are better than ours.
 */
export async function* fitToBudget(parts: FitDeps, context: FlowContext): AsyncGenerator<Event, Composed> {
  let composed = await parts.compose()
  if (fitsBudget(composed, parts)) return composed
  composed = await parts.compose(wholePages, true)
  if (fitsBudget(composed, parts)) return composed
  const before = sizeOf(composed, parts)
  const undo = yield* dropOldest(parts, context)
  if (undo) {
    composed = await parts.compose(wholePages, true)
    yield { type: 'context.compacted', before, after: sizeOf(composed, parts), undo }
  }
  let share = wholePages
  for (const which of ['shared', 'personal'] as const) {
    if (fitsBudget(composed, parts) || isDueToTools(composed, parts)) break
    share = { ...share, [which]: shareThatFits(composed, pagesOf[which], parts) }
    composed = await parts.compose(share, true)
  }
  return composed
}

const pagesOf = { shared: ['workspace', 'agent'], personal: ['personal'] }

/** A little less than what would just fit: lines go whole, and estimates of tokens are rough. */
const slack = 0.95

/** The part of these pages that still fits beside everything else: 0 to 1. */
function shareThatFits(composed: Composed, names: readonly string[], parts: FitDeps): number {
  const text = composed.system.filter(({ name }) => names.includes(name)).map((part) => part.text)
  const chars = text.join('\n').length
  const tokens = estimateTokens(text.join('\n')) * parts.correction
  if (chars === 0) return 1
  const overChars = sizeOf(composed, parts) - parts.budget.chars
  const overTokens =
    requestTokens(composed.system, composed.messages, parts.tools) * parts.correction - parts.budget.tokens
  return Math.max(0, Math.min((chars - overChars) / chars, (tokens - overTokens) / tokens)) * slack
}

const sizeOf = ({ system, messages }: Composed, { tools }: FitDeps) => requestChars(system, messages, tools)

function fitsBudget({ system, messages }: Composed, { tools, budget, correction }: FitDeps): boolean {
  if (requestChars(system, messages, tools) > budget.chars) return false
  return requestTokens(system, messages, tools) * correction <= budget.tokens
}

const pages = ['workspace', 'agent', 'personal']

/**
 * Return true if the list of tools is what is too long: nobody's memory is made shorter for that, since it would not
 * help.
 */
function isDueToTools(composed: Composed, parts: FitDeps): boolean {
  const bare = composed.system.filter(({ name }) => !pages.includes(name))
  return fitsBudget(composed, { ...parts, tools: [] }) && !fitsBudget({ ...composed, system: bare }, parts)
}

/**
 * Drops as many of the oldest messages as must go; calls stay with their results, and the running turn's input stays.
 */
async function* dropOldest(parts: FitDeps, context: FlowContext): AsyncGenerator<Event, Id | undefined> {
  const { system, messages } = await parts.compose(wholePages, true)
  const most = lastDroppable(messages, parts.minMessages, context.turn)
  let cut = 0
  while (cut < most && !fitsBudget({ system, messages: messages.slice(cut) }, parts)) cut = nextCut(messages, cut)
  const dropped = messages.slice(0, Math.min(cut, most))
  if (dropped.length === 0) return undefined
  const { text, facts } = yield* summarizeMessages(dropped, parts.summarise, context)
  const left = yield* dropMessages(dropped, { text: text && parts.summaryLine(text), facts }, parts.keep, context)
  // The oldest summary must stay, so that the newest has no place: the messages go without one, since the request
  // must fit.
  return left ?? (yield* dropMessages(dropped, { text: '', facts: [] }, parts.keep, context))
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
