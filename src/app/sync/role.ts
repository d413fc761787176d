import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { sleep } from '../../std/abort.ts'
import { writeUnsynced } from '../../std/fs/files.ts'
import { bytesAt, parseState, stateText } from '../../std/fs/state-file.ts'
import { readConfiguration, syncFolder } from '../../sync/configuration.ts'
import { isRedisAddress, type SyncStore } from '../../sync/stores/store.ts'
import { deviceOf, storeAt } from './device.ts'
import { runnerOf } from './runner.ts'

/** Milliseconds that a lease is good for, and between renewals (SPEC §9). */
const leaseMs = { ttl: 60_000, renew: 30_000 }

/** Milliseconds between looks whether this device may run remote tasks. */
const lookMs = 1_000
/** The same where nothing is shared. */
const restMs = 10_000

type Places = Pick<Paths, 'state'>

/** The role that the holder of the lease tells the other processes of this device. `until`: by this machine's clock. */
interface Role {
  device: string
  fence: number
  until: number
  /** The store was away: what other devices rang meanwhile is known from then on. */
  hears?: number
}

/** By this machine's clock, in milliseconds since 1970; it does not jump while a process runs. */
const machineTime = () => performance.timeOrigin + performance.now()

const rolePath = (paths: Places) => join(syncFolder(paths.state), 'role.json')

function readRole(paths: Places): Role | undefined {
  const text = bytesAt(rolePath(paths))
  return text && parseState(text, roleOf)
}

function roleOf(value: unknown): Role | undefined {
  const { device, fence, until, hears } = (value ?? {}) as Record<string, unknown>
  return typeof device === 'string' && typeof fence === 'number' && typeof until === 'number'
    ? { device, fence, until, ...(typeof hears === 'number' ? { hears } : {}) }
    : undefined
}

/** Return the device that runs remote tasks; undefined where none is known. */
export function holderHere(paths: Places): { device: string; isOver: boolean } | undefined {
  const role = readRole(paths)
  return role && { device: role.device, isOver: role.until < machineTime() }
}

/**
 * Return true if this device runs remote tasks (Telegram, rings, schedules) now: always where nothing is shared, the
 * named one where the store cannot tell, and the holder of the lease where it can.
 */
export function runsTasks(paths: Places): boolean {
  const configuration = readConfiguration(paths.state)
  if (configuration === undefined || configuration === 'newer') return true
  const device = deviceOf(paths)
  if (!isRedisAddress(configuration.store)) {
    const runner = runnerOf(paths)
    return runner === undefined || runner === device
  }
  const role = readRole(paths)
  return role !== undefined && role.device === device && role.until > machineTime()
}

/** Runs `work` while this device runs remote tasks; begins it anew when that comes back. */
export async function whileRunning(
  paths: Places,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (runsTasks(paths)) {
      const stop = new AbortController()
      const both = AbortSignal.any([signal, stop.signal])
      const watching = untilChange(paths, both).then(() => stop.abort())
      await work(both).finally(() => stop.abort())
      await watching
    }
    await sleep(lookMs, signal).catch(() => {})
  }
}

/** Resolves when this device runs remote tasks no more, or does now, or when the signal aborts. */
export async function untilChange(paths: Places, signal: AbortSignal): Promise<void> {
  const before = runsTasks(paths)
  while (!signal.aborted && runsTasks(paths) === before)
    await sleep(readConfiguration(paths.state) === undefined ? restMs : lookMs, signal).catch(() => {})
}

/** Stores in which this process claims. */
const claiming = new Map<string, Promise<SyncStore>>()

/**
 * Asked before a remote task begins: whether it may begin here. In a store with leases it can begin on one device
 * alone, also where this process stood still or its clock is wrong: the store checks the number of the lease. `task`
 * names that one time of it.
 */
