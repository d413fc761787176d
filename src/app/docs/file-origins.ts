import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import type { Untrusted } from '../../protocol/index.ts'
import type { Recognise } from '../../retrieval/readers/read.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { DocumentWords } from '../../tools/files/read-file.ts'
import { type FolderOwner, FolderOwners, originMark, ownersPath } from '../../tools/origin/folder-owners.ts'
import { ForeignFiles } from '../../tools/origin/foreign-files.ts'
import type { Machine } from '../../tools/picture/tesseract.ts'
import type { Environment } from '../environment/environment.ts'

/** The list of files that the assistant wrote from text of outside. */
export function foreignFilesOf({ paths }: Pick<LoadedSettings, 'paths'>): ForeignFiles {
  return new ForeignFiles(join(paths.state, 'foreign-files.jsonl'))
}

/** The owner of the text in each folder, by the person's word and by evidence. */
export function folderOwnersOf(
  { paths, settings }: Pick<LoadedSettings, 'paths' | 'settings'>,
  { userHome, platform }: Pick<Environment, 'userHome' | 'platform'>,
): FolderOwners {
  return new FolderOwners({
    ...{ userHome, platform, path: ownersPath(paths) },
    trusted: () => settings.trusted,
  })
}

/**
 * Return the sources of text that came into the whole home from somebody else: a backup, a store. It may stand on any
 * page and in any conversation.
 */
export async function homeSources(
  loaded: Pick<LoadedSettings, 'paths' | 'settings'>,
  place: Pick<Environment, 'userHome' | 'platform'>,
): Promise<string[]> {
  const { home } = loaded.paths
  const foreign = (await folderOwnersOf(loaded, place).known()).filter(({ owner }) => owner === 'foreign')
  if (foreign.length === 0) return []
  const real = await realpath(home).catch(() => home)
  return foreign.filter(({ folder }) => folder === real).map(({ detail, because }) => `home (${detail ?? because})`)
}

/**
 * Return the owner of one file that somebody takes something over from; undefined where it is the person's own, by
 * nothing in particular.
 */
export async function ownerOfFile(
  loaded: Pick<LoadedSettings, 'paths' | 'settings'>,
  place: Pick<Environment, 'userHome' | 'platform'>,
  path: string,
): Promise<FolderOwner | undefined> {
  const [source] = await foreignFilesOf(loaded).sourcesOf(await bytesOf(path))
  if (source === undefined) return folderOwnersOf(loaded, place).fileOwner(path)
  return { folder: path, owner: 'foreign', because: 'written', detail: source }
}

/** Bytes of a file that is looked at for where it came from; a larger one is no text that the assistant wrote. */
const mostLooked = 20 << 20

/** The bytes of a file; none where it is gone, shut or too large. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return (await stat(path)).size <= mostLooked ? await readFile(path) : new Uint8Array()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return new Uint8Array()
  }
}

/**
 * The mark of a file that a person named: their own below the working folder and the settings' roots, a stranger's
 * elsewhere.
 */
export async function markOfFile(
  loaded: Pick<LoadedSettings, 'paths' | 'settings'>,
  place: Pick<Environment, 'cwd' | 'userHome' | 'platform'>,
  path: string,
  bytes: Uint8Array,
): Promise<Untrusted> {
  const folders = [place.cwd, ...loaded.settings.roots]
  const [real = path, ...roots] = await Promise.all([path, ...folders].map((one) => realpath(one).catch(() => one)))
  return originMark(
    [real],
    { owners: folderOwnersOf(loaded, place), roots },
    await foreignFilesOf(loaded).sourcesOf(bytes),
  )
}

/**
 * Milliseconds that reading the letters of pictures may take where somebody waits for the text: a page takes about
 * two seconds.
 */
const lettersMs = 6_000

/**
 * Reads documents for whoever waits for their text; letters of pictures and scanned pages where this machine has
 * Tesseract.
 */
export function documentReader(
  machine: Machine,
): (path: string, bytes: Uint8Array, signal: AbortSignal) => Promise<DocumentWords> {
  return (path, bytes, signal) => documentText(path, bytes, signal, recogniserFor(machine))
}

/** Return a reader of the letters of one document's pictures, for as long as somebody may be kept waiting. */
export function recogniserFor(machine: Machine): Recognise {
  let until: number | undefined
  return async (picture, signal) => {
    until ??= performance.now() + lettersMs
    const late = AbortSignal.timeout(Math.max(0, Math.round(until - performance.now())))
    try {
      const { openTesseract: tesseract } = await import('../../tools/picture/tesseract.ts')
      const either = AbortSignal.any([signal, late])
      return await (await tesseract(machine, either))?.(picture, either)
    } catch (error) {
      if (signal.aborted || !late.aborted) throw error
      return undefined
    }
  }
}

/**
 * The text of a document, read in a process of its own, or why there is none. Pages of which nothing could be read
 * are named at its end.
 */
export async function documentText(
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal,
  recognise?: Recognise,
): Promise<DocumentWords> {
  const { readDocument } = await import('../../retrieval/readers/read.ts')
  const read = await readDocument(path, bytes, signal, recognise)
  if ('fault' in read) return read
  const unread = read.scans ? [`[only a picture, not read: page ${read.scans.join(', ')}]`] : []
  return [...Array.from(read.lines, ({ text }) => text), ...unread].join('\n')
}
