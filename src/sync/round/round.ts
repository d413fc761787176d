import type { Replica } from '../replica/replica.ts'
import type { BadSegment } from '../replica/segment.ts'
import type { SharedFiles } from '../shared-file.ts'
import type { SyncStore } from '../stores/store.ts'

export interface Device {
  /** 16 characters of a-z and 0-9. */
  id: string
  name: string
}

export interface RoundOptions {
  replica: Replica
  store: SyncStore
  files: SharedFiles
  device: Device
  key?: Buffer
  now(): number
  signal: AbortSignal
}

/** Report of a round. */
export interface RoundReport {
  sent: { segments: number; bytes: number; files: number }
  received: { segments: number; bytes: number; files: string[] }
  /** Files that a process works with: what came for them is written when it lets go. */
  waiting: string[]
  /** Parts of the store that could not be taken: whose they were, and why. */
  refused: { path: string; fault: BadSegment['fault'] | 'early' }[]
  /** Copies that a copying program had made and that were removed. */
  copies: number
}
