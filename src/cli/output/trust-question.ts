import { dirname } from 'node:path'
import { declineProject, type ProjectTrust, projectTrust, trustProject } from '../../app/admin/project-trust.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { trustMessages } from '../../messages/commands/trust.ts'
import type { Language } from '../../messages/language.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import type { Cli } from '../command-context.ts'
import { confirmed } from './ask-line.ts'

type Asked = Pick<Cli, 'terminal' | 'stop' | 'language' | 'surroundings'>

/** What a project would decide, for a person who is to judge it: every setting with its value, nothing cut. */
export function trustLines({ files, instructions, servers }: ProjectTrust, language: Language): string[] {
  const say = trustMessages[language]
  return [
    ...files.flatMap(({ path, state, settings }) => [
      say.heads[state](showHidden(path)),
      ...(settings === undefined ? [say.noJson] : settings.length === 0 ? [say.empty] : []),
      ...(settings ?? []).map(({ key, value, use }) => {
        const line = `  ${showHidden(key)} = ${showHidden(JSON.stringify(value))}`
        return use === 'plain' ? line : `${line} — ${say[use]}`
      }),
    ]),
    ...instructions.map((path) => say.instructions(showHidden(path))),
    ...servers.map((path) => say.servers(showHidden(path))),
  ]
}

/** Asks once about project settings that nobody has judged, before a screen opens. True where something was decided. */
export async function askTrust(asked: Asked, loaded: LoadedSettings): Promise<boolean> {
  if (loaded.unconfirmed.length === 0) return false
  const { surroundings, terminal, language } = asked
  const say = trustMessages[language]
  const found = projectTrust(surroundings.cwd, loaded, surroundings)
  const open = found.files.filter(({ state }) => state === 'new' || state === 'changed')
  const project = { ...found, files: open, folders: open.map(({ path }) => dirname(dirname(path))) }
  await terminal.note(trustLines(project, language).join('\n'))
  const folders = showHidden(project.folders.join(', '))
  const yes = await confirmed(asked, say.question(folders))
  if (yes) await trustProject(project, loaded, surroundings)
  else await declineProject(project, loaded)
  await terminal.note(yes ? say.trusted(folders) : say.declined)
  return true
}
