import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { toolTitle } from '../../messages/tools/tool-words.ts'
import {
  type Conversation,
  type Id,
  type Input,
  isEnding,
  isRemote,
  isSilent,
  type TurnEnding,
  type TurnEvent,
} from '../../protocol/index.ts'
import type { Asks } from './asks.ts'
import type { TelegramHost } from './host.ts'
import { scopeOf } from './inbound/access.ts'
import { splitMessage } from './outbound/format.ts'
import { Progress } from './outbound/progress.ts'
import type { Replies } from './outbound/reply.ts'
import { type ChatKey, chatIdOf } from './place.ts'
import { withText } from './watch.ts'

/** A turn of another surface while it runs, as the chat sees it. */
interface Other {
  input: Input
  progress: Progress
  answer: { call: number; text: string }
  names: Map<Id, string>
}

/** Turns of other surfaces that run, by their id. */
export type RemoteTurns = Map<Id, Other>

/**
 * Tells a chat what other surfaces do in its conversation, as it happens: each of their turns is one message that is
 * edited as it goes on and ends as their answer. Runs until the signal aborts. A turn that is met again after a
 * restart has the same key and goes out once, in the message that had begun to show it: only a process killed between
 * Telegram's taking that message and its line in the ledger leaves it as it stands.
 */
export async function mirrorTurns(
  conversation: Conversation,
  from: number,
  {
    chat,
    host,
    replies,
    asks,
    others,
  }: { chat: ChatKey; host: TelegramHost; replies: Replies; asks: Asks; others: RemoteTurns },
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const { turn, seq, event } of conversation.follow(from, signal)) {
      if (!turn) continue
      if (
        event.type === 'turn.started' &&
        (event.input.by !== `telegram:${chatIdOf(chat)}` || event.input.schedule !== undefined)
      ) {
        if (!(await mayHear(conversation.id, chat, host))) return
        // Earlier buttons may answer another question by now.
        if (host.ledger.chats.get(chat)?.buttons) await host.ledger.write({ type: 'pressed', chat })
        others.set(turn, beginTold(turn, event.input, chat, host))
      }
      const other = others.get(turn)
      if (!other) continue
      if (!isEnding(event)) {
        showEvent(event as TurnEvent, other, host)
        await askHere(event as TurnEvent, other.input, conversation, { asks, chat, host })
      } else {
        asks.over(conversation.id)
        others.delete(turn)
        await other.progress.close()
        await tellTurn(turn, event, other, { conversation: conversation.id, seq }, { chat, host, replies })
      }
    }
  } finally {
    for (const { progress } of others.values()) await progress.leave()
  }
}

/** Return the heading of a turn of another surface or of a schedule. */
function headOf({ text, schedule }: Input, language: TelegramHost['language']): string {
  return schedule === undefined
    ? telegramMessages[language].other(text)
    : telegramMessages[language].scheduled(schedule)
}

/** Whoever was shut out, or mapped elsewhere, hears no more of it: the chat leaves the conversation. */
async function mayHear(conversation: Id, chat: ChatKey, { access, ledger }: TelegramHost): Promise<boolean> {
  const sender = await access.sender(chatIdOf(chat))
  const state = ledger.chats.get(chat)
  if (sender && state?.scope === scopeOf(sender)) return true
  if (state?.conversation === conversation) await ledger.write({ type: 'chat', chat, conversation: null })
  return false
}

function beginTold(
  turn: Id,
  input: Input,
  chat: ChatKey,
  { bot, scrub, log, language, ledger, drafts }: TelegramHost,
): Other {
  const before = ledger.chats.get(chat)?.showing
  const shown = async (message?: number) => {
    if (message !== undefined) await ledger.write({ type: 'showing', chat, turn, message })
  }
  const progress = new Progress(
    { drafts, bot, chat, scrub, log, shown },
    before?.turn === turn ? before.message : undefined,
  )
  if (!input.unattended?.quiet) progress.line(headOf(input, language))
  return { input, progress, answer: { call: 0, text: '' }, names: new Map() }
}

function showEvent(event: TurnEvent, { input, progress, answer, names }: Other, { language }: TelegramHost): void {
  // Quiet turns are told only at their end.
  if (input.unattended?.quiet) return
  if (event.type === 'text.added') progress.text(withText(answer, event))
  if (event.type === 'tool.called') names.set(event.id, toolTitle(event.name, language, event.title))
  if (event.type === 'tool.started') progress.line(telegramMessages[language].tool(names.get(event.id) ?? ''))
}

/** A question of before a restart is followed by its answer at once. */
const scheduleMs = 500

/**
 * Ask here for a yes that a schedule needs. A question of the desk, too, if nobody has answered it there for a while:
 * only a person who was given the tool may answer, anybody else sees that it waits.
 */
async function askHere(
  event: TurnEvent,
  { unattended, schedule, origin }: Input,
  conversation: Conversation,
  { asks, chat, host }: { asks: Asks; chat: ChatKey; host: TelegramHost },
): Promise<void> {
  if (event.type === 'tool.answered') asks.answered(event.id, event.decision.choice !== 'deny')
  if (event.type !== 'tool.asked') return
  const { id, ask, expiresAt } = event
  if (unattended?.tools.includes(ask.tool)) return asks.ask(conversation, id, ask, { expiresAt, afterMs: scheduleMs })
  if (schedule !== undefined || isRemote(origin)) return
  const may = ask.category === 'sensitive' && (await host.access.grants(`telegram:${chatIdOf(chat)}`)).has(ask.tool)
  asks.ask(conversation, id, ask, { expiresAt, afterMs: host.deskFirstMs, isOnlyShown: !may })
}

async function tellTurn(
  turn: Id,
  event: TurnEnding,
  { input, progress }: Other,
  told: { conversation: Id; seq: number },
  { chat, host: { ledger, language, say, scrub }, replies }: { chat: ChatKey; host: TelegramHost; replies: Replies },
): Promise<void> {
  if (input.unattended?.quiet && event.type === 'turn.done' && isSilent(event.text)) return
  const answer =
    event.type === 'turn.done'
      ? event.text
      : `${event.partial}\n\n${event.type === 'turn.failed' ? say.failure(event.failure) : say.cancelled(event.by)}`
  const texts = [headOf(input, language), answer, event.receipt?.lines.join(' · ') ?? '']
  const parts = splitMessage(scrub(texts.filter(Boolean).join('\n\n')))
  const edit = progress.message === undefined ? {} : { edit: progress.message }
  const key = `mirror-${turn}`
  if (!ledger.keys.has(key)) await ledger.write({ type: 'out', out: { key, chat, parts, ...edit }, updates: [], told })
  await replies.deliver(key)
}
