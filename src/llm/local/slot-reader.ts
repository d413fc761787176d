import { localModelMessages } from '../../messages/engine/local-model.ts'
import { AssistantError, type JsonObject, type ModelRequest, type Provider } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import type { OpenRequest } from '../rules/open-request.ts'

/** Tokens of an answer: one run of words in JSON. */
const answerTokens = 80

/**
 * Ask a model which words of a request say what it is about, and return the offer that the rules make of them. The
 * model chooses among runs of words that stand in the sentence; whatever else it answers is nothing.
 */
export async function offerByModel(
  model: Provider,
  open: OpenRequest,
  request: Pick<ModelRequest, 'model' | 'messages'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const last = request.messages.findLast(({ role }) => role === 'user')
  if (open.offers.size === 0 || last?.role !== 'user') return undefined
  const schema: JsonObject = {
    type: 'object',
    properties: { what: { type: 'string', enum: wholeRuns(open) } },
    required: ['what'],
  }
  const asked: ModelRequest = {
    model: request.model,
    purpose: 'slots',
    system: [{ name: 'step', text: localModelMessages[open.language].slots[open.deed] }],
    messages: [{ role: 'user', id: last.id, at: last.at, text: open.said }],
    tools: [],
    temperature: 0,
    maxTokens: answerTokens,
    json: schema,
  }
  let text = ''
  try {
    for await (const part of model(asked, signal)) if (part.type === 'text') text += part.text
  } catch (error) {
    // Without a reading the rules ask as ever; a model that is not there is told by the answer that wants it.
    if (signal.aborted || !(error instanceof AssistantError)) throw error
    return undefined
  }
  const { what } = argsOf(text).args
  return typeof what === 'string' ? open.offers.get(what) : undefined
}

/**
 * Leave out the runs that lack their first words: in Korean those behind the time say which thing is meant. The fewer a
 * small model may choose from, the more often it is right, and the sooner.
 */
function wholeRuns({ offers, language, deed }: OpenRequest): string[] {
  const runs = [...offers.keys()]
  const isBehindTime = language === 'ko' && deed !== 'note'
  return isBehindTime ? runs.filter((run) => !runs.some((other) => other.endsWith(` ${run}`))) : runs
}
