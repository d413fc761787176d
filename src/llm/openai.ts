import {
  fail,
  type Json,
  type JsonObject,
  type ModelPart,
  type ModelRequest,
  type Provider,
  type Stop,
} from '../protocol/index.ts'
import { isNestedDeeper } from '../std/nesting.ts'
import { type ToolNames, toolNames, type WireMessage, wireMessages } from './messages.ts'
import type { Counted } from './prices.ts'
import { usageOf } from './usage.ts'
import { ask, eventObject, failWire, number, object, objects, type Question, type Reading, string } from './wire.ts'

/** One service that speaks OpenAI's chat completions, and in what its dialect differs. */
export interface OpenAiOptions {
  /** The name in failures: `openai`, `zai`, `ollama` … */
  provider: string
  /** With its version: `https://api.openai.com/v1`. */
  baseUrl: string
  key?: string | undefined
  zone: string
  /** Fields that this service wants in every request for a model. */
  extra?: (model: string) => JsonObject
  /** OpenAI renamed `max_tokens`; the others did not. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Models that refuse a temperature: it is left out for them. */
  fixedTemperature?: RegExp
  /** Models that see. Others, which would refuse the whole request, are told that there was a picture. Default: all. */
  vision?: RegExp
}

/** POST `/chat/completions`, streaming: https://platform.openai.com/docs/api-reference/chat/create */
export function openai(options: OpenAiOptions): Provider {
  return async function* (request, signal) {
    const { provider, baseUrl, key } = options
    const names = toolNames(request.tools)
    const question: Question = {
      provider,
      model: request.model,
      key,
      url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      payload: payloadOf(request, names, options),
    }
    const reply = new Reply(names, question)
    yield* ask(question, reply, signal)
    yield* reply.end(request)
  }
}

// ---- the request

function payloadOf(request: ModelRequest, names: ToolNames, options: OpenAiOptions): JsonObject {
  const { model, tools, temperature, maxTokens, json } = request
  const sees = options.vision?.test(model) ?? true
  return {
    model,
    messages: [
      ...systemOf(request),
      ...wireMessages(request.messages, names, options.zone).map((message) => messageOf(message, sees)),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, names)) }),
    ...(temperature !== undefined && !options.fixedTemperature?.test(model) && { temperature }),
    ...(maxTokens !== undefined && { [options.maxTokensField ?? 'max_tokens']: maxTokens }),
    ...(json && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: json } } }),
    ...options.extra?.(model),
  }
}

function systemOf({ system }: ModelRequest): JsonObject[] {
  const content = system.map(({ text }) => text).join('\n\n')
  return content ? [{ role: 'system', content }] : []
}

function toolOf({ name, description, schema }: ModelRequest['tools'][number], names: ToolNames): JsonObject {
  return { type: 'function', function: { name: names.toWire(name), description, parameters: schema } }
}

