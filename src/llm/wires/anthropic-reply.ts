import type { JsonObject, ModelPart, StopReason } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import { asNumber, asObject, asObjects, asString, keptBytes } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import type { StreamReader } from './streaming-request.ts'
import { WireReply } from './wire-reply.ts'

/** https://docs.anthropic.com/en/build-with-claude/handling-stop-reasons */
const stops: Record<string, StopReason> = {
  pause_turn: 'length',
  tool_use: 'tools',
  length: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** Requests that one answer may go on in, where its server pauses it. */
const mostPauses = 5

/** A reply of the Messages API, put together from its events. */
export class AnthropicReply extends WireReply implements StreamReader {
  /** Places of the blocks by the wire's indexes: some servers give all of them the same. */
  readonly #places = new Map<number, number>()
  /** Blocks in their order: thoughts as they came, words, the places of calls, and what the server did itself. */
  #blocks: JsonObject[] = []
  /** The input of what the server did itself, as it comes. */
  readonly #inputs = new Map<JsonObject, string>()
  readonly #counted: CountedTokens = { input: 0, output: 0, cached: 0, written: 0 }
  /** Tokens of the requests before a pause. */
  #paused = { input: 0, output: 0, cached: 0, written: 0 }
  #pauses = 0

  override cut(): void {
    super.cut()
    this.#blocks = []
  }

  *read(event: JsonObject): Generator<ModelPart> {
    switch (event.type) {
      case 'message_start':
        this.model = asString(asObject(event.message)?.model) || this.model
        this.#count(asObject(asObject(event.message)?.usage))
        break
      case 'content_block_start':
        this.#places.set(asNumber(event.index), this.#blocks.length)
        yield* this.#open(asObject(event.content_block) ?? {})
        break
      case 'content_block_delta':
        yield* this.#add(this.#places.get(asNumber(event.index)) ?? 0, asObject(event.delta) ?? {})
        break
      case 'message_delta':
        this.finish = asString(asObject(event.delta)?.stop_reason) || this.finish
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

  override *readWhole(document: JsonObject): Generator<ModelPart> {
    this.model = asString(document.model) || this.model
    this.#count(asObject(document.usage))
    for (const block of asObjects(document.content)) yield* this.#open(block)
    this.finish = asString(document.stop_reason)
    this.stopped = true
  }

  *#open(block: JsonObject): Generator<ModelPart> {
    this.size += keptBytes(block)
    const { text: _, ...rest } = block
    const place = this.#blocks.length
    if (block.type === 'tool_use') {
      this.#blocks.push({ type: 'tool_use' })
      // Compatible providers send the whole input here; the wire itself sends `{}` and then pieces.
      const args = isFilled(block.input) ? block.input : ''
      yield* this.call({ index: place, id: block.id ?? '', name: block.name ?? '', arguments: args })
    } else {
      // A thinking block may be empty and signed; it must be sent back as it is.
      this.#blocks.push(block.type === 'thinking' ? { ...rest, thinking: '' } : rest)
      yield* this.#add(place, block)
    }
  }

  *#add(place: number, delta: JsonObject): Generator<ModelPart> {
    const block = this.#blocks[place]
    const piece = asString(delta.partial_json)
    const isCall = block?.type === 'tool_use'
    if (isCall && piece !== '') return yield* this.call({ index: place, arguments: piece })
    if (block && piece !== '') this.#inputs.set(block, (this.#inputs.get(block) ?? '') + piece)
    this.size += Buffer.byteLength(piece + asString(delta.signature))
    for (const field of ['text', 'thinking', 'signature'] as const)
      if (block && !isCall && typeof delta[field] === 'string')
        block[field] = asString(block[field]) + asString(delta[field])
    const thinking = asString(delta.thinking)
    this.thoughts.toldApart ||= thinking !== ''
    yield* this.think(thinking)
    yield* this.say(asString(delta.text))
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

  /** A server that works with tools of its own pauses after a while: the answer goes on when it is sent back. */
  resume(payload: JsonObject): JsonObject | undefined {
    if (this.finish !== 'pause_turn' || this.calls.count > 0 || ++this.#pauses > mostPauses) return undefined
    this.#paused = this.#total
    this.finish = ''
    this.stopped = false
    const said = this.#wholeBlocks.filter(({ type, text }) => type !== 'text' || asString(text).trim() !== '')
    const before = asObjects(payload.messages).slice(0, this.#pauses === 1 ? undefined : -1)
    return { ...payload, messages: [...before, { role: 'assistant', content: said }] }
  }

  *end(): Generator<ModelPart> {
    yield* this.conclude({
      ended: this.finish !== '',
      stop: stops[this.finish] ?? 'end',
      counted: this.#total.input > 0 ? this.#total : undefined,
      carried: this.#carried(),
    })
  }

  get #total() {
    const { input, output, cached, written = 0 } = this.#counted
    const before = this.#paused
    return {
      input: before.input + input,
      output: before.output + output,
      cached: before.cached + cached,
      written: before.written + written,
    }
  }

  /** The blocks, each with the input that came in pieces. */
  get #wholeBlocks(): JsonObject[] {
    return this.#blocks.map((block) => {
      const input = this.#inputs.get(block)
      return input === undefined ? block : { ...block, input: argsOf(input).args }
    })
  }

  #carried(): JsonObject | undefined {
    const isSigned = ({ type, signature }: JsonObject) =>
      type === 'redacted_thinking' || (type === 'thinking' && Boolean(signature))
    if (!this.#blocks.some(isSigned)) return undefined
    const blocks = this.#wholeBlocks.filter((block) => block.type !== 'thinking' || isSigned(block))
    return { wire: 'anthropic', model: this.request.model, blocks }
  }
}

const isFilled = (input: JsonObject[string] | undefined): input is JsonObject =>
  Object.keys(asObject(input) ?? {}).length > 0
