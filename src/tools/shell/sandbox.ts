import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin, keyPlaces } from '../guard.ts'
import { runProcess } from './process.ts'

/** What the sandbox knows of this machine. */
export interface SandboxPlaces {
  userHome: string
  /** The assistant's own folders: shut, wherever they are. */
  own: readonly string[]
  env: Record<string, string>
}

/** What one run may touch. */
export interface SandboxWish {
  cwd: string
  /** Writable besides the working folder. */
  writable?: readonly string[]
  /** Readable although they lie in the hidden home. */
  readable?: readonly string[]
}

/** A command and the arguments that run it inside. */
export type Wrap = (file: string, args: readonly string[], wish: SandboxWish) => Promise<[string, string[]]>

/**
 * bubblewrap, where it is installed and works here (some containers forbid it); undefined where not. No network, only the working
 * folder writable, home and run-time folders hidden, own process numbers: everything in it dies with its first process.
 */
export async function findSandbox(places: SandboxPlaces, signal: AbortSignal): Promise<Wrap | undefined> {
  const wrap: Wrap = async (file, args, wish) => ['bwrap', [...(await bindings(places, wish)), '--', file, ...args]]
  try {
    const [file, args] = await wrap('true', [], { cwd: '/' })
    const tried = await runProcess(file, args, { cwd: '/', env: places.env, signal, timeoutMs: 3_000 })
    return tried.code === 0 ? wrap : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

const isolation = ['--die-with-parent', '--new-session', '--unshare-all', '--cap-drop', 'ALL']
/** Sockets of other programs (a container daemon, a desktop) live in /run; keys in the homes. */
const hidden = ['/tmp', '/var/tmp', '/run', '/home', '/root', '/mnt', '/media']

async function bindings(
  { userHome, own, env }: SandboxPlaces,
  { cwd, writable = [], readable = [] }: SandboxWish,
): Promise<string[]> {
  const home = await realOr(userHome)
  const inHome = (env.PATH ?? '').split(':').filter((folder) => folder !== home && isWithin(folder, home))
  const [shut, read, write, repository, secrets] = await Promise.all([
    kept([...hidden, home].filter((place) => place !== cwd)),
    kept([...inHome, ...readable]),
    kept([cwd, ...writable].filter((place) => place !== '/')),
    kept(['.git/hooks', '.git/config'].map((name) => join(cwd, name))),
    kept([...own, ...keyPlaces.map((place) => join(home, place))]),
  ])
  const mounts = [
    ...shut.map(({ path }) => ({ path, how: ['--tmpfs', path] })),
    ...read.map(({ path }) => ({ path, how: ['--ro-bind', path, path] })),
    ...write.map(({ path }) => ({ path, how: ['--bind', path, path] })),
  ]
  // Outer places first: what is opened inside a hidden one stays open, what is hidden inside an open one stays hidden.
  mounts.sort((a, b) => a.path.length - b.path.length)
  const seen = secrets.filter(({ path }) => mounts.findLast((mount) => isWithin(path, mount.path))?.how[0] !== '--tmpfs')
  return [
    ...isolation,
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...mounts.flatMap(({ how }) => how),
    // Settings and hooks of a repository run code outside, on the person's next commit.
    ...repository.flatMap(({ path }) => ['--ro-bind', path, path]),
    ...seen.flatMap(({ path, folder }) => (folder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path])),
    ...['--chdir', cwd],
  ]
}

/** Those of the places that exist, by their real paths, each once. */
async function kept(places: readonly string[]): Promise<{ path: string; folder: boolean }[]> {
  const found = await Promise.all(
    [...new Set(places)].map(async (place) => {
      const path = await realpath(place).catch(() => undefined)
      return path === undefined ? [] : [{ path, folder: (await lstat(path)).isDirectory() }]
    }),
  )
  return [...new Map(found.flat().map((one) => [one.path, one])).values()]
}

const realOr = (path: string) => realpath(path).catch(() => path)

/** The folder of Python's own files, when it lies where the sandbox does not look; and the interpreter itself. */
export async function findPython(
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<{ file: string; readable: string[] } | undefined> {
  const ask = 'import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep="\\n")'
  for (const name of ['python3', 'python']) {
    try {
      const { code, out } = await runProcess(name, ['-I', '-c', ask], { cwd: '/', env, signal, timeoutMs: 5_000 })
      const [file, ...prefixes] = out.text(String).trim().split('\n')
      if (code === 0 && file)
        return { file, readable: [...prefixes, dirname(file)].filter((path) => path !== '/usr' && path !== '/') }
    } catch {
      signal.throwIfAborted()
    }
  }
  return undefined
}
