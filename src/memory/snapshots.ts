import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fail, limits } from '../protocol/index.ts'
import { fileExists, isMissing, removeFile, writeAtomic } from '../std/fs/files.ts'
import { writeState } from '../std/fs/state-file.ts'
import { snapshotsNeeded } from './history.ts'
import { factsOf, insertFact, parsePage, plainPage, printPage } from './page.ts'
import { onDisk } from './storage-failure.ts'
import { readPage, withPageLock } from './store.ts'

/** A copy of a page from before a replacement, as a file beside it. */
export interface Snapshot {
  /** `me.md.20261121T013500123Z.snapshot`. */
  name: string
  /** Time at which it was taken, as ISO 8601. */
  at: string
  bytes: number
}

const ending = '.snapshot'

/** The snapshots of a page, oldest first. */
export async function listSnapshots(page: string): Promise<Snapshot[]> {
  return await onDisk(page, async () => {
    const names = (await namesIn(dirname(page))).filter(
      (name) => name.startsWith(`${basename(page)}.`) && name.endsWith(ending),
    )
    const all = names.sort().map(async (name) => {
      const stamp = name.slice(basename(page).length + 1, -ending.length)
      return { name, at: isoOf(stamp), bytes: (await readFile(join(dirname(page), name))).length }
    })
    return await Promise.all(all)
  })
}

/** The bytes of one snapshot. Throws `bad-input` {snapshot} when there is none of that name. */
export async function readSnapshot(page: string, name: string): Promise<Buffer> {
  const known = (await listSnapshots(page)).find((one) => one.name === name)
  if (!known) fail('bad-input', { detail: `no snapshot ${name}`, data: { snapshot: name } })
  return await onDisk(page, () => readFile(join(dirname(page), known.name)))
}

/** Puts a snapshot back, byte for byte; what stood there becomes a snapshot itself, whose name is returned. */
export async function restoreSnapshot(
  page: string,
  name: string,
  now: Date,
  home?: string,
): Promise<string | undefined> {
  const wanted = await readSnapshot(page, name)
  return await withPageLock(page, async () => {
    const kept = await keepSnapshot(page, now, home)
    await writeState(page, wanted)
    return kept
  })
}

/** The result of summarising a page. */
export type Compressed =
  | { status: 'shorter'; snapshot: string; before: number; after: number }
  /** Nothing was changed: the summary is not shorter, or the page was edited meanwhile. */
  | { status: 'whole' | 'changed' }

/**
 * Replaces a page that was read as `was` by a summary of it, unless that is no shorter as a model reads it. The page
 * itself goes into a snapshot first. Lines that the summary left alone keep their notes; facts added since `was`
 * stay; any other change by another hand wins.
 */
export async function compressPage(
  page: string,
  was: string,
  summary: string,
  now: Date,
  home?: string,
): Promise<Compressed> {
  const shorter = withNotes(was, summary)
  const before = plainPage(was).trim().length
  if (shorter === '' || plainPage(shorter).length >= before) return { status: 'whole' }
  return await withPageLock(page, async () => {
    const added = addedSince(was, await readPage(page))
    if (!added) return { status: 'changed' }
    const next = [shorter, ...added].join('\n')
    const snapshot =
      (await keepSnapshot(page, now, home)) ?? fail('internal', { detail: 'a page without bytes was read' })
    await writeState(page, `${next}\n`)
    return { status: 'shorter', snapshot, before, after: plainPage(next).length }
  })
}

/** Adds lines behind the facts of a page, which goes into a snapshot first. Returns the snapshot's name. */
export async function addLines(page: string, lines: readonly string[], now: Date, home?: string): Promise<string> {
  return await withPageLock(page, async () => {
    if (!(await fileExists(page))) await writeState(page, '')
    const was = parsePage(await readPage(page))
    const snapshot =
      (await keepSnapshot(page, now, home)) ?? fail('internal', { detail: 'a page without bytes was read' })
    await writeState(page, printPage(insertFact(was, lines.join('\n')).page))
    return snapshot
  })
}

/**
 * Replaces a page that was read as `was`, which goes into a snapshot first. False when somebody changed it meanwhile.
 */
export async function replacePage(page: string, was: string, next: string, now: Date, home?: string): Promise<boolean> {
  return await withPageLock(page, async () => {
    if ((await readPage(page)) !== was) return false
    await keepSnapshot(page, now, home)
    await writeState(page, next)
    return true
  })
}

