import { accessSync, constants, existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Paths } from '../../config/paths.ts'
import { quarantineFile, tellDamage } from '../../std/fs/damage.ts'
import { codeOf, writeAtomic } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { keepInTrash, listTrash } from '../../std/fs/trash.ts'
import { healConfiguration, readConfiguration, type SyncConfiguration, syncFolder } from '../../sync/configuration.ts'
import { readHeader } from '../../sync/header.ts'
import { isDamagedDatabase, Replica } from '../../sync/replica/replica.ts'
import { runRound } from '../../sync/round/exchange.ts'
import { newDeviceId, renewDevice } from '../../sync/round/identity.ts'
import { readLeftOut } from '../../sync/round/receive.ts'
import type { RoundReport } from '../../sync/round/round.ts'
import { settleAsItStands } from '../../sync/round/settle.ts'
import { compareShown, forgetShown, type ShownDifference } from '../../sync/round/shown.ts'
import { fileMark, type SharedFile, type SharedFiles, type SharedKind, sharedKinds } from '../../sync/shared-file.ts'
import { isAddress, isOpenAddress, StoreFault, type SyncStore } from '../../sync/stores/store.ts'
import { FolderOwners, ownersPath } from '../../tools/origin/folder-owners.ts'
import { takeCopies } from './copied-files.ts'
import { deviceOf, forgetDevice, storeAt } from './device.ts'
import { finishCutRestore, restoredPath, restoreMeaning } from './home-restore.ts'
import { sharedFilesOf } from './shared-files.ts'

/** The decision about many removals: they happen, or come back. */
type Decision = 'remove' | 'put-back'

/** A device that shares, with everything it knows. */
export interface SyncSession {
  configuration: SyncConfiguration
  replica: Replica
  store: SyncStore
  files: SharedFiles
  /** Of sync's own. */
  folder: string
  device: { id: string; name: string }
  now(): number
  /** Of an encrypted store. */
  key: Buffer | undefined
  /** One exchange with the store; `decided` about what an earlier one held. Throws `StoreFault`. */
  round(signal: AbortSignal, decided?: Decision): Promise<RoundReport>
  /** Compares what this device shows with what the others said they show. Throws `StoreFault`. */
  verify(signal: AbortSignal): Promise<ShownDifference[]>
  /** Return the reason that the store cannot be used now, if any: it is away, empty or somebody else's. */
  faultNow(signal: AbortSignal): Promise<StoreFault | undefined>
  /** Settles a contradiction as it stands, on all devices; `key` is its own. */
  settle(file: SharedFile, key: string): Promise<void>
  close(): Promise<void>
}

/** True for a file that this device shares: a program only where nobody else can write it. */
const isSharedBy =
  ({ without, key }: SyncConfiguration) =>
  ({ kind, isProgram }: Pick<SharedFile, 'kind' | 'isProgram'>): boolean =>
    !without.includes(kind) && (isProgram !== true || key !== undefined)

/**
 * Opens sync of this home; undefined where it was not set up. Throws `StoreFault` `newer` where a newer version did.
 */
