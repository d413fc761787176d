import type { Assistant } from '../../app/assistant.ts'
import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { AssistantError, fail, type Input, isPdf } from '../../protocol/index.ts'
import type { ParsedFlags } from '../flags.ts'

/**
 * The input, unless it holds pictures that its model is known not to see: then nothing is sent, and `bad-input` is
 * thrown. In a conversation that goes on another model may have been chosen; there the answer says what was left out.
 */
export async function requireVision<T extends Pick<Input, 'images'>>(
  input: T,
  flags: ParsedFlags['flags'],
  started: Promise<Assistant>,
  language: Language,
): Promise<T> {
  if (!input.images?.some((image) => !isPdf(image)) || flags.continue || flags.resume) return input
  const { parts } = await started
  const { agent = parts.initial.agent, workspace = parts.initial.workspace } = flags
  const scope = { ...parts.initial, agent: String(agent), workspace: String(workspace) }
  // Leave failures to the moment of asking.
  const sightOf = async () => parts.models.sight(flags.model ? String(flags.model) : (await parts.agent(scope)).model)
  const { model, sees } = await sightOf().catch((error: unknown) => {
    if (error instanceof AssistantError) return { model: '', sees: true }
    throw error
  })
  if (sees) return input
  return fail('bad-input', { data: { sentence: oneshotMessages[language].files.blind(model) } })
}
