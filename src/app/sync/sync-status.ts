import type { Paths } from '../../config/paths.ts'
import { sharedKinds } from '../../sync/shared-file.ts'
import { withoutPassword } from './device.ts'
import { holderHere } from './role.ts'
import { runnerOf } from './runner.ts'
import { openConflicts } from './sync-changes.ts'
import type { SyncSession } from './sync-session.ts'

/**
 * Return the place, partners and kinds of what this device shares, and the device that runs remote tasks, as far as it
 * has heard. `at`: milliseconds since 1970.
 */
export function syncStatus(session: SyncSession, paths: Paths) {
  const { configuration, replica, device, store } = session
  const { paused, without, key } = configuration
  const waiting = replica.own().filter(({ isSent }) => !isSent)
  return {
    store: withoutPassword(configuration.store),
    device,
    paused,
    encrypted: key !== undefined,
    shared: sharedKinds.filter((kind) => !without.includes(kind)),
    unsentBytes: waiting.reduce((sum, { size }) => sum + size, 0),
    at: replica.number('at') || null,
    held: heldRemovals(replica),
    conflicts: openConflicts(session).length,
    promise: store.promise,
    runner: (store.promise === 'fenced' ? leaseHolder(paths) : runnerOf(paths)) ?? null,
    devices: replica.devices(),
  }
}

/** Return the holder of the lease, as far as this device has heard. */
function leaseHolder(paths: Paths): string | undefined {
  const held = holderHere(paths)
  return held?.isOver === false ? held.device : undefined
}

/** Files of which so much would go that the last round left them out. */
function heldRemovals(replica: SyncSession['replica']): { path: string; lines: number }[] {
  return JSON.parse(replica.text('held') ?? '[]')
}
