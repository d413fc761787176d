import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isWithin } from '../../../std/fs/is-within.ts'
import { hiddenEntry, keyPlaces } from '../../files/path-policy.ts'
import { findRepository } from '../git/repository.ts'
import { autorunIn } from './autorun-check.ts'
import type { SandboxNetwork } from './network-proxy.ts'

/** The machine that the sandbox is built for. */
export interface SandboxPlaces {
  userHome: string
  /** The assistant's own folders: hidden, wherever they are. */
  own: readonly string[]
  env: Record<string, string>
  /** `process.platform` and `process.arch`. */
  platform: string
  machine: string
  /** The Node that runs this program: it makes the way to the proxy. */
  node: string
}

/** Access of one run. */
export interface SandboxRequest {
  cwd: string
  /** The working folder is read-only. */
  readOnly?: boolean
  /** Paths that are writable in addition to the table below. */
  writable?: readonly string[]
  /** Paths inside the hidden home that are readable. */
  readable?: readonly string[]
  /** The proxy to allowed hosts; absent: no network. */
  network?: SandboxNetwork | undefined
}

/**
 * One row of the table that every kind of sandbox is made from. `write`, `read`: the real thing; `scratch`: an empty
 * folder of its own, gone afterwards; `hidden`: nothing can be seen there; `link`: a symbolic link to `target`;
 * `empty`: an empty folder that nothing can be put into, also where there is nothing on the disk.
 */
export interface SandboxPlace {
  path: string
  access: 'write' | 'read' | 'scratch' | 'hidden' | 'link' | 'empty'
  folder: boolean
  target?: string
}

/**
 * Everything that a command sees of this machine, outer paths before inner ones. Anything else does not exist for it.
 */
export interface SandboxPlan {
  places: SandboxPlace[]
  cwd: string
  /** True if the working folder itself may be written. */
  writes: boolean
}

/** Folders of a system's programs and libraries; links (merged /usr) stay links. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store']

/**
 * Of /etc only what programs need to run: no passwords, no keys of this machine, no settings that hold addresses or
 * tokens.
 */
const etc = [
  ...[
    'passwd',
    'group',
    'nsswitch.conf',
    'hosts',
    'host.conf',
    'protocols',
    'services',
    'shells',
    'localtime',
    'timezone',
    'adjtime',
  ],
  ...[
    'locale.conf',
    'locale.alias',
    'locale.gen',
    'default/locale',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'ld.so.preload',
  ],
  ...[
    'ssl/certs',
    'ssl/openssl.cnf',
    'ca-certificates',
    'ca-certificates.conf',
    'pki/tls/certs',
    'pki/ca-trust',
    'alternatives',
  ],
  ...[
    'terminfo',
    'inputrc',
    'mime.types',
    'magic',
    'fonts',
    'os-release',
    'lsb-release',
    'debian_version',
    'redhat-release',
  ],
  ...[
    'java',
    'java-11-openjdk',
    'java-17-openjdk',
    'java-21-openjdk',
    'python3',
    'python3.11',
    'perl',
    'R',
    'papersize',
    'profile.d',
  ],
].map((name) => `/etc/${name}`)

/**
 * Shared by all programs of a machine: what lies in them is a stranger's, and sockets of other programs are among it.
 */
const sharedFolders = [
  '/tmp',
  '/var/tmp',
  '/dev/shm',
  '/run',
  '/var/run',
  '/home',
  '/root',
  '/mnt',
  '/media',
  '/srv',
  '/opt',
]
/** Working folders below these are read-only: system folders, which only an administrator changes. */
const systemRoots = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc',
  '/boot',
  '/sys',
  '/proc',
  '/dev',
  '/run',
  '/nix',
  '/gnu',
]
/** System files that are always hidden, even if the working folder contains them. */
const systemSecrets = ['shadow', 'shadow-', 'gshadow', 'gshadow-', 'sudoers', 'sudoers.d', 'ssh', 'ssl/private'].map(
  (name) => `/etc/${name}`,
)
/**
 * Parts of a home that tools installed for one person need: the folder `bin` of a tool is of little use without its
 * `lib`.
 */
const sharedBins = ['.local', '.config', '.npm-global']

/**
 * Makes the table for one run. Everything is looked at as it is on the disk now; links are followed here, never by a
 * mount.
 */
