import {
  AssistantError,
  type ModelPart,
  type ModelRequest,
  type Provider,
  type ProviderKind,
} from '../protocol/index.ts'
import { capabilitiesOf } from './models/capabilities.ts'
import type { Capabilities, RefusedField } from './models/capability-types.ts'
import { type LearntStore, refusedField } from './models/learnt.ts'
import { isShown } from './retry.ts'
import { withoutCalls } from './wires/messages.ts'

/** A server whose requests are adapted to the capabilities of its model. */
export interface LearningServer {
  kind: ProviderKind
  baseUrl: string
  store: LearntStore
}

/**
 * Asks a model by what is known of it. Refuses the server a field of the request, that is remembered for this server
 * and model, and the request goes once more without it: each field at most once. What the person loses by it is told.
 */
export function withLearning(
  adapter: (can: Capabilities) => Promise<Provider>,
  { kind, baseUrl, store }: LearningServer,
): Provider {
  return async function* (request, signal) {
    let told = new Set<string>()
    while (true) {
      const can = capabilitiesOf(kind, request.model, store.get(baseUrl, request.model))
      for (const part of tellLosses(request, can)) {
        if (part.type === 'notice' && told.has(part.notice.code)) continue
        if (part.type === 'notice') told = new Set([...told, part.notice.code])
        yield part
      }
      let shown = false
      try {
        const provider = await adapter(can)
        for await (const part of provider(fitRequest(request, can), signal)) {
          shown ||= isShown(part)
          yield withPrice(part, can.price)
        }
        return
      } catch (error) {
        const field =
          error instanceof AssistantError && !shown ? refusedField(error.failure, sentFields(request, can)) : undefined
        if (!field || signal.aborted) throw error
        store.add(baseUrl, request.model, { refused: [field] })
      }
    }
  }
}

/** An answer's end, with its cost where the server told the price of its model. */
function withPrice(part: ModelPart, price: Capabilities['price']): ModelPart {
  if (part.type !== 'end' || !price || part.usage.costUsd !== undefined || part.usage.estimated) return part
  const { input, output, cached } = part.usage
  const costUsd = ((input - cached) * price.input + cached * price.cached + output * price.output) / 1e6
  return { ...part, usage: { ...part.usage, costUsd } }
}

/** The request as this model can read it: without tools, calls and results are words. */
function fitRequest(request: ModelRequest, can: Capabilities): ModelRequest {
  return can.tools ? request : { ...request, tools: [], messages: withoutCalls(request.messages) }
}

/** Notices about content that a request had to leave out. */
function* tellLosses({ model, purpose, tools, messages }: ModelRequest, can: Capabilities): Generator<ModelPart> {
  if (purpose !== 'reply') return
  if (tools.length > 0 && !can.tools) yield { type: 'notice', notice: { code: 'no-tools', data: { model } } }
  const newest = messages.at(-1)
  if (newest?.role === 'user' && newest.images?.length && !can.vision)
    yield { type: 'notice', notice: { code: 'no-vision', data: { model } } }
}

/** The fields of a request that its server can refuse, as it would be sent. */
function sentFields(
  { system, tools, messages, temperature, json, maxTokens }: ModelRequest,
  can: Capabilities,
): Set<RefusedField> {
  const calls = messages.some((message) => message.role === 'assistant' && message.calls?.length)
  const images = messages.some((message) => message.role === 'user' && message.images?.length)
  const sent: Record<RefusedField, boolean> = {
    tools: (tools.length > 0 || calls) && can.tools,
    temperature: temperature !== undefined && can.temperature,
    jsonSchema: json !== undefined && can.jsonSchema !== 'none',
    streamOptions: can.streamOptions,
    systemRole: system.length > 0 && can.systemRole !== 'user',
    images: images && can.vision,
    thinking: can.thinking !== 'none',
    cacheMarks: can.cacheMarks,
    maxTokens: maxTokens !== undefined,
  }
  return new Set((Object.keys(sent) as RefusedField[]).filter((field) => sent[field]))
}
