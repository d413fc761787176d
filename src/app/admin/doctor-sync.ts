import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncSafetyMessages } from '../../messages/engine/sync-safety.ts'
import { unlessSystem } from '../../std/fs/files.ts'
import type { Replica } from '../../sync/replica/replica.ts'
import { StoreFault } from '../../sync/stores/store.ts'
import type { AppContext } from '../context/app-context.ts'
import { findCopies, takeCopies } from '../sync/copied-files.ts'
import { sharedFilesOf } from '../sync/shared-files.ts'
import { openSync, type SyncSession } from '../sync/sync-session.ts'
import type { Check } from './doctor-security.ts'

/** Look at what several devices have to do with this home; nothing where there is nothing to say. */
export async function* checkSync({ loaded, language, now: clock }: AppContext, fix: boolean): AsyncGenerator<Check> {
  const say = syncSafetyMessages[language].doctor
  const { paths } = loaded
  const readClock = () => +clock()
  const copier = copierOf(paths.home)
  if (copier) yield { name: 'sync', ok: false, text: say.copied(paths.home, copier) }
  const session = await opened(loaded, readClock)
  const replica = session instanceof StoreFault ? undefined : session?.replica
  try {
    yield* copiesIn(loaded, language, { fix, now: readClock(), ...(replica ? { replica } : {}) })
    if (session instanceof StoreFault) yield { name: 'sync', ok: false, text: say.newer }
    else if (replica) yield* exchangeOf(replica, language)
  } finally {
    if (!(session instanceof StoreFault)) await session?.close()
  }
}

/** Find conflict copies of a copying program, and join them if that is wanted. */
async function* copiesIn(
  { paths }: AppContext['loaded'],
  language: AppContext['language'],
  { fix, now, replica }: { fix: boolean; now: number; replica?: Replica },
): AsyncGenerator<Check> {
  const say = syncSafetyMessages[language].doctor
  const files = sharedFilesOf(paths, () => true, { removed: new Set(), now: () => now })
  const found = await findCopies(paths.home, files)
  for (const { path, isSure } of found) if (!isSure) yield { name: 'sync', ok: false, text: say.nobody(path) }
  const copies = found.filter(({ isSure }) => isSure)
  if (copies.length === 0) return
  const told = { count: copies.length, path: copies[0]?.path ?? '' }
  const joined = fix ? await takeCopies(paths.home, files, { now, ...(replica ? { replica } : {}) }) : 0
  const ok = joined === copies.length
  yield { name: 'sync', ok, text: ok ? say.joined(told) : say.copies(told) }
}

/** Look at what the last exchange left open. */
function* exchangeOf(replica: Replica, language: AppContext['language']): Generator<Check> {
  const say = syncSafetyMessages[language]
  const held: { path: string }[] = JSON.parse(replica.text('held') ?? '[]')
  const missing: Record<string, [number: number, rounds: number]> = JSON.parse(replica.text('missing') ?? '{}')
  const names = replica.devices().flatMap(({ id, name }) => ((missing[id]?.[1] ?? 0) > 2 ? [name || id] : []))
  const [first] = held
  if (first) yield { name: 'sync', ok: false, text: say.held({ count: held.length, path: first.path }) }
  if (names.length > 0) yield { name: 'sync', ok: false, text: say.doctor.missing(names.join(', ')) }
  if (!first && names.length === 0) yield { name: 'sync', ok: true, text: say.doctor.fine(replica.devices().length) }
}

async function opened(
  { paths }: AppContext['loaded'],
  now: () => number,
): Promise<SyncSession | StoreFault | undefined> {
  try {
    return await openSync(paths, now)
  } catch (error) {
    if (error instanceof StoreFault) return error
    // A file of sync that may not be read was named with the others.
    return unlessSystem(error)
  }
}

/** The program that copies a folder and everything in it; undefined if none is known to. */
function copierOf(home: string): string | undefined {
  for (let folder = home; folder !== dirname(folder); folder = dirname(folder)) {
    const hasFile = (name: string) => existsSync(join(folder, name))
    if (hasFile('.stfolder')) return 'Syncthing'
    if (hasFile('.dropbox.cache') || hasFile('.dropbox')) return 'Dropbox'
    if (basename(folder).startsWith('OneDrive')) return 'OneDrive'
    if (basename(folder) === 'Mobile Documents') return 'iCloud'
  }
  return undefined
}