export async function openSync(paths: Paths, now: () => number): Promise<SyncSession | undefined> {
  await healConfiguration(paths.state)
  const configuration = readConfiguration(paths.state)
  if (configuration === 'newer') throw new StoreFault('newer', 'sync.json')
  if (!configuration) return undefined
  await finishCutRestore(paths)
  const replica = await openReplica(paths)
  const store = await storeAt(configuration.store)
  const device = { id: await deviceId(replica, paths), name: configuration.name }
  const key = configuration.key === undefined ? undefined : Buffer.from(configuration.key, 'base64')
  const folder = syncFolder(paths.state)
  const lock = join(folder, 'replica')
  const keepRemoved = async (file: SharedFile, lines: readonly string[], by: 'person' | 'sync') => {
    const kept = (await listTrash(paths.home)).filter(({ path }) => join(paths.home, path) === file.path)
    const known = new Set(kept.flatMap((entry) => entry.lines ?? []))
    // Lines that a command removed are there already.
    const left = lines.filter((line) => !known.has(line))
    const removed = { by, path: file.path, title: left[0] ?? '', lines: left }
    if (left.length > 0) await keepInTrash(paths.home, now(), removed)
  }
  const runOnce = (signal: AbortSignal, decided?: Decision) =>
    withLock(lock, async () => {
      await requireOurs(store, key, signal)
      const before = device.id
      const moved = moveToMachine(replica, device, paths, now())
      readLeftOut(replica, readerOf(configuration))
      const meaning = restoreMeaning(paths.state)
      const merged = meaning === 'merged' ? [...sharedKinds] : kindsToMerge(replica)
      const files = await sharedFiles(paths, configuration, now)
      const joined = await takeCopies(paths.home, files, { now: now(), replica })
      const report = await runRound({
        ...{ replica, store, device, now, signal, keepRemoved, files, merged: new Set(merged) },
        ...{ really: decided === 'remove', putBack: decided === 'put-back', isReplaced: meaning === 'replaced' },
        ...(key ? { key } : {}),
        beforeWriting: () => markForeignStore(paths, configuration, { store, device, signal }),
      })
      report.copies += joined
      replica.setText('merging', JSON.stringify(merged.filter((kind) => configuration.without.includes(kind))))
      rmSync(restoredPath(paths.state), { force: true })
      if (moved) report.renewed ??= moved
      if (report.renewed) {
        await forgetShown({ store, signal }, before)
        await writeDevice(paths, device.id)
      }
      replica.setNumber('at', now())
      replica.setText('held', JSON.stringify(report.held))
      return report
    })
  const files = await sharedFiles(paths, configuration, now)
  return {
    ...{ configuration, replica, store, files, device, key, round: runOnce, folder, now },
    verify: (signal) =>
      withLock(lock, async () => {
        await requireOurs(store, key, signal)
        return compareShown({ replica, store, files, device, now, signal, ...(key ? { key } : {}) })
      }),
    faultNow: (signal) => faultOf(store, key, signal),
    settle: (file, conflict) =>
      withLock(lock, async () => settleAsItStands({ replica, device, now, ...(key ? { key } : {}) }, file, conflict)),
    async close() {
      replica.close()
      await store.close()
    },
  }
}

/**
 * Keep that this home is about to hold text of others: of a folder that is theirs, because they made its files or the
 * person says so, or of an address where anybody can write. A store with a key is written by those who know it.
 */
async function markForeignStore(
  { home, state }: Pick<Paths, 'home' | 'state'>,
  { store: place, key }: SyncConfiguration,
  { store, device, signal }: Pick<SyncSession, 'store' | 'device'> & { signal: AbortSignal },
): Promise<void> {
  if (key !== undefined) return
  const owners = new FolderOwners({ userHome: home, path: ownersPath({ state }) })
  if (isOpenAddress(place)) await owners.mark(home, 'open', place)
  if (isAddress(place)) return
  const told = [...(await store.list('', signal)).keys()].filter((name) => !name.includes(device.id))
  const real = await realFolder(place)
  const found = await owners.firstForeign(
    told.map((name) => join(real, name)),
    [real],
  )
  if (found) await owners.mark(home, 'synced', found.owner.detail ?? place)
}

/** Return the real path of a store's folder. Throws `StoreFault` if it has gone: nobody can say whose it was. */
async function realFolder(place: string): Promise<string> {
  try {
    return await realpath(place)
  } catch (error) {
    throw new StoreFault('away', codeOf(error) ?? '', error)
  }
}

/** Kinds that were not shared yet when a backup was put in the place of their files. */
const kindsToMerge = (replica: Replica): SharedKind[] => JSON.parse(replica.text('merging') ?? '[]')

