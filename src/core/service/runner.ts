import type { Event, Json, JsonObject, Message, Purpose, SystemPart } from '../../protocol/index.ts'
import { AssistantError, failureOf } from '../../protocol/index.ts'
import { abortable, sleep } from '../../std/abort.ts'
import { validateArgs } from '../../tools/validate.ts'
import type { FlowContext } from '../flow.ts'
import { askModel, ModelClock, type TurnModel } from '../turn/model-call.ts'
import { messageOf, messageReader, readMore } from './json-message.ts'

/** The settings of a step that asks a model; each has a default. */
export interface StepCard {
  model?: string
  temperature?: number
  /** Requests in all; 1 = no second one. */
  attempts?: number
  /** Milliseconds before a further attempt, times its number. */
  backoff?: number
  /** Milliseconds that one attempt may take; then it is aborted. */
  timeout?: number
  /** JSON Schema that the answer must fit. */
  schema?: JsonObject
  /** Names of tools that the step may use. */
  tools?: readonly string[]
}

export interface StepRequest {
  step: string
  card: StepCard
  purpose: Purpose
  model: TurnModel
  system: SystemPart[]
  messages: Message[]
  language: 'ko' | 'en'
  limits: { softMs: number; hardMs: number }
  /** The label before a further attempt. */
  againLabel(retry: number, of: number): string
}

/** SPEC §5 gives no number for these: one second attempt, a second apart, ten seconds each. */
const defaults = { attempts: 2, backoff: 1_000, timeout: 10_000 }

/** Asks a model for a JSON value; undefined when no attempt gave one that fits. A cancelled turn throws. */
export async function* askJson(request: StepRequest, context: FlowContext): AsyncGenerator<Event, Json | undefined> {
  return yield* tryAgain(request, context, async function* (inner) {
    const json = request.card.schema ? { json: request.card.schema } : {}
    const answer = yield* askOnce(request, json, inner)
    const value = parseReply(answer.text)
    const problems = request.card.schema ? await validateArgs(request.card.schema, value, request.language) : []
    if (problems.length > 0) throw new AssistantError({ code: 'malformed', detail: problems.join('; ') })
    return value
  })
}

/** The next actions of a talking step, where its service declares nothing else (SPEC §5, `next_action`). */
export const talkActions: readonly string[] = ['ASK', 'CONFIRM', 'ASK_CONTINUE', 'DONE']

/**
 * Asks for `{action, message}` and streams the message while it comes. Only an attempt of which nothing was shown is
 * repeated. An answer that is no JSON is itself the message, and one that does not fit its schema only that: its
 * action is then `ASK`, which changes nothing.
 */
export function converseJson(
  request: StepRequest,
  actions: readonly string[],
  fallback: string,
  context: FlowContext,
): AsyncGenerator<Event, Reply> {
  const showing = (): Shown => {
    let reader = messageReader
    let at = 0
    return (event) => {
      // The record holds the text that the person saw, not the JSON around it.
      if (event.type === 'model.answered') return { ...event, text: messageOf(event.text)?.trim() ?? '' }
      if (event.type !== 'text.added') return event
      const [next, text] = readMore(reader, event.text)
      reader = next
      const from = at
      at += text.length
      return text ? { ...event, at: from, text } : undefined
    }
  }
  return talkTurn(request, fallback, context, showing, (text) => replyOf(text, actions, request))
}

/** Asks for plain words, shown as they come. They say nothing of an end: the person does. */
export function converseText(
  request: StepRequest,
  fallback: string,
  context: FlowContext,
): AsyncGenerator<Event, Reply> {
  const whole = async (text: string) => ({ action: 'ASK', message: text })
  return talkTurn(request, fallback, context, () => (event) => event, whole)
}

/** The answer of a talking step; `id` is the message on record. */
export interface Reply {
  action: string
  message: string
  id: string
}

/** Turns a model's event into the one that is told; undefined = nothing. */
type Shown = (event: Event) => Event | undefined

