import { doctorMessages } from '../../messages/commands/doctor.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import { AssistantError, failureOf, type ModelRequest } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Check } from './doctor-security.ts'

/** The whole question: nothing of the person's goes along. */
const question = 'Reply with the word OK.'

/**
 * A server that has answered nothing for so long does not answer, in milliseconds; loading a local model takes its
 * time.
 */
const patienceMs = 120_000

/**
 * Asks the model that is in use one tiny question, and says what was sent. Without a model, or a way to ask one, it
 * says that.
 */
export async function askedModel({ models, language, now }: AppContext): Promise<Check> {
  const say = doctorMessages[language]
  const { provider, model, failure } = await models.current()
  if (failure) return { name: 'model', ok: false, text: turnMessages[language].failure(failure) }
  if (provider === 'offline') return { name: 'model', ok: true, text: say.offline }
  try {
    const chosen = await models.choose({ text: question }, {})
    const request: ModelRequest = {
      model: chosen.model,
      purpose: 'title',
      system: [],
      messages: [{ role: 'user', id: 'doctor', at: +now(), text: question }],
      tools: [],
    }
    const began = performance.now()
    // Another model may take over; what is asked is whether this one answers.
    for await (const part of chosen.provider(request, AbortSignal.timeout(patienceMs)))
      if (part.type === 'failed' && part.next === 'fallback') throw new AssistantError(part.failure)
    return {
      name: 'model',
      ok: true,
      text: say.answered(provider, model, Math.round(performance.now() - began), question),
    }
  } catch (error) {
    const failed = error instanceof AssistantError ? failureOf(error) : { code: 'timeout' as const }
    if (!(error instanceof AssistantError) && (error as Error).name !== 'TimeoutError') throw error
    return {
      name: 'model',
      ok: false,
      text: `${provider}, ${model}: ${turnMessages[language].failure(failed)} ${say.asked(question)}`,
    }
  }
}
