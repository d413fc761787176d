import type {
  Ask,
  Decision,
  Envelope,
  Event,
  Failure,
  Id,
  Input,
  JsonObject,
  Source,
  ToolOutcome,
  TurnEvent,
} from '../../protocol/index.ts'
import { finish, type Markdown, markdown, type Part, push } from './markdown.ts'

/** Something that is finished and will never be drawn again. */
export type Block =
  | { type: 'said'; text: string; images: number; origin: Input['origin'] }
  | { type: 'parts'; parts: Part[] }
  | { type: 'tool'; name: string; args: JsonObject; outcome: ToolOutcome; text: string; untrusted: boolean }
  | { type: 'sources'; sources: Source[] }
  | { type: 'notice'; code: string; data: JsonObject }
  | { type: 'retry'; failure: Failure; next: 'retry' | 'fallback' | 'stop'; waitMs: number; model?: string }
  | { type: 'failed'; failure: Failure; retryable: boolean }
  | { type: 'cancelled'; empty: boolean }
  | { type: 'denied'; tool: string; by: 'timeout' | 'policy' }
  | { type: 'limited'; by: 'rounds' | 'repeats' }
  | { type: 'compacted' }
  | { type: 'cut' }
  | { type: 'tuned'; agent?: string; model?: string | null }

/** A tool call that is under way. */
export interface Call {
  id: Id
  name: string
  args: JsonObject
  state: 'called' | 'asked' | 'running'
  progress: string
}

/** A question that waits for a person. */
export interface Question {
  id: Id
  ask: Ask
  expiresAt: number
}

/** A conversation as the TUI sees it: a pure fold over its envelopes. `done` is drained by whoever prints it. */
export interface View {
  conversation?: Id
  title: string
  agent: string
  workspace: string
  model: string
  tokens: number
  done: readonly Block[]
  /** The answer that is being written. `call` and `length` make replayed deltas idempotent. */
  stream: { call: number; length: number; text: Markdown }
  turn?: { id: Id; since: number; doing: 'thinking' | 'writing' | 'tools'; label: string }
  calls: readonly Call[]
  questions: readonly Question[]
  queue: readonly Input[]
  /** Some of this turn's answer was shown, so that its ending does not show it again. */
  spoke: boolean
}

export const view: View = {
  title: '',
  agent: '',
  workspace: '',
  model: '',
  tokens: 0,
  done: [],
  stream: { call: -1, length: 0, text: markdown },
  calls: [],
  questions: [],
  queue: [],
  spoke: false,
}

/** The same view after everything finished was printed. */
export function drained(state: View): View {
  return state.done.length === 0 ? state : { ...state, done: [] }
}

/** One more fact. */
export function fold(state: View, envelope: Envelope): View {
  const base = state.conversation === envelope.conversation ? state : { ...state, conversation: envelope.conversation }
  const event = envelope.event
  if (event.type === 'turn.started') return started(base, envelope, event.input)
  return step(base, event)
}

function started(state: View, envelope: Envelope, input: Input): View {
  const queue = state.queue.filter((waiting) => waiting.id !== input.id)
  const turn = { id: envelope.turn ?? input.id, since: envelope.at, doing: 'thinking' as const, label: '' }
  const fresh = { ...state, queue, turn, stream: view.stream, spoke: false, calls: [], questions: [] }
  return done(fresh, said(input))
}

function step(state: View, event: Exclude<Event, { type: 'turn.started' }>): View {
  switch (event.type) {
    case 'text.added':
      return written(state, event.call, event.at, event.text)
    case 'partial.kept':
      return written(state, event.call, 0, event.text)
    case 'model.answered':
      return answered(state, event)
    case 'reasoning.added':
    case 'model.asked':
      return doing(state.model || event.type !== 'model.asked' ? state : { ...state, model: event.model }, 'thinking')
    case 'model.failed':
      return done(closed(state), {
        type: 'retry',
        failure: event.failure,
        next: event.next,
        waitMs: event.waitMs,
        ...modelOf(event),
      })
    case 'tool.called':
    case 'tool.asked':
    case 'tool.answered':
    case 'tool.started':
    case 'tool.progressed':
    case 'tool.ended':
      return tool(state, event)
    case 'step.started':
      return state.turn ? { ...state, turn: { ...state.turn, label: event.label } } : state
    case 'step.ended':
      return state.turn ? { ...state, turn: { ...state.turn, label: '' } } : state
    case 'sources.found':
      return event.sources.length === 0 ? state : done(closed(state), { type: 'sources', sources: event.sources })
    case 'notice.given':
      return done(closed(state), { type: 'notice', code: event.code, data: event.data })
    case 'context.compacted':
    case 'window.slid':
      return done(closed(state), { type: 'compacted' })
    case 'input.queued':
      return state.queue.some((input) => input.id === event.input.id) ? state : { ...state, queue: [...state.queue, event.input] }
    case 'input.withdrawn':
      return { ...state, queue: state.queue.filter((input) => input.id !== event.input) }
    case 'input.steered':
      return done(closed({ ...state, queue: state.queue.filter((input) => input.id !== event.input.id) }), said(event.input))
    case 'turn.done':
    case 'turn.failed':
    case 'turn.cancelled':
      return ended(state, event)
    case 'conversation.created':
      return { ...state, agent: event.agent, workspace: event.workspace }
    case 'conversation.titled':
      return { ...state, title: event.title }
    case 'conversation.tuned':
      return tuned(state, event)
    case 'owner.changed':
      return event.cut ? idle(done(closed(state), { type: 'cut' })) : state
    case 'route.decided':
    case 'service.moved':
    case 'hook.called':
    case 'flow.kept':
      return state
    default:
      return event satisfies never
  }
}

