import type { RingRef } from '../../core/reminders/answer-ring.ts'
import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import type { Id } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import type { Asks } from './asks.ts'
import { BotError } from './bot.ts'
import { TelegramChat } from './chat.ts'
import { whileDiskRefuses } from './disk-retry.ts'
import type { TelegramHost } from './host.ts'
import { Admission } from './inbound/admission.ts'
import type { BotIdentity } from './inbound/group.ts'
import type { Incoming } from './inbound/incoming.ts'
import { Poller } from './inbound/poll.ts'
import type { BacklogLimits } from './inbound/startup-backlog.ts'
import type { Out, OutPart } from './ledger-entries.ts'
import { retryWhileOffline } from './outbound/deliver.ts'
import { splitMessage } from './outbound/format.ts'
import { ringButtons } from './outbound/ring-buttons.ts'
import { type ChatKey, isGroup } from './place.ts'

export interface TelegramOptions {
  pollSeconds: number
  backlog: BacklogLimits
  /** Milliseconds that turns may go on after the bot is told to end; then they are stopped and say so. */
  graceMs: number
}

/** After the turns have ended, their last words may take this long, in milliseconds. */
const lastWordMs = 5_000

/** The bot while it runs. */
export interface Telegram {
  /** Resolves when it has ended, with why: it was asked to, or the token is refused. */
  ended: Promise<'stopped' | 'token'>
  /**
   * Sends a text to a person, once per key, however often it is asked for; one of rings with buttons that answer
   * them.
   */
  post(chat: ChatKey, key: string, text: string, rings?: RingRef): Promise<void>
  /** Sends a file that lies in the outbox, once per key, and takes it away then. */
  send(chat: ChatKey, key: string, file: Required<Pick<OutPart, 'document' | 'name' | 'plain'>>): Promise<void>
  /** Asks a person about a tool of a turn that their chat does not follow, and tells what was answered. */
  asks(chat: ChatKey): Pick<Asks, 'ask' | 'answered'>
  /**
   * Greets whoever was let in by a code, and answers what they had written to get it. False where nobody of this id
   * was.
   */
  welcome(chat: number): Promise<boolean>
  /** Chats that are answered right now. */
  busy(): number
  /**
   * Goes on in a chat with a conversation that another surface has open; what happens there from `from` on is told in
   * the chat.
   */
  adopt(chat: ChatKey, conversation: Id, scope: string, from: number): Promise<void>
  /**
   * Return the place where somebody is told something: the topic of their chat that this conversation is or was in,
   * else the chat.
   */
  placeOf(chat: number, conversation: Id | undefined): ChatKey
  /** The chats and what they talk in, for whoever wants to join. */
  chats(): { chat: ChatKey; conversation: Id }[]
}

/** Receives and answers until the signal aborts; then lets what runs end, and leaves the rest in the ledger. */
export function runTelegram(host: TelegramHost, options: TelegramOptions, signal: AbortSignal): Telegram {
  const { ledger, log } = host
  const chats = new Map<ChatKey, TelegramChat>()
  /** Ends every call: after the grace, or when the token is refused. */
  const hard = new AbortController()
  const fatal = Promise.withResolvers<'token'>()
  const admitted = Promise.withResolvers<Admission>()
  const refused = (error: unknown) => {
    fatal.resolve('token')
    hard.abort(error)
  }
  const chat = (id: ChatKey): TelegramChat => {
    const there = chats.get(id) ?? new TelegramChat(id, host, hard.signal, refused)
    chats.set(id, there)
    return there
  }
  const resume = () => {
    for (const [id, { mirror }] of ledger.chats) if (mirror !== undefined) chat(id).take({ do: 'join' })
    for (const out of ledger.outs.values()) chat(out.chat).take({ key: out.key })
    const waiting = [...ledger.pending.values()].filter((one) => !one.old || one.begun)
    for (const { update } of waiting.sort((a, b) => a.update.id - b.update.id)) chat(update.chat).take(update)
  }
  const receive = async () => {
    const stop = AbortSignal.any([signal, hard.signal])
    const me = await greetServer(host, stop)
    resume()
    const admission = new Admission(host, me)
    admitted.resolve(admission)
    const poller = new Poller(host, { ...options, startedAt: wholeSecond(+host.now()) }, admission, (id, job) =>
      chat(id).take(job),
    )
    await poller.run(stop)
  }
  const ended = Promise.race([
    receive().then(
      () => 'stopped' as const,
      (error) => endOf(error, signal),
    ),
    fatal.promise,
  ]).finally(async () => {
    await closeChats([...chats.values()], hard.signal.aborted ? 0 : options.graceMs)
    hard.abort(new Error('the bot has ended'))
    await ledger.close()
  })
  const out = outgoingSender(host, chat, hard.signal)
  void ended.then((why) => why === 'token' && log(telegramMessages[host.language].log.token)).catch(() => {})
  return {
    ended,
    ...out,
    asks: (id) => chat(id).asks,
    welcome: async (id) =>
      welcomeSender(id, await admitted.promise, { host, out, take: (update) => chat(update.chat).take(update) }),
    busy: () => [...chats.values()].filter((one) => one.busy).length,
    async adopt(id, conversation, scope, from) {
      await ledger.write({ type: 'chat', chat: id, conversation, scope, mirror: from })
      chat(id).take({ do: 'join' })
    },
    placeOf: (id, conversation) => ledger.placeOf(id, conversation),
    chats: () =>
      [...ledger.chats].flatMap(([id, { conversation }]) => (conversation ? [{ chat: id, conversation }] : [])),
  }
}

