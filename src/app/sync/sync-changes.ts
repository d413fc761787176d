import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, writeAtomic } from '../../std/fs/files.ts'
import { unpackState } from '../../sync/replica/file-state.ts'
import type { SyncConflict } from '../../sync/replica/replica.ts'
import { fileMark, type SharedContent } from '../../sync/shared-file.ts'
import type { SyncSession } from './sync-session.ts'

type Session = Pick<SyncSession, 'replica' | 'files' | 'folder'>

/** What of two devices still contradicts each other. Both lines stand in the page; of a setting the newer counts. */
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
  if (state.as === 'lines') return key.split(' ').every((name) => state.lines.there.has(name))
  return (JSON.stringify(state.fields.known.get(key)?.value) ?? '') === kept
}

/** Settles one: what is not kept goes, on all devices. False where there is none of this number, `only-one` where a setting cannot be both. */
export async function resolveConflict(
  session: Session,
  id: number,
  keep: 'now' | 'other' | 'both',
): Promise<boolean | 'only-one'> {
  const found = openConflicts(session).find((one) => one.id === id)
  const file = found && session.files.named(found.path)
  if (!found || !file) return false
  const { key, kept, other } = found
  if (file.form.as === 'fields' && keep === 'both') return 'only-one'
  if (file.form.as === 'lines' ? keep !== 'both' : keep === 'other')
    await rewritten(session, found.path, (content) => {
      if (content instanceof Map) return new Map(content).set(key, other === '' ? undefined : JSON.parse(other))
      const lines = content as readonly string[]
      return lines.toSpliced(lines.indexOf(keep === 'now' ? other : kept), 1)
    })
  session.replica.settle(id)
  return true
}

/** How often a file is tried that somebody writes to at the same time. */
const tries = 5

async function rewritten({ files }: Session, name: string, change: (content: SharedContent) => SharedContent): Promise<void> {
  const file = files.named(name)
  for (let left = tries; file && left > 0; left--) {
    const mark = fileMark(file.path)
    const content = mark === undefined ? undefined : await file.form.read(file.path)
    if (!content || (await file.form.write(file.path, change(content), mark)) === 'written') return
  }
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

/** What a file said that had these bytes. */
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
