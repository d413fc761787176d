import type { Envelope, Event, Id, Input, Json, Message, ToolOutcome } from '../protocol/index.ts'
import { limits } from '../protocol/index.ts'
import { addUsage, correctEstimate } from './count-usage.ts'
import { withContext } from './message-context.ts'
import { deedsAfter, withReceipt } from './receipt.ts'
import { beginThread, type RunningTurn, type Thread } from './thread.ts'
import { documentMarks, messageMarks } from './untrusted.ts'
import { userMessage } from './user-message.ts'

/**
 * The thread after one more envelope. An envelope of an older epoch than the thread's was written by an owner that
 * had been replaced: it is left out. Pure: the given thread is not changed.
 */
export function foldThread(thread: Thread, envelope: Envelope): Thread {
  if (envelope.epoch < thread.epoch) return thread
  const { epoch, seq, at } = envelope
  const created = thread.createdAt || at
  return applyEvent({ ...thread, epoch, seq, createdAt: created, updatedAt: at }, envelope, envelope.event)
}

/** Lists that belong to a fold that nobody has seen yet: a message is added to them in place. */
const growing = new WeakSet<Message[]>()

/** The thread after many envelopes. As `foldThread`, but the time does not grow with the square of the messages. */
export async function foldAll(
  thread: Thread,
  envelopes: AsyncIterable<Envelope> | Iterable<Envelope>,
): Promise<Thread> {
  const fold = new ThreadFold(thread)
  for await (const envelope of envelopes) fold.add(envelope)
  return fold.end()
}

/** A thread to which envelopes are added one after the other. */
export class ThreadFold {
  #thread: Thread

