import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { AssistantError } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { undoCountOf } from '../../std/korean/dialogue/take-back.ts'
import { Asks } from './asks.ts'
import { BotError } from './bot.ts'
import { whileDiskRefuses } from './disk-retry.ts'
import type { TelegramHost } from './host.ts'
import type { Sender } from './inbound/access.ts'
import { isReport, isStop, runCommand } from './inbound/commands.ts'
import type { Incoming } from './inbound/incoming.ts'
import { isPart, isSameGroup, joinParts, partsBehind } from './inbound/pasted-parts.ts'
import type { Pending } from './ledger-entries.ts'
import { tellableFailure } from './messages.ts'
import { dropReplies } from './outbound/deliver.ts'
import { Replies } from './outbound/reply.ts'
import { readRingPress } from './outbound/ring-buttons.ts'
import { sendTo } from './outbound/send-to.ts'
import { type ChatKey, chatIdOf } from './place.ts'
import { type Current, Turns } from './turns.ts'

/**
 * Jobs of a chat, done one after the other: an update, a reply that stands in the ledger, or joining the conversation
 * it names. A message that nobody asked for is sent beside a running turn: a ring is not kept waiting by an unanswered
 * question.
 */
export type ChatJob = Incoming | { key: string; isTold?: true } | { do: 'join' }

type RingPress = NonNullable<ReturnType<typeof readRingPress>>

/** Pictures of one group come as messages of their own, within moments; SPEC has no number, 0.7 s holds in practice. */
const groupMs = 700
/** Of those that bots may use (https://core.telegram.org/bots/api#reactiontypeemoji). */
const signs = { waits: '👀', steers: '✍' } as const

/**
 * One private chat: what comes is done strictly in order, one thing at a time; only stopping, its state and buttons
 * do not wait.
 */
export class TelegramChat {
  readonly id: ChatKey
  readonly asks: Asks
  readonly #replies: Replies
  readonly #turns: Turns
  readonly #host: TelegramHost
  readonly #signal: AbortSignal
  readonly #fatal: (error: unknown) => void
  #queue: ChatJob[] = []
  /** Messages that were given to the turn that runs; those that it did not take have turns of their own after it. */
  #steered: Incoming[] = []
  readonly #stopped = new Set<number>()
  #working: Promise<void> | undefined
  #pressing = Promise.resolve()
  #telling = Promise.resolve()
  #current: Current | undefined
  #closing = false

  constructor(id: ChatKey, host: TelegramHost, signal: AbortSignal, fatal: (error: unknown) => void) {
    this.id = id
    this.#host = host
    this.#signal = signal
    this.#fatal = fatal
    this.asks = new Asks(id, host, signal)
    this.#replies = new Replies(id, host, signal)
    this.#turns = new Turns(id, host, signal, this.asks, this.#replies)
  }

  get busy(): boolean {
    return this.#current !== undefined
  }

  /** Something that stands in the ledger: an update to be answered, or a reply to be sent. */
  take(job: ChatJob): void {
    // One press after the other: of two taps on one button the second finds it pressed.
    if ('kind' in job && job.kind === 'press') {
      this.#pressing = this.#pressing.then(() => this.#guarded(job, () => this.#press(job)))
      return
    }
    // Forwarded text commands nothing.
    const own = 'kind' in job && job.kind === 'message' && !job.foreign ? job : undefined
    if (own && isStop(own.text)) return void this.#guarded(own, () => this.#stop(own))
    // A command that only shows something is answered while a turn goes on, or waits for an answer.
    if (own && this.busy && isReport(own.text)) return void this.#guarded(own, () => this.#handle(own))
    if (own && this.#goesAlong(own)) return
    if ('isTold' in job && this.#current) {
      this.#telling = this.#telling.then(() => this.#guarded(undefined, () => this.#replies.deliver(job.key)))
      return
    }
    this.#queue.push(job)
    this.#working ??= this.#work()
  }

  /**
   * Let a message that comes while a turn runs wait for its own, or go into that one; the writer is told which, once a
   * turn.
   */
  #goesAlong(update: Incoming): boolean {
    const { whileBusy } = this.#host
    const current = this.#current
    const { steer } = current ?? {}
    if (!current || !steer || update.text?.startsWith('/')) return false
    const goes = whileBusy === 'steer' && isPart(update)
    // Whoever does not see the question thinks that nobody listens: each message is told.
    if (this.asks.isOpen) void this.#tellOfQuestion()
    else if (!current.isTold) void this.#receipt(update, goes ? 'steers' : 'waits')
    current.isTold = true
    if (!goes) return false
    this.#steered.push(update)
    const before = current.steering ?? Promise.resolve()
    current.steering = before.then(() => this.#guarded(undefined, () => steer(update)))
    return true
  }

  /** Says that a question waits for its button, and that what was written comes after it. Nothing depends on it. */
  async #tellOfQuestion(): Promise<void> {
    const { bot, language, log } = this.#host
    await sendTo(bot, 'sendMessage', this.id, { text: telegramMessages[language].asked }, this.#signal).catch((error) =>
      log(`receipt: ${String(error)}`),
    )
  }

