import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { abortable } from '../abort.ts'
import { proxyAddresses, requireAllowed } from './network.ts'
import { networkError } from './network-error.ts'
import { type Line, takeLine } from './single-connection.ts'
import { wireLogOf } from './wire-log.ts'

export { NetworkError } from './network-error.ts'

/** The program's name towards servers; some services refuse nameless callers. */
export const userAgent = 'assistant (a personal assistant for the terminal)'

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PROPFIND' | 'REPORT' | 'MKCOL' | 'MOVE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Ends the request or its body at once: both then reject with the signal's reason. The only time limit there is. */
  signal: AbortSignal
  /** Resolves the host's name instead of the system: how an address that was checked is pinned. */
  lookup?: LookupFunction
  /**
   * The answer may be long in coming: a connection that dies meanwhile without a word ends the request within
   * seconds.
   */
  awaited?: boolean
}

export interface HttpResponse {
  status: number
  /** Names in lower case; of a repeated header the last value. */
  headers: Record<string, string>
  /**
   * Each read takes all that has come. Read it, or call `return()` on it: an answer nobody reads holds its
   * connection.
   */
  body: AsyncIterableIterator<Uint8Array>
}

/**
 * One HTTP/1.1 request. Redirects are answers like any other and never followed (a key would travel with them);
 * certificates are verified; nothing is retried. Throws `NetworkError`, or the signal's reason.
 */
export async function request(
  url: string | URL,
  { method = 'GET', headers, body, signal, lookup, awaited = false }: HttpRequest,
): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(url)
  signal.throwIfAborted()
  requireAllowed(url)
  const line = await abortable(takeLine(origin, lookup), signal)
  const exchange = new Exchange(line, signal, new URL(origin).host)
  const logged = wireLogOf(method, String(url), headers, body)
  const path = pathname + search
  line.client.dispatch(
    { origin, path, method, headers: withLowerNames(headers), body: body ?? null, awaited },
    exchange,
  )
  const response = await exchange.response
  const encoding = response.headers['content-encoding']
  if (encoding === undefined) return logged(response)
  const { decompressBody: decompressed, isCompressed } = await import('./decompress.ts')
  const compressed = isCompressed(encoding) && method !== 'HEAD'
  return logged(compressed ? { ...response, body: decompressed(response.body, encoding) } : response)
}

/** The headers, with who asks unless they say so themselves. */
function withLowerNames(headers: Record<string, string> = {}): Record<string, string> {
  const says = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
  return says ? { ...headers } : { 'user-agent': userAgent, ...headers }
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

// ---- one request and its answer

/** Bytes of one read, nearly: a server that floods would else fill the memory with what waits. */
const mostAtOnce = 32 << 10

/** Milliseconds that the end of an abandoned answer is waited for, so that its connection can be used again. */
const lingerMs = 50

type Next = IteratorResult<Uint8Array, undefined>
const done: Next = { done: true, value: undefined }

/** undici's handler on one side, the response and its body on the other. */
class Exchange implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array> {
  readonly response: Promise<HttpResponse>
  readonly #settle: PromiseWithResolvers<HttpResponse>
  readonly #line: Line
  readonly #signal: AbortSignal
  readonly #host: string
  #controller: Dispatcher.DispatchController | undefined
  #chunks: Uint8Array[] = []
  #held = 0
  #reader: PromiseWithResolvers<Next> | undefined
  #end: 'open' | 'left' | 'done' | { error: unknown } = 'open'

  constructor(line: Line, signal: AbortSignal, host: string) {
    this.#host = host
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

  /** Bytes that came before a connection broke are still read; then the error. */
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
    this.#settle.resolve({ status, headers: flattenHeaders(headers), body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#end !== 'open') return
    this.#chunks.push(chunk)
    this.#held += chunk.length
    if (this.#reader) setImmediate(this.#hand)
    if (!this.#reader || this.#held >= mostAtOnce) controller.pause()
  }

  /**
   * Bytes that were kept back, and then those that the system has gathered, come in many chunks, one right after
   * another: one read takes them all.
   */
  readonly #hand = () => {
    if (!this.#reader || this.#chunks.length === 0) return
    this.#reader.resolve(this.#take())
    this.#reader = undefined
    this.#controller?.pause()
  }

  #take(): Next {
    this.#held = 0
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
    this.#fail(networkError(error, this.#host, proxyAddresses()))
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

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.at(-1) : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
