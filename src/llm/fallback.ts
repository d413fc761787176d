import { AssistantError, type FailureCode, type Provider } from '../protocol/index.ts'
import { isShown } from './retry.ts'

/** A model of the fallback chain, and the name of its provider. */
export interface FallbackModel {
  provider: Provider
  name: string
  model: string
}

/**
 * SPEC §2: on these the next model is asked. Never on `auth` or a cancelled turn: those are for the person to decide.
 */
const passedOn: readonly FailureCode[] = ['server', 'timeout', 'network', 'rate-limited', 'model-missing', 'empty']

/**
 * Asks the first model, and while nothing of the request was shown, visibly the next one when it fails. The request's
 * own model name counts for the first one only. Throws the failure of the last one asked.
 */
export function withFallback([first, ...others]: [FallbackModel, ...FallbackModel[]]): Provider {
  return async function* (request, signal) {
    const left = [...others]
    let candidate: FallbackModel = { ...first, model: request.model || first.model }
    while (true) {
      let shown = false
      try {
        for await (const part of candidate.provider({ ...request, model: candidate.model }, signal)) {
          shown ||= isShown(part)
          yield part
        }
        return
      } catch (error) {
        const mayPass =
          error instanceof AssistantError && passedOn.includes(error.failure.code) && !shown && !signal.aborted
        const next = mayPass ? left.shift() : undefined
        if (!next) throw error
        const { failure } = error as AssistantError
        candidate = next
        yield { type: 'failed', failure, next: 'fallback', waitMs: 0, provider: next.name, model: next.model }
      }
    }
  }
}