function messageOf(message: WireMessage, sees: boolean): JsonObject {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant': {
      const calls = message.calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      }))
      return { role: 'assistant', content: message.text || null, ...(calls.length > 0 && { tool_calls: calls }) }
    }
    case 'user': {
      if (message.images.length === 0) return { role: 'user', content: message.text }
      if (!sees)
        return { role: 'user', content: `${message.text}\n[${message.images.length} image(s) left out: this model cannot see]` }
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

// ---- the reply

interface OpenCall {
  index: number
  id: string
  name: string
  args: string
}

/** Finish reasons that mean more than "the end": OpenAI's own and Z.AI's (docs.z.ai/api-reference/llm/chat-completion). */
const stops: Record<string, Stop> = { length: 'length', content_filter: 'refusal', sensitive: 'refusal' }

/** A reply being put together from its chunks. */
class Reply implements Reading {
  readonly #names: ToolNames
  readonly #question: Question
  readonly #calls: OpenCall[] = []
  #finish = ''
  #refused = false
  #shown = ''
  #counted: Counted | undefined
  #model: string
  stopped = false

  constructor(names: ToolNames, question: Question) {
    this.#names = names
    this.#question = question
    this.#model = question.model
  }

  *read(data: string): Generator<ModelPart> {
    if (data === '[DONE]') this.stopped = true
    else yield* this.#add(eventObject(data, this.#question))
  }

  *#add(chunk: JsonObject): Generator<ModelPart> {
    this.#model = string(chunk.model) || this.#model
    this.#counted = countedOf(object(chunk.usage)) ?? this.#counted
    const choice = objects(chunk.choices)[0]
    if (!choice) return
    // A service that ignores `stream` sends whole messages.
    const delta = object(choice.delta) ?? object(choice.message) ?? {}
    const reasoning = string(delta.reasoning_content) || string(delta.reasoning)
    if (reasoning) yield { type: 'reasoning', text: reasoning }
    const refusal = string(delta.refusal)
    this.#refused ||= refusal !== ''
    const text = string(delta.content) + refusal
    this.#shown += text
    if (text) yield { type: 'text', text }
    for (const call of objects(delta.tool_calls)) this.#addCall(call)
    this.#finish = string(choice.finish_reason) || this.#finish
  }

  /** Calls arrive in pieces that belong together by `index`; some services send whole calls, without one or all with 0. */
  #addCall(piece: JsonObject): void {
    const made = object(piece.function) ?? {}
    const [id, name] = [string(piece.id), string(made.name)]
    const args =
      typeof made.arguments === 'string' || made.arguments == null ? string(made.arguments) : JSON.stringify(made.arguments)
    const index = typeof piece.index === 'number' ? piece.index : undefined
    const open = this.#calls.findLast((call) => (index === undefined ? id === '' || call.id === id : call.index === index))
    const another = !open || (id !== '' && open.id !== '' && id !== open.id) || (index === undefined && id === '' && name !== '')
    if (another) this.#calls.push({ index: index ?? this.#calls.length, id, name, args })
    else Object.assign(open, { id: open.id || id, name: open.name || name, args: open.args + args })
  }

  *end(request: ModelRequest): Generator<ModelPart> {
    const { provider, model } = this.#question
    const data = { provider, model }
    // Some gateways leave the reason out; they say all the same that nothing follows.
    if (this.#finish === '' && !this.stopped) fail('network', { detail: 'the stream ended before the answer did', data })
    if (this.#finish === 'network_error') failWire({ code: '1234', message: 'network_error' }, this.#question)
    const calls = this.#calls.toSorted((a, b) => a.index - b.index).map((call, at) => callOf(call, at, this.#names))
    const nothing = this.#shown.trim() === '' && calls.length === 0
    if (nothing && this.#finish === 'model_context_window_exceeded') fail('overflow', { detail: this.#finish, data })
    const stop = this.#refused ? 'refusal' : (stops[this.#finish] ?? (calls.length > 0 ? 'tools' : 'end'))
    if (nothing) fail(stop === 'refusal' ? 'refused' : 'empty', { detail: this.#finish, data })
    for (const call of calls) yield { type: 'call', call }
    yield { type: 'end', stop, usage: usageOf(request, this.#counted, this.#shown), model: this.#model }
  }
}

function callOf({ id, name, args }: OpenCall, at: number, names: ToolNames): Extract<ModelPart, { type: 'call' }>['call'] {
  return { id: id || `call_${at + 1}`, name: names.fromWire(name), ...argsOf(args) }
}

/** What the model wrote as arguments: an object of sane depth, or as it stands. No arguments at all are an empty object. */
export function argsOf(text: string): { args: JsonObject; raw?: string } {
  if (text.trim() === '') return { args: {} }
  try {
    const args = object(JSON.parse(text) as Json)
    if (args && !isNestedDeeper(args)) return { args }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { args: {}, raw: text }
}

function countedOf(usage: JsonObject | undefined): Counted | undefined {
  if (!usage) return undefined
  const cached = number(object(usage.prompt_tokens_details)?.cached_tokens)
  return { input: number(usage.prompt_tokens), output: number(usage.completion_tokens), cached }
}
