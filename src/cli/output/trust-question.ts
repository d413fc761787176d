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
import type { FolderOwner } from '../../tools/origin/folder-owners.ts'
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
    // Unreadable text is not read as instructions either.
    if (codeOf(error) === undefined) throw error
    return []
  }
}

/** Lines of instructions that are shown before somebody agrees to them, and their width. */
const linesShown = 5
const lineColumns = 100

/** Questions about the working folder that nobody has decided yet. */
interface OpenFolder {
  /** Settings and instructions to judge, and the AGENTS.md among them. */
  project?: ProjectTrust
  read?: ReturnType<typeof unreadInstructions>
  /** Its text seems to be somebody else's. */
  owner?: FolderOwner
}

/**
 * Asks once, in one question, about what the working folder decides and whose text it holds, before a screen opens.
 * True where settings have to be read again.
 */
export async function askAboutFolder(asked: TrustPorts, loaded: LoadedSettings): Promise<boolean> {
  const { environment, terminal, language } = asked
  const say = trustMessages[language]
  const found = await openFolder(asked, loaded)
  const { project, owner } = found
  const named = showHidden(project ? project.folders.join(', ') : (owner?.folder ?? ''))
  const lines = [...(project ? trustLines(project, language) : []), ...(owner ? [ownerLine(owner, language)] : [])]
  if (lines.length === 0) return false
  const noteText = (text: string) => terminal.note(wrapLines(text, terminal.columns))
  await noteText(lines.join('\n'))
  const question = project && owner ? say.owner.both.question : project ? say.question : say.owner.question
  const decided = await readDecision(asked, question(named))
  if (typeof decided === 'object') {
    // Typed for the chat before it stood there: it decides nothing, and the chat has it as its draft.
    await draftsIn(join(loaded.paths.state, 'drafts'), environment.pid).keep(decided.words)
    await noteText(say.undecided)
    return false
  }
  await noteText(await keepDecision(decided === 'yes', found, asked, loaded))
  return project !== undefined
}

/** Keeps a yes or a no to everything that was asked about, and returns what holds now. */
async function keepDecision(
  isYes: boolean,
  { project, read, owner }: OpenFolder,
  { environment, language }: TrustPorts,
  loaded: LoadedSettings,
): Promise<string> {
  const say = trustMessages[language]
  if (project && isYes) await trustProject(project, loaded, environment)
  else if (project) await declineProject({ files: [...project.files, ...(read ? [read] : [])] }, loaded)
  if (owner) await sayFolderOwner(owner.folder, isYes ? 'own' : 'foreign', loaded, environment)
  const named = showHidden(project?.folders.join(', ') ?? '')
  if (project && owner) return isYes ? say.owner.both.yes(named) : say.owner.both.no(named)
  if (project) return isYes ? say.trusted(named) : say.declined
  return owner ? ownerLine({ ...owner, owner: isYes ? 'own' : 'foreign', because: 'said' }, language) : ''
}

async function openFolder({ environment }: TrustPorts, loaded: LoadedSettings): Promise<OpenFolder> {
  const hasProject = loaded.unconfirmed.length > 0 || existsSync(join(environment.cwd, 'AGENTS.md'))
  const [project, owner] = await Promise.all([
    hasProject ? openProject(environment, loaded) : {},
    ownerOfFolder(environment.cwd, loaded, environment),
  ])
  return { ...project, ...(owner.owner === 'own' || owner.because === 'said' ? {} : { owner }) }
}

/** Project settings and instructions that nobody has judged. */
function openProject(
  environment: TrustPorts['environment'],
  loaded: LoadedSettings,
): Pick<OpenFolder, 'project' | 'read'> {
  const found = projectTrust(environment.cwd, loaded, environment)
  const files = found.files.filter(({ state }) => state === 'new' || state === 'changed')
  const read = unreadInstructions(loaded, environment)
  if (files.length === 0 && !read) return {}
  const folders = [...files.map(({ path }) => dirname(dirname(path))), ...(read ? [environment.cwd] : [])]
  return { project: { ...found, files, folders: [...new Set(folders)] }, ...(read ? { read } : {}) }
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
