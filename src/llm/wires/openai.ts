import { type JsonObject, type ModelRequest, type Provider, providers } from '../../protocol/index.ts'
import type { Capabilities } from '../models/capability-types.ts'
import { carriedOf, type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { ChatReply } from './openai-reply.ts'
import { asObject, asObjects, type StreamingRequest, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'

/** POST `/chat/completions`, streaming: https://platform.openai.com/docs/api-reference/chat/create */
export function createChatWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, key, answerBytes } = options
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
    const reply = new ChatReply(names, question)
    yield* streamReply(question, reply, signal)
    yield* reply.end(request)
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
  const own: Record<string, string> = !key
    ? {}
    : providers[kind].keyHeader
      ? { [providers[kind].keyHeader]: key }
      : { authorization: `Bearer ${key}` }
  return { ...own, ...headers }
}

// ---- the request

function payloadOf(request: ModelRequest, names: ToolNames, options: WireOptions): JsonObject {
  const { model, tools, temperature, maxTokens } = request
  const { capabilities: can, zone } = options
  return {
    model,
    messages: messagesOf(request, names, options, zone),
    stream: true,
    ...(can.streamOptions && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, names)) }),
    ...(temperature !== undefined && can.temperature && { temperature }),
    ...(maxTokens !== undefined && { [can.maxTokensField]: maxTokens }),
    ...formatOf(request, can),
    ...thinkingOf(model, options),
  }
}

function messagesOf(
  request: ModelRequest,
  names: ToolNames,
  { capabilities: can, kind }: WireOptions,
  zone: string,
): JsonObject[] {
  const system = systemText(request, can)
  const rest = wireMessages(request.messages, names, zone).map((message) =>
    messageOf(message, can.vision, message.role === 'assistant' ? carriedFields(message, request.model, kind) : {}),
  )
  if (system === '') return rest
  if (can.systemRole !== 'user') return [{ role: can.systemRole, content: system }, ...rest]
  // A model without a system prompt reads it at the head of the first message.
  const [first, ...others] = rest
  const joined =
    typeof first?.content === 'string' && first.role === 'user'
      ? [{ role: 'user', content: `${system}\n\n${first.content}` }]
      : undefined
  return joined ? [...joined, ...others] : [{ role: 'user', content: system }, ...rest]
}

/** The system prompt; where an answer cannot be bound to its schema, the schema stands there. */
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

/** How each maker is told to think less or more: their own pages of chat completions, November 2026. */
function thinkingOf(model: string, { kind, thinking = 'auto', capabilities }: WireOptions): JsonObject {
  if (capabilities.thinking === 'none') return {}
  const on = thinking !== 'auto' && thinking !== 'off'
  if (kind === 'zai') {
    // Thinking costs seconds before the first word; of the two ways to say so, docs.z.ai has the second, for the
    // models of GLM 4.
    return on
      ? { enable_thinking: true }
      : { enable_thinking: false, ...(/^glm-4/.test(model) && { thinking: { type: 'disabled' } }) }
  }
  if (thinking === 'auto') return {}
  if (kind === 'deepseek') return { thinking: { type: on ? 'enabled' : 'disabled' } }
  if (kind === 'openrouter') return { reasoning: on ? { effort: thinking } : { enabled: false } }
  return { reasoning_effort: on ? thinking : 'none' }
}

function toolOf({ name, description, schema }: ModelRequest['tools'][number], names: ToolNames): JsonObject {
  return { type: 'function', function: { name: names.toWire(name), description, parameters: schema } }
}

/**
 * What an answer must bring back, as the wire had it: thoughts of DeepSeek and OpenRouter, signatures of Gemini's
 * calls.
 */
function carriedFields(
  message: Extract<WireMessage, { role: 'assistant' }>,
  model: string,
  kind: WireOptions['kind'],
): JsonObject {
  const carried = carriedOf(message, 'chat', model)
  if (!carried) return {}
  const { reasoning_content: thoughts, reasoning_details: details } = carried
  return {
    // Only of a tool loop: deepseek-reasoner refuses thoughts of answers that are finished.
    ...(thoughts !== undefined && kind === 'deepseek' && message.calls.length > 0 && { reasoning_content: thoughts }),
    ...(details !== undefined && { reasoning_details: details }),
    ...(carried.calls !== undefined && { extra: carried.calls }),
  }
}

function messageOf(message: WireMessage, sees: boolean, { extra, ...carried }: JsonObject): JsonObject {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant': {
      const signatures = asObjects(extra)
      const calls = message.calls.map(({ id, name, args }, at) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
        ...asObject(signatures[at]),
      }))
      return {
        role: 'assistant',
        content: message.text || null,
        ...(calls.length > 0 && { tool_calls: calls }),
        ...carried,
      }
    }
    case 'user': {
      if (message.images.length === 0) return { role: 'user', content: message.text }
      if (!sees)
        return {
          role: 'user',
          content: `${message.text}\n[${message.images.length} image(s) left out: this model cannot see]`,
        }
      const pictures = message.images.map(({ mediaType, data }) => ({
        type: 'image_url',
        image_url: { url: `data:${mediaType};base64,${data}` },
      }))
      return { role: 'user', content: [{ type: 'text', text: message.text }, ...pictures] }
    }
    default:
      return message satisfies never
  }
}
