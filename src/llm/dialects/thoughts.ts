/** A piece of an answer's content: what is said, and what is only thought. */
export interface ContentPiece {
  type: 'text' | 'reasoning'
  text: string
}

/** The marks of thoughts in content, of all the templates that models are trained with. */
const marks: readonly [open: string, close: string][] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel>thought', '<channel|>'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
]
const longestMark = Math.max(...marks.flat().map((mark) => mark.length))

/** Marks around what is said, which say nothing by themselves: those of Harmony and Cohere, and of a turn's end. */
const noiseMarks = [
  ...['<|start|>assistant', '<|channel|>final<|message|>', '<|channel|>commentary<|message|>', '<|end|>'],
  ...['<|channel|>final <|constrain|>json<|message|>', '<|return|>', '<|im_end|>', '<|eot_id|>'],
  ...['<|START_RESPONSE|>', '<|END_RESPONSE|>'],
]
/** Hunyuan's marks around what is said behind thoughts. */
const answerMarks = ['<answer>', '</answer>'] as const
const noise = new RegExp(noiseMarks.map((mark) => mark.replaceAll('|', '\\|')).join('|'), 'g')

/** Harmony's channels where a server left its marks out. */
const bareChannels = /^\s*analysis(?=[A-Z"'“가-힣])([\s\S]*?)assistant(?:final|commentary)/

/** A closing mark without an opening one: expected, not expected, or where the answer begins as thoughts do. */
export type BeginsInThoughts = 'yes' | 'no' | 'maybe'

/** The first words of thoughts. Only used to wait: the mark decides. */
const firstWords = [
  ...['okay, so', 'okay, the', 'okay, let', 'okay, i', 'ok, so', 'ok, the', 'ok, let', 'alright,', 'hmm', 'let me'],
  ...["let's", 'we need', 'we have', 'we should', 'i need to', 'i should', 'i have to', 'the user', 'user '],
  ...['first, i', 'so the user', 'so,', '사용자가', '사용자는', '음,', '음…', '음 ', '好的，', '嗯', '用户', '首先'],
]

/** Return true for a beginning of an answer that thoughts have, too. */
function soundsThoughtful(begun: string): boolean {
  const small = begun.toLowerCase()
  return firstWords.some((words) => small.startsWith(words) || words.startsWith(small))
}

/**
 * Parts the thoughts that a server leaves in the content from what is said. Thoughts stand between marks at the
 * beginning of the answer, right after other thoughts, or on a line of their own. A model whose template opens them
 * sends the closing mark only: its words are held back until that comes, or the answer ends.
 */
export class Thoughts {
  #state: 'start' | 'thinking' | 'text' = 'start'
  #close = ''
  #held = ''
  /** Text that was shown before a closing mark told that it had been a thought. */
  #mistaken = 0
  #shown = ''
  #followsThought = false
  /** Words that are said stand between marks of their own. */
  #isWrapped = false
  readonly #begins: BeginsInThoughts
  readonly #text: string[] = []
  /** The server tells thoughts apart: what its content begins with is none. */
  toldApart = false

  constructor(begins: BeginsInThoughts = 'no') {
    this.#begins = begins
  }

  /** Yield the pieces that are sure after this one. */
  *add(piece: string): Generator<ContentPiece> {
    this.#held += piece
    for (let before = ''; before !== this.#held + this.#state && this.#held !== ''; ) {
      before = this.#held + this.#state
      if (this.#state === 'thinking') yield* this.#think()
      else yield* this.#say()
    }
  }

  /** Yield what was held back at the end of the content. */
  *end(): Generator<ContentPiece> {
    const held = this.#held
    this.#held = ''
    if (this.#state === 'thinking') {
      if (held !== '') yield { type: 'reasoning', text: held }
    } else yield* this.#release(held)
  }

  /** The answer without the thoughts that were shown with it; undefined where there were none. */
  get corrected(): string | undefined {
    return this.#mistaken > 0 ? this.#text.join('').slice(this.#mistaken).trimStart() : undefined
  }

  *#tell(piece: ContentPiece): Generator<ContentPiece> {
    if (piece.type === 'text') {
      this.#text.push(piece.text)
      this.#shown = (this.#shown + piece.text).slice(-longestMark)
    }
    yield piece
  }

  *#say(): Generator<ContentPiece> {
    const bare = this.#state === 'start' ? bareChannels.exec(this.#held) : undefined
    if (bare) {
      this.#held = this.#held.slice(bare[0].length)
      this.#followsThought = true
      yield* this.#tell({ type: 'reasoning', text: bare[1] ?? '' })
      return
    }
    const open = this.#firstOpen()
    const closing = this.#firstClose(open?.at ?? this.#held.length)
    if (closing) {
      const thought = this.#held.slice(0, closing.at)
      this.#held = this.#held.slice(closing.at + closing.mark.length)
      const type = this.#state === 'start' ? 'reasoning' : 'text'
      if (thought !== '') yield* this.#tell({ type, text: thought })
      if (type === 'text') this.#mistaken = this.#text.join('').length
      this.#followsThought = true
    } else if (open) {
      yield* this.#release(this.#held.slice(0, open.at))
      this.#held = this.#held.slice(open.at)
      // A later block is one only when it ends: it may be an example.
      if (this.#state === 'text' && !this.#held.includes(open.close)) return
      this.#held = this.#held.slice(open.mark.length).replace(/^\n/, '')
      this.#close = open.close
      this.#state = 'thinking'
    } else if (!this.#waits()) {
      const sure = this.#held.slice(0, this.#held.length - heldBack(this.#held))
      const text = this.#isWrapped ? sure.trimEnd() : sure
      this.#held = this.#held.slice(text.length)
      yield* this.#release(text)
    }
  }

  /** Return true while the beginning of an answer may still turn out to be thoughts. */
  #waits(): boolean {
    if (this.#state !== 'start') return false
    const begun = this.#held.trimStart()
    if (begun === '') return true
    if (marks.some(([mark]) => mark.startsWith(begun.slice(0, mark.length)))) return true
    if ('analysis'.startsWith(begun) || /^analysis[A-Z"'“가-힣]/.test(begun)) return true
    if (this.#toldOrFollows()) return false
    return this.#begins === 'yes' || (this.#begins === 'maybe' && soundsThoughtful(begun))
  }

  #toldOrFollows(): boolean {
    return this.toldApart || this.#followsThought
  }

  *#release(text: string): Generator<ContentPiece> {
    const clean = this.#isWrapped ? text.replace(noise, '').replace(/\s*<\/answer>\s*/, '') : text.replace(noise, '')
    const said = this.#followsThought ? this.#unwrap(clean.trimStart()) : clean
    if (said === '' || (this.#state === 'start' && said.trim() === '' && clean !== text)) return
    this.#followsThought = false
    this.#state = 'text'
    yield* this.#tell({ type: 'text', text: said })
  }

  #unwrap(text: string): string {
    const isMarked = text.startsWith(answerMarks[0])
    this.#isWrapped ||= isMarked
    return isMarked
      ? text
          .slice(answerMarks[0].length)
          .replace(/\s*<\/answer>\s*/, '')
          .trimStart()
      : text
  }

  /** Return the first opening mark that stands where thoughts may begin. */
  #firstOpen(): { at: number; mark: string; close: string } | undefined {
    const found = marks.flatMap(([mark, close]) => {
      const at = this.#held.indexOf(mark)
      const before = this.#shown + this.#held.slice(0, Math.max(at, 0)).replace(noise, '')
      return at >= 0 && (before.trim() === '' || /\n\s*$/.test(before)) ? [{ at, mark, close }] : []
    })
    return found.toSorted((a, b) => a.at - b.at)[0]
  }

  /** Return the first closing mark before `end` that has no opening one before it, and is not spoken of. */
  #firstClose(end: number): { at: number; mark: string } | undefined {
    if (this.#mistaken > 0) return undefined
    const found = marks.slice(0, -2).flatMap(([open, mark]) => {
      const at = this.#held.indexOf(mark)
      const before = this.#shown + this.#held.slice(0, Math.max(at, 0))
      return at >= 0 && at < end && !before.includes(open) && !/[`"'( ]$/.test(before) ? [{ at, mark }] : []
    })
    return found.toSorted((a, b) => a.at - b.at)[0]
  }

  *#think(): Generator<ContentPiece> {
    const end = this.#held.indexOf(this.#close)
    if (end < 0) {
      const safe = this.#held.length - heldBack(this.#held)
      if (safe > 0) yield* this.#tell({ type: 'reasoning', text: this.#held.slice(0, safe) })
      this.#held = this.#held.slice(safe)
      return
    }
    if (end > 0) yield* this.#tell({ type: 'reasoning', text: this.#held.slice(0, end) })
    this.#held = this.#held.slice(end + this.#close.length)
    this.#followsThought = true
    this.#state = this.#text.length > 0 ? 'text' : 'start'
  }
}

/** Return the number of letters at the end that may be the beginning of a mark. */
function heldBack(text: string): number {
  const all = [...marks.flat(), ...noiseMarks, ...answerMarks]
  for (let length = Math.min(50, text.length); length > 0; length--)
    if (all.some((mark) => mark.startsWith(text.slice(-length)))) return length
  return 0
}
