import { dirname } from 'node:path'
import type { Id } from '../../protocol/index.ts'
import { ensureDir } from '../../std/fs/files.ts'
import type { Log } from '../../std/fs/jsonl.ts'
import { openTwinLog, readTwinLog, writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { fits, type Shape } from '../../std/json-guards.ts'
import type { Attached, Incoming } from './inbound/incoming.ts'
import { type ChatKey, chatIdOf } from './place.ts'

/** A message on its way out. `photo`: a file of ours that goes with it. */
export interface OutPart {
  html: string
  plain: string
  photo?: string
  /** A file of ours that goes as it is, under `name`; `plain` is its caption. */
  document?: string
  name?: string
  /** What a person may say by one touch; its answer stands in the ledger until the next. */
  buttons?: string[]
  /** Buttons that do something by themselves, however old they are. */
  actions?: OutAction[]
}
/** A button, and what is sent when it is pressed: at most 64 bytes. */
export interface OutAction {
  text: string
  data: string
}
export interface Out {
  key: string
  chat: ChatKey
  /** The message that its first part answers: in a group, where others talk between. */
  answers?: number
  parts: OutPart[]
  /** The progress message that the first part replaces. */
  edit?: number
}

/**
 * What is written down, each line on the disk before what it announces happens: an update before it is acknowledged, a turn
 * before it is submitted, a part of a reply before it is shown, a reply before it is sent.
 */
export type LedgerEntry =
  | { type: 'in'; update: Incoming; old?: true }
  /** Acknowledged and not run; `missed` counts, per chat, what the person will be told of. */
  | { type: 'skipped'; updates: number[]; missed?: [chat: ChatKey, count: number][] }
  | { type: 'begun'; updates: number[]; input: Id; conversation: Id }
  | { type: 'shown'; update: number; message?: number }
  /** A reply was decided: the updates are settled by it, and the conversation is told as far as `told` says. */
  | { type: 'out'; out: Out; updates: number[]; missed?: 'told'; told?: { conversation: Id; seq: number } }
  /** `part` counts from 0: the same line written twice, by a disk that took it and said no, counts once. */
  | { type: 'sent'; key: string; part?: number; message?: number }
  | { type: 'dropped'; chat: ChatKey }
  /** The conversation of a chat from now on (null: none, the next message begins one), and for whom it was begun. */
  | { type: 'chat'; chat: ChatKey; conversation: Id | null; scope?: string; mirror?: number }
  /** The newest document of a chat: "this document". */
  | { type: 'document'; chat: ChatKey; file: Attached }
  /** The buttons of a chat are over: one was pressed, or the conversation went on elsewhere. */
  | { type: 'pressed'; chat: ChatKey }
  /** The message that shows a turn of another surface while it runs: its answer replaces it, also after a restart. */
  | { type: 'showing'; chat: ChatKey; turn: Id; message: number }
  | { type: 'kept'; state: Snapshot }

/** An update that has no reply yet, and how far it came. */
export interface Pending {
  update: Incoming
  old?: true
  begun?: { updates: number[]; input: Id; conversation: Id; times: number }
  /** A part of its reply was shown (or was about to be): the message, once it is known. */
  shown?: { message?: number }
}
export interface ChatState {
  conversation?: Id
  /** Workspace, agent and profile it was begun for: another mapping means another conversation. */
  scope?: string
  /** Where to follow the conversation from: turns of other surfaces are told here as well. */
  mirror?: number
  /** The message whose buttons may be pressed, and what they say. */
  buttons?: { message: number; labels: string[] }
  document?: Attached
  /** The newest turn of another surface that was shown, and in which message. */
  showing?: { turn: Id; message: number }
}
interface Snapshot {
  known: number[]
  keys: string[]
  pending: Pending[]
  outs: (Out & { next: number })[]
  chats: [ChatKey, ChatState][]
  missed: [ChatKey, number][]
}

/** Updates that are recognised when they come again. Telegram keeps one for 24 hours at most. */
const knownUpdates = 20_000
const knownKeys = 2_000
/** Above this the file is written anew, in bytes. */
const tidyBytes = 4 << 20

/** The durable inbox and outbox of one bot. One process at a time may hold it. */
export class DeliveryLog {
  readonly known = new Set<number>()
  readonly keys = new Set<string>()
  readonly pending = new Map<number, Pending>()
  readonly outs = new Map<string, Out & { next: number }>()
  readonly chats = new Map<ChatKey, ChatState>()
  readonly missed = new Map<ChatKey, number>()
  readonly #path: string
  #log: Log
  #tidyAt = tidyBytes
  #queue: { entries: LedgerEntry[]; done: PromiseWithResolvers<void> }[] = []
  #writing: Promise<void> | undefined

  private constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  static async open(path: string): Promise<DeliveryLog> {
    await ensureDir(dirname(path))
    const ledger = new DeliveryLog(path, await openTwinLog(path))
    for await (const { value } of readTwinLog(path)) if (isEntry(value)) ledger.#fold(value)
    return ledger
  }

  /** Resolves when the entries are on the disk and taken in. What several chats write at one time goes in one write. */
  write(...entries: LedgerEntry[]): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#queue.push({ entries, done })
    this.#writing ??= this.#flush()
    return done.promise
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#log.close()
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      try {
        await this.#log.append(
          batch.flatMap(({ entries }) => entries),
          true,
        )
        for (const { entries, done } of batch) {
          for (const entry of entries) this.#fold(entry)
          done.resolve()
        }
        if (this.#log.size > this.#tidyAt) await this.#tidy()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    this.#writing = undefined
  }

  async #tidy(): Promise<void> {
    const state: Snapshot = {
      known: [...this.known],
      keys: [...this.keys],
      pending: [...this.pending.values()],
      outs: [...this.outs.values()],
      chats: [...this.chats],
      missed: [...this.missed],
    }
    await writeTwinLog(this.#path, [{ type: 'kept', state } satisfies LedgerEntry])
    const fresh = await openTwinLog(this.#path)
    await this.#log.close()
    this.#log = fresh
    this.#tidyAt = Math.max(tidyBytes, fresh.size * 2)
  }

  #fold(entry: LedgerEntry): void {
    switch (entry.type) {
      case 'in':
        remember(this.known, entry.update.id, knownUpdates)
        this.pending.set(entry.update.id, { update: entry.update, ...(entry.old ? { old: true } : {}) })
        return
      case 'skipped':
        for (const update of entry.updates) this.#settle(update)
        for (const [chat, count] of entry.missed ?? []) this.missed.set(chat, (this.missed.get(chat) ?? 0) + count)
        return
      case 'begun':
        this.#begin(entry)
        return
      case 'shown': {
        const found = this.pending.get(entry.update)
        if (found) found.shown = entry.message === undefined ? {} : { message: entry.message }
        return
      }
      case 'out':
        for (const update of entry.updates) this.#settle(update)
        if (entry.missed) this.missed.delete(entry.out.chat)
        if (entry.told) this.#markTold(entry.out.chat, entry.told)
        if (this.keys.has(entry.out.key)) return
        remember(this.keys, entry.out.key, knownKeys)
        this.outs.set(entry.out.key, { ...entry.out, next: 0 })
        return
      case 'sent':
        this.#sent(entry)
        return
      case 'dropped':
        for (const [key, { chat }] of this.outs) if (chatIdOf(chat) === chatIdOf(entry.chat)) this.outs.delete(key)
        return
      case 'chat': {
        const { type: _, chat, conversation, ...rest } = entry
        const { document } = this.#chat(chat)
        this.chats.set(chat, { ...rest, ...(conversation ? { conversation } : {}), ...(document ? { document } : {}) })
        return
      }
      case 'document':
        this.#chat(entry.chat).document = entry.file
        return
      case 'pressed':
        delete this.#chat(entry.chat).buttons
        return
      case 'showing':
        this.#chat(entry.chat).showing = { turn: entry.turn, message: entry.message }
        return
      case 'kept':
        this.#restore(entry.state)
        return
      default:
        return void (entry satisfies never)
    }
  }

  #settle(update: number): void {
    remember(this.known, update, knownUpdates)
    this.pending.delete(update)
  }

  #begin({ updates, input, conversation }: Extract<LedgerEntry, { type: 'begun' }>): void {
    const found = this.pending.get(updates[0] as number)
    if (!found) return
    found.begun = { updates, input, conversation, times: (found.begun?.times ?? 0) + 1 }
    // What was asked before is answered by this, or asked anew in its reply.
    delete this.#chat(found.update.chat).buttons
  }

  #markTold(chat: ChatKey, { conversation, seq }: { conversation: Id; seq: number }): void {
    const state = this.#chat(chat)
    if (state.conversation === conversation && (state.mirror ?? 0) <= seq) state.mirror = seq + 1
  }

  #sent({ key, part, message }: Extract<LedgerEntry, { type: 'sent' }>): void {
    const out = this.outs.get(key)
    if (!out || (part ?? out.next) !== out.next) return
    const labels = out.parts[out.next]?.buttons
    if (labels && message !== undefined) this.#chat(out.chat).buttons = { message, labels }
    out.next++
    if (out.next >= out.parts.length) this.outs.delete(key)
  }

  #chat(id: ChatKey): ChatState {
    const chat = this.chats.get(id) ?? {}
    this.chats.set(id, chat)
    return chat
  }

  #restore(state: Snapshot): void {
    for (const id of state.known) this.known.add(id)
    for (const key of state.keys) this.keys.add(key)
    for (const one of state.pending) this.pending.set(one.update.id, one)
    for (const out of state.outs) this.outs.set(out.key, out)
    for (const [id, chat] of state.chats) this.chats.set(id, chat)
    for (const [id, count] of state.missed) this.missed.set(id, count)
  }
}

