import { join } from 'node:path'
import { daemonMessages } from '../../../messages/commands/daemon.ts'
import { type Conversation, type Id, isEnding, type Json } from '../../../protocol/index.ts'
import { loadThread } from '../../../threads/journal.ts'
import type { Thread } from '../../../threads/thread.ts'
import type { Assistant } from '../../assistant.ts'
import { askDaemon } from '../../environment/ask-daemon.ts'
import { phoneOf, tellDesktop } from './announce.ts'
import type { TelegramBot as Bot } from './telegram.ts'

/**
 * Follows a conversation whose owner is about to leave, and goes on with its turn and what waits behind it; lets go
 * of it when nothing is left to answer. Resolves when this process follows it.
 */
export async function takeOver(assistant: Assistant, id: Id, bot: Bot | undefined, until: AbortSignal): Promise<Json> {
  const conversation = await assistant.open({ kind: 'id', id }, { canAsk: true, goesOn: true })
  void goOn(assistant, conversation, bot, until).finally(() => conversation.close())
  return { taken: true }
}

/**
 * Answers what is left. A chat that follows the conversation shows it by itself; else whoever stands for its person
 * is asked there.
 */
async function goOn(
  assistant: Assistant,
  conversation: Conversation,
  bot: Bot | undefined,
  until: AbortSignal,
): Promise<void> {
  const thread = () => loadThread(join(assistant.home, 'conversations'), conversation.id)
  const isIdle = ({ running, queued }: Thread) => running === undefined && queued.length === 0
  const follows = () => bot?.chats().some((one) => one.conversation === conversation.id) === true
  const before = await thread()
  // A turn that has ended before cannot be waited for.
  if (isIdle(before)) return
  const phone = phoneOf(bot)
  const whose = { profile: before.profile, by: 'owner' as const }
  const stop = new AbortController()
  for await (const { event } of conversation.follow(before.seq + 1, AbortSignal.any([until, stop.signal]))) {
    if (event.type === 'tool.asked') phone.asked?.(whose, conversation, event)
    if (event.type === 'tool.answered')
      phone.answered?.(whose, conversation.id, event.id, event.decision.choice !== 'deny')
    if (!isEnding(event) || !isIdle(await thread())) continue
    if (!follows())
      await tellDesktop(assistant.parts, daemonMessages[assistant.language].wentOn(before.title ?? ''), until)
    stop.abort()
  }
}

/**
 * Has the running daemon go on with a conversation. False where there is none, and where the settings of this
 * folder's project hold: the daemon does not know them.
 */
export async function leaveToDaemon(assistant: Assistant, conversation: Id): Promise<boolean> {
  const { parts } = assistant
  if (Object.values(parts.loaded.origins).some(({ layer }) => layer === 'project')) return false
  return (await askDaemon(parts, { do: 'take-over', conversation })) !== undefined
}
