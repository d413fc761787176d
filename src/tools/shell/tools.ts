import type { Tool } from '../../protocol/index.ts'
import { bareEnv } from './environment.ts'
import { gitCommit } from './git-commit.ts'
import { pythonRepl } from './python-repl.ts'
import { findPython, findSandbox } from './sandbox.ts'
import { shell, type Workshop } from './shell.ts'

export interface ShellOptions {
  env: Record<string, string | undefined>
  userHome: string
  /** The assistant's own folders, shut to whatever runs. */
  own: readonly string[]
  limitMs: number
  /** Ends what still runs between calls. */
  closing: AbortSignal
}

/** Shell, Python and commits over one workshop. */
export function shellTools(options: ShellOptions): Tool[] {
  const workshop = createWorkshop(options)
  return [shell(workshop), pythonRepl(workshop, options.closing), gitCommit(workshop)]
}

function createWorkshop({ env: all, userHome, own, limitMs }: ShellOptions): Workshop {
  const env = bareEnv(all)
  return {
    env,
    limitMs,
    sandbox: onceFound((signal) => findSandbox({ userHome, own, env }, signal)),
    python: onceFound((signal) => findPython(env, signal)),
  }
}

/** Looks once. A search that was cancelled found nothing out. */
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