  /** A sign on the message, or a sentence where the server or the chat has no such signs. Nothing depends on it. */
  async #receipt({ message }: Incoming, what: keyof typeof signs): Promise<void> {
    const { bot, language, log } = this.#host
    const reaction = [{ type: 'emoji', emoji: signs[what] }]
    const place = { chat_id: chatIdOf(this.id), message_id: message }
    const sentence = () => sendTo(bot, 'sendMessage', this.id, { text: telegramMessages[language][what] }, this.#signal)
    await bot
      .call('setMessageReaction', { ...place, reaction }, this.#signal)
      .catch(sentence)
      .catch((error) => log(`receipt: ${String(error)}`))
  }

  /** Takes nothing more; what runs may end within `ms` and is stopped then. The rest stays in the ledger. */
  async close(ms: number): Promise<void> {
    this.#closing = true
    const timer = setTimeout(() => void this.#current?.cancel?.('shutdown'), ms)
    await Promise.all([this.#working, this.#telling])
    clearTimeout(timer)
    await this.#turns.close()
  }

  async #work(): Promise<void> {
    for (let job = this.#queue.shift(); job && !this.#closing && !this.#signal.aborted; job = this.#queue.shift()) {
      const one = job
      if ('key' in one) await this.#guarded(undefined, () => this.#replies.deliver(one.key))
      else if ('do' in one) await this.#guarded(undefined, () => this.#turns.join())
      else await this.#guarded(one, () => this.#handle(one))
    }
    this.#working = undefined
  }

  /**
   * A disk that refuses is waited for; another failure while answering is told in the chat; only a refused token ends
   * the bot.
   */
  async #guarded(update: Incoming | undefined, work: () => Promise<void>): Promise<void> {
    const { log, say } = this.#host
    const retryOnDisk = (attempt: () => Promise<void>) => whileDiskRefuses(attempt, this.#signal, log)
    try {
      await retryOnDisk(work)
    } catch (error) {
      if (this.#signal.aborted) return
      if (error instanceof BotError && error.fault === 'token') return this.#fatal(error)
      log(`chat ${this.id}: ${error instanceof AssistantError ? error.message : ((error as Error).stack ?? error)}`)
      const told = say.failure(tellableFailure(error))
      if (update) await retryOnDisk(() => this.#replies.reply([update], told)).catch((again) => log(String(again)))
    }
  }

  /** For whom the chat is; undefined when that, or whoever acts in a group, was shut out meanwhile. */
  async #senderOf({ from }: Incoming): Promise<Sender | undefined> {
    const { access } = this.#host
    const isShutOut = from !== undefined && !(await access.sender(from))
    return isShutOut ? undefined : access.sender(chatIdOf(this.id))
  }

  async #handle(update: Incoming): Promise<void> {
    const { ledger, language } = this.#host
    const say = telegramMessages[language]
    if (!ledger.pending.has(update.id)) return
    const sender = await this.#senderOf(update)
    if (!sender) return ledger.write({ type: 'skipped', updates: [update.id] })
    if (update.kind === 'left') {
      await ledger.write({ type: 'skipped', updates: [update.id] })
      return dropReplies(ledger, this.id)
    }
    if (update.kind === 'edit') return this.#replies.reply([update], say.edited)
    if (!update.foreign && update.text?.startsWith('/') && undoCountOf(update.text) === undefined)
      return this.#command(update, sender)
    if (!sender.workspace) return this.#replies.reply([update], say.unmapped(chatIdOf(this.id)))
    if (update.other) return this.#replies.reply([update], say.odd)
    this.#current = { cancelled: this.#stopped.delete(update.id) }
    let others: Incoming[] = []
    try {
      others = await this.#others(update)
      await this.#turns.answer(joinParts(update, others), { ...sender, workspace: sender.workspace }, this.#current)
    } catch (error) {
      // Whoever tries again finds them where they were.
      this.#queue.unshift(...others)
      throw error
    } finally {
      this.#current = undefined
      this.#queue.unshift(...this.#steered.splice(0))
    }
  }

  /**
   * Return the updates that belong to a message and wait behind it: pictures sent with it, its edits, and the lines
   * that follow at once.
   */
  async #others(update: Incoming): Promise<Incoming[]> {
    const { begun } = this.#host.ledger.pending.get(update.id) ?? {}
    if (update.group && !begun) await sleep(groupMs, this.#signal)
    const lines = begun ? [] : await this.#linesBehind(update)
    const belongsTogether = (job: ChatJob): job is Incoming =>
      'kind' in job &&
      (begun
        ? begun.updates.includes(job.id)
        : lines.includes(job) || isSameGroup(job, update) || (job.kind === 'edit' && job.message === update.message))
    const others = this.#queue.filter(belongsTogether)
    this.#queue = this.#queue.filter((job) => !belongsTogether(job))
    return others
  }

  /** The parts of a longer message, once no more of them come. */
  async #linesBehind(update: Incoming): Promise<Incoming[]> {
    const { mergeMs } = this.#host
    if (mergeMs === 0 || !isPart(update)) return []
    const found = () => {
      const waiting = this.#queue.slice(0, this.#queue.findIndex((job) => !('kind' in job)) >>> 0)
      return partsBehind(update, waiting as Incoming[], mergeMs)
    }
    for (let before = -1; before < found().length && !this.#current?.cancelled; ) {
      before = found().length
      await sleep(mergeMs, this.#signal)
    }
    return found()
  }

  // ---- commands and buttons

  async #command(update: Incoming, sender: Sender): Promise<void> {
    const { text, entries = [] } = await runCommand(update.text ?? '', sender, this.#host, {
      chat: this.id,
      busy: this.busy || this.#turns.hasOthers,
    })
    if (entries.length > 0) await this.#host.ledger.write(...entries)
    await this.#replies.reply([update], text)
  }

  async #stop(update: Incoming): Promise<void> {
    const { ledger, language } = this.#host
    if (!(await this.#senderOf(update))) return ledger.write({ type: 'skipped', updates: [update.id] })
    const say = telegramMessages[language]
    const isBefore = (job: ChatJob): job is Incoming => 'kind' in job && job.id < update.id
    const before = this.#queue.filter(isBefore)
    // A turn that began before a restart is stopped where it goes on.
    const begun = before.filter(({ id }) => ledger.pending.get(id)?.begun)
    for (const { id } of begun) this.#stopped.add(id)
    const waiting = before.filter((job) => !begun.includes(job))
    this.#queue = this.#queue.filter((job) => !waiting.includes(job as Incoming))
    if (waiting.length > 0) await ledger.write({ type: 'skipped', updates: waiting.map(({ id }) => id) })
    const current = this.#current
    if (current) current.cancelled = true
    await current?.cancel?.('person')
    // Turns that another surface began in this conversation are stopped, too.
    const others = current ? 0 : await this.#turns.stopOthers()
    const isSome = current || others > 0 || waiting.length > 0 || begun.length > 0
    await this.#replies.reply([update], isSome ? say.stopping(waiting.length) : say.nothingToStop)
  }

  async #press(update: Incoming): Promise<void> {
    const { ledger, bot, language } = this.#host
    const say = telegramMessages[language]
    const [kind, what = '', choice = ''] = (update.data ?? '').split(':')
    const sender = await this.#senderOf(update)
    const allowed = sender !== undefined
    const ring = sender && readRingPress(update.data ?? '')
    if (ring) return this.#answerRing(update, ring, sender)
    const label = kind === 'b' ? this.#labelOf(update, Number(what)) : undefined
    const told = allowed && kind === 'a' ? await this.asks.press(what, choice) : undefined
    if (allowed && label !== undefined) {
      const { data: _, query: __, ...rest } = update
      const said: Incoming = { ...rest, kind: 'message', text: label, at: +this.#host.now() }
      await ledger.write({ type: 'in', update: said }, { type: 'pressed', chat: this.id })
      this.#queue.push(said)
      this.#working ??= this.#work()
    } else await ledger.write({ type: 'skipped', updates: [update.id] })
    const text = told ?? (label === undefined ? say.late : undefined)
    const answer = { callback_query_id: update.query, ...(text ? { text } : {}) }
    await bot.call('answerCallbackQuery', answer, this.#signal).catch(() => {})
    if (kind === 'b')
      await bot
        .call('editMessageReplyMarkup', { chat_id: chatIdOf(this.id), message_id: update.message }, this.#signal)
        .catch(() => {})
  }

  /** Answers a ring: what was chosen stands under it then, and its buttons go. */
  async #answerRing(update: Incoming, { ref, choice }: RingPress, sender: Sender): Promise<void> {
    const { ledger, bot, language, answerRing } = this.#host
    const receipt = await answerRing(ref, choice, sender)
    await ledger.write({ type: 'skipped', updates: [update.id] })
    const text = receipt ?? telegramMessages[language].late
    await bot
      .call('answerCallbackQuery', { callback_query_id: update.query, text: text.slice(0, 200) }, this.#signal)
      .catch(() => {})
    const place = { chat_id: chatIdOf(this.id), message_id: update.message }
    const shown = receipt && update.text ? { ...place, text: `${update.text}\n\n✓ ${receipt}` } : undefined
    await bot.call(shown ? 'editMessageText' : 'editMessageReplyMarkup', shown ?? place, this.#signal).catch(() => {})
  }

  /**
   * Return the label of a pressed button while its question stands: a message that came before the press may change
   * what is asked.
   */
  #labelOf({ id, message }: Incoming, at: number): string | undefined {
    const { pending, chats } = this.#host.ledger
    const isBefore = ({ update, begun }: Pending) =>
      update.chat === this.id && update.kind === 'message' && update.id < id && !begun
    const { buttons } = chats.get(this.id) ?? {}
    return buttons?.message === message && ![...pending.values()].some(isBefore) ? buttons.labels[at] : undefined
  }
}
