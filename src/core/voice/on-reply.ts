import { receiptSpoken } from '../../messages/engine/deeds.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Envelope, Event } from '../../protocol/index.ts'
import { isEnding } from '../../protocol/index.ts'
import { firstClause, type SpokenSentence, splitMore, splitRest } from './aloud/sentences.ts'
import { textForSpeech } from './aloud/text-for-speech.ts'
import type { Turn } from './state.ts'
import { rememberLines, type Step, type StepResult } from './step.ts'
import { askApproval } from './utterance.ts'

/** A fact of the conversation. Only the turn that the person waits for is spoken; others are read on the screen. */
export function followEvent(step: Step, { event, turn: id }: Envelope): StepResult {
  const { turn } = step.state
  if (event.type === 'turn.started') {
    const mine = turn && turn.id === undefined && event.input.origin === 'voice' && event.input.text === turn.asked
    return mine && id ? step.set({ turn: { ...turn, id } }) : undefined
  }
  if (turn?.id !== undefined && turn.id === id) followTurn(step, event, turn)
}

function followTurn(step: Step, event: Event, turn: Turn): StepResult {
  if (isEnding(event)) return endTurn(step, event)
  switch (event.type) {
    case 'text.added':
      return addText(step, event, turn)
    case 'tool.called':
    case 'tool.started':
      step.set({ doing: 'toolCalling' })
      return flushText(step)
    case 'tool.ended':
      return step.set({ doing: 'streaming' })
    case 'tool.asked':
      step.set({ approval: { id: event.id, ask: event.ask, read: false } })
      return askApproval(step)
    case 'tool.answered':
      return closeApproval(step, event.id)
    case 'service.moved':
      return serviceMoved(step, event.stage)
    case 'notice.given':
      if (!spoken.has(event.code)) return
      flushText(step)
      return saySentence(step, turnMessages[step.settings.language].notice(event.code, event.data))
  }
}

/** Notices a listener has to know besides the answer; others are read on the screen. */
const spoken = new Set(['mcp-asked', 'memory-failed'])

/** A sentence of our own, between those of the answer. */
function saySentence(step: Step, text: string): StepResult {
  step.speak(textForSpeech({ kind: 'text', text }, step.settings.language))
}

/** A service that waits for an answer reads a no or an end word itself. */
function serviceMoved(step: Step, stage: string): StepResult {
  const { service: _, ...state } = step.state
  const waits = stage === 'READY' ? 'confirm' : ['INIT', 'FILLING'].includes(stage) ? 'open' : undefined
  step.state = waits ? { ...state, service: waits } : state
}

/** More of the answer: what is finished of it goes to the loudspeaker. A piece that came twice is taken once. */
function addText(step: Step, { call, at, text }: Extract<Event, { type: 'text.added' }>, turn: Turn): StepResult {
  if (call !== turn.call) flushText(step)
  const now = step.state.turn ?? turn
  const known = call === turn.call ? now.at : 0
  const fresh = text.slice(Math.max(0, known - at))
  if (fresh === '' || at > known) return
  // The person is asked something meanwhile and speaks: nothing is said into that.
  if (step.state.phase === 'listening') {
    const rest = `${call === turn.call ? now.rest : ''}${fresh}`
    return step.set({ turn: { ...now, call, at: known + fresh.length, rest } })
  }
  const [rest, pieces] = splitMore(call === turn.call ? now.rest : '', fresh)
  const early = now.raw === 0 ? withFirstClause(rest, pieces) : { rest, pieces }
  step.set({ turn: { ...now, call, at: known + fresh.length, rest: early.rest } })
  utterPieces(step, early.pieces)
}

/** The first clause of an answer apart from what follows it, also while its sentence is being written. */
function withFirstClause(rest: string, [first, ...more]: SpokenSentence[]) {
  const from = first ? first.text : rest
  const length = first && first.kind !== 'text' ? 0 : firstClause(from)
  const piece: SpokenSentence = { kind: 'text', text: from.slice(0, length).trim(), raw: length }
  if (length === 0) return { rest, pieces: first ? [first, ...more] : [] }
  if (!first) return { rest: rest.slice(length), pieces: [piece] }
  return {
    rest,
    pieces: [piece, { ...first, text: first.text.slice(length).trim(), raw: first.raw - length }, ...more],
  }
}

