import { type ChatKey, chatIdOf, chatKeyOf } from '../place.ts'
import { integerIn, type JsonRecord, objectIn, textIn } from './loose.ts'

/** The bot, as groups name it. */
export interface BotIdentity {
  id: number
  username: string
}

/** So many lines around a request go along with it, so long at most, in characters, and so old, in milliseconds. */
const [mostLines, lineChars, lineMs] = [20, 400, 3_600_000]
/** More groups than this at a time have nothing kept. */
const mostGroups = 200

/** Return true for a group message meant for the bot: it is named in it, answered by it, or commanded by its name. */
export function isAddressed(message: JsonRecord, me: BotIdentity): boolean {
  const answered = objectIn(message.reply_to_message)
  // The first message of a topic is "answered" by every other one in it.
  if (answered && !answered.forum_topic_created && integerIn(objectIn(answered.from)?.id) === me.id) return true
  const text = textIn(message.text) ?? textIn(message.caption) ?? ''
  const found = message.text === undefined ? message.caption_entities : message.entities
  return (Array.isArray(found) ? found : []).map(objectIn).some((entity) => entity && isMe(entity, text, me))
}

function isMe({ type, offset, length, user }: JsonRecord, text: string, me: BotIdentity): boolean {
  if (type === 'text_mention') return integerIn(objectIn(user)?.id) === me.id
  const part = text.slice(Number(offset), Number(offset) + Number(length)).toLowerCase()
  const name = `@${me.username.toLowerCase()}`
  return (type === 'mention' && part === name) || (type === 'bot_command' && part.endsWith(name))
}

/** The words without the name that they call; a command keeps it. */
export function withoutName(text: string, { username }: BotIdentity): string {
  if (text.startsWith('/')) return text
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])@${username}(?![A-Za-z0-9_])[,:]?`, 'giu'), '').trim()
}

/**
 * Return the writer of a message as others see them: one line without signs. Undefined for bots and for whoever writes
 * as a group or channel.
 */
export function writerOf(message: JsonRecord): { from: number; name: string } | undefined {
  const person = objectIn(message.from)
  const id = integerIn(person?.id)
  if (id === undefined || id <= 0 || person?.is_bot !== false || message.sender_chat !== undefined) return undefined
  const name = [textIn(person?.first_name), textIn(person?.last_name)].filter(Boolean).join(' ')
  return {
    from: id,
    name:
      name
        .replace(/[\p{C}\p{Z}<>]+/gu, ' ')
        .trim()
        .slice(0, 64) || String(id),
  }
}

/** A group or a topic of it, by the chat of a message. */
export function groupOf({ chat, message_thread_id, is_topic_message }: JsonRecord): ChatKey | undefined {
  const place = objectIn(chat)
  const id = integerIn(place?.id)
  if (id === undefined || id >= 0 || !(place?.type === 'group' || place?.type === 'supergroup')) return undefined
  return chatKeyOf(id, is_topic_message === true ? integerIn(message_thread_id) : undefined)
}

/** Somebody put the bot into a group. */
export function joinedIn(update: JsonRecord): { chat: number; from: number; title: string } | undefined {
  const member = objectIn(update.my_chat_member)
  const chat = member && groupOf(member)
  const writer = member && writerOf(member)
  const isIn = ['member', 'administrator'].includes(String(objectIn(member?.new_chat_member)?.status))
  return chat !== undefined && writer && isIn
    ? { chat: chatIdOf(chat), from: writer.from, title: titleOf(member) }
    : undefined
}

/** A group that became a larger one has another number from then on. */
export function movedTo(update: JsonRecord): { from: number; to: number } | undefined {
  const message = objectIn(update.message)
  const from = message && groupOf(message)
  const to = integerIn(message?.migrate_to_chat_id)
  return from !== undefined && to !== undefined && to < 0 ? { from: chatIdOf(from), to } : undefined
}

/** The name of a group, as its people gave it. */
export const titleOf = (message: JsonRecord): string =>
  (textIn(objectIn(message.chat)?.title) ?? '')
    .replace(/[\p{C}\p{Z}`]+/gu, ' ')
    .trim()
    .slice(0, 64)

/** Talk in groups beside requests: the newest lines of each, in memory alone, until a request takes them along. */
export class GroupTalk {
  readonly #lines = new Map<ChatKey, { at: number; line: string }[]>()

  note(message: JsonRecord, now: number): void {
    const chat = groupOf(message)
    const writer = writerOf(message)
    const text = (textIn(message.text) ?? textIn(message.caption) ?? '').replace(/\s+/g, ' ').trim()
    if (chat === undefined || !writer || !text) return
    const lines = [...(this.#lines.get(chat) ?? []), { at: now, line: `${writer.name}: ${text.slice(0, lineChars)}` }]
    this.#lines.delete(chat)
    this.#lines.set(chat, lines.slice(-mostLines))
    const [oldest] = this.#lines.keys()
    if (this.#lines.size > mostGroups && oldest !== undefined) this.#lines.delete(oldest)
  }

  /** Return and forget the latest talk. */
  take(chat: ChatKey, now: number): string {
    const lines = this.#lines.get(chat) ?? []
    this.#lines.delete(chat)
    return lines
      .filter(({ at }) => now - at <= lineMs)
      .map(({ line }) => line)
      .join('\n')
  }
}
