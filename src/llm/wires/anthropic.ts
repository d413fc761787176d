import type { JsonObject, ModelRequest, Provider } from '../../protocol/index.ts'
import { filePart } from '../dialects/documents.ts'
import { asObjects, asString } from '../json-values.ts'
import { usageOf } from '../usage.ts'
import { AnthropicReply } from './anthropic-reply.ts'
import { calledNames, carriedOf, type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { systemText } from './openai.ts'
import { type StreamingRequest, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'

/** `max_tokens` is mandatory on this wire; for a model that nobody knows, every one supports this value. */
const unknownMaxTokens = 8_192

/** Return what a model can write: no more than its window leaves beside the request. */
function mostTokens(
  request: ModelRequest,
  { maxOutput = unknownMaxTokens, window }: WireOptions['capabilities'],
): number {
  const left = window - Math.ceil(usageOf(request, undefined, '').input * 1.3)
  return Math.min(request.maxTokens ?? maxOutput, maxOutput, Math.max(left, 1_024))
}

/** POST `/v1/messages`, streaming: https://docs.anthropic.com/en/api/messages-streaming */
export function createAnthropicWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, baseUrl, key = '', headers, answerBytes, dialect } = options
    const names = toolNames(request.tools)
    const question: StreamingRequest = {
      provider,
      model: request.model,
      key,
      url: `${anthropicRoot(baseUrl)}/messages`,
      headers: { ...anthropicHeaders(key), ...headers },
      payload: anthropicPayload(request, names, options),
      answerBytes,
    }
    yield* streamReply(question, new AnthropicReply({ names, question, request, dialect }), signal)
  }
}

/** The address of the version that this adapter speaks. */
export function anthropicRoot(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
}

/** Return the headers with the key and the version of the wire (docs.anthropic.com/en/api/versioning). */
export function anthropicHeaders(key: string): Record<string, string> {
  return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
}

// ---- the request

const cacheMark = { cache_control: { type: 'ephemeral' } }

function anthropicPayload(
  request: ModelRequest,
  names: ToolNames,
  { zone, capabilities: can, thinking = 'auto' }: WireOptions,
): JsonObject {
  const { model, temperature, json } = request
  const maxTokens = mostTokens(request, can)
  const turns = merged(wireMessages(request.messages, names, zone), model)
  const thoughts = thinkingOf(thinking, can, maxTokens)
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...systemOf(request, can),
    messages: can.cacheMarks ? markNewest(turns) : turns.map(({ role, content }) => ({ role, content })),
    ...toolsOf(request, names, can),
    // A request with thinking must not have a temperature.
    ...(temperature !== undefined && can.temperature && !thoughts.thinking && { temperature }),
    ...(json && can.jsonSchema === 'schema' && { output_config: { format: { type: 'json_schema', schema: json } } }),
    ...thoughts,
  }
}

function systemOf(request: ModelRequest, can: WireOptions['capabilities']): JsonObject {
  const { system, json } = request
  if (json && can.jsonSchema !== 'schema') return { system: systemText(request, can) }
  if (system.length === 0) return {}
  return {
    system: system.map(({ text, cache }) => ({ type: 'text', text, ...(cache && can.cacheMarks && cacheMark) })),
  }
}

/**
 * A mark on the newest block moves with the conversation: what one request wrote to the cache, the next one reads
 * (four marks at most: tools, persona, personal memory, and this one). Thoughts cannot be marked.
 */
function markNewest(turns: readonly Turn[]): JsonObject[] {
  return turns.map(({ role, content }, at) => {
    const last = content.at(-1)
    if (at !== turns.length - 1 || !last || /thinking/.test(String(last.type))) return { role, content }
    return { role, content: [...content.slice(0, -1), { ...last, ...cacheMark }] }
  })
}

/** Tokens of thoughts for models that want a number, by effort. */
const budgets = { low: 2_048, medium: 8_192, high: 24_576 }

/** https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking and …/extended-thinking */
function thinkingOf(
  thinking: NonNullable<WireOptions['thinking']>,
  can: WireOptions['capabilities'],
  maxTokens: number,
): JsonObject {
  if (thinking === 'auto' || can.thinking === 'none' || can.thinking === 'unknown') return {}
  if (thinking === 'off') return can.thinking === 'adaptive' ? { thinking: { type: 'disabled' } } : {}
  if (can.thinking === 'adaptive')
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: thinking } }
  // The budget is a part of what it may write.
  const budget = Math.min(budgets[thinking], Math.max(1_024, maxTokens - 1_024))
  return { thinking: { type: 'enabled', budget_tokens: budget }, max_tokens: Math.max(maxTokens, budget + 1_024) }
}

interface Turn {
  role: 'user' | 'assistant'
  content: JsonObject[]
}

/** Neighbours of one role become one message, and the first is the user's: the wire wants turns that alternate. */
function merged(messages: WireMessage[], model: string): Turn[] {
  const turns: Turn[] =
    messages[0]?.role === 'assistant' ? [{ role: 'user', content: [{ type: 'text', text: '…' }] }] : []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(message, model))
    else turns.push({ role, content: blocksOf(message, model) })
  }
  return turns
}

function blocksOf(message: WireMessage, model: string): JsonObject[] {
  switch (message.role) {
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.id,
          content: message.text,
          ...(message.isError && { is_error: true }),
        },
      ]
    case 'assistant':
      return answerBlocks(message, model)
    case 'user': {
      return [...message.images.map(filePart.anthropic), ...textBlock(message.text)]
    }
    default:
      return message satisfies never
  }
}

/**
 * An answer, with the signed thoughts that its model wrote where it wrote them: they are refused in any other order
 * or form.
 */
function answerBlocks(message: Extract<WireMessage, { role: 'assistant' }>, model: string): JsonObject[] {
  const calls = message.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
  const order = asObjects(carriedOf(message, 'anthropic', model)?.blocks)
  const places = order.filter(({ type }) => type === 'tool_use').length
  if (order.length === 0 || places !== calls.length) return [...textBlock(message.text), ...calls]
  const texts = order.filter(({ type }) => type === 'text').map(({ text }) => asString(text))
  // An answer that is told otherwise than it was written (spoken over, say) keeps its thoughts, and its own words.
  const same = texts.join('') === message.text
  let call = 0
  let said = false
  return order.flatMap((block): JsonObject[] => {
    if (block.type === 'tool_use') return calls.slice(call, ++call)
    if (block.type !== 'text') return [block]
    if (same) return textBlock(asString(block.text))
    if (said) return []
    said = true
    return textBlock(message.text)
  })
}

/** The wire refuses empty text blocks. */
function textBlock(text: string): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** A conversation with calls in it must name its tools even where none may be called any more. */
function toolsOf(
  { tools, messages }: ModelRequest,
  names: ToolNames,
  { cacheMarks }: WireOptions['capabilities'],
): JsonObject {
  if (tools.length > 0) {
    const all = tools.map(({ name, description, schema }) => ({
      name: names.toWire(name),
      description,
      input_schema: schema,
    }))
    return { tools: all.map((tool, at) => (cacheMarks && at === all.length - 1 ? { ...tool, ...cacheMark } : tool)) }
  }
  const known = calledNames({ messages }, names)
  if (known.length === 0) return {}
  return { tools: known.map((name) => ({ name, input_schema: { type: 'object' } })), tool_choice: { type: 'none' } }
}
