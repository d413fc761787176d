import {
  type Conversation,
  type Envelope,
  type Failure,
  failureOf,
  type Id,
  type Input,
  isEnding,
} from '../../protocol/index.ts'
import { abortable, abortableIterator } from '../../std/abort.ts'
import type { Asker } from './asker.ts'
import { ExitSignal } from './exit-code.ts'
import type { Presenter } from './presenter.ts'
import { type Closing, emptyTally, exitCode, foldResult } from './result.ts'
import type { TranscriptPart } from './transcript.ts'

/** Destination of an answer, and the way to stop it. */
export interface Surface {
  presenter: Presenter
  /** Resolves when the text has left; never rejects: a reader that is gone aborts `stop`. */
  write(piece: TranscriptPart): Promise<void>
  /** Undefined where nobody can be asked. */
  ask?: Asker
  /**
   * Aborts with a `Stop`, or with the failure that made the output impossible: the turn is cancelled, its partial
   * kept.
   */
  stop: AbortSignal
  /** Aborts when not even that is to be waited for. */
  hurry: AbortSignal
  now(): number
}

/** Prompt, made ready step by step; each step may fail with an `AssistantError`. */
export interface OneshotRun {
  /** Reads what there is to read; `bad-input` when there is nothing to ask. */
  input(): Promise<Omit<Input, 'id'>>
  /** Return why no model can be asked, if so. */
  ready(): Promise<Failure | null>
  open(): Promise<Conversation>
}

/** Milliseconds for a stopped turn to end. The engine promises 100; a disk may be slower. */
const patienceMs = 2_000

/** Answers once. Returns the exit status; every ending, failures and stops too, has been presented by then. */
export async function runOnce(job: OneshotRun, surface: Surface): Promise<number> {
  const { presenter, stop } = surface
  // People who left want to hear nothing more, not even the reason of an ending.
  const writePiece = async (piece: TranscriptPart) => (hasLeft(stop) ? undefined : surface.write(piece))
  const from = surface.now()
  let sum = emptyTally
  const presentEnvelope = async (envelope: Envelope) => {
    sum = foldResult(sum, envelope)
    for (const piece of presenter.event(envelope)) await writePiece(piece)
  }
  const outcome = await answerPrompt(job, surface, presentEnvelope).catch((error): Partial<Closing> => closingOf(error))
  const closing: Closing = { ...outcome, ...stopOf(stop), from, to: surface.now() }
  const wasStopped = stop.aborted
  for (const piece of presenter.close(sum, closing)) await writePiece(piece)
  // A disk that is full says so after the last write.
  await new Promise((resolve) => setImmediate(resolve))
  const late = wasStopped ? {} : stopOf(stop)
  if (late.failure) for (const piece of presenter.lost(late.failure)) await surface.write(piece)
  return exitCode(sum, { ...closing, ...late })
}

type Present = (envelope: Envelope) => Promise<void>

async function answerPrompt(job: OneshotRun, surface: Surface, present: Present): Promise<Partial<Closing>> {
  const { stop } = surface
  const input = await abortable(job.input(), stop)
  const failure = await abortable(job.ready(), stop)
  if (failure) return { failure }
  const conversation = await abortable(job.open(), stop)
  try {
    const { turn, seq } = await abortable(conversation.submit(input, 'queue'), stop)
    await followTurn(conversation, { turn, seq }, surface, present)
  } finally {
    await conversation.close()
  }
  return {}
}

/** Presents the turn to its ending. A stop cancels the turn and goes on to the ending that follows from it. */
async function followTurn(
  conversation: Conversation,
  { turn, seq }: { turn: Id; seq: number },
  surface: Surface,
  present: Present,
): Promise<void> {
  const leave = new AbortController()
  const questions = new Map<Id, AbortController>()
  let patience: NodeJS.Timeout | undefined
  const leaveNow = () => leave.abort(surface.stop.reason)
  const cancelTurn = () => {
    patience = setTimeout(leaveNow, patienceMs)
    void conversation.cancel(turn, byOf(surface.stop)).catch((error) => leave.abort(error))
  }
  if (surface.stop.aborted) cancelTurn()
  surface.stop.addEventListener('abort', cancelTurn, { once: true })
  surface.hurry.addEventListener('abort', leaveNow, { once: true })
  try {
    for await (const envelope of abortableIterator(conversation.follow(seq, leave.signal), leave.signal)) {
      if (envelope.turn !== turn) continue
      await present(envelope)
      answerQuestion(envelope, conversation, surface, questions)
      if (isEnding(envelope.event)) return
    }
  } finally {
    clearTimeout(patience)
    surface.stop.removeEventListener('abort', cancelTurn)
    surface.hurry.removeEventListener('abort', leaveNow)
    for (const asked of questions.values()) asked.abort()
    leave.abort()
  }
}

/**
 * Asks beside the stream of events, so that an answer from elsewhere, or the end of the turn, takes the question
 * away.
 */
function answerQuestion(
  { event, at }: Envelope,
  conversation: Conversation,
  { ask }: Surface,
  open: Map<Id, AbortController>,
): void {
  if (event.type === 'tool.answered') open.get(event.id)?.abort()
  // A question without a deadline belongs to a screen where somebody can come back to it.
  if (event.type !== 'tool.asked' || !ask || event.expiresAt === undefined) return
  const asked = new AbortController()
  open.set(event.id, asked)
  void ask(event.ask, (event.expiresAt ?? Number.POSITIVE_INFINITY) - at, asked.signal).then((decision) =>
    decision ? conversation.answer(event.id, decision, 'owner') : undefined,
  )
}

const hasLeft = ({ reason }: AbortSignal) => reason instanceof ExitSignal && reason.by === 'EPIPE'
const byOf = (stop: AbortSignal) =>
  stop.reason instanceof ExitSignal && stop.reason.by === 'SIGINT' ? 'person' : 'shutdown'

function stopOf({ aborted, reason }: AbortSignal): Partial<Closing> {
  return aborted ? closingOf(reason) : {}
}

function closingOf(error: unknown): Partial<Closing> {
  return error instanceof ExitSignal ? { stop: error.by } : { failure: failureOf(error) }
}
