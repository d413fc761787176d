import { type Envelope, type Event, type Input, isSilent, sourcesIn, type TurnEvent } from '../../../protocol/index.ts'
import {
  addSources,
  addText,
  appendBlocks,
  type Block,
  type CardFact,
  endText,
  type Question,
  setActivity,
  type ToolCallView,
  type View,
  view,
} from './chat-view.ts'

/** One more fact. */
export function foldEnvelope(state: View, envelope: Envelope): View {
  const base = state.conversation === envelope.conversation ? state : { ...state, conversation: envelope.conversation }
  const event = envelope.event
  if (event.type === 'turn.started') return withTurn(base, envelope, event.input)
  return foldEvent(base, event)
}

function withTurn(state: View, envelope: Envelope, input: Input): View {
  const { failed: _, ...rest } = state
  const queue = state.queue.filter((waiting) => waiting.id !== input.id)
  const quiet = input.unattended?.quiet ? { quiet: true as const } : {}
  const turn = { id: envelope.turn ?? input.id, since: envelope.at, doing: 'thinking' as const, label: '', ...quiet }
  const fresh = { ...rest, asked: input.text, queue, turn, stream: view.stream, spoke: false, calls: [], questions: [] }
  return appendBlocks(fresh, saidBlock(input))
}

function foldEvent(state: View, event: Exclude<Event, { type: 'turn.started' }>): View {
  switch (event.type) {
    case 'text.added':
    case 'partial.kept':
      return state.turn?.quiet ? state : addText(state, event.call, event.at ?? 0, event.text)
    case 'model.answered':
      return withModelAnswer(state, event)
    case 'reasoning.added':
      return withThought(state, event.text)
    case 'model.asked':
      return setActivity(withModelAsked(state, event), 'thinking')
    case 'model.failed':
      return withFailure(state, event)
    case 'tool.called':
    case 'tool.asked':
    case 'tool.answered':
    case 'tool.started':
    case 'tool.progressed':
    case 'tool.ended':
      return foldToolEvent(state, event)
    case 'step.started':
    case 'step.ended':
      return state.turn
        ? { ...state, turn: { ...state.turn, label: event.type === 'step.started' ? event.label : '' } }
        : state
    case 'sources.found':
      return event.sources.length === 0 ? state : addSources(state, event.sources)
    case 'notice.given':
      return appendBlocks(endText(state), { type: 'notice', code: event.code, data: event.data })
    case 'context.compacted':
      return appendBlocks(
        endText(state),
        event.pages ? { type: 'notice', code: 'memory-compacted', data: {} } : { type: 'compacted' },
      )
    case 'input.queued':
      return state.queue.some((input) => input.id === event.input.id)
        ? state
        : { ...state, queue: [...state.queue, event.input] }
    case 'input.withdrawn':
      return { ...state, queue: state.queue.filter((input) => input.id !== event.input) }
    case 'input.steered':
      return appendBlocks(
        endText({ ...state, queue: state.queue.filter((input) => input.id !== event.input.id) }),
        saidBlock(event.input),
      )
    case 'turn.done':
    case 'turn.failed':
    case 'turn.cancelled':
      return withEnding(state, event)
    case 'conversation.created':
      return { ...state, agent: event.agent, workspace: event.workspace, isPrivate: event.private === true }
    case 'conversation.titled':
      return { ...state, title: event.title }
    case 'conversation.tuned':
      return withTuning(state, event)
    case 'service.moved':
      return withServiceMove(state, event)
    case 'owner.changed':
      return event.goesOn ? endText(state) : state
    case 'route.decided':
    case 'hook.called':
    case 'flow.kept':
    case 'window.slid':
    case 'context.fetched':
    case 'window.restored':
      return state
    default:
      return event satisfies never
  }
}

function withModelAsked(state: View, { model, window, purpose }: Extract<TurnEvent, { type: 'model.asked' }>): View {
  const named = state.model && purpose !== 'reply' ? state : { ...state, model }
  if (purpose !== 'reply') return named
  const { window: _, ...rest } = named
  return window === undefined ? rest : { ...rest, window }
}

/** Turns whose thoughts are kept, and characters of each. */
const [thoughtTurns, thoughtChars] = [20, 200_000]

