import type {
  Event,
  Id,
  JsonObject,
  Message,
  ModelPart,
  ModelRequest,
  Provider,
  Purpose,
  RequestMessage,
  StopReason,
  ToolCall,
  Usage,
} from '../../protocol/index.ts'
import { AssistantError, failureOf } from '../../protocol/index.ts'
import { abortableIterator } from '../../std/abort.ts'
import { requestTokens } from '../context/system-prompt.ts'
import type { FlowContext } from '../flow.ts'

/** A model that can be asked, with the names that people see. */
export interface TurnModel {
  provider: Provider
  providerName: string
  model: string
  /** Tokens that it takes, request and answer together; absent where nobody knows. */
  window?: number
  /** Asking it costs nothing: it runs on this machine, and no budget counts what it writes. */
  free?: true
  /** It chooses among words better than it fills a form. */
  small?: true
}

export interface ModelAnswer {
  message: Id
  text: string
  calls: ToolCall[]
  usage: Usage
  stop: StopReason
  /** State that the next request to this model brings back. */
  carried?: JsonObject
}

/**
 * Model time of one turn: it runs from a request's first byte to its end, so loading, waiting, tools and people are
 * not counted.
 */
export class ModelClock {
  readonly #softMs: number
  readonly #hardMs: number
  #usedMs = 0
  /** True once the soft limit was passed while work was under way; the person is told once. */
  noticed = false

  constructor(limits: { softMs: number; hardMs: number }) {
    this.#softMs = limits.softMs
    this.#hardMs = limits.hardMs
  }

  /**
   * Starts a request's clock. `silentMs` tells for how long nothing that means something came; `over` is called when
   * a limit ends the turn: the soft one counts this silence, the hard one all model time of the turn.
   */
  start(silentMs: () => number, over: () => void): { passedSoft(): boolean; stop(): void } {
    const began = performance.now()
    const usedMs = () => this.#usedMs + performance.now() - began
    let timer: NodeJS.Timeout
    const checkLimits = () => {
      const left = Math.min(this.#hardMs - usedMs(), this.#softMs - silentMs())
      if (left <= 0) return over()
      timer = setTimeout(checkLimits, Math.min(left, 1_000))
    }
    checkLimits()
    return {
      passedSoft: () => usedMs() >= this.#softMs,
      stop: () => {
        clearTimeout(timer)
        this.#usedMs = usedMs()
      },
    }
  }
}

/**
 * Asks a model once and tells everything that happens as events. Returns the whole answer, or throws the failure
 * after having told it. `call` is its number within the turn.
 */
export async function* askModel(
  model: TurnModel,
  request: Omit<ModelRequest, 'model' | 'purpose' | 'messages'> & { messages: readonly Message[] },
  purpose: Purpose,
  call: number,
  clock: ModelClock,
  context: FlowContext,
): AsyncGenerator<Event, ModelAnswer> {
  const estimated =
    purpose === 'reply' ? { estimated: requestTokens(request.system, request.messages, request.tools) } : {}
  const window = purpose === 'reply' && model.window !== undefined ? { window: model.window } : {}
  yield {
    type: 'model.asked',
    call,
    provider: model.providerName,
    model: model.model,
    purpose,
    ...estimated,
    ...window,
  }
  const asking = new Asking({ model: model.model, purpose, call, clock, context })
  const signal = AbortSignal.any([context.signal, asking.overdue])
  try {
    const messages = await loadImages(request.messages, context)
    const parts = model.provider({ ...request, messages, model: model.model, purpose }, signal)
    for await (const part of abortableIterator(parts, signal)) yield* asking.take(part)
    asking.finish()
  } catch (error) {
    if (asking.overdue.aborted && !context.signal.aborted) context.stop()
    if (error instanceof AssistantError)
      yield { type: 'model.failed', call, failure: failureOf(error), next: 'stop', waitMs: 0 }
    throw error
  } finally {
    asking.stopClock()
  }
  yield asking.answered()
  return asking.answer
}

/** The messages with the pictures themselves. */
function loadImages(messages: readonly Message[], { images }: FlowContext): Promise<RequestMessage[]> {
  return Promise.all(
    messages.map(async (message) =>
      message.role === 'user' && message.images
        ? { ...message, images: await images(message.images) }
        : (message as RequestMessage),
    ),
  )
}

/** One request on its way: puts the answer together, and keeps its time. */
class Asking {
  readonly answer: ModelAnswer
  readonly #parts: { model: string; purpose: Purpose; call: number; clock: ModelClock; context: FlowContext }
  readonly #overdue = new AbortController()
  readonly #began = performance.now()
  #lastPart = this.#began
  #firstMs = 0
  #running: ReturnType<ModelClock['start']> | undefined
  #answeredBy: string
  #ended = false

