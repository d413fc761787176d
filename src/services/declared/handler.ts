import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AssistantError, type Json } from '../../protocol/index.ts'
import { isMissing } from '../../std/fs/files.ts'

/** What a service's handler file offers. */
export interface Handler {
  file: string
  /** What stands before the names of its functions, for a definition in code: `default.`. */
  at?: string
  exports: string[]
  hooks: string[]
}

/** A handler may take this long where its service says nothing, in milliseconds. */
const handlerMs = 10_000
/** Looking what a handler offers may take this long, in milliseconds: somebody waits for it who may want another service. */
const inspectMs = 3_000
/** And this much memory, in megabytes. */
const heapMb = 128

/**
 * Runs in the Worker: imports the handler, calls one function with JSON, gives JSON back. Plain JavaScript in a string, so that it needs
 * no file of its own beside a bundle.
 */
const source = `
const { parentPort, workerData } = require('node:worker_threads')
const pick = (module, path) => path.split('.').reduce((at, name) => at?.[name], module)
import(workerData.url).then(async (module) => {
  if (workerData.path === '') {
    const names = Object.keys(module).filter((name) => typeof module[name] === 'function')
    return { exports: names, hooks: Object.keys(module.hooks ?? {}) }
  }
  const found = pick(module, workerData.path)
  if (typeof found !== 'function') throw new Error('The module exports no function: ' + workerData.path)
  return JSON.parse(JSON.stringify((await found(workerData.given)) ?? null))
}).then((value) => parentPort.postMessage({ value }), (error) => parentPort.postMessage({ error: String(error?.stack ?? error) }))
`

/**
 * Calls a function of a handler file in a Worker of its own: whatever it does, it ends by its deadline, it sees no environment, and what
 * it prints goes nowhere. Throws `internal` with its own words when it fails.
 */
export async function callHandler(
  file: string,
  path: string,
  given: Json,
  timeoutMs = handlerMs,
  signal: AbortSignal = new AbortController().signal,
): Promise<Json> {
  signal.throwIfAborted()
  const workerData = { url: pathToFileURL(file).href, path, given }
  const worker = new Worker(source, {
    eval: true,
    workerData,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    return await answerOf(worker, late, path || file, timeoutMs)
  } finally {
    await worker.terminate()
  }
}

function answerOf(worker: Worker, late: AbortSignal, what: string, timeoutMs: number): Promise<Json> {
  return new Promise((resolve, reject) => {
    const broke = (detail: string) => reject(new AssistantError({ code: 'internal', detail: `${what}: ${detail}` }))
    late.addEventListener('abort', () => broke(`no answer within ${timeoutMs} ms`), { once: true })
    worker.once('error', (error) => broke(String(error)))
    worker.once('exit', (code) => broke(`ended with ${code}`))
    worker.once('message', ({ value, error }: { value?: Json; error?: string }) =>
      error ? broke(error) : resolve(value ?? null),
    )
    worker.stdout.resume()
    worker.stderr.resume()
  })
}

/** What `handler.ts` (or `.js`) in a folder offers; undefined where there is none. Throws what is wrong with it. */
export async function inspectHandler(path: string, file: string): Promise<Handler | undefined> {
  try {
    await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const found = (await callHandler(path, '', null, inspectMs)) as unknown as Omit<Handler, 'file'>
  return { file, ...found }
}