function withThought(state: View, text: string): View {
  const id = state.turn?.id
  if (id === undefined) return state
  const others = [...state.thoughts].filter(([turn]) => turn !== id).slice(1 - thoughtTurns)
  const whole = ((state.thoughts.get(id) ?? '') + text).slice(-thoughtChars)
  return setActivity({ ...state, thoughts: new Map([...others, [id, whole]]) }, 'thinking')
}

/** A retry is a live row until something comes of it; what stops the turn is told by its ending, once. */
function withFailure(state: View, event: Extract<TurnEvent, { type: 'model.failed' }>): View {
  const { next, failure, waitMs, attempt } = event
  if (next === 'stop') return endText(state)
  if (next === 'fallback')
    return appendBlocks(endText(state), { type: 'retry', failure, next, waitMs, ...modelOf(event) })
  const whole = endText(state)
  const retry = { waitMs, ...(attempt ? { attempt } : {}) }
  return whole.turn ? { ...whole, turn: { ...whole.turn, retry } } : whole
}

function saidBlock(input: Input): Block {
  const { text, images = [], attachments = [], origin, schedule } = input
  const files = attachments.map(({ name }) => name)
  const marks = {
    ...(files.length > 0 ? { files } : {}),
    ...(schedule === undefined ? {} : { isScheduled: true as const }),
  }
  const pictures = images.filter(({ mediaType }) => mediaType !== 'application/pdf').length
  return { type: 'said', text, images: pictures, ...marks, origin }
}

function withModelAnswer(state: View, event: Extract<TurnEvent, { type: 'model.answered' }>): View {
  // A flow's own questions to a model are not for the person.
  const usd = state.usd + (event.usage.costUsd ?? 0)
  if (event.purpose !== 'reply') return { ...state, usd, tokens: state.tokens + event.usage.input + event.usage.output }
  const whole = endText(isSilent(event.text) ? state : addText(state, event.call, 0, event.text))
  const tokens = state.tokens + event.usage.input + event.usage.output
  return setActivity(
    { ...whole, model: event.model, tokens, usd, filled: event.usage.input + event.usage.output },
    'thinking',
  )
}

/**
 * The last move of a turn counts, and only while something is asked: what was executed or dropped is told by the
 * answer.
 */
function withServiceMove(state: View, event: Extract<Event, { type: 'service.moved' }>): View {
  const { waits: _, ...rest } = state
  const { stage, task, buttons } = event
  return stage === 'FILLING' || buttons.length > 0
    ? { ...rest, waits: { type: 'slots', known: knownOf(event), task, buttons } }
    : rest
}

function knownOf({ slots, labels = {}, shown = {} }: Extract<Event, { type: 'service.moved' }>): CardFact[] {
  const known = Object.entries(slots).filter(([, value]) => value !== null && value !== '')
  return known.map(([name, value]) => [
    labels[name] ?? name,
    shown[name] ?? (typeof value === 'string' ? value : JSON.stringify(value)),
  ])
}

function modelOf(event: { model?: string }): { model?: string } {
  return event.model === undefined ? {} : { model: event.model }
}

type ToolEvent = Extract<TurnEvent, { type: `tool.${string}` }>

function foldToolEvent(state: View, event: ToolEvent): View {
  const updateTool = (change: Partial<ToolCallView>): View => ({
    ...state,
    calls: state.calls.map((call) => (call.id === event.id ? { ...call, ...change } : call)),
  })
  const answered = (from: View): View => ({
    ...from,
    questions: from.questions.filter((question) => question.id !== event.id),
  })
  switch (event.type) {
    case 'tool.called': {
      const call: ToolCallView = {
        id: event.id,
        name: event.name,
        ...titleOf(event),
        args: event.args,
        state: 'called',
        progress: '',
      }
      return setActivity(
        { ...endText(state), calls: [...state.calls.filter(({ id }) => id !== event.id), call] },
        'tools',
      )
    }
    case 'tool.asked': {
      const { id, ask, expiresAt } = event
      const question = { id, ask, ...(expiresAt === undefined ? {} : { expiresAt }) }
      return { ...updateTool({ state: 'asked' }), questions: [...answered(state).questions, question] }
    }
    case 'tool.answered':
      return withVerdict(answered(updateTool({ state: 'called' })), event, state.questions)
    case 'tool.started':
      return updateTool({ state: 'running' })
    case 'tool.progressed':
      return updateTool({ progress: event.text })
    case 'tool.ended': {
      const call = state.calls.find(({ id }) => id === event.id)
      const { name, outcome, text, untrusted } = event
      const rest = answered({ ...endText(state), calls: state.calls.filter(({ id }) => id !== event.id) })
      const sources = outcome === 'ok' ? sourcesIn(name, event.data) : []
      // Passages are shown by their places, which can be opened.
      const shown = sources.length > 0 ? '' : text
      const told = appendBlocks(rest, {
        type: 'tool',
        name,
        ...titleOf(event),
        args: call?.args ?? {},
        outcome,
        text: shown,
        untrusted,
      })
      const pictures = (event.images ?? []).map((picture): Block => ({ type: 'picture', picture }))
      return appendBlocks(sources.length > 0 ? addSources(told, sources) : told, ...pictures)
    }
    default:
      return event satisfies never
  }
}

