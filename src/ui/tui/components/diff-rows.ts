import { expandTabs, wrapCells } from '../../../std/text/text.ts'
import { type Role, type StyledSpan, span, wrapSpans } from '../terminal/style.ts'

/** More words than this in a line are not compared: the line is shown as replaced. */
const mostWords = 200

/**
 * Rows of an effect: lines that begin with `- ` and `+ ` as a diff with the changed words marked, all others as they
 * are.
 */
export function diffRows(text: string, columns: number): StyledSpan[][] {
  return markLines(text.split('\n').map(expandTabs)).flatMap((line) =>
    wrapSpans(line, Math.max(1, columns), wrapCells, false),
  )
}

/** True when the text holds a line that was added or removed. */
function isDiff(text: string): boolean {
  return /^[+-] /m.test(text)
}

function markLines(lines: readonly string[]): StyledSpan[][] {
  const rows: StyledSpan[][] = []
  for (let at = 0; at < lines.length; ) {
    const removed = runOfLines(lines, at, '- ')
    const added = runOfLines(lines, at + removed.length, '+ ')
    if (removed.length + added.length === 0) {
      rows.push([span(lines[at++] as string, ...(isDiff(lines.join('\n')) ? (['dim'] as const) : []))])
      continue
    }
    at += removed.length + added.length
    // Lines are compared one by one only where as many came as went.
    const pairs =
      removed.length === added.length ? removed.map((line, index) => compareLines(line, added[index] as string)) : []
    removed.forEach(
      (line, index) => void rows.push(signedSpans('- ', pairs[index]?.[0] ?? [span(line, 'removed')], 'removed')),
    )
    added.forEach(
      (line, index) => void rows.push(signedSpans('+ ', pairs[index]?.[1] ?? [span(line, 'added')], 'added')),
    )
  }
  return rows
}

function runOfLines(lines: readonly string[], from: number, sign: string): string[] {
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith(sign))
  return lines.slice(from, end < 0 ? undefined : end).map((line) => line.slice(sign.length))
}

const signedSpans = (sign: string, spans: StyledSpan[], role: Role): StyledSpan[] => [span(sign, role), ...spans]

/** Both lines with the words that differ marked, by their longest common subsequence. */
function compareLines(before: string, after: string): [StyledSpan[], StyledSpan[]] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  if (a.length > mostWords || b.length > mostWords) return [[span(before, 'removed')], [span(after, 'added')]]
  const common = a.map(() => b.map(() => 0))
  const lengthAt = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as number[])[j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  const [left, right]: [StyledSpan[], StyledSpan[]] = [[], []]
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      left.push(span(a[i++] as string, 'removed'))
      right.push(span(b[j++] as string, 'added'))
    } else if (j >= b.length || (i < a.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      left.push(span(a[i++] as string, 'removed', 'changed'))
    else right.push(span(b[j++] as string, 'added', 'changed'))
  }
  return [left, right]
}

/** Words, runs of blanks, and every other sign alone. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? []
}
