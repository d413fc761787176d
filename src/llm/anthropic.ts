import { fail, type JsonObject, type ModelPart, type ModelRequest, type Provider, type Stop } from '../protocol/index.ts'
import { type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import { argsOf } from './openai.ts'
import type { Counted } from './prices.ts'
import { usageOf } from './usage.ts'
import { ask, eventObject, number, object, type Question, type Reading, string } from './wire.ts'

export interface AnthropicOptions {
  provider: string
  /** With or without `/v1`. */
  baseUrl: string
  key?: string | undefined
  zone: string
}

/** The wire demands a limit; every current model can write this much. */
const defaultMaxTokens = 8_192

/** POST `/v1/messages`, streaming: https://docs.anthropic.com/en/api/messages-streaming */
export function anthropic(options: AnthropicOptions): Provider {
  return async function* (request, signal) {
    const { provider, baseUrl, key = '' } = options
    const names = toolNames(request.tools)
    const question: Question = {
      provider,
      model: request.model,
      key,
      url: `${anthropicRoot(baseUrl)}/messages`,
      headers: anthropicHeaders(key),
      payload: payloadOf(request, names, options.zone),
    }
    const reply = new Reply(names, question)
    yield* ask(question, reply, signal)
    yield* reply.end(request)
  }
}

/** The address of the version that this adapter speaks. */
export function anthropicRoot(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
}

/** Who asks, and in which version of the wire (docs.anthropic.com/en/api/versioning). */
export function anthropicHeaders(key: string): Record<string, string> {
  return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
}

// ---- the request

const cacheMark = { cache_control: { type: 'ephemeral' } }

function payloadOf(request: ModelRequest, names: ToolNames, zone: string): JsonObject {
  const { model, maxTokens = defaultMaxTokens, temperature, system, json } = request
  const messages = merged(wireMessages(request.messages, names, zone))
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length > 0 && { system: system.map(({ text, cache }) => ({ type: 'text', text, ...(cache && cacheMark) })) }),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...toolsOf(request, names),
    ...(temperature !== undefined && { temperature }),
    ...(json && { output_config: { format: { type: 'json_schema', schema: json } } }),
  }
}

interface Turn {
  role: 'user' | 'assistant'
  content: JsonObject[]
}

/** Neighbours of one role become one message, and the first is the user's: the wire wants turns that alternate. */
function merged(messages: WireMessage[]): Turn[] {
  const turns: Turn[] = messages[0]?.role === 'assistant' ? [{ role: 'user', content: [{ type: 'text', text: '…' }] }] : []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(message))
    else turns.push({ role, content: blocksOf(message) })
  }
  return turns
}

function blocksOf(message: WireMessage): JsonObject[] {
  switch (message.role) {
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.id, content: message.text, ...(message.isError && { is_error: true }) }]
    case 'assistant':
      return [
        ...textBlock(message.text),
        ...message.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
      ]
    case 'user': {
      const pictures = message.images.map(({ mediaType, data }) => ({
        type: 'image',
        source: { type: 'base64', media_type: mediaType, data },
      }))
      return [...pictures, ...textBlock(message.text)]
    }
    default:
      return message satisfies never
  }
}

/** The wire refuses blocks without a letter. */
function textBlock(text: string): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** A conversation with calls in it must name its tools even where none may be called any more. */
function toolsOf({ tools, messages }: ModelRequest, names: ToolNames): JsonObject {
  if (tools.length > 0) {
    const all = tools.map(({ name, description, schema }) => ({ name: names.toWire(name), description, input_schema: schema }))
    return { tools: all.map((tool, at) => (at === all.length - 1 ? { ...tool, ...cacheMark } : tool)) }
  }
  const called = messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []))
  const known = [...new Set(called.map(({ name }) => names.toWire(name)))]
  if (known.length === 0) return {}
  return { tools: known.map((name) => ({ name, input_schema: { type: 'object' } })), tool_choice: { type: 'none' } }
}

// ---- the reply

interface OpenCall {
  id: string
  name: string
  args: string
}

/** https://docs.anthropic.com/en/build-with-claude/handling-stop-reasons */
const stops: Record<string, Stop> = {
  end_turn: 'end',
  stop_sequence: 'end',
  pause_turn: 'end',
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** A reply being put together from its events. */
class Reply implements Reading {
  readonly #names: ToolNames
  readonly #question: Question
  readonly #calls = new Map<number, OpenCall>()
  readonly #counted: Counted = { input: 0, output: 0, cached: 0, written: 0 }
  #finish = ''
  #shown = ''
  #model: string
  stopped = false

  constructor(names: ToolNames, question: Question) {
    this.#names = names
    this.#question = question
    this.#model = question.model
  }

  *read(data: string): Generator<ModelPart> {
    const event = eventObject(data, this.#question)
    switch (event.type) {
      case 'message_start':
        this.#model = string(object(event.message)?.model) || this.#model
        this.#count(object(object(event.message)?.usage))
        break
      case 'content_block_start':
        yield* this.#open(number(event.index), object(event.content_block) ?? {})
        break
      case 'content_block_delta':
        yield* this.#add(number(event.index), object(event.delta) ?? {})
        break
      case 'message_delta':
        this.#finish = string(object(event.delta)?.stop_reason) || this.#finish
        this.#count(object(event.usage))
        break
      case 'message_stop':
        this.stopped = true
        break
      // ping, content_block_stop, and what the wire may add: its documentation asks to pass over unknown events.
    }
  }

  *#open(index: number, block: JsonObject): Generator<ModelPart> {
    if (block.type === 'tool_use')
      this.#calls.set(index, { id: string(block.id), name: string(block.name), args: filled(object(block.input)) })
    else yield* this.#add(index, block)
  }

  *#add(index: number, delta: JsonObject): Generator<ModelPart> {
    const call = this.#calls.get(index)
    if (call) call.args += string(delta.partial_json)
    const [text, thinking] = [string(delta.text), string(delta.thinking)]
    this.#shown += text
    if (thinking) yield { type: 'reasoning', text: thinking }
    if (text) yield { type: 'text', text }
  }

  /** Numbers that come again are totals, not additions. */
  #count(usage: JsonObject | undefined): void {
    if (!usage) return
    const counted = this.#counted
    if ('input_tokens' in usage) {
      counted.cached = number(usage.cache_read_input_tokens)
      counted.written = number(usage.cache_creation_input_tokens)
      counted.input = number(usage.input_tokens) + counted.cached + counted.written
    }
    counted.output = number(usage.output_tokens) || counted.output
  }

  *end(request: ModelRequest): Generator<ModelPart> {
    const { provider, model } = this.#question
    const data = { provider, model }
    if (this.#finish === '') fail('network', { detail: 'the stream ended before the answer did', data })
    const nothing = this.#shown.trim() === '' && this.#calls.size === 0
    if (nothing && this.#finish === 'model_context_window_exceeded') fail('overflow', { detail: this.#finish, data })
    const stop = stops[this.#finish] ?? 'end'
    if (nothing) fail(stop === 'refusal' ? 'refused' : 'empty', { detail: this.#finish, data })
    for (const { id, name, args } of this.#calls.values())
      yield { type: 'call', call: { id, name: this.#names.fromWire(name), ...argsOf(args) } }
    const counted = this.#counted.input > 0 ? this.#counted : undefined
    yield { type: 'end', stop, usage: usageOf(request, counted, this.#shown), model: this.#model }
  }
}

/** Compatible services send the whole input where the call begins; the wire itself sends `{}` and then deltas. */
function filled(input: JsonObject | undefined): string {
  return input && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
}
