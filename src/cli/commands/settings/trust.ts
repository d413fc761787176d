import { resolve } from 'node:path'
import { declineProject, forgetProject, projectTrust, trustProject } from '../../../app/admin/project-trust.ts'
import { loadSettings } from '../../../config/settings.ts'
import { trustMessages } from '../../../messages/commands/trust.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { trustLines } from '../../output/trust-question.ts'

/**
 * `trust [folder] [--yes] [--remove]`: shows what a project's files decide, and keeps the person's yes or no to
 * exactly that.
 */
export const trustFolder: CommandRun = async (cli, { args: [folder], options }) => {
  const { environment, terminal, language } = cli
  const say = trustMessages[language]
  const loaded = await loadSettings({ ...environment, now: cli.now() })
  const place = resolve(environment.cwd, folder ?? '.')
  const project = projectTrust(place, loaded, environment)
  const { files, folders, instructions, servers } = project
  const named = showHidden(folders.join(', '))
  if (options.remove) {
    await forgetProject(project, loaded, environment)
    await terminal.note(say.removed(named))
    return 0
  }
  if (options.json) {
    const shown = files.map(({ path, state, settings = null }) => ({ path, state, settings }))
    await terminal.json({ folders, files: shown, instructions, servers })
  } else
    await terminal.print(
      files.length === 0
        ? [say.nothing(showHidden(place)), ...trustLines(project, language)].join('\n')
        : trustLines(project, language).join('\n'),
    )
  if (options.json && options.yes !== true) return 0
  if (options.yes !== true && !terminal.canAsk) {
    await terminal.note(say.needsYes)
    return 1
  }
  const yes = options.yes === true || (await confirmQuestion(cli, say.question(named)))
  if (yes) await trustProject(project, loaded, environment)
  else await declineProject(project, loaded)
  await terminal.note(yes ? say.trusted(named) : say.declined)
  return yes ? 0 : 1
}
