/** A stretch of the text that was read: `text.slice(from, to)` is exactly it. UTF-16 positions. */
export interface Span {
  from: number
  to: number
}

/** Return the span of a match of a pattern. */
export const spanOf = ({ index, 0: said }: RegExpExecArray): Span => ({ from: index, to: index + said.length })

/** List the spans of every match of a global pattern. */
export const matchSpans = (text: string, shape: RegExp): Span[] => [...text.matchAll(shape)].map(spanOf)

/** Return true if two spans share a character. */
export const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to

/** Return true if a span shares a character with one of several. */
export const touchesAny = (one: Span, others: readonly Span[]): boolean => others.some((other) => overlaps(one, other))

/**
 * The same text in half-width characters and small Latin letters, position for position ("５만원" → "5만원", "３ＰＭ" → "3pm").
 * Readers match on it and report positions of the original.
 */
export function plain(text: string): string {
  const narrow = /[\uFF01-\uFF5E\uFFE6\u3000\u00A0]/.test(text)
    ? text
        .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
        .replace(/[\u3000\u00A0]/g, ' ')
        .replace(/\uFFE6/g, '₩')
    : text
  return narrow.replace(/[A-Z]+/g, (word) => word.toLowerCase())
}

/** True if a reader may start a word at `at`: the beginning, or after something that is no letter and no digit. */
export function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[가-힣a-zA-Z0-9]/.test(text[at - 1] as string)
}

/** Of one kind, a sentence holds no more than this that anybody would act on. */
const most = 8

/** Return the findings of one reader, one after the other: a stretch that was read is blanked out for the next look. */
export function everyRead<R extends Span>(text: string, read: (rest: string) => R | undefined): R[] {
  const found: R[] = []
  let rest = text
  for (let hit = read(rest); hit && hit.to > hit.from && found.length < most; hit = read(rest)) {
    found.push(hit)
    rest = rest.slice(0, hit.from) + '·'.repeat(hit.to - hit.from) + rest.slice(hit.to)
  }
  return found
}
