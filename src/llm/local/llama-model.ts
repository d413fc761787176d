import type { AddonContext, AddonModel, AddonSampler, LlamaAddon } from './addon.ts'
import { chatText, contentMarks, templateByMarks } from './chat-template.ts'
import type { GgufFacts } from './gguf.ts'
import { isLooping } from './loop.ts'
import type { PrefixStore } from './prefix-store.ts'
import type { FromLocalEngine, LocalMessage, ToLocalEngine } from './protocol.ts'

export type LocalRequest = Extract<ToLocalEngine, { do: 'ask' }>
type Told = FromLocalEngine extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never

/** Tokens that are read in one step; between two steps an abort is seen. */
const batchTokens = 256
/** Conversations whose beginning is kept. */
const sequences = 2
/** One measurement of a number of threads takes no longer, in milliseconds. */
const trialMs = 300
/** Tokens that the penalty for repetition looks back on. */
const penaltyTokens = 64

/** Limits of a loaded model, and the store of its system prompts. */
interface LlamaOptions {
  window: number
  threads: number
  gpuLayers: number
  prefixes?: PrefixStore | undefined
}

/** Tokens of one kept conversation, as they stand in the engine's memory. */
interface Sequence {
  tokens: number[]
  usedAt: number
}

/** A loaded model: it answers one request at a time and keeps the beginnings of the last conversations. */
export class LlamaModel {
  readonly #addon: LlamaAddon
  readonly #model: AddonModel
  readonly #context: AddonContext
  readonly #sampler: AddonSampler
  readonly #facts: GgufFacts
  readonly #window: number
  readonly #sequences: Sequence[] = Array.from({ length: sequences }, () => ({ tokens: [], usedAt: 0 }))
  #uses = 0
  readonly #prefixes: PrefixStore | undefined
  threads: number

  private constructor(
    addon: LlamaAddon,
    model: AddonModel,
    context: AddonContext,
    facts: GgufFacts,
    { window, threads, prefixes }: Omit<LlamaOptions, 'gpuLayers'>,
  ) {
    this.#addon = addon
    this.#model = model
    this.#context = context
    this.#sampler = new addon.AddonSampler(model)
    this.#facts = facts
    this.#window = window
    this.#prefixes = prefixes
    this.threads = threads
  }

