import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fail, type ToolContext } from '../../protocol/index.ts'
import { codeOf, isMissing } from '../../std/fs/files.ts'
import { isWithin } from '../../std/fs/is-within.ts'
import { FolderOwners } from '../origin/folder-owners.ts'
import type { ForeignFiles } from '../origin/foreign-files.ts'
import { effectOfWriting, isAutorunPath } from './autorun-files.ts'

/** The folders of file tools. Roots and denied places are real paths: every link in them is followed already. */
export interface PathPolicy {
  /** Allowed folders. Empty: none. */
  roots: string[]
  /** Places inside them that stay shut: the assistant's own home, key folders. */
  denied: string[]
  /** The start of `~` and relative paths. */
  cwd: string
  userHome: string
  /** The real path of the home. */
  realHome: string
  /** Files that the assistant wrote from text of outside. */
  foreign?: ForeignFiles
  owners: FolderOwners
  editor?: EditorFiles
}

/** The files of an editor that is open over the folder, with what is not saved yet. Paths are real ones. */
export interface EditorFiles {
  /** The text as the editor has it; undefined where it cannot tell. */
  read(path: string): Promise<string | undefined>
  /** Shows a new text in the editor, which saves it. */
  write(path: string, text: string): Promise<void>
}

/** The reason why a path was refused. */
export type PathFault =
  | 'missing'
  | 'outside'
  | 'noRoots'
  | 'denied'
  | 'hidden'
  | 'special'
  | 'folder'
  | 'notFolder'
  | 'noFolder'
  | 'badName'
  | 'large'
  | 'binary'
  | 'system'
  | 'exists'

/** Input of a path policy. */
export interface PathPolicyOptions {
  /** The assistant's own home, never in reach of its own tools. */
  home: string
  /** Other folders of its own: settings, keys, logs. */
  own?: readonly string[]
  userHome: string
  /**
   * Allowed folders of a turn: its working directory and the settings' roots; for remote surfaces what the owner
   * granted.
   */
  roots(context: ToolContext): string[] | Promise<string[]>
  foreign?: ForeignFiles
  /** The owners of folders; absent: by evidence alone. */
  owners?: FolderOwners
  editor?: EditorFiles | undefined
}

/** Folders and files of a person's home that hold keys, tokens or passwords. */
export const keyPlaces: readonly string[] = [
  ...[
    '.ssh',
    '.gnupg',
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.config/gcloud',
    '.config/gh',
    '.config/op',
    '.config/sops',
    '.password-store',
  ],
  ...[
    '.local/share/keyrings',
    '.pki',
    '.mozilla',
    '.config/google-chrome',
    '.config/chromium',
    '.netrc',
    '.pgpass',
    '.git-credentials',
    '.npmrc',
    '.pypirc',
  ],
  ...[
    '.config/git/credentials',
    '.cargo/credentials.toml',
    '.terraform.d',
    '.vault-token',
    'Library/Keychains',
    'Library/Application Support/Google/Chrome',
  ],
]
/** Places of the system that are no documents; reading some of them blocks or leaks the environment. */
const systemPlaces = [
  '/proc',
  '/sys',
  '/dev',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/root/.ssh',
  '/run/secrets',
]

/** The policy of one turn. */
export async function pathPolicyFor(
  { home, own: ours = [], userHome, roots, foreign, owners, editor }: PathPolicyOptions,
  context: ToolContext,
): Promise<PathPolicy> {
  const own = await realOf(userHome)
  const spelled = [home, ...ours, ...keyPlaces.map((place) => join(own, place)), ...systemPlaces]
  const allowed = await roots(context)
  const [denied, real] = await Promise.all([Promise.all(spelled.map(realOf)), Promise.all(allowed.map(realOf))])
  // A key folder may be a link or not exist yet: deny both its path and its real path.
  return {
    roots: real,
    denied: [...new Set([...spelled, ...denied])],
    cwd: context.cwd ?? real[0] ?? sep,
    userHome,
    realHome: own,
    owners: owners ?? new FolderOwners({ userHome }),
    ...(foreign ? { foreign } : {}),
    ...(editor ? { editor } : {}),
  }
}

