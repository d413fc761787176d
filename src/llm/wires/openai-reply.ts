import type { Json, JsonObject, ModelPart, ModelRequest, StopReason } from '../../protocol/index.ts'
import { isNestedDeeper } from '../../std/nesting.ts'
import type { CountedTokens } from '../models/prices.ts'
import { endOf } from './answer-end.ts'
import type { ToolNames } from './messages.ts'
import { asNumber, asObject, asObjects, asString, keptBytes, type StreamReader } from './streaming-request.ts'
import { type ContentPiece, ThinkTags } from './think-tags.ts'
import { failWire } from './unreadable.ts'
import { WireReply } from './wire-reply.ts'

interface OpenCall {
  index: number
  id: string
  name: string
  args: string
  extra: JsonObject
}

/**
 * Finish reasons that mean more than "the end": OpenAI's own and Z.AI's
 * (docs.z.ai/api-reference/llm/chat-completion).
 */
const stops: Record<string, StopReason> = {
  length: 'length',
  model_length: 'length',
  content_filter: 'refusal',
  sensitive: 'refusal',
}

/** A reply of chat completions, put together from its chunks. */
export class ChatReply extends WireReply implements StreamReader {
  readonly #calls: OpenCall[] = []
  readonly #tags = new ThinkTags()
  #finish = ''
  #refused = false
  #thoughts = ''
  readonly #details: JsonObject[] = []
  #counted: CountedTokens | undefined

  /** Some servers say why they ended and keep the connection open. */
  get finished(): boolean {
    return this.#finish !== ''
  }

  cut(): void {
    // Discard incomplete calls.
    this.#calls.length = 0
    this.#finish = 'length'
    this.stopped = true
  }

  *read(chunk: JsonObject): Generator<ModelPart> {
    this.model = asString(chunk.model) || this.model
    // Groq reports usage in `x_groq`.
    this.#counted = countedOf(asObject(chunk.usage) ?? asObject(asObject(chunk.x_groq)?.usage)) ?? this.#counted
    const choice = asObjects(chunk.choices)[0]
    if (!choice) return
    // A server that ignores `stream` sends a whole message.
    const delta = asObject(choice.delta) ?? asObject(choice.message) ?? {}
    const reasoning = asString(delta.reasoning_content) || asString(delta.reasoning)
    this.#thoughts += asString(delta.reasoning_content)
    for (const detail of asObjects(delta.reasoning_details)) {
      this.#details.push(detail)
      this.size += keptBytes(detail)
    }
    yield* this.#thought(reasoning)
    yield* this.#content(delta.content)
    const refusal = asString(delta.refusal)
    this.#refused ||= refusal !== ''
    if (refusal) yield* this.#say([{ type: 'text', text: refusal }])
    for (const call of asObjects(delta.tool_calls)) {
      this.#addCall(call)
      yield { type: 'progress' }
    }
    this.#finish = asString(choice.finish_reason) || this.#finish
  }

  /** A text, or Mistral's list of parts: docs.mistral.ai/capabilities/reasoning. */
  *#content(content: Json | undefined): Generator<ModelPart> {
    if (typeof content === 'string') yield* this.#say(this.#tags.add(content))
    for (const part of asObjects(content)) {
      if (part.type === 'thinking')
        for (const thought of asObjects(part.thinking)) yield* this.#thought(asString(thought.text))
      else yield* this.#say(this.#tags.add(asString(part.text)))
    }
  }

  *#say(pieces: Iterable<ContentPiece>): Generator<ModelPart> {
    for (const piece of pieces) {
      if (piece.type === 'reasoning') yield* this.#thought(piece.text)
      else if (piece.text !== '') {
        this.shown.add(piece.text)
        this.size += Buffer.byteLength(piece.text)
        yield piece
      }
    }
  }

  *#thought(text: string): Generator<ModelPart> {
    this.size += Buffer.byteLength(text)
    if (text !== '') yield { type: 'reasoning', text }
  }

  /**
   * Calls arrive in pieces that belong together by `index`; some providers send whole calls, without one or all with
   * 0.
   */
  #addCall(piece: JsonObject): void {
    const made = asObject(piece.function) ?? {}
    const [id, name] = [asString(piece.id), asString(made.name)]
    const args =
      typeof made.arguments === 'string' || made.arguments == null
        ? asString(made.arguments)
        : JSON.stringify(made.arguments)
    this.size += Buffer.byteLength(args)
    const extra = asObject(piece.extra_content) ? { extra_content: piece.extra_content as JsonObject } : {}
    const index = typeof piece.index === 'number' ? piece.index : undefined
    const open = this.#calls.findLast((call) =>
      index === undefined ? id === '' || call.id === id : call.index === index,
    )
    const another =
      !open || (id !== '' && open.id !== '' && id !== open.id) || (index === undefined && id === '' && name !== '')
    if (another) {
      this.size += keptBytes(piece)
      this.#calls.push({ index: index ?? this.#calls.length, id, name, args, extra })
    } else
      Object.assign(open, {
        id: open.id || id,
        name: open.name || name,
        args: open.args + args,
        extra: { ...open.extra, ...extra },
      })
  }

  *end(request: ModelRequest): Generator<ModelPart> {
    yield* this.#say(this.#tags.end())
    if (this.#finish === 'network_error') failWire({ code: '1234', message: 'network_error' }, this.question)
    const open = this.#calls.toSorted((a, b) => a.index - b.index)
    const answer = {
      unreadable: this.unreadable,
      // Some gateways leave the reason out; they say all the same that nothing follows.
      ended: this.#finish !== '' || (this.stopped && this.unreadable.torn === 0),
      reason: this.#finish,
      stop: this.#refused ? ('refusal' as const) : (stops[this.#finish] ?? 'end'),
      shown: this.shown.text,
      calls: open.map((call, at) => callOf(call, at, this.names)),
      counted: this.#counted,
      model: this.model,
      carried: this.#carried(open, request.model),
    }
    yield* endOf(answer, request, this.question)
  }

  #carried(calls: readonly OpenCall[], model: string): JsonObject | undefined {
    const signed = calls.some(({ extra }) => Object.keys(extra).length > 0)
    const state = {
      ...(this.#thoughts && calls.length > 0 && { reasoning_content: this.#thoughts }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(signed && { calls: calls.map(({ extra }) => extra) }),
    }
    return Object.keys(state).length > 0 ? { wire: 'chat', model, ...state } : undefined
  }
}

function callOf(
  { id, name, args }: OpenCall,
  at: number,
  names: ToolNames,
): Extract<ModelPart, { type: 'call' }>['call'] {
  return { id: id || `call_${at + 1}`, name: names.fromWire(name), ...argsOf(args) }
}

/**
 * What the model wrote as arguments: an object of sane depth, or as it stands. No arguments at all are an empty
 * object.
 */
export function argsOf(text: string): { args: JsonObject; raw?: string } {
  if (text.trim() === '') return { args: {} }
  try {
    const args = asObject(JSON.parse(text) as Json)
    if (args && !isNestedDeeper(args)) return { args }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { args: {}, raw: text }
}

function countedOf(usage: JsonObject | undefined): CountedTokens | undefined {
  if (!usage) return undefined
  // DeepSeek counts hits of its cache apart.
  const cached =
    asNumber(asObject(usage.prompt_tokens_details)?.cached_tokens) || asNumber(usage.prompt_cache_hit_tokens)
  return { input: asNumber(usage.prompt_tokens), output: asNumber(usage.completion_tokens), cached }
}
