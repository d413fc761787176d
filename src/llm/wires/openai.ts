import { createHash } from 'node:crypto'
import { type Json, type JsonObject, type ModelRequest, type Provider, providers } from '../../protocol/index.ts'
import { carriedFields } from '../dialects/carried-thoughts.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { filePart } from '../dialects/documents.ts'
import { shapeMessages } from '../dialects/shape-messages.ts'
import { thinkingFields } from '../dialects/thinking-switch.ts'
import { asObject } from '../json-values.ts'
import type { Capabilities } from '../models/capability-types.ts'
import { calledNames, carriedOf, type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { ChatReply } from './openai-reply.ts'
import { type StreamingRequest, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'

/** POST `/chat/completions`, streaming: https://platform.openai.com/docs/api-reference/chat/create */
export function createChatWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, key, answerBytes, dialect } = options
    const names = toolNames(request.tools)
    const question: StreamingRequest = {
      provider,
      model: request.model,
      key,
      url: urlOf(options),
      headers: headersOf(options),
      payload: payloadOf(request, names, options),
      answerBytes,
    }
    yield* streamReply(question, new ChatReply({ names, question, request, dialect }), signal)
  }
}

/**
 * Azure's older addresses (`…/openai/deployments/<name>`) want a version:
 * learn.microsoft.com/azure/ai-foundry/openai/reference.
 */
function urlOf({ baseUrl, apiVersion }: WireOptions): string {
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions${apiVersion ? `?api-version=${encodeURIComponent(apiVersion)}` : ''}`
}

/** Return the headers with the key, under the name that the service gives it. */
export function headersOf({
  kind,
  key,
  headers,
}: Pick<WireOptions, 'kind' | 'key' | 'headers'>): Record<string, string> {
  const { keyHeader } = providers[kind]
  const own: Record<string, string> = !key ? {} : keyHeader ? { [keyHeader]: key } : { authorization: `Bearer ${key}` }
  return { ...own, ...headers }
}

// ---- the request

function payloadOf(request: ModelRequest, names: ToolNames, options: WireOptions): JsonObject {
  const { model, temperature, maxTokens } = request
  const { capabilities: can, dialect, thinking = 'auto' } = options
  return {
    model,
    messages: messagesOf(request, names, options),
    stream: true,
    ...(can.streamOptions && { stream_options: { include_usage: true } }),
    ...toolsOf(request, names, dialect),
    ...(temperature !== undefined && can.temperature && { temperature }),
    ...(maxTokens !== undefined && { [can.maxTokensField]: Math.min(maxTokens, can.maxOutput ?? maxTokens) }),
    ...(dialect.cacheKey && { prompt_cache_key: cacheKeyOf(request) }),
    ...formatOf(request, can),
    ...thinkingFields(model, thinking, can, dialect.thinking),
  }
}

/** Return a name for the beginning of a request, which OpenAI keeps where it was. */
export function cacheKeyOf({ system, tools }: ModelRequest): string {
  const prefix = JSON.stringify([system[0]?.text, tools.map(({ name }) => name)])
  return createHash('sha256').update(prefix).digest('hex').slice(0, 32)
}

function messagesOf(request: ModelRequest, names: ToolNames, options: WireOptions): JsonObject[] {
  const { capabilities: can, dialect, zone } = options
  const rest = wireMessages(request.messages, names, zone, dialect).map((message) =>
    messageOf(message, request.model, options),
  )
  const all = shapeMessages([...systemMessage(request, can, dialect), ...rest], dialect)
  return dialect.cacheMarks ? markNewest(all) : all
}

function systemMessage(request: ModelRequest, can: Capabilities, { cacheMarks }: Dialect): JsonObject[] {
  const text = systemText(request, can)
  if (text === '') return []
  // A model without a system prompt reads it at the head of the first message.
  if (can.systemRole === 'user') return [{ role: 'user', content: text }]
  if (!cacheMarks || request.json) return [{ role: can.systemRole, content: text }]
  const parts = request.system.map((part) => ({ type: 'text', text: part.text, ...(part.cache && cacheMark) }))
  return [{ role: can.systemRole, content: parts }]
}

const cacheMark = { cache_control: { type: 'ephemeral' } }

/** Mark the newest message: what one request wrote to the cache, the next one reads. */
function markNewest(messages: readonly JsonObject[]): JsonObject[] {
  const newest = messages.at(-1)
  const parts = typeof newest?.content === 'string' ? [{ type: 'text', text: newest.content }] : newest?.content
  if (!newest || !Array.isArray(parts) || parts.length === 0) return [...messages]
  const marked = [...parts.slice(0, -1), { ...asObject(parts.at(-1) as Json), ...cacheMark }]
  return [...messages.slice(0, -1), { ...newest, content: marked }]
}

/** Return the system prompt; where an answer cannot be bound to its schema, the schema stands there. */
export function systemText({ system, json }: ModelRequest, { jsonSchema }: Pick<Capabilities, 'jsonSchema'>): string {
  const instruction =
    json && jsonSchema !== 'schema' ? [`Answer with JSON only, of this JSON Schema: ${JSON.stringify(json)}`] : []
  return [...system.map(({ text }) => text), ...instruction].join('\n\n')
}

function formatOf({ json }: ModelRequest, { jsonSchema }: Capabilities): JsonObject {
  if (!json || jsonSchema === 'none') return {}
  if (jsonSchema === 'object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: json } } }
}

/** Claude refuses a conversation with calls in it that names no tools. */
function toolsOf(request: ModelRequest, names: ToolNames, { cacheMarks }: Dialect): JsonObject {
  const { tools } = request
  if (tools.length > 0) return { tools: tools.map((tool) => toolOf(tool, names)) }
  const called = cacheMarks ? calledNames(request, names) : []
  if (called.length === 0) return {}
  const shells = called.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  }))
  return { tools: shells, tool_choice: 'none' }
}

/** Return a tool as chat completions describe it. */
export function toolOf({ name, description, schema }: ModelRequest['tools'][number], names: ToolNames): JsonObject {
  return { type: 'function', function: { name: names.toWire(name), description, parameters: schema } }
}

function messageOf(message: WireMessage, model: string, { dialect }: WireOptions): JsonObject {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant': {
      const { fields, signatures } = carriedFields(carriedOf(message, 'chat', model), message.calls.length, dialect)
      const calls = message.calls.map(({ id, name, args }, at) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
        ...asObject(signatures[at]),
      }))
      const content = message.text || (calls.length > 0 ? dialect.emptyContent : '')
      return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }), ...fields }
    }
    case 'user': {
      if (message.images.length === 0) return { role: 'user', content: message.text }
      return {
        role: 'user',
        content: [
          { type: 'text', text: message.text },
          ...message.images.map((image) => filePart.chat(image, dialect.pdfPart)),
        ],
      }
    }
    default:
      return message satisfies never
  }
}
