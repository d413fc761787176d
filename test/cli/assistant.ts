import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

/** How a run of the real program ended, and what it wrote. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

/** A home of its own for the test that asks, removed after it. */
export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'assistant-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

/** The variables of a program that knows nothing of the machine it runs on: no keys, no local model, Korean. */
export function bareEnv(home: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'assistant-test-compiled')
  return {
    PATH: process.env.PATH,
    HOME: home,
    ASSISTANT_HOME: home,
    NODE_COMPILE_CACHE: compiled,
    OLLAMA_HOST: '127.0.0.1:9',
    TZ: 'Asia/Seoul',
    ...more,
  }
}

/** Starts `bin/assistant.js`. Standard input is empty unless `stdin` says otherwise. */
export function start(
  args: string[],
  env: NodeJS.ProcessEnv,
  stdin: 'ignore' | 'pipe' | number | Readable = 'ignore',
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, [resolve('bin/assistant.js'), ...args], {
    env,
    cwd,
    stdio: [stdin, 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Waits for the end of a started program. */
export async function end(child: ReturnType<typeof start>): Promise<Ended> {
  let [out, err] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
  const [code, signal] = await once(child, 'close')
  return { code, signal, out, err }
}

/** Runs it to its end, with `input` as its standard input. */
export function run(args: string[], env: NodeJS.ProcessEnv, input?: string | Buffer): Promise<Ended> {
  const child = start(args, env, input === undefined ? 'ignore' : 'pipe')
  child.stdin?.on('error', () => {}).end(input)
  return end(child)
}

/** Lines of `stream-json`. */
// biome-ignore lint/suspicious/noExplicitAny: events of every shape
export const events = (out: string): any[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
