import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { deedsName } from '../../core/deeds/store.ts'
import { pathsIn } from '../../memory/home-layout.ts'
import { removeFile, writeAtomic } from '../../std/fs/files.ts'
import { logText, readLog } from '../../std/fs/jsonl.ts'
import { lockFolder, withLock } from '../../std/fs/lock.ts'
import { writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { backupPath } from '../../std/fs/state-file.ts'

/** A person over HTTP: the name that their requests carry, and the page of their memory. */
export interface HttpPerson {
  /** `token:front/1a2b…`. */
  by: string
  profile: string
}

/** The sessions of a person, wherever they are kept. */
export interface PersonSessions {
  /** Ids of conversations whose lines name this person. */
  of(person: HttpPerson): Promise<string[]>
  lines(id: string): Promise<object[]>
  remove(id: string): Promise<void>
}

/** Everything that a home keeps of a person. */
export interface PersonData {
  /** Texts by the name of their file. */
  files: Record<string, string>
  /** Lines of logs by the name of their file. */
  lines: Record<string, object[]>
  conversations: Record<string, object[]>
}

interface OwnLog {
  name: string
  path: string
  /** Money must add up: its lines are told, and stay. */
  isKept?: true
  isTwin?: true
}

const logsOf = ({ home, state }: Paths): OwnLog[] => [
  ...['reminders.jsonl', 'schedules.jsonl', deedsName].map((name) => ({
    ...{ name, path: join(home, name), isTwin: true as const },
  })),
  { name: 'memory/.history.jsonl', path: join(home, 'memory', '.history.jsonl'), isTwin: true },
  { name: 'state/audit.jsonl', path: join(state, 'audit.jsonl') },
  { name: 'ledger.jsonl', path: join(home, 'ledger.jsonl'), isKept: true },
]

/** Gathers what a home keeps of a person. */
export async function exportPerson(paths: Paths, person: HttpPerson, sessions: PersonSessions): Promise<PersonData> {
  const conversations = await sessions.of(person)
  const lines: PersonData['lines'] = {}
  for (const { name, path } of logsOf(paths)) {
    const { own } = await partedLines(path, person, conversations)
    if (own.length > 0) lines[name] = own
  }
  const texts = filesOf(paths, person).map(({ name, path }) => [name, readFileSync(path, 'utf8')] as const)
  const told = await Promise.all(conversations.map(async (id) => [id, await sessions.lines(id)] as const))
  return { files: Object.fromEntries(texts), lines, conversations: Object.fromEntries(told) }
}

/** Removes what a home keeps of a person. Returns how much that was; lines of the ledger stay, and are counted. */
export async function removePerson(
  paths: Paths,
  person: HttpPerson,
  sessions: PersonSessions,
): Promise<{ files: number; lines: number; conversations: number; kept: number }> {
  const conversations = await sessions.of(person)
  const counts = { files: 0, lines: 0, conversations: conversations.length, kept: 0 }
  for (const log of logsOf(paths)) {
    const removed = await withLock(log.path, async () => {
      const { own, others } = await partedLines(log.path, person, conversations)
      if (own.length > 0 && !log.isKept)
        await (log.isTwin ? writeTwinLog(log.path, others) : writeAtomic(log.path, logText(others)))
      return own.length
    })
    counts[log.isKept ? 'kept' : 'lines'] += removed
  }
  for (const { path } of filesOf(paths, person)) {
    await withLock(path, async () => {
      await removeFile(path)
      if (existsSync(backupPath(path))) await removeFile(backupPath(path))
    })
    // Its name is the person's.
    await rm(lockFolder(path), { recursive: true, force: true })
    counts.files++
  }
  for (const id of conversations) await sessions.remove(id)
  return counts
}

/** Lines of a log that are of a person, and those that are not. What is said later of one of theirs is theirs, too. */
async function partedLines(path: string, person: HttpPerson, conversations: readonly string[]) {
  const [all, ids]: [object[], Set<string>] = [[], new Set()]
  for await (const { value } of readLog(path, 0, () => {})) all.push(value)
  const isOwn = (value: object): boolean => {
    const { id, undoing, undone, settled } = value as Record<string, unknown>
    const refers = [id, undoing, undone, settled].some((one) => typeof one === 'string' && ids.has(one))
    if (!refers && !namesPerson(value, person, conversations)) return false
    for (const one of idsIn(value)) ids.add(one)
    return true
  }
  const own = all.filter(isOwn)
  const known = new Set(own)
  return { own, others: all.filter((value) => !known.has(value)) }
}

/** True if a value names a person anywhere in it: by the token, the profile, the page or a conversation of theirs. */
function namesPerson(value: unknown, person: HttpPerson, conversations: readonly string[]): boolean {
  if (typeof value === 'string')
    return [person.by, person.profile, `memory/${person.profile}.md`, ...conversations].includes(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((one) => namesPerson(one, person, conversations))
}

/** Ids by which later lines of a log speak of this one. */
function idsIn(value: object): string[] {
  const inner = Object.values(value).filter((one) => typeof one === 'object' && one !== null)
  return [value, ...inner].flatMap((one) => ('id' in one && typeof one.id === 'string' ? [one.id] : []))
}

function filesOf({ home, state }: Paths, { by, profile }: HttpPerson): { name: string; path: string }[] {
  const page = pathsIn(home).personal(profile)
  const filesBelow = (folder: string, prefix: string, begins: string) =>
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((one) => one.isFile() && (one.name === begins || one.name.startsWith(`${begins}.`)))
      .map(({ name }) => ({ name: `${prefix}/${name}`, path: join(folder, name) }))
  const spent = join(state, 'spent', `person-${by.slice('token:'.length).replaceAll('/', '-')}`)
  return [
    ...filesBelow(dirname(page), 'memory', basename(page)),
    ...filesBelow(join(dirname(page), 'archive'), 'memory/archive', basename(page)),
    ...(existsSync(spent)
      ? readdirSync(spent).map((name) => ({ name: `spent/${name}`, path: join(spent, name) }))
      : []),
  ]
}