/** Greets whoever was let in, and answers what they had written before. */
async function welcomeSender(
  id: number,
  admission: Admission,
  { host, out, take }: { host: TelegramHost; out: Pick<Telegram, 'post'>; take: (update: Incoming) => void },
): Promise<boolean> {
  const sender = await host.access.sender(id)
  if (!sender) return false
  const first = admission.firstOf(id)
  const { agent } = await host.status(sender)
  const { start, startGroup } = telegramMessages[host.language]
  await out.post(id, `welcome-${id}-${sender.pairedAt}`, isGroup(id) ? startGroup(agent) : start(agent))
  if (!first || first.text?.startsWith('/start')) return true
  await host.ledger.write({ type: 'in', update: first })
  take(first)
  return true
}

/** Return a sender of unasked messages: each is written down once per key, and then sent. */
function outgoingSender(
  { ledger, log, scrub, language }: TelegramHost,
  chat: (id: ChatKey) => TelegramChat,
  signal: AbortSignal,
): Pick<Telegram, 'post' | 'send'> {
  const put = async (out: Out) => {
    const written = () => ledger.write({ type: 'out', out, updates: [] })
    if (!ledger.keys.has(out.key)) await whileDiskRefuses(written, signal, log)
    if (ledger.outs.has(out.key)) chat(out.chat).take({ key: out.key, isTold: true })
  }
  return {
    async post(id, key, text, rings) {
      const parts: OutPart[] = splitMessage(scrub(text))
      const actions = rings ? ringButtons(rings, language) : []
      await put({
        key,
        chat: id,
        parts: parts.map((part, at) => (at === parts.length - 1 ? { ...part, actions } : part)),
      })
    },
    send: (id, key, file) => put({ key, chat: id, parts: [{ html: '', ...file, plain: scrub(file.plain) }] }),
  }
}

/** Return the reason why receiving ended. An error that is no answer of the Bot API is thrown on. */
function endOf(error: unknown, signal: AbortSignal): 'stopped' | 'token' {
  if (signal.aborted) return 'stopped'
  if (!(error instanceof BotError)) throw error
  return 'token'
}

/** Lets the chats end. A net that is away may not keep the program: what was not sent stays in the ledger. */
async function closeChats(chats: TelegramChat[], graceMs: number): Promise<void> {
  const closed = Promise.all(chats.map((one) => one.close(graceMs)))
  await abortable(closed, AbortSignal.timeout(graceMs + lastWordMs)).catch(() => {})
}

/** Message dates have whole seconds: what came within the second of the start is not older than it. */
const wholeSecond = (at: number) => Math.floor(at / 1000) * 1000

/** Asks who we are, and says what commands there are. */
async function greetServer({ bot, language, log }: TelegramHost, signal: AbortSignal): Promise<BotIdentity> {
  const say = telegramMessages[language]
  const me = await retryWhileOffline(
    () => bot.call<{ id: number; username?: string }>('getMe', {}, signal),
    signal,
    log,
  )
  log(say.log.started(me.username ?? ''))
  const commands = Object.entries(say.menu).map(([command, description]) => ({ command, description }))
  await bot.call('setMyCommands', { commands }, signal).catch((error) => {
    if (error instanceof BotError && error.fault === 'token') throw error
  })
  return { id: me.id, username: me.username ?? '' }
}
