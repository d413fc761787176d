import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tellDamage, tellFaults } from '../std/fs/damage.ts'
import { ensureDir } from '../std/fs/files.ts'
import { bytesAt, isNewerText, parseState, restoreState, stateText, writeState } from '../std/fs/state-file.ts'
import { type SharedKind, sharedKinds } from './shared-file.ts'

/** Part that this device takes, in a file beside the state (0600): it holds the key, and is in no backup. */
export interface SyncConfiguration {
  /** An absolute path, or an address of Redis. */
  store: string
  /** Name that the person gave this device. */
  name: string
  paused: boolean
  /** Kinds that stay on this device. */
  without: readonly SharedKind[]
  /** Of an encrypted store, 32 bytes as base64. */
  key?: string
}

/** Folder of everything that is sync's own. */
export const syncFolder = (state: string): string => join(state, 'sync')
const pathIn = (state: string) => join(syncFolder(state), 'sync.json')

/** Undefined where sync was not set up, `newer` where a newer version did. */
export function readConfiguration(state: string): SyncConfiguration | 'newer' | undefined {
  const text = bytesAt(pathIn(state))
  if (!text) return undefined
  return isNewerText(text) ? 'newer' : parseState(text, configurationOf)
}

/** Replaces it. Throws errors of the file system. */
export async function writeConfiguration(state: string, configuration: SyncConfiguration): Promise<void> {
  await ensureDir(syncFolder(state))
  await writeState(pathIn(state), stateText(configuration))
}

/** Put back the copy of a configuration that a disk damaged; it is told. */
export async function healConfiguration(state: string): Promise<void> {
  const path = pathIn(state)
  const isRight = (text: Buffer) => parseState(text, configurationOf) !== undefined
  const text = bytesAt(path)
  if (!text || isRight(text) || isNewerText(text)) return
  if (await restoreState(path, isRight)) tellDamage({ path, faults: [], healed: true })
  else await tellFaults(path, [{ kind: 'broken', at: 0, of: text }])
}

/** Kinds of 0.2.0, and what they are part of. */
const kindsBefore = new Map<unknown, SharedKind>([
  ...['agents', 'workspaces', 'profiles', 'documents', 'services'].map((kind) => [kind, 'memory'] as const),
  ...['reminders', 'schedules', 'telegram'].map((kind) => [kind, 'tasks'] as const),
])

/** The configuration that a value holds; undefined for anything else. */
export function configurationOf(value: unknown): SyncConfiguration | undefined {
  const { store, name, paused = false, without = [], key } = (value ?? {}) as Record<string, unknown>
  if (typeof store !== 'string' || typeof name !== 'string' || typeof paused !== 'boolean' || !Array.isArray(without))
    return undefined
  if (key !== undefined && typeof key !== 'string') return undefined
  // Kinds that somebody kept to a device under one of the ten names of 0.2.0 stay there, with all that belongs to them
  // now.
  const kept = new Set(without.map((kind) => kindsBefore.get(kind) ?? kind))
  const kinds = sharedKinds.filter((kind) => kept.has(kind))
  return { store, name, paused, without: kinds, ...(key === undefined ? {} : { key }) }
}

/** Takes away everything that is sync's own, and nothing else. */
export const removeConfiguration = (state: string): Promise<void> =>
  rm(syncFolder(state), { recursive: true, force: true })
