import type { JsonObject, ModelPart, ModelRequest, Provider } from '../../protocol/index.ts'
import { asNumber, asObject, asObjects, asString } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import { type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { systemText, toolOf } from './openai.ts'
import { type StreamingRequest, type StreamReader, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'
import { WireReply } from './wire-reply.ts'

/** POST `/api/chat`, streaming, Ollama's own wire: https://docs.ollama.com/api/chat (read November 2026) */
export function createOllamaWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, key, baseUrl, headers, answerBytes, dialect } = options
    const names = toolNames(request.tools)
    const question: StreamingRequest = {
      provider,
      model: request.model,
      key,
      url: `${baseUrl.replace(/\/+$/, '')}/api/chat`,
      headers: { accept: 'application/x-ndjson', ...(key && { authorization: `Bearer ${key}` }), ...headers },
      payload: payloadOf(request, names, options),
      answerBytes,
      format: 'json-lines',
    }
    yield* streamReply(question, new OllamaReply({ names, question, request, dialect }), signal)
  }
}

/**
 * The window is asked for by every request: left out, Ollama cuts the head of what is longer than its default, in
 * silence.
 */
function payloadOf(request: ModelRequest, names: ToolNames, options: WireOptions): JsonObject {
  const { model, tools, temperature, maxTokens, json } = request
  const { capabilities: can, zone, thinking = 'auto' } = options
  const system = systemText(request, can)
  return {
    model,
    messages: [
      ...(system ? [{ role: 'system', content: system }] : []),
      ...wireMessages(request.messages, names, zone).map((message) => messageOf(message)),
    ],
    stream: true,
    options: {
      num_ctx: can.window,
      ...(temperature !== undefined && can.temperature && { temperature }),
      ...(maxTokens !== undefined && { num_predict: maxTokens }),
    },
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, names)) }),
    ...(json && can.jsonSchema === 'schema' && { format: json }),
    ...(json && can.jsonSchema === 'object' && { format: 'json' }),
    ...(can.thinking !== 'none' && thinking !== 'auto' && { think: thinkOf(model, thinking) }),
  }
}

/** gpt-oss takes an effort, the others yes or no: docs.ollama.com/capabilities/thinking. */
function thinkOf(model: string, thinking: Exclude<WireOptions['thinking'], 'auto' | undefined>): string | boolean {
  if (/gpt-oss/.test(model)) return thinking === 'off' ? 'low' : thinking
  return thinking !== 'off'
}

function messageOf(message: WireMessage): JsonObject {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant': {
      const calls = message.calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } }))
      return { role: 'assistant', content: message.text, ...(calls.length > 0 && { tool_calls: calls }) }
    }
    case 'user': {
      const images = message.images.map(({ data }) => data)
      return { role: 'user', content: message.text, ...(images.length > 0 && { images }) }
    }
    default:
      return message satisfies never
  }
}

/** A reply of Ollama's own wire. */
class OllamaReply extends WireReply implements StreamReader {
  #counted: CountedTokens | undefined;

  *read(chunk: JsonObject): Generator<ModelPart> {
    const message = asObject(chunk.message) ?? {}
    const thinking = asString(message.thinking)
    this.thoughts.toldApart ||= thinking !== ''
    yield* this.think(thinking)
    yield* this.say(asString(message.content))
    // On this wire a call arrives in one event.
    for (const call of asObjects(message.tool_calls)) yield* this.call({ ...call, index: this.calls.count })
    if (chunk.done !== true) return
    this.finish = asString(chunk.done_reason) || 'stop'
    this.stopped = true
    if (typeof chunk.prompt_eval_count === 'number' || typeof chunk.eval_count === 'number')
      this.#counted = { input: asNumber(chunk.prompt_eval_count), output: asNumber(chunk.eval_count), cached: 0 }
  }

  *end(): Generator<ModelPart> {
    const stop = this.finish === 'length' ? 'length' : 'end'
    yield* this.conclude({ ended: this.finish !== '', stop, counted: this.#counted })
  }
}