  constructor(thread: Thread) {
    this.#thread = { ...thread, messages: [...thread.messages] }
    growing.add(this.#thread.messages)
  }

  /** The thread as it is until the next envelope. */
  get thread(): Thread {
    return this.#thread
  }

  add(envelope: Envelope): void {
    const { messages } = this.#thread
    this.#thread = foldThread(this.#thread, envelope)
    if (this.#thread.messages === messages) return
    // A slide, say, has made a list of its own.
    growing.delete(messages)
    growing.add(this.#thread.messages)
  }

  /** Return the thread, to which nothing is added any more. */
  end(): Thread {
    growing.delete(this.#thread.messages)
    return this.#thread
  }
}

function applyEvent(thread: Thread, { turn = '', at }: Envelope, event: Event): Thread {
  const { running } = thread
  switch (event.type) {
    case 'conversation.created':
      return beginThread(thread, event)
    case 'conversation.titled':
      return { ...thread, title: event.title, titledBy: event.by }
    case 'conversation.tuned':
      return tuneThread(thread, event)
    case 'input.queued':
      return { ...thread, queued: [...thread.queued, event.input] }
    case 'input.withdrawn':
      return { ...thread, queued: withoutInput(thread.queued, event.input) }
    case 'turn.started':
      return turnStarted(thread, event, turn, at)
    case 'input.steered':
      return steerTurn({ ...thread, queued: withoutInput(thread.queued, event.input.id) }, event, at)
    case 'model.asked':
    case 'text.added':
    case 'partial.kept':
    case 'tool.started':
    case 'owner.changed':
    case 'service.moved':
    case 'step.started':
      return running ? { ...thread, running: applyToTurn(running, event) } : thread
    case 'model.answered':
      return modelAnswered(thread, event, at)
    case 'tool.ended':
      return toolEnded(thread, event, at)
    case 'window.slid':
      return slideWindow(thread, event)
    case 'window.restored':
      return restoreWindow(thread, event.upto)
    case 'flow.kept':
      return flowKept(thread, event)
    case 'turn.done':
      return turnDone(thread, event, at)
    case 'turn.failed':
    case 'turn.cancelled':
      return turnCut(thread, event, turn, at)
    case 'context.fetched':
      return { ...thread, messages: withContext(thread, event.parts) }
    case 'sources.found':
      return { ...thread, ...documentMarks(thread, event) }
    case 'route.decided':
    case 'context.compacted':
    case 'model.failed':
    case 'reasoning.added':
    case 'tool.called':
    case 'tool.asked':
    case 'tool.answered':
    case 'tool.progressed':
    case 'step.ended':
    case 'hook.called':
    case 'notice.given':
      return thread
    default:
      return event satisfies never
  }
}

type TurnEvent = Extract<
  Event,
  {
    type:
      | 'model.asked'
      | 'text.added'
      | 'partial.kept'
      | 'tool.started'
      | 'owner.changed'
      | 'service.moved'
      | 'step.started'
  }
>

/** Events that change only the turn that runs. */
function applyToTurn(running: RunningTurn, event: TurnEvent): RunningTurn {
  switch (event.type) {
    case 'model.asked':
      return event.purpose === 'reply' ? modelAsked(running, event) : running
    case 'text.added':
      return { ...running, partial: spliceText(running.partial, event.at, event.text) }
    case 'partial.kept':
      return { ...running, partial: spliceText(running.partial, event.at ?? 0, event.text) }
    case 'tool.started':
      return { ...running, calls: toolStarted(running, event) }
    case 'owner.changed':
      return event.goesOn ? { ...running, partial: '', passed: (running.passed ?? 0) + 1 } : running
    case 'service.moved':
    case 'step.started':
      return running.served ? running : { ...running, served: true }
    default:
      return event satisfies never
  }
}

const withoutInput = (queued: Thread['queued'], input: Id) => queued.filter(({ id }) => id !== input)

function turnStarted(thread: Thread, event: Extract<Event, { type: 'turn.started' }>, turn: Id, at: number): Thread {
  const { input, agent } = event
  const running = { turn, input, agent, call: 0, partial: '', calls: [] }
  const service = input.origin === 'http' ? input.options?.service : undefined
  const started = {
    ...heardUpTo(thread, input.heard),
    queued: withoutInput(thread.queued, input.id),
    running,
    turns: thread.turns + 1,
    ...(service === undefined ? {} : { service }),
  }
  return pushMessage(started, userMessage(input, at))
}

function turnDone(thread: Thread, event: Extract<Event, { type: 'turn.done' }>, at: number): Thread {
  const said = isSaid(thread, event.message)
  const { running: _, ...rest } = withReceipt(event.kept ? flowKept(thread, event.kept) : thread, event)
  return said ? rest : pushMessage(rest, { role: 'assistant', id: event.message, at, text: event.text })
}

/** True if the turn that runs has said a message already. What came before the turn is not looked through. */
function isSaid({ messages, running }: Thread, message: Id): boolean {
  const newest = messages.findLastIndex(({ id }) => id === message || id === running?.input.id)
  return messages[newest]?.id === message
}

type Cut = Extract<Event, { type: 'turn.failed' | 'turn.cancelled' }>

/** A turn that failed or was cancelled keeps what it had said. */
function turnCut(thread: Thread, event: Cut, turn: Id, at: number): Thread {
  const { running: _, ...more } = withReceipt(thread, event)
  const rest = event.usage ? { ...more, usage: addUsage(more.usage, event.usage) } : more
  const cut = event.type === 'turn.failed' ? 'failed' : 'cancelled'
  const said: Thread = event.partial
    ? pushMessage(rest, { role: 'assistant', id: `${turn}-cut`, at, text: event.partial, cut })
    : rest
  return event.type === 'turn.cancelled' && event.heard !== undefined
    ? heardUpTo(said, { turn, chars: event.heard })
    : said
}

/** `text` put at its place; in the usual case that is the end, and nothing is copied. */
function spliceText(before: string, at: number, text: string): string {
  // The kept part of an answer was told before.
  if (at + text.length === before.length) return before
  return at === before.length ? before + text : before.slice(0, at) + text
}

function modelAsked(
  running: RunningTurn,
  { call, provider, model, estimated }: Extract<Event, { type: 'model.asked' }>,
): RunningTurn {
  const { estimated: _, ...rest } = running
  return { ...rest, call, asked: { provider, model }, partial: '', ...(estimated === undefined ? {} : { estimated }) }
}

function slideWindow(thread: Thread, { upto, summary, facts = [] }: Extract<Event, { type: 'window.slid' }>): Thread {
  const cut = thread.messages.findIndex(({ id }) => id === upto) + 1
  const { summaries, summaryFacts } = thread
  const next = summary
    ? { summaries: [...summaries, summary], summaryFacts: [...summaryFacts, facts] }
    : { summaries, summaryFacts }
  const dropped = thread.messages.slice(0, cut)
  return {
    ...thread,
    ...messageMarks(thread, dropped),
    summaries: next.summaries.slice(-limits.summaries),
    summaryFacts: next.summaryFacts.slice(-limits.summaries),
    messages: thread.messages.slice(cut),
    slid: { upto, messages: dropped, summaries, summaryFacts },
  }
}

/** The last slide taken back; an older one cannot be: what came between stands on it. */
function restoreWindow(thread: Thread, upto: Id): Thread {
  const { slid, ...rest } = thread
  if (slid?.upto !== upto) return thread
  const { messages, summaries, summaryFacts } = slid
  return { ...rest, summaries, summaryFacts, messages: [...messages, ...rest.messages], whole: true }
}

function tuneThread(thread: Thread, event: Extract<Event, { type: 'conversation.tuned' }>): Thread {
  const { model, ...rest } = thread
  const chosen = event.model === undefined ? model : (event.model ?? undefined)
  return {
    ...rest,
    ...(chosen === undefined ? {} : { model: chosen }),
    ...(event.agent === undefined ? {} : { agent: event.agent }),
    ...(event.workspace === undefined ? {} : { workspace: event.workspace }),
    ...(event.profile === undefined ? {} : { profile: event.profile }),
    ...(event.mode === undefined ? {} : { mode: event.mode }),
  }
}

function pushMessage(thread: Thread, message: Message): Thread {
  if (growing.has(thread.messages)) {
    thread.messages.push(message)
    return { ...thread, count: thread.count + 1 }
  }
  return { ...thread, messages: [...thread.messages, message], count: thread.count + 1 }
}

function steerTurn(thread: Thread, { input, ahead }: Extract<Event, { type: 'input.steered' }>, at: number): Thread {
  const pushed = pushMessage(thread, userMessage(input, at))
  const question = thread.messages.at(-1)
  const last = pushed.messages.at(-1)
  return ahead && question && last ? { ...pushed, messages: [...thread.messages.slice(0, -1), last, question] } : pushed
}

/** Marks how much of a turn's answer was spoken before the person interrupted it; the rest was only written. */
function heardUpTo(thread: Thread, heard: Input['heard']): Thread {
  const from = heard ? thread.messages.findIndex(({ id }) => id === heard.turn) : -1
  if (!heard || from < 0) return thread
  let left = heard.chars
  const messages = thread.messages.map((message, index) => {
    if (index < from || message.role !== 'assistant') return message
    const mine = Math.max(0, Math.min(left, message.text.length))
    left -= mine
    return mine < message.text.length ? { ...message, heard: mine } : message
  })
  return { ...thread, messages }
}

function modelAnswered(thread: Thread, event: Extract<Event, { type: 'model.answered' }>, at: number): Thread {
  const counted = { ...thread, usage: addUsage(thread.usage, event.usage), correction: correctEstimate(thread, event) }
  if (event.purpose !== 'reply' || !counted.running) return counted
  const { estimated: _, ...running } = counted.running
  const calls = event.calls.map(({ id, name }) => ({ id, name, started: false, idempotent: true }))
  const tokens = event.usage.input + event.usage.output
  const next = {
    ...counted,
    ...(running.asked && { warm: { ...running.asked, tokens, at } }),
    running: { ...running, partial: '', calls },
  }
  if (!event.text && calls.length === 0) return next
  const carried = event.carried ? { carried: event.carried } : {}
  const message = { role: 'assistant' as const, id: event.message, at, text: event.text, ...carried }
  return pushMessage(next, calls.length > 0 ? { ...message, calls: event.calls } : message)
}

function toolStarted({ calls }: RunningTurn, event: Extract<Event, { type: 'tool.started' }>): RunningTurn['calls'] {
  return calls.map((call) => (call.id === event.id ? { ...call, started: true, idempotent: event.idempotent } : call))
}

function toolEnded(thread: Thread, event: Extract<Event, { type: 'tool.ended' }>, at: number): Thread {
  const { running } = thread
  const open = running
    ? {
        ...thread,
        running: {
          ...running,
          ...deedsAfter(running.deeds, event),
          calls: running.calls.filter(({ id }) => id !== event.id),
        },
      }
    : thread
  const { id: call, name, text, outcome, message: id } = event
  const { own, source } = event
  const mark = event.untrusted
    ? { untrusted: true as const, ...(own ? { own } : {}), ...(source ? { source } : {}) }
    : {}
  return pushMessage(open, { role: 'tool', id, at, call, name, text, outcome, ...mark })
}

/**
 * The ends that calls of a turn get when its process died or it was stopped: what had started may have had its
 * effect.
 */
export function orphanOutcome(call: RunningTurn['calls'][number]): ToolOutcome {
  return call.started && !call.idempotent ? 'unknown' : 'cancelled'
}

/** A service's state from here on; null: the flow is over. */
function flowKept(thread: Thread, { service, state }: { service: string; state: Json | null }): Thread {
  const { [service]: _, ...others } = thread.flows
  return { ...thread, flows: state === null ? others : { ...others, [service]: state } }
}
