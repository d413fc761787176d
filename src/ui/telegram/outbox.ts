import { dirname } from 'node:path'
import type { Id } from '../../protocol/index.ts'
import { ensureDir } from '../../std/fs/files.ts'
import { refuseNewer } from '../../std/fs/format.ts'
import type { Log } from '../../std/fs/jsonl.ts'
import { openTwinLog, readTwinLog, writeTwinLog } from '../../std/fs/mirrored-log.ts'
import {
  type ChatState,
  isEntry,
  type LedgerEntry,
  type LedgerSnapshot,
  type Out,
  type Pending,
} from './ledger-entries.ts'
import { type ChatKey, chatIdOf } from './place.ts'

/** Updates that are recognised when they come again. Telegram keeps one for 24 hours at most. */
const knownUpdates = 20_000
const knownKeys = 2_000
/** Conversations of topics that are remembered after `/new`: what was asked for there is told there. */
const knownTopics = 1_000
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
  readonly #topics = new Map<Id, ChatKey>()
  readonly #path: string
  /** Lines that say nothing known: of another version of this program. They stay. */
  readonly #unknown: object[] = []
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
    for await (const { value } of readTwinLog(path))
      if (isEntry(value)) ledger.#fold(value)
      else ledger.#unknown.push(value)
    try {
      refuseNewer(path)
    } catch (error) {
      await ledger.close()
      throw error
    }
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
    const state: LedgerSnapshot = {
      known: [...this.known],
      keys: [...this.keys],
      pending: [...this.pending.values()],
      outs: [...this.outs.values()],
      chats: [...this.chats],
      missed: [...this.missed],
      topics: [...this.#topics],
    }
    await writeTwinLog(this.#path, [...this.#unknown, { type: 'kept', state } satisfies LedgerEntry])
    const fresh = await openTwinLog(this.#path)
    await this.#log.close()
    this.#log = fresh
    this.#tidyAt = Math.max(tidyBytes, fresh.size * 2)
  }

  #fold(entry: LedgerEntry): void {
    switch (entry.type) {
      case 'in':
        rememberIn(this.known, entry.update.id, knownUpdates)
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
        rememberIn(this.keys, entry.out.key, knownKeys)
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
        const { document, voice } = this.#chat(chat)
        const kept = { ...(document ? { document } : {}), ...(voice ? { voice } : {}) }
        this.chats.set(chat, { ...rest, ...(conversation ? { conversation } : {}), ...kept })
        if (conversation) this.#place(conversation, chat)
        return
      }
      case 'voice':
        this.#chat(entry.chat).voice = entry.on
        return
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

  /**
   * Return the place where somebody is told of a conversation: the topic of their chat that it is or was in, else the
   * chat.
   */
  placeOf(chat: number, conversation: Id | undefined): ChatKey {
    const topic = this.#topics.get(conversation ?? '')
    return topic !== undefined && chatIdOf(topic) === chat ? topic : chat
  }

  #place(conversation: Id, chat: ChatKey): void {
    this.#topics.delete(conversation)
    if (typeof chat === 'number') return
    this.#topics.set(conversation, chat)
    if (this.#topics.size > knownTopics)
      for (const oldest of this.#topics.keys()) return void this.#topics.delete(oldest)
  }

  #settle(update: number): void {
    rememberIn(this.known, update, knownUpdates)
    this.pending.delete(update)
  }

  #begin({ updates, input, conversation }: Extract<LedgerEntry, { type: 'begun' }>): void {
    const found = this.pending.get(updates[0] as number)
    if (!found) return
    found.begun = { updates, input, conversation, times: (found.begun?.times ?? 0) + 1 }
    // An earlier question is answered by this, or asked anew in its reply.
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

  #restore(state: LedgerSnapshot): void {
    for (const id of state.known) this.known.add(id)
    for (const key of state.keys) this.keys.add(key)
    for (const one of state.pending) this.pending.set(one.update.id, one)
    for (const out of state.outs) this.outs.set(out.key, out)
    for (const [id, chat] of state.chats) this.chats.set(id, chat)
    for (const [id, count] of state.missed) this.missed.set(id, count)
    for (const [id, chat] of state.topics ?? []) this.#topics.set(id, chat)
  }
}

/** Adds to a set that keeps the newest `most`. */
function rememberIn<T>(set: Set<T>, value: T, most: number): void {
  set.add(value)
  if (set.size > most) for (const oldest of set.values()) return void set.delete(oldest)
}
