import {
  AssistantError,
  type Event,
  type FailureCode,
  failureOf,
  type Input,
  type JsonObject,
  type Source,
} from '../../protocol/index.ts'
import type { FlowContext } from '../flow.ts'
import { isOwnWords } from './check-quotations.ts'
import { askModel, type ModelClock, type TurnModel } from './model-call.ts'

/** Passages of the documents for one question: as a model reads them, each under its place, and as people see them. */
export interface Passages {
  text: string
  sources: Source[]
}

export interface RouteDeps {
  /** By rules alone; undefined where this turn has no documents to look into. */
  rules(input: Input, context: FlowContext): Promise<'documents' | 'talk' | 'unsure' | undefined>
  /**
   * The best passages, none found is none; `says`: none either where the first one does not answer. Throws
   * `AssistantError` when the store cannot be asked.
   */
  search(input: Input, context: FlowContext, wanted: 'any' | 'answers'): Promise<Passages>
  /** Profile `graph`: a model decides about every input, and nothing else does. */
  byModel: boolean
}

export interface Routed {
  /** Passages that were found for this turn's message. */
  documents?: string
  /** Model calls that it took. */
  calls: number
}

/**
 * Decides whether an input is a question to the documents, and looks into them. By rules this costs no model call:
 * where words alone cannot tell, a passage that answers does, and without one the model has the tool that searches.
 * By model it is one call; an answer that cannot be read means conversation.
 */
export async function* routeToDocuments(
  parts: RouteDeps,
  model: TurnModel,
  clock: ModelClock,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, Routed> {
  const calls = parts.byModel ? 1 : 0
  const ruled = parts.byModel ? undefined : await parts.rules(input, context)
  if (!parts.byModel && ruled === undefined) return { calls }
  // Without a model the rules search by themselves.
  if (ruled === 'unsure' && !isOwnWords(model)) return yield* lookForAnswer(parts, input, context)
  const { route, reason } = parts.byModel
    ? yield* askRouter(model, clock, input, context)
    : { route: ruled === 'documents' ? ('documents' as const) : ('conversation' as const), reason: '' }
  const to = route === 'documents' ? 'documents' : 'chat'
  yield { type: 'route.decided', to, by: parts.byModel ? 'model' : 'code', ...(reason ? { reason } : {}) }
  if (route === 'conversation') return { calls }
  const documents = yield* findPassages(parts, input, context)
  return documents ? { documents, calls } : { calls }
}

/** Takes a question for one to the documents where a passage answers it. */
async function* lookForAnswer(parts: RouteDeps, input: Input, context: FlowContext): AsyncGenerator<Event, Routed> {
  const looked = await searchOrFailure(parts, input, context, 'answers')
  const documents = 'passages' in looked ? looked.passages.text : ''
  yield { type: 'route.decided', to: documents === '' ? 'chat' : 'documents', by: 'code' }
  if ('notice' in looked) yield looked.notice
  else if (documents !== '') yield { type: 'sources.found', sources: looked.passages.sources }
  return documents === '' ? { calls: 0 } : { documents, calls: 0 }
}

/** The passages, told as sources. A store that cannot be asked is told, and the turn goes on without it. */
async function* findPassages(parts: RouteDeps, input: Input, context: FlowContext): AsyncGenerator<Event, string> {
  const looked = await searchOrFailure(parts, input, context, 'any')
  yield 'notice' in looked ? looked.notice : { type: 'sources.found', sources: looked.passages.sources }
  return 'notice' in looked ? '' : looked.passages.text
}

async function searchOrFailure(
  parts: RouteDeps,
  input: Input,
  context: FlowContext,
  wanted: 'any' | 'answers',
): Promise<{ passages: Passages } | { notice: Event }> {
  try {
    return { passages: await parts.search(input, context, wanted) }
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AssistantError)) throw error
    const { code, detail } = failureOf(error)
    return { notice: { type: 'notice.given', code: 'documents-failed', data: { code, ...(detail ? { detail } : {}) } } }
  }
}

const instruction = `Decide how the user's message is to be answered.
documents: it asks for something that stands in the user's stored documents, such as company documents, policies, rules, manuals, contracts or notes.
conversation: anything else, such as talk, arithmetic, code, weather, dates or searching the web.
Answer with JSON only: {"route":"documents" or "conversation","reason":"a few words"}`

const schema: JsonObject = {
  type: 'object',
  properties: { route: { type: 'string', enum: ['documents', 'conversation'] }, reason: { type: 'string' } },
  required: ['route', 'reason'],
  additionalProperties: false,
}

interface Decision {
  route: 'documents' | 'conversation'
  reason: string
}

async function* askRouter(
  model: TurnModel,
  clock: ModelClock,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, Decision> {
  const message = { role: 'user' as const, id: input.id, at: context.now().getTime(), text: input.text }
  const request = {
    system: [{ name: 'route', text: instruction }],
    messages: [message],
    tools: [],
    temperature: 0,
    json: schema,
  }
  try {
    const { text } = yield* askModel(model, request, 'route', 1, clock, context)
    return readRoute(text)
  } catch (error) {
    if (!unreadable.includes(failureOf(error).code)) throw error
    return readRoute('')
  }
}

/**
 * Answers that came and say nothing. What did not come at all (no key, no network) fails the turn: the reply would
 * fail the same way.
 */
const unreadable: readonly FailureCode[] = ['empty', 'malformed', 'refused']

/** Read a router's answer, also with a code fence or words around it; conversation when it cannot be read. Pure. */
export function readRoute(text: string): Decision {
  try {
    const { route, reason } = JSON.parse(/\{[^{}]*\}/.exec(text)?.[0] ?? '')
    const read = typeof reason === 'string' ? reason.slice(0, 200) : ''
    return { route: route === 'documents' ? 'documents' : 'conversation', reason: read }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { route: 'conversation', reason: '' }
  }
}
