import { telegram as messages } from '../../messages/telegram.ts'
import { type Conversation, type Input, isEnding } from '../../protocol/index.ts'
import type { TelegramHost } from './host.ts'

/**
 * Tells a chat what other surfaces do in its conversation: each turn of theirs, with its answer, once it has ended. Runs until
 * the signal aborts. A turn that is met again after a restart has the same key and goes out once.
 */
export async function mirror(
  conversation: Conversation,
  from: number,
  chat: number,
  { language, say }: Pick<TelegramHost, 'language' | 'say'>,
  post: (key: string, text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const others = new Map<string, Input>()
  for await (const { turn, event } of conversation.follow(from, signal)) {
    if (!turn) continue
    if (event.type === 'turn.started' && event.input.by !== `telegram:${chat}`) others.set(turn, event.input)
    const input = isEnding(event) ? others.get(turn) : undefined
    if (!input || !isEnding(event)) continue
    others.delete(turn)
    const answer =
      event.type === 'turn.done'
        ? event.text
        : `${event.partial}\n\n${event.type === 'turn.failed' ? say.failure(event.failure) : say.cancelled(event.by)}`
    await post(`mirror-${turn}`, `${messages[language].other(input.text)}\n\n${answer}`)
  }
}