export async function planSandbox(machine: SandboxPlaces, request: SandboxRequest): Promise<SandboxPlan> {
  const home = await realOr(machine.userHome)
  const cwd = await realOr(request.cwd)
  const writes = !request.readOnly && (await isWritable(cwd, home, machine.env))
  const scratch = ['/tmp', '/var/tmp', '/run', home].filter((path) => path !== '/')
  const rows = await Promise.all([
    systemPlaces(),
    Promise.resolve(scratch.map((path): SandboxPlace => ({ path, access: 'scratch', folder: true }))),
    reading([...(await toolFolders(machine.env, home, cwd)), ...(request.readable ?? [])]),
    workingFolder(cwd, home, request.readOnly ? 'looks' : writes ? 'writes' : 'copies'),
    openFolders(request.writable ?? [], cwd),
  ])
  const open = layered(rows.flat())
  const secrets = await hiddenPlaces(
    [...machine.own, ...keyPlaces.map((place) => join(home, place)), ...systemSecrets],
    open,
  )
  return { places: [...open, ...secrets], cwd, writes }
}

/**
 * A folder that holds the home, belongs to the system or to other programs, or that shells run programs from, stays
 * as it is.
 */
async function isWritable(cwd: string, home: string, env: Record<string, string>): Promise<boolean> {
  if (isWithin(home, cwd) || sharedFolders.includes(cwd) || systemRoots.some((root) => isWithin(cwd, root)))
    return false
  // Settings of a person's programs are their own, not a project.
  if (hiddenEntry(cwd, home) !== undefined) return false
  const paths = await Promise.all((env.PATH ?? '').split(':').filter(Boolean).map(realOr))
  if (paths.includes(cwd)) return false
  // A link in the place of a repository could be exchanged for anything: nothing can be mounted over it.
  return !(await isLink(join(cwd, '.git')))
}

async function systemPlaces(): Promise<SandboxPlace[]> {
  const rows = await Promise.all([...systemFolders, ...etc].map((path) => placeAsIs(path)))
  return rows.flat()
}

/** One place of the system for reading, its links kept as links; nothing where there is none. */
export async function placeAsIs(path: string): Promise<SandboxPlace[]> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat) return []
  if (!stat.isSymbolicLink()) return [{ path, access: 'read', folder: stat.isDirectory() }]
  const target = await readlink(path)
  const real = await realpath(path).catch(() => undefined)
  const end = real === undefined || real.startsWith('/usr/') ? [] : await reading([real])
  return [{ path, access: 'link', folder: false, target }, ...end]
}

async function reading(paths: readonly string[]): Promise<SandboxPlace[]> {
  const found = await Promise.all(
    [...new Set(paths)].map(async (path): Promise<SandboxPlace[]> => {
      const real = await realpath(path).catch(() => undefined)
      const stat = real === undefined ? undefined : await lstat(real).catch(() => undefined)
      return real === undefined || !stat || real === '/'
        ? []
        : [{ path: real, access: 'read', folder: stat.isDirectory() }]
    }),
  )
  return found.flat()
}

/** Folders with the programs of PATH that do not lie where the system has its own, and what belongs to them. */
async function toolFolders(env: Record<string, string>, home: string, cwd: string): Promise<string[]> {
  const paths = (env.PATH ?? '').split(':').filter((path) => path.startsWith('/'))
  const real = await Promise.all([...new Set(paths)].map(realOr))
  const foreign = real.filter(
    (path) => !isWithin(path, '/usr') && !['/bin', '/sbin'].includes(path) && !isWithin(home, path),
  )
  const named = ['VIRTUAL_ENV', 'JAVA_HOME', 'GOROOT', 'GOPATH', 'CARGO_HOME', 'RUSTUP_HOME', 'NVM_DIR', 'PYENV_ROOT']
  const roots = foreign.map((path) => (isToolBin(path, home) && !isWithin(path, cwd) ? dirname(path) : path))
  const local = foreign.includes(join(home, '.local/bin'))
    ? ['lib', 'share/uv', 'share/pipx', 'share/mise', 'share/pnpm']
    : []
  const rust = foreign.includes(join(home, '.cargo/bin')) ? [join(home, '.rustup')] : []
  const more = named.flatMap((name) => (env[name]?.startsWith('/') && !isWithin(home, env[name]) ? [env[name]] : []))
  return [...roots, ...more, ...local.map((name) => join(home, '.local', name)), ...rust]
}

/** Return true if the folder above holds one tool only, so that all of it may be read. */
function isToolBin(path: string, home: string): boolean {
  const above = dirname(path)
  const isShared =
    isWithin(home, above) ||
    ['/', ...sharedFolders].includes(above) ||
    sharedBins.some((name) => above === join(home, name))
  return ['bin', 'sbin', 'shims', '.bin'].includes(basename(path)) && !isShared
}

/**
 * The working folder with what in it other programs run by themselves, read-only; the project that it is a part of,
 * for reading.
 */
