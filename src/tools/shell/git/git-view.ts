import {
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../../std/fs/files.ts'
import { runProcess } from '../process.ts'
import type { Repository } from './repository.ts'

/**
 * A repository as git sees it through a folder of our own: its objects and references are the real ones, its index is
 * a copy, its configuration is ours. So nothing that the repository's configuration names is run: no monitor, hook,
 * filter, pager, external diff, no fetch of missing objects (https://git-scm.com/docs/git#_security).
 */
export interface GitView {
  folder: string
  env: Record<string, string>
}

/** Repository settings that concern the format of files and of the repository only. */
const harmless =
  /^(?:core\.(?:filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol)|extensions\.(?:objectformat|refstorage))$/
/** Files of an unfinished merge or pick, which the next commit ends. */
const unfinished = ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

/** Environment variables for every run of git. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
}
const noConfig = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
}

/**
 * Makes a view. `trusted`: after a yes, with the repository's own configuration and hooks. Whoever makes one removes
 * its folder.
 */
export async function makeView(
  repository: Repository,
  {
    tempDir,
    env,
    signal,
    trusted,
  }: { tempDir: string; env: Record<string, string>; signal: AbortSignal; trusted: boolean },
): Promise<GitView> {
  const { top, gitFolder, commonFolder } = repository
  const folder = await mkdtemp(join(tempDir, 'assistant-git-'))
  const config = trusted ? included(join(commonFolder, 'config')) : await plainConfig(commonFolder, env, signal)
  await writeFile(join(folder, 'config'), config)
  await mkdir(join(folder, 'info'))
  const shared = ['refs', 'packed-refs', 'reftable', 'logs', ...(trusted ? ['hooks'] : [])]
  const own = ['HEAD', 'index', ...unfinished, ...(await splitIndexes(gitFolder))]
  await Promise.all([
    ...shared.map((name) => link(join(commonFolder, name), join(folder, name))),
    ...own.map((name) => copy(join(gitFolder, name), join(folder, name))),
    ...['shallow', 'info/exclude', 'info/sparse-checkout'].map((name) =>
      copy(join(commonFolder, name), join(folder, name)),
    ),
  ])
  return {
    folder,
    env: {
      ...quiet,
      ...(trusted ? {} : noConfig),
      GIT_DIR: folder,
      GIT_WORK_TREE: top,
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_OBJECT_DIRECTORY: join(commonFolder, 'objects'),
    },
  }
}

/** Writes a commit's changes back from the view: the index under git's own lock, a detached HEAD, a finished merge. */
export async function writeBack({ folder }: GitView, { gitFolder }: Repository, lock: string): Promise<void> {
  await copyFile(join(folder, 'index'), lock)
  await rename(lock, join(gitFolder, 'index'))
  const [before, after] = await Promise.all([gitFolder, folder].map((place) => readFile(join(place, 'HEAD'), 'utf8')))
  if (after !== before && after !== undefined) await writeFile(join(gitFolder, 'HEAD'), after)
  for (const name of unfinished) {
    const isLeft = await lstat(join(folder, name)).catch(() => undefined)
    if (!isLeft) await unlink(join(gitFolder, name)).catch(() => {})
  }
}

/** Takes git's lock on the index; undefined if another process holds it. */
export async function lockIndex({ gitFolder }: Repository): Promise<string | undefined> {
  const lock = join(gitFolder, 'index.lock')
  try {
    await (await open(lock, 'wx')).close()
    return lock
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/** Removes a view; the repository stays. */
export const removeView = ({ folder }: GitView) => rm(folder, { recursive: true, force: true })

function included(path: string): string {
  const spelled = path.replace(/[\\"]/g, '\\$&')
  return `[include]\n\tpath = "${spelled}"\n[core]\n\tbare = false\n\tfsmonitor = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n`
}

async function plainConfig(commonFolder: string, env: Record<string, string>, signal: AbortSignal): Promise<string> {
  const args = ['config', '--file', join(commonFolder, 'config'), '--no-includes', '--null', '--list']
  const { out } = await runProcess('git', args, {
    cwd: '/',
    env: { ...env, ...quiet, ...noConfig },
    signal,
    timeoutMs: 5_000,
  })
  const kept = out
    .text(String)
    .split('\0')
    .map((entry) => entry.split('\n'))
    .filter(([key = '', value = '']) => harmless.test(key) && /^\w+$/.test(value))
  const lines = kept.map(
    ([key = '', value = '']) =>
      `[${key.slice(0, key.indexOf('.'))}]\n\t${key.slice(key.indexOf('.') + 1)} = ${value}\n`,
  )
  const version = kept.some(([key = '']) => key.startsWith('extensions.')) ? 1 : 0
  return `[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n${lines.join('')}`
}

async function splitIndexes(gitFolder: string): Promise<string[]> {
  return (await readdir(gitFolder)).filter((name) => name.startsWith('sharedindex.'))
}

/** A link to what is really there: one that is a link itself is not followed. */
async function link(from: string, to: string): Promise<void> {
  const stat = await lstat(from).catch(() => undefined)
  if (stat && !stat.isSymbolicLink()) await symlink(from, to)
}

async function copy(from: string, to: string): Promise<void> {
  const stat = await lstat(from).catch(() => undefined)
  if (stat?.isFile()) await copyFile(from, to)
}