/** The files that are shared, and those that somebody removed here. */
async function sharedFiles(
  paths: Pick<Paths, 'home' | 'state'>,
  configuration: SyncConfiguration,
  now: () => number,
): Promise<SharedFiles> {
  const removed = (await listTrash(paths.home)).flatMap(({ by, files = [] }) => (by === 'person' ? files : []))
  return sharedFilesOf(paths, isSharedBy(configuration), {
    removed: new Set(removed),
    now,
  })
}

/**
 * A mark that changes when more is understood than before: the kinds that are shared, and this build of the program.
 */
const readerOf = ({ without, key }: SyncConfiguration): string =>
  JSON.stringify([without, key !== undefined, fileMark(fileURLToPath(import.meta.url))])

/** Opens what is known of sync. One that a disk has damaged is set aside: everything is told and taken in anew. */
async function openReplica({ state }: Pick<Paths, 'state'>): Promise<Replica> {
  const path = join(syncFolder(state), 'replica.db')
  try {
    return await Replica.open(path)
  } catch (error) {
    if (!isDamagedDatabase(error) && !isClosed(path)) throw error
    const kept = await quarantineFile(path, new Date(statSync(path).mtimeMs))
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
    tellDamage({ path, faults: [{ kind: 'broken', at: 0 }], kept })
    return Replica.open(path)
  }
}

/** True for a file of somebody else. */
function isClosed(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return false
  } catch (error) {
    return codeOf(error) === 'EACCES'
  }
}

/** A name that no other device has. It is kept with what the device knows: who lost that is a new one. */
async function deviceId(replica: Replica, paths: Pick<Paths, 'state'>): Promise<string> {
  const kept = replica.text('device')
  const id = kept ?? newDeviceId()
  if (kept === undefined) replica.setText('device', id)
  if (deviceOf(paths) !== id) await writeDevice(paths, id)
  return id
}

async function writeDevice({ state }: Pick<Paths, 'state'>, id: string): Promise<void> {
  await writeAtomic(join(syncFolder(state), 'device'), `${id}\n`)
  forgetDevice()
}

/**
 * Give a home another id that was copied to another machine, or beside the one it is a copy of. A home that was only
 * moved stays the device that it was. Returns the new id.
 */
function moveToMachine(
  replica: Replica,
  device: SyncSession['device'],
  { state }: Pick<Paths, 'state'>,
  at: number,
): string | undefined {
  const here = [machineId(), realpathSync(state)]
  const [machine, path = ''] = JSON.parse(replica.text('machine') ?? '[]') as string[]
  const isCopied = machine !== undefined && (machine !== here[0] || (path !== here[1] && existsSync(path)))
  const renewed = isCopied ? renewDevice(replica, device, at) : undefined
  if (machine !== here[0] || path !== here[1]) replica.setText('machine', JSON.stringify(here))
  return renewed
}

/** The name that systemd gives a machine; '' where there is none. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return ''
  }
}

/** Time in milliseconds that a store has to answer a person who only looks. */
const lookMs = 5_000

async function faultOf(store: SyncStore, key: Buffer | undefined, signal: AbortSignal) {
  const soon = AbortSignal.timeout(lookMs)
  try {
    return void (await requireOurs(store, key, AbortSignal.any([signal, soon])))
  } catch (error) {
    if (error instanceof StoreFault) return error
    if (signal.aborted || !soon.aborted) throw error
    return new StoreFault('slow', 'no answer')
  }
}

/** A folder that is there but empty is a drive that is not: nothing is told to it. */
async function requireOurs(store: SyncStore, key: Buffer | undefined, signal: AbortSignal): Promise<void> {
  const header = await readHeader(store, signal)
  if (!header) throw new StoreFault('empty', 'nothing there')
  if (header.isLocked !== (key !== undefined) || (key && !header.opens(key)))
    throw new StoreFault('locked', 'another key')
}
