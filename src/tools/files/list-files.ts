import type { Dirent } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { toolMessages } from '../../messages/tools/tools.ts'
import { AssistantError, type Tool } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { walkFolder } from '../../std/fs/walk-folder.ts'
import { originMark } from '../origin/folder-owners.ts'
import { tool } from '../tool.ts'
import { type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { entriesOf } from './folder-handle.ts'
import { existingPath, isDenied, type PathPolicy, refuseBySystem, refusePath } from './path-policy.ts'

const maxEntries = 300
const maxDepth = 5

/**
 * The names below a folder. Links are named, never followed; folders that git ignores or tools fill are named, never
 * entered.
 */
export function listFiles(fenceOf: PathPolicyOf): Tool {
  return tool({
    name: 'list_files',
    facts: { group: 'core', kind: 'read', subject: 'folder', reads: 'files', leavesNothing: true },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    description: 'List a folder.',
    schema: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
    run: ({ path = '.', depth = 1 }, context) =>
      withFileErrors(context, async () => {
        const fence = await fenceOf(context)
        const root = await existingPath(path, fence).catch((error) => unlessMissing(error, path))
        const entries = await collectNames(listEntries(root, Math.min(depth, maxDepth), fence, path), context.signal)
        const say = toolMessages[context.language].files
        const rest = entries.length > maxEntries ? [say.more(entries.length - maxEntries)] : []
        const shown = entries.slice(0, maxEntries)
        return {
          text: [...shown, ...rest].join('\n') || say.empty(path),
          ...(await originMark(entries.length > 0 ? entries.map((name) => join(root, name)) : [root], fence)),
          data: { path, entries: shown, total: entries.length },
        }
      }),
  })
}

/** A folder that is not there is said to be a folder; one whose name is nearly that of another is told as files are. */
function unlessMissing(error: unknown, path: string): never {
  const { fault, near } = error instanceof AssistantError ? { ...error.failure.data } : {}
  if (fault === 'missing' && near === undefined) refusePath('noFolder', path)
  throw error
}

/** Number of names after which counting stops. */
const maxWalked = 10_000

async function collectNames(names: AsyncIterable<string>, signal: AbortSignal): Promise<string[]> {
  const entries: string[] = []
  for await (const name of names) {
    signal.throwIfAborted()
    if (entries.push(name) >= maxWalked) break
  }
  return entries
}

async function* listEntries(root: string, depth: number, fence: PathPolicy, asked: string): AsyncGenerator<string> {
  try {
    const readFolder = (folder: string) => entriesOf(folder, asked, fence)
    for await (const { path, name, dirent } of walkFolder(root, {
      order: 'name',
      depth,
      skip: (path) => isDenied(path, fence),
      read: readFolder,
    }))
      yield dirent.isDirectory() ? `${name}/` : await describeEntry(path, name, dirent)
  } catch (error) {
    // Only the folder that was asked for throws; one below it that may not be read is left out.
    if (codeOf(error) === 'ENOTDIR') refusePath('notFolder', asked)
    refuseBySystem(error, asked)
  }
}

async function describeEntry(path: string, name: string, entry: Dirent): Promise<string> {
  if (entry.isSymbolicLink()) return `${name} →`
  if (!entry.isFile()) return `${name} (?)`
  const size = await lstat(path).then(
    (stat) => stat.size,
    () => 0,
  )
  return `${name} (${formatBytes(size)})`
}

function formatBytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1 << 20 ? `${(size / 1024).toFixed(1)} KB` : `${(size / (1 << 20)).toFixed(1)} MB`
}
