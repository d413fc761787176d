import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { writeAtomic } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { readConfiguration, type SyncConfiguration, syncFolder } from '../../sync/configuration.ts'
import { readHeader } from '../../sync/header.ts'
import { Replica } from '../../sync/replica/replica.ts'
import { runRound } from '../../sync/round/exchange.ts'
import type { RoundOptions, RoundReport } from '../../sync/round/round.ts'
import { settleAsItStands } from '../../sync/round/settle.ts'
import type { SharedFile, SharedFiles, SharedKind } from '../../sync/shared-file.ts'
import { StoreFault, type SyncStore } from '../../sync/stores/store.ts'
import { deviceOf, forgetDevice, storeAt } from './device.ts'
import { sharedFilesOf } from './shared-files.ts'

/** A device that shares, with everything it knows. */
export interface SyncSession {
  configuration: SyncConfiguration
  replica: Replica
  store: SyncStore
  files: SharedFiles
  /** Of sync's own. */
  folder: string
  device: { id: string; name: string }
  /** Of an encrypted store. */
  key: Buffer | undefined
  /** One exchange with the store. Throws `StoreFault`. */
  round(signal: AbortSignal): Promise<RoundReport>
  /** Settles a contradiction as it stands, on all devices; `key` is its own. */
  settle(file: SharedFile, key: string): Promise<void>
  close(): Promise<void>
}

/** Services are programs: they are shared where nobody else can write them, which an encrypted store promises. */
const isSharedBy =
  ({ without, key }: SyncConfiguration) =>
  (kind: SharedKind): boolean =>
    !without.includes(kind) && (kind !== 'services' || key !== undefined)

/**
 * Opens sync of this home; undefined where it was not set up. Throws `StoreFault` `newer` where a newer version did.
 */
export async function openSync(paths: Paths, now: () => number): Promise<SyncSession | undefined> {
  const configuration = readConfiguration(paths.state)
  if (configuration === 'newer') throw new StoreFault('newer', 'sync.json')
  if (!configuration) return undefined
  const replica = await openReplica(paths)
  const store = await storeAt(configuration.store)
  const device = { id: await deviceId(replica, paths), name: configuration.name }
  const key = configuration.key === undefined ? undefined : Buffer.from(configuration.key, 'base64')
  const files = sharedFilesOf(paths, isSharedBy(configuration))
  const lock = join(syncFolder(paths.state), 'replica')
  const round = (signal: AbortSignal) =>
    withLock(lock, async () => {
      await requireOurs(store, key, signal)
      const options: RoundOptions = { replica, store, files, device, now, signal, ...(key ? { key } : {}) }
      const report = await runRound(options)
      replica.setNumber('at', now())
      return report
    })
  return {
    ...{ configuration, replica, store, files, device, key, round, folder: syncFolder(paths.state) },
    settle: (file, conflict) =>
      withLock(lock, async () => settleAsItStands({ replica, device, now, ...(key ? { key } : {}) }, file, conflict)),
    async close() {
      replica.close()
      await store.close()
    },
  }
}

const openReplica = (paths: Pick<Paths, 'state'>): Promise<Replica> =>
  Replica.open(join(syncFolder(paths.state), 'replica.db'))

/** A name that no other device has. It is kept with what the device knows: who lost that is a new one. */
async function deviceId(replica: Replica, paths: Pick<Paths, 'state'>): Promise<string> {
  const kept = replica.text('device')
  const id =
    kept ??
    BigInt(`0x${randomBytes(12).toString('hex')}`)
      .toString(36)
      .padStart(19, '0')
      .slice(-16)
  if (kept === undefined) replica.setText('device', id)
  if (deviceOf(paths) !== id) {
    await writeAtomic(join(syncFolder(paths.state), 'device'), `${id}\n`)
    forgetDevice()
  }
  return id
}

/** A folder that is there but empty is a drive that is not: nothing is told to it. */
async function requireOurs(store: SyncStore, key: Buffer | undefined, signal: AbortSignal): Promise<void> {
  const header = await readHeader(store, signal)
  if (!header) throw new StoreFault('empty', 'nothing there')
  if (header.isLocked !== (key !== undefined) || (key && !header.opens(key)))
    throw new StoreFault('locked', 'another key')
}
