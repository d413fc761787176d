import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { type Conversation, fail, type Id, type Input, type Submitted } from '../../protocol/index.ts'
import { watchSleep } from '../../std/time/sleep-watch.ts'
import type { Asks } from './asks.ts'
import { whileDiskRefuses } from './disk-retry.ts'
import type { ChatTurnRequest, TelegramHost } from './host.ts'
import { type Sender, scopeOf } from './inbound/access.ts'
import type { Incoming } from './inbound/incoming.ts'
import { requestOf } from './inbound/media.ts'
import type { Pending } from './ledger-entries.ts'
import { Progress } from './outbound/progress.ts'
import type { Replies } from './outbound/reply.ts'
import { type ChatKey, chatIdOf } from './place.ts'
import { mirrorTurns, type RemoteTurns } from './remote-turns.ts'
import { type WatchedTurn, watchEvents } from './watch.ts'

/** A message that ends the program this often is not tried again. */
const mostTimes = 3

/** A person whom the owner gave a workspace. */
export type MappedSender = Sender & { workspace: string }

/** The running turn of a chat, and how to stop it. */
export interface Current {
  cancelled: boolean
  cancel?: (by: 'person' | 'shutdown') => Promise<void>
  /**
   * Gives words to the turn while it runs; who gives them finds them in the ledger again where the turn did not take
   * them.
   */
  steer?: (update: Incoming) => Promise<void>
  /** Resolves when what was given has been taken in. */
  steering?: Promise<void>
  /** Somebody was told that their message waits, or goes along. */
  isTold?: true
}

/**
 * The turns of one chat: from messages to an input, from its turn to a reply, across the death of this or another
 * process.
 */
export class Turns {
  readonly #chat: ChatKey
  readonly #host: TelegramHost
  readonly #signal: AbortSignal
  readonly #asks: Asks
  readonly #replies: Replies
  #open: Conversation | undefined
  /** Turns of other surfaces in the conversation that is open. */
  #others: RemoteTurns = new Map()
  /** Aborts when the chat leaves the conversation that is open. */
  #left = new AbortController()

  constructor(chat: ChatKey, host: TelegramHost, signal: AbortSignal, asks: Asks, replies: Replies) {
    this.#chat = chat
    this.#host = host
    this.#signal = signal
    this.#asks = asks
    this.#replies = replies
  }

