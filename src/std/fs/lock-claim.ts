import type { ProcessId } from '../process/process-id.ts'

/**
 * Cross-process locks out of files, without a race at take-over. The lock of a path is a folder in `.locks` beside
 * it; its holder is the file with the highest number. To take a lock whose holder n released it or died, one links
 * file n + 1 into place (or makes it, where a file system knows no links): exactly one process can. The number is an
 * epoch: it only grows, and can fence off what a deposed holder still writes.
 */
export interface LockClaim {
  epoch: number
  /** Note of the dead holder that was replaced. */
  before?: string
  /** False once somebody took over (we were believed dead). */
  isOurs(): Promise<boolean>
  release(): Promise<void>
}

/** The process that holds a lock. */
export interface Holder extends ProcessId {
  epoch: number
  /** Note of the holder about itself, for instance the path of its socket. */
  note?: string
}
