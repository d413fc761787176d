import type { Event, Id, JsonObject, Message, Purpose, ToolCall, ToolSchema } from '../../protocol/index.ts'
import { AssistantError, failureOf } from '../../protocol/index.ts'
import { merge } from '../../std/merge-streams.ts'
import type { Thread } from '../../threads/thread.ts'
import type { Composed } from '../context/fit-budget.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { isOwnWords } from './check-quotations.ts'
import { askModel, type ModelAnswer, type ModelClock, type TurnModel } from './model-call.ts'
import { runTool, type ToolRunDeps } from './tool-runner.ts'

export interface AgentLoopDeps {
  model: TurnModel
  clock: ModelClock
  /**
   * System prompt and messages for the conversation as it stands now, made to fit; `tighter` after the provider said
   * it did not.
   */
  compose(tighter: boolean): AsyncGenerator<Event, Composed>
  /** Tools that the model is told of: the same for every request, until it loads more. */
  schemas(): readonly ToolSchema[]
  run: ToolRunDeps
  /** Requests that may return tool calls; SPEC §2: 10. */
  rounds: number
  /** The same call with the same result this often ends the rounds; SPEC §3: 3. */
  sameCalls: number
  temperature?: number
  purpose?: Purpose
  /** The JSON Schema of the answer. */
  json?: JsonObject
  firstCall?: number
}

/**
 * The one loop over model and tools: ask, run what it calls, ask again, until it answers in words. After too many
 * rounds it is asked once more without tools, and told why.
 */
export async function* runAgentLoop(parts: AgentLoopDeps, context: FlowContext): AsyncGenerator<Event, FlowResult> {
  const repeats = new Repeats(parts.sameCalls)
  const said = lastWord(context.thread())
  if (said) return { message: said.id, text: said.text }
  // Calls that an earlier process began and did not finish.
  for (const wish of openCalls(context.thread())) yield* runTool(wish, parts.run, context)
  let limited: FlowResult['limited']
  for (let round = 1; ; round++) {
    for (const input of context.steered()) yield { type: 'input.steered', input }
    const last = round > parts.rounds ? 'rounds' : repeats.over ? 'repeats' : undefined
    limited = last
    const answer = yield* askFitting(parts, context, (parts.firstCall ?? 1) + round - 1, last !== undefined)
    if (last || answer.calls.length === 0) {
      // A model that calls tools although it has none any more has nothing to say: that is a failure, not an empty
      // answer.
      if (!answer.text.trim()) throw new AssistantError({ code: last ? 'tool-limit' : 'empty' })
      if (answer.stop === 'refusal') yield { type: 'notice.given', code: 'answer-refused', data: {} }
      if (answer.stop === 'length') yield { type: 'notice.given', code: 'answer-cut', data: {} }
      return { message: answer.message, text: answer.text, ...(limited ? { limited } : {}) }
    }
    yield* runCalls(answer, parts, context)
    for (const call of answer.calls) repeats.saw(call, resultOf(context, call.id))
  }
}

/**
 * Runs the calls of an answer in their order, those side by side that only look. All are judged by what was known when
 * the answer was written: what one of them brings from elsewhere cannot have moved the model to the next one.
 */
async function* runCalls(
  { calls, stop }: ModelAnswer,
  { run, model }: AgentLoopDeps,
  context: FlowContext,
): AsyncGenerator<Event> {
  const { tainted } = run.permits()
  const judged = { ...run, permits: () => ({ ...run.permits(), tainted }), isCut: stop === 'length' }
  const mayJoin = (call: ToolCall) => !run.hooks && !isOwnWords(model) && runsUnasked(call, judged)
  for (let at = 0; at < calls.length; ) {
    const end = calls.findIndex((call, index) => index >= at && !mayJoin(call))
    const side = calls.slice(at, end < 0 ? calls.length : end)
    const group = side.length > 0 ? side : calls.slice(at, at + 1)
    yield* merge(...group.map((call) => runTool(call, judged, context)))
    at += group.length
  }
}

/** Return true for a call that only looks, and that no rule of the person's speaks of. */
function runsUnasked({ name, args }: ToolCall, { tools, permits }: ToolRunDeps): boolean {
  const tool = tools.get(name)
  return tool?.readOnly === true && tool.category === 'safe' && permits().rule(tool, args) === undefined
}

/** The answer, where the process that had begun this turn had it whole and died before its end. */
function lastWord({ running, messages }: Thread): Message | undefined {
  const last = messages.at(-1)
  return running?.passed && last?.role === 'assistant' && !last.calls && last.text.trim() !== '' ? last : undefined
}

/** Calls of the running turn that have no outcome yet. */
function openCalls({ running, messages }: Thread): ToolCall[] {
  const open = new Set(running?.calls.map(({ id }) => id))
  if (open.size === 0) return []
  return messages.findLast((message) => message.role === 'assistant')?.calls?.filter(({ id }) => open.has(id)) ?? []
}

/** One request of the loop. When the provider says it is too long, it is made shorter and asked once more. */
async function* askFitting(
  parts: AgentLoopDeps,
  context: FlowContext,
  call: number,
  last: boolean,
): AsyncGenerator<Event, ModelAnswer> {
  for (let tighter = false; ; tighter = true) {
    const { system, messages } = yield* parts.compose(tighter)
    const request = last
      ? { system: [...system, { name: 'limit', text: parts.run.sentences.tooManyCalls }], messages, tools: [] }
      : { system, messages, tools: [...parts.schemas()] }
    const warm = {
      ...(parts.temperature === undefined ? {} : { temperature: parts.temperature }),
      ...(parts.json ? { json: parts.json } : {}),
    }
    try {
      return yield* askModel(parts.model, { ...request, ...warm }, parts.purpose ?? 'reply', call, parts.clock, context)
    } catch (error) {
      if (tighter || failureOf(error).code !== 'overflow') throw error
    }
  }
}

function resultOf(context: FlowContext, call: Id): string {
  const message = context.thread().messages.findLast((m) => m.role === 'tool' && m.call === call)
  return message?.text ?? ''
}

/** Counts the same call with the same result. */
class Repeats {
  over = false
  readonly #limit: number
  #seen = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  saw({ name, args }: ToolCall, result: string): void {
    const key = JSON.stringify([name, args, result])
    const count = (this.#seen.get(key) ?? 0) + 1
    this.#seen.set(key, count)
    if (count >= this.#limit) this.over = true
  }
}
