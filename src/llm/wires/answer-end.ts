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
  { ended, unreadable, reason, stop, shown, calls, counted, model: answeredBy, carried }: FinishedAnswer,
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
    fail(stop === 'refusal' ? 'refused' : 'empty', { detail: reason, data })
  }
  if (unreadable.torn > 0) yield { type: 'notice', notice: { code: 'answer-gap', data: { events: unreadable.torn } } }
  for (const call of calls) yield { type: 'call', call }
  const why = stop === 'end' && calls.length > 0 ? 'tools' : stop
  yield {
    type: 'end',
    stop: why,
    usage: usageOf(request, counted, shown),
    model: answeredBy,
    ...(carried && { carried }),
  }
}
