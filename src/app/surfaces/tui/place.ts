import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'

/** The working folder as a person knows it, and the branch of git that is checked out there: `~/proj main`. */
export async function placeOf({ cwd, userHome }: { cwd: string; userHome: string }): Promise<string> {
  const shown = shownFolder(cwd, userHome)
  const branch = await branchOf(cwd)
  return branch === undefined ? shown : `${shown} ${branch}`
}

/** A folder as a person knows it: `~/proj`. */
export function shownFolder(folder: string, userHome: string): string {
  const below = relative(userHome, folder)
  return below === '' ? '~' : below.startsWith('..') || isAbsolute(below) ? folder : `~/${below}`
}

/**
 * The branch by `.git/HEAD` of this folder or one above it; without git, undefined. A file that cannot be read is no
 * branch.
 */
async function branchOf(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git')
  const found = await stat(git).catch(() => undefined)
  if (!found) return dirname(folder) === folder ? undefined : branchOf(dirname(folder))
  // In a worktree `.git` is a file that names the folder.
  const link = found.isFile() ? /^gitdir: (.*)$/m.exec(await readFile(git, 'utf8').catch(() => ''))?.[1] : undefined
  const head = await readFile(join(link === undefined ? git : resolve(folder, link), 'HEAD'), 'utf8').catch(() => '')
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]
}
