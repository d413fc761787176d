import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { toolMessages } from '../messages/tools.ts'
import type { Tool } from '../protocol/index.ts'
import { codeOf } from '../std/files.ts'
import { type FenceOf, guarded } from './fault.ts'
import { existing, type Fence, isDenied, refuse, system } from './guard.ts'
import { tool } from './tool.ts'

const maxEntries = 300
const maxDepth = 5
/** Folders that are named but not entered: nobody wrote what is in them. */
export const dull: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', '__pycache__', 'target', 'dist'])

/** The names below a folder. Links are named, never followed. */
export function listFiles(fenceOf: FenceOf): Tool {
  return tool({
    name: 'list_files',
    category: 'safe',
    description: 'List a folder.',
    schema: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
    run: ({ path = '.', depth = 1 }, context) =>
      guarded(context, async () => {
        const fence = await fenceOf(context)
        const root = await existing(path, fence)
        const entries = await collect(walk(root, '', Math.min(depth, maxDepth), fence, path), context.signal)
        const say = toolMessages[context.language].files
        const rest = entries.length > maxEntries ? [say.more(entries.length - maxEntries)] : []
        const shown = entries.slice(0, maxEntries)
        return {
          text: [...shown, ...rest].join('\n') || say.empty(path),
          untrusted: true,
          data: { path, entries: shown, total: entries.length },
        }
      }),
  })
}

/** Counting stops here as well: a tree of a million names is not worth walking to its end. */
const maxWalked = 10_000

async function collect(names: AsyncIterable<string>, signal: AbortSignal): Promise<string[]> {
  const entries: string[] = []
  for await (const name of names) {
    signal.throwIfAborted()
    if (entries.push(name) >= maxWalked) break
  }
  return entries
}

async function* walk(folder: string, prefix: string, depth: number, fence: Fence, asked: string): AsyncGenerator<string> {
  for (const entry of await children(folder, prefix, asked)) {
    const path = join(folder, entry.name)
    if (isDenied(path, fence)) continue
    if (!entry.isDirectory()) {
      yield await described(path, prefix + entry.name, entry)
      continue
    }
    yield `${prefix}${entry.name}/`
    if (depth > 1 && !dull.has(entry.name)) yield* walk(path, `${prefix}${entry.name}/`, depth - 1, fence, asked)
  }
}

/** The entries of a folder by name; a folder below the asked one that may not be read is left out. */
async function children(folder: string, prefix: string, asked: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (prefix !== '') return []
    return codeOf(error) === 'ENOTDIR' ? refuse('notFolder', asked) : system(error, asked)
  }
}

async function described(path: string, name: string, entry: Dirent): Promise<string> {
  if (entry.isSymbolicLink()) return `${name} →`
  if (!entry.isFile()) return `${name} (?)`
  const size = await lstat(path).then(
    (stat) => stat.size,
    () => 0,
  )
  return `${name} (${bytes(size)})`
}

function bytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1 << 20 ? `${(size / 1024).toFixed(1)} KB` : `${(size / (1 << 20)).toFixed(1)} MB`
}
