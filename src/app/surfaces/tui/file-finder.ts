import { sleep } from '../../../std/abort.ts'
import { walkFolder } from '../../../std/fs/walk-folder.ts'
import { type Finder, finder } from '../../../std/text/finder.ts'

/** Files that are found at most below one folder: a home folder must not fill the memory. */
const mostFiles = 50_000

/**
 * So long, in milliseconds, an answer waits for a folder that is still being read; then it is made of what was read.
 */
const patienceMs = 150

/**
 * Finds files below `cwd` by what was typed, best first, at most `limit`; what git ignores is left out. The folder is
 * read once for what is typed letter by letter, and again when somebody begins anew.
 */
export function createFileFinder(cwd: string): (query: string, limit: number) => Promise<string[]> {
  let paths: string[] = []
  let find: { over: readonly string[]; count: number; by: Finder<string> } | undefined
  let reading: Promise<void> | undefined
  let last: string | undefined

  async function readFolder(): Promise<void> {
    const next: string[] = []
    if (paths.length === 0) paths = next
    for await (const { name, dirent, ignored } of walkFolder(cwd, { order: 'breadth', unreadable: () => {} })) {
      if (next.length >= mostFiles) break
      if (dirent.isFile() && !ignored) next.push(name)
    }
    paths = next
  }

  return async (query, limit) => {
    const isNew = last === undefined || !query.startsWith(last)
    last = query
    if (isNew)
      reading ??= readFolder().finally(() => {
        reading = undefined
      })
    if (reading) await Promise.race([reading, sleep(patienceMs)])
    if (find?.over !== paths || find.count !== paths.length)
      find = {
        over: paths,
        count: paths.length,
        by: finder([...paths], (path) => [path.slice(path.lastIndexOf('/') + 1), path]),
      }
    return find.by(query, limit)
  }
}