const titleOf = ({ title }: { title?: string }) => (title === undefined ? {} : { title })

/** Return what a person has to know of an answer: that nobody gave it, or that it holds for longer than this call. */
function withVerdict(
  state: View,
  { id, decision, by }: Extract<ToolEvent, { type: 'tool.answered' }>,
  questions: readonly Question[],
): View {
  if (decision.choice === 'deny') {
    if (by !== 'timeout' && by !== 'policy') return state
    const name = state.calls.find((call) => call.id === id)?.name ?? ''
    return appendBlocks(endText(state), { type: 'denied', tool: name, by })
  }
  const ask = questions.find((question) => question.id === id)?.ask
  const rule = decision.choice === 'always' ? ask?.rule : decision.choice === 'session' ? ask?.scope : undefined
  if (!ask || rule === undefined || decision.choice === 'once') return state
  return appendBlocks(endText(state), {
    type: 'granted',
    choice: decision.choice,
    tool: ask.tool,
    ...titleOf(ask),
    rule,
  })
}

/** Answers that can be copied. */
const answersKept = 20

type Ending = Extract<TurnEvent, { type: 'turn.done' | 'turn.failed' | 'turn.cancelled' }>

function withEnding(state: View, event: Ending): View {
  const isNothing = event.type === 'turn.done' && isSilent(event.text)
  const text = event.type !== 'turn.done' ? event.partial : isNothing ? '' : event.text
  // Add text that no delta told: a flow's own words, or what streamed before we came.
  const whole = endText(state.spoke ? state : addText(state, -2, 0, text))
  const calls = whole.calls.map(
    (call): Block => ({
      type: 'tool',
      name: call.name,
      ...titleOf(call),
      args: call.args,
      outcome: 'cancelled',
      text: '',
      untrusted: false,
    }),
  )
  const waits = event.type === 'turn.done' && whole.waits ? [whole.waits] : []
  const answers = text === '' ? whole.answers : [...whole.answers, text].slice(-answersKept)
  const failed = event.type === 'turn.failed' ? { failed: whole.asked } : {}
  const nothing = isNothing ? [{ type: 'notice' as const, code: 'nothing-new', data: {} }] : []
  return withoutTurn(
    appendBlocks(
      { ...whole, answers, ...failed },
      ...calls,
      ...nothing,
      ...receiptBlocks(event),
      ...lastWords(event),
      ...waits,
    ),
  )
}

function receiptBlocks({ receipt }: Ending): Block[] {
  if (!receipt || receipt.lines.length === 0) return []
  const isBad = receipt.unbacked.length > 0 || receipt.deeds.some(({ state }) => state !== 'done')
  return [{ type: 'receipt', lines: receipt.lines, isBad }]
}

function lastWords(event: Ending): Block[] {
  if (event.type === 'turn.failed') return [{ type: 'failed', failure: event.failure, retryable: event.retryable }]
  if (event.type === 'turn.cancelled') return [{ type: 'cancelled', empty: event.partial === '' }]
  return event.limited ? [{ type: 'limited', by: event.limited }] : []
}

function withoutTurn(state: View): View {
  const { turn: _, waits: __, ...rest } = state
  return { ...rest, stream: view.stream, calls: [], questions: [] }
}

function withTuning(state: View, event: Extract<Event, { type: 'conversation.tuned' }>): View {
  const { agent, model, workspace, mode } = event
  const next = {
    ...state,
    agent: agent ?? state.agent,
    workspace: workspace ?? state.workspace,
    mode: mode ?? state.mode,
    model: model ?? (model === null ? '' : state.model),
  }
  if (agent === undefined && model === undefined) return next
  return appendBlocks(endText(next), {
    type: 'tuned',
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
  })
}