/**
 * Takes a compression back: the snapshot, and behind it the facts that came after. False when the page is no longer
 * what it left.
 */
export async function undoCompression(
  page: string,
  snapshot: string,
  left: readonly string[],
  now: Date,
  home?: string,
): Promise<boolean> {
  const original = await readSnapshot(page, snapshot)
  return await withPageLock(page, async () => {
    const lines = rawFacts(await readPage(page))
    if (!left.every((line) => lines.includes(line))) return false
    const added = lines.filter((line) => !left.includes(line))
    await keepSnapshot(page, now, home)
    await writeState(
      page,
      added.length > 0 ? `${original.toString('utf8').trimEnd()}\n${added.join('\n')}\n` : original,
    )
    return true
  })
}

/** The whole lines of a page that state facts. */
export function rawFacts(text: string): string[] {
  const page = parsePage(text)
  return factsOf(page).map(({ line }) => page.lines[line - 1]?.raw ?? '')
}

/** The `- ` lines of a summary; those that the page has word for word are the page's own, with their notes. */
function withNotes(was: string, summary: string): string {
  const page = parsePage(was)
  const known = new Map(factsOf(page).map(({ text, line }) => [text, page.lines[line - 1]?.raw ?? '']))
  return factsOf(parsePage(summary))
    .map(({ text }) => known.get(text) ?? `- ${text}`)
    .join('\n')
}

/** Facts that `now` has and `was` had not; undefined when anything of `was` is gone or changed. */
function addedSince(was: string, now: string): string[] | undefined {
  const lines = new Set(parsePage(now).lines.map(({ raw }) => raw))
  if (!parsePage(was).lines.every(({ raw }) => lines.has(raw))) return undefined
  const old = new Set(rawFacts(was))
  return rawFacts(now).filter((line) => !old.has(line))
}

/**
 * Takes a snapshot of the page; undefined when it does not exist. Deletes older ones by age, but for those that an
 * undo in `home` leads back to; where no home is known all stay.
 */
async function keepSnapshot(page: string, now: Date, home: string | undefined): Promise<string | undefined> {
  const bytes = await readFile(page).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
  if (!bytes) return undefined
  const taken = new Set(await namesIn(dirname(page)))
  const nameAt = (ms: number) => `${basename(page)}.${new Date(ms).toISOString().replace(/[-:.]/g, '')}${ending}`
  let at = +now
  while (taken.has(nameAt(at))) at++
  await writeAtomic(join(dirname(page), nameAt(at)), bytes)
  const all = [...taken, nameAt(at)]
    .filter((name) => name.startsWith(`${basename(page)}.`) && name.endsWith(ending))
    .sort()
  const needed = home === undefined ? new Set(all) : await snapshotsNeeded(home, page)
  // By a clock that was set back the newest may have the oldest name.
  const old = namesToDrop(all).filter((name) => !needed.has(name) && name !== nameAt(at))
  // Errors are ignored: a superfluous snapshot costs a little space, an exception would lose the change.
  for (const name of old) await removeFile(join(dirname(page), name)).catch(() => {})
  return nameAt(at)
}

/**
 * The snapshots that may go: all but the first one, the newest 20 (SPEC §2), the last one of each day of the newest
 * 30 days that have any, and the last one of each month. A busy day does not shut the way back to the days before it.
 */
function namesToDrop(names: readonly string[]): string[] {
  const lastOf = (length: number) => new Map(names.map((name) => [stampOf(name).slice(0, length), name]))
  const [days, months] = [[...lastOf(8).values()].slice(-daysKept), [...lastOf(6).values()]]
  const kept = new Set([...names.slice(0, 1), ...names.slice(-limits.snapshotsKept), ...days, ...months])
  return names.filter((name) => !kept.has(name))
}

/** Number of days for which one snapshot per day is kept. */
const daysKept = 30

/** `me.md.20261121T013500123Z.snapshot` → `20261121T013500123Z`: UTC, so that names sort by time. */
const stampOf = (name: string) => name.slice(0, -ending.length).split('.').at(-1) ?? ''

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error) => (isMissing(error) ? [] : Promise.reject(error)))
}

/** `20261121T013500123Z` → `2026-11-21T01:35:00.123Z`. */
function isoOf(stamp: string): string {
  return stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z')
}
