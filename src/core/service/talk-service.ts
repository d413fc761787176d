import { serviceMessages } from '../../messages/engine/service.ts'
import type { Event, Input, ToolSchema } from '../../protocol/index.ts'
import { lastMessages } from '../context/system-prompt.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { runAgentLoop } from '../turn/agent-loop.ts'
import { ModelClock, type TurnModel } from '../turn/model-call.ts'
import type { ToolRunDeps } from '../turn/tool-runner.ts'
import { converseJson, converseText, type StepCard, type StepRequest, talkActions } from './runner.ts'
import type { Service, ServiceClaim, ServiceDeps } from './service.ts'

/** A service without slots: one step that talks. */
export interface Talk {
  name: string
  title: string
  description: string
  prompt: string
  card: StepCard
  /** `json`: the model answers `{action, message}`, and the message streams as it comes. */
  format: 'text' | 'json'
  /** What `action` may be. */
  actions?: readonly string[]
  claim(text: string): ServiceClaim
}

/** Tools for a step that may use them, with everything that running one needs. */
export type StepTools = (
  names: readonly string[],
  input: Input,
  context: FlowContext,
) => Promise<{ schemas(): readonly ToolSchema[]; run: ToolRunDeps }>

/** Messages that a talking step is shown. */
const shownMessages = 12
/** SPEC §2 and §3: rounds of tools, and the same call with the same result. */
const bounds = { rounds: 10, sameCalls: 3 }

/** A service that answers with the words of a model, as they come. */
export function talkService(talk: Talk, parts: ServiceDeps, tools?: StepTools): Service {
  const run = (input: Input, context: FlowContext) => answer(talk, parts, tools, input, context)
  const { name, title, description, claim } = talk
  return { name, title, description, claim, run, resume: run }
}

async function* answer(
  talk: Talk,
  parts: ServiceDeps,
  tools: StepTools | undefined,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, FlowResult> {
  const say = serviceMessages[parts.language]
  const model = await parts.model(talk.card, input, context)
  if (!model) return { message: context.newId(), text: say.noModel }
  const label = say.labels.reply
  yield { type: 'step.started', step: 'reply', label }
  const result = yield* reply(talk, parts, tools, model, input, context)
  yield { type: 'step.ended', step: 'reply', label, ok: true, result: { action: result.action } }
  return { message: result.id, text: result.message }
}

async function* reply(
  talk: Talk,
  parts: ServiceDeps,
  tools: StepTools | undefined,
  model: TurnModel,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, { action: string; message: string; id: string }> {
  const say = serviceMessages[parts.language]
  const thread = context.thread()
  const summaries = thread.summaries.length > 0 ? [{ name: 'summaries', text: thread.summaries.join('\n') }] : []
  const system = [{ name: 'step', text: talk.prompt }, ...summaries]
  const messages = () => lastMessages(context.thread().messages, shownMessages)
  if (talk.card.tools?.length && tools) {
    const loop = { model, clock: new ModelClock(parts.limits), ...bounds, ...(await tools(talk.card.tools, input, context)) }
    const done = yield* runAgentLoop(
      {
        ...loop,
        temperature: talk.card.temperature ?? 0,
        async *compose() {
          return { system, messages: messages() }
        },
      },
      context,
    )
    return { action: 'DONE', message: done.text, id: done.message }
  }
  const request: StepRequest = {
    step: 'reply',
    card: { timeout: 30_000, ...talk.card },
    purpose: 'reply',
    model,
    system,
    messages: messages(),
    language: parts.language,
    limits: parts.limits,
    againLabel: say.labels.replyAgain,
  }
  return yield* talk.format === 'json'
    ? converseJson(request, talk.actions ?? talkActions, say.fallback, context)
    : converseText(request, say.fallback, context)
}
