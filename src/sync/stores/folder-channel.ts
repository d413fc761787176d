import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, isMissing, writeAtomic } from '../../std/fs/files.ts'
import { deviceAt, type LiveChannel, type LiveHearing } from './store.ts'

/** Intervals of looking at the folder and of gathering messages, in milliseconds. */
const lookMs = 1_000
const gatherMs = 200
/** Most characters that may wait for one process; longer files are ignored. */
const mostWaiting = 8 << 20
const mostFile = 64 << 20
/** Age at which leftovers of a dead process of this device are removed, in milliseconds. */
const leftoverMs = 24 * 3_600_000
/** A message that nobody took for so long went to a process that is gone, in milliseconds. */
const unheardMs = 30_000

/** Messages of one process, in a file of its own that nobody else writes. */
interface Mailbox {
  v: 1
  /** Conversations that it owns; of two owners the one with the higher number counts. */
  owns: Record<string, number>
  /** By receiver: the number of the first message, and the messages (base64). */
  out: Record<string, [number, string[]]>
  /** By sender: the number of the last message that arrived. */
  heard: Record<string, number>
}

interface Other {
  mark: string
  said: Mailbox
  isGone: boolean
}

/**
 * Processes over a folder: each says everything in one file, `live/<address>`, which is replaced as a whole, so that
 * a program that copies folders has nothing to disagree about. A message stays in it until its receiver's file says
 * that it arrived.
 */
export async function folderChannel(folder: string, self: string, hearing: LiveHearing): Promise<LiveChannel> {
  const channel = new FolderChannel(join(folder, 'live'), self, hearing)
  await channel.begin()
  return channel
}

