import type { Event, Id, ModelRequest, Provider, Purpose, Stop, ToolCall, Usage } from '../protocol/index.ts'
import { AssistantError, failureOf } from '../protocol/index.ts'
import { each } from '../std/until.ts'
import { requestTokens } from './context.ts'
import type { FlowContext } from './flow.ts'

/** A model that can be asked, with the names that people see. */
export interface Model {
  provider: Provider
  providerName: string
  model: string
}

export interface Answer {
  message: Id
  text: string
  calls: ToolCall[]
  usage: Usage
  stop: Stop
}

/** Model time of one turn: it runs from a request's first byte to its end, so loading, waiting, tools and people are not counted. */
export class ModelClock {
  readonly #softMs: number
  readonly #hardMs: number
  #usedMs = 0
  /** True once the soft limit was passed while text was flowing; the person is told once. */
  noticed = false

  constructor(limits: { softMs: number; hardMs: number }) {
    this.#softMs = limits.softMs
    this.#hardMs = limits.hardMs
  }

  /** Starts a request's clock. `flowing` tells whether text came lately; `over` is called when a limit ends the turn. */
  start(flowing: () => boolean, over: () => void): { passedSoft(): boolean; stop(): void } {
    const began = performance.now()
    const used = () => this.#usedMs + performance.now() - began
    let timer: NodeJS.Timeout
    const check = () => {
      const now = used()
      if (now >= this.#hardMs || (now >= this.#softMs && !flowing())) return over()
      const wait = now < this.#softMs ? this.#softMs - now : Math.min(1_000, this.#hardMs - now)
      timer = setTimeout(check, wait)
    }
    check()
    return {
      passedSoft: () => used() >= this.#softMs,
      stop: () => {
        clearTimeout(timer)
        this.#usedMs = used()
      },
    }
  }
}

/** Text that came within this time still flows, in milliseconds. */
const flowingMs = 5_000

/**
 * Asks a model once and tells everything that happens as events. Returns the whole answer, or throws the failure after having
 * told it. `call` is its number within the turn.
 */
export async function* askModel(
  model: Model,
  request: Omit<ModelRequest, 'model' | 'purpose'>,
  purpose: Purpose,
  call: number,
  clock: ModelClock,
  context: FlowContext,
): AsyncGenerator<Event, Answer> {
  const estimated = purpose === 'reply' ? { estimated: requestTokens(request.system, request.messages, request.tools) } : {}
  yield { type: 'model.asked', call, provider: model.providerName, model: model.model, purpose, ...estimated }
  const answer: Answer = { message: context.newId(), text: '', calls: [], usage: { input: 0, output: 0, cached: 0 }, stop: 'end' }
  const began = performance.now()
  let running: ReturnType<ModelClock['start']> | undefined
  let answeredBy = model.model
  let ended = false
  let firstMs = 0
  let lastText = began
  const abort = new AbortController()
  const signal = AbortSignal.any([context.signal, abort.signal])
  const start = () =>
    clock.start(
      () => performance.now() - lastText < flowingMs,
      () => abort.abort(),
    )
  try {
    for await (const part of each(model.provider({ ...request, model: model.model, purpose }, signal), signal)) {
      if (part.type !== 'failed' && part.type !== 'opened') firstMs ||= performance.now() - began
      if (part.type !== 'failed' && part.type !== 'end') running ??= start()
      switch (part.type) {
        case 'opened':
          lastText = performance.now()
          break
        case 'text':
          if (running?.passedSoft() && !clock.noticed) {
            clock.noticed = true
            yield { type: 'notice.given', code: 'still-writing', data: {} }
          }
          lastText = performance.now()
          if (purpose === 'reply') yield { type: 'text.added', call, at: answer.text.length, text: part.text }
          answer.text += part.text
          break
        case 'reasoning':
          lastText = performance.now()
          if (purpose === 'reply') yield { type: 'reasoning.added', call, text: part.text }
          break
        case 'call':
          answer.calls.push(isTaken(part.call.id, answer, context) ? { ...part.call, id: context.newId() } : part.call)
          break
        case 'failed':
          running?.stop()
          running = undefined
          answeredBy = part.model ?? answeredBy
          yield {
            type: 'model.failed',
            call,
            failure: part.failure,
            next: part.next,
            waitMs: part.waitMs,
            ...(part.model ? { model: part.model } : {}),
          }
          break
        case 'end':
          ended = true
          answer.stop = part.stop
          answer.usage = part.usage
          answeredBy = part.model ?? answeredBy
          break
        default:
          part satisfies never
      }
    }
    if (!ended) throw new AssistantError({ code: 'malformed', detail: 'the stream stopped without an end' })
  } catch (error) {
    if (abort.signal.aborted && !context.signal.aborted) context.stop()
    if (error instanceof AssistantError) yield { type: 'model.failed', call, failure: failureOf(error), next: 'stop', waitMs: 0 }
    throw error
  } finally {
    running?.stop()
  }
  const { message, text, calls, usage, stop } = answer
  const totalMs = Math.round(performance.now() - began)
  yield {
    type: 'model.answered',
    call,
    purpose,
    message,
    text,
    calls,
    usage,
    stop,
    model: answeredBy,
    firstMs: Math.round(firstMs),
    totalMs,
  }
  return answer
}

/** Some servers number their calls anew in every answer, or give none a name: then the call gets one of ours. */
function isTaken(id: Id, answer: Answer, context: FlowContext): boolean {
  const named = ({ calls }: { calls?: ToolCall[] }) => calls?.some((call) => call.id === id) ?? false
  return id === '' || named(answer) || context.thread().messages.some((message) => message.role === 'assistant' && named(message))
}
