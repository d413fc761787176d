import type { JsonObject, ModelPart, ModelRequest } from '../../protocol/index.ts'
import { TextBuilder } from '../../std/text/text-builder.ts'
import { CallAssembler } from '../dialects/call-assembler.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { readTextCalls, TextCalls } from '../dialects/text-calls.ts'
import { type ContentPiece, Thoughts } from '../dialects/thoughts.ts'
import { asObject, asString } from '../json-values.ts'
import { endOf, type FinishedAnswer } from './answer-end.ts'
import type { ToolNames } from './messages.ts'
import type { StreamingRequest } from './streaming-request.ts'
import { failUnreadable } from './unreadable.ts'

/** The request that a reply answers. */
export interface Asked {
  names: ToolNames
  question: StreamingRequest
  request: ModelRequest
  dialect: Pick<Dialect, 'beginsInThoughts'>
}

/** The end of an answer, as its wire tells it. */
type WireEnd = Pick<FinishedAnswer, 'ended' | 'stop' | 'counted' | 'carried'> &
  Partial<Pick<FinishedAnswer, 'calls' | 'reason'>>

/**
 * The common part of the replies of all wires. Thoughts and calls that a server left in the text are told apart from
 * what is said.
 */
export abstract class WireReply {
  protected readonly names: ToolNames
  protected readonly question: StreamingRequest
  protected readonly request: ModelRequest
  protected readonly shown = new TextBuilder()
  protected readonly calls: CallAssembler
  protected readonly thoughts: Thoughts
  #textCalls: TextCalls
  /** The model that answers, as the server calls it once it does. */
  protected model: string
  /** The wire's word for the end of the answer, once it came: the answer is whole; numbers about it may follow. */
  protected finish = ''
  stopped = false
  readonly unreadable = { all: 0, torn: 0 }
  size = 0

  constructor({ names, question, request, dialect }: Asked) {
    this.names = names
    this.question = question
    this.request = request
    this.model = question.model
    this.calls = new CallAssembler((name) => names.resolve(name) !== undefined)
    this.thoughts = new Thoughts(dialect.beginsInThoughts)
    this.#textCalls = new TextCalls(request.tools.length > 0 && !request.json, names.resolve)
  }

  get finished(): boolean {
    return this.finish !== ''
  }

  /** Yield the parts of an event. */
  abstract read(event: JsonObject): Iterable<ModelPart>

  /** Yield the parts of a whole answer; most servers send the form of an event. */
  readWhole(document: JsonObject): Iterable<ModelPart> {
    return this.read(document)
  }

  /**
   * Yield the parts of an answer that a server refused to read as a call, and sends along: Groq's `failed_generation`
   * (console.groq.com/docs/tool-use). Undefined where the words are no call of a known tool.
   */
  rescue(document: JsonObject): Iterable<ModelPart> | undefined {
    const written = asString(asObject(document.error)?.failed_generation)
    const calls = readTextCalls(written, this.names.resolve)
    if (!calls) return undefined
    this.finish = 'tool_calls'
    this.stopped = true
    return calls.flatMap(({ name, args }) => [...this.call({ index: this.calls.count, name, arguments: args })])
  }

  /** End the answer here, because it is larger than an answer may be: what came is kept, but no call of it. */
  cut(): void {
    this.calls.clear()
    this.#textCalls = new TextCalls(false, this.names.resolve)
    this.finish = 'length'
    this.stopped = true
  }

  /** Yield the words that are held back until the answer's end. */
  *flush(): Generator<ModelPart> {
    yield* this.#tell(this.thoughts.end())
    yield* this.#show(this.#textCalls.end().text)
  }

  /** Yield the parts of a piece of the answer's text. */
  protected *say(text: string): Generator<ModelPart> {
    const before = this.size
    yield* this.#tell(this.thoughts.add(text))
    // Text that is held back is work under way.
    if (text !== '' && this.size === before) yield { type: 'progress' }
  }

  protected *think(text: string): Generator<ModelPart> {
    this.size += Buffer.byteLength(text)
    if (text !== '') yield { type: 'reasoning', text }
  }

  /** Add a piece of a call. */
  protected *call(piece: JsonObject): Generator<ModelPart> {
    this.calls.add(piece)
    this.size += this.calls.takeSize()
    yield { type: 'progress' }
  }

  /** Yield what was held back, the calls, and what the answer cost. */
  protected *conclude({ calls, reason = this.finish, ...end }: WireEnd): Generator<ModelPart> {
    yield* this.#tell(this.thoughts.end())
    const { text, calls: written, isHalf } = this.#textCalls.end()
    if (isHalf && this.unreadable.torn > 0) failUnreadable(this.unreadable, this.question)
    yield* this.#show(text)
    const made = calls?.length ? calls : this.calls.calls(this.names.fromWire, written)
    const { corrected } = this.thoughts
    const { unreadable, model } = this
    const answer = { ...end, reason, unreadable, model, calls: made, shown: corrected ?? this.shown.text, corrected }
    yield* endOf(answer, this.request, this.question)
  }

  *#tell(pieces: Iterable<ContentPiece>): Generator<ModelPart> {
    for (const { type, text } of pieces)
      yield* type === 'reasoning' ? this.think(text) : this.#show(this.#textCalls.add(text))
  }

  *#show(text: string): Generator<ModelPart> {
    if (text === '') return
    this.shown.add(text)
    this.size += Buffer.byteLength(text)
    yield { type: 'text', text }
  }
}
