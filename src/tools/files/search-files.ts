import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toolMessages } from '../../messages/tools/tools.ts'
import type { Tool } from '../../protocol/index.ts'
import { walkFolder } from '../../std/fs/walk-folder.ts'
import { JobStopped } from '../../std/process/isolated.ts'
import { decodeText } from '../../std/text/decode.ts'
import { originMark } from '../origin/folder-owners.ts'
import { refuses, tool } from '../tool.ts'
import { type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { entriesOf } from './folder-handle.ts'
import { foldCase, matchingPaths } from './match-names.ts'
import { confirm, existingPath, isDenied, type PathPolicy, refusePath } from './path-policy.ts'

/** Limits of one search; the place of the stop is told. */
const mostEntries = 20_000
const mostFileBytes = 2 << 20
const mostMatches = 100
const mostLine = 300

/**
 * Files by name and lines by what they hold, below a folder. Case and the spelling of Hangul do not matter; links are
 * not followed, and what git ignores is passed over.
 */
export function searchFiles(fenceOf: PathPolicyOf): Tool {
  return tool({
    name: 'search_files',
    facts: { group: 'core', kind: 'search', subject: 'folder', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    description: 'Find files by name (glob such as *.md) and lines that contain text.',
    schema: {
      type: 'object',
      properties: { text: { type: 'string' }, name: { type: 'string' }, path: { type: 'string' } },
    },
    run: ({ text, name, path = '.' }, context) =>
      withFileErrors(context, async () => {
        const say = toolMessages[context.language].files
        if (!text && !name) return refuses(say.searchWhat)
        const fence = await fenceOf(context)
        const real = await existingPath(path, fence)
        const stat = await lstat(real)
        if (!stat.isDirectory() && !stat.isFile()) refusePath('special', path)
        const search = { real, isFile: stat.isFile(), text: text ? foldCase(text) : undefined, name, fence }
        const found = await collectFound(search, context.signal).catch(stoppedEarly)
        if (!found) return refuses(say.costlyPattern)
        const { hits, whole, ignored, written } = found
        const folder = search.isFile ? dirname(real) : real
        const lines = hits.length > 0 ? hits : [say.nothingFound, ...(ignored > 0 ? [say.searchIgnored] : [])]
        return {
          text: [...lines, ...(whole ? [] : [say.searchCut])].join('\n'),
          ...(await originMark(
            hits.map((hit) => join(folder, hit.split(':')[0] ?? '')),
            fence,
            [...written],
          )),
          data: { hits, complete: whole },
        }
      }),
  })
}

/** A pattern that took too long is told; anything else is thrown on. */
function stoppedEarly(error: unknown): undefined {
  // A pattern that becomes no regular expression of a possible size is refused by the matcher itself.
  const isRefused = error instanceof Error && error.name === 'SyntaxError'
  if (!(error instanceof JobStopped) && !isRefused) throw error
}

interface Search {
  real: string
  isFile: boolean
  text: string | undefined
  name: string | undefined
  fence: PathPolicy
}

async function collectFound(
  search: Search,
  signal: AbortSignal,
): Promise<{ hits: string[]; whole: boolean; ignored: number; written: Set<string> }> {
  const hits: string[] = []
  const passed = { ignored: 0, written: new Set<string>() }
  const [folder, all] = search.isFile
    ? [dirname(search.real), onlyPath(basename(search.real))]
    : [search.real, filesBelow(search.real, search.fence, passed)]
  const walked = { whole: true }
  const some = takeFirst(all, mostEntries, walked)
  for await (const path of search.name ? matchingPaths(some, search.name, signal) : some) {
    signal.throwIfAborted()
    if (search.text === undefined) hits.push(path)
    else for await (const hit of linesWith(search.text, join(folder, path), path, search.fence, passed)) hits.push(hit)
    if (hits.length >= mostMatches) return { hits: hits.slice(0, mostMatches), whole: false, ...passed }
  }
  return { hits, whole: walked.whole, ...passed }
}

async function* onlyPath(path: string): AsyncGenerator<string> {
  yield path
}

/** The first of many; `walked.whole` is false when there were more. */
async function* takeFirst(
  paths: AsyncIterable<string>,
  count: number,
  walked: { whole: boolean },
): AsyncGenerator<string> {
  let left = count
  for await (const path of paths) {
    if (left-- <= 0) {
      walked.whole = false
      return
    }
    yield path
  }
}

/** Regular files below `folder`, shallow ones first, by name. What git ignores is passed over, and counted. */
async function* filesBelow(folder: string, fence: PathPolicy, passed: { ignored: number }): AsyncGenerator<string> {
  const isSkipped = (path: string) => isDenied(path, fence)
  const readInner = (inner: string) => entriesOf(inner, inner, fence)
  for await (const { name, dirent, ignored } of walkFolder(folder, {
    order: 'files-first',
    skip: isSkipped,
    unreadable: () => {},
    read: readInner,
  })) {
    if (ignored) passed.ignored++
    else if (dirent.isFile()) yield name
  }
}

async function* linesWith(
  text: string,
  file: string,
  shown: string,
  fence: PathPolicy,
  passed: { written: Set<string> },
): AsyncGenerator<string> {
  const bytes = await readIfThere(file, fence)
  const content = bytes && decodeText(bytes)?.text
  if (content === undefined || !foldCase(content).includes(text)) return
  for (const source of (await fence.foreign?.sourcesOf(bytes ?? '')) ?? []) passed.written.add(source)
  for (const [at, line] of content.split('\n').entries())
    if (foldCase(line).includes(text)) yield `${shown}:${at + 1}: ${line.trim().slice(0, mostLine)}`
}

/**
 * Undefined for what is too large, or may not be read; also when a link took the place of the file or of its folder.
 */
async function readIfThere(file: string, fence: PathPolicy): Promise<Uint8Array | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  )
  if (!handle) return undefined
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || stat.size > mostFileBytes) return undefined
    await confirm(handle, stat, file, fence)
    return await handle.readFile()
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}