async function workingFolder(cwd: string, home: string, how: 'looks' | 'writes' | 'copies'): Promise<SandboxPlace[]> {
  if (cwd === '/' || (isWithin(home, cwd) && cwd !== home)) return []
  // Of a home only what is no setting or login of another program is seen.
  if (how === 'copies') return copied(cwd, (path) => cwd === home && hiddenEntry(path, home) !== undefined)
  const repository = await findRepository(cwd)
  const around = repository && isProject(repository.top, cwd, home) ? await reading([repository.top]) : []
  const gitFolders = repository ? await reading([repository.gitFolder, repository.commonFolder]) : []
  if (how === 'looks') return [...around, ...gitFolders, { path: cwd, access: 'read', folder: true }]
  const hasGit = (await lstat(join(cwd, '.git')).catch(() => undefined)) !== undefined
  const { found, sockets } = await autorunIn(cwd)
  return [
    ...around,
    ...gitFolders,
    { path: cwd, access: 'write', folder: true },
    ...found.map(({ path, folder }): SandboxPlace => ({ path, access: 'read', folder })),
    ...(await packages(cwd)),
    ...sockets.map((path): SandboxPlace => ({ path, access: 'hidden', folder: false })),
    ...(hasGit ? [] : [{ path: join(cwd, '.git'), access: 'empty' as const, folder: true }]),
  ]
}

/** Entries of a folder of dependencies that are shown one by one; where there are more, the whole is for reading. */
const mostDependencies = 3_000

/**
 * The packages are for reading, one by one; beside them there is room for what tools keep among them for a while
 * (.cache, .vite …), gone afterwards.
 */
async function packages(cwd: string): Promise<SandboxPlace[]> {
  const folder = join(cwd, 'node_modules')
  const stat = await lstat(folder).catch(() => undefined)
  const entries = stat?.isDirectory() ? await readdir(folder, { withFileTypes: true }) : []
  if (entries.length === 0 || entries.length > mostDependencies) return []
  const kept = entries.filter(({ name }) => !name.startsWith('.') || ['.bin', '.pnpm', '.store'].includes(name))
  const rows = await Promise.all(kept.map((entry) => entryPlaces(join(folder, entry.name), entry, false)))
  return [{ path: folder, access: 'scratch', folder: true }, ...rows.flat()]
}

/** A repository above the working folder is shown, unless it is the home or holds it. */
function isProject(top: string, cwd: string, home: string): boolean {
  return top !== cwd && !isWithin(home, top) && !sharedFolders.includes(top) && top !== '/'
}

/** Entries of a folder that is only looked at; more are left out. */
const mostEntries = 500

/**
 * An overlay of one level: an empty folder of the same name with the entries of the real one in it, for reading; no
 * sockets, no keys.
 */
async function copied(folder: string, isHidden: (path: string) => boolean): Promise<SandboxPlace[]> {
  const all = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const entries = all.filter(({ name }) => !isHidden(join(folder, name)))
  const rows = await Promise.all(
    entries.slice(0, mostEntries).map((entry) => entryPlaces(join(folder, entry.name), entry)),
  )
  return [{ path: folder, access: 'scratch', folder: true }, ...rows.flat()]
}

async function entryPlaces(path: string, entry: Dirent, looks = true): Promise<SandboxPlace[]> {
  if (entry.isSymbolicLink()) {
    const target = await readlink(path).catch(() => undefined)
    return target === undefined ? [] : [{ path, access: 'link', folder: false, target }]
  }
  if (!entry.isDirectory() && !entry.isFile()) return []
  const { sockets } = looks && entry.isDirectory() ? await autorunIn(path) : { sockets: [] }
  return [
    { path, access: 'read', folder: entry.isDirectory() },
    ...sockets.map((socket): SandboxPlace => ({ path: socket, access: 'hidden', folder: false })),
  ]
}

/** Folders that this run has to write beside or inside the others, given as real paths. */
async function openFolders(paths: readonly string[], cwd: string): Promise<SandboxPlace[]> {
  const rows = await reading(paths.filter((path) => path !== cwd))
  return rows.map((row) => ({ ...row, access: 'write' }))
}

/**
 * Outer places first: what is opened inside a hidden one stays open, what is shut inside an open one stays shut. The
 * last word counts.
 */
function layered(rows: readonly SandboxPlace[]): SandboxPlace[] {
  const once = new Map(rows.map((row) => [row.path, row]))
  return [...once.values()].sort((a, b) => a.path.split('/').length - b.path.split('/').length)
}

/** The hidden paths that would otherwise be visible. */
async function hiddenPlaces(paths: readonly string[], open: readonly SandboxPlace[]): Promise<SandboxPlace[]> {
  const found = await reading(paths)
  const seen = ({ path }: SandboxPlace) => {
    const around = open.findLast((place) => isWithin(path, place.path))
    return around !== undefined && (around.access === 'read' || around.access === 'write')
  }
  return found.filter(seen).map((row) => ({ ...row, access: 'hidden' }))
}

const realOr = (path: string) => realpath(path).catch(() => path)
const isLink = async (path: string) =>
  (await lstat(path).catch((): Stats | undefined => undefined))?.isSymbolicLink() ?? false
