import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromEngine, ModelFiles, ToEngine } from '../engine-messages.ts'
import type { EngineOptions } from '../engine-supervisor.ts'

/** Time limit for loading and using a model once, in milliseconds. */
const trialMs = 120_000

/**
 * Loads a model in a child process and uses it once: a bad model crashes that process, not this one. Returns the
 * error, or undefined.
 */
export function tryModel(
  { program, node, env }: Omit<EngineOptions, 'now'>,
  model: ModelFiles,
  ms = trialMs,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stdio: ('pipe' | 'ignore' | 'ipc')[] = ['pipe', 'ignore', 'pipe', 'ipc']
    const child = fork(fileURLToPath(program), [], {
      execPath: node,
      env: env as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio,
    })
    let said = ''
    const settle = (wrong: string | undefined) => {
      clearTimeout(timer)
      resolve(wrong)
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => settle('timeout'), ms)
    child.stderr?.on('data', (text) => {
      said = (said + text).slice(-2_000)
    })
    child.on('error', (error) => settle(error.message))
    child.on('message', (message: FromEngine) => message.type === 'ready' && settle(undefined))
    child.on('close', (code, signal) => settle(lastLine(said) ?? `exit ${code ?? signal}`))
    child.send({ do: 'try', model } satisfies ToEngine, () => {})
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.slice(0, 200) || undefined
