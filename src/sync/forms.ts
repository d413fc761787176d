import { readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileFault } from '../std/fs/damage.ts'
import { ensureDir, writeAtomic } from '../std/fs/files.ts'
import { logText, readLog } from '../std/fs/jsonl.ts'
import { LockBusy, withLock } from '../std/fs/lock.ts'
import { backupPath, bytesAt, healText, isNewerText, stateText, textFaults, writeState } from '../std/fs/state-file.ts'
import { flattenSettings, isShallow, unflattenSettings } from './merge/fields.ts'
import { journalRules, logRules, renumberEntries } from './merge/journal.ts'
import { pageRules } from './merge/lines.ts'
import { type FileForm, fileMark, type SharedContent } from './shared-file.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file; undefined for one that is no UTF-8. */
function textAt(path: string): string | undefined {
  const bytes = bytesAt(path)
  try {
    return bytes && utf8.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Longest wait for a file that somebody holds, in milliseconds. */
const lockMs = 2_000

/** Replaces or removes a file while nobody else does, unless it has changed since it was looked at. */
async function replaceUnchanged(
  path: string,
  mark: string | undefined,
  work: () => Promise<void>,
  waitMs = lockMs,
): Promise<'written' | 'busy' | 'changed'> {
  await ensureDir(dirname(path))
  try {
    return await withLock(
      path,
      async () => {
        if (fileMark(path) !== mark) return 'changed'
        await work()
        return 'written'
      },
      waitMs,
    )
  } catch (error) {
    if (error instanceof LockBusy) return 'busy'
    throw error
  }
}

async function removeWithBackup(path: string): Promise<void> {
  // A copy beside a file that is gone would bring it back: it goes first.
  await rm(backupPath(path), { force: true })
  await rm(path, { force: true })
}

/** Puts back the copy of a text that a disk damaged, where nobody writes to it. */
async function healed(path: string, isRight: (text: Buffer) => boolean): Promise<boolean> {
  const bytes = bytesAt(path)
  if (bytes ? textFaults(bytes, path).length === 0 : !bytesAt(backupPath(path))) return false
  return withLock(path, () => healText(path, isRight, true), lockMs).catch(unlessBusy)
}

function unlessBusy(error: unknown): false {
  if (error instanceof LockBusy) return false
  throw error
}

/** Pages that people write in: merged line by line. */
export const pageForm: FileForm = {
  as: 'lines',
  rules: pageRules,
  accepts: () => true,
  heal: (path) => healed(path, () => true),
  // A page in another encoding is a person's own; bytes that are 0 were written by nobody.
  async readPartial(path) {
    const bytes = bytesAt(path)
    // Whoever removes all lines removes the page; a disk that was full leaves an empty one.
    if (bytes?.length === 0) return []
    if (!bytes?.includes(0) || bytes.subarray(0, 2).every((byte) => byte >= 0xfe)) return undefined
    return bytes
      .toString()
      .split('\n')
      .filter((line) => !/[\0\ufffd]/.test(line) && line !== '')
  },
  async read(path) {
    const text = textAt(path)
    // A disk writes bytes that are 0, and nobody else does.
    return !text || text.includes('\0') ? undefined : text.replace(/\n$/, '').split('\n')
  },
  write: (path, content, mark) =>
    replaceUnchanged(path, mark, () =>
      content ? writeState(path, `${(content as string[]).join('\n')}\n`) : removeWithBackup(path),
    ),
}

/** Files of JSON: each setting by itself. `sets`: lists of texts are sets. */
export const settingsForm = ({ sets = false, accepts, complete }: SettingsRules): FileForm => ({
  as: 'fields',
  rules: pageRules,
  accepts,
  ...(complete ? { complete } : {}),
  heal: (path) => healed(path, (text) => objectIn(text) !== undefined),
  async read(path) {
    const text = bytesAt(path)
    if (!text || isNewerText(text)) return undefined
    const value = objectIn(text)
    if (!value) return undefined
    const { v: _, ...rest } = value
    return flattenSettings(rest, sets)
  },
  write: (path, content, mark) =>
    replaceUnchanged(path, mark, () =>
      content
        ? writeState(path, stateText(unflattenSettings(content as ReadonlyMap<string, unknown>)))
        : removeWithBackup(path),
    ),
})

interface SettingsRules extends Pick<FileForm, 'accepts' | 'complete'> {
  sets?: boolean
}

function objectIn(text: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.toString().replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Files up to here are shared whole, in bytes. */
const mostWholeBytes = 4 << 20

/** Files that are nothing but their bytes: the newest counts. */
export const wholeForm: FileForm = {
  as: 'fields',
  rules: pageRules,
  accepts: (key, value) => key === '' && (value === undefined || typeof value === 'string'),
  mostBytes: mostWholeBytes,
  isWhole: true,
  // Nobody shares an empty file: a disk that was full made it.
  readPartial: async () => new Map(),
  async read(path) {
    if ((await stat(path)).size === 0) return undefined
    return new Map([['', (await readFile(path)).toString('base64')]])
  },
  write: (path, content, mark) =>
    replaceUnchanged(path, mark, async () => {
      const text = content ? (content as ReadonlyMap<string, unknown>).get('') : undefined
      if (typeof text === 'string') await writeAtomic(path, Buffer.from(text, 'base64'))
      else await removeWithBackup(path)
    }),
}

/** Pictures of conversations, which go with them. */
export const pictureForm: FileForm = { ...wholeForm, isKeptLonger: true }

/** The values of a log; undefined where lines are not as they were written. */
export async function valuesOf(path: string): Promise<object[] | undefined> {
  const values: object[] = []
  const faults: FileFault[] = []
  for await (const { value } of readLog(path, 0, (found) => void faults.push(...found))) values.push(value)
  return faults.some(({ kind }) => kind !== 'repeated') ? undefined : values
}

/** The values of a damaged log that are as they were written; undefined if a newer version wrote some. */
export async function partialValuesOf(path: string): Promise<object[] | undefined> {
  const values: { from: number; value: object }[] = []
  const faults: FileFault[] = []
  for await (const { from, value } of readLog(path, 0, (found) => void faults.push(...found)))
    values.push({ from, value })
  if (faults.some(({ kind }) => kind === 'newer')) return undefined
  const changed = new Set(faults.filter(({ kind }) => kind === 'changed').map(({ at }) => at))
  return values.filter(({ from }) => !changed.has(from)).map(({ value }) => value)
}

const linesOf = (values: readonly object[] | undefined) => values?.map((value) => JSON.stringify(value))

interface Entry {
  epoch: number
  seq: number
  event: { type: string }
}

/** True if a line of a log is an entry, of what any device may have written. */
const entryTest = (isEntry: (value: unknown) => boolean) => (_: string, line: unknown) => {
  try {
    const value: unknown = JSON.parse(String(line))
    return isShallow(value) && isEntry(value)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Conversations: every entry of every device. `removeConversation` takes away everything that belongs to one. */
export const journalForm = (
  isEntry: (value: unknown) => boolean,
  removeConversation: (path: string) => Promise<void>,
): FileForm => ({
  as: 'lines',
  rules: journalRules,
  accepts: entryTest(isEntry),
  read: async (path) => linesOf(await valuesOf(path)),
  readPartial: async (path) => linesOf((await partialValuesOf(path))?.filter(isEntry)),
  isKeptLonger: true,
  async write(path, content, mark) {
    const told = ((content ?? []) as string[]).map((value): Entry => JSON.parse(value))
    const first = told.findIndex(({ event }) => event.type === 'conversation.created')
    // A conversation that was deleted elsewhere and gone on with somewhere is told anew by whoever has all of it: until
    // then nothing is shown of it.
    const isHeadless = content !== undefined && first < 0
    if (isHeadless && mark === undefined) return 'written'
    const entries = renumberEntries([
      ...told.slice(first, first + 1),
      ...told.slice(0, Math.max(0, first)),
      ...told.slice(first + 1),
    ])
    const write = async () => {
      const text = logText(entries)
      // The fold that is kept beside it says what an older beginning came to.
      if (!text.startsWith(textAt(path) ?? ''))
        await rm(join(dirname(path), `${basename(path, '.jsonl')}.checkpoint`), { force: true })
      await writeAtomic(path, text)
    }
    return replaceUnchanged(path, mark, content && !isHeadless ? write : () => removeConversation(path), 0)
  },
})

/** Logs that are only added to, kept twice. */
export const logForm = (
  isEntry: (value: unknown) => boolean,
  write: (path: string, values: readonly object[]) => Promise<void>,
): FileForm => ({
  as: 'lines',
  rules: logRules,
  accepts: entryTest(isEntry),
  read: async (path) => linesOf(await valuesOf(path)),
  readPartial: async (path) => linesOf((await partialValuesOf(path))?.filter(isEntry)),
  isKeptLonger: true,
  write: (path, content: SharedContent | undefined, mark) =>
    replaceUnchanged(path, mark, () =>
      write(
        path,
        ((content ?? []) as string[]).map((value) => JSON.parse(value)),
      ),
    ),
})
