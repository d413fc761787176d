import type { JsonObject, ModelPart, ModelRequest, Provider } from '../../protocol/index.ts'
import { CallAssembler } from '../dialects/call-assembler.ts'
import { TextCalls } from '../dialects/text-calls.ts'
import { type BeginsInThoughts, type ContentPiece, Thoughts } from '../dialects/thoughts.ts'
import { asNumber, asObject, asObjects, asString } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import { endOf } from './answer-end.ts'
import { type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { systemText, toolOf } from './openai.ts'
import { type StreamingRequest, type StreamReader, streamReply } from './streaming-request.ts'
import type { WireOptions } from './wire-options.ts'
import { WireReply } from './wire-reply.ts'

/** POST `/api/chat`, streaming, Ollama's own wire: https://docs.ollama.com/api/chat (read November 2026) */
export function createOllamaWire(options: WireOptions): Provider {
  return async function* (request, signal) {
    const { provider, key, baseUrl, headers, answerBytes } = options
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
    const reply = new OllamaReply(
      names,
      question,
      options.dialect.beginsInThoughts,
      request.tools.length > 0 && !request.json,
    )
    yield* streamReply(question, reply, signal)
    yield* reply.end(request)
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
      ...wireMessages(request.messages, names, zone).map((message) => messageOf(message, can.vision)),
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

function messageOf(message: WireMessage, sees: boolean): JsonObject {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant': {
      const calls = message.calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } }))
      return { role: 'assistant', content: message.text, ...(calls.length > 0 && { tool_calls: calls }) }
    }
    case 'user': {
      const left =
        message.images.length > 0 && !sees
          ? `\n[${message.images.length} image(s) left out: this model cannot see]`
          : ''
      const images = sees ? message.images.map(({ data }) => data) : []
      return { role: 'user', content: message.text + left, ...(images.length > 0 && { images }) }
    }
    default:
      return message satisfies never
  }
}

class OllamaReply extends WireReply implements StreamReader {
  readonly #thoughts: Thoughts
  readonly #textCalls: TextCalls
  readonly #calls: CallAssembler
  #done = ''
  #counted: CountedTokens | undefined
  finished = false

  constructor(names: ToolNames, question: StreamingRequest, begins: BeginsInThoughts, readsCalls: boolean) {
    super(names, question)
    this.#thoughts = new Thoughts(begins)
    this.#textCalls = new TextCalls(readsCalls, names.resolve)
    this.#calls = new CallAssembler((name) => names.resolve(name) !== undefined)
  }

  cut(): void {
    // Discard the calls of an answer that exceeds the limit.
    this.#calls.clear()
    this.#done = 'length'
    this.stopped = true
  }

  *read(chunk: JsonObject): Generator<ModelPart> {
    const message = asObject(chunk.message) ?? {}
    const thinking = asString(message.thinking)
    this.size += Buffer.byteLength(thinking)
    this.#thoughts.toldApart ||= thinking !== ''
    if (thinking) yield { type: 'reasoning', text: thinking }
    const before = this.size
    yield* this.#tell(this.#thoughts.add(asString(message.content)))
    if (message.content && this.size === before) yield { type: 'progress' }
    for (const call of asObjects(message.tool_calls)) {
      // On this wire a call arrives in one event.
      this.#calls.add({ ...call, index: this.#calls.count })
      this.size += this.#calls.size
      this.#calls.size = 0
      yield { type: 'progress' }
    }
    if (chunk.done !== true) return
    this.#done = asString(chunk.done_reason) || 'stop'
    this.stopped = true
    if (typeof chunk.prompt_eval_count === 'number' || typeof chunk.eval_count === 'number')
      this.#counted = { input: asNumber(chunk.prompt_eval_count), output: asNumber(chunk.eval_count), cached: 0 }
  }

  *#tell(pieces: Iterable<ContentPiece>): Generator<ModelPart> {
    for (const piece of pieces) {
      this.size += Buffer.byteLength(piece.text)
      if (piece.type === 'reasoning') yield piece
      else yield* this.#say(this.#textCalls.add(piece.text))
    }
  }

  *#say(text: string): Generator<ModelPart> {
    if (text === '') return
    this.shown.add(text)
    yield { type: 'text', text }
  }

  override *flush(): Generator<ModelPart> {
    yield* this.#tell(this.#thoughts.end())
    yield* this.#say(this.#textCalls.end().text)
  }

  *end(request: ModelRequest): Generator<ModelPart> {
    yield* this.#tell(this.#thoughts.end())
    const { text, calls: written } = this.#textCalls.end()
    yield* this.#say(text)
    if (this.#calls.count === 0) this.#calls.addText(written)
    const answer = {
      unreadable: this.unreadable,
      ended: this.#done !== '',
      reason: this.#done,
      stop: this.#done === 'length' ? ('length' as const) : ('end' as const),
      shown: this.#thoughts.corrected ?? this.shown.text,
      corrected: this.#thoughts.corrected,
      calls: this.#calls.calls(this.names.fromWire).calls,
      counted: this.#counted,
      model: this.model,
    }
    yield* endOf(answer, request, this.question)
  }
}