  /** Answers messages that belong together with one turn. */
  async answer(updates: Incoming[], sender: MappedSender, current: Current): Promise<void> {
    const { say } = this.#host
    const request = await requestOf(
      updates.filter(({ kind }) => kind !== 'edit'),
      sender,
      this.#host,
      this.#signal,
    )
    if ('answer' in request) return this.#replies.reply(updates, request.answer)
    const hasBegun = updates.some(({ id }) => this.#host.ledger.pending.get(id)?.begun)
    if (current.cancelled && !hasBegun) return this.#replies.reply(updates, say.cancelled('person'))
    await this.#run(updates, request, sender, current)
  }

  async close(): Promise<void> {
    this.#left.abort()
    await this.#open?.close()
  }

  get hasOthers(): boolean {
    return this.#others.size > 0
  }

  /** Stops what other surfaces do in the conversation of this chat; how many turns that were. */
  async stopOthers(): Promise<number> {
    const turns = [...this.#others.keys()]
    for (const turn of turns) await this.#open?.cancel(turn, 'person')
    return turns.length
  }

  /** Opens the conversation that the ledger names for this chat, so that what others do in it is told here. */
  async join(): Promise<void> {
    const { conversation } = this.#host.ledger.chats.get(this.#chat) ?? {}
    if (!conversation || this.#open?.id === conversation) return
    const found = await this.#host.open(conversation)
    if (found) await this.#enter(found)
  }

  /** From now on the chat talks in this one, and hears what others say there. */
  async #enter(conversation: Conversation): Promise<void> {
    const { ledger, log } = this.#host
    this.#left.abort()
    await this.#open?.close()
    this.#open = conversation
    this.#left = new AbortController()
    const signal = AbortSignal.any([this.#signal, this.#left.signal])
    this.#others = new Map()
    const parts = { chat: this.#chat, host: this.#host, replies: this.#replies, asks: this.#asks, others: this.#others }
    const hear = () => mirrorTurns(conversation, ledger.chats.get(this.#chat)?.mirror ?? 0, parts, signal)
    void whileDiskRefuses(hear, signal, log).catch((error) => signal.aborted || log(`mirror: ${String(error)}`))
  }

  async #run(updates: Incoming[], request: ChatTurnRequest, sender: MappedSender, current: Current): Promise<void> {
    const { ledger } = this.#host
    const first = (updates[0] as Incoming).id
    const pending = () => ledger.pending.get(first)
    const progress = this.#progress(first, pending()?.shown?.message)
    const sleep = watchSleep(this.#host.now)
    let watched: WatchedTurn
    let id: Id
    try {
      do {
        const [conversation, submitted] = await this.#submit(updates, request, sender)
        id = conversation.id
        current.cancel = (by) => conversation.cancel(submitted.turn, by)
        current.steer = (update) => this.#steer(update, sender, conversation)
        if (current.cancelled) await current.cancel('person')
        watched = await watchEvents(conversation, submitted, {
          progress,
          asks: this.#asks,
          host: this.#host,
          signal: this.#signal,
        })
      } while (this.#mayRunAgain(watched, pending(), sleep.slept()))
    } finally {
      sleep.stop()
      delete current.steer
      await current.steering
      await progress.close()
    }
    await this.#answer([...updates, ...this.#takenWith(watched.steered)], watched, request.done, {
      edit: progress.message,
      told: { conversation: id, seq: watched.seq },
    })
  }

  /** Words for the turn that runs: written down as begun before it gets them. */
  async #steer(update: Incoming, sender: MappedSender, conversation: Conversation): Promise<void> {
    const { ledger, newId } = this.#host
    const request = await requestOf([update], sender, this.#host, this.#signal)
    if ('answer' in request) return
    const input = newId()
    await ledger.write({ type: 'begun', updates: [update.id], input, conversation: conversation.id })
    await conversation.submit(this.#inputOf(input, request), 'steer')
  }

  /** Messages that became part of a turn: its reply answers them, too. */
  #takenWith(inputs: readonly Id[]): Incoming[] {
    const pending = [...this.#host.ledger.pending.values()]
    return pending.flatMap(({ update, begun }) =>
      begun && update.chat === this.#chat && inputs.includes(begun.input) ? [update] : [],
    )
  }

  #inputOf(id: Id, { text, speaker, images, attachments }: ChatTurnRequest): Input {
    return {
      ...{ id, text, origin: 'telegram', by: `telegram:${chatIdOf(this.#chat)}` },
      ...(speaker === undefined ? {} : { speaker }),
      ...(images.length > 0 ? { images } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
    }
  }

  /** Gives the input to the conversation; the same one again where an earlier process had begun with it. */
  async #submit(
    updates: Incoming[],
    request: ChatTurnRequest,
    sender: MappedSender,
  ): Promise<[Conversation, Submitted]> {
    const { ledger, newId } = this.#host
    const begun = this.#resumable(updates)
    const known =
      begun && (begun.conversation === this.#open?.id ? this.#open : await this.#host.open(begun.conversation))
    const conversation = known ?? (await this.#conversation(sender))
    const input = known && begun ? begun.input : newId()
    // An input that only waited in its queue when the process died is submitted again; one that had begun is recognised
    // by its id.
    if (known) await known.withdraw(input)
    else
      await ledger.write({ type: 'begun', updates: updates.map(({ id }) => id), input, conversation: conversation.id })
    return [conversation, await conversation.submit(this.#inputOf(input, request), 'queue')]
  }

  #tried = new Set<Id>()
  /**
   * Return the turn that an earlier process had begun with these updates; once, because this process begins anew after
   * that.
   */
  #resumable(updates: Incoming[]) {
    const begun = this.#host.ledger.pending.get((updates[0] as Incoming).id)?.begun
    if (!begun || this.#tried.has(begun.input)) return undefined
    this.#tried.add(begun.input)
    return begun
  }

  /**
   * SPEC §8: a turn that died runs again only if nothing of it had happened: no tool begun, no part of the reply
   * shown. One whose wire broke while the machine slept runs again if nothing was done.
   */
  #mayRunAgain(
    { ending, tools, steered, isServed }: WatchedTurn,
    pending: Pending | undefined,
    slept: boolean,
  ): boolean {
    const isCut = hasDied(ending) ? !pending?.shown : slept && isBroken(ending) && steered.length === 0 && !isServed
    if (!isCut || tools.length > 0 || !pending?.begun) return false
    this.#tried.add(pending.begun.input)
    return pending.begun.times < mostTimes
  }

  #progress(update: number, message: number | undefined): Progress {
    const { bot, scrub, ledger, log, drafts } = this.#host
    const shown = (sent?: number) =>
      ledger.write({ type: 'shown', update, ...(sent === undefined ? {} : { message: sent }) })
    return new Progress({ drafts, bot, chat: this.#chat, scrub, shown, log }, message)
  }

  /**
   * The conversation of this chat: the one that is open, the one of before, or a new one where the mapping has
   * changed.
   */
  async #conversation(sender: MappedSender): Promise<Conversation> {
    const { ledger, open, begin, language } = this.#host
    const scope = scopeOf(sender)
    const chat = ledger.chats.get(this.#chat)
    const usable = chat?.scope === scope ? chat.conversation : undefined
    if (this.#open && this.#open.id === usable) return this.#open
    const conversation = (usable && (await open(usable))) || (await begin(sender))
    if (!conversation)
      return fail('config', { data: { sentence: telegramMessages[language].moved(chatIdOf(this.#chat)) } })
    if (conversation.id !== usable)
      await ledger.write({ type: 'chat', chat: this.#chat, conversation: conversation.id, scope, mirror: 0 })
    await this.#enter(conversation)
    return conversation
  }

  async #answer(
    updates: Incoming[],
    { ending, tools, images, buttons, notes }: WatchedTurn,
    done: string[],
    how: { edit: number | undefined; told: { conversation: Id; seq: number } },
  ): Promise<void> {
    const noted = [...new Set(notes)].map(telegramMessages[this.#host.language].noted)
    const receipt = ending.receipt?.lines.join(' · ') ?? ''
    const text = [...done, ...this.#textsOf(ending, tools), receipt, ...noted]
    const labels = ending.type === 'turn.done' ? buttons : []
    const isSpoken =
      updates.some(({ file }) => file?.kind === 'voice') && this.#host.ledger.chats.get(this.#chat)?.voice
    const speech = isSpoken && ending.type === 'turn.done' ? ending.text : undefined
    await this.#replies.reply(updates, text.filter((part) => part.trim()).join('\n\n'), {
      ...how,
      labels,
      images,
      speech,
    })
  }

  #textsOf(ending: WatchedTurn['ending'], tools: string[]): string[] {
    const { say, language } = this.#host
    const own = telegramMessages[language]
    if (ending.type === 'turn.done') return [ending.text]
    if (ending.type === 'turn.cancelled') return [ending.partial, say.cancelled(ending.by)]
    if (!hasDied(ending)) return [ending.partial, say.failure(ending.failure)]
    return [ending.partial, own.died, ...(tools.length > 0 ? [own.diedAfter(tools)] : [])]
  }
}

/** The wire was gone before the model had answered. */
function isBroken(ending: WatchedTurn['ending']): boolean {
  return ending.type === 'turn.failed' && ['timeout', 'network'].includes(ending.failure.code)
}

/** The process that ran the turn ended before the turn did. */
function hasDied(ending: WatchedTurn['ending']): boolean {
  return ending.type === 'turn.failed' && ending.failure.code === 'interrupted'
}
