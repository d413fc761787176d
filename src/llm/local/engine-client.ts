import { spawn } from 'node:child_process'
import { createConnection, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sleep } from '../../std/abort.ts'
import { codeOf, ensureDir } from '../../std/fs/files.ts'
import type { FromLocalEngine, ToLocalEngine } from './protocol.ts'

/** The engine's process: how it is reached, and how it is started when nobody serves there. */
export interface LocalEngineHost {
  /** Node, and the program of the engine's process. */
  node: string
  program: URL
  env: Record<string, string | undefined>
  socket: string
  /** Folder of the engine's libraries. */
  libraries: string
  idleMs: number
}

/** The engine's process ended, or could not be started. */
export class EngineGoneError extends Error {}

/** The engine's process must answer so soon after its start, in milliseconds. */
const startMs = 20_000
const pollMs = 25
/** Connections of one request that may end without a word. */
const mostTries = 6

type Ask = Omit<Extract<ToLocalEngine, { do: 'ask' }>, 'id' | 'do'>

/**
 * Ask the model of this machine. The process of the engine is started where none serves; it goes on after this one.
 * Aborting the signal ends the stream with its reason. Throws `EngineGoneError` when the process dies.
 */
export async function* askLocalEngine(
  host: LocalEngineHost,
  ask: Ask,
  signal: AbortSignal,
): AsyncGenerator<FromLocalEngine> {
  for (let tries = 1; ; tries++) {
    let isTold = false
    try {
      for await (const told of askOnce(host, ask, signal)) {
        isTold = true
        yield told
      }
      return
    } catch (error) {
      // A process that is just ending may still take connections, and say nothing.
      if (isTold || tries === mostTries || !(error instanceof EngineGoneError)) throw error
      await sleep(pollMs * tries, signal)
    }
  }
}

async function* askOnce(host: LocalEngineHost, ask: Ask, signal: AbortSignal): AsyncGenerator<FromLocalEngine> {
  const socket = await reachEngine(host, signal)
  const inbox = new Inbox(socket)
  const abort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    socket.write(`${JSON.stringify({ do: 'ask', id: 1, ...ask } satisfies ToLocalEngine)}\n`)
    while (true) {
      const told = await inbox.next()
      signal.throwIfAborted()
      if (!told) throw new EngineGoneError('the engine ended')
      yield told
      if (told.type === 'end' || told.type === 'failed') return
    }
  } finally {
    signal.removeEventListener('abort', abort)
    socket.destroy()
  }
}

/** End the engine's process, if one runs. */
export async function stopLocalEngine(socketPath: string): Promise<boolean> {
  const socket = await connect(socketPath)
  if (!socket) return false
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${JSON.stringify({ do: 'stop' } satisfies ToLocalEngine)}\n`)
  await closed
  return true
}

async function reachEngine(host: LocalEngineHost, signal: AbortSignal): Promise<Socket> {
  const there = await connect(host.socket)
  if (there) return there
  await ensureDir(dirname(host.socket))
  let exited: string | undefined
  const child = spawn(host.node, [fileURLToPath(host.program), host.socket, host.libraries, String(host.idleMs)], {
    detached: true,
    stdio: 'ignore',
    env: host.env as NodeJS.ProcessEnv,
    windowsHide: true,
  })
  child.on('error', (error) => {
    exited = error.message
  })
  child.unref()
  for (let waited = 0; waited < startMs; waited += pollMs) {
    await sleep(pollMs, signal)
    const socket = await connect(host.socket)
    if (socket) return socket
    if (exited !== undefined) break
  }
  throw new EngineGoneError(exited ?? 'the engine does not start')
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      // Its end is told by `close`.
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('error', (error) =>
      ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(String(codeOf(error))) ? resolve(undefined) : reject(error),
    )
  })
}

/** Lines of the engine in their order; undefined at the end of the connection. */
class Inbox {
  #lines: FromLocalEngine[] = []
  #closed = false
  #wake = () => {}
  constructor(socket: Socket) {
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      this.#lines.push(...lines.map((line) => JSON.parse(line) as FromLocalEngine))
      this.#wake()
    })
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }

  async next(): Promise<FromLocalEngine | undefined> {
    while (this.#lines.length === 0 && !this.#closed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#lines.shift()
  }
}
