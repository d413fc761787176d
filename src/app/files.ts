import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Folders that hold nothing a person wants to mention. */
const boring = new Set(['node_modules', '.git', 'dist', 'build', 'target', '.venv', '__pycache__', '.cache'])
/** Entries looked at for one completion: a home folder must not freeze the editor. */
const mostEntries = 5_000

/** Files below `cwd` whose path holds the letters of `query` in order, best first: names that begin so, then that hold it, then the rest. */
export async function findFiles(cwd: string, query: string, limit: number): Promise<string[]> {
  const wanted = query.normalize('NFC').toLowerCase()
  const found: { path: string; rank: number }[] = []
  let left = mostEntries
  const waiting = [cwd]
  for (let folder = waiting.shift(); folder !== undefined && left > 0; folder = waiting.shift()) {
    const entries = await opendir(folder).catch(() => undefined)
    if (!entries) continue
    for await (const entry of entries) {
      if (left-- <= 0) break
      if (entry.isDirectory() && !boring.has(entry.name)) waiting.push(join(folder, entry.name))
      if (!entry.isFile()) continue
      const path = relative(cwd, join(folder, entry.name)).split(sep).join('/')
      const rank = rankOf(path.normalize('NFC').toLowerCase(), wanted)
      if (rank !== undefined) found.push({ path, rank })
    }
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path)
}

function rankOf(path: string, query: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(query)) return 0
  if (name.includes(query)) return 1
  if (path.includes(query)) return 2
  let at = 0
  for (const letter of query) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return undefined
  }
  return 3
}
