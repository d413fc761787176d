import type { Id } from '../../protocol/index.ts'
import { decodeText } from '../../std/text/decode.ts'
import { type BytesStore, isSame, type PathState, putBack, readState } from './entry.ts'
import type { FileChange } from './store.ts'

/** Something that a person said, and how many files our tools have changed since. */
export interface RewindPoint {
  message: Id
  text: string
  at: number
  files: number
}

/** The effect that taking changes back would have on one path. */
export interface Reversal {
  path: string
  /** Its state before the first of the changes. */
  to: PathState
  now: PathState
  /** Somebody else changed it after one of the changes, or between them: it is left alone unless that is wanted. */
  isEdited: boolean
  /** Lines that go and lines that come; absent for what is no text. */
  lines?: { removed: number; added: number }
}

/** Paths at which something else stood afterwards; all of them where nobody looked. */
export function changedPaths({
  before,
  after,
}: Pick<FileChange, 'before'> & { after?: FileChange['after'] | undefined }): string[] {
  if (!after) return Object.keys(before)
  // Files that came to be below a folder that a change made or moved were not there before.
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return all.filter((path) => !isSame(before[path] ?? null, after[path] ?? null))
}

/**
 * Return the steps after which every path stands as it did before these changes; paths that do already are left out.
 */
export async function planReversals(changes: readonly FileChange[], store: BytesStore): Promise<Reversal[]> {
  const paths = new Map<string, { to: PathState; last: PathState | undefined; isBroken: boolean }>()
  for (const { before, after } of changes)
    for (const path of changedPaths({ before, after })) {
      const known = paths.get(path)
      const was = before[path] ?? null
      const isBroken = known !== undefined && (known.isBroken || known.last === undefined || !isSame(known.last, was))
      paths.set(path, { to: known ? known.to : was, last: after && (after[path] ?? null), isBroken })
    }
  const plan: Reversal[] = []
  for (const [path, { to, last, isBroken }] of paths) {
    const now = await readState(path)
    if (isSame(now, to)) continue
    const isEdited = isBroken || last === undefined || !isSame(now, last)
    plan.push({ path, to, now, isEdited, ...(await linesOf(path, now, to, store)) })
  }
  return plan.sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function linesOf(
  path: string,
  now: PathState,
  to: PathState,
  store: BytesStore,
): Promise<Pick<Reversal, 'lines'>> {
  const before = await textOf(now, async () => (await import('node:fs/promises')).readFile(path))
  const after = await textOf(to, (hash) => store.bytesOf(hash))
  if (before === undefined || after === undefined) return {}
  const { diffLines } = await import('diff')
  const parts = diffLines(before, after, { maxEditLength: 2_000 })
  if (!parts) return {}
  const countParts = (is: 'removed' | 'added') => parts.reduce((sum, part) => sum + (part[is] ? part.count : 0), 0)
  return { lines: { removed: countParts('removed'), added: countParts('added') } }
}

async function textOf(entry: PathState, bytes: (hash: string) => Promise<Buffer>): Promise<string | undefined> {
  if (entry === null) return ''
  return entry.kind === 'file' ? decodeText(await bytes(entry.hash))?.text : undefined
}

/** The paths that were put back, and those that were left as they are. */
export interface TakenBack {
  done: Reversal[]
  left: Reversal[]
}

/**
 * Does a plan. What somebody else has edited is left, unless `edited` is wanted; so is what changed since the plan
 * was made. First what is gone by it, from below; then what comes back, from above.
 */
export async function takeBack(plan: readonly Reversal[], edited: boolean, store: BytesStore): Promise<TakenBack> {
  const wanted = plan.filter(({ isEdited }) => edited || !isEdited)
  const ordered = [...wanted.filter(({ to }) => to === null).toReversed(), ...wanted.filter(({ to }) => to !== null)]
  const done = new Set<Reversal>()
  for (const one of ordered) {
    const now = await readState(one.path)
    // Keep the bytes that are replaced, so that the rewind can be undone.
    if (!isSame(now, one.now) || !isSame(await readState(one.path, store), now)) continue
    if (await putBack(one.path, one.to, store)) done.add(one)
  }
  return { done: plan.filter((one) => done.has(one)), left: plan.filter((one) => !done.has(one)) }
}
