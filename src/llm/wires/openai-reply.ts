import type { Json, JsonObject, ModelPart, StopReason } from '../../protocol/index.ts'
import { thoughtFields } from '../dialects/carried-thoughts.ts'
import { NewWords } from '../dialects/new-words.ts'
import { wireError } from '../failure.ts'
import { asNumber, asObject, asObjects, asString, keptBytes } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import type { StreamReader } from './streaming-request.ts'
import { failWire } from './unreadable.ts'
import { WireReply } from './wire-reply.ts'

/**
 * Finish reasons that mean more than "the end": OpenAI's own and Z.AI's
 * (docs.z.ai/api-reference/llm/chat-completion).
 */
const stops: Record<string, StopReason> = {
  length: 'length',
  max_tokens: 'length',
  MAX_TOKENS: 'length',
  model_length: 'length',
  content_filter: 'refusal',
  SAFETY: 'refusal',
  sensitive: 'refusal',
}

/** A reply of chat completions, put together from its chunks. */
export class ChatReply extends WireReply implements StreamReader {
  #refused = false
  #streamed = false
  readonly #carriedThoughts: Partial<Record<(typeof thoughtFields)[number], string>> = {}
  readonly #details: JsonObject[] = []
  readonly #newThoughts = new NewWords()
  readonly #newText = new NewWords()
  #counted: CountedTokens | undefined;

  *read(chunk: JsonObject): Generator<ModelPart> {
    this.model = asString(chunk.model) || this.model
    const choices = asObjects(chunk.choices)
    // Groq reports usage in `x_groq`, Moonshot beside the end.
    const usages = [chunk.usage, asObject(chunk.x_groq)?.usage, ...choices.map(({ usage }) => usage)]
    this.#counted = countedOf(usages.map(asObject).find(Boolean)) ?? this.#counted
    // Nobody asks for several answers: what stands in another choice is a part of this one.
    for (const choice of choices) yield* this.#readChoice(choice)
  }

  *#readChoice(choice: JsonObject): Generator<ModelPart> {
    const error = wireError(choice)
    if (error) failWire(error, this.question)
    const delta = asObject(choice.delta)
    // A server that ignores `stream` sends a whole message; some send it once more at the end.
    const isWhole = delta === undefined || (Object.keys(delta).length === 0 && choice.message !== undefined)
    if (!isWhole || !this.#streamed) yield* this.#readMessage(asObject(isWhole ? choice.message : delta) ?? {})
    this.#streamed ||= this.shown.size > 0 || this.calls.count > 0
    const finish = asString(choice.finish_reason)
    if (finish !== '' && finish !== 'null') this.finish = finish
    if (finish === 'error') failWire({ message: 'finish_reason: error' }, this.question)
  }

  *#readMessage(message: JsonObject): Generator<ModelPart> {
    const field = thoughtFields.find((name) => asString(message[name]) !== '')
    if (field) {
      const text = this.#newThoughts.of(asString(message[field]))
      this.#carriedThoughts[field] = (this.#carriedThoughts[field] ?? '') + text
      this.thoughts.toldApart = true
      yield* this.think(text)
    }
    for (const detail of asObjects(message.reasoning_details)) {
      this.#details.push(detail)
      this.size += keptBytes(detail)
    }
    // Some gateways write a thought into both fields.
    if (!field || message.content !== message[field]) yield* this.#content(message.content)
    const refusal = asString(message.refusal)
    this.#refused ||= refusal !== ''
    if (refusal) yield* this.say(refusal)
    const old = asObject(message.function_call)
    for (const call of [...asObjects(message.tool_calls), ...(old ? [{ function: old }] : [])]) yield* this.call(call)
  }

  /** A text, or Mistral's list of parts: docs.mistral.ai/capabilities/reasoning. */
  *#content(content: Json | undefined): Generator<ModelPart> {
    if (typeof content === 'string') yield* this.say(this.#newText.of(content))
    for (const part of asObjects(content)) {
      if (part.type === 'thinking')
        for (const thought of asObjects(part.thinking)) yield* this.think(asString(thought.text))
      else yield* this.say(asString(part.text))
    }
  }

  /** Some gateways put the whole answer into an envelope. */
  override readWhole(document: JsonObject): Iterable<ModelPart> {
    return this.read(document.choices === undefined ? (asObject(document.data) ?? document) : document)
  }

  override *flush(): Generator<ModelPart> {
    yield* this.#held()
    yield* super.flush()
  }

  *#held(): Generator<ModelPart> {
    yield* this.think(this.#newThoughts.end())
    yield* this.say(this.#newText.end())
  }

  *end(): Generator<ModelPart> {
    yield* this.#held()
    if (this.finish === 'network_error') failWire({ code: '1234', message: 'network_error' }, this.question)
    yield* this.conclude({
      // Some gateways leave the reason out; they say all the same that nothing follows.
      ended: this.finish !== '' || (this.stopped && this.unreadable.torn === 0),
      stop: this.#refused ? 'refusal' : (stops[this.finish] ?? 'end'),
      counted: this.#counted,
      carried: this.#carried(),
    })
  }

  #carried(): JsonObject | undefined {
    const { extras } = this.calls
    if (extras.length === 0) return undefined
    const signed = extras.some((extra) => Object.keys(extra).length > 0)
    const state = {
      ...this.#carriedThoughts,
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(signed && { calls: extras }),
    }
    return Object.keys(state).length > 0 ? { wire: 'chat', model: this.request.model, ...state } : undefined
  }
}

function countedOf(usage: JsonObject | undefined): CountedTokens | undefined {
  if (!usage) return undefined
  const count = (value: Json | undefined) => Math.max(0, asNumber(value))
  // DeepSeek counts hits of its cache apart.
  const cached = count(asObject(usage.prompt_tokens_details)?.cached_tokens) || count(usage.prompt_cache_hit_tokens)
  const input = count(usage.prompt_tokens) || count(usage.input_tokens)
  return {
    input,
    output: count(usage.completion_tokens) || count(usage.output_tokens),
    cached: Math.min(cached, input),
  }
}
