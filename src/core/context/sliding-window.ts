import { AssistantError, type Event, type Id, limits, type Message } from '../../protocol/index.ts'
import type { Thread } from '../../threads/thread.ts'
import type { FlowContext } from '../flow.ts'
import { messageText } from './system-prompt.ts'

/** The number of messages that a conversation keeps whole, and that stay when the oldest are summarised (SPEC §2). */
export interface WindowSize {
  limit: number
  keep: number
}

/** Old messages in short, and what the person said in them that must outlive the summary too. */
export interface Summary {
  text: string
  facts: string[]
}

/** Turns messages into a summary, by a light model or by rules; an empty one makes no entry. */
export type Summarise = (messages: readonly Message[]) => AsyncGenerator<Event, Summary>

/**
 * Saves those of the facts of a summary that is about to go which nothing else holds: neither memory nor `newer`
 * summaries. False when they could not be saved; then the summary stays.
 */
export type SaveFacts = (facts: readonly string[], newer: readonly string[]) => AsyncGenerator<Event, boolean>

/**
 * The messages that leave the window now: none up to the limit; above it all but the newest `keep`. Calls stay with
 * their results.
 */
export function messagesToDrop({ messages }: Pick<Thread, 'messages'>, { limit, keep }: WindowSize): Message[] {
  if (messages.length <= limit) return []
  let cut = Math.max(0, messages.length - keep)
  while (cut > 0 && messages[cut]?.role === 'tool') cut--
  return messages.slice(0, cut)
}

/**
 * Slides the window once if it is over its limit, as one visible step. Where one was taken back, only a person slides
 * it again.
 */
export async function* slideWindow(
  size: WindowSize,
  summarise: Summarise,
  keep: SaveFacts,
  context: FlowContext,
  byHand = false,
): AsyncGenerator<Event> {
  const thread = context.thread()
  if (thread.whole && !byHand) return
  const old = messagesToDrop(thread, size)
  const before = threadWeight(thread)
  const upto = yield* dropMessages(old, yield* summarizeMessages(old, summarise, context), keep, context)
  if (upto) yield { type: 'context.compacted', before, after: threadWeight(context.thread()), undo: upto }
}

/** The summary of what leaves; where none can be made, the person is told that the messages go without one. */
export async function* summarizeMessages(
  old: readonly Message[],
  summarise: Summarise,
  context: FlowContext,
): AsyncGenerator<Event, Summary> {
  if (old.length === 0) return { text: '', facts: [] }
  try {
    const { text, facts } = yield* summarise(old)
    return { text: text.trim(), facts }
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AssistantError)) throw error
    yield { type: 'notice.given', code: 'window-cut', data: {} }
    return { text: '', facts: [] }
  }
}

/**
 * Lets messages go. Only the newest three summaries stay: what the oldest alone holds is saved before it is dropped,
 * and when that fails nothing is dropped at all. Returns the last message that left.
 */
export async function* dropMessages(
  old: readonly Message[],
  { text, facts }: Summary,
  keep: SaveFacts,
  context: FlowContext,
): AsyncGenerator<Event, Id | undefined> {
  const last = old.at(-1)
  const { summaries, summaryFacts } = context.thread()
  if (!last) return undefined
  const goes = text !== '' && summaries.length >= limits.summaries
  if (goes && !(yield* keep(summaryFacts[0] ?? [], [...summaries.slice(1), text]))) return undefined
  // No summary will carry them: what was said must be in memory before its words go.
  if (text === '' && facts.length > 0 && !(yield* keep(facts, summaries))) return undefined
  yield {
    type: 'window.slid',
    upto: last.id,
    summary: text,
    dropped: old.length,
    ...(facts.length > 0 ? { facts } : {}),
  }
  return last.id
}

/** Characters of messages and summaries. */
function threadWeight({ messages, summaries }: Thread): number {
  return [...messages.map(messageText), ...summaries].reduce((sum, text) => sum + text.length, 0)
}
