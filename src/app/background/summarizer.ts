import type { Settings } from '../../config/schema.ts'
import type { SaveFacts, Summarise } from '../../core/context/sliding-window.ts'
import type { FlowContext } from '../../core/flow.ts'
import { askModel, ModelClock } from '../../core/turn/model-call.ts'
import { isCardSecret } from '../../memory/card-secret.ts'
import { type Notebook, pageOf } from '../../memory/notebook.ts'
import { coverageIn, coveredBy } from '../../memory/search.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import type { ConversationScope } from '../../protocol/index.ts'
import { AssistantError, type Event, type Message } from '../../protocol/index.ts'
import { isoDate } from '../../std/time/local-time.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Models } from '../models/model-registry.ts'

export interface SummaryDeps {
  models: Pick<Models, 'light'>
  settings: Pick<Settings, 'limits'>
  notebook: Notebook
  factsOf: AppContext['factsOf']
  language: Language
  zone: string
  now(): Date
}

/**
 * Asks the light model; undefined where there is none, where it failed (which is told as any failed request) or said
 * nothing.
 */
async function* byModel(
  parts: SummaryDeps,
  instruction: string,
  text: string,
  context: FlowContext,
): AsyncGenerator<Event, string | undefined> {
  const light = await parts.models.light()
  if (!light) return undefined
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = parts.settings.limits
  const request = {
    system: [{ name: 'summary', text: instruction }],
    messages: [{ role: 'user' as const, id: 'summary', at: +context.now(), text }],
    tools: [],
  }
  try {
    const { text } = yield* askModel(light, request, 'summary', 0, new ModelClock({ softMs, hardMs }), context)
    return text.trim() || undefined
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AssistantError)) throw error
    return undefined
  }
}

/** Summaries of old messages by the light model where there is one; else, and when it fails, by rules. */
export function createSummarizer(parts: SummaryDeps, context: FlowContext): Summarise {
  return async function* (messages) {
    const { extractSummary } = await import('../../llm/rules/index.ts')
    const told = messages.map((message) => `${message.role === 'tool' ? message.name : message.role}: ${message.text}`)
    const instruction = turnMessages[parts.language].summaryPrompt
    const talk = messages.map(({ role, text }) => `${role}: ${text}`).join('\n')
    // A summary that is not shorter is thrown away; a text that rules cannot make shorter stays whole (SPEC §2).
    const written = yield* byModel(parts, instruction, told.join('\n'), context)
    const text = written && written.length < talk.length ? written : extractSummary(talk) || talk
    return { text, facts: await factsToKeep(text, messages, parts) }
  }
}

/**
 * A line of a summary is the person's own when so much of it stands in their words (chosen so that a model may add
 * "사용자").
 */
const grounded = 0.6

/**
 * Return the facts that must outlive a summary: facts in the person's own words, and lines of it that tell something
 * and rest on them. Nothing from tools, files or the web ever gets from here into memory.
 */
async function factsToKeep(
  summary: string,
  messages: readonly Message[],
  { zone, factsOf }: Pick<SummaryDeps, 'zone' | 'factsOf'>,
): Promise<string[]> {
  const { noticeFacts, ownWords, linesToKeep } = await import('../../llm/rules/index.ts')
  const own = messages.flatMap((message) =>
    message.role === 'user' ? [{ words: ownWords(message.text), at: message.at }] : [],
  )
  const noticed = own.flatMap(({ words, at }) =>
    noticeFacts(words, { now: new Date(at), zone }).map(({ text }) => text),
  )
  const all = own.map(({ words }) => words).join('\n')
  const answered = messages.flatMap(({ role, text }) => (role === 'assistant' ? [text] : [])).join('\n')
  const [inOwnWords, isNoticed] = [coverageIn(all), coveredBy(noticed)]
  const done = requestsDone(messages, ownWords, factsOf)
  const lines = linesToKeep(summary).filter(
    (line) => inOwnWords(line) >= grounded && !isNoticed(line) && !answered.includes(line) && !done.has(line),
  )
  return [...new Set([...noticed, ...lines])]
}

/** The requests that a tool carried out which leaves nothing to remember. */
function requestsDone(
  messages: readonly Message[],
  ownWords: (text: string) => string,
  factsOf: SummaryDeps['factsOf'],
): ReadonlySet<string> {
  const starts = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  const done = starts.filter((at, i) =>
    messages.slice(at, starts[i + 1]).some((message) => message.role === 'tool' && factsOf(message.name).leavesNothing),
  )
  // Only what is all of a request: beside it something may have been told.
  return new Set(done.map((at) => ownWords(messages[at]?.text ?? '').trim()))
}

/** Saves to personal memory what neither a page nor a newer summary holds, and tells it. */
export function saveFactsBeforeSummary(parts: SummaryDeps, who: ConversationScope, context: FlowContext): SaveFacts {
  const { notebook, now } = parts
  return async function* (facts, newer) {
    try {
      const known = (await notebook.facts(who)).map(({ text }) => text)
      const held = [...known, ...(await notebook.forgotten()), ...newer.flatMap((summary) => summary.split('\n'))]
      const isHeld = coveredBy(held)
      const lost = facts.filter((fact) => !isHeld(fact) && !isCardSecret(fact))
      const page = pageOf(notebook.home, 'personal', who)
      for (const fact of lost) await notebook.add(page, fact, provenanceOf(parts, context), 'kept', now())
      if (lost.length > 0) yield { type: 'notice.given', code: 'facts-kept', data: { count: lost.length, texts: lost } }
      return true
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error
      yield { type: 'notice.given', code: 'memory-failed', data: { detail: error.failure.detail ?? '' } }
      return false
    }
  }
}

/** Of a private conversation no fact outlives it. */
export async function* keepNothing(): AsyncGenerator<never, boolean> {
  yield* []
  return true
}

/** Provenance of what is saved in this conversation now. */
export function provenanceOf({ zone, now }: Pick<SummaryDeps, 'zone' | 'now'>, context: Pick<FlowContext, 'thread'>) {
  return { date: isoDate(now(), zone), conversation: context.thread().id }
}
