import {
  type Event,
  type Failure,
  isSilent,
  type Json,
  type JsonObject,
  maySaySilent,
  type TurnEnding,
} from '../../protocol/index.ts'

/** A frame of the stream (SPEC §5), and what stands in it. */
export interface SseFrame {
  event: 'AGENT_START' | 'AGENT_DONE' | 'LLM_TOKEN' | 'LLM_DONE' | 'TASK_PROGRESS' | 'DONE' | 'ERROR'
  data: Json
}

/** Facts of a turn so far that its last frame needs. */
export interface Framed {
  hooks: JsonObject[]
  buttons: string[]
  /** The last state that a service told. */
  moved: JsonObject | undefined
  /** A whole answer whose action is not known yet. */
  said: string | undefined
  /** The beginning of an answer that may still say that there is nothing to tell; undefined once it says something. */
  held: string | undefined
  /** Steps and the plain talk that are under way: each that began is told to have ended. */
  step: string | undefined
  talks: boolean
}

/** Sentences of frames in the language of the server. */
export interface FrameSentences {
  failure(failure: Failure): string
  /** The label that a front end shows while an answer is written that no service gives. */
  reply: string
}

/** The agent that answers where no service does. */
const chat = 'chat'

/** Nothing told yet. */
export const framed: Framed = {
  hooks: [],
  buttons: [],
  moved: undefined,
  said: undefined,
  held: '',
  step: undefined,
  talks: false,
}

const nothing: JsonObject = {
  stage: 'INIT',
  slots: {},
  missing_required: [],
  meta: { batch_total: 0, batch_progress: 0, batch_executed: 0, slot_errors: {} },
}

const frameOf = (event: SseFrame['event'], data: Json): SseFrame => ({ event, data })

/** One more event: what is kept, and the frames that it becomes. DONE is always the last one, exactly once. */
export function foldFrames(before: Framed, event: Event, say: FrameSentences): [Framed, SseFrame[]] {
  switch (event.type) {
    case 'step.started':
      return [{ ...before, step: event.step }, [frameOf('AGENT_START', { agent: event.step, label: event.label })]]
    case 'step.ended':
      return stepEnded(before, event)
    case 'model.asked': {
      const begins = event.purpose === 'reply' && before.step === undefined && !before.talks
      return begins
        ? [{ ...before, talks: true }, [frameOf('AGENT_START', { agent: chat, label: say.reply })]]
        : [before, []]
    }
    case 'tool.called':
      return [before, [frameOf('AGENT_START', { agent: event.name, label: event.name })]]
    case 'tool.ended':
      return [
        before,
        [frameOf('AGENT_DONE', { agent: event.name, label: event.name, success: event.outcome === 'ok' })],
      ]
    case 'text.added':
      return textAdded(before, event.text)
    case 'model.answered': {
      const isAnswer = event.purpose === 'reply' && event.calls.length === 0 && event.text && !isSilent(event.text)
      return [{ ...before, ...(isAnswer ? { said: event.text } : {}), held: '' }, leftOf(before)]
    }
    case 'service.moved':
      return serviceMoved(before, event)
    case 'hook.called':
      return [{ ...before, hooks: [...before.hooks, { type: event.name, data: event.payload }] }, []]
    case 'turn.done': {
      const text = isSilent(event.text) ? '' : event.text
      const told = [...leftOf(before), ...answerFrame(before, 'DONE'), ...talkEnd(before, say, true)]
      const done = doneFrame(before, withReceipt(text, event), nextAction(before, event.state), event.state)
      return [before, [...told, ...receiptTokens(event), withReceiptData(done, event)]]
    }
    case 'turn.failed': {
      const { failure, retryable, partial, state } = event
      const error = frameOf('ERROR', { code: failure.code, message: say.failure(failure), retryable })
      const done = doneFrame(before, withReceipt(partial, event), 'FAILED', state)
      return [before, [...talkEnd(before, say, false), error, withReceiptData(done, event)]]
    }
    case 'turn.cancelled': {
      const done = doneFrame(before, withReceipt(event.partial, event), 'CANCELLED', event.state)
      return [before, [...talkEnd(before, say, false), withReceiptData(done, event)]]
    }
    default:
      return [before, []]
  }
}

