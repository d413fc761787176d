import { telegramMessages } from '../../messages/surfaces/telegram.ts'
import { toolTitle } from '../../messages/tools/tool-words.ts'
import {
  type Conversation,
  type Id,
  type Image,
  isEnding,
  type Submitted,
  type TurnEnding,
  type TurnEvent,
} from '../../protocol/index.ts'
import { readPictures } from '../../threads/image-store.ts'
import type { Asks } from './asks.ts'
import type { TelegramHost } from './host.ts'
import type { Progress } from './outbound/progress.ts'

/** The outcome of a turn, as far as a chat is concerned. */
export interface WatchedTurn {
  ending: TurnEnding
  /** The sequence number of its ending. */
  seq: number
  /** Tools that began: what they did cannot be known to be undone. */
  tools: string[]
  images: Image[]
  /** Buttons that a service asks for. */
  buttons: string[]
  /** Notes for the person besides the answer. */
  notes: string[]
  /** Inputs that became part of it. */
  steered: Id[]
  /** A service took part in it. */
  isServed: boolean
}

/** Follows one turn to its end: shows how it goes, asks by button what has to be asked. */
export async function watchEvents(
  conversation: Conversation,
  { turn, seq }: Submitted,
  parts: { progress: Progress; asks: Asks; host: TelegramHost; signal: AbortSignal },
): Promise<WatchedTurn> {
  const seen: Omit<WatchedTurn, 'ending' | 'seq'> = {
    tools: [],
    images: [],
    buttons: [],
    notes: [],
    steered: [],
    isServed: false,
  }
  const answer = { call: 0, text: '' }
  const names = new Map<Id, string>()
  try {
    for await (const envelope of conversation.follow(seq, parts.signal)) {
      if (envelope.turn !== turn) continue
      const event = envelope.event as TurnEvent
      if (isEnding(event)) return { ...seen, ending: event, seq: envelope.seq }
      if (event.type === 'text.added') parts.progress.text(withText(answer, event))
      else await takeEvent(event, seen, names, conversation, parts)
    }
  } finally {
    parts.asks.over(conversation.id)
  }
  parts.signal.throwIfAborted()
  throw new Error('The conversation ended before its turn did')
}

/** The answer of the newest request, whatever order its pieces come in. */
export function withText(
  answer: { call: number; text: string },
  { call, at, text }: Extract<TurnEvent, { type: 'text.added' }>,
): string {
  if (call !== answer.call) Object.assign(answer, { call, text: '' })
  answer.text = answer.text.slice(0, at) + text
  return answer.text
}

async function takeEvent(
  event: TurnEvent,
  seen: Omit<WatchedTurn, 'ending' | 'seq'>,
  names: Map<Id, string>,
  conversation: Conversation,
  { progress, asks, host }: Parameters<typeof watchEvents>[2],
): Promise<void> {
  const say = telegramMessages[host.language]
  if (event.type === 'tool.called') names.set(event.id, toolTitle(event.name, host.language, event.title))
  if (event.type === 'tool.started') {
    const name = names.get(event.id) ?? ''
    seen.tools.push(name)
    progress.line(say.tool(name))
  }
  if (event.type === 'tool.ended' && event.images) seen.images.push(...(await readPictures(event.images)))
  if (event.type === 'tool.asked') asks.ask(conversation, event.id, event.ask, { expiresAt: event.expiresAt })
  if (event.type === 'tool.answered') asks.answered(event.id, event.decision.choice !== 'deny')
  if (event.type === 'input.steered') seen.steered.push(event.input.id)
  if (event.type === 'service.moved') Object.assign(seen, { buttons: event.buttons, isServed: true })
  if (event.type === 'model.failed' && event.next === 'retry') progress.line(say.retry(event.waitMs, event.attempt))
  const note = noteOf(event, host)
  if (note) progress.line(note)
  if (note && (event.type !== 'notice.given' || lasting.has(event.code))) seen.notes.push(note)
}

/**
 * Notices about the person's own request stay with its reply; what the owner has to do at the machine only passes by.
 */
const lasting = new Set([
  'answer-cut',
  'answer-gap',
  'local-loop',
  'not-for-chat',
  'small-model',
  'service-said',
  'fact-noticed',
  'fact-conflict',
  'facts-kept',
  'memory-failed',
  'window-cut',
  'documents-failed',
  'documents-words-only',
  'documents-unwatched',
  'quotation-unfound',
  'mcp-asked',
])

/** A sentence that is no part of the answer; another model in the place of the chosen one is such news, too. */
function noteOf(event: TurnEvent, { say, language }: TelegramHost): string | undefined {
  if (event.type === 'notice.given') return say.notice(event.code, event.data)
  return event.type === 'model.failed' && event.next === 'fallback'
    ? telegramMessages[language].fallback(event.model ?? '')
    : undefined
}
