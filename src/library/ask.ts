import type { Conversation, Envelope, Event, Id } from '../protocol/index.ts'
import { isEnding } from '../protocol/index.ts'
import { abortable, abortableIterator } from '../std/abort.ts'
import type { AskOptions, AssistantOptions } from './types.ts'

/** Milliseconds that a cancelled turn may take to end before its events are given up. */
const endingMs = 2_000

/** One question in a conversation: the events of its turn, to its ending. Whoever stops reading cancels the turn. */
export async function* askIn(
  conversation: Conversation,
  text: string,
  { signal, model, images, attachments }: AskOptions,
  approve: AssistantOptions['approve'],
): AsyncGenerator<Event> {
  const leave = new AbortController()
  const input = { text, origin: 'oneshot' as const, by: 'owner' as const }
  const files = { ...(images ? { images } : {}), ...(attachments ? { attachments } : {}) }
  const more = { ...files, ...(model ? { options: { model } } : {}) }
  const { turn, seq } = await abortable(conversation.submit({ ...input, ...more }, 'queue'), signal ?? leave.signal)
  let patience: NodeJS.Timeout | undefined
  let ended = false
  const cancelTurn = () => {
    patience = setTimeout(() => leave.abort(signal?.reason), endingMs)
    conversation.cancel(turn, 'person').catch((error) => leave.abort(error))
  }
  const questions = new Map<Id, AbortController>()
  try {
    if (signal?.aborted) cancelTurn()
    signal?.addEventListener('abort', cancelTurn, { once: true })
    for await (const envelope of abortableIterator(conversation.follow(seq, leave.signal), leave.signal)) {
      if (envelope.turn !== turn) continue
      if (approve) decideAsk(envelope, conversation, approve, questions)
      ended = isEnding(envelope.event)
      yield envelope.event
      if (ended) return
    }
  } finally {
    clearTimeout(patience)
    signal?.removeEventListener('abort', cancelTurn)
    for (const asked of questions.values()) asked.abort()
    leave.abort()
    if (!ended) await conversation.cancel(turn, 'person')
  }
}

/**
 * Asks beside the stream of events, so that an answer from elsewhere, or the end of the turn, takes the question
 * away.
 */
function decideAsk(
  { event }: Envelope,
  conversation: Conversation,
  approve: NonNullable<AssistantOptions['approve']>,
  open: Map<Id, AbortController>,
): void {
  if (event.type === 'tool.answered') open.get(event.id)?.abort()
  if (event.type !== 'tool.asked') return
  const asked = new AbortController()
  open.set(event.id, asked)
  // A function that throws has not agreed.
  void (async () => approve(event.ask, asked.signal))()
    .catch(() => ({ choice: 'deny' as const }))
    .then((decision) => conversation.answer(event.id, decision, 'owner'))
}
