import {
  AssistantError,
  isPdf,
  type ModelPart,
  type ModelRequest,
  type Provider,
  type ProviderKind,
  providers,
  type RequestMessage,
} from '../protocol/index.ts'
import { type Dialect, dialectOf } from './dialects/dialect.ts'
import { fitDocuments } from './dialects/documents.ts'
import { type Lesson, learn, wireNames } from './dialects/learn.ts'
import { fitTools } from './dialects/schemas.ts'
import { capabilitiesOf } from './models/capabilities.ts'
import type { Capabilities, Learnt, RefusedField } from './models/capability-types.ts'
import { joinLearnt, type LearntStore } from './models/learnt.ts'
import { isShown } from './retry.ts'
import { toolNames, withoutCalls } from './wires/messages.ts'
import type { Thinking } from './wires/wire-options.ts'

/** A server whose requests are adapted to the capabilities of its model. */
export interface LearningServer {
  kind: ProviderKind
  baseUrl: string
  store: LearntStore
  thinking?: Thinking | undefined
}

/** Models of which it was told that the setting for thinking does nothing, once in a process. */
const idleTold = new WeakMap<LearntStore, Set<string>>()

/** Requests that one may cost, its retries after refusals included. */
const mostTries = 6

/**
 * Asks a model by what is known of it, in its server's dialect. Refuses the server a part of the request by a sentence
 * that proves why, the request goes once more without it; what proves it for good is remembered for this server and
 * model. What the person loses by it is told, in the server's own words.
 */
export function withLearning(
  adapter: (can: Capabilities, dialect: Dialect) => Promise<Provider>,
  { kind, baseUrl, store, thinking = 'auto' }: LearningServer,
): Provider {
  const isFirst = (model: string) => {
    const all = idleTold.get(store) ?? new Set<string>()
    idleTold.set(store, all)
    return all.size !== all.add(`${baseUrl} ${model}`).size
  }
  const hasNoSwitch = (can: Capabilities, dialect: Dialect) =>
    can.thinking === 'none' || (dialect.thinking === 'none' && providers[kind].wire === 'chat')
  return async function* (request, signal) {
    const told = new Set<string>()
    let once: Learnt = {}
    for (let tries = 1; ; tries++) {
      const known = joinLearnt(store.get(baseUrl, request.model), once)
      const can = capabilitiesOf(kind, request.model, known)
      const dialect = dialectOf(kind, baseUrl, request.model, known.lacks)
      const { fitted, left } = fitRequest(request, can, dialect, known)
      const idle = thinking !== 'auto' && hasNoSwitch(can, dialect) && isFirst(request.model)
      for (const part of tellLosses(request, can, known, left, idle)) {
        const key = part.type === 'notice' ? JSON.stringify(part.notice) : ''
        if (!told.has(key)) yield part
        told.add(key)
      }
      let shown = false
      try {
        const provider = await adapter(can, dialect)
        for await (const part of provider(fitted, signal)) {
          shown ||= isShown(part)
          yield withPrice(part, can.price)
          if (part.type === 'notice' && part.notice.code === 'prompt-truncated')
            store.add(baseUrl, request.model, { server: { window: windowOf(Number(part.notice.data.tokens)) } })
        }
        return
      } catch (error) {
        if (!(error instanceof AssistantError) || shown || signal.aborted || tries >= mostTries) throw error
        const names = wireNames(fitted.tools, toolNames(fitted.tools).toWire)
        const lesson = learn(error.failure, sentFields(fitted, can, dialect), names)
        if (!lesson) throw error
        const taught = learntFrom(lesson)
        if ('lasts' in lesson ? lesson.lasts : true) store.add(baseUrl, request.model, taught)
        else once = joinLearnt(once, taught)
      }
    }
  }
}

/** Windows are powers of two; what a server reads of a longer request is a little more or less. */
const windowOf = (tokens: number) => 2 ** Math.round(Math.log2(tokens))

function learntFrom(lesson: Lesson): Learnt {
  if ('maxOutput' in lesson) return { server: { maxOutput: lesson.maxOutput } }
  if ('tool' in lesson) return { leftOut: { [lesson.tool]: lesson.said } }
  return { lacks: { [lesson.field]: lesson.said } }
}

/** Return an answer's end with its cost, where the server told the price of its model. */
function withPrice(part: ModelPart, price: Capabilities['price']): ModelPart {
  if (part.type !== 'end' || !price || part.usage.costUsd !== undefined || part.usage.estimated) return part
  const { input, output, cached } = part.usage
  const costUsd = ((input - cached) * price.input + cached * price.cached + output * price.output) / 1e6
  return { ...part, usage: { ...part.usage, costUsd } }
}

