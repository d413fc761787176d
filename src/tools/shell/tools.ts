import type { Tool } from '../../protocol/index.ts'
import type { ForeignFiles } from '../origin/foreign-files.ts'
import { bareEnv } from './environment.ts'
import { gitReader } from './git/git.ts'
import { gitCommit } from './git/git-commit.ts'
import { pythonRepl } from './python-repl.ts'
import type { NetworkAccess } from './sandbox/network-proxy.ts'
import { findPython, findSandbox } from './sandbox/sandbox.ts'
import { type ShellRuntime, shell } from './shell.ts'

export interface ShellOptions {
  env: Record<string, string | undefined>
  userHome: string
  /** The assistant's own folders, shut to whatever runs. */
  own: readonly string[]
  /** `process.platform` and `process.arch`: they decide which sandbox there is. */
  platform: string
  machine: string
  /** The Node that runs this program. */
  node: string
  /** Hosts that commands in the sandbox may reach; absent: none. */
  network?: NetworkAccess
  /** Folder for temporary files. */
  tempDir: string
  /** Records the files that commands write from untrusted text. */
  foreign?: ForeignFiles
  /** Refuse commands if there is no sandbox. */
  sandboxRequired?: boolean
  limitMs: number
  /** Aborts to end sessions that outlive a call. */
  closing: AbortSignal
}

/** The tools shell, Python, git and git commit, on one runtime. */
export function shellTools(options: ShellOptions): Tool[] {
  const runtime = createRuntime(options)
  return [shell(runtime), pythonRepl(runtime, options.closing), gitReader(runtime), gitCommit(runtime)]
}

function createRuntime({
  env: all,
  limitMs,
  tempDir,
  sandboxRequired = false,
  network,
  foreign,
  ...machine
}: ShellOptions): ShellRuntime {
  const env = bareEnv(all)
  const { platform, closing } = machine
  const start = async (request: NetworkAccess) => {
    const { startNetwork } = await import('./sandbox/network-proxy.ts')
    return startNetwork(request, { tempDir, tcp: platform === 'darwin', closing })
  }
  return {
    env,
    tempDir,
    limitMs,
    sandboxRequired,
    sandbox: onceFound((signal) => findSandbox({ ...machine, env }, signal)),
    python: onceFound((signal) => findPython(env, signal)),
    hosts: network?.hosts ?? [],
    ...(foreign ? { foreign } : {}),
    network: onceFound(async () => (network && network.hosts.length > 0 ? start(network) : undefined)),
  }
}

/** Detects the sandbox once. A cancelled detection is not cached. */
function onceFound<T>(look: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let found: Promise<T> | undefined
  return (signal) => {
    found ??= look(signal).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
}
