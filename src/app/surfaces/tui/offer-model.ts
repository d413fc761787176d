import { join } from 'node:path'
import { setupMessages } from '../../../messages/commands/setup.ts'
import { namesOwnModel } from '../../../messages/engine/rule-replies.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../../std/fs/files.ts'
import { byteSize } from '../../../std/text/byte-size.ts'
import type { AskForm } from '../../../ui/tui/tui-host.ts'
import { minutesToFetch } from '../../admin/setup-choices.ts'
import type { SetupPerson } from '../../admin/setup-wizard.ts'
import { SetupWork } from '../../admin/setup-work.ts'
import type { Assistant } from '../../assistant.ts'
import { reloadConfig } from '../../environment/follow-config.ts'

/**
 * Ask whether to get a model of this machine where an answer said that only a model can. A no is kept; a download that
 * did not come to its end is offered again. True when one answers from now on. Rejects with what cannot be written.
 */
export async function offerModel(
  assistant: Pick<Assistant, 'parts' | 'language'>,
  answer: string,
  ask: AskForm,
  person: Omit<SetupPerson, 'ask'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { parts, language } = assistant
  const { loaded, environment, now, models } = parts
  if (!namesOwnModel(answer) || loaded.settings.provider !== 'auto') return false
  const declined = join(loaded.paths.state, 'model-offered.json')
  if ((await readTextIfThere(declined)) !== undefined || (await models.current()).provider !== 'offline') return false
  const work = await SetupWork.begin(loaded, environment, now, signal)
  const model = (await work.machineModels()).find(({ isHere }) => !isHere)
  if (!model) return false
  const say = setupMessages[language]
  const { name, size, licence, terms } = model
  const choices = { yes: say.offer.yes, no: say.offer.no }
  const oneOf = Object.entries(choices).map(([value, title]) => ({ const: value, title }))
  const said = await ask(
    {
      title: say.offer.title(byteSize(size), minutesToFetch(size)),
      message: [say.offer.about(name, licence), ...(terms === undefined ? [] : [`${say.terms.title} ${terms}`])].join(
        '\n',
      ),
      schema: {
        type: 'object',
        properties: { answer: { type: 'string', title: name, oneOf, default: 'no' } },
        required: ['answer'],
      },
    },
    signal,
  )
  if (said.action !== 'accept' || said.content.answer !== 'yes') {
    await ensureDir(loaded.paths.state)
    await writeAtomic(declined, JSON.stringify({ at: now().toISOString() }))
    person.tell(say.offer.later)
    return false
  }
  const failure = await work.pullForMachine(name, (percent) =>
    person.progress(percent === undefined ? say.trying : say.pulling(name, percent)),
  )
  person.progress()
  if (failure) {
    person.tell(work.sentence(failure, language))
    return false
  }
  await work.save({ provider: 'local', model: name })
  await reloadConfig(parts)
  person.tell(say.done(say.kinds.local))
  return true
}