const shapes: Record<LedgerEntry['type'], Shape> = {
  in: { update: 'object' },
  skipped: { updates: 'list', missed: 'list?' },
  begun: { updates: 'list', input: 'string', conversation: 'string' },
  shown: { update: 'number' },
  out: { out: 'object', updates: 'list' },
  sent: { key: 'string' },
  dropped: { chat: 'number|string' },
  chat: { chat: 'number|string' },
  document: { chat: 'number|string', file: 'object' },
  pressed: { chat: 'number|string' },
  showing: { chat: 'number|string', turn: 'string', message: 'number' },
  kept: { state: 'object' },
}

/** A line that a broken disk, a person or a newer version wrote is passed over: it must not keep the bot from beginning. */
function isEntry(value: unknown): value is LedgerEntry {
  if (!fits(value, { type: 'string' }) || !Object.hasOwn(shapes, String(value.type))) return false
  const { type, update, out } = value as { type: LedgerEntry['type']; update?: unknown; out?: unknown }
  if (type === 'in' && !fits(update, { id: 'number', chat: 'number|string', kind: 'string' })) return false
  if (type === 'out' && !fits(out, { key: 'string', chat: 'number|string', parts: 'list' })) return false
  return fits(value, shapes[type])
}

/** Adds to a set that keeps the newest `most`. */
function remember<T>(set: Set<T>, value: T, most: number): void {
  set.add(value)
  if (set.size > most) for (const oldest of set.values()) return void set.delete(oldest)
}
