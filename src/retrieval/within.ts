import { basename, dirname, isAbsolute } from 'node:path'
import { type DocumentKind, documentKinds, formatOfName } from '../std/text/document-formats.ts'
import { isoDate, type Zone } from '../std/time/local-time.ts'
import type { StoredFile } from './ports.ts'
import { isBelow } from './roots.ts'

/** Limits on the documents that are meant; an absent one limits nothing. */
export interface Within {
  /** An absolute path, or the name of a folder wherever it stands: "계약서", "2026/회의록". */
  folder?: string | undefined
  kind?: DocumentKind | undefined
  /** Days (`YYYY-MM-DD`) between which the file was last changed, both included. */
  since?: string | undefined
  until?: string | undefined
  /** Names of files or of the folders that they stand in, whole or in part. */
  names?: readonly string[] | undefined
}

/** The same limits as a model says them. */
export const withinSchema = {
  folder: { type: 'string', minLength: 1, description: 'path, or name of a folder' },
  kind: { type: 'string', enum: documentKinds },
  since: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'changed on or after' },
  until: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
  names: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'of files, or parts of them' },
} as const

/** Those of `files` that are meant, in their order. Pure. */
export function filesWithin<F extends Pick<StoredFile, 'path' | 'modified'>>(
  files: readonly F[],
  within: Within,
  zone: Zone,
): F[] {
  const { folder, kind, since, until, names } = within
  return files.filter(({ path, modified }) => {
    const day = isoDate(modified, zone)
    return (
      (folder === undefined || isInFolder(path, folder)) &&
      (kind === undefined || formatOfName(path)?.kind === kind) &&
      (since === undefined || day >= since) &&
      (until === undefined || day <= until) &&
      (names === undefined || names.some((name) => foldName(calledOf(path)).includes(foldName(name))))
    )
  })
}

/** Return the name by which people call a file: its own, and that of its folder. */
const calledOf = (path: string) => `${basename(dirname(path))}/${basename(path)}`

/** Tell whether anything is limited at all. */
export const isLimited = (within: Within): boolean => Object.values(within).some((value) => value !== undefined)

/** Names of the folders in which the files stand, the fullest first: what can be said where a folder is not known. */
export function foldersOf(files: readonly Pick<StoredFile, 'path'>[], most: number): string[] {
  const counted = Map.groupBy(files, ({ path }) => basename(dirname(path)))
  return [...counted]
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, most)
    .map(([name]) => name)
}

function isInFolder(path: string, folder: string): boolean {
  if (isAbsolute(folder)) return isBelow(path, folder)
  const wanted = foldName(folder).split('/').filter(Boolean)
  const there = foldName(dirname(path)).split('/')
  return there.some((_, at) => wanted.every((name, i) => there[at + i] === name))
}

/** Names are the same however their Hangul is composed and their Latin letters are set. */
const foldName = (name: string) => name.normalize('NFC').toLowerCase()
