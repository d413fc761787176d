import { type Bot, BotError, type Upload } from '../bot.ts'
import { type ChatKey, chatIdOf, placeOf } from '../place.ts'

/**
 * Sends something to a chat or a topic of it; to the chat itself where the topic is closed or gone. The new message's
 * id.
 */
export async function sendTo(
  bot: Bot,
  method: 'sendMessage' | 'sendPhoto' | 'sendDocument' | 'sendVoice',
  key: ChatKey,
  params: object,
  signal: AbortSignal,
  upload?: Upload,
): Promise<number> {
  const send = async (place: object) =>
    (await bot.call<{ message_id: number }>(method, { ...place, ...params }, signal, upload)).message_id
  try {
    return await send(placeOf(key))
  } catch (error) {
    if (typeof key === 'number' || !(error instanceof BotError) || !lostTopic.test(error.message)) throw error
    return send({ chat_id: chatIdOf(key) })
  }
}

/** Error texts of the server for a deleted or closed topic, which has no status of its own. */
const lostTopic = /message thread not found|TOPIC_(?:CLOSED|DELETED)/i
