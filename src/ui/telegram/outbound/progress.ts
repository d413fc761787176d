import { sleep } from '../../../std/abort.ts'
import { type Bot, BotError } from '../bot.ts'
import { type ChatKey, chatIdOf, isGroup, placeOf } from '../place.ts'
import { mostText, splitMessage } from './format.ts'
import { sendTo } from './send-to.ts'
import { isTable } from './table.ts'

/** SPEC §8: edits at least this far apart, in milliseconds. */
const editMs = 400
/** A reply that is whole before this comes as one message, without a progress one. */
const firstMs = 700
/** "The status is set for 5 seconds or less" (https://core.telegram.org/bots/api#sendchataction). */
const typingMs = 4_500
/**
 * A pause after the disk refused to note that something is shown, in milliseconds: nothing is shown that is not
 * noted.
 */
const refusedMs = 5_000
/** A last edit that nothing depends on may take this long, in milliseconds. */
const lastLookMs = 5_000
/** The sign that more is coming. */
const cursor = ' ▍'
/** So much of a long answer is shown while it grows: its end. */
const shownUnits = mostText - 600

/** Support of drafts by the server, as far as known, and the number of the newest. */
export interface DraftSupport {
  isOn: boolean
  count: number
}

export interface ProgressDeps {
  bot: Bot
  chat: ChatKey
  scrub(text: string): string
  /** Called before the first part is shown, and again with its message: both are on disk when they resolve. */
  shown(message?: number): Promise<void>
  log(line: string): void
  /**
   * Support of drafts by the server, as far as known; an older one, or one that does not let this bot, is asked once.
   */
  drafts: DraftSupport
}

/**
 * One message that shows how a turn is going, edited as it goes on. Nothing depends on it: a failure costs a look,
 * never a reply.
 */
export class Progress {
  /** The message that the final text replaces. */
  message: number | undefined
  readonly #parts: ProgressDeps
  readonly #stop = new AbortController()
  #wanted = ''
  #lines: string[] = []
  #visible = ''
  readonly #draft: number
  #wake: (() => void) | undefined
  readonly #running: Promise<unknown>

  constructor(parts: ProgressDeps, message?: number) {
    this.#parts = parts
    this.message = message
    this.#draft = ++parts.drafts.count
    // In a group a message that grows disturbs everybody, and so many edits are refused there.
    this.#running = Promise.all([this.#type(), isGroup(parts.chat) ? undefined : this.#show()])
  }

  /** The answer as far as it has come. */
  text(text: string): void {
    this.#wanted = text
    this.#wake?.()
  }
  /** A line about a tool. */
  line(line: string): void {
    this.#lines = [...this.#lines, line].slice(-8)
    this.#wake?.()
  }

  /** Stops; resolves when no call of it is under way any more. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
  }

  /** Stops for good before the end: what is shown stays, without the sign that it goes on. */
  async leave(): Promise<void> {
    await this.close()
    const { html } = splitMessage(this.#visible.slice(0, -cursor.length)).at(-1) ?? {}
    if (this.message === undefined || !html) return
    const { bot, chat } = this.#parts
    const params = { chat_id: chatIdOf(chat), message_id: this.message, text: html, parse_mode: 'HTML' }
    await bot.call('editMessageText', params, AbortSignal.timeout(lastLookMs)).catch(() => {})
  }

  async #type(): Promise<void> {
    const { bot, chat } = this.#parts
    while (!this.#stop.signal.aborted) {
      await bot.call('sendChatAction', { ...placeOf(chat), action: 'typing' }, this.#stop.signal).catch(() => {})
      await this.#pause(typingMs)
    }
  }

  async #show(): Promise<void> {
    await this.#pause(firstMs)
    while (!this.#stop.signal.aborted) {
      const text = this.#now()
      if (text && text !== this.#visible) await this.#put(text)
      else await new Promise<void>((resolve) => (this.#wake = resolve))
      await this.#pause(editMs)
    }
  }

  /** The last word may be half a path or half a name: it waits until it is whole. */
  #now(): string {
    const whole = this.#wanted.slice(0, this.#wanted.search(/\s\S*$/) + 1)
    const text = this.#parts.scrub(
      [...this.#lines, withoutOpenMarks(withoutOpenTable(whole))].filter((part) => part.trim()).join('\n'),
    )
    const tail = text.length > shownUnits ? `…${text.slice(-shownUnits).replace(/^[\udc00-\udfff]/, '')}` : text
    return tail.trim() && `${tail.trimEnd()}${cursor}`
  }

  async #put(text: string): Promise<void> {
    const { bot, chat, shown } = this.#parts
    const signal = this.#stop.signal
    const { html = text } = splitMessage(text).at(-1) ?? {}
    const params = { text: html, parse_mode: 'HTML' }
    try {
      this.#visible = text
      if (this.message !== undefined) {
        await bot.call('editMessageText', { ...params, chat_id: chatIdOf(chat), message_id: this.message }, signal)
        return
      }
      if (await this.#drafted({ ...params, ...placeOf(chat) })) return
      await shown()
      // Once it is under way its message must be known, whatever stops the turn: no signal ends this call.
      this.message = await sendTo(bot, 'sendMessage', chat, params, new AbortController().signal)
      await shown(this.message)
    } catch (error) {
      if (signal.aborted) return
      const { fault, retryAfterMs = 0 } = error instanceof BotError ? error : { retryAfterMs: refusedMs }
      if (fault !== 'unchanged') this.#parts.log(`progress: ${String(error)}`)
      await this.#pause(retryAfterMs)
    }
  }

  /**
   * Shows it as a draft, of which nothing is left when the answer comes
   * (https://core.telegram.org/bots/api#sendmessagedraft).
   */
  async #drafted(params: object): Promise<boolean> {
    const { bot, drafts } = this.#parts
    if (!drafts.isOn) return false
    try {
      await bot.call('sendMessageDraft', { ...params, draft_id: this.#draft }, this.#stop.signal)
      return true
    } catch (error) {
      // A method that is not there is answered like a token that is not right, which any other call would find out.
      if (!(error instanceof BotError) || !['refused', 'token'].includes(error.fault)) throw error
      drafts.isOn = false
      return false
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, this.#stop.signal).catch(() => {})
  }
}

/** The text without a mark whose other half has not come yet: it would stand there raw for a moment. */
function withoutOpenMarks(text: string): string {
  const from = text.lastIndexOf('\n') + 1
  const line = ['**', '~~', '`'].reduce((rest, mark) => {
    const at = rest.lastIndexOf(mark)
    return rest.split(mark).length % 2 === 0 ? rest.slice(0, at) + rest.slice(at + mark.length) : rest
  }, text.slice(from))
  return text.slice(0, from) + line
}

/** The text without the head of a table whose rule has not come yet. */
function withoutOpenTable(text: string): string {
  const [rows = ''] = /(?:(?<=^|\n)[ \t]*\|[^\n]*\n?)+$/.exec(text) ?? []
  const [head = '', rule] = rows.split('\n')
  return isTable(head, rule) ? text : text.slice(0, text.length - rows.length)
}
