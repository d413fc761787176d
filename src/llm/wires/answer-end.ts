import {
  fail,
  type JsonObject,
  type ModelPart,
  type ModelRequest,
  type StopReason,
  type ToolCall,
} from '../../protocol/index.ts'
import type { Subject } from '../failure.ts'
import type { CountedTokens } from '../models/prices.ts'
import { usageOf } from '../usage.ts'
import { failUnreadable, type Unreadable } from './unreadable.ts'

/** A finished answer, as the readers of all wires return it. */
export interface FinishedAnswer {
  /** The stream said that the answer is whole; `reason` is its own word. */
  ended: boolean
  /** Number of skipped events. */
  unreadable: Unreadable
  reason: string
  /** The meaning of that word, calls aside. */
  stop: StopReason
  shown: string
  /** The answer, where what was streamed held thoughts, too. */
  corrected?: string | undefined
  calls: readonly ToolCall[]
  counted: CountedTokens | undefined
  model: string
  carried?: JsonObject | undefined
}

/**
 * The end of an answer: its calls, and what it cost. Throws `network` where it only stopped, the failure that an
 * empty one stands for, and `malformed` where what could not be read may have been a part of a call, or of an answer
 * that code will read. In words for a person the gap is told.
 */
export function* endOf(
  { ended, unreadable, reason, stop, shown, calls, counted, model: answeredBy, carried, corrected }: FinishedAnswer,
  request: ModelRequest,
  subject: Subject,
): Generator<ModelPart> {
  const { provider, model } = subject
  const data = { provider, model }
  const called = calls.length > 0 || /tool|function/.test(reason)
  const mustBeWhole = called || request.purpose !== 'reply' || request.json !== undefined
  if (unreadable.all > 0 && !ended) failUnreadable(unreadable, subject)
  if (unreadable.torn > 0 && mustBeWhole) failUnreadable(unreadable, subject)
  if (!ended) fail('network', { detail: 'the stream ended before the answer did', data })
  if (shown.trim() === '' && calls.length === 0) {
    if (reason === 'model_context_window_exceeded') fail('overflow', { detail: reason, data })
    // Gemini's word for a call that it could not write: the next try may be better.
    const again = /malformed.?function/i.test(reason)
    if (again) fail('malformed', { detail: reason, data: { ...data, again } })
    const cut = stop === 'length' ? { cut: true } : {}
    fail(stop === 'refusal' ? 'refused' : 'empty', { detail: reason, data: { ...data, ...cut } })
  }
  if (unreadable.torn > 0) yield { type: 'notice', notice: { code: 'answer-gap', data: { events: unreadable.torn } } }
  for (const call of calls) yield { type: 'call', call }
  const truncated = truncatedTo(request, counted)
  if (truncated !== undefined)
    yield { type: 'notice', notice: { code: 'prompt-truncated', data: { model, tokens: truncated } } }
  const why = stop === 'end' && calls.length > 0 ? 'tools' : stop
  yield {
    type: 'end',
    stop: why,
    // A count of what was left of a request measures nothing.
    usage: usageOf(request, truncated === undefined ? counted : undefined, shown),
    model: answeredBy,
    ...(carried && { carried }),
    ...(corrected !== undefined && { text: corrected }),
  }
}

/** No request below so many tokens is truncated, nor read in fewer; and estimates are never so far off. */
const truncation = { request: 3_000, read: 500, times: 3 }

/** Return the tokens that a server read of a request, where it left most of it out without a word. */
function truncatedTo(request: ModelRequest, counted: CountedTokens | undefined): number | undefined {
  if (!counted || counted.input < truncation.read || counted.cached > 0) return undefined
  const estimate = usageOf(request, undefined, '').input
  return estimate > truncation.request && counted.input * truncation.times < estimate ? counted.input : undefined
}
