import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { Dispatcher } from 'undici'

/** A request. `awaited`: its answer may be long in coming, so its connection is watched meanwhile. */
export type AwaitedRequest = Dispatcher.DispatchOptions & { awaited?: boolean }

/** A maker of exchanges over one connection: undici's dispatcher, or Node's own client in its place. */
export interface Client {
  dispatch(asked: AwaitedRequest, handler: Dispatcher.DispatchHandler): boolean
  /** Ends what is going on with `reason`. */
  destroy(reason: Error): Promise<void>
  close(): Promise<void>
}

/** Milliseconds that a connection waits for its next request; servers close theirs after five seconds and more. */
const idleMs = 4_000

/**
 * A watched connection is made within this once the name is known, in milliseconds: the system would try ever more
 * rarely for two minutes.
 */
const connectMs = 7_000

/**
 * A connection with nothing between: Node's own client, since undici's brings a second parser (WebAssembly) and costs
 * the first request
 * 15 ms of CPU and 10 MB more. `highWaterMark`: bytes that are read ahead while nobody reads.
 */
export function directClient(
  origin: string,
  options: { highWaterMark: number; ca?: readonly string[]; lookup?: LookupFunction },
): Client {
  // Not by `import`, which reads every name of a builtin: one of http's loads all of `fetch`.
  const { Agent, request } = process.getBuiltinModule(origin.startsWith('https:') ? 'node:https' : 'node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: idleMs })
  let current: { destroy(reason: Error): unknown } | undefined
  return {
    dispatch({ path, method, headers, body, awaited }, handler) {
      const length = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : undefined
      const call = request(new URL(path, origin), {
        ...(options as object),
        agent,
        method,
        headers: {
          ...(headers as Record<string, string>),
          ...(length !== undefined && { 'content-length': `${length}` }),
        },
      })
      current = call
      if (awaited) call.on('socket', (socket) => watchSocket(socket, call.host))
      const controller = new Controller(call)
      const failed = (error: Error) => handler.onResponseError?.(controller, error)
      call.on('error', failed)
      call.on('response', (answer) => {
        controller.answer = answer
        const taken = (chunk: Buffer) => handler.onResponseData?.(controller, chunk)
        // A connection that breaks while nobody reads: Node throws away what it holds right after this.
        answer.on('aborted', () => {
          // From here on reading tells what is read, or not, as it likes.
          answer.off('data', taken)
          for (let rest = answer.read(); rest !== null; rest = answer.read()) taken(rest)
        })
        answer.on('error', failed)
        answer.on('end', () => handler.onResponseEnd?.(controller, {}))
        handler.onResponseStart?.(controller, answer.statusCode ?? 0, lastOfEach(answer.rawHeaders))
        answer.on('data', taken)
      })
      handler.onRequestStart?.(controller, {})
      call.end(body ?? undefined)
      return true
    },
    async destroy(reason) {
      current?.destroy(reason)
      agent.destroy()
    },
    async close() {
      agent.destroy()
    },
  }
}

/**
 * Notices in seconds that the way to the other end is gone although nothing tells so: after two seconds of silence
 * the system asks, and gives the connection up after three questions a second apart (ten in Node 22, which sets the
 * first figure only).
 */
function watchSocket(socket: Socket, host: string): void {
  socket.setKeepAlive(true, 2_000, 1_000, 3)
  if (!socket.connecting) return
  let timer: NodeJS.Timeout | undefined
  const dialled = () => {
    timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('connect'), { code: 'ETIMEDOUT', syscall: 'connect' })),
      connectMs,
    )
  }
  // A resolver is left its own time: an answer that nobody waits for any more still holds one of the few threads that
  // ask.
  if (isIP(host)) dialled()
  else socket.once('connectionAttempt', dialled)
  for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(timer))
}

/** Holds an answer back, as undici's controller does. */
class Controller implements Dispatcher.DispatchController {
  answer: { pause(): unknown; resume(): unknown } | undefined
  paused = false
  aborted = false
  reason: Error | null = null
  readonly #call: { destroy(reason: Error): unknown }

  constructor(call: { destroy(reason: Error): unknown }) {
    this.#call = call
  }

  pause(): void {
    this.paused = true
    this.answer?.pause()
  }

  resume(): void {
    this.paused = false
    this.answer?.resume()
  }

  abort(reason: Error): void {
    this.aborted = true
    this.reason = reason
    this.#call.destroy(reason)
  }
}

/** Headers by their names in lower case; of a repeated one the last value. */
function lastOfEach(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < raw.length; at += 2) headers[(raw[at] as string).toLowerCase()] = raw[at + 1] as string
  return headers
}
