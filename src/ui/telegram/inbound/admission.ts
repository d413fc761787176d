import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import type { TelegramHost } from '../host.ts'
import { retryWhileOffline } from '../outbound/deliver.ts'
import { splitMessage } from '../outbound/format.ts'
import { chatIdOf, isGroup } from '../place.ts'
import { codeMs, mostWaiting, type SenderAccess } from './access.ts'
import { type BotIdentity, GroupTalk, joinedIn, movedTo, titleOf } from './group.ts'
import { type Incoming, readUpdate } from './incoming.ts'
import { objectIn } from './loose.ts'

/** Strangers who wait for their code at a time; another one writes again. */
const mostStrangers = 1_000

/** A code for a person or a group: who hears of it, in which words, and what is answered once they are let in. */
interface Offer {
  id: number
  to: number
  words(code: string): string
  logged(id: number): string
  first: Incoming | undefined
}

/**
 * Decides of what arrives who is heard: whoever was let in, in their own chat or in a group that was let in, too. Of
 * anybody else the message for which they got a code is kept in memory, as long as the code is good: let in, they
 * need not write it again.
 */
export class Admission {
  readonly #host: TelegramHost
  readonly #me: BotIdentity
  readonly #talk = new GroupTalk()
  /** Strangers, and groups, that are to be given a code; and until when those who were know theirs. */
  readonly #offers = new Map<number, Offer>()
  readonly #told = new Map<number, number>()
  #isGiving = false
  readonly #first = new Map<number, { update: Incoming; until: number }>()

  constructor(host: TelegramHost, me: BotIdentity) {
    this.#host = host
    this.#me = me
  }

  /** Return the first message of somebody from before they were let in; once. */
  firstOf(id: number): Incoming | undefined {
    const { update, until } = this.#first.get(id) ?? { until: 0 }
    this.#first.delete(id)
    return until > +this.#host.now() ? update : undefined
  }

  /** Return the updates to be answered, each once, the oldest first. */
  async admit(updates: readonly unknown[], signal: AbortSignal): Promise<Incoming[]> {
    const { ledger, access } = this.#host
    const all = await access.read()
    const known = new Set(all.senders.map(({ id }) => id))
    const found: Incoming[] = []
    for (const update of updates) {
      const incoming = readUpdate(update, this.#me)
      if (!incoming) await this.#beside(update, known, signal)
      else if (!ledger.known.has(incoming.id) && !found.some(({ id }) => id === incoming.id))
        if (await this.#mayEnter(incoming, update, known, all, signal)) found.push(this.#withTalk(incoming))
    }
    return found.sort((a, b) => a.id - b.id)
  }

  async #mayEnter(incoming: Incoming, update: unknown, known: Set<number>, all: SenderAccess, signal: AbortSignal) {
    const chat = chatIdOf(incoming.chat)
    if (!isGroup(chat)) {
      if (all.invitations.length > 0 && (await this.#invited(incoming))) known.add(chat)
      if (!known.has(chat)) this.#stranger(incoming, signal)
      return known.has(chat)
    }
    if (incoming.kind === 'left') return known.has(chat)
    // A group is let in, and so is each who is answered there: anybody else hears nothing.
    if (incoming.from === undefined || !known.has(incoming.from)) return false
    const message = objectIn(objectIn(update)?.message)
    if (!known.has(chat) && message) this.#offerGroup(chat, incoming.from, titleOf(message), signal, incoming)
    return known.has(chat)
  }

  #withTalk(incoming: Incoming): Incoming {
    const around =
      isGroup(incoming.chat) && incoming.kind === 'message' ? this.#talk.take(incoming.chat, +this.#host.now()) : ''
    return around ? { ...incoming, around } : incoming
  }

  /**
   * Note updates that ask nothing: that the bot is in a group now, that a group has another number, what its people say
   * to one another.
   */
  async #beside(update: unknown, known: Set<number>, signal: AbortSignal): Promise<void> {
    const all = objectIn(update)
    if (!all) return
    const joined = joinedIn(all)
    if (joined && known.has(joined.from) && !known.has(joined.chat))
      this.#offerGroup(joined.chat, joined.from, joined.title, signal)
    const moved = movedTo(all)
    if (moved && known.has(moved.from)) {
      await this.#host.access.move(moved.from, moved.to)
      known.add(moved.to)
    }
    const message = objectIn(all.message)
    const chat = objectIn(message?.chat)?.id
    if (message && known.has(Number(chat))) this.#talk.note(message, +this.#host.now())
  }

  /**
   * Whoever opens the owner's link sends `/start CODE` by it: they are let in, and that message is the first that is
   * answered.
   */
  async #invited({ chat, kind, text, foreign }: Incoming): Promise<boolean> {
    const { access, now, log, language } = this.#host
    const [, code] = /^\/start ([A-Z0-9]{8})$/.exec((kind === 'message' && !foreign && text) || '') ?? []
    const sender = code && (await access.accept(chatIdOf(chat), code, +now()))
    if (sender) log(telegramMessages[language].log.paired(chatIdOf(chat)))
    return Boolean(sender)
  }

  /**
   * Somebody whom the owner did not let in: a code, once while it is good; nothing of what they wrote is read or
   * kept.
   */
  #stranger(update: Incoming, signal: AbortSignal): void {
    const { chat, kind } = update
    if (kind !== 'message') return
    const say = telegramMessages[this.#host.language]
    const id = chatIdOf(chat)
    this.#offer({ id, to: id, words: say.stranger, logged: say.log.stranger, first: update }, signal)
  }

  /**
   * A group that was not let in: whoever spoke to the bot there, and is, hears in their own chat how that is done.
   * The group hears nothing.
   */
  #offerGroup(id: number, to: number, title: string, signal: AbortSignal, first?: Incoming): void {
    const say = telegramMessages[this.#host.language]
    this.#offer({ id, to, words: (code) => say.newGroup(title, code), logged: say.log.group, first }, signal)
  }

  #offer(offer: Offer, signal: AbortSignal): void {
    const { id } = offer
    if (this.#offers.has(id) || this.#offers.size >= mostStrangers || (this.#told.get(id) ?? 0) > +this.#host.now())
      return
    this.#offers.set(id, offer)
    if (!this.#isGiving) void this.#give(signal)
  }

  /** One after the other: a crowd takes neither the connections nor the rate of those who are answered. */
  async #give(signal: AbortSignal): Promise<void> {
    this.#isGiving = true
    for (const [id, offer] of this.#offers) {
      if (signal.aborted) break
      await this.#tell(offer, signal).catch((error) => signal.aborted || this.#host.log(`stranger: ${String(error)}`))
      this.#offers.delete(id)
    }
    this.#isGiving = false
  }

  async #tell({ id, to, words, logged, first }: Offer, signal: AbortSignal): Promise<void> {
    const { access, bot, log, now } = this.#host
    const code = await access.offer(id, +now())
    if (!code) return
    this.#forget()
    const until = +now() + codeMs
    if (first) this.#first.set(id, { update: first, until })
    const html = splitMessage(words(code))[0]?.html
    const send = () => bot.call('sendMessage', { chat_id: to, text: html, parse_mode: 'HTML' }, signal)
    await retryWhileOffline(send, signal, log)
    this.#told.set(id, until)
    log(logged(id))
  }

  /** Codes that are over are nobody's any more; of a crowd the newest are remembered. */
  #forget(): void {
    const now = +this.#host.now()
    for (const [id, until] of this.#told) if (until <= now) this.#told.delete(id)
    for (const [id, { until }] of this.#first)
      if (until <= now || this.#first.size > mostWaiting) this.#first.delete(id)
  }
}
