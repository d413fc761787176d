import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { runProcess } from '../process.ts'
import { autorunIn, quarantineAutorun, removePlaceholder } from './autorun-check.ts'
import { bubblewrapArgs, limitScript, sandboxLimits } from './bubblewrap.ts'
import { withNetwork } from './network-bridge.ts'
import { limitProcesses } from './process-limit.ts'
import { planSandbox, type SandboxPlaces, type SandboxPlan, type SandboxRequest } from './sandbox-plan.ts'
import { seatbeltProfile } from './seatbelt.ts'
import { seccompFilter } from './seccomp.ts'

export type { SandboxPlaces, SandboxRequest } from './sandbox-plan.ts'

/** A command that is ready to run in the sandbox. */
export interface Launch {
  file: string
  args: string[]
  /** Contents of descriptors 3, 4 …, which are closed before the command begins. */
  inputs: Buffer[]
  /** Scans the working folder again. Called before every call of a long-running command. */
  refresh(): Promise<void>
  /**
   * After a call: renames files that other programs would run, and returns the new names. `over`: the command has
   * ended.
   */
  inspect(over: boolean): Promise<string[]>
}

/** Prepares a command to run in the sandbox. */
export type Wrap = (file: string, args: readonly string[], request: SandboxRequest) => Promise<Launch>

/**
 * The sandbox of this machine, where there is one that works here (some containers forbid it); undefined where not.
 * Linux: bubblewrap; macOS: sandbox-exec. Both are made from one table (sandbox-plan.ts).
 */
export async function findSandbox(places: SandboxPlaces, signal: AbortSignal): Promise<Wrap | undefined> {
  const wrap = places.platform === 'darwin' ? seatbelt(places) : await bubblewrap(places, signal)
  if (!wrap) return undefined
  try {
    const { file, args, inputs } = await wrap('true', [], { cwd: '/' })
    const tried = await runProcess(file, args, { cwd: '/', env: places.env, signal, timeoutMs: 3_000, inputs })
    return tried.code === 0 ? wrap : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

async function bubblewrap(places: SandboxPlaces, signal: AbortSignal): Promise<Wrap | undefined> {
  const help = await runProcess('bwrap', ['--help'], { cwd: '/', env: places.env, signal, timeoutMs: 3_000 }).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  if (!help) return undefined
  const options = help.out.text(String) + help.err.text(String)
  const filter = seccompFilter(places.machine)
  return async (file, args, request) => {
    const { command, plan } = await prepared(places, [file, ...args], request)
    const mounts = bubblewrapArgs(plan, existsSync, (option) => options.includes(option))
    const filters = filter ? ['--seccomp', '4'] : []
    const wrapped = ['bwrap', '--args', '3', ...filters, '--', 'sh', '-c', limitScript, 'sh', ...command] as const
    const limit = await limitProcesses(sandboxLimits.members)
    const [first, ...words] = limit?.enter(wrapped) ?? wrapped
    const inspected = inspection(plan)
    return {
      file: first,
      args: words,
      inputs: [Buffer.from(mounts.map((part) => `${part}\0`).join('')), ...(filter ? [filter] : [])],
      ...inspected,
      async inspect(over) {
        if (over) await limit?.leave()
        return inspected.inspect(over)
      },
    }
  }
}

function seatbelt(places: SandboxPlaces): Wrap {
  return async (file, args, request) => {
    const { command, plan } = await prepared(places, [file, ...args], request)
    const profile = seatbeltProfile(plan, request.network)
    const inside = ['sh', '-c', limitScript, 'sh', ...command]
    return { file: '/usr/bin/sandbox-exec', args: ['-p', profile, ...inside], inputs: [], ...inspection(plan) }
  }
}

/** The table for a run, and its command with the way to the proxy where it has one. */
async function prepared(places: SandboxPlaces, command: [string, ...string[]], request: SandboxRequest) {
  if (!request.network) return { command, plan: await planSandbox(places, request) }
  const wired = withNetwork(request.network, places.node, command)
  const readable = [...(request.readable ?? []), ...wired.readable]
  return { command: wired.command, plan: await planSandbox(places, { ...request, readable }) }
}

function inspection({ places, cwd, writes }: SandboxPlan): Pick<Launch, 'refresh' | 'inspect'> {
  let before = writes ? autorunIn(cwd) : undefined
  const placeholders = places.filter(({ access }) => access === 'empty').map(({ path }) => path)
  return {
    async refresh() {
      before &&= autorunIn(cwd)
      await before
    },
    async inspect(over) {
      const moved = before ? await quarantineAutorun(cwd, await before) : []
      if (over) for (const path of placeholders) await removePlaceholder(path)
      return moved
    },
  }
}

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
