import type { TurnSentences } from '../../messages/engine/turn.ts'
import { type Event, type Input, type JsonObject, limits, type ToolSchema } from '../../protocol/index.ts'
import type { Thread } from '../../threads/thread.ts'
import { type Budget, type Composed, fitToBudget } from '../context/fit-budget.ts'
import { type SaveFacts, type Summarise, slideWindow, type WindowSize } from '../context/sliding-window.ts'
import {
  composeSystem,
  contextParts,
  everyLine,
  type FetchedTexts,
  lastMessages,
  type PageShare,
  type Pages,
  requestChars,
  withoutOldContext,
  withSpokenMarks,
} from '../context/system-prompt.ts'
import type { Flow, FlowContext, FlowResult } from '../flow.ts'
import { type AgentLoopDeps, runAgentLoop } from './agent-loop.ts'
import { checkQuotations, isOwnWords } from './check-quotations.ts'
import { type RouteDeps, routeToDocuments } from './document-router.ts'
import { answerInJson } from './json-answer.ts'
import { ModelClock, type TurnModel } from './model-call.ts'
import type { ToolRunDeps } from './tool-runner.ts'

/** The parts of one turn: the agent's rights, the model and the tools are those of the moment when it began. */
export interface ResolvedTurn {
  model: TurnModel
  /**
   * Tools that this agent is told of on this surface: a list that only grows, when the conversation has loaded more.
   */
  schemas(thread: Thread): readonly ToolSchema[]
  run: ToolRunDeps
  /** The Markdown pages of this agent, read anew for every request: what a tool saved is in the next one. */
  pages(): Promise<Pages>
  /** Questions to the documents; absent where there are none. */
  route?: RouteDeps
}

export interface ChatDeps {
  /** Called before anything else of the turn. Throws `auth` when no model can be asked. */
  resolveTurn(input: Input, context: FlowContext): Promise<ResolvedTurn>
  /** Date, weekday and zone, in the person's language. */
  today(now: Date): string
  window: WindowSize
  /** False: nothing is ever summarised or dropped, and what is too long fails with a remedy. */
  compaction: boolean
  summarise(context: FlowContext): Summarise
  /** Saves what a summary holds before it goes. */
  keep(input: Input, context: FlowContext): SaveFacts
  /** The size that a request to this model may have. */
  budget(model: TurnModel): Budget
  /** The ratio of this provider's token counts to our estimate, as its own usage has shown in this conversation. */
  correction(thread: Thread): number
  /** Memory lines and earlier messages that this input asks for and that are not in the request anyway. */
  recall?(input: Input, context: FlowContext): Promise<Pick<FetchedTexts, 'recalled' | 'earlier' | 'rang' | 'lists'>>
  /** Violations of the JSON Schema in a value, a line each. */
  problems(schema: JsonObject, value: unknown, signal: AbortSignal): Promise<string[]>
  /** Work behind the answer, after all of it was shown: facts are noticed. */
  afterwards(input: Input, context: FlowContext): AsyncGenerator<Event>
  limits: { rounds: number; sameCalls: number; softMs: number; hardMs: number }
}

/** Free conversation: the flow that answers whatever no service claims. */
export function createChat(parts: ChatDeps): Flow {
  return async function* chat(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult> {
    const turn = await parts.resolveTurn(input, context)
    const { model } = turn
    const clock = new ModelClock(parts.limits)
    const routed = turn.route ? yield* routeToDocuments(turn.route, model, clock, input, context) : { calls: 0 }
    if (parts.compaction)
      yield* slideWindow(parts.window, parts.summarise(context), parts.keep(input, context), context)
    // Fetched once: what a tool saves in this turn is among the newest lines of its page.
    const recalled = (await parts.recall?.(input, context)) ?? {}
    const { documents } = routed
    const fetched = contextParts(
      {
        ...recalled,
        ...receiptBefore(context, isOwnWords(model), turn.run.sentences),
        ...(documents && { documents }),
      },
      turn.run.sentences,
    )
    if (fetched.length > 0) yield { type: 'context.fetched', parts: fetched }
    const loop: AgentLoopDeps = {
      model,
      clock,
      // A turn that another process had begun counts on.
      firstCall: Math.max(routed.calls, context.thread().running?.call ?? 0) + 1,
      compose: (tighter) => composeRequest(parts, turn, input, context, tighter),
      schemas: () => turn.schemas(context.thread()),
      run: turn.run,
      rounds: input.options?.maxRounds ?? parts.limits.rounds,
      sameCalls: parts.limits.sameCalls,
    }
    const schema = input.options?.schema
    const json = schema && {
      schema,
      problems: (value: unknown) => parts.problems(schema, value, context.signal),
      sentences: turn.run.sentences,
    }
    const result = yield* json ? answerInJson(loop, json, context) : runAgentLoop(loop, context)
    if (!json && !isOwnWords(model))
      yield* checkQuotations(result.text, { documents, messages: context.thread().messages })
    yield* parts.afterwards(input, context)
    return result
  }
}

/** Return the deeds of the turn before as code knows them: a model is told, whatever its answer said. */
function receiptBefore(context: FlowContext, isOwn: boolean, { receipt }: TurnSentences): { receipt?: string } {
  const last = context.thread().receipt
  return last && !isOwn ? { receipt: receipt(last) } : {}
}

/** Every request is composed anew from the pages on disk and the conversation so far, then made to fit. */
async function* composeRequest(
  parts: ChatDeps,
  { model, schemas, run: { sentences }, pages }: ResolvedTurn,
  input: Input,
  context: FlowContext,
  tighter: boolean,
): AsyncGenerator<Event, Composed> {
  const composeRaw = async (share?: PageShare, lean = false): Promise<Composed> => {
    const thread = context.thread()
    const system = composeSystem(await pages(), thread, parts.today(context.now()), sentences, share)
    const whole = !parts.compaction || thread.whole
    const messages = whole ? thread.messages : lastMessages(thread.messages, parts.window.limit, context.turn)
    return { system, messages: withSpokenMarks(lean ? withoutOldContext(messages) : messages, sentences) }
  }
  if (!parts.compaction) return await composeRaw(everyLine)
  const tools = schemas(context.thread())
  const whole = parts.budget(model)
  // The provider said no to what we thought would fit: our measure was wrong, so aim well below what was sent.
  const now = tighter ? await composeRaw() : undefined
  const budget = now ? { ...whole, chars: requestChars(now.system, now.messages, tools) * 0.6 } : whole
  const fitting = {
    compose: composeRaw,
    tools,
    budget,
    minMessages: limits.contextMinMessages,
    correction: parts.correction(context.thread()),
    summarise: parts.summarise(context),
    keep: parts.keep(input, context),
    summaryLine: (summary: string) => `${sentences.summaryLine} ${summary}`,
  }
  return yield* fitToBudget(fitting, context)
}
