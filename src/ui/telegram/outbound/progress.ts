import { sleep } from '../../../std/abort.ts'
import { type Bot, BotError } from '../bot.ts'
import { mostText } from './format.ts'

/** SPEC §8: edits at least this far apart, in milliseconds. */
const editMs = 400
/** A reply that is whole before this comes as one message, without a progress one. */
const firstMs = 700
/** "The status is set for 5 seconds or less" (https://core.telegram.org/bots/api#sendchataction). */
const typingMs = 4_500
/** A pause after the disk refused to note that something is shown, in milliseconds: nothing is shown that is not noted. */
const refusedMs = 5_000
/** A last edit that nothing depends on may take this long, in milliseconds. */
const lastLookMs = 5_000
/** The sign that more is coming. */
const cursor = ' ▍'
/** So much of a long answer is shown while it grows: its end. */
const shownUnits = mostText - 600

export interface ProgressDeps {
  bot: Bot
  chat: number
  scrub(text: string): string
  /** Called before the first part is shown, and again with its message: both are on disk when they resolve. */
  shown(message?: number): Promise<void>
  log(line: string): void
}

/** One message that shows how a turn is going, edited as it goes on. Nothing depends on it: a failure costs a look, never a reply. */
export class Progress {
  /** The message that the final text replaces. */
  message: number | undefined
  readonly #parts: ProgressDeps
  readonly #stop = new AbortController()
  #wanted = ''
  #lines: string[] = []
  #visible = ''
  #wake: (() => void) | undefined
  readonly #running: Promise<unknown>

  constructor(parts: ProgressDeps, message?: number) {
    this.#parts = parts
    this.message = message
    this.#running = Promise.all([this.#type(), this.#show()])
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
    const text = this.#visible.slice(0, -cursor.length)
    if (this.message === undefined || !text) return
    const { bot, chat } = this.#parts
    const params = { chat_id: chat, message_id: this.message, text }
    await bot.call('editMessageText', params, AbortSignal.timeout(lastLookMs)).catch(() => {})
  }

  async #type(): Promise<void> {
    const { bot, chat } = this.#parts
    while (!this.#stop.signal.aborted) {
      await bot.call('sendChatAction', { chat_id: chat, action: 'typing' }, this.#stop.signal).catch(() => {})
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
    const text = this.#parts.scrub([...this.#lines, whole].filter((part) => part.trim()).join('\n'))
    const tail = text.length > shownUnits ? `…${text.slice(-shownUnits).replace(/^[\udc00-\udfff]/, '')}` : text
    return tail.trim() && `${tail.trimEnd()}${cursor}`
  }

  async #put(text: string): Promise<void> {
    const { bot, chat, shown } = this.#parts
    const signal = this.#stop.signal
    try {
      this.#visible = text
      if (this.message !== undefined) {
        await bot.call('editMessageText', { chat_id: chat, message_id: this.message, text }, signal)
        return
      }
      await shown()
      // Once it is under way its message must be known, whatever stops the turn: no signal ends this call.
      const sent = await bot.call<{ message_id: number }>('sendMessage', { chat_id: chat, text }, new AbortController().signal)
      this.message = sent.message_id
      await shown(sent.message_id)
    } catch (error) {
      if (signal.aborted) return
      const { fault, retryAfterMs = 0 } = error instanceof BotError ? error : { retryAfterMs: refusedMs }
      if (fault !== 'unchanged') this.#parts.log(`progress: ${String(error)}`)
      await this.#pause(retryAfterMs)
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, this.#stop.signal).catch(() => {})
  }
}
