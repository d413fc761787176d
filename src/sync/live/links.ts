import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import type { LiveChannel } from '../stores/store.ts'

/** Head of a message, for everybody to read: from whom, of which connection, and its number in that direction. */
interface Head {
  from: string
  link: string
  n: number
  /** Whoever opened the connection says so. */
  opens: boolean
}

/** Type of a message, as its first byte; the rest is data, or what `open`, `hello` and `end` say as JSON. */
const kinds = { open: 1, hello: 2, data: 3, end: 4 } as const
type Kind = keyof typeof kinds

/** One write is cut into messages of so many bytes. */
const mostData = 256 << 10
/** Connections that others may open at once. */
const mostLinks = 64

export interface LinksOptions {
  self: string
  /** Of an encrypted store: then nobody else can read, forge or repeat a message. */
  key: Buffer | undefined
  channel: LiveChannel
  /** Another device wants to speak to the owner of a conversation; false where that is not this process. */
  accept(conversation: string, link: Link): boolean
}

/** Connections between processes of several devices, over the messages of a store. */
export class Links {
  readonly #options: LinksOptions
  readonly #open = new Map<string, Link>()

  constructor(options: LinksOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Opens a connection to the process that owns a conversation; undefined where nobody hears. Whether they take it is
   * told later.
   */
  async connect(to: string, conversation: string): Promise<Link | undefined> {
    const link = this.#begin(to, randomBytes(16).toString('hex'), true)
    if (await link.say('open', Buffer.from(JSON.stringify({ conversation })))) return link
    link.destroy()
    return undefined
  }

  /**
   * Takes a message that came. What is not of this key and this connection, in its order, ends the connection or is
   * left.
   */
  hear(message: Buffer): void {
    const end = message.indexOf(0x0a)
    const head = headIn(message.subarray(0, end))
    if (end < 0 || !head) return
    const known = this.#open.get(head.link)
    if (known) {
      if (head.from === known.to && head.opens !== known.isOpener) known.hear(head.n, message.subarray(end + 1))
    } else if (head.opens && head.n === 0 && this.#open.size < mostLinks) this.#opened(head, message.subarray(end + 1))
  }

  #opened({ from, link: id }: Head, body: Buffer): void {
    const link = this.#begin(from, id, false)
    const said = link.opening(body)
    if (said === undefined || !this.#options.accept(said, link)) link.destroy()
  }

  /** Messages of that process, or of all, may be lost: what they belong to cannot go on. */
  broke(address?: string): void {
    for (const link of [...this.#open.values()]) if (address === undefined || link.to === address) link.destroy()
  }

  #begin(to: string, id: string, isOpener: boolean): Link {
    const { self, key, channel } = this.#options
    const link = new Link({ to, id, isOpener, self, key, channel })
    this.#open.set(id, link)
    link.once('close', () => this.#open.delete(id))
    link.on('error', () => {})
    return link
  }
}

interface LinkOptions {
  to: string
  id: string
  isOpener: boolean
  self: string
  key: Buffer | undefined
  channel: LiveChannel
}

/** One connection: bytes both ways, in order. It ends when a message is lost. */
export class Link extends Duplex {
  readonly to: string
  readonly isOpener: boolean
  readonly isSealed: boolean
  /** Words of the other end when it ended the connection on purpose. */
  farewell: unknown
  readonly #options: LinkOptions
  /** Chosen by whoever was called, so that an old connection cannot be played again. */
  #salt = ''
  #sent = 0
  #heard = 0
  #isOver = false
  readonly #greeted = Promise.withResolvers<void>()
  #sending: Promise<boolean> = Promise.resolve(true)

  constructor(options: LinkOptions) {
    super({ emitClose: true })
    this.#options = options
    this.to = options.to
    this.isOpener = options.isOpener
    this.isSealed = options.key !== undefined
    if (!options.isOpener) this.#greeted.resolve()
  }

  /** True if the other end says that it is there. False when the connection ends before. */
  async isThere(): Promise<boolean> {
    await this.#greeted.promise
    return !this.destroyed
  }

  /** Sends one message; false where nobody hears. In order, whoever waits for what. */
  say(kind: Kind, body: Buffer): Promise<boolean> {
    const { channel, to, self, id, isOpener } = this.#options
    const n = this.#sent++
    const head = JSON.stringify({ from: self, link: id, n, opens: isOpener } satisfies Head)
    const sealed = this.#seal(
      Buffer.concat([Buffer.from([kinds[kind]]), body]),
      this.#beside(self, to, n, kind === 'open' || kind === 'hello'),
    )
    this.#sending = this.#sending
      .then(() => channel.send(to, Buffer.concat([Buffer.from(`${head}\n`), sealed])))
      .catch(() => false)
    return this.#sending
  }

  /**
   * The conversation that the other end asks for, and the answer to it; undefined where that is nothing of this key.
   */
  opening(body: Buffer): string | undefined {
    const plain = this.#opened(body, this.#beside(this.to, this.#options.self, 0, true))
    this.#heard = 1
    const said =
      plain?.[0] === kinds.open ? (jsonIn(plain.subarray(1)) as { conversation?: unknown } | undefined) : undefined
    if (typeof said?.conversation !== 'string') return undefined
    const salt = randomBytes(16).toString('hex')
    void this.say('hello', Buffer.from(JSON.stringify({ salt }))).then((isThere) => isThere || this.destroy())
    this.#salt = salt
    return said.conversation
  }

  hear(n: number, body: Buffer): void {
    if (n < this.#heard) return
    const isHello = this.isOpener && n === 0
    const plain =
      n === this.#heard ? this.#opened(body, this.#beside(this.to, this.#options.self, n, isHello)) : undefined
    this.#heard = n + 1
    const kind = plain?.[0]
    if (isHello !== (kind === kinds.hello) || !plain) return void this.destroy()
    if (kind === kinds.data) this.push(plain.subarray(1))
    else if (kind === kinds.hello) this.#greet(jsonIn(plain.subarray(1)))
    else {
      this.farewell = jsonIn(plain.subarray(1))
      this.#isOver = true
      this.destroy()
    }
  }

  #greet(said: unknown): void {
    const { salt } = (said ?? {}) as { salt?: unknown }
    if (typeof salt !== 'string') return void this.destroy()
    this.#salt = salt
    this.#greeted.resolve()
  }

  /** Ends it with a word. */
  async bye(said: object): Promise<void> {
    if (this.#isOver || this.destroyed) return
    this.#isOver = true
    await this.say('end', Buffer.from(JSON.stringify(said)))
    this.destroy()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: (error?: Error | null) => void): void {
    const parts = Array.from({ length: Math.ceil(chunk.length / mostData) }, (_, i) =>
      chunk.subarray(i * mostData, (i + 1) * mostData),
    )
    const all = async () => {
      await this.#greeted.promise
      for (const part of parts) if (!(await this.say('data', part))) throw new Error('nobody hears')
    }
    all().then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    done()
    setImmediate(() => this.destroy())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#greeted.resolve()
    if (!this.#isOver) void this.say('end', Buffer.from('{}'))
    this.#isOver = true
    done(error)
  }

  #beside(from: string, to: string, n: number, isFirst: boolean): Buffer {
    const { id, isOpener } = this.#options
    const opens = from === this.#options.self ? isOpener : !isOpener
    return Buffer.from(JSON.stringify([from, to, id, opens, n, isFirst ? '' : this.#salt]))
  }

  #seal(plain: Buffer, beside: Buffer): Buffer {
    const { key } = this.#options
    if (!key) return plain
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(beside)
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  #opened(body: Buffer, beside: Buffer): Buffer | undefined {
    const { key } = this.#options
    if (!key) return body
    if (body.length < 28) return undefined
    try {
      const plain = createDecipheriv('aes-256-gcm', key, body.subarray(0, 12)).setAAD(beside)
      plain.setAuthTag(body.subarray(-16))
      return Buffer.concat([plain.update(body.subarray(12, -16)), plain.final()])
    } catch {
      return undefined // Another key, or another connection's.
    }
  }
}

function headIn(bytes: Buffer): Head | undefined {
  const { from, link, n, opens } = (jsonIn(bytes) ?? {}) as Record<string, unknown>
  const isHead =
    typeof from === 'string' && typeof link === 'string' && Number.isSafeInteger(n) && typeof opens === 'boolean'
  return isHead ? { from, link, n: n as number, opens } : undefined
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
