import type { JsonObject, ModelRequest, Provider } from '../../protocol/index.ts'
import { filePart } from '../dialects/documents.ts'
import { asObjects } from '../json-values.ts'
import { carriedOf, type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { cacheKeyOf, headersOf, systemText } from './openai.ts'
import { ResponsesReply } from './responses-reply.ts'
import { type StreamingRequest, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'

/**
 * POST `/responses`, streaming: https://platform.openai.com/docs/api-reference/responses/create (read November 2026)
 */
export function createResponsesWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, key, baseUrl, answerBytes, dialect } = options
    const names = toolNames(request.tools)
    const question: StreamingRequest = {
      provider,
      model: request.model,
      key,
      url: `${baseUrl.replace(/\/+$/, '')}/responses`,
      headers: headersOf(options),
      payload: payloadOf(request, names, options),
      answerBytes,
    }
    yield* streamReply(question, new ResponsesReply({ names, question, request, dialect }), signal)
  }
}

/** Nothing is stored at the server: thoughts come back sealed, and go with the next request. */
function payloadOf(request: ModelRequest, names: ToolNames, options: WireOptions): JsonObject {
  const { model, tools, temperature, maxTokens, json } = request
  const { capabilities: can, dialect, zone, thinking = 'auto' } = options
  const instructions = systemText(request, can)
  const effort = thinking === 'auto' ? {} : { effort: thinking === 'off' ? 'none' : thinking }
  return {
    model,
    ...(instructions && { instructions }),
    input: wireMessages(request.messages, names, zone).flatMap((message) => itemsOf(message, model)),
    stream: true,
    store: false,
    ...(can.thinking === 'effort' && {
      include: ['reasoning.encrypted_content'],
      reasoning: { ...effort, ...(dialect.summaries && { summary: 'auto' }) },
    }),
    ...(dialect.cacheKey && { prompt_cache_key: cacheKeyOf(request) }),
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, names)) }),
    ...(temperature !== undefined && can.temperature && { temperature }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(json &&
      can.jsonSchema === 'schema' && { text: { format: { type: 'json_schema', name: 'answer', schema: json } } }),
  }
}

function toolOf({ name, description, schema }: ModelRequest['tools'][number], names: ToolNames): JsonObject {
  return { type: 'function', name: names.toWire(name), description, parameters: schema, strict: false }
}

function itemsOf(message: WireMessage, model: string): JsonObject[] {
  switch (message.role) {
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.id, output: message.text }]
    case 'assistant':
      return answerItems(message, model)
    case 'user':
      return [
        {
          role: 'user',
          content: [{ type: 'input_text', text: message.text }, ...message.images.map(filePart.responses)],
        },
      ]
    default:
      return message satisfies never
  }
}

/**
 * An answer as items, each sealed thought right before what followed from it: the wire refuses one that stands alone.
 */
function answerItems(message: Extract<WireMessage, { role: 'assistant' }>, model: string): JsonObject[] {
  const calls = message.calls.map(({ id, name, args }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  }))
  const said = message.text ? [{ role: 'assistant', content: [{ type: 'output_text', text: message.text }] }] : []
  const order = asObjects(carriedOf(message, 'responses', model)?.items)
  const places = order.filter(({ type }) => type === 'function_call').length
  if (order.length === 0 || places !== calls.length) return [...said, ...calls]
  let call = 0
  let words = said
  const items = order.flatMap((item): JsonObject[] => {
    if (item.type === 'function_call') return calls.slice(call, ++call)
    if (item.type !== 'message') return [item]
    const now = words
    words = []
    return now
  })
  return [...items, ...words]
}
