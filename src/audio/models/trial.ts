import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromEngine, ModelFiles, ToEngine } from '../engine-messages.ts'
import type { EngineOptions } from '../engine-supervisor.ts'

/** A large model on a slow disk takes a while, in milliseconds; more than this is a hang. */
const trialMs = 120_000

/** Loads and uses a model once in a process of its own, which may die of it. What is wrong, or undefined when it works. */
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
