import type { JsonObject, ModelPart, StopReason } from '../../protocol/index.ts'
import { argsOf } from '../dialects/call-assembler.ts'
import { asNumber, asObject, asObjects, asString, keptBytes } from '../json-values.ts'
import type { CountedTokens } from '../models/prices.ts'
import type { StreamReader } from './streaming-request.ts'
import { failWire } from './unreadable.ts'
import { WireReply } from './wire-reply.ts'

/**
 * A reply of the Responses API, put together from its events:
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponsesReply extends WireReply implements StreamReader {
  /** Items in the order of their index; a call's arguments as they come. */
  readonly #items = new Map<number, JsonObject>()
  readonly #args = new Map<number, string>()
  readonly #ids = new Map<string, number>()
  readonly #summaries = new Set<string>()
  /** Words came in pieces. */
  #hasText = false
  #reason = ''
  #refused = false
  #counted: CountedTokens | undefined

  override cut(): void {
    super.cut()
    this.#items.clear()
  }

  *read(event: JsonObject): Generator<ModelPart> {
    const index = this.#indexOf(event)
    switch (event.type) {
      case 'response.output_text.delta':
        yield* this.#say(asString(event.delta))
        break
      case 'response.refusal.delta':
        this.#refused = true
        yield* this.#say(asString(event.delta))
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield* this.#summarise(asString(event.delta), `${index} ${asNumber(event.summary_index)}`)
        break
      case 'response.output_item.added':
      case 'response.output_item.done':
        this.#keep(index, asObject(event.item) ?? {})
        yield { type: 'progress' }
        break
      case 'response.output_text.done':
        if (!this.#hasText) yield* this.#say(asString(event.text))
        break
      case 'response.function_call_arguments.done':
        this.#args.set(index, asString(event.arguments) || (this.#args.get(index) ?? ''))
        yield { type: 'progress' }
        break
      case 'response.function_call_arguments.delta':
        this.#args.set(index, (this.#args.get(index) ?? '') + asString(event.delta))
        this.size += Buffer.byteLength(asString(event.delta))
        yield { type: 'progress' }
        break
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#end(asObject(event.response) ?? {})
        break
      case 'error':
        failWire({ code: asString(event.code), message: asString(event.message) || 'error' }, this.question)
        break
      default:
        // created, in_progress, queued, parts and their ends, and what the wire may add.
        this.model = asString(asObject(event.response)?.model) || this.model
        yield { type: 'progress' }
    }
  }

  override *readWhole(document: JsonObject): Generator<ModelPart> {
    if (Array.isArray(document.output)) yield* this.read({ type: 'response.completed', response: document })
  }

  /** Return the index of an event's item; servers that leave it out name the item, or send one after the other. */
  #indexOf(event: JsonObject): number {
    const item = asObject(event.item)
    const id = asString(event.item_id) || asString(item?.id) || asString(item?.call_id)
    const known = this.#ids.get(id)
    const added = event.type === 'response.output_item.added' || event.type === 'response.output_item.done'
    const next = added ? this.#items.size : Math.max(0, this.#items.size - 1)
    const index = typeof event.output_index === 'number' ? event.output_index : (known ?? next)
    if (id !== '') this.#ids.set(id, index)
    return index
  }

  /** An item says again what came in pieces: it is kept, and counted, once. */
  #keep(index: number, item: JsonObject): void {
    const kept = item.type === 'message' && this.#hasText ? { type: 'message' } : item
    this.size += Math.max(0, keptBytes(kept) - Buffer.byteLength(this.#args.get(index) ?? ''))
    this.#items.set(index, kept)
  }

  *#say(text: string): Generator<ModelPart> {
    this.#hasText ||= text !== ''
    yield* this.say(text)
  }

  /** Summaries come in parts, each a paragraph of its own. */
  *#summarise(text: string, part: string): Generator<ModelPart> {
    const another = !this.#summaries.has(part) && this.#summaries.size > 0
    this.#summaries.add(part)
    this.thoughts.toldApart = true
    yield* this.think(another && text !== '' ? `\n\n${text}` : text)
  }

  #end(response: JsonObject): void {
    const error = asObject(response.error)
    if (response.status === 'failed' || error)
      failWire({ code: asString(error?.code), message: asString(error?.message) || 'failed' }, this.question)
    this.finish = asString(response.status) || 'completed'
    this.#reason = asString(asObject(response.incomplete_details)?.reason)
    this.model = asString(response.model) || this.model
    const usage = asObject(response.usage)
    if (usage)
      this.#counted = {
        input: asNumber(usage.input_tokens),
        output: asNumber(usage.output_tokens),
        cached: asNumber(asObject(usage.input_tokens_details)?.cached_tokens),
      }
    // A server that streams nothing but the end has it all there.
    for (const [at, item] of asObjects(response.output).entries()) if (!this.#items.has(at)) this.#items.set(at, item)
    this.stopped = true
  }

  *end(): Generator<ModelPart> {
    const items = [...this.#items.entries()].toSorted(([a], [b]) => a - b)
    if (!this.#hasText && this.finish !== '') yield* this.#say(items.map(([, item]) => textOf(item)).join(''))
    const calls = items.filter(([, item]) => item.type === 'function_call')
    const carried = carriedItems(items.map(([, item]) => item))
    yield* this.conclude({
      ended: this.finish !== '',
      reason: this.#reason || this.finish,
      stop: this.#stop(),
      calls: calls.map(([at, item]) => ({
        id: asString(item.call_id) || `call_${at + 1}`,
        name: this.names.fromWire(asString(item.name)),
        ...argsOf(asString(item.arguments) || (this.#args.get(at) ?? '')),
      })),
      counted: this.#counted,
      carried: carried && { wire: 'responses', model: this.request.model, items: carried },
    })
  }

  #stop(): StopReason {
    if (this.#refused || this.#reason === 'content_filter') return 'refusal'
    return this.finish === 'length' || this.#reason === 'max_output_tokens' ? 'length' : 'end'
  }
}

function textOf(item: JsonObject): string {
  if (item.type !== 'message') return ''
  return asObjects(item.content)
    .map((part) => asString(part.text) || asString(part.refusal))
    .join('')
}

/** Sealed thoughts as they came, and the places of what was said and called; nothing where there are no thoughts. */
function carriedItems(items: readonly JsonObject[]): JsonObject[] | undefined {
  if (!items.some(({ type, encrypted_content: sealed }) => type === 'reasoning' && typeof sealed === 'string'))
    return undefined
  return items.flatMap((item): JsonObject[] => {
    if (item.type === 'reasoning') {
      const { id, summary, encrypted_content: sealed } = item
      return typeof sealed === 'string'
        ? [{ type: 'reasoning', ...(id !== undefined && { id }), summary: summary ?? [], encrypted_content: sealed }]
        : []
    }
    return item.type === 'function_call' || item.type === 'message' ? [{ type: item.type }] : []
  })
}
