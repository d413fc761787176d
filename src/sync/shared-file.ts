import { statSync } from 'node:fs'
import { isClosedError } from '../std/fs/files.ts'
import type { LinesRules } from './merge/lines.ts'

/**
 * Kinds that a person can share or keep to a device: what is known (with agents, workspaces, profiles and services),
 * what was said, and what is to be done.
 */
export const sharedKinds = ['memory', 'conversations', 'tasks'] as const
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
  /** Files that are longer are shared by no device, in bytes. */
  mostBytes?: number
  /** It counts as one thing, however many parts it has. */
  isWhole?: boolean
  /**
   * Puts back what a copy beside a damaged or missing file still has. False if there was nothing to mend, or no copy.
   */
  heal?(path: string): Promise<boolean>
  /** The copy is written with every change: what it says counts as what the file said. */
  hasWholeCopy?: boolean
  /** Only the program removes it, and keeps it in the trash then: one that is simply gone was lost. */
  isKeptLonger?: boolean
  /** Undefined for a file that is damaged, or of a newer version. */
  read(path: string): Promise<SharedContent | undefined>
  /** Reads what is left of a damaged file; undefined for one that is left alone until a newer version wrote it. */
  readPartial?(path: string): Promise<SharedContent | undefined>
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
  /** It runs: it is shared where nobody else can write it, which an encrypted store promises. */
  isProgram?: boolean
  form: FileForm
}

/** The shared files, and those that a name from elsewhere may mean. */
export interface SharedFiles {
  all(): AsyncIterable<SharedFile>
  /** Undefined for names that no file of this program has: what leaves the home, above all. */
  named(name: string): SharedFile | undefined
  /** The same for the files of kinds that stay on this device: what was told of them before is told on. */
  known?(name: string): SharedFile | undefined
  /** The folders of the home in which files are shared, each of which may lie on a drive of its own. */
  folders?(): readonly { name: string; path: string; kind: SharedKind }[]
  /** False if the folder that the file was in is gone or empty: a drive may not be connected. */
  isReachable?(name: string): boolean
  /** True if the program itself removed the file, because somebody wanted it. */
  isRemoved?(name: string): boolean
}

/**
 * Tells one file from another in its place, without reading it; undefined where there is none. What lies in a folder
 * of somebody else's is there, as far as anybody knows.
 */
export function fileMark(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found?.isFile() ? `${found.size} ${found.mtimeNs} ${found.ino}` : undefined
  } catch (error) {
    if (isClosedError(error)) return 'closed'
    throw error
  }
}