/** Before a tool runs and when the answer is over, what waited for its end is said. */
function flushText(step: Step): StepResult {
  const { turn, phase } = step.state
  if (!turn?.rest || phase === 'listening') return
  step.set({ turn: { ...turn, rest: '' } })
  utterPieces(step, splitRest(turn.rest))
}

function utterPieces(step: Step, pieces: SpokenSentence[]): StepResult {
  for (const piece of pieces) {
    const { turn } = step.state
    if (!turn) return
    const raw = turn.raw + piece.raw
    step.set({ turn: { ...turn, raw } })
    step.speak(textForSpeech(piece, step.settings.language), raw)
  }
}

/** Somebody else answered, or nobody in time. */
function closeApproval(step: Step, id: string): StepResult {
  const { approval, ...state } = step.state
  if (approval?.id !== id) return
  step.state = state
  step.hush()
  step.do({ do: 'drop' })
  step.moveBy('processing')
}

function endTurn(
  step: Step,
  event: Extract<Event, { type: 'turn.done' | 'turn.failed' | 'turn.cancelled' }>,
): StepResult {
  const { turn: asked, approval: open } = step.state
  // What was asked is asked no more; what waited for its answer may be said.
  if (open && step.state.phase === 'listening') step.moveBy('processing')
  // An answer made by code, by a service say, comes whole at its end and not piece by piece.
  if (event.type === 'turn.done' && asked?.at === 0)
    addText(step, { type: 'text.added', call: asked.call + 1, at: 0, text: event.text }, asked)
  flushText(step)
  const { turn, approval: _, ...state } = step.state
  step.state = {
    ...state,
    doing: 'complete',
    turns: state.turns + 1,
    ...(turn ? { turn: { ...turn, over: true } } : {}),
  }
  const told = receiptSpoken(event.receipt, step.settings.language)
  if (told) saySentence(step, told)
  if (event.type === 'turn.done' && step.state.service === 'confirm') step.set({ unheard: event.text })
  if (event.type === 'turn.failed') {
    step.do({ do: 'earcon', sound: 'fault' })
    saySentence(step, turnMessages[step.settings.language].failure(event.failure))
  }
  onTurnEvent(step)
}

/** Give the person the turn, without a wake word, once the turn is over and everything was said. */
export function onTurnEvent(step: Step): StepResult {
  const { turn, lines, phase, session, approval } = step.state
  if (lines.length > 0 || (turn && !turn.over)) return
  if (turn) {
    const { turn: _, ...state } = step.state
    step.state = state
  }
  if (phase === 'idle' || (phase === 'listening' && !approval)) return
  if (session === 'inactive') return step.moveBy('idle')
  step.listen()
}

/** The first sound of a sentence can be heard. */
export function onPlaying(step: Step, id: number, ms?: number): StepResult {
  const [line, ...behind] = step.state.lines
  if (line?.id !== id) return
  step.set({ sounding: true, lines: [{ ...line, from: step.at, ...(ms === undefined ? {} : { ms }) }, ...behind] })
  // An answer that begins to sound while the person was already asked something waits for its turn.
  if (step.state.phase === 'processing') step.move('speaking')
}

/** A sentence was said to its end. */
export function onPlayed(step: Step, id: number): StepResult {
  const { lines, approval } = step.state
  const [line, ...left] = lines
  if (line?.id !== id) return
  step.set({
    lines: left,
    sounding: false,
    hoarse: false,
    said: rememberLines(step.state.said, [line]),
    quietFrom: step.at,
  })
  if (line.upto !== undefined && step.state.turn) step.set({ heard: Math.max(step.state.heard, line.upto) })
  if (left.length > 0) return
  if (step.state.turn?.over && step.state.unheard) {
    const { unheard: _, ...state } = step.state
    step.state = state
  }
  if (approval) {
    step.set({ approval: { ...approval, read: true } })
    return step.listen()
  }
  onTurnEvent(step)
}
