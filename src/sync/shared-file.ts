import { statSync } from 'node:fs'
import type { LinesRules } from './merge/lines.ts'

/** Kinds that a person can share or keep to a device. */
export const sharedKinds = [
  'memory',
  'agents',
  'workspaces',
  'profiles',
  'conversations',
  'reminders',
  'schedules',
  'documents',
  'telegram',
  'services',
] as const
export type SharedKind = (typeof sharedKinds)[number]

/** Content of a file: its lines, or its settings by their path. */
export type SharedContent = readonly string[] | ReadonlyMap<string, unknown>

/** Merging, reading and writing of one form of file. */
export interface FileForm {
  as: 'lines' | 'fields'
  rules: LinesRules
  /**
   * True if another device may have written this line, or this value of a setting (undefined: it was removed). The
   * answer depends on nothing else, so that all devices refuse the same.
   */
  accepts(key: string, value: unknown): boolean
  /** Loads what `accepts` needs. */
  ready?(): Promise<unknown>
  /** Keep the settings that make sense together: of what arrives in parts, the rest is shown when it is there. */
  complete?(settings: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown>
  /** Undefined for a file that is damaged, or of a newer version: it is left alone until it was mended. */
  read(path: string): Promise<SharedContent | undefined>
  /**
   * Replaces the file, or removes it where nothing is to stand in it, unless it is another one than `mark` says.
   * `busy`: a process works with it and will let go. Throws errors of the file system.
   */
  write(
    path: string,
    content: SharedContent | undefined,
    mark: string | undefined,
  ): Promise<'written' | 'busy' | 'changed'>
}

/** A file that is shared: its name is the same on all devices, its path this one's own. */
export interface SharedFile {
  name: string
  path: string
  kind: SharedKind
  form: FileForm
}

/** The shared files, and those that a name from elsewhere may mean. */
export interface SharedFiles {
  all(): AsyncIterable<SharedFile>
  /** Undefined for names that no file of this program has: what leaves the home, above all. */
  named(name: string): SharedFile | undefined
}

/** Tells one file from another in its place, without reading it. */
export function fileMark(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found?.isFile() ? `${found.size} ${found.mtimeNs} ${found.ino}` : undefined
}
