import type { Replica } from '../replica/replica.ts'
import type { BadSegment } from '../replica/segment.ts'
import type { SharedFile, SharedFiles, SharedKind } from '../shared-file.ts'
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
  /** Kinds of which nothing that is missing was removed: a backup was put in their place. */
  merged?: ReadonlySet<SharedKind>
  /** A backup was put in their place at somebody's wish: what is there now counts. */
  isReplaced?: boolean
  /** Somebody said that what goes in this round is to go, or that it is to come back. */
  really?: boolean
  putBack?: boolean
  /** Files that were gone in the last round, and nobody has said why: another one in its place removes nothing. */
  absent?: ReadonlySet<string>
  /** Keeps what goes from a file, for whoever wants it back. */
  keepRemoved?(file: SharedFile, lines: readonly string[], by: 'person' | 'sync'): Promise<void>
  /** Called before files are written with what others told; it throws `StoreFault` to have none of them written. */
  beforeWriting?(): Promise<void>
}

/** Report of a round. */
export interface RoundReport {
  sent: { segments: number; bytes: number; files: number }
  received: { segments: number; bytes: number; files: string[] }
  /** Files that a process works with: what came for them is written when it lets go. */
  waiting: string[]
  /** Parts of the store, and files here, that could not be taken: whose they were, and why. */
  refused: { path: string; fault: BadSegment['fault'] | 'early' | 'large' | 'closed' }[]
  /** Copies that a copying program had made and that were removed. */
  copies: number
  /** Files of which so much would go that nothing of it was told: somebody has to say that it is meant. */
  held: { path: string; lines: number }[]
  /** Files that were damaged and are right again, from a copy or from what is known. */
  mended: string[]
  /** The new id of this device: it was an older copy of itself, or another one had its id. */
  renewed?: string
}
