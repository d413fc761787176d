import { localModelMessages } from '../../messages/engine/local-model.ts'
import type { Language } from '../../messages/language.ts'
import type { ModelPart, ModelRequest, Provider } from '../../protocol/index.ts'
import type { ReadRequest } from '../rules/index.ts'
import { createJudge, type JudgeVerdicts } from './answer-judge.ts'
import { isCallGrounded } from './grounded-call.ts'

/** Purposes of requests that rules do better than a small model, or for nothing. */
const ofRules: ReadonlySet<string> = new Set(['route', 'rerank', 'lines', 'letters'])

/** The person's zone, and the language that the assistant speaks. */
interface Place {
  zone: string
  language: Language
}

/**
 * Answer by rules what they own (sums, days, reminders, memory, files) and by the model what they do not read to the
 * last word. Of a reminder or a note that is left open the model only says which words it is about: code makes an
 * offer of them, and the person's yes does it; without an offer the rules ask. The same request always goes the same
 * way, so that the one who called a tool reads its result.
 */
export function withRulesFirst(rules: Provider, model: Provider, place: Place, verdicts?: JudgeVerdicts): Provider {
  return async function* (request, signal) {
    if (request.purpose !== 'reply') return yield* (ofRules.has(request.purpose) ? rules : model)(request, signal)
    const { readRequest } = await import('../rules/index.ts')
    const { isOwned, open, asked } = await readRequest(request, place)
    const { offerByModel } = await import('./slot-reader.ts')
    const isAsked = request.messages.at(-1)?.role === 'user'
    const offer = open && isAsked ? await offerByModel(model, open, request, signal) : undefined
    if (offer !== undefined) yield* answerOf(offer, request.model)
    else if (isOwned) yield* rules(request, signal)
    else if (open?.ask !== undefined && isAsked) yield* answerOf(open.ask, request.model)
    else {
      const quoted =
        asked && isAsked && verdicts ? await quoteAnswer(model, request, asked, verdicts, signal) : undefined
      yield* quoted === undefined
        ? withSaidCalls(model(request, signal), request, place)
        : answerOf(quoted, request.model)
    }
  }
}

/** Quote the line that a judge takes for the answer, with its place; undefined where there is none. */
async function quoteAnswer(
  model: Provider,
  request: ModelRequest,
  { question, language, lines }: NonNullable<ReadRequest['asked']>,
  verdicts: JudgeVerdicts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const judge = createJudge(model, request.model, language, verdicts)
  const chosen = await judge.choose(question, [...new Set(lines.map(({ text }) => text))], signal)
  const line = lines.find(({ text }) => text === chosen)
  return line && localModelMessages[language].judge.found(line.text, line.place)
}

/**
 * Leave out calls that would keep something the person did not say, where nobody is asked before: a small model makes
 * names and hours up.
 */
async function* withSaidCalls(
  parts: AsyncIterable<ModelPart>,
  { messages, tools }: ModelRequest,
  { zone, language }: Place,
): AsyncGenerator<ModelPart> {
  const last = messages.findLast(({ role }) => role === 'user')
  let left = 0
  let made = 0
  for await (const part of parts) {
    const tool = part.type === 'call' ? tools.find(({ name }) => name === part.call.name) : undefined
    const isSaid =
      part.type !== 'call' ||
      !tool?.keeps ||
      isCallGrounded(part.call.args, tool, last?.text ?? '', { now: new Date(last?.at ?? 0), zone })
    if (part.type === 'call' && isSaid) made++
    if (!isSaid) {
      if (left++ === 0) yield { type: 'text', text: localModelMessages[language].notSaid }
    } else yield part.type === 'end' && left > 0 && made === 0 ? { ...part, stop: 'end' } : part
  }
}

function* answerOf(text: string, model: string): Generator<ModelPart> {
  yield { type: 'opened' }
  yield { type: 'text', text }
  yield { type: 'end', stop: 'end', usage: { input: 0, output: 0, cached: 0, costUsd: 0 }, model }
}
