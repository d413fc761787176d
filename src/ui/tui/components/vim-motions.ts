import { nextBorder, previousBorder, width } from '../../../std/text/text.ts'

/** A text and a caret in it, in UTF-16 units between two graphemes. */
export interface CaretSpot {
  text: string
  at: number
}

/** Target of a motion, and its reach for an operator: up to there, the grapheme there too, or whole lines. */
export interface MotionTarget {
  at: number
  takes: 'upto' | 'through' | 'lines'
}

/** Purpose of a motion: moving, or an operator that changes its way. */
export type MotionPurpose = 'move' | 'd' | 'c' | 'y'

/** Return where the line of `at` begins. */
export const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)
/** Return where the line of `at` ends: before its break. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** The first character of a line that is no blank; the last one of a line of blanks. */
export function firstInk(text: string, at: number): number {
  const [from, end] = [lineStart(text, at), lineEnd(text, at)]
  const ink = text.slice(from, end).search(/[^ \t]/)
  return ink >= 0 ? from + ink : onLine(text, end)
}

/** Before the last grapheme of the line where `at` stands behind it: the caret of normal mode. */
export function onLine(text: string, at: number): number {
  const isEnd = at === text.length || text[at] === '\n'
  return isEnd && at > lineStart(text, at) ? previousBorder(text, at) : at
}

/** Blank, part of a word, or another character: a word is a run of one of the last two. */
function kindAt(text: string, at: number): 0 | 1 | 2 {
  const character = text.slice(at, at + 2)
  if (at >= text.length || /^\s/u.test(character)) return 0
  return /^[\p{L}\p{M}\p{N}_]/u.test(character) ? 1 : 2
}

const isEmptyLine = (text: string, at: number): boolean =>
  (at === 0 || text[at - 1] === '\n') && (at === text.length || text[at] === '\n')
const isLineEnd = (text: string, at: number): boolean => at === text.length || text[at] === '\n'

/** To the beginning of the next word. What is taken of the last word of a line ends with it. */
function nextWord({ text, at: from }: CaretSpot, count: number, purpose: MotionPurpose): MotionTarget | undefined {
  let at = from
  for (let left = count; left > 0; left--) {
    const [kind, isLast] = [kindAt(text, at), text.indexOf('\n', at) < 0]
    const stops = purpose !== 'move' && left === 1
    const step = (): boolean => {
      const crosses = text[at] === '\n'
      at = nextBorder(text, at)
      return (stops && (crosses || isLineEnd(text, at))) || (isLast && at === text.length)
    }
    if (at === text.length || step()) break
    while (kind !== 0 && kindAt(text, at) === kind) if (step()) return { at, takes: 'upto' }
    while (kindAt(text, at) === 0 && at < text.length && !isEmptyLine(text, at)) {
      if (step()) return { at, takes: 'upto' }
    }
  }
  return purpose === 'move' && onLine(text, at) === from ? undefined : { at, takes: 'upto' }
}

/** To the end of the word; `stays`: one that ends here is enough. */
function wordEnd({ text, at: from }: CaretSpot, count: number, stays: boolean): MotionTarget {
  let at = from
  const skip = (kind: number): void => {
    while (at < text.length && kindAt(text, at) === kind) at = nextBorder(text, at)
  }
  for (let left = count; left > 0; left--) {
    const kind = kindAt(text, at)
    const isEnough = stays && left === count && kind !== 0
    at = nextBorder(text, at)
    if (kind !== 0 && kindAt(text, at) === kind) skip(kind)
    else if (!isEnough) {
      skip(0)
      if (at === text.length) break
      skip(kindAt(text, at))
    }
    at = previousBorder(text, at)
  }
  return { at: onLine(text, at), takes: 'through' }
}

function wordStart({ text, at: from }: CaretSpot, count: number, purpose: MotionPurpose): MotionTarget | undefined {
  let at = from
  for (let left = count; left > 0; left--) {
    if (at === 0) return purpose === 'move' && from > 0 ? { at, takes: 'upto' } : undefined
    at = previousBorder(text, at)
    while (at > 0 && kindAt(text, at) === 0 && !isEmptyLine(text, at)) at = previousBorder(text, at)
    const kind = kindAt(text, at)
    while (kind !== 0 && at > 0 && kindAt(text, previousBorder(text, at)) === kind) at = previousBorder(text, at)
    if (at === 0 && !isEmptyLine(text, at)) break
  }
  return { at, takes: 'upto' }
}

/** Lines up or down, to the same column of cells; `goal` is that column. */
function otherLine({ text, at }: CaretSpot, count: number, goal: number): MotionTarget | undefined {
  let line = lineStart(text, at)
  for (let left = Math.abs(count); left > 0; left--) {
    const end = lineEnd(text, line)
    if (count > 0 ? end === text.length : line === 0) break
    line = count > 0 ? end + 1 : lineStart(text, line - 1)
  }
  return line === lineStart(text, at) ? undefined : { at: atColumn(text, line, goal), takes: 'lines' }
}