export async function mayBegin(paths: Places, task: string, signal: AbortSignal): Promise<boolean> {
  if (!runsTasks(paths)) return false
  const configuration = readConfiguration(paths.state)
  if (!configuration || configuration === 'newer' || !isRedisAddress(configuration.store)) return true
  const role = readRole(paths)
  if (!role) return false
  const store = await claimStore(configuration.store, signal)
  // Without an answer it does not begin.
  const answer = await store.leases?.claim(task, role.device, role.fence, signal).catch(() => 'lost')
  return answer === 'ours'
}

/**
 * Asked before a reminder rings, as `mayBegin`; but where the store cannot be asked, what was set on this device
 * (`device`; before devices were noted: on any) rings here, unless another one still has the lease: local use needs
 * no store, and a ring too many harms less than one that never came. What was set elsewhere waits after the store's
 * return until it is known what was rung meanwhile.
 */
export async function mayRing(
  paths: Places,
  { task, device }: { task: string; device?: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  const configuration = readConfiguration(paths.state)
  if (!configuration || configuration === 'newer' || !isRedisAddress(configuration.store)) return runsTasks(paths)
  const self = deviceOf(paths)
  const role = readRole(paths)
  const now = machineTime()
  if (self === undefined || (role && role.device !== self && role.until > now)) return false
  const isOwn = device === undefined || device === self
  if (!isOwn && (role?.hears ?? 0) > now) return false
  const store = await claimStore(configuration.store, signal)
  const answer = await store.leases?.claim(task, self, role?.fence ?? 0, signal).catch(() => 'away')
  return answer === 'ours' || (answer === 'away' && isOwn && !signal.aborted)
}

/** A connection of its own, until the signal aborts: it would keep the process alive. */
function claimStore(place: string, signal: AbortSignal): Promise<SyncStore> {
  const known = claiming.get(place)
  if (known) return known
  const opening = storeAt(place)
  claiming.set(place, opening)
  const close = async () => {
    claiming.delete(place)
    await (await opening).close()
  }
  signal.addEventListener('abort', () => void close(), { once: true })
  return opening
}

/**
 * Keeps the lease of this device, and tells the other processes of it, until the signal aborts; then lets it go.
 * Takes it over where its holder has not renewed it.
 */
export async function keepLease(
  paths: Places,
  store: SyncStore,
  device: string,
  signal: AbortSignal,
  { ttl, renew } = leaseMs,
): Promise<void> {
  const { leases } = store
  if (!leases) return
  let fence = readRole(paths)?.fence ?? 0
  let isAway = false
  let hears: Pick<Role, 'hears'> = {}
  const ended = new AbortController().signal
  while (!signal.aborted) {
    const asked = machineTime()
    const lease = await leases.take(device, fence, ttl, signal).catch(() => undefined)
    if (lease && isAway) hears = { hears: machineTime() + ttl / 6 }
    isAway = lease === undefined
    if (lease) {
      fence = lease.isOurs ? lease.fence : fence
      const role: Role = { device: lease.device, fence: lease.fence, until: asked + lease.leftMs, ...hears }
      await writeUnsynced(rolePath(paths), stateText(role))
    }
    // Another device's lease is asked for as soon as it may be over; ours is renewed long before.
    const pause = lease?.isOurs ? renew : Math.min(lease?.leftMs ?? 2_000, 5_000)
    await sleep(pause + 50, signal).catch(() => {})
  }
  await leases.leave(device, fence, ended).catch(() => {})
  await writeUnsynced(rolePath(paths), stateText({ device, fence, until: 0 })).catch(() => {})
}

/**
 * Of what comes by itself at its time, one device does it; where another one does, what came of it is told by the
 * next exchange.
 */
export async function isOurTurn(
  paths: Places,
  { createdAt, running }: { createdAt: number; running?: { due: number; tries: number } },
  signal: AbortSignal,
): Promise<boolean> {
  if (await mayBegin(paths, `schedule ${createdAt} ${running?.due} ${running?.tries}`, signal)) return true
  await sleep(elsewhereMs, signal).catch(() => {})
  return false
}

/** Milliseconds until a task that runs on another device is looked at again. */
const elsewhereMs = 5_000
