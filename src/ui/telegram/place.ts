/**
 * One thread of talk: a private chat or a group by its number (groups are below zero), or a topic of one as
 * `chat/topic`. Each has its own conversation, queue and replies.
 */
export type ChatKey = number | `${number}/${number}`

/** Address of a message: https://core.telegram.org/bots/api#sendmessage. */
interface MessagePlace {
  chat_id: number
  message_thread_id?: number
}

/** The chat, without its topic; in a private one the person. */
export const chatIdOf = (key: ChatKey): number => (typeof key === 'number' ? key : Number(key.split('/')[0]))

/** The parameters that send something there. What is edited needs the chat alone. */
export function placeOf(key: ChatKey): MessagePlace {
  if (typeof key === 'number') return { chat_id: key }
  return { chat_id: chatIdOf(key), message_thread_id: Number(key.split('/')[1]) }
}

/** The key of a chat, or of a topic in it. */
export const chatKeyOf = (chat: number, topic?: number): ChatKey => (topic === undefined ? chat : `${chat}/${topic}`)

/** Return true if several people may talk there. */
export const isGroup = (key: ChatKey): boolean => chatIdOf(key) < 0