/** Throws what is wrong with a path, as `bad-input` with {fault, path}. */
export function refusePath(fault: PathFault, path: string, more: Record<string, string> = {}): never {
  return fail('bad-input', { detail: `${fault}: ${path}`, data: { fault, path, ...more } })
}

/**
 * The real path of something that exists, inside the policy: every symbolic link followed, the end of the road
 * checked. Throws `bad-input` with {fault, path}.
 */
export async function existingPath(path: string, policy: PathPolicy): Promise<string> {
  const wanted = await placeOf(path, policy)
  const real = await realpath(wanted).catch((error) => refuseMissing(error, path, wanted, policy))
  checkPath(real, path, policy)
  return real
}

/**
 * The real path that writing `path` would make or replace: the deepest folder that exists is followed, the rest
 * appended. A link that leads nowhere is refused.
 */
export async function writablePath(path: string, policy: PathPolicy): Promise<string> {
  const wanted = await placeOf(path, policy)
  const real = await deepestFolder(wanted, path)
  checkPath(real, path, policy)
  // Hooks and settings of a repository run code on the next commit: they are not documents.
  if (real.split(sep).some((part) => part.toLowerCase() === '.git')) refusePath('denied', path)
  // A question is asked by the name: a link must not make another one of it.
  const effect = effectOfWriting([inRoot(real, policy)])
  if (effect && effectOfWriting([path]) !== effect && !isAutorunPath(path)) refusePath('denied', path)
  return real
}

/** The part of a path below the innermost root that holds it. */
function inRoot(real: string, { roots }: PathPolicy): string {
  return roots.map((root) => relative(root, real)).sort((a, b) => a.length - b.length)[0] ?? real
}

/**
 * The place of a name that exists, inside the policy: its folder's links are followed, its own are not, so that what
 * is moved or removed is the link and never its end. The roots themselves, repositories' own folders and whatever
 * holds a denied place stay.
 */
export async function entryAt(path: string, policy: PathPolicy): Promise<{ real: string; stat: Stats }> {
  const wanted = await placeOf(path, policy)
  const folder = await realpath(dirname(wanted)).catch((error) => refuseMissing(error, path, wanted, policy))
  const real = join(folder, basename(wanted))
  checkPath(real, path, policy)
  const holds = [...policy.roots, ...policy.denied].some((place) => isWithin(place, real))
  if (holds || real.split(sep).some((part) => part.toLowerCase() === '.git')) refusePath('denied', path)
  return { real, stat: await lstat(real).catch((error) => refuseBySystem(error, path)) }
}

/**
 * Opens a regular file of the policy for reading. What was opened is compared with the path once more, so that a
 * folder which was swapped for a link meanwhile is noticed; devices, sockets and pipes are refused without waiting on
 * them.
 */
export async function openRegular(
  path: string,
  policy: PathPolicy,
): Promise<{ file: FileHandle; real: string; size: number; mode: number }> {
  const real = await existingPath(path, policy)
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) =>
    refuseBySystem(error, path),
  )
  try {
    const opened = await file.stat()
    if (opened.isDirectory()) refusePath('folder', path)
    if (!opened.isFile()) refusePath('special', path)
    await confirm(file, opened, path, policy)
    return { file, real, size: opened.size, mode: opened.mode & 0o777 }
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Return true if what was opened lies inside the policy: the system is asked where it is; without /proc the path, or
 * `by`, the one that it was opened with, must still lead to it.
 */
export async function confirm(
  file: FileHandle,
  opened: Stats,
  path: string,
  policy: PathPolicy,
  by = path,
): Promise<void> {
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined)
  if (place !== undefined) return checkPath(place, path, policy)
  const again = await lstat(await existingPath(by, policy)).catch((error) => refuseBySystem(error, path))
  if (again.ino !== opened.ino || again.dev !== opened.dev) refusePath('outside', path)
}

/** True for places that stay shut whatever the roots are, and for hidden ones of the home that no root names. */
export function isDenied(real: string, policy: PathPolicy): boolean {
  return isShut(real, policy) || isHiddenInHome(real, policy)
}

const isShut = (real: string, { denied }: PathPolicy) => denied.some((place) => isWithin(real, place))

/**
 * Return the entry of a home that a path lies in, if it is one where programs keep their settings, logins and keys:
 * nobody can list all of them.
 */
