import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { isMoneyLine } from '../../core/money/money-book.ts'
import { isEntry as isReminderEntry } from '../../core/reminders/entry.ts'
import { isEntry as isScheduleEntry } from '../../core/schedules/entry.ts'
import { profilesOf } from '../../memory/profiles.ts'
import { rootsOf } from '../../retrieval/roots.ts'
import { emptyBooks, enterAll, isEntry as isLedgerEntry } from '../../services/transfer/ledger-entries.ts'
import { type FileFault, quarantineFile, tellFaults, toldPath } from '../../std/fs/damage.ts'
import { codeOf, fileExists, writeAtomic } from '../../std/fs/files.ts'
import { cutTornTail, logText, readLog, tornTail } from '../../std/fs/jsonl.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { healLog, readTwinLog, twinPath } from '../../std/fs/mirrored-log.ts'
import { bytesAt, isNewerText, parseState, restoreState, textFaults } from '../../std/fs/state-file.ts'
import { walkFolder } from '../../std/fs/walk-folder.ts'
import { isWholeDatabase } from '../../std/text-index.ts'
import { loadRecurrence } from '../../std/time/recurrence.ts'
import { configurationOf } from '../../sync/configuration.ts'
import { journalFaults, rewriteJournal } from '../../threads/journal.ts'
import { tokensOf } from '../../ui/http/tokens.ts'
import { accessOf } from '../../ui/telegram/inbound/access.ts'

/** A kind of file: how it is read and mended. */
interface Kind {
  faults(path: string): Promise<readonly FileFault[]>
  /** Makes it right as far as a copy or what is left of it allows; what it was is kept aside. */
  mend(path: string): Promise<boolean>
}

/** `newer`: a newer version wrote it, and only that one may. */
type Mended = 'mended' | 'no-copy' | 'in-use' | 'newer'

export interface StateFile {
  path: string
  faults: readonly FileFault[]
  mend(): Promise<Mended>
}

/** Every file of a home that the program keeps something in, and what is wrong with it. */
export async function* stateFiles(paths: Paths): AsyncGenerator<StateFile> {
  const folders = [paths.home, dirname(paths.config), paths.state]
  const outer = [...new Set(folders)].filter((one) => !folders.some((other) => one.startsWith(other + sep)))
  for (const folder of outer) {
    if (!(await fileExists(folder))) continue
    const closed: StateFile[] = []
    const unreadable = (path: string, error: unknown) => void closed.push(closedFolder(path, error))
    for await (const { path, dirent } of walkFolder(folder, { order: 'name', skip: isForeign, unreadable })) {
      const kind = dirent.isFile() || dirent.isSymbolicLink() ? kindOf(path, paths) : undefined
      if (kind) yield fileOf(kind, path, await faultsAt(kind, path))
      const gone = goneBeside(path)
      const kindOfGone = gone === undefined ? undefined : kindOf(gone, paths)
      if (gone && kindOfGone) yield fileOf(kindOfGone, gone, [{ kind: 'gone', at: 0, of: 'gone' }])
    }
    yield* closed
  }
}

/** A file that may not be read is named, and the others are looked at. */
async function faultsAt(kind: Kind, path: string): Promise<readonly FileFault[]> {
  try {
    return await kind.faults(path)
  } catch (error) {
    return closedFaults(error)
  }
}

function closedFaults(error: unknown): readonly FileFault[] {
  if (codeOf(error) === undefined) throw error
  return [{ kind: 'closed', at: 0, of: codeOf(error) ?? '' }]
}

/** Only its owner can give a folder back. */
const closedFolder = (path: string, error: unknown): StateFile => ({
  ...{ path, faults: closedFaults(error) },
  mend: async () => 'no-copy',
})

const fileOf = (kind: Kind, path: string, faults: readonly FileFault[]): StateFile => ({
  path,
  faults,
  mend: () => mendFile(kind, path, faults),
})

/** Return the file of which this is the copy, if only the copy is left. */
function goneBeside(path: string): string | undefined {
  const [, name] = /^[.](.+)[.](?:bak|twin)$/.exec(basename(path)) ?? []
  const original = name && join(dirname(path), name)
  return original && !existsSync(original) ? original : undefined
}

async function mendFile(kind: Kind, path: string, faults: readonly FileFault[]): Promise<Mended> {
  if (faults.some((fault) => fault.kind === 'newer')) return 'newer'
  try {
    if (!(await kind.mend(path))) return 'no-copy'
    await rm(toldPath(path), { force: true })
    return 'mended'
  } catch (error) {
    if (error instanceof LockBusy) return 'in-use'
    throw error
  }
}

/** Folders of things that are no state: what others made, what can be fetched or made again. */
const foreign = new Set([
  '.locks',
  'cache',
  'images',
  'models',
  'run',
  'services',
  'telegram-outbox',
  'mcp',
  'node_modules',
  'backups',
  'trash',
])

const isForeign = (path: string) =>
  foreign.has(basename(path)) || /\.(?:damaged|merged|kept)-|\.(?:snapshot|failed)$/.test(path)

