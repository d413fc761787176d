import { serviceMessages } from '../../../messages/engine/service.ts'
import type { Event, Input, JsonObject } from '../../../protocol/index.ts'
import { lastMessages } from '../../context/system-prompt.ts'
import type { FlowContext } from '../../flow.ts'
import { askJson, type StepCard } from '../runner.ts'
import type { CompletedTask, ServiceDeps, StepTask } from '../service.ts'

/** Messages that the step is shown. */
const shownMessages = 8

/** The form of the model's answer where the card says nothing. */
const text: JsonObject = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

/**
 * Asks a model for JSON by the card's schema, from what is known. It decides nothing: what it gives is a finding like
 * any other.
 */
export async function* askStep(
  { name, prompt, card }: { name: string; prompt: string; card: StepCard },
  { slots, found }: StepTask,
  parts: ServiceDeps,
  { input, context }: { input: Input; context: FlowContext },
): AsyncGenerator<Event, CompletedTask> {
  const say = serviceMessages[parts.language]
  const model = await parts.model(card, input, context)
  if (!model) return { outcome: 'failed', reason: say.noModel }
  const schema = card.schema ?? text
  const thread = context.thread()
  const answer = yield* askJson(
    {
      step: name,
      card: { ...card, schema },
      purpose: 'slots',
      model,
      system: [
        { name: 'step', text: `${prompt}\nJSON only: ${JSON.stringify(schema)}` },
        { name: 'state', text: JSON.stringify({ ...slots, ...found }) },
      ],
      messages: lastMessages(thread.messages, shownMessages),
      language: parts.language,
      limits: parts.limits,
      againLabel: say.labels.replyAgain,
    },
    context,
  )
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return { outcome: 'failed', reason: say.fallback }
  return { outcome: 'executed', receipt: answer }
}
