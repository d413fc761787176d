import { localModelMessages } from '../../messages/engine/local-model.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type JsonObject, type ModelRequest, type Provider } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'

/** A line that may be an answer is no longer than that, in characters; so many are looked at. */
const [mostChars, mostLines] = [160, 12]
const answerTokens = 120

/** Asks which of some lines is an answer to a question: one of them, or none. */
export interface AnswerJudge {
  /** Return the line that answers; undefined where none does, or where the model is no judge. */
  choose(question: string, lines: readonly string[], signal: AbortSignal): Promise<string | undefined>
}

/** Verdicts about a model as a judge, kept by its name and the test. */
export interface JudgeVerdicts {
  read(model: string): Promise<boolean | undefined>
  keep(model: string, isJudge: boolean): Promise<void>
}

/**
 * Judge by a small model, if it passes a test first: of notes of nobody it must find what answers, and find nothing
 * where nothing does. What it chooses is quoted by code; a model that takes any line for an answer is never asked
 * again.
 */
export function createJudge(model: Provider, name: string, language: Language, verdicts: JudgeVerdicts): AnswerJudge {
  const ask = (question: string, lines: readonly string[], signal: AbortSignal) =>
    chosenLine(model, name, language, { question, lines }, signal)
  // Another test is another verdict: that of a language, or with more questions.
  const test = `${name} ${language} ${localModelMessages[language].judge.probes.length}`
  const passes = async (signal: AbortSignal) => {
    const { probes } = localModelMessages[language].judge
    for (const { question, lines, answer } of probes) {
      const chosen = await ask(question, lines, signal)
      if (chosen === 'no-model') return undefined
      if (chosen !== answer) return false
    }
    return true
  }
  return {
    async choose(question, lines, signal) {
      const few = lines.filter((line) => line.length <= mostChars).slice(0, mostLines)
      if (few.length === 0) return undefined
      const known = await verdicts.read(test)
      const isJudge = known ?? (await passes(signal))
      if (known === undefined && isJudge !== undefined) await verdicts.keep(test, isJudge)
      const chosen = isJudge ? await ask(question, few, signal) : undefined
      return chosen === 'no-model' ? undefined : chosen
    },
  }
}

async function chosenLine(
  model: Provider,
  name: string,
  language: Language,
  { question, lines }: { question: string; lines: readonly string[] },
  signal: AbortSignal,
): Promise<string | 'no-model' | undefined> {
  const { judge } = localModelMessages[language]
  const schema: JsonObject = {
    type: 'object',
    properties: { line: { type: 'string', enum: [judge.none, ...lines] } },
    required: ['line'],
  }
  const request: ModelRequest = {
    model: name,
    purpose: 'slots',
    system: [{ name: 'step', text: judge.prompt }],
    messages: [{ role: 'user', id: 'judge', at: 0, text: judge.ask(question, lines) }],
    tools: [],
    temperature: 0,
    maxTokens: answerTokens,
    json: schema,
  }
  let text = ''
  try {
    for await (const part of model(request, signal)) if (part.type === 'text') text += part.text
  } catch (error) {
    if (signal.aborted || !(error instanceof AssistantError)) throw error
    return 'no-model'
  }
  const { line } = argsOf(text).args
  return typeof line === 'string' && lines.includes(line) ? line : undefined
}
