import { createServer, type Socket } from 'node:net'
import { loadAddon } from './addon.ts'
import { GgufError, type GgufFacts, readGguf } from './gguf.ts'
import { LlamaModel, type LocalRequest } from './llama-model.ts'
import { PrefixStore } from './prefix-store.ts'
import type { FromLocalEngine, LocalFault, LocalModelFile, ToLocalEngine } from './protocol.ts'

export interface EngineServerOptions {
  /** Path of the socket; a stale file is in nobody's way any more. */
  socket: string
  /** Folder of the engine's libraries. */
  libraries: string
  /** Without a request for so long the process ends, in milliseconds. */
  idleMs: number
  /** Bytes of memory that are free for this process, whatever limits it. */
  freeMemory(): number
  /** Processors that may be used. */
  cores: number
  end(): void
}

/** Largest line of a client, in bytes. */
const lineBytes = 4 << 20
/** Bytes the engine wants beside weights and attention state. */
const besideBytes = 300e6

/**
 * Serve the models of this machine to all programs of a person: one request after the other, in the order they came.
 */
export function serveLocalEngine(options: EngineServerOptions): void {
  const engine = new EngineQueue(options)
  const server = createServer((socket) => serveClient(socket, engine, options.end))
  server.on('error', options.end)
  server.listen(options.socket)
}

function serveClient(socket: Socket, engine: EngineQueue, end: () => void): void {
  const running = new Map<number, AbortController>()
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    for (const one of running.values()) one.abort()
  })
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > lineBytes) socket.destroy()
    for (const line of lines) take(line)
  })
  const take = (line: string): void => {
    const message = readLine(line)
    if (!message) socket.destroy()
    if (message?.do === 'stop') end()
    if (message?.do === 'abort') running.get(message.id)?.abort()
    if (message?.do === 'ask') answer(message)
  }
  const answer = (message: LocalRequest): void => {
    const { id } = message
    const stop = new AbortController()
    running.set(id, stop)
    const tell = (told: FromLocalEngine) => void socket.write(`${JSON.stringify(told)}\n`)
    void engine.ask(message, tell, stop.signal).finally(() => running.delete(id))
  }
}

function readLine(line: string): ToLocalEngine | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A request that waits or is being answered. */
interface QueuedRequest {
  request: LocalRequest
  tell(told: FromLocalEngine): void
  signal: AbortSignal
  /** Aborts when somebody who waits comes in its way. */
  yields: AbortController
  done(): void
}

/** The loaded model and the requests that wait for it: those of people first, each kind in the order it came. */
class EngineQueue {
  readonly #options: EngineServerOptions
  readonly #waiting: QueuedRequest[] = []
  #running: QueuedRequest | undefined
  #addon: ReturnType<typeof loadAddon> | undefined
  #loaded: { path: string; window: number; model: LlamaModel } | undefined
  #idle: NodeJS.Timeout
  #errors = ''

  constructor(options: EngineServerOptions) {
    this.#options = options
    this.#idle = setTimeout(options.end, options.idleMs)
  }

  /** Answer a request once those before it are answered. One of the background ends for one that somebody waits for. */
  ask(request: LocalRequest, tell: (told: FromLocalEngine) => void, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#idle)
    return new Promise((done) => {
      const queued = { request, tell, signal, yields: new AbortController(), done }
      const behind = request.isBackground ? -1 : this.#waiting.findIndex((one) => one.request.isBackground)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, queued)
      if (!request.isBackground && this.#running?.request.isBackground) this.#running.yields.abort()
      void this.#next()
    })
  }

  async #next(): Promise<void> {
    if (this.#running) return
    this.#running = this.#waiting.shift()
    if (!this.#running) {
      this.#idle = setTimeout(this.#options.end, this.#options.idleMs)
      return
    }
    await this.#answer(this.#running)
    this.#running.done()
    this.#running = undefined
    void this.#next()
  }

  async #answer({ request, tell, signal, yields }: QueuedRequest): Promise<void> {
    const { id } = request
    const stops = AbortSignal.any([signal, yields.signal])
    try {
      if (signal.aborted) return
      const model = await this.#load(request.model, () => tell({ id, type: 'loading' }))
      await model.answer(request, (told) => tell({ id, ...told } as FromLocalEngine), stops)
    } catch (error) {
      if (signal.aborted) return
      if (yields.signal.aborted) tell({ id, type: 'failed', fault: 'busy' })
      else if (error instanceof LoadFault) tell({ id, type: 'failed', fault: error.fault, data: error.data })
      else tell({ id, type: 'failed', fault: 'no-load', detail: `${String(error)} ${this.#errors}`.trim() })
    }
  }

  async #load(
    { path, window, threads, template, gpuLayers, states }: LocalModelFile,
    loading: () => void,
  ): Promise<LlamaModel> {
    if (this.#loaded?.path === path && this.#loaded.window === window) return this.#loaded.model
    // Memory of another model is given back only by the end of the process; the client asks once more.
    if (this.#loaded) {
      this.#options.end()
      throw new LoadFault('died')
    }
    loading()
    const facts = await readGguf(path).catch((error) => {
      if (error instanceof GgufError) throw new LoadFault(error.fault)
      throw new LoadFault('gone')
    })
    const fits = Math.min(window, facts.window)
    this.#checkMemory(facts, fits)
    this.#addon ??= loadAddon(this.#options.libraries, (message) => {
      this.#errors = `${this.#errors} ${message}`.slice(-500)
    })
    const addon = await this.#addon.catch((error) => {
      this.#errors = String(error)
      throw new LoadFault('platform')
    })
    const model = await LlamaModel.load(
      addon,
      path,
      { ...facts, template: template ?? facts.template },
      {
        window: fits,
        threads: threads ?? 1,
        gpuLayers: gpuLayers ?? 0,
        prefixes:
          states === undefined ? undefined : new PrefixStore(states, `${path} ${facts.size} ${fits} ${facts.name}`),
      },
    )
    if (!model) throw new LoadFault('no-load')
    if (threads === undefined) await chooseThreads(model, this.#options.cores)
    this.#loaded = { path, window, model }
    return model
  }

  #checkMemory({ size, stateBytes }: GgufFacts, window: number): void {
    const wanted = size + 2 * stateBytes * window + besideBytes
    const free = this.#options.freeMemory()
    if (wanted > free) throw new LoadFault('memory', { wanted, free })
  }
}

class LoadFault extends Error {
  readonly fault: LocalFault
  readonly data: Record<string, number>
  constructor(fault: LocalFault, data: Record<string, number> = {}) {
    super(fault)
    this.fault = fault
    this.data = data
  }
}

/** Tokens of one measurement. */
const trialTokens = 6
/** So much faster more threads must be to be used: they are missed elsewhere. */
const worthwhile = 1.1

/**
 * Choose the number of threads by trying: from one on it is doubled while that is faster. On shared processors two
 * threads may be many times slower than one, because they wait for each other by spinning.
 */
export async function chooseThreads(model: Pick<LlamaModel, 'measure' | 'setThreads'>, cores: number): Promise<number> {
  // The first tokens warm caches up and are no measure.
  await model.measure(1, 2)
  let best = { threads: 1, speed: await model.measure(1, trialTokens) }
  for (let threads = 2; threads <= cores; threads *= 2) {
    const speed = await model.measure(threads, trialTokens)
    if (speed < best.speed * worthwhile) break
    best = { threads, speed }
  }
  model.setThreads(best.threads)
  return best.threads
}
