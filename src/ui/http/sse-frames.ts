import type { Event, Failure, Json, JsonObject } from '../../protocol/index.ts'

/** A frame of the stream (SPEC §5), and what stands in it. */
export interface SseFrame {
  event: 'AGENT_START' | 'AGENT_DONE' | 'LLM_TOKEN' | 'LLM_DONE' | 'TASK_PROGRESS' | 'DONE' | 'ERROR'
  data: Json
}

/** What a turn has told so far that its last frame needs. */
export interface Framed {
  hooks: JsonObject[]
  buttons: string[]
  /** The last state that a service told. */
  moved: JsonObject | undefined
  /** A whole answer whose action is not known yet. */
  said: string | undefined
}

/** Nothing told yet. */
export const framed: Framed = { hooks: [], buttons: [], moved: undefined, said: undefined }

const nothing: JsonObject = {
  stage: 'INIT',
  slots: {},
  missing_required: [],
  meta: { batch_total: 0, batch_progress: 0, batch_executed: 0, slot_errors: {} },
}

const frame = (event: SseFrame['event'], data: Json): SseFrame => ({ event, data })

/** One more event: what is kept, and the frames that it becomes. DONE is always the last one, exactly once. */
export function frames(before: Framed, event: Event, sentence: (failure: Failure) => string): [Framed, SseFrame[]] {
  switch (event.type) {
    case 'step.started':
      return [before, [frame('AGENT_START', { agent: event.step, label: event.label })]]
    case 'step.ended':
      return stepEnded(before, event)
    case 'tool.called':
      return [before, [frame('AGENT_START', { agent: event.name, label: event.name })]]
    case 'tool.ended':
      return [before, [frame('AGENT_DONE', { agent: event.name, label: event.name, success: event.outcome === 'ok' })]]
    case 'text.added':
      return [before, [frame('LLM_TOKEN', event.text)]]
    case 'model.answered':
      return event.purpose === 'reply' && event.calls.length === 0 && event.text
        ? [{ ...before, said: event.text }, []]
        : [before, []]
    case 'service.moved':
      return moved(before, event)
    case 'hook.called':
      return [{ ...before, hooks: [...before.hooks, { type: event.name, data: event.payload }] }, []]
    case 'turn.done':
      return [before, [...answered(before, 'DONE'), done(before, event.text, nextAction(before, event.state), event.state)]]
    case 'turn.failed': {
      const { failure, retryable, partial, state } = event
      const error = frame('ERROR', { code: failure.code, message: sentence(failure), retryable })
      return [before, [error, done(before, partial, 'FAILED', state)]]
    }
    case 'turn.cancelled':
      return [before, [done(before, event.partial, 'CANCELLED', event.state)]]
    default:
      return [before, []]
  }
}

function stepEnded(before: Framed, event: Extract<Event, { type: 'step.ended' }>): [Framed, SseFrame[]] {
  const { step, label, ok, result } = event
  const fields = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : undefined
  const told = fields?.stage === undefined ? (result === undefined ? {} : { result }) : { stage: fields.stage }
  const answer = typeof fields?.action === 'string' ? answered(before, fields.action) : []
  const after = answer.length > 0 ? { ...before, said: undefined } : before
  return [after, [...answer, frame('AGENT_DONE', { agent: step, label, success: ok, ...told })]]
}

const answered = ({ said }: Framed, action: string): SseFrame[] =>
  said === undefined ? [] : [frame('LLM_DONE', { action, message: said })]

function moved(before: Framed, event: Extract<Event, { type: 'service.moved' }>): [Framed, SseFrame[]] {
  const { stage, slots, task, buttons } = event
  const meta = { ...(nothing.meta as JsonObject), batch_total: task.total, batch_progress: task.index - 1 }
  const after = { ...before, buttons, moved: { ...nothing, stage, slots, meta } }
  return [after, stage === 'CONFIRMED' ? [frame('TASK_PROGRESS', { index: task.index, total: task.total, slots })] : []]
}

/** What the front end is to do next: nothing, ask for words, show the two buttons. */
function nextAction({ buttons }: Framed, state: Json | undefined): string {
  const stage = stageOf(state)
  if (stage === 'READY') return 'CONFIRM'
  if (stage === 'FILLING') return 'ASK'
  return stage === 'FAILED' && buttons.length > 0 ? 'ASK_CONTINUE' : 'DONE'
}

const stageOf = (state: Json | undefined) =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? state.stage : undefined

function done(before: Framed, message: string, action: string, state: Json | undefined): SseFrame {
  const ended = action === 'CANCELLED' || action === 'FAILED'
  return frame('DONE', {
    message,
    action,
    next_action: ended ? 'DONE' : action,
    ui_hint: { buttons: before.buttons },
    state_snapshot: state ?? before.moved ?? nothing,
    hooks: before.hooks,
  })
}

/** A frame as it travels: the name, the data in one line, a blank line. */
export function wire({ event, data }: SseFrame): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
