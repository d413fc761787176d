import { eastAsianWidth } from 'get-east-asian-width'

/**
 * Text as a terminal and a person see it: columns, graphemes, words, lines. Nothing here costs anything at import: the
 * segmenter and the property classes (9 and 2 ms) are made when the first character comes that needs them.
 */

let segmenter: Intl.Segmenter | undefined
let invisible: RegExp | undefined

/** Characters that are always a grapheme of their own next to each other: Latin, Hangul syllables, Han, kana, signs. */
function isPlain(code: number): boolean {
  if (code < 0x300) return code !== 0x0d && code !== 0xad
  if (code >= 0xac00) return code <= 0xd7a3
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096) || isSign(code)
}

/** General punctuation without its controls, arrows, mathematics, boxes, shapes, dingbats, Braille. */
function isSign(code: number): boolean {
  return (code >= 0x2190 && code <= 0x2bff) || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205e)
}

/** Index of the first UTF-16 unit that is not plain, or the length. */
function plainUpto(text: string, from = 0): number {
  let index = from
  while (index < text.length && isPlain(text.charCodeAt(index))) index++
  return index
}

/** User-perceived characters (UAX #29 extended grapheme clusters): what one Backspace removes. */
export function graphemes(text: string): string[] {
  if (plainUpto(text) === text.length) return text.split('')
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

/** Graphemes with their places, in the shape of `Intl.Segmenter.segment`: for code that was written for that one. */
export function* segmentText(text: string): Generator<{ segment: string; index: number }> {
  let index = 0
  for (const segment of graphemes(text)) {
    yield { segment, index }
    index += segment.length
  }
}

/** Offset (UTF-16) of the grapheme border after `at`; the length at the end. */
export function nextBorder(text: string, at: number): number {
  if (at >= text.length) return text.length
  const end = plainUpto(text, at)
  // Two plain neighbours are two graphemes; anything else is looked at together with what stands around it.
  if (end > at + 1 || (end === at + 1 && end === text.length)) return at + 1
  return graphemeBorders(text, at).find((border) => border > at) ?? text.length
}

/** Offset (UTF-16) of the grapheme border before `at`; 0 at the start. */
export function previousBorder(text: string, at: number): number {
  if (at <= 1) return 0
  if (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at - 2))) return at - 1
  return graphemeBorders(text, at).findLast((border) => border < at) ?? 0
}

/** True when `at` stands between two graphemes. */
export function isBorder(text: string, at: number): boolean {
  return at === 0 || at === text.length || previousBorder(text, nextBorder(text, at)) === at
}

/** All grapheme borders in the run around `at` that starts and ends between plain characters. */
function graphemeBorders(text: string, at: number): number[] {
  let start = Math.min(at, text.length)
  while (start > 0 && !(start < at && isPlain(text.charCodeAt(start)) && isPlain(text.charCodeAt(start - 1)))) start--
  let end = Math.min(at + 1, text.length)
  while (end < text.length && !(isPlain(text.charCodeAt(end)) && isPlain(text.charCodeAt(end - 1)))) end++
  const found = [start]
  for (const part of graphemes(text.slice(start, end))) found.push((found.at(-1) as number) + part.length)
  return found
}

/**
 * Columns of one code point: 0 for marks, format characters, jamo that join the one before, and controls; else 1 or
 * 2.
 */
function codeWidth(code: number): number {
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1
  if (isSign(code)) return eastAsianWidth(code)
  // Hangul syllables, of which Korean text is made: four times as quick as the search for their range.
  if (code >= 0xac00 && code <= 0xd7a3) return 2
  if (code >= 0x1160 && code <= 0x11ff) return 0
  if (eastAsianWidth(code) === 2)
    return code === 0x3099 || code === 0x309a || (code >= 0x302a && code <= 0x302d) ? 0 : 2
  if (code < 0x1100 && code > 0x36f && code < 0x483) return 1
  invisible ??= /[\p{Mn}\p{Me}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{d7b0}-\u{d7fb}]/u
  return invisible.test(String.fromCodePoint(code)) ? 0 : 1
}

/** Columns of one grapheme. Joined, flagged and emoji-styled pictures take two, whatever they are made of. */
function graphemeWidth(grapheme: string): number {
  const first = grapheme.codePointAt(0) as number
  if (grapheme.length === (first > 0xffff ? 2 : 1)) return codeWidth(first)
  if (/[\u{fe0f}\u{20e3}]|[\u{1f1e6}-\u{1f1ff}]{2}|[\u{1f3fb}-\u{1f3ff}]/u.test(grapheme)) return 2
  if (grapheme.includes('\u{200d}') && codeWidth(first) === 2) return 2
  let sum = 0
  for (const character of grapheme) sum += codeWidth(character.codePointAt(0) as number)
  return sum
}

/**
 * Columns that a terminal needs for `text`, which has no escape sequences. Controls, tabs and line ends count
 * nothing.
 */
export function width(text: string): number {
  const upto = plainUpto(text)
  let sum = 0
  for (let index = 0; index < upto; index++) {
    const code = text.charCodeAt(index)
    sum += code < 0x300 || isSign(code) ? codeWidth(code) : 2
  }
  if (upto === text.length) return sum
  // The last plain character may be the base of what follows it.
  const back = upto === 0 ? 0 : upto - 1
  if (back < upto) sum -= width(text.slice(back, upto))
  for (const grapheme of graphemes(text.slice(back))) sum += graphemeWidth(grapheme)
  return sum
}

