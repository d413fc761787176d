import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { argumentRows, toolTitle } from '../../messages/tools/tool-words.ts'
import type { Ask, Conversation, Id } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import type { TelegramHost } from './host.ts'
import { retryWhileOffline } from './outbound/deliver.ts'
import { type MessagePart, mostText, splitMessage } from './outbound/format.ts'
import { sendTo } from './outbound/send-to.ts'
import { type ChatKey, chatIdOf } from './place.ts'

interface Open {
  conversation: Conversation
  ask: Id
  message?: number
  parts: MessagePart[]
  isOnlyShown: boolean
}

/** Time at which a question is shown, and until which it waits, in milliseconds since 1970. */
interface AskTimes {
  expiresAt?: number | undefined
  afterMs?: number
  /** It can be answered at the desk alone. */
  isOnlyShown?: boolean
}

/** Room under a question for what was answered, in UTF-16 units. */
const answerUnits = 100

/**
 * Questions about granted tools, as messages with two buttons. They live as long as the process: after a restart every
 * question is denied, and its buttons say that it is over.
 */
export class Asks {
  readonly #chat: ChatKey
  readonly #host: TelegramHost
  readonly #signal: AbortSignal
  #open = new Map<string, Open>()

  constructor(chat: ChatKey, host: TelegramHost, signal: AbortSignal) {
    this.#chat = chat
    this.#host = host
    this.#signal = signal
  }

  /** Check whether a question stands in the chat that a button here can answer. */
  get isOpen(): boolean {
    return [...this.#open.values()].some(({ message, isOnlyShown }) => message !== undefined && !isOnlyShown)
  }

  /** `afterMs`: whoever sits where the turn was begun has so long to answer there first. */
  ask(
    conversation: Conversation,
    id: Id,
    ask: Ask,
    { expiresAt, afterMs = 0, isOnlyShown = false }: AskTimes = {},
  ): void {
    // Whoever goes on with a turn asks again what was not answered.
    if ([...this.#open.values()].some((one) => one.conversation.id === conversation.id && one.ask === id)) return
    const token = crypto.randomUUID().slice(0, 8)
    const only = isOnlyShown ? `\n\n${telegramMessages[this.#host.language].atTheDesk}` : ''
    const parts = splitMessage(`${this.#textOf(ask)}${only}`, mostText - answerUnits)
    const open: Open = { conversation, ask: id, parts, isOnlyShown }
    this.#open.set(token, open)
    const late = expiresAt === undefined ? [] : [AbortSignal.timeout(Math.max(1, expiresAt - +this.#host.now()))]
    const signal = AbortSignal.any([this.#signal, ...late])
    void this.#send(open, token, signal, afterMs).catch((error) => this.#host.log(`question: ${String(error)}`))
  }

  /** A button was pressed. What the person is told about it. */
  async press(token: string, choice: string): Promise<string> {
    const say = telegramMessages[this.#host.language]
    const open = this.#open.get(token)
    if (!open || open.isOnlyShown) return say.late
    const allow = choice === 'once'
    const taken = await open.conversation.answer(
      open.ask,
      { choice: allow ? 'once' : 'deny' },
      `telegram:${chatIdOf(this.#chat)}`,
    )
    return taken === 'late' ? say.late : allow ? say.allowed : say.denied
  }

  /** A question was answered, here or elsewhere, or its time is over: its buttons go. */
  answered(ask: Id, allowed: boolean): void {
    const say = telegramMessages[this.#host.language]
    for (const [token, open] of this.#open) {
      if (open.ask !== ask) continue
      this.#open.delete(token)
      if (open.message === undefined) continue
      const text = `${open.parts.at(-1)?.html}\n\n${allowed ? say.allowed : say.denied}`
      const params = { chat_id: chatIdOf(this.#chat), message_id: open.message, text, parse_mode: 'HTML' }
      void this.#host.bot.call('editMessageText', params, this.#signal).catch(() => {})
    }
  }

  /** The turn is over, and its questions with it. */
  over(conversation: Id): void {
    for (const open of [...this.#open.values()])
      if (open.conversation.id === conversation) this.answered(open.ask, false)
  }

  /** Exactly what would run, on as many messages as it takes; the buttons are under the last. */
  async #send(open: Open, token: string, signal: AbortSignal, afterMs: number): Promise<void> {
    if (afterMs > 0) await sleep(afterMs, signal)
    if (!this.#open.has(token)) return
    const { bot, language, log } = this.#host
    const say = telegramMessages[language]
    const { parts } = open
    const inline_keyboard = [
      [
        { text: say.allow, callback_data: `a:${token}:once` },
        { text: say.deny, callback_data: `a:${token}:deny` },
      ],
    ]
    for (const [at, { html }] of parts.entries()) {
      const markup = at === parts.length - 1 && !open.isOnlyShown ? { reply_markup: { inline_keyboard } } : {}
      const params = { text: html, parse_mode: 'HTML', ...markup }
      const send = () => sendTo(bot, 'sendMessage', this.#chat, params, signal)
      open.message = await retryWhileOffline(send, signal, log)
    }
  }

  /** A person says yes to exact letters: names, effects (a diff has signs of its own) and arguments are no Markdown. */
  #textOf({ tool, title, reason, args, effect, risk }: Ask): string {
    const { language, scrub } = this.#host
    const say = telegramMessages[language]
    const what = effect ? inCodeBlock(scrub(effect)) : ''
    const question = say.ask(`\`${toolTitle(tool, language, title).replaceAll('`', '')}\``, reason, say.risks[risk])
    return [
      question,
      what,
      inCodeBlock(
        argumentRows(args)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      ),
    ]
      .filter(Boolean)
      .join('\n\n')
  }
}

const inCodeBlock = (text: string) => `\`\`\`\n${showHidden(text).replaceAll('```', "'''")}\n\`\`\``