/** An answer with what its turn did, on one line. */
const withReceipt = (text: string, { receipt }: TurnEnding): string =>
  [text, receipt?.lines.join(' · ')].filter(Boolean).join('\n\n')

/** The same for whoever shows the tokens as they come. */
const receiptTokens = ({ receipt }: TurnEnding): SseFrame[] =>
  receipt && receipt.lines.length > 0 ? [frameOf('LLM_TOKEN', `\n\n${receipt.lines.join(' · ')}`)] : []

/** The last frame with the receipt as data. */
const withReceiptData = (frame: SseFrame, { receipt }: TurnEnding): SseFrame =>
  receipt ? { ...frame, data: { ...(frame.data as JsonObject), receipt: receipt as unknown as JsonObject } } : frame

function textAdded(before: Framed, text: string): [Framed, SseFrame[]] {
  const whole = (before.held ?? '') + text
  if (before.held !== undefined && maySaySilent(whole)) return [{ ...before, held: whole }, []]
  return [{ ...before, held: undefined }, [frameOf('LLM_TOKEN', whole)]]
}

/** The held-back part of an answer that ended and said something after all. */
const leftOf = ({ held }: Framed): SseFrame[] => (held && !isSilent(held) ? [frameOf('LLM_TOKEN', held)] : [])

function stepEnded(before: Framed, event: Extract<Event, { type: 'step.ended' }>): [Framed, SseFrame[]] {
  const { step, label, ok, result } = event
  const fields = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : undefined
  const told = fields?.stage === undefined ? (result === undefined ? {} : { result }) : { stage: fields.stage }
  const answer = typeof fields?.action === 'string' ? answerFrame(before, fields.action) : []
  const after = { ...before, step: undefined, ...(answer.length > 0 ? { said: undefined } : {}) }
  return [after, [...answer, frameOf('AGENT_DONE', { agent: step, label, success: ok, ...told })]]
}

/** The end of a plain answer. */
const talkEnd = ({ talks }: Framed, { reply }: FrameSentences, success: boolean): SseFrame[] =>
  talks ? [frameOf('AGENT_DONE', { agent: chat, label: reply, success })] : []

const answerFrame = ({ said }: Framed, action: string): SseFrame[] =>
  said === undefined ? [] : [frameOf('LLM_DONE', { action, message: said })]

function serviceMoved(before: Framed, event: Extract<Event, { type: 'service.moved' }>): [Framed, SseFrame[]] {
  const { stage, slots, task, buttons } = event
  const meta = { ...(nothing.meta as JsonObject), batch_total: task.total, batch_progress: task.index - 1 }
  const after = { ...before, buttons, moved: { ...nothing, stage, slots, meta } }
  return [
    after,
    stage === 'CONFIRMED' ? [frameOf('TASK_PROGRESS', { index: task.index, total: task.total, slots })] : [],
  ]
}

/** The next action of the front end: nothing, ask for words, show the two buttons. */
function nextAction({ buttons }: Framed, state: Json | undefined): string {
  const own = ownAction(state)
  if (own) return own
  const stage = stageOf(state)
  if (stage === 'READY') return 'CONFIRM'
  if (stage === 'FILLING') return 'ASK'
  return stage === 'FAILED' && buttons.length > 0 ? 'ASK_CONTINUE' : 'DONE'
}

/** The next action of a service in a stage of its own, or of one that talks. */
function ownAction(state: Json | undefined): string | undefined {
  const { meta } = (state ?? {}) as { meta?: { next_action?: unknown } }
  return typeof meta?.next_action === 'string' ? meta.next_action : undefined
}

const stageOf = (state: Json | undefined) =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? state.stage : undefined

function doneFrame(before: Framed, message: string, action: string, state: Json | undefined): SseFrame {
  const ended = action === 'CANCELLED' || action === 'FAILED'
  return frameOf('DONE', {
    message,
    action,
    next_action: ended ? 'DONE' : action,
    ui_hint: { buttons: before.buttons },
    state_snapshot: state ?? before.moved ?? nothing,
    hooks: before.hooks,
  })
}

/** A frame as it travels: the name, the data in one line, a blank line. */
export function wireText({ event, data }: SseFrame): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
