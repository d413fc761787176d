import type { Language } from '../../messages/language.ts'
import { telegramToolMessages } from '../../messages/tools/telegram-message.ts'
import { finalDeed, type Principal, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { refuses, textResult, tool } from '../../tools/tool.ts'
import type { Bot } from '../../ui/telegram/bot.ts'
import type { Sender } from '../../ui/telegram/inbound/access.ts'

/** The part of the bot that this tool uses; loaded when it is used. */
export interface TelegramPost {
  bot(): Promise<Bot>
  /** People who were let in. */
  senders(): Promise<readonly Sender[]>
  /** Replaces every secret that the program knows. */
  redact(text: string): string
}

/** Sends a message to somebody whom the owner let in. Whoever asks over Telegram and names nobody means themselves. */
export function sendMessage(post: TelegramPost): Tool {
  return tool({
    name: 'telegram_send_message',
    facts: { group: 'people', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('to'),
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs: 30_000,
    description: 'Send a Telegram message to a paired person (to: profile or id).',
    schema: {
      type: 'object',
      properties: { text: { type: 'string' }, to: { type: 'string' } },
      required: ['text'],
    },
    explain: async ({ text, to }, context) => {
      const sender = text.trim() ? await findRecipient(to, post, context) : telegramToolMessages[context.language].empty
      if (typeof sender === 'string') return { refused: sender }
      return { effect: telegramToolMessages[context.language].effect(sender.profile, sender.id, text), risk: 'medium' }
    },
    run: async ({ text, to }, context) => {
      const sender = text.trim() ? await findRecipient(to, post, context) : telegramToolMessages[context.language].empty
      if (typeof sender === 'string') return refuses(sender)
      return deliverMessage(post, sender, text, context)
    },
  })
}

/** Sends a text in as many messages as it needs. What was sent before a failure is said with it. */
async function deliverMessage(
  post: TelegramPost,
  { id, profile }: Sender,
  text: string,
  context: ToolContext,
): Promise<ToolResult> {
  const { splitMessage } = await import('../../ui/telegram/outbound/format.ts')
  const say = telegramToolMessages[context.language]
  const all = splitMessage(post.redact(text))
  let sent = 0
  try {
    const bot = await post.bot()
    for (const { plain } of all) {
      await bot.call('sendMessage', { chat_id: id, text: plain }, context.signal)
      sent++
    }
  } catch (error) {
    const why = await faultText(error, context)
    return refuses(sent > 0 ? say.cutOff(sent, all.length, why) : why)
  }
  return textResult(say.sent(profile), { to: id, messages: sent })
}

/** Whom it is for, or the sentence that says why nobody can be told. */
export async function findRecipient(
  to: string | undefined,
  post: Pick<TelegramPost, 'senders'>,
  context: ToolContext,
): Promise<Sender | string> {
  const say = telegramToolMessages[context.language]
  const senders = await post.senders()
  if (senders.length === 0) return say.nobody
  const found = senders.filter((sender) => (to ? isMeant(sender, to) : isBy(sender, context.by)))
  const likely = found.length === 0 && !to ? senders.filter(({ id }) => id > 0) : found
  return likely.length === 1 ? (likely[0] as Sender) : say.whom(named(senders, context.language))
}

const isMeant = ({ id, profile }: Sender, to: string) =>
  to === String(id) || to.normalize('NFC') === profile.normalize('NFC')
const isBy = ({ id }: Sender, by: Principal) => by === `telegram:${id}`
const named = (senders: readonly Sender[], language: Language) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(senders.map(({ id, profile }) => `${profile} (${id})`))

async function faultText(error: unknown, { language, signal }: ToolContext): Promise<string> {
  const { BotError } = await import('../../ui/telegram/bot.ts')
  signal.throwIfAborted()
  if (!(error instanceof BotError)) throw error
  const { faults } = telegramToolMessages[language]
  return error.fault in faults ? faults[error.fault as keyof typeof faults] : faults.network
}
