import { AssistantError, type Event, type JsonObject } from '../../protocol/index.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { type AgentLoopDeps, runAgentLoop } from './agent-loop.ts'

/** The schema, checks and sentences of an answer in JSON. */
export interface JsonAnswerDeps {
  schema: JsonObject
  /** Violations of the schema in a value, a line each; empty when it is right. */
  problems(value: unknown): Promise<string[]>
  sentences: { answerNotJson: string; answerAgain(problems: string): string; answerMisfit(problems: string): string }
}

/**
 * Runs the loop for an answer that is one JSON value of a schema. A wrong one is told to the model, once; then it
 * throws `malformed` with a sentence. The result's text is the JSON alone.
 */
export async function* answerInJson(
  loop: AgentLoopDeps,
  { schema, problems, sentences }: JsonAnswerDeps,
  context: FlowContext,
): AsyncGenerator<Event, FlowResult> {
  const faultsOf = async (text: string): Promise<string[]> => {
    const value = jsonIn(text)
    return value === undefined ? [sentences.answerNotJson] : problems(value.value)
  }
  const bound = { ...loop, json: schema }
  const first = yield* runAgentLoop(bound, context)
  const faults = await faultsOf(first.text)
  if (faults.length === 0) return { ...first, text: withoutFence(first.text) }
  const again = {
    role: 'user' as const,
    id: context.newId(),
    at: +context.now(),
    text: sentences.answerAgain(faults.join('\n')),
  }
  const second = yield* runAgentLoop(
    {
      ...bound,
      firstCall: (context.thread().running?.call ?? 0) + 1,
      schemas: () => [],
      async *compose(tighter) {
        const composed = yield* loop.compose(tighter)
        return { ...composed, messages: [...composed.messages, again] }
      },
    },
    context,
  )
  const left = await faultsOf(second.text)
  if (left.length > 0)
    throw new AssistantError({
      code: 'malformed',
      data: { sentence: sentences.answerMisfit(left.slice(0, 3).join(' ')) },
    })
  return { ...second, text: withoutFence(second.text) }
}

/** The text without the fence that some models put around JSON. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1]?.trim() ?? text.trim()
}

function jsonIn(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(withoutFence(text)) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