/** `text` cut to at most `columns`, the last of them an ellipsis when something was cut. Never splits a grapheme. */
export function truncate(text: string, columns: number, ellipsis = '…'): string {
  if (width(text) <= columns) return text
  const room = columns - width(ellipsis)
  let used = 0
  let kept = ''
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme)
    if (used > room) break
    kept += grapheme
  }
  return room < 0 ? '' : kept + ellipsis
}

/** `text` filled with blanks to `columns`; longer text stays as it is. */
export function pad(text: string, columns: number, align: 'left' | 'right' | 'center' = 'left'): string {
  const free = Math.max(0, columns - width(text))
  const before = align === 'right' ? free : align === 'center' ? free >> 1 : 0
  return ' '.repeat(before) + text + ' '.repeat(free - before)
}

/** Tabs as blanks up to the next multiple of `every` columns; one line. */
export function expandTabs(line: string, every = 4): string {
  if (!line.includes('\t')) return line
  return line.split('\t').reduce((done, part) => done + ' '.repeat(every - (width(done) % every)) + part)
}

const wordCharacter = /[\p{L}\p{N}\p{M}\p{Co}_]/u

/** Start (UTF-16) of the word at or before `at`: blanks and signs are skipped, then letters and digits. */
export function wordStart(text: string, at: number): number {
  let index = at
  while (index > 0 && !isWord(text, previousBorder(text, index))) index = previousBorder(text, index)
  while (index > 0 && isWord(text, previousBorder(text, index))) index = previousBorder(text, index)
  return index
}

/** End (UTF-16) of the word at or after `at`. */
export function wordEnd(text: string, at: number): number {
  let index = at
  while (index < text.length && !isWord(text, index)) index = nextBorder(text, index)
  while (index < text.length && isWord(text, index)) index = nextBorder(text, index)
  return index
}

function isWord(text: string, at: number): boolean {
  return wordCharacter.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

export interface TextSegment {
  /** Offsets (UTF-16) in the text: [from, to). */
  from: number
  to: number
  columns: number
}

/** May a row end before and after this grapheme? Han, kana and emoji: yes. Hangul keeps its words whole, like Latin. */
function isLoose(grapheme: string, columns: number): boolean {
  const code = grapheme.charCodeAt(0)
  return columns === 2 && !(code >= 0xac00 && code <= 0xd7a3) && !(code >= 0x1100 && code <= 0x115f)
}

/**
 * One line of text (no line ends) broken into rows of at most `columns`: at blanks, beside Han and emoji, and inside
 * a word only when it is longer than half a row. A blank at a break stays at the end of its row, uncounted. At least
 * one row.
 */
export function wrap(line: string, columns: number): TextSegment[] {
  const rows: TextSegment[] = []
  let row: TextSegment = { from: 0, to: 0, columns: 0 }
  // The last place at which this row may be broken.
  let safe = { at: 0, columns: 0 }
  for (const grapheme of graphemes(line)) {
    const size = graphemeWidth(grapheme)
    const loose = isLoose(grapheme, size)
    // After a break at a blank what is left may still be too wide for one more.
    while (row.columns + size > columns && row.to > row.from && grapheme !== ' ') {
      const cut = loose || safe.columns * 2 < columns ? { at: row.to, columns: row.columns } : safe
      rows.push({ from: row.from, to: cut.at, columns: Math.min(cut.columns, columns) })
      row = { from: cut.at, to: row.to, columns: row.columns - cut.columns }
      safe = { at: cut.at, columns: 0 }
    }
    row.to += grapheme.length
    row.columns += size
    if (loose || grapheme === ' ') safe = { at: row.to, columns: row.columns }
  }
  rows.push({ ...row, columns: Math.min(row.columns, columns) })
  return rows
}

/**
 * Lines of any length as lines of at most `columns`, broken as `wrap` does; what goes on stands below where its line
 * began.
 */
export function wrapLines(text: string, columns: number): string {
  const breakLine = (line: string): string[] => {
    const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, columns >> 1)
    const rest = line.slice(indent.length)
    const rows = wrap(rest, Math.max(1, columns - indent.length))
    return rows.map(
      ({ from, to }, at) => `${indent}${at < rows.length - 1 ? rest.slice(from, to).trimEnd() : rest.slice(from, to)}`,
    )
  }
  return text.split('\n').flatMap(breakLine).join('\n')
}

/**
 * One line broken into rows wherever a row is full, as code wants it: every blank keeps its column. At least one row.
 */
export function wrapCells(line: string, columns: number): TextSegment[] {
  const rows: TextSegment[] = []
  let row: TextSegment = { from: 0, to: 0, columns: 0 }
  for (const grapheme of graphemes(line)) {
    const size = graphemeWidth(grapheme)
    if (row.columns + size > columns && row.to > row.from) {
      rows.push(row)
      row = { from: row.to, to: row.to, columns: 0 }
    }
    row.to += grapheme.length
    row.columns += size
  }
  rows.push(row)
  return rows
}
