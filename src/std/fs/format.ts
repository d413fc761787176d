import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * The version of the forms in which this program writes its files. It grows when an older program could not read what
 * this one writes, or would spoil it. 1: what was built before 0.1.0. 2: since 0.1.0; lines of logs are sealed, files
 * of JSON say their version.
 */
export const format = 2

/** The system's word for a place that a newer version of the program keeps: read, never written. */
export const newerCode = 'ENEWER'

/** Folders in which this process writes nothing. */
let kept: readonly string[] = []

/** Files in which something was read that a newer version wrote. */
const newerFiles = new Set<string>()

/** File in which a home says in which form its files, settings and state are written. */
export const formatPath = (home: string): string => join(home, 'format.json')

/**
 * The version of the form of a home's files: 1 where nothing says so, as before 0.1.0. A file that cannot be read
 * says nothing.
 */
export function formatOfHome(home: string): number {
  try {
    const { v } = JSON.parse(readFileSync(formatPath(home), 'utf8').replace(/^\uFEFF/, '')) ?? {}
    return typeof v === 'number' ? v : 1
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'syscall' in error)) return 1
    throw error
  }
}

/**
 * Files that a newer version of the program keeps are only read from now on: those of the home, and of these folders
 * of it.
 */
export function guardNewerHome(home: string, folders: readonly string[]): void {
  kept = formatOfHome(home) > format ? [home, ...folders] : []
}

/** A file in which a newer version has written is only read by this process from now on. */
export function guardNewerFile(path: string): void {
  newerFiles.add(path)
}

/** Throws, as a system call would, where nothing may be written. */
export function refuseNewer(path: string): void {
  if (newerFiles.has(path) || kept.some((folder) => path === folder || path.startsWith(folder + sep)))
    throw newerError(path)
}

/** The error of a write to what a newer version has written. */
export function newerError(path: string): NodeJS.ErrnoException {
  const error = new Error(`${newerCode}: written by a newer version of the program, ${path}`)
  return Object.assign(error, { code: newerCode, syscall: 'write', path })
}

/**
 * True if a value says that a later version of the program wrote it, in a form that this one does not know. `known`:
 * the latest version of such values that this one writes.
 */
export function isNewer(value: unknown, known = format): boolean {
  return typeof value === 'object' && value !== null && 'v' in value && typeof value.v === 'number' && value.v > known
}
