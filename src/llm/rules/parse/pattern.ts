import type { Span } from '../../../std/korean/spelling/span.ts'
import { inOneLine } from '../../../std/text/pattern.ts'

/** A value read from the text. `kind` is the lower-case letter that patterns use for it ({n}, {d} …). */
export interface Mark<T> extends Span {
  kind: string
  value: T
}

/** A text with its readings replaced by ⟨kind index⟩, so that patterns can be written over what remains. */
export interface Marked<T> {
  text: string
  values: T[]
}

/** Replaces the values by marks. Of overlapping values the first wins; of two that begin together, the longer one. */
export function annotate<T>(text: string, marks: Mark<T>[]): Marked<T> {
  const sorted = marks.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const values: T[] = []
  let out = ''
  let at = 0
  for (const { from, to, kind, value } of sorted) {
    if (from < at) continue
    out += `${text.slice(at, from)}⟨${kind}${values.push(value) - 1}⟩`
    at = to
  }
  return { text: out + text.slice(at), values }
}

/** Vocabulary shared by patterns. Spacing in Korean varies: a space in a pattern is optional. */
const vocabulary: Record<string, string> = {
  은: '(?:은|는|이|가|도)?',
  을: '(?:을|를)?',
  와: '(?:와|과|랑|이랑|하고|,)',
  로: '(?:으로|로)',
  // How a Korean question or request may end, after the word that carries its meaning.
  끝: inOneLine`
    (?:은|는|이|가|을|를|인|일|였|이었|이라|라)?(?:면)? ?(?:이?야|이?지요?|이?죠|이?예요|이?에요|이?니|이?냐|이?ㄴ가요?|인가요?|일까요?|까요?|나요?|인지|ㄴ지|더라|더라고요?|
    입니까|이?고|임|요)?(?: ?좀)?(?: ?(?:알려|말해|계산해|구해|가르쳐|풀어|보여)(?: ?(?:줘|봐|보세요)요?)?)?
  `,
  얼마: '(?:얼마씩|얼마|몇|뭐|무엇|답)',
}

const compiled = new Map<string, RegExp>()

/**
 * An anchored pattern over a marked text: `{n}` is a mark of kind n (its index is captured), other braces name the
 * vocabulary, a blank is optional white space (`_` is a required one), everything else is a regular expression
 * without captures.
 */
export function pattern(source: string): RegExp {
  let regex = compiled.get(source)
  if (!regex) {
    const body = source
      .replace(/\{([a-z])\}/g, '⟨$1(\\d+)⟩')
      .replace(/\{([가-힣]+)\}/g, (_, word: string) => vocabulary[word] as string)
      .replaceAll(' ', '\\s*')
      .replaceAll('_', '\\s+')
    regex = new RegExp(`^${body}$`, 'i')
    compiled.set(source, regex)
  }
  return regex
}

/**
 * One row of a grammar: the first pattern that explains the whole text is built into something; undefined from
 * `build` goes on.
 */
export type GrammarRule<T, R> = readonly [source: string, build: (...values: T[]) => R | undefined]

/**
 * The first row that explains the whole marked text. The marks that it captured, in their order, are handed to its
 * builder.
 */
export function matchFirst<T, R>(rows: readonly GrammarRule<T, R>[], { text, values }: Marked<T>): R | undefined {
  for (const [source, build] of rows) {
    const match = pattern(source).exec(text)
    if (!match) continue
    const built = build(...match.slice(1).flatMap((index) => (index === undefined ? [] : [values[Number(index)] as T])))
    if (built !== undefined) return built
  }
  return undefined
}
