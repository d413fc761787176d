/** A piece of text as a PDF places it: left edge, baseline (upwards), width and size of the letters, in points. */
export interface PdfText {
  text: string
  x: number
  y: number
  width: number
  size: number
  /** Written from right to left. */
  rtl: boolean
}

/** Neighbouring text of one line, without a wide gap in it. */
interface Segment {
  items: PdfText[]
  from: number
  to: number
  size: number
}

type SegmentRow = Segment[]

/** Gaps that part columns, and cells of a row that is one of a table, in sizes of the letters. */
const gapOf = { columns: 1.2, cells: 0.5 }
/** The least width of columns that hold sentences, in sizes of the letters. */
const proseWidth = 12
/** So many rows on each side make a column, so many rows a region. */
const leastRows = 3
/** Places that are tried for a gap between columns. */
const mostPlaces = 60
/** A page with more rows is no page of a document. */
const mostRows = 1_000

/**
 * The lines of a page in the order of reading: columns of sentences one after the other, rows of tables as one line
 * each with their cells parted by " | ".
 */
export function pageTexts(items: readonly PdfText[]): string[] {
  const rows = linesOf(items).map((line) => segmentsOf(line, gapOf.columns))
  return regionTexts(rows, tableText, 0)
}

/** Gather the items of each line, from the top of the page, each from the left. */
function linesOf(items: readonly PdfText[]): PdfText[][] {
  const lines: { y: number; size: number; items: PdfText[] }[] = []
  for (const item of [...items].sort((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (item.text.trim() === '') continue
    if (last && last.y - item.y < Math.max(last.size, item.size) * 0.5) {
      last.items.push(item)
      last.size = Math.max(last.size, item.size)
    } else lines.push({ y: item.y, size: item.size, items: [item] })
  }
  return lines.map((line) => line.items.sort((a, b) => a.x - b.x))
}

function segmentsOf(items: readonly PdfText[], widest: number): SegmentRow {
  const segments: Segment[] = []
  for (const item of items) {
    const last = segments.at(-1)
    const to = item.x + item.width
    if (last && item.x - last.to <= widest * Math.max(last.size, item.size)) {
      last.items.push(item)
      last.to = Math.max(last.to, to)
    } else segments.push({ items: [item], from: item.x, to, size: item.size })
  }
  return segments
}

/** A row in which something stands far from something else is one of a table, with nearer cells, too. */
function tableText(row: SegmentRow): string {
  const cells = row.length === 1 ? row : row.flatMap(({ items }) => segmentsOf(items, gapOf.cells))
  return cells.map(({ items }) => textOf(items)).join(' | ')
}

/** A line of sentences; a justified one may have gaps. */
const proseText = (row: SegmentRow) => textOf(row.flatMap(({ items }) => items))

function textOf(items: readonly PdfText[]): string {
  const isRtl = items.filter(({ rtl }) => rtl).length > items.length / 2
  let [whole, to] = ['', Number.NEGATIVE_INFINITY]
  for (const { text, x, width, size } of items) {
    const space = whole !== '' && isSpace((x - to) / size, whole, text) ? ' ' : ''
    whole = isRtl ? text + space + whole : whole + space + text
    to = Math.max(to, x + width)
  }
  return whole.replace(/\s+/g, ' ').trim()
}

/** Tell whether a gap is a space. Programs set numbers a little apart from Hangul: “15일” has none. */
function isSpace(gap: number, before: string, after: string): boolean {
  if (/\s$/.test(before) || /^\s/.test(after)) return false
  const isMixed = /[\d\p{Script=Latin}]$/u.test(before)
    ? /^\p{Script=Hangul}/u.test(after)
    : isHangulFirst(before, after)
  return gap > (isMixed ? 0.27 : 0.15)
}

const isHangulFirst = (before: string, after: string) =>
  /\p{Script=Hangul}$/u.test(before) && /^[\d\p{Script=Latin}]/u.test(after)

/** Rows one after the other, but for the longest run of them that a gap parts from top to bottom. */
function regionTexts(rows: SegmentRow[], shown: (row: SegmentRow) => string, depth: number): string[] {
  const run = rows.length >= leastRows && rows.length <= mostRows && depth < 6 ? longestRun(rows) : undefined
  if (!run) return rows.map(shown)
  const inside = rows.slice(run.from, run.to)
  const left = inside.map((row) => row.filter(({ to }) => to <= run.at)).filter((row) => row.length > 0)
  const right = inside.map((row) => row.filter(({ from }) => from >= run.at)).filter((row) => row.length > 0)
  const texts =
    isProse(left) && isProse(right)
      ? [...regionTexts(left, proseText, depth + 1), ...regionTexts(right, proseText, depth + 1)]
      : inside.map(tableText)
  return [
    ...regionTexts(rows.slice(0, run.from), shown, depth),
    ...texts,
    ...regionTexts(rows.slice(run.to), shown, depth),
  ]
}

/** The longest run of rows that do not cross one place of the page, with enough of them on each side of it. */
function longestRun(rows: SegmentRow[]): { from: number; to: number; at: number } | undefined {
  let best: { from: number; to: number; at: number } | undefined
  for (const place of placesOf(rows)) {
    const at = place - 1
    const crosses = (row: SegmentRow) => row.some(({ from, to }) => from < at && to > at)
    for (let from = 0; from < rows.length; from++) {
      let to = from
      const counts = [0, 0]
      for (; to < rows.length && !crosses(rows[to] as SegmentRow); to++) {
        if (rows[to]?.some((one) => one.to <= at)) counts[0]! += 1
        if (rows[to]?.some((one) => one.from >= at)) counts[1]! += 1
      }
      const isEnough = counts.every((count) => count >= leastRows)
      if (isEnough && to - from > (best ? best.to - best.from : 0)) best = { from, to, at }
      from = to
    }
  }
  return best
}

/** Left edges that several segments share with something to the left of them: where a column or a cell may begin. */
function placesOf(rows: SegmentRow[]): number[] {
  const counts = new Map<number, number>()
  const least = Math.min(...rows.flatMap((row) => row.map(({ from }) => from)))
  for (const row of rows)
    for (const { from, size } of row) {
      const place = Math.round(from)
      if (from > least + size) counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  const places = [...counts].filter(([, count]) => count >= leastRows - 1).sort((a, b) => b[1] - a[1])
  return places.slice(0, mostPlaces).map(([place]) => place)
}

/** Sentences run over the whole width of their column; cells of a table are short. */
function isProse(rows: SegmentRow[]): boolean {
  const widths = rows
    .map((row) => ((row.at(-1)?.to ?? 0) - (row[0]?.from ?? 0)) / (row[0]?.size || 1))
    .sort((a, b) => a - b)
  const median = widths[Math.floor(widths.length / 2)] ?? 0
  return median >= proseWidth && median >= 0.7 * (widths.at(-1) ?? 0)
}