  constructor(parts: { model: string; purpose: Purpose; call: number; clock: ModelClock; context: FlowContext }) {
    this.#parts = parts
    this.#answeredBy = parts.model
    const usage = { input: 0, output: 0, cached: 0 }
    this.answer = { message: parts.context.newId(), text: '', calls: [], usage, stop: 'end' }
  }

  /** Aborts when a limit of time ends the turn. */
  get overdue(): AbortSignal {
    return this.#overdue.signal
  }

  /** Adds a part to the answer, and tells what people see of it. */
  *take(part: ModelPart): Generator<Event> {
    const { purpose, call, context } = this.#parts
    this.#time(part)
    switch (part.type) {
      case 'opened':
      case 'progress':
        return
      case 'notice':
        yield { type: 'notice.given', ...part.notice }
        return
      case 'text':
        yield* this.#notice()
        if (purpose === 'reply') yield { type: 'text.added', call, at: this.answer.text.length, text: part.text }
        this.answer.text += part.text
        return
      case 'reasoning':
        if (purpose === 'reply') yield { type: 'reasoning.added', call, text: part.text }
        return
      case 'call':
        this.answer.calls.push(
          isTaken(part.call.id, this.answer, context) ? { ...part.call, id: context.newId() } : part.call,
        )
        return
      case 'failed':
        this.stopClock()
        this.#answeredBy = part.model ?? this.#answeredBy
        yield tellFailure(call, part)
        return
      case 'end':
        this.#ended = true
        this.#answeredBy = part.model ?? this.#answeredBy
        Object.assign(this.answer, {
          stop: part.stop,
          usage: part.usage,
          ...(part.carried && { carried: part.carried }),
          ...(part.text !== undefined && { text: part.text }),
        })
        return
      default:
        part satisfies never
    }
  }

  /** Throws `malformed` where the stream only stopped. */
  finish(): void {
    if (!this.#ended) throw new AssistantError({ code: 'malformed', detail: 'the stream stopped without an end' })
  }

  /** The whole answer. */
  answered(): Event {
    const { call, purpose } = this.#parts
    const totalMs = Math.round(performance.now() - this.#began)
    const times = { firstMs: Math.round(this.#firstMs), totalMs }
    return { type: 'model.answered', call, purpose, ...this.answer, model: this.#answeredBy, ...times }
  }

  stopClock(): void {
    this.#running?.stop()
    this.#running = undefined
  }

  /** Model time runs from the first byte on; what failed has none until somebody is asked again. */
  #time({ type }: ModelPart): void {
    const now = performance.now()
    if (type === 'failed') return
    if (type === 'text' || type === 'reasoning' || type === 'call') this.#firstMs ||= now - this.#began
    this.#lastPart = now
    if (type === 'end') return
    this.#running ??= this.#parts.clock.start(
      () => performance.now() - this.#lastPart,
      () => this.#overdue.abort(),
    )
  }

  /** Text still flows past the soft limit: the person is told, once in a turn. */
  *#notice(): Generator<Event> {
    const { clock } = this.#parts
    if (clock.noticed || !this.#running?.passedSoft()) return
    clock.noticed = true
    yield { type: 'notice.given', code: 'still-writing', data: {} }
  }
}

function tellFailure(
  call: number,
  { failure, next, waitMs, attempt, model }: Extract<ModelPart, { type: 'failed' }>,
): Event {
  return {
    type: 'model.failed',
    call,
    failure,
    next,
    waitMs,
    ...(attempt ? { attempt } : {}),
    ...(model ? { model } : {}),
  }
}

/** Some servers number their calls anew in every answer, or give none a name: then the call gets one of ours. */
function isTaken(id: Id, answer: ModelAnswer, context: FlowContext): boolean {
  const named = ({ calls }: { calls?: ToolCall[] }) => calls?.some((call) => call.id === id) ?? false
  return (
    id === '' ||
    named(answer) ||
    context.thread().messages.some((message) => message.role === 'assistant' && named(message))
  )
}
