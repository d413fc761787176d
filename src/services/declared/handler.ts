import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AssistantError, type Json } from '../../protocol/index.ts'
import { markOf } from '../../std/fs/file-cache.ts'
import { isMissing } from '../../std/fs/files.ts'

/** The functions and the definition that the code of a service offers. */
export interface Handler {
  file: string
  /** Prefix of the names of its functions, for a definition in code: `default.`. */
  at: string
  exports: string[]
  hooks: string[]
  /** Declaration of its default export, where the code is a whole service; functions are given as their names. */
  definition?: Json
}

/** A handler may take this long where its service says nothing, in milliseconds. */
const handlerMs = 10_000
/**
 * Looking what a handler offers may take this long, in milliseconds: somebody waits for it who may want another
 * service.
 */
const inspectMs = 10_000
/** And this much memory, in megabytes. */
const heapMb = 128
/**
 * A longer answer is a mistake, in UTF-16 units of JSON: it would stand in the conversation and be read with it for
 * good.
 */
const mostAnswer = 1_000_000

/**
 * Runs in the Worker: imports the code, calls one function with JSON, gives JSON back. Plain JavaScript in a string,
 * so that it needs no file of its own beside a bundle. The types' package is not installed in a home: what it does at
 * run time stands here.
 */
const source = `
const { parentPort, workerData } = require('node:worker_threads')
const types = 'data:text/javascript,' + encodeURIComponent('export const defineService = (definition) => definition')
require('node:module').registerHooks({
  resolve: (name, context, next) => name === 'assistant-terminal/service' ? { url: types, shortCircuit: true } : next(name, context),
})
const pick = (module, path) => path.split('.').reduce((at, name) => at?.[name], module)
const functionsIn = (value) => Object.keys(value ?? {}).filter((name) => typeof value[name] === 'function')
const describe = (module) => {
  const whole = module.default
  if (typeof whole !== 'object' || whole === null) return { at: '', exports: functionsIn(module), hooks: Object.keys(module.hooks ?? {}) }
  const exports = functionsIn(whole)
  const { hooks = {}, ...definition } = JSON.parse(JSON.stringify(whole))
  for (const [name, step] of Object.entries(whole.steps ?? {}))
    for (const key of functionsIn(step)) {
      definition.steps[name][key] = 'steps.' + name + '.' + key
      exports.push('steps.' + name + '.' + key)
    }
  return { at: 'default.', exports, hooks: Object.keys(whole.hooks ?? {}), definition }
}
const loaded = import(workerData.url)
loaded.catch(() => {})
const answer = async ({ path, given }) => {
  const module = await loaded
  if (path === '') return describe(module)
  const found = pick(module, path)
  if (typeof found !== 'function') throw new Error('The module exports no function: ' + path)
  const text = JSON.stringify((await found(given)) ?? null) ?? 'null'
  if (text.length > ${mostAnswer}) throw new Error('The answer of ' + path + ' is longer than ${mostAnswer} characters')
  return JSON.parse(text)
}
parentPort.on('message', (call) => answer(call).then(
  (value) => parentPort.postMessage({ id: call.id, value }),
  (error) => parentPort.postMessage({ id: call.id, error: String(error?.stack ?? error) }),
))
`

/** A Worker that was not called for this long, in milliseconds, ends: what its file imports may have changed. */
const idleMs = 2_000

interface CodeWorker {
  worker: Worker
  /** Calls that wait for their answer, by number. */
  waiting: Map<number, { resolve(value: Json): void; reject(detail: string): void }>
  idle?: NodeJS.Timeout
}

/** Workers by the file that they have loaded, as it stood on disk then. */
const workers = new Map<string, CodeWorker>()
let calls = 0

/**
 * Calls a function of a code file in a Worker: whatever it does, it ends by its deadline, it sees no environment, and
 * what it prints goes nowhere. Calls that follow each other share the Worker; one that breaks or is late takes it
 * along. Throws `internal` with its own words when it fails.
 */
export async function callHandler(
  file: string,
  path: string,
  given: Json,
  timeoutMs = handlerMs,
  signal: AbortSignal = new AbortController().signal,
): Promise<Json> {
  signal.throwIfAborted()
  const key = `${file} ${markOf(file)}`
  const at = workers.get(key) ?? startWorker(file, key)
  clearTimeout(at.idle)
  at.worker.ref()
  const id = ++calls
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const stop = () => endWorker(key, at, `no answer within ${timeoutMs} ms`)
  late.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<Json>((resolve, reject) => {
      const fail = (detail: string) =>
        reject(new AssistantError({ code: 'internal', detail: `${path || file}: ${detail}` }))
      at.waiting.set(id, { resolve, reject: fail })
      at.worker.postMessage({ id, path, given })
    })
  } finally {
    late.removeEventListener('abort', stop)
    at.waiting.delete(id)
    if (at.waiting.size === 0) restWorker(key, at)
  }
}

/** Nothing waits for it: it keeps no program from ending, and ends itself soon. */
function restWorker(key: string, at: CodeWorker): void {
  at.worker.unref()
  at.idle = setTimeout(() => endWorker(key, at, 'ended'), idleMs)
  at.idle.unref()
}

function endWorker(key: string, at: CodeWorker, detail: string): void {
  if (workers.get(key) === at) workers.delete(key)
  for (const { reject } of at.waiting.values()) reject(detail)
  void at.worker.terminate()
}

function startWorker(file: string, key: string): CodeWorker {
  const worker = new Worker(source, {
    eval: true,
    workerData: { url: pathToFileURL(file).href },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const at: CodeWorker = { worker, waiting: new Map() }
  workers.set(key, at)
  worker.once('error', (error) => endWorker(key, at, String(error)))
  worker.once('exit', (code) => endWorker(key, at, `ended with ${code}`))
  worker.on('message', ({ id, value, error }: { id: number; value?: Json; error?: string }) => {
    const call = at.waiting.get(id)
    if (error === undefined) call?.resolve(value ?? null)
    else call?.reject(error)
  })
  worker.stdout.resume()
  worker.stderr.resume()
  return at
}

/**
 * Reads the exports of `service.ts` or `handler.ts` (or `.js`) in a folder; undefined where there is none. Throws the
 * mistake in it.
 */
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
