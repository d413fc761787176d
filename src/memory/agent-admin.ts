import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Language } from '../messages/language.ts'
import { type Category, fail } from '../protocol/index.ts'
import { ensureDir, renamePath, syncDir, writeAtomic } from '../std/fs/files.ts'
import { stateText, writeState } from '../std/fs/state-file.ts'
import { listAgents, listWorkspaces, readAgentConfig } from './agents.ts'
import { firstAgentShown, firstNames, firstPersona, firstWakeWord, nameOf, pathsIn } from './home-layout.ts'
import { replacePage } from './snapshots.ts'
import { readPage, withPageLock } from './store.ts'

/** The properties of a new agent; all but the name have defaults. */
export interface AgentRequest {
  name: string
  wakeWord?: string
  description?: string
  persona?: string
  model?: string
  permissions?: Category[]
  tools?: string[]
}

/** The key under which wake words are compared: without spaces, punctuation and case. */
const spokenForm = (word: string) =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Creates an agent in a workspace, atomically; the default persona is in `language`. Its wake word is its name with
 * 아/야 left to the caller: none unless given. Throws `bad-input` {taken} when the name or the wake word belongs to
 * another one there, {workspace} when there is no workspace.
 */
export async function createAgent(
  home: string,
  workspace: string,
  request: AgentRequest,
  now: Date,
  language: Language = 'ko',
): Promise<string> {
  const name = nameOf(request.name)
  const paths = pathsIn(home).agent(workspace, name)
  if (!existsSync(pathsIn(home).workspace(workspace).folder))
    fail('bad-input', { detail: `no workspace ${workspace}`, data: { workspace } })
  await withPageLock(pathsIn(home).agents(workspace), async () => {
    await refuseTaken(home, workspace, name, request.wakeWord)
    const { wakeWord, description, model, permissions = ['safe'], tools } = request
    const config = { name, wakeWord, description, model, permissions, tools, createdAt: now.toISOString() }
    const draft = join(dirname(paths.folder), `.${name}.new`)
    await rm(draft, { recursive: true, force: true })
    await ensureDir(draft)
    await writeAtomic(
      join(draft, 'persona.md'),
      request.persona ? `${request.persona.trim()}\n` : firstPersona(name, language),
    )
    await writeState(join(draft, 'config.json'), stateText(config))
    await renamePath(draft, paths.folder)
    await syncDir(dirname(paths.folder))
  })
  return name
}

async function refuseTaken(home: string, workspace: string, name: string, wakeWord: string | undefined): Promise<void> {
  for (const other of await listAgents(home, workspace)) {
    if (other === name) fail('bad-input', { detail: `agent ${name} exists`, data: { taken: name } })
    const { wakeWord: theirs } = await readAgentConfig(home, workspace, other)
    if (wakeWord && theirs && spokenForm(theirs) === spokenForm(wakeWord))
      fail('bad-input', { detail: `wake word of ${other}`, data: { taken: wakeWord, by: other } })
  }
}

/** Creates a workspace with one agent, so that it can be used at once. Throws `bad-input` {taken}. */
export async function createWorkspace(
  home: string,
  name: string,
  now: Date,
  language: Language = 'ko',
): Promise<string> {
  const wanted = nameOf(name)
  const paths = pathsIn(home).workspace(wanted)
  if ((await listWorkspaces(home)).includes(wanted))
    fail('bad-input', { detail: `workspace ${wanted} exists`, data: { taken: wanted } })
  await withPageLock(paths.config, () =>
    writeState(paths.config, stateText({ name: wanted, createdAt: now.toISOString() })),
  )
  const permissions: Category[] = ['safe', 'sensitive', 'restricted']
  const { agent } = firstNames
  const request = {
    name: agent,
    wakeWord: firstWakeWord[language],
    persona: firstPersona(firstAgentShown[language], language),
    permissions,
  }
  await createAgent(home, wanted, request, now)
  return wanted
}

/** An edit: each line that contains `find` is replaced by `replace`; '' removes the line. */
export interface LineEdit {
  find: string
  replace: string
  /** The person has confirmed the number of changed lines (required above 5, SPEC §3). */
  confirmed?: boolean
}
const mostUnconfirmed = 5

/**
 * Edits the lines of a persona or memory page that hold some words, the page before it kept as a snapshot. `matches`
 * lines were meant; `done` is false when none was, or when so many need a confirmation first.
 */
export async function editLines(
  page: string,
  edit: LineEdit,
  now: Date,
  home?: string,
): Promise<{ matches: number; done: boolean }> {
  const text = await readPage(page)
  const find = edit.find.normalize('NFC').toLowerCase()
  const holdsText = (line: string) => find !== '' && line.normalize('NFC').toLowerCase().includes(find)
  const lines = text.split('\n')
  const matches = lines.filter(holdsText).length
  if (matches === 0 || (matches > mostUnconfirmed && !edit.confirmed)) return { matches, done: false }
  const next = lines.flatMap((line) => (!holdsText(line) ? [line] : edit.replace === '' ? [] : [editLine(line, edit)]))
  return { matches, done: await replacePage(page, text, next.join('\n'), now, home) }
}

/** The words in the line are replaced, whatever their case; the rest of the line stays. */
function editLine(line: string, { find, replace }: LineEdit): string {
  const at = line.normalize('NFC').toLowerCase().indexOf(find.normalize('NFC').toLowerCase())
  const plain = line.normalize('NFC')
  return plain.slice(0, at) + replace + plain.slice(at + find.normalize('NFC').length)
}