  /** Load a model file. Undefined if llama.cpp cannot use it. */
  static async load(
    addon: LlamaAddon,
    path: string,
    facts: GgufFacts,
    options: LlamaOptions,
  ): Promise<LlamaModel | undefined> {
    const { window, threads, gpuLayers } = options
    const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers, useMmap: true })
    if (!(await model.init())) return undefined
    const context = new addon.AddonContext(model, {
      contextSize: window * sequences,
      batchSize: batchTokens,
      sequences,
      threads,
      flashAttention: false,
      swaFullCache: true,
    })
    return (await context.init()) ? new LlamaModel(addon, model, context, facts, options) : undefined
  }

  /** Answer a request; `tell` hears of it as it goes. Rejects with the signal's reason between two tokens. */
  async answer(request: LocalRequest, tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
    const { tokens, prefix } = this.#tokensOf(request.messages)
    if (tokens.length + 16 > this.#window) return tell({ type: 'failed', fault: 'long' })
    const begun = performance.now()
    const { sequence, index, cached: kept } = this.#reuse(tokens)
    const cached = await this.#loadPrefix(sequence, index, tokens.slice(0, prefix), kept)
    let logit = -1
    for (let at = cached; at < tokens.length; at = sequence.tokens.length) {
      signal.throwIfAborted()
      // A step ends where the system prompt does: its state is what is kept.
      const part = tokens.slice(at, at < prefix ? Math.min(prefix, at + batchTokens) : at + batchTokens)
      logit = await this.#decode(index, at, part)
      sequence.tokens.push(...part)
      tell({ type: 'reading', read: sequence.tokens.length, of: tokens.length })
      if (sequence.tokens.length === prefix) await this.#prefixes?.save(this.#context, index, sequence.tokens)
    }
    const read = performance.now()
    const written = await this.#write(request, { sequence, index, logit }, tell, signal)
    const times = { readMs: read - begun, writeMs: performance.now() - read }
    tell({ type: 'end', input: tokens.length, cached, threads: this.threads, ...times, ...written })
  }

  /** Decode up to so many tokens with so many threads, and return the tokens per second. Nothing of it is kept. */
  async measure(threads: number, tokens: number): Promise<number> {
    this.#context.setThreads(threads)
    const begun = performance.now()
    let done = 0
    for (; done < tokens && performance.now() - begun < trialMs; done++)
      await this.#decode(sequences - 1, done, [this.#model.tokenEos()])
    this.#forget(sequences - 1)
    return (1_000 * done) / (performance.now() - begun)
  }

  /** Use so many threads from now on. */
  setThreads(threads: number): void {
    this.threads = threads
    this.#context.setThreads(threads)
  }

  async #write(
    { grammar, trigger, temperature, maxTokens }: LocalRequest,
    { sequence, index, logit: first }: { sequence: Sequence; index: number; logit: number },
    tell: (told: Told) => void,
    signal: AbortSignal,
  ): Promise<{ stop: 'end' | 'length' | 'loop'; output: number }> {
    const written: number[] = []
    const text = new TokenText(this.#model)
    let rule = grammar === undefined ? undefined : this.#grammar(grammar)
    let logit = first
    const most = Math.min(maxTokens, this.#window - sequence.tokens.length - 1)
    while (written.length < most) {
      signal.throwIfAborted()
      this.#sampler.applyConfig({
        temperature,
        topK: 40,
        topP: 0.9,
        ...(rule
          ? { grammarEvaluationState: rule }
          : { repeatPenalty: 1.1, repeatPenaltyTokens: Uint32Array.from(written.slice(-penaltyTokens)) }),
      })
      const token = await this.#context.sampleToken(logit, this.#sampler)
      if (token < 0 || this.#model.isEogToken(token)) return { stop: 'end', output: written.length }
      written.push(token)
      const piece = text.add(token)
      if (piece) tell({ type: 'text', text: piece })
      // The grammar begins right behind its trigger, when the model has opened a call by itself.
      if (!rule && trigger && text.all.trimEnd().endsWith(trigger.text)) rule = this.#grammar(trigger.grammar)
      if (!rule && isLooping(written)) return { stop: 'loop', output: written.length }
      logit = await this.#decode(index, sequence.tokens.length, [token])
      sequence.tokens.push(token)
    }
    const rest = text.end()
    if (rest) tell({ type: 'text', text: rest })
    return { stop: 'length', output: written.length }
  }

  #grammar(text: string): object {
    return new this.#addon.AddonGrammarEvaluationState(
      this.#model,
      new this.#addon.AddonGrammar(text, { addonExports: this.#addon }),
    )
  }

  /** Read these tokens at a place of a sequence; return the handle for sampling behind the last. */
  async #decode(sequence: number, at: number, tokens: readonly number[]): Promise<number> {
    this.#context.initBatch(tokens.length)
    const [logit] = this.#context.addToBatch(
      sequence,
      at,
      Uint32Array.from(tokens),
      Uint32Array.from([tokens.length - 1]),
    )
    await this.#context.decodeBatch()
    return logit ?? -1
  }

  /** Choose the sequence that begins most alike, else the one unused for longest, and cut it where it differs. */
  #reuse(tokens: readonly number[]): { sequence: Sequence; index: number; cached: number } {
    const shared = this.#sequences.map((one) => sharedLength(one.tokens, tokens))
    const most = Math.max(...shared)
    const oldest = Math.min(...this.#sequences.map(({ usedAt }) => usedAt))
    const index = most >= 16 ? shared.indexOf(most) : this.#sequences.findIndex(({ usedAt }) => usedAt === oldest)
    const sequence = this.#sequences[index] as Sequence
    // The last token is always read again: its result is what the first new token is drawn from.
    let cached = Math.min(shared[index] ?? 0, tokens.length - 1)
    if (cached === 0 || !this.#context.removeTokenCellsFromSequence(index, cached, -1)) {
      this.#forget(index)
      cached = 0
    }
    sequence.tokens.length = cached
    sequence.usedAt = ++this.#uses
    return { sequence, index, cached }
  }

  /** Take the state of the system prompt from disk if more of it is there than in memory; return the tokens held. */
  async #loadPrefix(sequence: Sequence, index: number, prefix: readonly number[], kept: number): Promise<number> {
    if (!this.#prefixes || kept >= prefix.length) return kept
    this.#forget(index)
    if (!(await this.#prefixes.load(this.#context, index, prefix, this.#window))) {
      this.#forget(index)
      return 0
    }
    sequence.tokens.push(...prefix)
    return prefix.length
  }

  #forget(index: number): void {
    this.#context.disposeSequence(index)
    const sequence = this.#sequences[index]
    if (sequence) sequence.tokens.length = 0
  }

  /** Tokens of a conversation: marks of the template are read as such, in words of people they are plain text. */
  #tokensOf(messages: readonly LocalMessage[]): { tokens: number[]; prefix: number } {
    const model = this.#model
    const [bos, eos] = [model.getTokenString(model.tokenBos()), model.getTokenString(model.tokenEos())]
    const render = (template: string, variables: Record<string, unknown>) =>
      new this.#addon.AddonJinjaRenderer(template).render({ bos_token: bos, eos_token: eos, ...variables })
    const template = this.#facts.template ?? templateByMarks((mark) => model.tokenize(mark, true).length === 1)
    const text = chatText(messages, template, render)
    const pieces = text
      .split(contentMarks)
      .map((piece, at) =>
        at % 2 === 0
          ? [...model.tokenize(piece, true)]
          : [...model.tokenize(messages[Number(piece)]?.text ?? '', false)],
      )
    const wantsBos = model.shouldPrependBosToken() && pieces.flat()[0] !== model.tokenBos()
    const begin = wantsBos ? [model.tokenBos()] : []
    const system = messages[0]?.role === 'system' ? pieces.slice(0, 2) : []
    return { tokens: [...begin, ...pieces.flat()], prefix: system.length > 0 ? begin.length + system.flat().length : 0 }
  }
}

function sharedLength(before: readonly number[], now: readonly number[]): number {
  let at = 0
  while (at < before.length && at < now.length && before[at] === now[at]) at++
  return at
}

/** Bytes of a letter may come in several tokens: text is given once its letters are whole. */
class TokenText {
  readonly #model: AddonModel
  #open: number[] = []
  all = ''
  constructor(model: AddonModel) {
    this.#model = model
  }

  add(token: number): string {
    this.#open.push(token)
    const text = this.#model.detokenize(Uint32Array.from(this.#open), false)
    if (text.endsWith('\ufffd') && this.#open.length < 8) return ''
    this.#open = []
    this.all += text
    return text
  }

  end(): string {
    const text = this.#open.length > 0 ? this.#model.detokenize(Uint32Array.from(this.#open), false) : ''
    this.#open = []
    this.all += text
    return text
  }
}
