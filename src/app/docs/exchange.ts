import type { TurnModel } from '../../core/turn/model-call.ts'
import type { ModelRequest, StopReason, TurnEvent } from '../../protocol/index.ts'
import { ulid } from '../../std/ulid.ts'

/**
 * One question to a model beside the turn: its answer, and the two facts about it. It has no number among the calls
 * of the turn. Throws as the provider does.
 */
export async function exchangeOnce(light: TurnModel, request: ModelRequest, now: () => Date, signal: AbortSignal) {
  const { purpose } = request
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const answer = {
    text: '',
    usage: { input: 0, output: 0, cached: 0 },
    stop: 'end' as StopReason,
    model: light.model,
    firstMs: 0,
  }
  for await (const part of light.provider(request, signal)) {
    if (part.type === 'text') {
      answer.firstMs ||= took()
      answer.text += part.text
    }
    if (part.type === 'end')
      Object.assign(answer, { usage: part.usage, stop: part.stop, model: part.model ?? answer.model })
  }
  const events: TurnEvent[] = [
    { type: 'model.asked', call: 0, provider: light.providerName, model: light.model, purpose },
    { type: 'model.answered', call: 0, purpose, message: ulid(+now()), calls: [], totalMs: took(), ...answer },
  ]
  return { text: answer.text, events }
}