class FolderChannel implements LiveChannel {
  readonly #folder: string
  readonly #self: string
  readonly #hearing: LiveHearing
  readonly #said: Mailbox = { v: 1, owns: {}, out: {}, heard: {} }
  readonly #others = new Map<string, Other>()
  /** The number of the next message, by receiver. */
  readonly #next = new Map<string, number>()
  /** Left to another process: until it has taken it, it is not taken here. */
  readonly #given = new Map<string, { to: string; at: number }>()
  /** Since when something waits for a process that has not taken anything. */
  readonly #unheard = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #working: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(folder: string, self: string, hearing: LiveHearing) {
    this.#folder = folder
    this.#self = self
    this.#hearing = hearing
  }

  async begin(): Promise<void> {
    // Never the store itself, which may be a drive that has just left.
    await mkdir(this.#folder).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await this.#look()
    this.#timer = setInterval(() => this.#soon(() => this.#look()), lookMs)
    this.#timer.unref()
  }

  async take(conversation: string, isBusy = false): Promise<{ owner: string; isNew: boolean }> {
    const { owns } = this.#said
    const others = [...this.#others].filter(
      ([address, { isGone }]) => !isGone && deviceAt(address) !== deviceAt(this.#self),
    )
    const [first] = others
      .map(([address, { said }]) => ({ address, number: said.owns[conversation] ?? 0 }))
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number || (a.address < b.address ? 1 : -1))
    const mine = owns[conversation] ?? 0
    const isTheirs = first && (first.number > mine || (first.number === mine && first.address > this.#self))
    if (isTheirs && isBusy) {
      owns[conversation] = first.number + 1
      this.#write()
    } else if (isTheirs) {
      if (mine > 0) await this.leave(conversation)
      return { owner: first.address, isNew: false }
    }
    const given = this.#given.get(conversation)
    if (given && performance.now() - given.at < unheardMs) return { owner: given.to, isNew: false }
    this.#given.delete(conversation)
    if (mine > 0) return { owner: this.#self, isNew: false }
    owns[conversation] = Math.max(0, ...[...this.#others.values()].map(({ said }) => said.owns[conversation] ?? 0)) + 1
    // At once: whoever opens it next is to know.
    await this.#save()
    return { owner: this.#self, isNew: true }
  }

  async leave(conversation: string, to?: string): Promise<void> {
    if (to !== undefined) this.#given.set(conversation, { to, at: performance.now() })
    delete this.#said.owns[conversation]
    this.#write()
  }

  async send(to: string, message: Buffer): Promise<boolean> {
    const known = this.#others.get(to)
    if (!known || known.isGone) return false
    const [first, waiting] = this.#said.out[to] ?? [this.#next.get(to) ?? 1, []]
    waiting.push(message.toString('base64'))
    this.#said.out[to] = [first, waiting]
    this.#next.set(to, first + waiting.length)
    if (!this.#unheard.has(to)) this.#unheard.set(to, performance.now())
    if (waiting.reduce((sum, one) => sum + one.length, 0) > mostWaiting) this.gone(to)
    this.#write()
    return true
  }

  gone(address: string): void {
    const known = this.#others.get(address)
    if (known) known.isGone = true
    delete this.#said.out[address]
    this.#unheard.delete(address)
    this.#hearing.broke(address)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#gathering)
    await this.#working
    // The last message (that it is over) stays for a look of the others.
    this.#said.owns = {}
    const isOwed = Object.values(this.#said.out).some(([, messages]) => messages.length > 0)
    await (isOwed ? this.#save() : rm(join(this.#folder, this.#self), { force: true })).catch(() => {})
  }

  #write(): void {
    if (this.#isClosed) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#soon(() => this.#save())
    }, gatherMs)
  }

  #soon(work: () => Promise<void>): void {
    // A folder that is away is looked at again.
    this.#working = this.#working.then(() => (this.#isClosed ? undefined : work())).catch(() => {})
  }

  #save(): Promise<void> {
    return writeAtomic(join(this.#folder, this.#self), JSON.stringify(this.#said))
  }

  async #look(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => isAddress(name) && name !== this.#self)
    for (const name of names) await this.#read(name)
    for (const address of [...this.#others.keys()].filter((one) => !names.includes(one))) {
      this.gone(address)
      this.#others.delete(address)
    }
    for (const [address, since] of this.#unheard) if (performance.now() - since > unheardMs) this.gone(address)
  }

  async #read(name: string): Promise<void> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(unlessMissing)
    if (!found) return
    if (
      deviceAt(name) === deviceAt(this.#self) &&
      performance.timeOrigin + performance.now() - found.mtimeMs > leftoverMs
    )
      return rm(path, { force: true })
    const mark = `${found.size} ${found.mtimeMs} ${found.ino}`
    if (this.#others.get(name)?.mark === mark || found.size > mostFile) return
    const said = saidIn(await readFile(path, 'utf8'))
    if (!said) return
    this.#others.set(name, { mark, said, isGone: false })
    for (const [conversation, { to }] of this.#given)
      if (to === name && said.owns[conversation]) this.#given.delete(conversation)
    this.#take(name, said)
  }

  /** Deliver messages of another process, and drop those of ours that it has heard. */
  #take(from: string, said: Mailbox): void {
    const [first, messages] = said.out[this.#self] ?? [0, []]
    const last = this.#said.heard[from] ?? 0
    messages.forEach((message, at) => {
      if (first + at > last) this.#hearing.heard(Buffer.from(message, 'base64'))
    })
    if (messages.length > 0 && first + messages.length - 1 > last) {
      this.#said.heard[from] = first + messages.length - 1
      this.#write()
    }
    const out = this.#said.out[from]
    const done = out ? Math.min(out[1].length, Math.max(0, (said.heard[this.#self] ?? 0) - out[0] + 1)) : 0
    if (!out || done === 0) return
    this.#unheard.delete(from)
    out[0] += done
    out[1].splice(0, done)
    if (out[1].length > 0) this.#unheard.set(from, performance.now())
    this.#write()
  }
}

const isAddress = (name: string) => /^[0-9a-z]{16}\.[0-9a-f]{16}$/.test(name)

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Read a mailbox; undefined for one that is not whole, of another version, or nobody's. */
function saidIn(text: string): Mailbox | undefined {
  try {
    const value = JSON.parse(text) as Partial<Mailbox> | null
    if (value?.v !== 1) return undefined
    const { owns = {}, out = {}, heard = {} } = value
    const areNumbers = [owns, heard].every((one) => isObject(one) && Object.values(one).every(Number.isSafeInteger))
    const isOut = isObject(out) && Object.values(out).every(isPost)
    return areNumbers && isOut ? { v: 1, owns, out, heard } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPost = (value: unknown) =>
  Array.isArray(value) &&
  Number.isSafeInteger(value[0]) &&
  Array.isArray(value[1]) &&
  value[1].every((one) => typeof one === 'string')
