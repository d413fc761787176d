import type { Event, Input, SystemPart, ToolSchema } from '../protocol/index.ts'
import type { Thread } from '../threads/thread.ts'
import { composeSystem, lastMessages, type Pages } from './context.ts'
import type { Flow, FlowContext, FlowResult } from './flow.ts'
import { type Model, ModelClock } from './model-call.ts'
import type { ToolRunParts } from './tool-run.ts'
import { converse, type LoopParts } from './turn.ts'
import { type Summarise, slide, type WindowSize } from './window.ts'

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
  window: WindowSize
  summarise(context: FlowContext): Summarise
  limits: { rounds: number; sameCalls: number; softMs: number; hardMs: number }
}

/** Free conversation: the flow that answers whatever no service claims. */
export function createChat(parts: ChatParts): Flow {
  return async function* chat(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult> {
    const model = await parts.chooseModel(input, context.thread())
    yield* slide(context.thread(), parts.window, parts.summarise(context))
    const loop: LoopParts = {
      model,
      clock: new ModelClock(parts.limits),
      compose: () => compose(parts, input, context),
      schemas: parts.schemas(input, context.thread()),
      run: parts.toolRun(input, context),
      rounds: input.wishes?.maxRounds ?? parts.limits.rounds,
      sameCalls: parts.limits.sameCalls,
    }
    return yield* converse(loop, context)
  }
}

async function compose(
  parts: ChatParts,
  input: Input,
  context: FlowContext,
): Promise<{ system: SystemPart[]; messages: Thread['messages'] }> {
  const thread = context.thread()
  const pages = await parts.pages(thread, input)
  const sentences = parts.toolRun(input, context).sentences
  const system = composeSystem(pages, thread, parts.today(context.now()), {}, sentences)
  return { system, messages: lastMessages(thread.messages, parts.window.limit) }
}