/** Return the request as this model can read it, and the tools that are left out. Without tools, calls are words. */
function fitRequest(request: ModelRequest, can: Capabilities, { schema }: Dialect, { leftOut = {}, lacks }: Learnt) {
  const seen = fitPictures(fitDocuments(request.messages, can.documents), can.vision)
  const bare = lacks?.foreignThoughts === undefined ? seen : seen.map(withoutCarried)
  if (!can.tools) return { fitted: { ...request, tools: [], messages: withoutCalls(bare) }, left: [] }
  const { tools, left } = fitTools(
    request.tools.filter(({ name }) => leftOut[name] === undefined),
    schema,
  )
  const refused = request.tools.flatMap(({ name }) => (leftOut[name] ? [{ name, why: leftOut[name] }] : []))
  return { fitted: { ...request, tools, messages: bare }, left: [...left, ...refused] }
}

/** Return the messages without the pictures that a model cannot see, and a word in their place. */
function fitPictures(messages: readonly RequestMessage[], sees: boolean): RequestMessage[] {
  if (sees) return [...messages]
  return messages.map((message) => {
    const pictures = message.role === 'user' ? (message.images ?? []).filter((image) => !isPdf(image)) : []
    if (message.role !== 'user' || pictures.length === 0) return message
    const text = `${message.text}\n[${pictures.length} image(s) left out: this model cannot see]`
    return { ...message, text, images: message.images?.filter(isPdf) ?? [] }
  })
}

function withoutCarried(message: ModelRequest['messages'][number]): ModelRequest['messages'][number] {
  if (message.role !== 'assistant') return message
  const { carried: _, ...rest } = message
  return rest
}

/** Yield notices about what a request had to leave out. */
function* tellLosses(
  { model, purpose, tools, messages }: ModelRequest,
  can: Capabilities,
  { lacks = {} }: Learnt,
  left: readonly { name: string; why: string }[],
  thinksIdly: boolean,
): Generator<ModelPart> {
  if (purpose !== 'reply') return
  const words = (said: string | undefined) => (said ? { said } : {})
  if (tools.length > 0 && !can.tools)
    yield { type: 'notice', notice: { code: 'no-tools', data: { model, ...words(lacks.tools) } } }
  for (const { name, why } of left)
    yield { type: 'notice', notice: { code: 'tool-left-out', data: { model, tool: name, said: why } } }
  const newest = messages.at(-1)
  const files = newest?.role === 'user' ? (newest.images ?? []) : []
  if (!can.vision && files.some((file) => !isPdf(file)))
    yield { type: 'notice', notice: { code: 'no-vision', data: { model, ...words(lacks.images) } } }
  if (!can.documents && files.some(isPdf))
    yield { type: 'notice', notice: { code: 'no-documents', data: { model, ...words(lacks.documents) } } }
  if (thinksIdly) yield { type: 'notice', notice: { code: 'no-thinking', data: { model, ...words(lacks.thinking) } } }
}

/** Return the parts of a request that its server can refuse, as it would be sent. */
function sentFields(
  { system, tools, messages, temperature, json, maxTokens }: ModelRequest,
  can: Capabilities,
  dialect: Dialect,
): Set<RefusedField> {
  const answers = messages.filter((message) => message.role === 'assistant')
  const calls = answers.some((message) => message.calls?.length)
  const files = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
  const sent: Record<RefusedField, boolean> = {
    tools: (tools.length > 0 || calls) && can.tools,
    temperature: temperature !== undefined && can.temperature,
    jsonSchema: json !== undefined && can.jsonSchema !== 'none',
    streamOptions: can.streamOptions,
    systemRole: system.length > 0 && can.systemRole !== 'user',
    images: can.vision && files.some((file) => !isPdf(file)),
    documents: can.documents && files.some(isPdf),
    thinking: can.thinking !== 'none' && can.thinking !== 'off',
    effort: can.thinking !== 'off',
    summary: dialect.summaries && can.thinking === 'effort',
    cacheMarks: can.cacheMarks || dialect.cacheMarks,
    cacheKey: dialect.cacheKey,
    maxTokens: maxTokens !== undefined,
    maxOutput: true,
    roles: dialect.anyRoles,
    thoughts: calls && !dialect.needsThoughts,
    foreignThoughts: answers.some(({ carried }) => carried),
    nullContent: calls && dialect.emptyContent === null,
    blankContent: calls && dialect.emptyContent === '',
  }
  return new Set((Object.keys(sent) as RefusedField[]).filter((field) => sent[field]))
}
