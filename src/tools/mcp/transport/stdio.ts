import type { Readable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { limits } from '../../../protocol/index.ts'
import { LineReader, type MessageLine } from './lines.ts'
import { type ServerProgram, type SupervisedServer, superviseServer } from './supervise.ts'

/** Time that a server has to exit by itself, and again after SIGTERM, in milliseconds. */
const graceMs = 300
/** Invalid lines after which the connection is closed. A banner on stdout is common. */
const nonsenseLines = 50
/**
 * Messages and log bytes that are read per second. The rest waits in the pipe, so that a flood blocks only its
 * server.
 */
const perSecond = { messages: 1_000, logBytes: 256 << 10 }
/** Characters of a server's log that are kept, newest last. */
const logChars = 32_768

/** JSON-RPC code of an answer that we made because the real one was too large. */
export const tooLargeCode = -32_099

/**
 * A server on standard input and output
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio) that cannot hurt us: supervised,
 * bounded, throttled. What it says on standard error is its log.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Exit status once it has ended by itself. */
  exit: number | undefined
  /** True if it was closed because of too many invalid lines. */
  babbled = false
  readonly #program: ServerProgram
  readonly #log: (text: string) => void
  #child: SupervisedServer | undefined
  #closing: Promise<void> | undefined
  #strange = 0

  constructor(program: ServerProgram, log: (text: string) => void) {
    this.#program = program
    this.#log = log
  }

  async start(): Promise<void> {
    const child = await superviseServer(this.#program)
    this.#child = child
    throttleStream(child.stderr, perSecond.logBytes, (chunk) => {
      this.#log(chunk.toString('utf8'))
      return chunk.length
    })
    const reader = new LineReader(limits.streamEventBytes)
    throttleStream(child.stdout, perSecond.messages, (chunk) => {
      let count = 0
      for (const line of reader.feed(chunk)) {
        this.#take(line)
        count++
      }
      return count
    })
    void child.ended.then((code) => {
      if (!this.#closing) this.exit = code
    })
    // Output that is still buffered is read before the transport counts as closed.
    void child.gone.then(() => this.onclose?.())
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {}
    if (!stdin?.writable) return Promise.reject(new Error('not connected'))
    // Resolves when the bytes are written. The request's own timeout covers a server that does not read.
    return new Promise((resolve) => stdin.write(`${JSON.stringify(message)}\n`, () => resolve()))
  }

  close(): Promise<void> {
    this.#closing ??= this.#child?.end(graceMs) ?? Promise.resolve()
    return this.#closing
  }

  #take(line: MessageLine): void {
    if (this.#closing) return
    const message = 'text' in line ? readMessage(line.text) : answerTo(line)
    if (message) this.onmessage?.(message)
    else if (!('text' in line)) this.#nonsense(line.head)
    else if (line.text.trim() !== '') this.#nonsense(line.text)
  }

  #nonsense(text: string): void {
    this.#log(`${text.slice(0, 200)}\n`)
    if (++this.#strange < nonsenseLines) return
    this.babbled = true
    void this.close()
  }
}

/** Of an oversized response only the id is read: that call fails, the connection stays open. */
function answerTo({ head, tail }: Exclude<MessageLine, { text: string }>): JSONRPCMessage | undefined {
  const first = /^\{(?:"jsonrpc":"2\.0",)?"id":(\d+)/.exec(head)
  const id = (first ?? /"id":(\d+)(?:,"jsonrpc":"2\.0")?\}\s*$/.exec(tail))?.[1]
  const error = { code: tooLargeCode, message: 'too large' }
  return id === undefined ? undefined : { jsonrpc: '2.0', id: Number(id), error }
}

function readMessage(text: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Reads a stream, at most `most` of what `take` counts in a second; the rest waits where it is. */
function throttleStream(stream: Readable, most: number, take: (chunk: Buffer) => number): void {
  let [since, count] = [performance.now(), 0]
  stream.on('data', (chunk: Buffer) => {
    const now = performance.now()
    if (now - since >= 1_000) [since, count] = [now, 0]
    count += take(chunk)
    if (count <= most) return
    stream.pause()
    setTimeout(() => stream.resume(), since + 1_000 - now).unref()
  })
}

/**
 * The newest part of what a server wrote on standard error and through its log, without the secrets that it was
 * given.
 */
export class ServerLog {
  #text = ''
  readonly #secrets: readonly string[]
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }
  add(text: string): void {
    this.#text = (this.#text + text).slice(-logChars)
  }
  get text(): string {
    return this.mask(this.#text)
  }
  /** The last line that contains a word: usually the reason for an exit. */
  get lastLine(): string {
    return this.text.trimEnd().split('\n').at(-1)?.trim().slice(0, 300) ?? ''
  }
  mask(text: string): string {
    return this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '••••'), text)
  }
}
