/**
 * A Markdown page with boxes to tick, as a person may write one by hand. It is edited line by line: whatever is no
 * part of an edit stays as it was typed, to the byte.
 */
export interface ChecklistItem {
  /** Index of its line in the page. */
  at: number
  done: boolean
  /** The words behind the box. */
  text: string
}

/** One change of a page. `at` is the line of an item as `itemsOf` gave it. */
export type ChecklistEdit =
  | { at: number; done?: boolean; text?: string }
  | { at: number; remove: true }
  | { add: string; done?: boolean }

const BULLET = String.raw`(?:[-*+]|\d{1,9}[.)])[ \t]+`
/** A box at any depth, or a bullet of the page itself; what hangs below a bullet without a box is its note. */
const ITEM = new RegExp(`^(?:(\\s*${BULLET})\\[([ xX])\\](?:[ \\t]+|$)|(${BULLET}))(.*?)([ \\t]*)$`)
const BOX = new RegExp(`^\\s*${BULLET}\\[[ xX]\\](?:[ \\t]|$)`)

/** A line with its own end. */
interface Line {
  text: string
  end: string
}

const linesOf = (page: string): Line[] =>
  (page.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const end = /[\r\n]+$/.exec(line)?.[0] ?? ''
    return { text: line.slice(0, line.length - end.length), end }
  })

const isRule = (text: string) => text.trim() === '---'

/**
 * Indexes of lines of code, of comments and of a head of settings, where a dash is no item; and where the last of them
 * begins that nothing ends.
 */
function foreignLines(lines: readonly Line[]): { foreign: ReadonlySet<number>; open?: number } {
  const foreign = new Set<number>()
  const hasHead = isRule(lines[0]?.text ?? '') && lines.slice(1).some(({ text }) => isRule(text))
  let ends: ((text: string, at: number) => boolean) | undefined = hasHead
    ? (text, at) => at > 0 && isRule(text)
    : undefined
  let open = 0
  lines.forEach(({ text }, at) => {
    const fence = ends ? undefined : /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    const isComment = !ends && /^\s*<!--/.test(text)
    if (ends || fence || isComment) foreign.add(at)
    if (!ends) open = at
    if (ends?.(text, at)) ends = undefined
    else if (fence) ends = (line) => line.trim().startsWith(fence)
    else if (isComment && !text.includes('-->')) ends = (line) => line.includes('-->')
  })
  return ends ? { foreign, open } : { foreign }
}

/** The items of a page, in their order. A bullet without a box is one that is open. */
export function itemsOf(page: string): ChecklistItem[] {
  const lines = linesOf(page)
  const { foreign } = foreignLines(lines)
  return lines.flatMap(({ text: line }, at) => {
    const [, , mark, , text = ''] = (foreign.has(at) ? undefined : ITEM.exec(line)) ?? []
    return text.trim() === '' ? [] : [{ at, done: mark !== undefined && mark !== ' ', text }]
  })
}

/** The page with the edits made, all by the lines of the page as it was. */
export function editChecklist(page: string, edits: readonly ChecklistEdit[]): string {
  const lines = linesOf(page)
  const end = lines.find((line) => line.end !== '')?.end ?? '\n'
  const removed = new Set<number>()
  for (const edit of edits) {
    if ('add' in edit) continue
    if ('remove' in edit) for (let at = edit.at; at < blockEnd(lines, edit.at); at++) removed.add(at)
    else lines[edit.at] = changed(lines[edit.at] as Line, edit)
  }
  const added = edits.flatMap((edit) => ('add' in edit ? [edit] : []))
  const place = added.length > 0 ? placeForMore(page, lines) : lines.length
  const kept = (from: number, to: number) => lines.slice(from, to).filter((_, at) => !removed.has(from + at))
  const before = kept(0, place)
  const last = before.at(-1)
  if (added.length > 0 && last && last.end === '') before[before.length - 1] = { ...last, end }
  const bullet = bulletOf(lines)
  const more = added.map(({ add, done = false }) => ({ text: `${bullet}[${done ? 'x' : ' '}] ${add}`, end }))
  return [...before, ...more, ...kept(place, lines.length)].map(({ text, end }) => text + end).join('')
}

function changed(line: Line, { done, text }: { done?: boolean; text?: string }): Line {
  const [, before = '', mark, plain = '', words = '', blank = ''] = ITEM.exec(line.text) ?? []
  const bullet = before + plain
  const isDone = done ?? (mark !== undefined && mark !== ' ')
  const box = isDone === (mark !== undefined && mark !== ' ') && mark !== undefined ? mark : isDone ? 'x' : ' '
  const boxed = mark === undefined && !isDone ? '' : `[${box}] `
  return { text: `${bullet}${boxed}${text ?? words}${blank}`, end: line.end }
}

/** The line after an item and the notes that stand further in below it; a box of its own begins another item. */
function blockEnd(lines: readonly Line[], at: number): number {
  const depth = /^\s*/.exec(lines[at]?.text ?? '')?.[0].length ?? 0
  const { foreign } = foreignLines(lines)
  let end = at + 1
  const isNote = (text: string) => text.trim() !== '' && (/^\s*/.exec(text)?.[0].length ?? 0) > depth && !BOX.test(text)
  while (end < lines.length && !foreign.has(end) && isNote((lines[end] as Line).text)) end++
  return end
}

/** The line before which new items go: behind the last item, else at the end, but never into code or a comment. */
function placeForMore(page: string, lines: readonly Line[]): number {
  const last = itemsOf(page).at(-1)
  return last ? blockEnd(lines, last.at) : (foreignLines(lines).open ?? lines.length)
}

/** The bullet of the last item, so that a page keeps its hand; numbers are not counted on. */
function bulletOf(lines: readonly Line[]): string {
  const last = itemsOf(lines.map(({ text, end }) => text + end).join('')).at(-1)
  return /^[-*+][ \t]+/.exec(last ? (lines[last.at]?.text ?? '') : '')?.[0] ?? '- '
}