function kindOf(path: string, paths: Paths): Kind | undefined {
  const name = basename(path)
  if (['.index.db', 'documents.db', 'replica.db'].includes(name)) return database
  if (name.startsWith('.') && name !== '.history.jsonl') return undefined
  if (name.endsWith('.md')) return page
  if (name.endsWith('.json')) return jsonKind(parsers[name] ?? structureOf)
  if (!name.endsWith('.jsonl')) return undefined
  if (name === 'ledger.jsonl' || name.startsWith('bank-')) return ledger
  if (name === 'reminders.jsonl') return ruledKind(isReminderEntry)
  if (name === 'schedules.jsonl') return ruledKind(isScheduleEntry)
  if (name === 'money.jsonl') return twinLog(isMoneyLine)
  if (name === 'deeds.jsonl') return twinLog()
  if (path === join(paths.state, 'telegram.jsonl')) return telegramLog(join(paths.state, 'daemon'))
  if (dirname(path) === join(paths.home, 'conversations')) return journal
  return name === '.history.jsonl' ? twinLog() : plainLog
}

/** Return what is an object or a list: more is not known here of a file without a reader of its own. */
const structureOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : undefined)

const parsers: Record<string, (value: unknown) => unknown> = {
  'telegram.json': accessOf,
  'http-tokens.json': tokensOf,
  'profiles.json': profilesOf,
  'documents.json': rootsOf,
  'sync.json': configurationOf,
}

const jsonKind = (parse: (value: unknown) => unknown): Kind => {
  const isRight = (text: Buffer) => parseState(text, parse) !== undefined
  return {
    async faults(path) {
      const text = bytesAt(path)
      return text && !isRight(text) ? [{ kind: isNewerText(text) ? 'newer' : 'broken', at: 0, of: text }] : []
    },
    mend: (path) => withLock(path, () => restoreState(path, isRight)),
  }
}

const page: Kind = {
  faults: async (path) => textFaults(bytesAt(path), path),
  mend: (path) =>
    withLock(path, () => restoreState(path, (text) => text.length > 0 && textFaults(text, path).length === 0)),
}

/** A search index, or what sync knows: it is made again out of what it was made from. */
const database: Kind = {
  async faults(path) {
    return (await isWholeDatabase(path)) ? [] : [{ kind: 'broken', at: 0, of: basename(path) }]
  },
  async mend(path) {
    await withLock(path, async () => {
      await quarantineFile(path, new Date(statSync(path).mtimeMs))
      for (const ending of ['-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
    })
    return true
  },
}

const twinLog = (isEntry: (value: unknown) => boolean = () => true): Kind => ({
  faults: (path) => faultsOf(path, isEntry, readTwinLog),
  async mend(path) {
    await withLock(path, async () => {
      await healLog(path)
      await withoutTorn(path)
    })
    return (await faultsOf(path, isEntry, readTwinLog)).length === 0
  },
})

/** A log whose entries hold rules: what counts them is loaded first. */
const ruledKind = (isEntry: (value: unknown) => boolean): Kind => {
  const { faults, mend } = twinLog(isEntry)
  return {
    async faults(path) {
      await loadRecurrence()
      return await faults(path)
    },
    mend,
  }
}

/** Money: the balances that were written are added up as well. */
const ledger: Kind = {
  ...twinLog(isLedgerEntry),
  async faults(path) {
    const found = await faultsOf(path, isLedgerEntry, readTwinLog)
    let books = emptyBooks()
    for await (const { value } of readLog(path, 0, () => {})) if (isLedgerEntry(value)) books = enterAll(books, [value])
    return books.unbalanced > 0 && found.length === 0 ? [{ kind: 'missing', at: 0, of: 'balance' }] : found
  },
}

/** The daemon holds this one as long as it runs. */
const telegramLog = (lock: string): Kind => {
  const { faults } = twinLog()
  return {
    faults,
    async mend(path) {
      await withLock(
        lock,
        async () => {
          await healLog(path)
          await withoutTorn(path)
        },
        0,
      )
      return (await faults(path)).length === 0
    },
  }
}

const plainLog: Kind = {
  faults: (path) => faultsOf(path, () => true, readLog),
  mend: (path) => withLock(path, () => rewriteFile(path)),
}

/** Whoever owns the conversation writes its journal. */
const journal: Kind = {
  faults: journalFaults,
  async mend(path) {
    await withLock(path, () => rewriteJournal(path), 0)
    return true
  },
}

type Read = typeof readLog

async function faultsOf(path: string, isEntry: (value: unknown) => boolean, read: Read): Promise<readonly FileFault[]> {
  const faults: FileFault[] = []
  const strange: FileFault[] = []
  for await (const { value, from } of read(path, 0, (found) => void faults.push(...found)))
    if (!isEntry(value)) strange.push({ kind: 'unknown', at: from, of: JSON.stringify(value) })
  // A line that a disk has changed is told as that, whatever it says now.
  return [...faults, ...(await tornTail(path)), ...strange.filter(({ at }) => !faults.some((fault) => fault.at === at))]
}

/** A log of what can be read of it. The copy that is kept aside has the rest. */
async function rewriteFile(path: string): Promise<boolean> {
  const values: object[] = []
  const faults: FileFault[] = []
  for await (const { value } of readLog(path, 0, (found) => void faults.push(...found))) values.push(value)
  await tellFaults(path, [...faults, ...(await tornTail(path))])
  await writeAtomic(path, logText(values))
  return true
}

/** Takes half a line away from a log and from its copy; the log as it was is kept aside. */
async function withoutTorn(path: string): Promise<void> {
  const torn = await tornTail(path)
  if (torn.length === 0) return
  await tellFaults(path, torn)
  for (const one of [twinPath(path), path]) await cutTornTail(one)
}
