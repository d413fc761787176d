import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import type { TelegramHost } from '../host.ts'
import { splitMessage } from '../outbound/format.ts'
import { chatIdOf, isGroup } from '../place.ts'
import type { SenderAccess } from './access.ts'
import { type BotIdentity, GroupTalk, joinedIn, movedTo, titleOf } from './group.ts'
import { type Incoming, readUpdate } from './incoming.ts'
import { object } from './loose.ts'

/** Strangers who are answered at a time; another one writes again. */
const mostStrangers = 3

/** Decides of what arrives who is heard: whoever was let in, in their own chat or in a group that was let in, too. Nobody else's words are kept. */
export class Admission {
  readonly #host: TelegramHost
  readonly #me: BotIdentity
  readonly #talk = new GroupTalk()
  /** Strangers, and groups, that are being given a code. */
  readonly #offered = new Set<number>()

  constructor(host: TelegramHost, me: BotIdentity) {
    this.#host = host
    this.#me = me
  }

  /** What of these updates is to be answered, each once, the oldest first. */
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
    const message = object(object(update)?.message)
    if (!known.has(chat) && message) this.#offerGroup(chat, incoming.from, titleOf(message), signal)
    return known.has(chat)
  }

  #withTalk(incoming: Incoming): Incoming {
    const around = isGroup(incoming.chat) && incoming.kind === 'message' ? this.#talk.take(incoming.chat, +this.#host.now()) : ''
    return around ? { ...incoming, around } : incoming
  }

  /** What asks nothing: that the bot is in a group now, that a group has another number, what its people say to one another. */
  async #beside(update: unknown, known: Set<number>, signal: AbortSignal): Promise<void> {
    const all = object(update)
    if (!all) return
    const joined = joinedIn(all)
    if (joined && known.has(joined.from) && !known.has(joined.chat))
      this.#offerGroup(joined.chat, joined.from, joined.title, signal)
    const moved = movedTo(all)
    if (moved && known.has(moved.from)) {
      await this.#host.access.move(moved.from, moved.to)
      known.add(moved.to)
    }
    const message = object(all.message)
    const chat = object(message?.chat)?.id
    if (message && known.has(Number(chat))) this.#talk.note(message, +this.#host.now())
  }

  /** Whoever opens the owner's link sends `/start CODE` by it: they are let in, and that message is the first that is answered. */
  async #invited({ chat, kind, text, foreign }: Incoming): Promise<boolean> {
    const { access, now, log, language } = this.#host
    const [, code] = /^\/start ([A-Z0-9]{8})$/.exec((kind === 'message' && !foreign && text) || '') ?? []
    const sender = code && (await access.accept(chatIdOf(chat), code, +now()))
    if (sender) log(telegramMessages[language].log.paired(chatIdOf(chat)))
    return Boolean(sender)
  }

  /** Somebody whom the owner did not let in: a code, once; nothing of what they wrote is read or kept. */
  #stranger({ chat, kind }: Incoming, signal: AbortSignal): void {
    if (kind !== 'message' || this.#offered.size >= mostStrangers) return
    const say = telegramMessages[this.#host.language]
    this.#offer(chatIdOf(chat), chatIdOf(chat), false, say.stranger, say.log.stranger, signal)
  }

  /** A group that was not let in: whoever spoke to the bot there, and is, hears in their own chat how that is done. The group hears nothing. */
  #offerGroup(group: number, from: number, title: string, signal: AbortSignal): void {
    const say = telegramMessages[this.#host.language]
    this.#offer(group, from, true, (code) => say.newGroup(title, code), say.log.group, signal)
  }

  #offer(
    id: number,
    to: number,
    isVouched: boolean,
    words: (code: string) => string,
    logged: (id: number) => string,
    signal: AbortSignal,
  ): void {
    const { access, bot, log, now } = this.#host
    if (this.#offered.has(id)) return
    this.#offered.add(id)
    const offer = async () => {
      const code = await access.offer(id, +now(), isVouched)
      if (!code) return
      const html = splitMessage(words(code))[0]?.html
      await bot.call('sendMessage', { chat_id: to, text: html, parse_mode: 'HTML' }, signal)
      log(logged(id))
    }
    void offer()
      .catch((error) => log(`stranger: ${String(error)}`))
      .finally(() => this.#offered.delete(id))
  }
}
