import { walkFolder } from '../../../std/fs/walk-folder.ts'
import { indexOfTyped } from '../../../std/korean/spelling/initials.ts'

/** Entries looked at for one completion: a home folder must not freeze the editor. */
const mostEntries = 5_000

/** Files below `cwd` whose path holds the letters of `query` in order, best first: names that begin so, then that hold it, then the rest. What git ignores is left out. */
export async function findFiles(cwd: string, query: string, limit: number): Promise<string[]> {
  const wanted = query.normalize('NFC').toLowerCase()
  const found: { path: string; rank: number }[] = []
  let left = mostEntries
  for await (const { name, dirent, ignored } of walkFolder(cwd, { order: 'breadth', unreadable: () => {} })) {
    if (left-- <= 0) break
    if (!dirent.isFile() || ignored) continue
    const rank = rankOf(name.normalize('NFC').toLowerCase(), wanted)
    if (rank !== undefined) found.push({ path: name, rank })
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path)
}

function rankOf(path: string, query: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(query)) return 0
  if (indexOfTyped(name, query) >= 0) return 1
  if (indexOfTyped(path, query) >= 0) return 2
  let at = 0
  for (const letter of query) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return undefined
  }
  return 3
}