/** The column of cells at which `at` stands in its line. */
export const columnOf = (text: string, at: number): number => width(text.slice(lineStart(text, at), at))

function atColumn(text: string, line: number, goal: number): number {
  const end = lineEnd(text, line)
  let at = line
  while (at < end && columnOf(text, nextBorder(text, at)) <= goal) at = nextBorder(text, at)
  return onLine(text, at)
}

function moveSideways({ text, at: from }: CaretSpot, count: number, purpose: MotionPurpose): MotionTarget | undefined {
  let at = from
  const [start, end] = [lineStart(text, from), lineEnd(text, from)]
  for (let left = Math.abs(count); left > 0; left--) at = count < 0 ? previousBorder(text, at) : nextBorder(text, at)
  at = Math.max(start, Math.min(end, at))
  const to = purpose === 'move' ? onLine(text, at) : at
  return to === from ? undefined : { at: to, takes: 'upto' }
}

/** To the end of a line, `count` - 1 lines below. */
function endOfLine({ text, at }: CaretSpot, count: number): MotionTarget | undefined {
  const below = count > 1 ? otherLine({ text, at }, count - 1, 0) : { at }
  return below && { at: onLine(text, lineEnd(text, below.at)), takes: 'through' }
}

/** To a line by its number from 1 on, at its first character that is no blank. */
function toLine(text: string, number: number): MotionTarget {
  const lines = text.split('\n')
  const line = lines.slice(0, Math.min(number, lines.length) - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return { at: firstInk(text, line), takes: 'lines' }
}

/**
 * Return where a motion of Vim leads from here; undefined where it leads nowhere. `count` is absent where none was
 * typed, `goal` the column that j and k aim for.
 */
export function moveBy(
  spot: CaretSpot,
  motion: string,
  count: number | undefined,
  purpose: MotionPurpose,
  goal: number,
): MotionTarget | undefined {
  const [{ text, at }, times] = [spot, count ?? 1]
  const isInk = kindAt(text, at) !== 0
  if (motion === 'h') return moveSideways(spot, -times, purpose)
  if (motion === 'l') return moveSideways(spot, times, purpose)
  if (motion === 'j') return otherLine(spot, times, goal)
  if (motion === 'k') return otherLine(spot, -times, goal)
  // "cw" leaves the blanks behind a word.
  if (motion === 'w') return purpose === 'c' && isInk ? wordEnd(spot, times, true) : nextWord(spot, times, purpose)
  if (motion === 'e') return wordEnd(spot, times, false)
  if (motion === 'b') return wordStart(spot, times, purpose)
  if (motion === '0') return { at: lineStart(text, at), takes: 'upto' }
  if (motion === '^') return { at: firstInk(text, at), takes: 'upto' }
  if (motion === '$') return endOfLine(spot, times)
  if (motion === 'gg') return toLine(text, times)
  return motion === 'G' ? toLine(text, count ?? Number.MAX_SAFE_INTEGER) : undefined
}

/** Text that an operator takes: a part, or whole lines without the break behind them. */
export interface Range {
  from: number
  upto: number
  isLines: boolean
}

/** Return what lies between here and there. */
export function motionRange(spot: CaretSpot, to: MotionTarget, purpose: MotionPurpose): Range {
  const range = rangeBetween(spot, to)
  const { text } = spot
  const { from, upto } = range
  // Take whole lines if nothing but blanks of several lines would be left.
  const isBlank = !/[^ \t]/.test(text.slice(lineStart(text, from), from) + text.slice(upto, lineEnd(text, upto)))
  const isAll = purpose === 'd' && isBlank && text.slice(from, upto).includes('\n')
  return isAll ? { from: lineStart(text, from), upto: lineEnd(text, upto), isLines: true } : range
}

function rangeBetween({ text, at }: CaretSpot, to: MotionTarget): Range {
  const [from, last] = [Math.min(at, to.at), Math.max(at, to.at)]
  if (to.takes === 'lines') return { from: lineStart(text, from), upto: lineEnd(text, last), isLines: true }
  if (to.takes === 'through')
    return { from, upto: isLineEnd(text, last) ? last : nextBorder(text, last), isLines: false }
  // Up to the beginning of a line means up to the end of the one before; from the beginning of another line on, whole
  // lines.
  const isBelow = last > from && text[last - 1] === '\n' && text.slice(from, last).includes('\n')
  if (!isBelow) return { from, upto: last, isLines: false }
  const upto = last - 1
  return from <= firstInk(text, from)
    ? { from: lineStart(text, from), upto, isLines: true }
    : { from, upto, isLines: false }
}
