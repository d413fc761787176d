import { hostLocality } from '../../std/net/host-locality.ts'

/**
 * Meeting place of devices: a few operations that a folder and a database both have. Paths have `/` and lie below the
 * store.
 */
export interface SyncStore {
  /** Promise of leases: `fenced` stores count them and refuse a device that lost one. */
  readonly promise: 'fenced' | 'named'
  /** Paths below `prefix` and their sizes in bytes, in no order. Nothing where there is nothing. */
  list(prefix: string, signal: AbortSignal): Promise<Map<string, number>>
  /** Undefined where there is none. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Whole, or not at all. */
  write(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** Also where there is none. */
  remove(path: string, signal: AbortSignal): Promise<void>
  /** Calls `changed` when another device may have written, until the signal aborts. */
  watch(changed: () => void, signal: AbortSignal): void
  /** Present if the store can tell which device runs remote tasks. */
  leases?: Leases
  /**
   * Opens the way to processes of other devices, under an address of one's own (`deviceAt`), where there is one.
   * Throws `StoreFault`.
   */
  live?(self: string, hearing: LiveHearing): Promise<LiveChannel>
  close(): Promise<void>
}

/** A store that is not there, not ours, or refuses. `reason` is the system's. */
export class StoreFault extends Error {
  override name = 'StoreFault'
  readonly fault: 'away' | 'denied' | 'full' | 'slow' | 'empty' | 'foreign' | 'newer' | 'locked'
  constructor(fault: StoreFault['fault'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.fault = fault
  }
}

/** The right to run remote tasks, which one device has at a time, by the store's clock. */
export interface Leases {
  /** Takes it where it is free, renews one's own of this number. `fence`: grows with each holder. */
  take(device: string, fence: number, ttlMs: number, signal: AbortSignal): Promise<Lease>
  leave(device: string, fence: number, signal: AbortSignal): Promise<void>
  /**
   * Says that a task begins here. `taken`: another device began it; `lost`: the lease is not ours any more. Ours
   * again may be asked again.
   */
  claim(task: string, device: string, fence: number, signal: AbortSignal): Promise<'ours' | 'taken' | 'lost'>
}

export interface Lease {
  isOurs: boolean
  /** Its holder. */
  device: string
  fence: number
  leftMs: number
}

/** True if a place is an address of Redis. */
export const isRedisAddress = (place: string): boolean => /^rediss?(?:\+cluster|\+sentinel)?:\/\//.test(place)

/** True if a place is an address of WebDAV. */
export const isWebdavAddress = (place: string): boolean => /^https?:\/\//.test(place)

/** True if a place is an address, and no folder. */
export const isAddress = (place: string): boolean => isRedisAddress(place) || isWebdavAddress(place)

/** True if anybody who reaches an address may write there: it names no password, and lies on another machine. */
export function isOpenAddress(place: string): boolean {
  const [, login = '', hosts = ''] = /^[^:]+:\/\/(?:([^@/]*)@)?([^/?]+)/.exec(place) ?? []
  const names = hosts.split(',').map((one) => /^(?:\[[^\]]+\]|[^:]+)/.exec(one)?.[0] ?? '')
  return isAddress(place) && !/:./.test(login) && names.some((name) => hostLocality(name) !== 'loopback')
}

/** Messages between processes of several devices, and which of them owns a conversation that is open. */
export interface LiveChannel {
  /**
   * Takes a conversation where no other device has it, or renews it. `isBusy`: something runs here; where two took it
   * at once, it stays where that is. `isNew`: it was not ours before. Throws `StoreFault`.
   */
  take(conversation: string, isBusy?: boolean): Promise<{ owner: string; isNew: boolean }>
  /** Leaves it, to another process or to whoever comes. */
  leave(conversation: string, to?: string): Promise<void>
  /** False where nobody hears. What is sent to one process arrives in order and once, or `broke` is told. */
  send(to: string, message: Buffer): Promise<boolean>
  /** That process does not answer: it counts as gone until it says something again. */
  gone(address: string): void
  close(): Promise<void>
}

export interface LiveHearing {
  heard(message: Buffer): void
  /** Messages may be lost: of this process, or of all. */
  broke(address?: string): void
}

/** The device that a process belongs to, by its address `<device>.<random>`. */
export const deviceAt = (address: string): string => address.split('.')[0] ?? ''
