import type { Dirent } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { DocumentFault } from '../messages/commands/docs.ts'
import { codeOf } from '../std/fs/files.ts'
import { walkFolder } from '../std/fs/walk-folder.ts'
import { formatOfName } from '../std/text/document-formats.ts'

/**
 * A file that is to be indexed, or a path that is not, and why. `size` in bytes, `modified` in milliseconds since
 * 1970.
 */
export type FoundFile = { path: string; size: number; modified: number } | { path: string; fault: DocumentFault }

/** Besides the folders that nothing walks into. */
const passedOver = new Set(['node_modules', '__pycache__', 'dist', 'build', 'target', 'vendor', 'venv'])

/**
 * The documents at a path. A file that was named is always reported; below a folder only files whose names promise
 * text, without hidden ones and what tools produce. Links are not followed: they may lead out of the folder, or in
 * circles. Folders that git ignores are passed over; a file that it ignores is a document all the same.
 */
export async function* findDocuments(path: string, signal: AbortSignal): AsyncGenerator<FoundFile> {
  signal.throwIfAborted()
  const found = await fileAt(path)
  if ('fault' in found) yield found
  else if (!found.folder) yield { path, size: found.size, modified: found.modified }
  else yield* findBelow(path, signal)
}

async function* findBelow(folder: string, signal: AbortSignal): AsyncGenerator<FoundFile> {
  const faults: FoundFile[] = []
  const unreadable = (path: string, error: unknown) => faults.push({ path, fault: faultOf(error) })
  for await (const { path, dirent } of walkFolder(folder, { order: 'name', skip: isPassedOver, unreadable })) {
    signal.throwIfAborted()
    yield* faults.splice(0)
    if (!dirent.isFile() && !dirent.isSymbolicLink()) continue
    const found = await fileAt(path)
    if ('fault' in found) yield found
    else if (!found.folder) yield { path, size: found.size, modified: found.modified }
  }
  yield* faults
}

/** Hidden names, folders of tools and vendors, and files whose names promise no text. */
function isPassedOver(_path: string, dirent: Dirent): boolean {
  if (dirent.name.startsWith('.')) return true
  if (dirent.isDirectory()) return passedOver.has(dirent.name)
  if (!dirent.isFile() || !dirent.name.includes('.')) return false
  const format = formatOfName(dirent.name)
  return format === undefined || format.isContainer === true
}

/** Return the file or folder at a path, or the reason that it is no document. Links are not followed. */
export async function fileAt(
  path: string,
): Promise<{ folder: boolean; size: number; modified: number } | { path: string; fault: DocumentFault }> {
  const stats = await lstat(path).catch(faultOf)
  if (typeof stats === 'string') return { path, fault: stats }
  if (stats.isSymbolicLink()) return { path, fault: 'link' }
  if (!stats.isFile() && !stats.isDirectory()) return { path, fault: 'unsupported' }
  return { folder: stats.isDirectory(), size: stats.size, modified: stats.mtimeMs }
}

/** The fault behind a system error: gone while we looked, or not ours to read. */
export function faultOf(error: unknown): DocumentFault {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR' || code === 'EIO' || code === 'ENAMETOOLONG')
    return 'unreadable'
  if (code === 'ELOOP') return 'link'
  throw error
}
