import type { Step } from '../../evals/task.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import type { ModelPart, Provider } from '../../src/protocol/index.ts'

/**
 * A model that gives these answers one after the other, and its last words for ever; everything beside the reply is
 * left to the rules.
 */
export function scripted(steps: readonly Step[]): Provider {
  const rules = createOffline({ zone: 'Asia/Seoul', language: 'ko' })
  let at = 0
  return async function* (request, signal) {
    if (request.purpose !== 'reply') return yield* rules(request, signal)
    const step = steps[Math.min(at, steps.length - 1)] ?? '.'
    at++
    yield { type: 'opened' }
    yield* partsOf(step, at)
  }
}

function* partsOf(step: Step, at: number): Generator<ModelPart> {
  const usage = { input: 10, output: 5, cached: 0 }
  if (typeof step === 'string') {
    yield { type: 'text', text: step }
    yield { type: 'end', stop: 'end', usage }
    return
  }
  for (const [index, [name, args]] of step.calls.entries())
    yield { type: 'call', call: { id: `call-${at}-${index}`, name, args: args as never } }
  yield { type: 'end', stop: 'tools', usage }
}
