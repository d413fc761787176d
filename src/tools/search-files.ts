import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { toolMessages } from '../messages/tools.ts'
import type { Tool } from '../protocol/index.ts'
import { decodeText } from '../std/decode.ts'
import { type FenceOf, guarded } from './fault.ts'
import { confirm, existing, type Fence, isDenied, refuse } from './guard.ts'
import { dull } from './list-files.ts'
import { refuses, tool } from './tool.ts'

/** How far one search goes; where it stopped is said. */
const mostEntries = 20_000
const mostFileBytes = 2 << 20
const mostMatches = 100
const mostLine = 300

/** Files by name and lines by what they hold, below a folder. Case and the spelling of Hangul do not matter; links are not followed. */
export function searchFiles(fenceOf: FenceOf): Tool {
  return tool({
    name: 'search_files',
    category: 'safe',
    description: 'Find files by name (glob such as *.md) and lines that contain text.',
    schema: {
      type: 'object',
      properties: { text: { type: 'string' }, name: { type: 'string' }, path: { type: 'string' } },
    },
    run: ({ text, name, path = '.' }, context) =>
      guarded(context, async () => {
        const say = toolMessages[context.language].files
        if (!text && !name) return refuses(say.searchWhat)
        const fence = await fenceOf(context)
        const real = await existing(path, fence)
        const stat = await lstat(real)
        if (!stat.isDirectory() && !stat.isFile()) refuse('special', path)
        const search = { real, isFile: stat.isFile(), text: text ? folded(text) : undefined, name, fence }
        const { hits, whole } = await collect(search, context.signal)
        const lines = hits.length > 0 ? hits : [say.nothingFound]
        return {
          text: [...lines, ...(whole ? [] : [say.searchCut])].join('\n'),
          untrusted: true,
          data: { hits, complete: whole },
        }
      }),
  })
}

interface Search {
  real: string
  isFile: boolean
  text: string | undefined
  name: string | undefined
  fence: Fence
}

async function collect(search: Search, signal: AbortSignal): Promise<{ hits: string[]; whole: boolean }> {
  const hits: string[] = []
  let left = mostEntries
  const [folder, paths] = search.isFile
    ? [dirname(search.real), [basename(search.real)]]
    : [search.real, files(search.real, '', search.fence)]
  for await (const path of paths) {
    signal.throwIfAborted()
    if (left-- <= 0) return { hits, whole: false }
    if (search.name && !isNamed(path, search.name)) continue
    if (search.text === undefined) hits.push(path)
    else for await (const hit of linesWith(search.text, join(folder, path), path, search.fence)) hits.push(hit)
    if (hits.length >= mostMatches) return { hits: hits.slice(0, mostMatches), whole: false }
  }
  return { hits, whole: true }
}

/** Regular files below `folder`, shallow ones first, by name. */
async function* files(folder: string, prefix: string, fence: Fence): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const open = entries.filter((entry) => !isDenied(join(folder, entry.name), fence))
  for (const entry of open) if (entry.isFile()) yield prefix + entry.name
  for (const entry of open)
    if (entry.isDirectory() && !dull.has(entry.name)) yield* files(join(folder, entry.name), `${prefix}${entry.name}/`, fence)
}

/** A glob is matched with the whole path when it has a slash, else with the name; plain letters may stand anywhere in the name. */
function isNamed(path: string, wanted: string): boolean {
  const [here, glob] = [folded(path), folded(wanted)]
  const name = here.slice(here.lastIndexOf('/') + 1)
  if (!/[*?[{]/.test(glob)) return name.includes(glob)
  return matchesGlob(glob.includes('/') ? here : name, glob)
}

async function* linesWith(text: string, file: string, shown: string, fence: Fence): AsyncGenerator<string> {
  const content = await readIfText(file, fence)
  if (content === undefined || !folded(content).includes(text)) return
  for (const [at, line] of content.split('\n').entries())
    if (folded(line).includes(text)) yield `${shown}:${at + 1}: ${line.trim().slice(0, mostLine)}`
}

/** Undefined for what is no text, too large, or may not be read; also when a link took the place of the file or of its folder. */
async function readIfText(file: string, fence: Fence): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!handle) return undefined
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || stat.size > mostFileBytes) return undefined
    await confirm(handle, stat, file, fence)
    return decodeText(await handle.readFile())?.text
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()
