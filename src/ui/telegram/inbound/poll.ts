import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import { sleep } from '../../../std/abort.ts'
import { BotError } from '../bot.ts'
import { isStorage } from '../disk-retry.ts'
import type { TelegramHost } from '../host.ts'
import { splitMessage } from '../outbound/format.ts'
import { pauseAfter } from '../pause.ts'
import type { ChatKey } from '../place.ts'
import type { Admission } from './admission.ts'
import { type Incoming, updateId } from './incoming.ts'
import { type BacklogLimits, settleBacklog } from './startup-backlog.ts'

/** Milliseconds between two looks at the network, and the gap between two that means the machine slept. */
const [lookMs, gapMs] = [2_000, 10_000]

/**
 * Aborts when the machine has other addresses than now, or has slept: a connection that was open then may be dead
 * without a word, and who waits on it hears nothing until their patience ends. Asks no server.
 */
function networkChange({ network, now }: { network(): string; now(): Date }): {
  signal: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  const before = network()
  let last = +now()
  const timer = setInterval(() => {
    if (+now() - last > lookMs + gapMs || network() !== before) controller.abort()
    last = +now()
  }, lookMs)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

export interface PollOptions {
  /** Seconds that the server holds a poll; at most 50. */
  pollSeconds: number
  backlog: BacklogLimits
  /** Milliseconds since 1970; updates from before are backlog. */
  startedAt: number
}

/**
 * "Updates are not kept longer than 24 hours"; after a week without any, ids begin anew anywhere: no offset is
 * trusted that long.
 */
const offsetGoodMs = 24 * 3_600_000
/** A pause after a batch that was all known already, in milliseconds. */
const emptyPauseMs = 100
/** Waits after a failed poll, in milliseconds; the last one repeats. */
const pausesMs = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]

/**
 * Asks for updates until the signal aborts. Each is on disk before the next poll acknowledges it; one that was there
 * before is passed over; one from nobody we know is never stored. Throws when the token is refused.
 */
export class Poller {
  readonly #host: TelegramHost
  readonly #options: PollOptions
  readonly #take: (chat: ChatKey, job: Incoming | { key: string }) => void
  readonly #admission: Admission
  #offset = 0
  #lastAt = 0
  /** Until the backlog is read: what of it may run, and what came meanwhile. */
  #draining: { old: Incoming[]; live: Incoming[] } | undefined
  #failures = 0
  #lastLogged = ''

  constructor(
    host: TelegramHost,
    options: PollOptions,
    admission: Admission,
    take: (chat: ChatKey, job: Incoming | { key: string }) => void,
  ) {
    this.#host = host
    this.#admission = admission
    this.#options = options
    this.#take = take
    // A process that died while it read the backlog left some of it undecided.
    const old = [...host.ledger.pending.values()].filter((one) => one.old && !one.begun).map(({ update }) => update)
    this.#draining = { old, live: [] }
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const updates = await this.#ask(signal)
        const before = this.#offset
        await this.#store(updates, signal)
        // A server that gives what it cannot be told to keep is asked again, but not at once.
        if (updates.length > 0 && this.#offset === before) await sleep(emptyPauseMs, signal)
        this.#failures = 0
        this.#lastLogged = ''
        if (this.#draining && updates.length < batch) await this.#drained()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof BotError ? error.fault === 'token' : !isStorage(error)) throw error
        await this.#rest(error as Error, signal)
      }
    }
  }

  async #ask(signal: AbortSignal): Promise<unknown[]> {
    const fresh = +this.#host.now() - this.#lastAt > offsetGoodMs
    const params = {
      ...(this.#offset > 0 && !fresh ? { offset: this.#offset } : {}),
      limit: batch,
      timeout: this.#draining ? 0 : this.#options.pollSeconds,
      allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member'],
    }
    const changed = networkChange(this.#host)
    try {
      return await this.#host.bot.call<unknown[]>('getUpdates', params, AbortSignal.any([signal, changed.signal]))
    } catch (error) {
      if (!changed.signal.aborted || signal.aborted) throw error
      throw new BotError('network', 'the network has changed')
    } finally {
      changed.stop()
    }
  }

  async #store(updates: unknown[], signal: AbortSignal): Promise<void> {
    const { ledger } = this.#host
    const ids = updates.flatMap((update) => updateId(update) ?? [])
    const found = await this.#admission.admit(updates, signal)
    const isOld = ({ at }: Incoming) => at > 0 && at < this.#options.startedAt
    if (found.length > 0)
      await ledger.write(
        ...found.map((update) => ({
          type: 'in' as const,
          update,
          ...(this.#draining && isOld(update) ? { old: true as const } : {}),
        })),
      )
    if (ids.length > 0) this.#lastAt = +this.#host.now()
    this.#offset = Math.max(this.#offset, ...ids.map((id) => id + 1))
    if (!this.#draining) for (const update of found) this.#take(update.chat, update)
    else await this.#sift(found, isOld)
  }

  /** Keeps of the backlog only what may still run, however much there is. */
  async #sift(found: Incoming[], isOld: (update: Incoming) => boolean): Promise<void> {
    const draining = this.#draining
    if (!draining) return
    draining.live.push(...found.filter((update) => !isOld(update)))
    draining.old.push(...found.filter(isOld))
    const { run, skip } = settleBacklog(draining.old, this.#options.backlog, +this.#host.now())
    if (skip) await this.#host.ledger.write(skip)
    draining.old = run
  }

  /** The backlog is read: what of it still counts is done first, and who was passed over is told how often. */
  async #drained(): Promise<void> {
    const { ledger, language } = this.#host
    await this.#sift([], () => false)
    for (const [chat, count] of [...ledger.missed]) {
      const key = `missed-${chat}-${this.#options.startedAt}`
      const parts = splitMessage(telegramMessages[language].missed(count))
      await ledger.write({ type: 'out', out: { key, chat, parts }, updates: [], missed: 'told' })
      this.#take(chat, { key })
    }
    const { old = [], live = [] } = this.#draining ?? {}
    this.#draining = undefined
    for (const update of [...old, ...live].sort((a, b) => a.id - b.id)) this.#take(update.chat, update)
  }

  /** Waits after a poll that failed, or a disk that refused what came; a rival is told of once. */
  async #rest(error: Error, signal: AbortSignal): Promise<void> {
    const { log, language } = this.#host
    const rival = error instanceof BotError && error.fault === 'conflict'
    const line = rival ? telegramMessages[language].log.conflict : `getUpdates: ${error.message}`
    if (line !== this.#lastLogged) log(line)
    this.#lastLogged = line
    // A rival poller is not outrun: even the first pause is long enough for a person to see what it is about.
    const step = rival ? this.#failures + 2 : this.#failures
    const usual = pausesMs[Math.min(step, pausesMs.length - 1)] ?? 0
    this.#failures++
    await sleep(error instanceof BotError ? pauseAfter(error, usual) : usual, signal).catch(() => {})
  }
}

/** https://core.telegram.org/bots/api#getupdates: 1 to 100. */
const batch = 100
