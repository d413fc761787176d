import type { Language } from '../../messages/language.ts'
import type { Provider } from '../../protocol/index.ts'

/** Purposes of requests that rules do better than a small model, or for nothing. */
const ofRules: ReadonlySet<string> = new Set(['route', 'rerank', 'lines', 'letters'])

/**
 * Answer by rules what they own (sums, days, reminders, memory, files) and by the model what they do not read to the
 * last word. The same request always goes the same way, so that the one who called a tool reads its result.
 */
export function withRulesFirst(
  rules: Provider,
  model: Provider,
  place: { zone: string; language: Language },
): Provider {
  return async function* (request, signal) {
    const { ownsRequest } = await import('../rules/index.ts')
    const isRules = ofRules.has(request.purpose) || (request.purpose === 'reply' && (await ownsRequest(request, place)))
    yield* isRules ? rules(request, signal) : model(request, signal)
  }
}
