import { type Event, type Id, type Input, limits, type ToolSchema } from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'
import { asHeard, composeSystem, lastMessages, type Pages, requestChars } from './context.ts'
import { type Budget, type Composed, fitted } from './fit.ts'
import type { Flow, FlowContext, FlowResult } from './flow.ts'
import { type Model, ModelClock } from './model-call.ts'
import { type RouteParts, route } from './route.ts'
import type { ToolRunParts } from './tool-run.ts'
import { converse, type LoopParts } from './turn.ts'
import { type Keep, type Summarise, slide, type WindowSize } from './window.ts'

export interface ChatParts {
  /** The Markdown pages of this agent, read anew for every request: what a tool saved is in the next one. */
  pages(thread: Thread, input: Input): Promise<Pages>
  /** Date, weekday and zone, in the person's language. */
  today(now: Date): string
  /** Throws `auth` when nothing can be asked; called before anything else of the turn. */
  chooseModel(input: Input, thread: Thread): Promise<Model>
  /** Tools that this agent may use on this surface: the same list for the whole conversation. */
  schemas(input: Input, thread: Thread): readonly ToolSchema[]
  toolRun(input: Input, context: FlowContext): ToolRunParts
  /** Questions to the documents; absent where there are none. */
  route?: RouteParts
  window: WindowSize
  /** False: nothing is ever summarised or dropped, and what is too long fails with a remedy. */
  compaction: boolean
  summarise(context: FlowContext): Summarise
  /** Saves what a summary holds before it goes. */
  keep(input: Input, context: FlowContext): Keep
  /** What a request to this model may hold. */
  budget(model: Model): Budget
  /** How this provider's token counts compare with our estimate, as its own usage has shown in this conversation. */
  correction(thread: Thread): number
  compressPages(which: 'shared' | 'personal', input: Input, context: FlowContext): AsyncGenerator<Event, Id | undefined>
  /** What is done behind the answer, when all of it was shown: facts are noticed, pages that grew too long made shorter. */
  afterwards(input: Input, context: FlowContext): AsyncGenerator<Event>
  limits: { rounds: number; sameCalls: number; softMs: number; hardMs: number }
}

/** Free conversation: the flow that answers whatever no service claims. */
export function createChat(parts: ChatParts): Flow {
  return async function* chat(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult> {
    const model = await parts.chooseModel(input, context.thread())
    const clock = new ModelClock(parts.limits)
    const routed = parts.route ? yield* route(parts.route, model, clock, input, context) : { calls: 0 }
    if (parts.compaction) yield* slide(parts.window, parts.summarise(context), parts.keep(input, context), context)
    const loop: LoopParts = {
      model,
      clock,
      firstCall: routed.calls + 1,
      compose: (tighter) => compose(parts, model, input, context, { tighter, ...routed }),
      schemas: parts.schemas(input, context.thread()),
      run: parts.toolRun(input, context),
      rounds: input.wishes?.maxRounds ?? parts.limits.rounds,
      sameCalls: parts.limits.sameCalls,
    }
    const result = yield* converse(loop, context)
    yield* parts.afterwards(input, context)
    return result
  }
}

/** Every request is composed anew from the pages on disk and the conversation so far, then made to fit. */
async function* compose(
  parts: ChatParts,
  model: Model,
  input: Input,
  context: FlowContext,
  { tighter, documents }: { tighter: boolean; documents?: string },
): AsyncGenerator<Event, Composed> {
  const { sentences } = parts.toolRun(input, context)
  const tools = parts.schemas(input, context.thread())
  const raw = async (): Promise<Composed> => {
    const thread = context.thread()
    const extra = documents ? { documents } : {}
    const system = composeSystem(await parts.pages(thread, input), thread, parts.today(context.now()), extra, sentences)
    const whole = !parts.compaction || thread.whole
    const messages = whole ? thread.messages : lastMessages(thread.messages, parts.window.limit)
    return { system, messages: asHeard(messages, sentences) }
  }
  if (!parts.compaction) return await raw()
  const whole = parts.budget(model)
  // The provider said no to what we thought would fit: our measure was wrong, so aim well below what was sent.
  const now = tighter ? await raw() : undefined
  const budget = now ? { ...whole, chars: requestChars(now.system, now.messages, tools) * 0.6 } : whole
  const fitting = {
    compose: raw,
    tools,
    budget,
    minMessages: limits.contextMinMessages,
    correction: parts.correction(context.thread()),
    summarise: parts.summarise(context),
    keep: parts.keep(input, context),
    summaryLine: (summary: string) => `${sentences.summaryLine} ${summary}`,
    compressPages: (which: 'shared' | 'personal') => parts.compressPages(which, input, context),
  }
  return yield* fitted(fitting, context)
}
