import { setupMessages } from '../../../messages/commands/setup.ts'
import type { JsonObject } from '../../../protocol/index.ts'
import type { AskForm } from '../../../ui/tui/tui-host.ts'
import { type SetupPerson, type SetupQuestion, SetupWizard } from '../../admin/setup-wizard.ts'
import { SetupWork, type StartBot } from '../../admin/setup-work.ts'
import type { Assistant } from '../../assistant.ts'
import { reloadConfig } from '../../environment/follow-config.ts'

/**
 * Sets a model up in the chat, and uses it from now on. True when something was saved. Rejects with what cannot be
 * written.
 */
export async function setUp(
  { parts, language }: Pick<Assistant, 'parts' | 'language'>,
  ask: AskForm,
  person: Omit<SetupPerson, 'ask'>,
  signal: AbortSignal,
  startBot?: StartBot,
): Promise<boolean> {
  const { loaded, environment, now } = parts
  const work = await SetupWork.begin(loaded, environment, now, signal, startBot)
  const { title } = setupMessages[language]
  const wizard = new SetupWizard(work, {
    ...person,
    async ask(question) {
      const said = await ask({ title, message: question.message, schema: schemaOf(question), isStep: true }, signal)
      if (said.action === 'accept') return { answer: String(said.content.answer ?? '') }
      return said.action === 'decline' ? 'back' : 'leave'
    },
  })
  if (!(await wizard.run())) return false
  await reloadConfig(parts)
  return true
}

function schemaOf({ title, choices, initial, hidden }: SetupQuestion): JsonObject {
  const known = choices?.some(({ value }) => value === initial) ?? true
  const base = { type: 'string', title, ...(initial === undefined || !known ? {} : { default: initial }) }
  const answer = choices
    ? { ...base, oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) }
    : { ...base, ...(hidden ? { format: 'password' } : {}) }
  return { type: 'object', properties: { answer }, required: choices ? ['answer'] : [] }
}
