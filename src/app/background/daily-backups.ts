import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '../../std/abort.ts'
import { ensureDir, isMissing, unlessSystem } from '../../std/fs/files.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { sweepTrash } from '../../std/fs/trash.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { backUp } from '../../sync/backup.ts'
import type { AppContext } from '../context/app-context.ts'

/** Interval of the check for a due backup, in milliseconds. */
const lookMs = 3_600_000
const dayMs = 86_400_000
/** Kept: the newest days, and the newest weeks beside them. */
const [daysKept, weeksKept] = [7, 4]

type Context = Pick<AppContext, 'loaded' | 'environment' | 'now'>

/**
 * Backs the home up once a day while a process of this home runs, and removes what has lain in the trash long enough.
 */
export async function keepDailyBackups(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A full disk is told by everything else that is written.
    await backUpIfDue(context, signal).catch((error: unknown) => {
      if (!signal.aborted) unlessSystem(error)
    })
    await sleep(lookMs, signal).catch(() => {})
  }
}

/** Back the home up if the last backup is a day old. Returns the file, if one was made. */
async function backUpIfDue({ loaded, environment, now }: Context, signal: AbortSignal): Promise<string | undefined> {
  const { paths, settings } = loaded
  const folder = join(paths.home, 'backups')
  try {
    return await withLock(
      join(paths.home, 'daily-backup'),
      async () => {
        await sweepTrash(paths.home, +now())
        if (!settings.backups.daily || !(await isDue(folder, +now()))) return undefined
        await ensureDir(folder)
        const target = join(folder, `daily-${isoDate(now(), settings.zone ?? environment.zone)}.tar.gz`)
        if (await isThere(target)) return undefined
        await backUp({ places: paths, target, program: 'daily', now: now(), signal })
        for (const name of pickSuperfluous(await dailyNames(folder))) await rm(join(folder, name), { force: true })
        return target
      },
      0,
    )
  } catch (error) {
    if (error instanceof LockBusy) return undefined
    throw error
  }
}

/** By the clock of the files: one that lies in the future was made by a clock that was ahead, and counts as old. */
async function isDue(folder: string, now: number): Promise<boolean> {
  for (const name of await dailyNames(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs <= now && now - mtimeMs < dayMs) return false
  }
  return true
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The newest first. */
async function dailyNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)))
  return names
    .filter((name) => /^daily-\d{4}-\d\d-\d\d\.tar\.gz$/.test(name))
    .sort()
    .reverse()
}

/** Of backups by name, the newest first, those that are neither of the last days nor the last of their week. */
export function pickSuperfluous(names: readonly string[]): string[] {
  const weekOf = (name: string) =>
    Math.floor((Date.parse(name.slice('daily-'.length, -'.tar.gz'.length)) / dayMs + 3) / 7)
  const weeks = new Map<number, string>()
  for (const name of names) if (!weeks.has(weekOf(name))) weeks.set(weekOf(name), name)
  const kept = new Set([...names.slice(0, daysKept), ...[...weeks.values()].slice(0, weeksKept + 1)])
  return names.filter((name) => !kept.has(name))
}
