import { resolve } from 'node:path'
import { ownerLine, ownerOfFolder, sayFolderOwner } from '../../../app/admin/folder-ownership.ts'
import { declineProject, forgetProject, projectTrust, trustProject } from '../../../app/admin/project-trust.ts'
import { deedPartsOf, recordCommand } from '../../../app/context/record-deed.ts'
import { loadSettings } from '../../../config/settings.ts'
import { trustMessages } from '../../../messages/commands/trust.ts'
import { fail } from '../../../protocol/index.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { trustLines } from '../../output/trust-question.ts'

/**
 * `trust [folder] [--yes] [--remove] [--own] [--foreign]`: shows what a project's files decide and whose text the
 * folder holds, and keeps the person's yes or no to exactly that.
 */
export const trustFolder: CommandRun = async (cli, { args: [folder], options }) => {
  const { environment, terminal, language } = cli
  const say = trustMessages[language]
  const loaded = await loadSettings({ ...environment, now: cli.now() })
  const place = resolve(environment.cwd, folder ?? '.')
  const project = projectTrust(place, loaded, environment)
  const { files, folders, instructions, servers } = project
  const named = showHidden(folders.join(', '))
  const note = () => recordCommand(deedPartsOf(loaded, cli.now), 'trust', named)
  if (options.own && options.foreign) fail('bad-input', { data: { sentence: say.owner.oneOf } })
  const said = options.own ? 'own' : options.foreign ? 'foreign' : undefined
  if (said || options.remove) await sayFolderOwner(place, said, loaded, environment).then(note)
  const owner = await ownerOfFolder(place, loaded, environment)
  if (said) {
    await terminal.note(ownerLine(owner, language))
    return 0
  }
  if (options.remove) {
    await forgetProject(project, loaded, environment)
    await terminal.note(say.removed(named))
    return 0
  }
  if (options.json) {
    const shown = files.map(({ path, state, settings = null }) => ({ path, state, settings }))
    await terminal.json({ folders, files: shown, instructions, servers, owner })
  } else
    await terminal.print(
      [
        ...(files.length === 0 ? [say.nothing(showHidden(place))] : []),
        ...trustLines(project, language),
        ownerLine(owner, language),
        say.owner.change,
      ].join('\n'),
    )
  if (options.json && options.yes !== true) return 0
  if (files.length === 0 && instructions.length === 0 && servers.length === 0) return 0
  if (options.yes !== true && !terminal.canAsk) {
    await terminal.note(say.needsYes)
    return 1
  }
  const yes = options.yes === true || (await confirmQuestion(cli, say.question(named)))
  if (yes) await trustProject(project, loaded, environment)
  else await declineProject(project, loaded)
  await note()
  await terminal.note(yes ? say.trusted(named) : say.declined)
  return yes ? 0 : 1
}
