import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import type { Untrusted } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { DocumentWords } from '../../tools/files/read-file.ts'
import { ForeignFiles } from '../../tools/origin/foreign-files.ts'
import { originMark } from '../../tools/origin/own-files.ts'

/** The list of files that the assistant wrote from text of outside. */
export function foreignFilesOf({ paths }: Pick<LoadedSettings, 'paths'>): ForeignFiles {
  return new ForeignFiles(join(paths.state, 'foreign-files.jsonl'))
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

/** The mark of a file that a person named: their own below the working folder and the settings' roots, a stranger's elsewhere. */
export async function markOfFile(
  loaded: Pick<LoadedSettings, 'paths' | 'settings'>,
  cwd: string,
  path: string,
  bytes: Uint8Array,
): Promise<Untrusted> {
  const folders = [cwd, ...loaded.settings.roots]
  const [real = path, ...own] = await Promise.all([path, ...folders].map((one) => realpath(one).catch(() => one)))
  return originMark([real], own, await foreignFilesOf(loaded).sourcesOf(bytes))
}

/** The text of a document, read in a process of its own, or why there is none. */
export async function documentText(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<DocumentWords> {
  const { readDocument } = await import('../../retrieval/readers/read.ts')
  const read = await readDocument(path, bytes, signal)
  return 'fault' in read ? read : read.lines.map(({ text }) => text).join('\n')
}
