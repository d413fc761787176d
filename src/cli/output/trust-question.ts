import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownerLine, ownerOfFolder, sayFolderOwner } from '../../app/admin/folder-ownership.ts'
import { declineProject, type ProjectTrust, projectTrust, trustProject } from '../../app/admin/project-trust.ts'
import { draftsIn } from '../../app/surfaces/tui/drafts.ts'
import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { readTrust } from '../../config/trust.ts'
import { trustMessages } from '../../messages/commands/trust.ts'
import type { Language } from '../../messages/language.ts'
import { codeOf } from '../../std/fs/files.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { truncate, wrapLines } from '../../std/text/text.ts'
import type { Cli } from '../command-context.ts'
import { readDecision } from './ask-line.ts'

type TrustPorts = Pick<Cli, 'terminal' | 'stop' | 'language' | 'environment'>

/** Return what a project would decide, for a person who is to judge it: every setting with its value, nothing cut. */
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
    ...instructions.flatMap((path) => [say.instructions(showHidden(path)), ...firstLines(path, language)]),
    ...servers.map((path) => say.servers(showHidden(path))),
  ]
}

/** Return the beginning of a file that somebody is to judge, and how long it is. */
function firstLines(path: string, language: Language): string[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    const shown = lines.slice(0, linesShown).map((line) => `  │ ${truncate(showHidden(line), lineColumns)}`)
    return lines.length > linesShown
      ? [...shown, `  │ ${trustMessages[language].more(lines.length - linesShown)}`]
      : shown
  } catch (error) {
    // What cannot be read is not read as instructions either.
    if (codeOf(error) === undefined) throw error
    return []
  }
}

/** Lines of instructions that are shown before somebody agrees to them, and their width. */
const linesShown = 5
const lineColumns = 100

/**
 * Asks once about what the working folder decides and whose text it holds, before a screen opens. True where settings
 * have to be read again.
 */
export async function askAboutFolder(asked: TrustPorts, loaded: LoadedSettings): Promise<boolean> {
  const hasProject = loaded.unconfirmed.length > 0 || existsSync(join(asked.environment.cwd, 'AGENTS.md'))
  const isDecided = hasProject && (await askTrust(asked, loaded))
  // A folder whose instructions were agreed to just now is theirs.
  if (!isDecided) await askFolderOwner(asked, loaded)
  return isDecided
}

/** Asks about project settings and instructions that nobody has judged. True where something was decided. */
async function askTrust(asked: TrustPorts, loaded: LoadedSettings): Promise<boolean> {
  const { environment, terminal, language } = asked
  const say = trustMessages[language]
  const found = projectTrust(environment.cwd, loaded, environment)
  const open = found.files.filter(({ state }) => state === 'new' || state === 'changed')
  const read = unreadInstructions(loaded, environment)
  if (open.length === 0 && !read) return false
  const folders = [...open.map(({ path }) => dirname(dirname(path))), ...(read ? [environment.cwd] : [])]
  const project = { ...found, files: open, folders: [...new Set(folders)] }
  const note = (text: string) => terminal.note(wrapLines(text, terminal.columns))
  await note(trustLines(project, language).join('\n'))
  const named = showHidden(project.folders.join(', '))
  const decided = await readDecision(asked, say.question(named))
  if (typeof decided === 'object') {
    // Typed for the chat before it stood there: it decides nothing, and the chat has it as its draft.
    await draftsIn(join(loaded.paths.state, 'drafts'), environment.pid).keep(decided.words)
    await note(say.undecided)
    return false
  }
  if (decided === 'yes') await trustProject(project, loaded, environment)
  else await declineProject({ files: [...open, ...(read ? [read] : [])] }, loaded)
  await note(decided === 'yes' ? say.trusted(named) : say.declined)
  return true
}

/** Asks whose text the working folder holds, where it seems to come from somebody else; what is said is kept. */
async function askFolderOwner(asked: TrustPorts, loaded: LoadedSettings): Promise<void> {
  const { environment, terminal, language } = asked
  const say = trustMessages[language].owner
  const found = await ownerOfFolder(environment.cwd, loaded, environment)
  if (found.owner === 'own' || found.because === 'said') return
  await terminal.note(wrapLines(ownerLine(found, language), terminal.columns))
  const decided = await readDecision(asked, say.question(showHidden(found.folder)))
  if (typeof decided === 'object') {
    await draftsIn(join(loaded.paths.state, 'drafts'), environment.pid).keep(decided.words)
    await terminal.note(wrapLines(say.undecided, terminal.columns))
    return
  }
  const owner = decided === 'yes' ? 'own' : 'foreign'
  await sayFolderOwner(found.folder, owner, loaded, environment)
  await terminal.note(wrapLines(ownerLine({ ...found, owner, because: 'said' }, language), terminal.columns))
}

/** The AGENTS.md of this folder, where nobody has said yet whether it is to be read. */
function unreadInstructions(
  { paths, settings }: Pick<LoadedSettings, 'paths' | 'settings'>,
  { cwd, userHome }: Pick<Cli['environment'], 'cwd' | 'userHome'>,
) {
  const path = join(cwd, 'AGENTS.md')
  if (!existsSync(path) || isTrusted(cwd, settings.trusted, userHome)) return undefined
  const { state, bytes } = readTrust(paths, path)
  return state === 'no' || !bytes ? undefined : { path, state, bytes, settings: undefined }
}
