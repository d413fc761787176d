import { relative } from 'node:path'
import type { FlowContext } from '../../core/flow.ts'
import type { JobQueue } from '../../core/jobs/job-queue.ts'
import { askModel, ModelClock } from '../../core/turn/model-call.ts'
import { isCardSecret } from '../../memory/card-secret.ts'
import { pageOf, type Scope, scopes } from '../../memory/notebook.ts'
import { isGuest } from '../../memory/profiles.ts'
import { isCovered } from '../../memory/search.ts'
import { memoryMessages } from '../../messages/engine/memory.ts'
import type { ConversationScope } from '../../protocol/index.ts'
import { AssistantError, type Event, type Input, isRemote, type JsonObject } from '../../protocol/index.ts'
import { holdsUntil } from '../../std/korean/dates/until.ts'
import { once } from '../../std/once.ts'
import type { When } from '../../std/time/calendar.ts'
import { provenanceOf, type SummaryDeps } from './summarizer.ts'

export interface FactExtractionDeps extends SummaryDeps {
  queue: JobQueue
  /** True in profile `graph`: no model is asked behind a turn, and nothing is noticed. */
  quiet: boolean
  /** Nothing of this conversation may stay on the disk. */
  ephemeral: boolean
}

interface Noticed {
  text: string
  scope: Scope
}

/**
 * Notice facts behind an answer, in the person's own words (SPEC §4). Rules do it at once; a light model does it as a
 * job, so that nobody waits. A disk that refuses is told, and the conversation goes on.
 */
export async function* afterTurn(parts: FactExtractionDeps, input: Input, context: FlowContext): AsyncGenerator<Event> {
  if (parts.ephemeral) return
  const { agent, workspace, profile } = context.thread()
  const who = { agent, workspace, profile }
  try {
    // Words that a server wrote in the person's place say nothing of the person, nor do those that many people may say
    // with one token.
    const words = input.untrusted || isGuest(profile) ? '' : input.text
    const byModel = !parts.quiet && (await parts.models.light()) !== undefined
    const isUntitled = context.thread().turns === 1 && context.thread().titledBy === 'code'
    // The title comes in the same request; words that hold no facts of the person's still want one.
    if (byModel && words) await parts.queue.put('facts', input.id, factsJob(input, who, context, isUntitled))
    else if (byModel && isUntitled)
      await parts.queue.put('title', `${input.id}T`, { conversation: context.thread().id, words: input.text })
    // Rules notice at once what is plain; a model finds the rest later, and nothing twice.
    if (!parts.quiet)
      yield* saveFacts(
        parts,
        await byRules(words, { now: context.now(), zone: parts.zone }),
        who,
        context,
        isRemote(input.origin),
      )
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    yield { type: 'notice.given', code: 'memory-failed', data: { detail: error.failure.detail ?? '' } }
  }
}

/** Attachments, tools and passages are not in it: facts are noticed in what the person wrote, and nowhere else. */
function factsJob(input: Input, who: ConversationScope, context: FlowContext, isUntitled: boolean): JsonObject {
  const { id } = context.thread()
  const job = { conversation: id, words: input.text, at: +context.now(), remote: isRemote(input.origin), ...who }
  return isUntitled ? { ...job, title: true } : job
}

/** Only the rules that notice facts: the rest of the rule engine is five times as large. */
const noticing = once(() => import('../../llm/rules/facts/notice.ts'))

async function byRules(words: string, said: When): Promise<Noticed[]> {
  const { noticeFacts } = await noticing()
  return noticeFacts(words, said)
}

/** Saves facts that no page holds in any wording, and tells each with what undoes it. */
export async function* saveFacts(
  parts: SummaryDeps,
  noticed: readonly Noticed[],
  who: ConversationScope,
  context: FlowContext,
  remote: boolean,
): AsyncGenerator<Event> {
  const { notebook, now } = parts
  const known = noticed.length > 0 ? (await notebook.facts(who)).map(({ text }) => text) : []
  for (const { text, scope } of noticed) {
    if (isCovered(text, known) || isCardSecret(text)) continue
    // A remote sender writes the page of their profile only.
    const page = pageOf(notebook.home, remote ? 'personal' : scope, who)
    const until = holdsUntil(text, { now: now(), zone: parts.zone })
    const from = { ...provenanceOf(parts, context), ...(until ? { until } : {}) }
    const saved = await notebook.add(page, text, from, 'noticed', now())
    known.push(text)
    if (saved.status === 'known') continue
    const place = `${relative(notebook.home, saved.file)}:${saved.line}`
    const data = { text: saved.text, place, ...(saved.undo ? { undo: saved.undo } : {}) }
    yield { type: 'notice.given', code: 'fact-noticed', data }
    const [before] = saved.status === 'added' ? saved.conflicts : []
    if (before) yield { type: 'notice.given', code: 'fact-conflict', data: { text: saved.text, before: before.text } }
  }
}

/** The schema of the facts that a light model is asked for, which the wire can enforce. */
const wanted = {
  type: 'object',
  properties: {
    facts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, scope: { type: 'string', enum: [...scopes] } },
        required: ['text', 'scope'],
        additionalProperties: false,
      },
    },
  },
  required: ['facts'],
  additionalProperties: false,
}
/** The same with a title for the conversation. */
const wantedToo = {
  ...wanted,
  properties: { title: { type: 'string' }, ...wanted.properties },
  required: ['title', 'facts'],
}

/** The facts that a light model found in one request. */
interface FoundFacts {
  facts: Noticed[]
  title?: string
}

/** At most so many facts are taken out of one input. */
const most = 15

/**
 * Facts in what a person `said`, each at its time, and a title where one is wanted, by one request to the light
 * model; an answer that is not what was asked for holds none.
 */
export async function* factsByModel(
  parts: SummaryDeps,
  said: readonly { words: string; at: Date }[],
  context: FlowContext,
  wantsTitle: boolean,
): AsyncGenerator<Event, FoundFacts> {
  const light = await parts.models.light()
  if (!light) {
    const noticed = said.map(({ words, at }) => byRules(words, { now: at, zone: parts.zone }))
    return { facts: (await Promise.all(noticed)).flat() }
  }
  const { factsPrompt, titleToo } = memoryMessages[parts.language]
  const { exchangeSoftMs: softMs, exchangeHardMs: hardMs } = parts.settings.limits
  const request = {
    system: [{ name: 'facts', text: wantsTitle ? `${factsPrompt} ${titleToo}` : factsPrompt }],
    messages: said.map(({ words, at }, n) => ({ role: 'user' as const, id: `facts${n}`, at: +at, text: words })),
    tools: [],
    temperature: 0,
    json: wantsTitle ? wantedToo : wanted,
  }
  const { text } = yield* askModel(light, request, 'facts', 0, new ModelClock({ softMs, hardMs }), context)
  return readFacts(text)
}

function readFacts(text: string): FoundFacts {
  try {
    const value = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      facts?: unknown
      title?: unknown
    } | null
    const facts = Array.isArray(value?.facts) ? value.facts.filter(isNoticed).slice(0, most) : []
    return { facts, ...(typeof value?.title === 'string' ? { title: value.title } : {}) }
  } catch (error) {
    if (error instanceof SyntaxError) return { facts: [] }
    throw error
  }
}

function isNoticed(value: unknown): value is Noticed {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('scope' in value)) return false
  return typeof value.text === 'string' && value.text.trim() !== '' && scopes.includes(value.scope as Scope)
}
