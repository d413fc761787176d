import type { JsonObject, ModelPart, ModelRequest, StopReason } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import { asNumber, asObject, asObjects, asString, keptBytes } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import { endOf } from './answer-end.ts'
import type { StreamReader } from './streaming-request.ts'
import { WireReply } from './wire-reply.ts'

interface OpenCall {
  id: string
  name: string
  args: string
}

/** https://docs.anthropic.com/en/build-with-claude/handling-stop-reasons */
const stops: Record<string, StopReason> = {
  end_turn: 'end',
  stop_sequence: 'end',
  pause_turn: 'length',
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** A reply of the Messages API, put together from its events. */
export class AnthropicReply extends WireReply implements StreamReader {
  /** Places of the blocks by the wire's indexes: some servers give all of them the same. */
  readonly #places = new Map<number, number>()
  readonly #calls = new Map<number, OpenCall>()
  /** Blocks in their order: thoughts as they came, words, and the places of calls. */
  readonly #blocks = new Map<number, JsonObject>()
  readonly #counted: CountedTokens = { input: 0, output: 0, cached: 0, written: 0 }
  #finish = ''

  get finished(): boolean {
    return this.#finish !== ''
  }

  cut(): void {
    // Discard incomplete calls.
    this.#calls.clear()
    this.#blocks.clear()
    this.#finish = 'max_tokens'
    this.stopped = true
  }

  *read(event: JsonObject): Generator<ModelPart> {
    switch (event.type) {
      case 'message_start':
        this.model = asString(asObject(event.message)?.model) || this.model
        this.#count(asObject(asObject(event.message)?.usage))
        break
      case 'content_block_start':
        yield* this.#open(this.#begin(asNumber(event.index)), asObject(event.content_block) ?? {})
        break
      case 'content_block_delta':
        yield* this.#add(this.#places.get(asNumber(event.index)) ?? 0, asObject(event.delta) ?? {})
        break
      case 'message_delta':
        this.#finish = asString(asObject(event.delta)?.stop_reason) || this.#finish
        this.#count(asObject(event.usage))
        break
      case 'message_stop':
        this.stopped = true
        break
      default:
        yield { type: 'progress' }
      // ping, content_block_stop, and what the wire may add: its documentation asks to pass over unknown events.
    }
  }

  /** Return the place of a new block. */
  #begin(index: number): number {
    const place = this.#blocks.size
    this.#places.set(index, place)
    return place
  }

  override *readWhole(document: JsonObject): Generator<ModelPart> {
    this.model = asString(document.model) || this.model
    this.#count(asObject(document.usage))
    for (const block of asObjects(document.content)) yield* this.#open(this.#begin(this.#blocks.size), block)
    this.#finish = asString(document.stop_reason)
    this.stopped = true
  }

  *#open(index: number, block: JsonObject): Generator<ModelPart> {
    this.size += keptBytes(block)
    if (block.type === 'tool_use') {
      this.#calls.set(index, {
        id: asString(block.id),
        name: asString(block.name),
        args: filled(asObject(block.input)),
      })
      this.#blocks.set(index, { type: 'tool_use' })
      yield { type: 'progress' }
    } else {
      // A thinking block may be empty and signed; it must be sent back as it is.
      const { text: _, ...rest } = block
      this.#blocks.set(index, block.type === 'thinking' ? { ...rest, thinking: '' } : rest)
      yield* this.#add(index, block)
    }
  }

  *#add(index: number, delta: JsonObject): Generator<ModelPart> {
    const call = this.#calls.get(index)
    if (call) {
      call.args += asString(delta.partial_json)
      yield { type: 'progress' }
    }
    for (const field of ['partial_json', 'text', 'thinking', 'signature'])
      this.size += Buffer.byteLength(asString(delta[field]))
    const block = this.#blocks.get(index)
    for (const field of ['text', 'thinking', 'signature'] as const)
      if (block && typeof delta[field] === 'string') block[field] = asString(block[field]) + asString(delta[field])
    const [text, thinking] = [asString(delta.text), asString(delta.thinking)]
    this.shown.add(text)
    if (thinking) yield { type: 'reasoning', text: thinking }
    if (text) yield { type: 'text', text }
  }

  /** Usage of a later event replaces the earlier one: the numbers are totals. */
  #count(usage: JsonObject | undefined): void {
    if (!usage) return
    const counted = this.#counted
    if ('input_tokens' in usage) {
      counted.cached = asNumber(usage.cache_read_input_tokens)
      counted.written = asNumber(usage.cache_creation_input_tokens)
      counted.input = asNumber(usage.input_tokens) + counted.cached + counted.written
    }
    counted.output = asNumber(usage.output_tokens) || counted.output
  }

  *end(request: ModelRequest): Generator<ModelPart> {
    const calls = [...this.#calls.values()].map(({ id, name, args }) => ({
      id,
      name: this.names.fromWire(name),
      ...argsOf(args),
    }))
    const answer = {
      unreadable: this.unreadable,
      ended: this.#finish !== '',
      reason: this.#finish,
      stop: stops[this.#finish] ?? 'end',
      shown: this.shown.text,
      calls,
      counted: this.#counted.input > 0 ? this.#counted : undefined,
      model: this.model,
      carried: this.#carried(request.model),
    }
    yield* endOf(answer, request, this.question)
  }

  #carried(model: string): JsonObject | undefined {
    const blocks = [...this.#blocks.entries()].toSorted(([a], [b]) => a - b).map(([, block]) => block)
    const signed = blocks.some(
      ({ type, signature }) => type === 'redacted_thinking' || (type === 'thinking' && signature),
    )
    return signed
      ? { wire: 'anthropic', model, blocks: blocks.filter((block) => block.type !== 'thinking' || block.signature) }
      : undefined
  }
}

/** Compatible providers send the whole input where the call begins; the wire itself sends `{}` and then deltas. */
function filled(input: JsonObject | undefined): string {
  return input && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
}
