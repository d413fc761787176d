import {
  type Envelope,
  type Event,
  type Failure,
  failureOf,
  type JsonObject,
  type TurnEnding,
} from '../../../protocol/index.ts'

/** Tokens of one answer, over all requests that it took. */
export interface Tokens {
  input: number
  output: number
  cached: number
}

/** Events of a turn for a reader of words alone: pieces of the answer, a sign of life, one ending. */
export type StoryEvent =
  | { type: 'text'; text: string }
  /** Something is done inside: the answer will take a while. */
  | { type: 'working' }
  | { type: 'done'; tokens: Tokens; cut: boolean }
  | { type: 'failed'; failure: Failure; tokens: Tokens }

/** The words of a turn as one text, each once: what a model said before a tool ran, and what no model streamed. */
export class TurnStory {
  /** Everything told so far. */
  text = ''
  readonly tokens: Tokens = { input: 0, output: 0, cached: 0 }
  /** A service asked or told something. */
  isServed = false
  #call: number | undefined
  /** The text of the last request so far. */
  #last = ''

  #gap(): string {
    return this.text === '' || this.text.endsWith('\n\n') ? '' : '\n\n'
  }

  *tell(event: Event): Generator<StoryEvent> {
    switch (event.type) {
      case 'text.added':
        if (event.call !== this.#call) yield* this.#add(this.#gap())
        if (event.call !== this.#call) this.#last = ''
        this.#call = event.call
        this.#last += event.text
        yield* this.#add(event.text)
        return
      case 'tool.called':
      case 'step.started':
        yield { type: 'working' }
        return
      case 'model.answered':
        this.tokens.input += event.usage.input
        this.tokens.output += event.usage.output
        this.tokens.cached += event.usage.cached
        return
      case 'turn.done':
        this.isServed = event.state !== undefined
        yield* this.#add(this.#rest(event.text))
        yield* this.#add(receiptText(event))
        yield { type: 'done', tokens: this.tokens, cut: false }
        return
      case 'turn.cancelled':
        yield { type: 'done', tokens: this.tokens, cut: true }
        return
      case 'turn.failed':
        yield { type: 'failed', failure: event.failure, tokens: this.tokens }
        return
      default:
        return
    }
  }

  *#add(text: string): Generator<StoryEvent> {
    if (text === '') return
    this.text += text
    yield { type: 'text', text }
  }

  /** The part of a whole answer that was not streamed. */
  #rest(whole: string): string {
    if (this.#last !== '' && whole.startsWith(this.#last)) return whole.slice(this.#last.length)
    return this.text.endsWith(whole) ? '' : this.#gap() + whole
  }
}

/** The receipt of a turn as it stands below its answer; empty for none. */
export const receiptText = ({ receipt }: TurnEnding): string =>
  receipt && receipt.lines.length > 0 ? `\n\n${receipt.lines.join(' · ')}` : ''

/** Follows a turn; one whose end cannot be told any more has failed. */
export async function* tellTurn(story: TurnStory, events: AsyncIterable<Envelope>): AsyncGenerator<StoryEvent> {
  try {
    for await (const { event } of events) {
      for (const told of story.tell(event)) {
        yield told
        if (told.type === 'done' || told.type === 'failed') return
      }
    }
    yield { type: 'done', tokens: story.tokens, cut: true }
  } catch (error) {
    yield { type: 'failed', failure: failureOf(error), tokens: story.tokens }
  }
}

/** Tokens as chat completions count them. */
export const completionTokens = ({ input, output, cached }: Tokens): JsonObject => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
})

/** Tokens as responses count them. */
export const responseTokens = ({ input, output, cached }: Tokens): JsonObject => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
})
