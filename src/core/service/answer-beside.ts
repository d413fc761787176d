import type { Event, Input } from '../../protocol/index.ts'
import type { Flow, FlowContext, FlowResult } from '../flow.ts'

/**
 * Answers an input by the conversation and puts the pending question behind the answer: what was streamed goes on
 * with it, and the whole text ends with it.
 */
export async function* answerBeside(
  chat: Flow,
  input: Input,
  context: FlowContext,
  question: string,
): AsyncGenerator<Event, FlowResult> {
  const answering = chat(input, context)
  let shown = { call: 0, at: 0 }
  for (;;) {
    const step = await answering.next()
    if (!step.done) {
      if (step.value.type === 'text.added')
        shown = { call: step.value.call, at: step.value.at + step.value.text.length }
      yield step.value
      continue
    }
    if (shown.call > 0) yield { type: 'text.added', ...shown, text: `\n\n${question}` }
    return { ...step.value, text: [step.value.text, question].filter(Boolean).join('\n\n') }
  }
}
