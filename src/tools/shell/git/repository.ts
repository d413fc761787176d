import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../../std/fs/is-within.ts'

/**
 * A git repository on disk, located without running git, which would read its configuration. All paths are real
 * paths.
 */
export interface Repository {
  /** The folder that holds `.git`. */
  top: string
  /** The git directory of this working tree: HEAD, index. */
  gitFolder: string
  /** The common git directory: objects, references, configuration. */
  commonFolder: string
}

/**
 * The repository that a folder belongs to; undefined where there is none, or where `.git` leads to what is not its
 * own.
 */
export async function findRepository(cwd: string): Promise<Repository | undefined> {
  for (let top = await realpath(cwd).catch(() => cwd); ; top = dirname(top)) {
    const stat = await lstat(join(top, '.git')).catch(() => undefined)
    if (stat?.isDirectory() && (await isGitFolder(join(top, '.git')))) return whole(top, join(top, '.git'))
    if (stat?.isFile()) return linked(top)
    if (stat?.isSymbolicLink() || dirname(top) === top) return undefined
  }
}

async function isGitFolder(path: string): Promise<boolean> {
  const found = await Promise.all(['HEAD', 'objects'].map((name) => lstat(join(path, name)).catch(() => undefined)))
  return found.every(Boolean)
}

/** Rejects a repository whose objects are elsewhere: that is used to escape, not in practice. */
async function whole(top: string, gitFolder: string): Promise<Repository | undefined> {
  const isElsewhere = await lstat(join(gitFolder, 'commondir')).catch(() => undefined)
  return isElsewhere ? undefined : { top, gitFolder, commonFolder: gitFolder }
}

/**
 * `.git` as a file names the folder: believed when that folder names the file, too (a working tree), or lies in a
 * repository above (a submodule).
 */
async function linked(top: string): Promise<Repository | undefined> {
  const named = /^gitdir: (.+)$/m.exec(await text(join(top, '.git')))?.[1]
  const gitFolder = named && (await realpath(resolve(top, named)).catch(() => undefined))
  if (!gitFolder) return undefined
  const back = (await text(join(gitFolder, 'gitdir'))).trim()
  if (back && (await realpath(resolve(gitFolder, back)).catch(() => '')) === join(top, '.git')) {
    const commonFolder = dirname(dirname(gitFolder))
    return basename(dirname(gitFolder)) === 'worktrees' ? { top, gitFolder, commonFolder } : undefined
  }
  const above = await findRepository(dirname(top))
  const isModule = above !== undefined && isWithin(gitFolder, join(above.commonFolder, 'modules'))
  return isModule ? { top, gitFolder, commonFolder: gitFolder } : undefined
}

const text = (path: string) => readFile(path, 'utf8').catch(() => '')