async function* talkTurn(
  request: StepRequest,
  fallback: string,
  context: FlowContext,
  showing: () => Shown,
  read: (text: string) => Promise<Omit<Reply, 'id'>>,
): AsyncGenerator<Event, Reply> {
  const reply = yield* tryAgain(request, context, async function* (inner, shown) {
    const show = showing()
    const steps = askOnce(request, {}, inner)
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) {
        if (!step.value.text.trim()) throw new AssistantError({ code: 'empty' })
        return { ...(await read(step.value.text)), id: step.value.message }
      }
      const event = show(step.value)
      if (event?.type === 'text.added') shown()
      if (event) yield event
    }
  })
  return reply ?? { action: 'ASK', message: fallback, id: context.newId() }
}

/**
 * An answer by its schema: what the service declares of it, and one of its actions. Throws `malformed` where it says
 * nothing at all.
 */
async function replyOf(
  text: string,
  actions: readonly string[],
  { card, language }: StepRequest,
): Promise<Omit<Reply, 'id'>> {
  const message = messageOf(text)?.trim()
  if (!message) throw new AssistantError({ code: 'malformed', detail: 'no message' })
  const value = tryParse(text) ?? null
  const shapes = [replySchema(actions), ...(card.schema ? [card.schema] : [])]
  const problems = await Promise.all(shapes.map((shape) => validateArgs(shape, value, language)))
  const action = (value as { action?: string } | null)?.action
  return { action: action && problems.flat().length === 0 ? action : 'ASK', message }
}

const replySchema = (actions: readonly string[]): JsonObject => ({
  type: 'object',
  properties: { action: { type: 'string', enum: [...new Set([...actions, 'DONE'])] }, message: { type: 'string' } },
  required: ['action', 'message'],
})

function askOnce(request: StepRequest, more: { json?: JsonObject }, context: FlowContext) {
  const { model, system, messages, card, purpose, limits } = request
  const warm = { temperature: card.temperature ?? 0 }
  return askModel(
    model,
    { system, messages, tools: [], ...warm, ...more },
    purpose,
    purpose === 'reply' ? 1 : 0,
    new ModelClock(limits),
    context,
  )
}

type Attempt<T> = (context: FlowContext, shown: () => void) => AsyncGenerator<Event, T>

/** Runs the attempts one after the other; each further one is told by its label. Undefined when all failed. */
async function* tryAgain<T>(
  request: StepRequest,
  context: FlowContext,
  attempt: Attempt<T>,
): AsyncGenerator<Event, T | undefined> {
  const { card, step, againLabel } = request
  const of = card.attempts ?? defaults.attempts
  for (let number = 1; number <= of; number++) {
    let shown = false
    const late = AbortSignal.timeout(card.timeout ?? defaults.timeout)
    const inner = { ...context, signal: AbortSignal.any([context.signal, late]) }
    try {
      return yield* attempt(inner, () => {
        shown = true
      })
    } catch (error) {
      if (context.signal.aborted) throw error
      if (!late.aborted && !isRepeatable(error)) throw error
      if (shown) throw late.aborted ? new AssistantError({ code: 'timeout' }) : error
    }
    if (number === of) return undefined
    yield { type: 'step.started', step, label: againLabel(number, of) }
    await abortable(sleep((card.backoff ?? defaults.backoff) * number, context.signal), context.signal)
  }
  return undefined
}

/**
 * A key or a model that is missing will be missing again, and a bug is a bug; everything else may be better next
 * time.
 */
function isRepeatable(error: unknown): boolean {
  return (
    error instanceof AssistantError && !['auth', 'model-missing', 'config', 'internal'].includes(failureOf(error).code)
  )
}

function parseReply(text: string): Json {
  const value = tryParse(text)
  if (value === undefined) throw new AssistantError({ code: 'malformed', detail: 'not JSON' })
  return value
}

/** JSON, also between code fences or words. */
function tryParse(text: string): JsonObject | Json | undefined {
  for (const candidate of [text, /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1], /\{[\s\S]*\}/.exec(text)?.[0]]) {
    try {
      if (candidate) return JSON.parse(candidate)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