function said(input: Input): Block {
  return { type: 'said', text: input.text, images: input.images?.length ?? 0, origin: input.origin }
}

function done(state: View, ...blocks: Block[]): View {
  return { ...state, done: [...state.done, ...blocks] }
}

function doing(state: View, what: 'thinking' | 'writing' | 'tools'): View {
  return state.turn && state.turn.doing !== what ? { ...state, turn: { ...state.turn, doing: what } } : state
}

/** Text of a model's answer. What was seen before `at` is not taken twice; a new call closes the one before. */
function written(state: View, call: number, at: number, text: string): View {
  const base = state.stream.call === call ? state : { ...closed(state), stream: { call, length: 0, text: markdown } }
  const { stream } = base
  const more = text.slice(Math.max(0, stream.length - at))
  if (more === '') return base
  const [parts, next] = push(stream.text, more)
  const grown = { ...base, spoke: true, stream: { call, length: stream.length + more.length, text: next } }
  return doing(parts.length === 0 ? grown : done(grown, { type: 'parts', parts }), 'writing')
}

/** Gives out what is left of the running answer. */
function closed(state: View): View {
  const [parts, next] = finish(state.stream.text)
  const over = { ...state, stream: { ...state.stream, text: next } }
  return parts.length === 0 ? over : done(over, { type: 'parts', parts })
}

function answered(state: View, event: Extract<TurnEvent, { type: 'model.answered' }>): View {
  // What a flow's own steps asked a model is not for the person.
  if (event.purpose !== 'reply') return { ...state, tokens: state.tokens + event.usage.input + event.usage.output }
  const whole = closed(written(state, event.call, 0, event.text))
  const tokens = state.tokens + event.usage.input + event.usage.output
  return doing({ ...whole, model: event.model, tokens }, 'thinking')
}

function modelOf(event: { model?: string }): { model?: string } {
  return event.model === undefined ? {} : { model: event.model }
}

type ToolEvent = Extract<TurnEvent, { type: `tool.${string}` }>

function tool(state: View, event: ToolEvent): View {
  const update = (change: Partial<Call>): View => ({
    ...state,
    calls: state.calls.map((call) => (call.id === event.id ? { ...call, ...change } : call)),
  })
  const answered = (from: View): View => ({ ...from, questions: from.questions.filter((question) => question.id !== event.id) })
  switch (event.type) {
    case 'tool.called': {
      const call: Call = { id: event.id, name: event.name, args: event.args, state: 'called', progress: '' }
      return doing({ ...closed(state), calls: [...state.calls.filter(({ id }) => id !== event.id), call] }, 'tools')
    }
    case 'tool.asked': {
      const question = { id: event.id, ask: event.ask, expiresAt: event.expiresAt }
      return { ...update({ state: 'asked' }), questions: [...answered(state).questions, question] }
    }
    case 'tool.answered':
      return denied(answered(update({ state: 'called' })), event)
    case 'tool.started':
      return update({ state: 'running' })
    case 'tool.progressed':
      return update({ progress: event.text })
    case 'tool.ended': {
      const call = state.calls.find(({ id }) => id === event.id)
      const { name, outcome, text, untrusted } = event
      const rest = answered({ ...closed(state), calls: state.calls.filter(({ id }) => id !== event.id) })
      return done(rest, { type: 'tool', name, args: call?.args ?? {}, outcome, text, untrusted })
    }
    default:
      return event satisfies never
  }
}

function denied(state: View, event: { id: Id; decision: Decision; by: string }): View {
  const name = state.calls.find((call) => call.id === event.id)?.name ?? ''
  if (event.decision.choice !== 'deny' || (event.by !== 'timeout' && event.by !== 'policy')) return state
  return done(closed(state), { type: 'denied', tool: name, by: event.by })
}

type Ending = Extract<TurnEvent, { type: 'turn.done' | 'turn.failed' | 'turn.cancelled' }>

function ended(state: View, event: Ending): View {
  const text = event.type === 'turn.done' ? event.text : event.partial
  // What the ending tells and no delta did: a flow's own words, or text that streamed before we came.
  const whole = closed(state.spoke ? state : written(state, -2, 0, text))
  const calls = whole.calls.map(
    (call): Block => ({ type: 'tool', name: call.name, args: call.args, outcome: 'cancelled', text: '', untrusted: false }),
  )
  return idle(done(whole, ...calls, ...lastWords(event)))
}

function lastWords(event: Ending): Block[] {
  if (event.type === 'turn.failed') return [{ type: 'failed', failure: event.failure, retryable: event.retryable }]
  if (event.type === 'turn.cancelled') return [{ type: 'cancelled', empty: event.partial === '' }]
  return event.limited ? [{ type: 'limited', by: event.limited }] : []
}

function idle(state: View): View {
  const { turn: _, ...rest } = state
  return { ...rest, stream: view.stream, calls: [], questions: [] }
}

function tuned(state: View, event: { agent?: string; model?: string | null; workspace?: string }): View {
  const { agent, model, workspace } = event
  const next = {
    ...state,
    agent: agent ?? state.agent,
    workspace: workspace ?? state.workspace,
    model: model ?? (model === null ? '' : state.model),
  }
  if (agent === undefined && model === undefined) return next
  return done(closed(next), {
    type: 'tuned',
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
  })
}