export function hiddenEntry(path: string, home: string): string | undefined {
  const [first = ''] = isWithin(path, home) ? relative(home, path).split(sep) : []
  return first.startsWith('.') || first === 'Library' || first === 'AppData' ? first : undefined
}

/** A root that leads into the entry opens it as far as it names it. */
function isHiddenInHome(real: string, { roots, realHome }: PathPolicy): boolean {
  return (
    hiddenEntry(real, realHome) !== undefined &&
    !roots.some((root) => isWithin(real, root) && hiddenEntry(root, realHome) !== undefined)
  )
}

/** PATH_MAX of Linux; macOS has 1,024 and says so itself. */
const maxPath = 4_096

/** The absolute path that was meant, without touching the disk. */
function spellPath(path: string, { cwd, userHome }: PathPolicy): string {
  if (path === '' || path.includes('\0') || path.length > maxPath || Buffer.byteLength(basename(path)) > 255)
    return refusePath('badName', JSON.stringify(path.slice(0, 80)))
  return resolve(cwd, path === '~' || path.startsWith('~/') ? join(userHome, path.slice(1)) : path)
}

/** The absolute path that was meant, as the disk spells it. */
async function placeOf(path: string, policy: PathPolicy): Promise<string> {
  const wanted = spellPath(path, policy)
  return policy.roots.length === 0 ? refusePath('noRoots', path) : onDisk(wanted)
}

/** Names that came from a Mac hold Hangul letter by letter (NFD); whoever types the syllables means the same name. */
async function onDisk(path: string): Promise<string> {
  const isPlain = /^[\x20-\x7e]*$/.test(path)
  if (isPlain || (await lstat(path).catch(() => undefined))) return path
  const [folder, name] = [await onDisk(dirname(path)), basename(path).normalize('NFC')]
  const names = await readdir(folder).catch((): string[] => [])
  return join(folder, names.find((one) => one.normalize('NFC') === name) ?? basename(path))
}

function checkPath(real: string, path: string, policy: PathPolicy): void {
  if (isDenied(real, policy)) refusePath(isShut(real, policy) ? 'denied' : 'hidden', path)
  if (!policy.roots.some((root) => isWithin(real, root))) refusePath('outside', path)
}

const realOf = (path: string) => realpath(path).catch(() => path)

/** A missing file inside the policy is missing; one outside is outside. */
async function refuseMissing(error: unknown, path: string, wanted: string, policy: PathPolicy): Promise<never> {
  if (!isMissing(error)) return refuseBySystem(error, path)
  const real = await deepestFolder(wanted, path)
  checkPath(real, path, policy)
  const near = await namesLike(real, policy)
  return refusePath('missing', path, near.length > 0 ? { near: near.join(', ') } : {})
}

/** Files beside a missing one whose names begin as its does: "readme" → README.md. */
async function namesLike(real: string, policy: PathPolicy): Promise<string[]> {
  const [folder, stem] = [
    dirname(real),
    basename(real)
      .replace(/\.[^.]*$/, '')
      .toLowerCase(),
  ]
  if (stem.length < 2 || isDenied(folder, policy)) return []
  const names = await readdir(folder).catch((): string[] => [])
  const isLike = (name: string) =>
    name.normalize('NFC').toLowerCase().startsWith(stem) && !isDenied(join(folder, name), policy)
  return names.filter(isLike).sort().slice(0, 3)
}

async function deepestFolder(wanted: string, path: string): Promise<string> {
  try {
    return await realpath(wanted)
  } catch (error) {
    if (!isMissing(error)) return refuseBySystem(error, path)
  }
  // Something is there, yet it has no real path: a link that leads nowhere.
  if (await lstat(wanted).catch(() => undefined)) return refusePath('special', path)
  const parent = dirname(wanted)
  return parent === wanted ? wanted : join(await deepestFolder(parent, path), basename(wanted))
}

/** An error of the system as a fault; anything else is thrown on. */
export function refuseBySystem(error: unknown, path: string): never {
  if (isMissing(error)) return refusePath('missing', path)
  const code = codeOf(error)
  if (code === 'ELOOP') return refusePath('outside', path)
  if (code === 'ENXIO') return refusePath('special', path)
  if (code === undefined) throw error
  return refusePath('system', path, { code })
}
