import { fail, type JsonObject, type ModelPart, type ModelRequest, type StopReason, type ToolCall } from '../../protocol/index.ts'
import type { Subject } from '../failure.ts'
import type { Counted } from '../models/prices.ts'
import { usageOf } from '../usage.ts'

/** An answer when its stream is over, as every wire's reader leaves it. */
export interface FinishedAnswer {
  /** Whether the stream said that the answer is whole, and its own word for why. */
  ended: boolean
  reason: string
  /** What that word means, calls aside. */
  stop: StopReason
  shown: string
  calls: readonly ToolCall[]
  counted: Counted | undefined
  model: string
  carried?: JsonObject | undefined
}

/** The end of an answer: its calls, and what it cost. Throws `network` where it only stopped, and the failure that an empty one stands for. */
export function* endOf(
  { ended, reason, stop, shown, calls, counted, model: answeredBy, carried }: FinishedAnswer,
  request: ModelRequest,
  { provider, model }: Subject,
): Generator<ModelPart> {
  const data = { provider, model }
  if (!ended) fail('network', { detail: 'the stream ended before the answer did', data })
  if (shown.trim() === '' && calls.length === 0) {
    if (reason === 'model_context_window_exceeded') fail('overflow', { detail: reason, data })
    fail(stop === 'refusal' ? 'refused' : 'empty', { detail: reason, data })
  }
  for (const call of calls) yield { type: 'call', call }
  const why = stop === 'end' && calls.length > 0 ? 'tools' : stop
  yield { type: 'end', stop: why, usage: usageOf(request, counted, shown), model: answeredBy, ...(carried && { carried }) }
}
