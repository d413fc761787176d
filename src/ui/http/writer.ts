import type { ServerResponse } from 'node:http'
import { abortable } from '../../std/abort.ts'

/** A reader that takes nothing for this long is let go, in milliseconds; its turn goes on. */
const slowMs = 30_000
/** A comment this often keeps proxies from closing a silent stream, in milliseconds. */
const pingMs = 15_000
/** A head with nothing to tell goes alone after so many milliseconds. */
const headMs = 20
/** More than this is not kept back, in UTF-16 units. */
const mostAtOnce = 16 << 10

/**
 * Writes a stream of events: what is told in one breath leaves in one packet, and a slow reader is waited for, but
 * not for ever.
 */
export class StreamWriter {
  readonly #response: ServerResponse
  readonly #slowMs: number
  readonly #ping: NodeJS.Timeout
  readonly #alone: NodeJS.Timeout
  #text = ''
  #drained: Promise<void> | undefined

  constructor(response: ServerResponse, slow = slowMs) {
    this.#response = response
    this.#slowMs = slow
    this.#alone = setTimeout(() => response.flushHeaders(), headMs)
    this.#ping = setInterval(() => response.writableLength === 0 && this.write(': ping\n\n'), pingMs)
  }

  /** Resolves when more may come. Nothing is written to a client that left. */
  async write(text: string): Promise<void> {
    if (this.#text === '') setImmediate(() => this.#flush())
    this.#text += text
    if (this.#text.length > mostAtOnce) this.#flush()
    await this.#drained
  }

  end(): void {
    clearInterval(this.#ping)
    clearTimeout(this.#alone)
    this.#flush()
    this.#response.end()
  }

  #flush(): void {
    const [response, text] = [this.#response, this.#text]
    this.#text = ''
    clearTimeout(this.#alone)
    if (text === '' || response.destroyed || response.writableEnded || response.write(text)) return
    this.#drained ??= this.#drain()
  }

  async #drain(): Promise<void> {
    const response = this.#response
    const drained = Promise.withResolvers<void>()
    const events = ['drain', 'close'] as const
    for (const event of events) response.once(event, drained.resolve)
    await abortable(drained.promise, AbortSignal.timeout(this.#slowMs)).catch(() => response.destroy())
    for (const event of events) response.off(event, drained.resolve)
    this.#drained = undefined
  }
}
