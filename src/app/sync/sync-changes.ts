import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, writeAtomic } from '../../std/fs/files.ts'
import { settledName } from '../../sync/merge/lines.ts'
import { unpackState } from '../../sync/replica/file-state.ts'
import type { SyncConflict } from '../../sync/replica/replica.ts'
import { fileMark, type SharedContent } from '../../sync/shared-file.ts'
import type { SyncSession } from './sync-session.ts'

type Session = Pick<SyncSession, 'replica' | 'files' | 'folder' | 'settle'>

/**
 * Return the conflicts between two devices that are still open. Both lines stand in the page; of a setting the newer
 * counts.
 */
export function openConflicts(session: Session): SyncConflict[] {
  return session.replica.conflicts().filter((conflict) => {
    const isOpen = stillStands(session, conflict)
    if (!isOpen) session.replica.settle(conflict.id)
    return isOpen
  })
}

function stillStands({ replica, files }: Session, { path, key, kept }: SyncConflict): boolean {
  const [known, file] = [replica.file(path), files.named(path)]
  if (!known || !file) return false
  const state = unpackState(known.state, file.form.as, file.form.rules)
  if (state.as === 'lines')
    return !state.lines.gone.has(settledName(key)) && key.split(' ').every((name) => state.lines.there.has(name))
  return (JSON.stringify(state.fields.known.get(key)?.value) ?? '') === kept
}

/**
 * Settles one: what is not kept goes, on all devices. `none`: no conflict has this number; `only-one`: a setting
 * cannot be both; `busy`: somebody works with the file, nothing was settled.
 */
export async function resolveConflict(
  session: Session,
  id: number,
  keep: 'now' | 'other' | 'both',
): Promise<'settled' | 'none' | 'only-one' | 'busy'> {
  const found = openConflicts(session).find((one) => one.id === id)
  const file = found && session.files.named(found.path)
  if (!found || !file) return 'none'
  const { key, kept, other } = found
  if (file.form.as === 'fields' && keep === 'both') return 'only-one'
  const isChange = file.form.as === 'lines' ? keep !== 'both' : keep === 'other'
  const change = (content: SharedContent): SharedContent => {
    if (content instanceof Map) return withSetting(content, key, other)
    const lines = content as readonly string[]
    const at = lines.indexOf(keep === 'now' ? other : kept)
    // The person has written over it meanwhile: then that stands.
    return at < 0 ? lines : lines.toSpliced(at, 1)
  }
  if (!isChange) await session.settle(file, key)
  else if (!(await rewritten(session, found.path, change))) return 'busy'
  session.replica.settle(id)
  return 'settled'
}

/** `value`: JSON, or '' where the setting is not to be there. */
function withSetting(settings: ReadonlyMap<string, unknown>, key: string, value: string): Map<string, unknown> {
  const next = new Map(settings)
  if (value === '') next.delete(key)
  else next.set(key, JSON.parse(value))
  return next
}

/** Tries to change a file that somebody writes to at the same time. */
const tries = 5

async function rewritten(
  { files }: Session,
  name: string,
  change: (content: SharedContent) => SharedContent,
): Promise<boolean> {
  const file = files.named(name)
  for (let left = tries; file && left > 0; left--) {
    const mark = fileMark(file.path)
    const content = mark === undefined ? undefined : await file.form.read(file.path)
    if (!content || (await file.form.write(file.path, change(content), mark)) === 'written') return true
  }
  return false
}

/** Takes back what sync changed in a file, where nobody has changed it since. */
export async function undoChange(
  session: Session,
  id: number,
): Promise<{ done: 'undone' | 'none' | 'changed' | 'added'; path: string }> {
  const found = session.replica.appliedBy(id)
  const file = found && session.files.named(found.path)
  if (!found || !file) return { done: 'none', path: '' }
  const { path, before, after } = found
  if (!before && !after) return { done: 'added', path }
  const mark = fileMark(file.path)
  const now = await readFile(file.path).catch(unlessMissing)
  if (!sameBytes(now, after)) return { done: 'changed', path }
  const content = before && (await contentOf(session, path, before))
  const written = await file.form.write(file.path, content, mark)
  return { done: written === 'written' ? 'undone' : 'changed', path }
}

/** Return the content of a file that had these bytes. */
async function contentOf(
  { files, folder }: Pick<SyncSession, 'files' | 'folder'>,
  name: string,
  bytes: Uint8Array,
): Promise<SharedContent | undefined> {
  const path = join(folder, 'before')
  await writeAtomic(path, bytes)
  const content = await files.named(name)?.form.read(path)
  await rm(path)
  return content
}

const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
