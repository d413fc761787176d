import type { LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { until } from './until.ts'

/** No connection, or one that broke: name not resolved, refused, reset, bad certificate, closed in the middle of an answer. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Ends the request or its body at once: both then reject with the signal's reason. The only time limit there is. */
  signal: AbortSignal
  /** Resolves the host's name instead of the system: how an address that was checked is pinned. */
  lookup?: LookupFunction
}

export interface HttpResponse {
  status: number
  /** Names in lower case; of a repeated header the last value. */
  headers: Record<string, string>
  /** Each read takes all that has come. Read it, or call `return()` on it: an answer nobody reads holds its connection. */
  body: AsyncIterableIterator<Uint8Array>
}

/**
 * One HTTP/1.1 request. Redirects are answers like any other and never followed (a key would travel with them); certificates
 * are verified; nothing is retried. Throws `NetworkError`, or the signal's reason.
 */
export async function request(
  url: string | URL,
  { method = 'GET', headers, body, signal, lookup }: HttpRequest,
): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(url)
  signal.throwIfAborted()
  const line = await until(lookup ? dial(origin, lookup) : takeLine(origin), signal)
  const exchange = new Exchange(line, signal)
  line.client.dispatch({ path: pathname + search, method, headers: { ...headers }, body: body ?? null }, exchange)
  return exchange.response
}

/** The body as text, at most `limit` bytes of it: the rest is not read. */
export async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
    if (size >= limit) break
  }
  return Buffer.concat(chunks).toString()
}

// ---- connections

/** A client that holds one connection, for one exchange at a time. `cut` closes it in whatever state it is. */
interface Line {
  client: Client
  cut(reason: Error): void
  /** Keeps the connection for the next request to the same origin. */
  keep(): void
}

/** Open connections that wait for the next request: a second TLS handshake would cost every round of tools 100 ms and more. */
const idle = new Map<string, Line[]>()
const idlePerOrigin = 4

async function takeLine(origin: string): Promise<Line> {
  return idle.get(origin)?.pop() ?? (await dial(origin))
}

async function dial(origin: string, lookup?: LookupFunction): Promise<Line> {
  const { default: UndiciClient } = await import('undici/lib/dispatcher/client.js')
  // The socket gets its own signal: destroying a client does not stop a connection that is still being made.
  const dialling = new AbortController()
  const connect = { highWaterMark, timeout: 0, signal: dialling.signal, ...(lookup && { lookup }) }
  const client = new UndiciClient(origin, { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect })
  const line: Line = {
    client,
    cut(reason) {
      void client.destroy(reason).catch(() => {})
      dialling.abort(reason)
    },
    keep() {
      const kept = idle.get(origin) ?? []
      if (lookup || kept.length >= idlePerOrigin) void client.close().catch(() => {})
      else idle.set(origin, [...kept, line])
    },
  }
  return line
}

// ---- one request and its answer

/**
 * Bytes that a socket may read ahead: none. While nobody reads, the system gathers what comes, and one read takes it all; a socket that reads
 * ahead wakes the program for every packet, which for a quick model is every token.
 */
const highWaterMark = 1
/** How long the end of an answer nobody reads any more is waited for, so that its connection can be used again. */
const lingerMs = 50

type Next = IteratorResult<Uint8Array, undefined>
const done: Next = { done: true, value: undefined }

/** undici's handler on one side, the response and its body on the other. */
class Exchange implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array> {
  readonly response: Promise<HttpResponse>
  readonly #settle: PromiseWithResolvers<HttpResponse>
  readonly #line: Line
  readonly #signal: AbortSignal
  #controller: Dispatcher.DispatchController | undefined
  #chunks: Uint8Array[] = []
  #reader: PromiseWithResolvers<Next> | undefined
  #end: 'open' | 'left' | 'done' | { error: unknown } = 'open'

  constructor(line: Line, signal: AbortSignal) {
    this.#line = line
    this.#signal = signal
    this.#settle = Promise.withResolvers()
    this.response = this.#settle.promise
    signal.addEventListener('abort', this.#abort, { once: true })
    if (signal.aborted) this.#abort()
  }

  readonly #abort = () => {
    this.#chunks = []
    this.#fail(this.#signal.reason)
  }

  /** What came before a connection broke is still read; then the error. */
  #fail(error: unknown): void {
    if (this.#end === 'done' || typeof this.#end === 'object') return
    this.#finish({ error })
    this.#line.cut(error instanceof Error ? error : new Error('aborted', { cause: error }))
    this.#settle.reject(error)
    if (this.#chunks.length > 0) this.#reader?.resolve(this.#take())
    else this.#reader?.reject(error)
    this.#reader = undefined
  }

  #finish(end: 'done' | { error: unknown }): void {
    this.#end = end
    this.#signal.removeEventListener('abort', this.#abort)
  }

  // -- undici's side

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#settle.resolve({ status, headers: flat(headers), body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#end !== 'open') return
    this.#chunks.push(chunk)
    if (this.#reader) setImmediate(this.#hand)
    else controller.pause()
  }

  /** What was kept back, and then what the system has gathered, comes in many chunks, one right after another: one read takes them all. */
  readonly #hand = () => {
    if (!this.#reader || this.#chunks.length === 0) return
    this.#reader.resolve(this.#take())
    this.#reader = undefined
    this.#controller?.pause()
  }

  #take(): Next {
    const [only, ...more] = this.#chunks.splice(0)
    return only ? { done: false, value: more.length > 0 ? Buffer.concat([only, ...more]) : only } : done
  }

  onResponseEnd(): void {
    if (typeof this.#end === 'object') return
    this.#finish('done')
    this.#reader?.resolve(this.#take())
    this.#reader = undefined
    this.#line.keep()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(networkError(error))
  }

  // -- the reader's side

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Next> {
    if (typeof this.#end === 'object' && this.#chunks.length === 0) return Promise.reject(this.#end.error)
    if (this.#end !== 'open') return Promise.resolve(this.#take())
    this.#reader = Promise.withResolvers()
    const { promise } = this.#reader
    if (this.#chunks.length > 0) setImmediate(this.#hand)
    if (this.#controller?.paused) this.#controller.resume()
    return promise
  }

  return(): Promise<Next> {
    this.#chunks = []
    if (this.#end === 'open') {
      this.#end = 'left'
      if (this.#controller?.paused) this.#controller.resume()
      setTimeout(() => this.#fail(new Error('the reader has left')), lingerMs).unref()
    }
    return Promise.resolve(done)
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.at(-1) : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** undici's and the system's errors by their code alone: their messages may hold addresses with secrets. */
function networkError(error: Error & { code?: string; errors?: { code?: string }[] }): NetworkError {
  const code = error.code ?? error.errors?.[0]?.code ?? error.name
  return new NetworkError(code === 'UND_ERR_SOCKET' ? 'the connection was closed' : code, { cause: error })
}
