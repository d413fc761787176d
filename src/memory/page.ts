import { copyOf, keptByText } from '../std/by-text.ts'
import { grownMap } from '../std/grown-map.ts'
import { patternOf } from '../std/text/pattern.ts'

/** A line of a page: `raw` and `end` together are exactly its bytes in the file. */
interface Line {
  raw: string
  /** `\n`, `\r\n`, `\r`, or '' at the end of the file. */
  end: string
}

/** A memory page. People edit it by hand, so everything that is not changed stays the same to the byte. */
export interface Page {
  /** The byte order mark that some editors put before the first line. */
  mark: '' | '\uFEFF'
  lines: readonly Line[]
}

/** One fact: a `- ` line outside of code fences and comments. */
export interface Fact {
  /** Its line number, from 1. */
  line: number
  /** NFC, without dash and provenance. */
  text: string
  from?: Provenance
  /** Indented lines below it that belong to it. */
  below: number
}

/** Origin of a fact: the local date, the conversation, and the wording that it replaced. */
export interface Provenance {
  date: string
  conversation?: string
  /**
   * The way it got here if the person did not ask for it: noticed in what they said, kept from a summary, taken over
   * from another program.
   */
  by?: 'noticed' | 'kept' | 'imported'
  /** The last day on which it is valid, as a civil date; absent when it does not expire. */
  until?: string
  /** Source of text from outside at the time of writing: reading it marks a conversation as that text would. */
  source?: string
  before?: string
}

/** Characters of lines whose reading is kept: of a page of ten thousand lines one has changed when it is read again. */
const linesKept = 2 << 20
/** Pages whose reading is kept, each at its latest text: those of a turn, and the archives beside them. */
const pagesKept = 6
let recent: readonly { text: string; page: Page }[] = []

/**
 * The lines of a text. `printPage(parsePage(text)) === text` for any text. The page is cached: callers must not
 * change it.
 */
export function parsePage(text: string): Page {
  const known = recent.find((one) => one.text === text)
  if (known) return known.page
  // Most changes add a line behind all others: then only that one is read.
  const before = recent.find((one) => one.text.endsWith('\n') && text.startsWith(one.text))
  const page = before ? grownPage(before.page, text.slice(before.text.length)) : wholePage(text)
  recent = [{ text, page }, ...recent.filter((one) => one !== before)].slice(0, pagesKept)
  return page
}

function wholePage(text: string): Page {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return { mark, lines: linesOf(text.slice(mark.length)) }
}

function grownPage(before: Page, more: string): Page {
  const page = { mark: before.mark, lines: [...before.lines, ...linesOf(copyOf(more))] }
  const facts = factsKept.get(before)
  if (facts) factsKept.set(page, factsBehind(page, facts))
  return page
}

function linesOf(text: string): Line[] {
  if (text.includes('\r'))
    return [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)].flatMap(([, raw = '', end = '']) =>
      raw || end ? [{ raw, end }] : [],
    )
  const rows = text.split('\n')
  const last = rows.pop()
  const lines = rows.map((raw) => ({ raw, end: '\n' }))
  return last ? [...lines, { raw: last, end: '' }] : lines
}

/** The text of a page, to the byte. */
export function printPage({ mark, lines }: Page): string {
  return mark + lines.map(({ raw, end }) => raw + end).join('')
}

/** Meaning of a single line. */
interface LineReading {
  /** The marks that open or close a code fence, '' for none. */
  fence: string
  opensComment: boolean
  /** Of a line that states a fact, what it states, where that came from, and the line without it. */
  fact?: { text: string; from?: Provenance; plain: string }
}

const readLine = keptByText((raw): LineReading => {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1] ?? ''
  const opensComment = /^\s*<!--(?!.*-->)/.test(raw)
  if (fence || opensComment || !raw.startsWith('- ')) return { fence, opensComment }
  const noted = raw.includes('-->') ? provenance.exec(raw) : null
  const given = Object.entries(noted?.groups ?? {}).filter(([, value]) => value)
  const from = given.length > 0 && { from: Object.fromEntries(given) as unknown as Provenance }
  const plain = noted ? raw.slice(0, noted.index) : raw
  return { fence, opensComment, fact: { text: tidyText(plain.slice(2)), plain, ...(from || {}) } }
}, linesKept)

/** The facts on a page, in their order. */
export function factsOf(page: Page): readonly Fact[] {
  const facts = factsKept.get(page) ?? readFacts(page)
  factsKept.set(page, facts)
  return facts
}

const factsKept = new WeakMap<Page, readonly Fact[]>()

/** The facts of a page that is the same as one with these up to the last of them. */
function factsBehind(page: Page, before: readonly Fact[]): Fact[] {
  const last = before.at(-1)
  return last ? [...before.slice(0, -1), ...readFacts(page, last.line - 1)] : readFacts(page)
}

/** The facts from line `start` on, counted from 0; it stands in no fence and no comment. */
function readFacts({ lines }: Page, start = 0): Fact[] {
  const facts: Fact[] = []
  let fence = ''
  let comment = false
  for (let at = start; at < lines.length; at++) {
    const { raw } = lines[at] as Line
    const { fence: mark, opensComment, fact } = readLine(raw)
    if (fence) fence = mark.startsWith(fence) ? '' : fence
    else if (comment) comment = !raw.includes('-->')
    else if (mark) fence = mark
    else if (opensComment) comment = true
    else if (fact && fact.text !== '')
      facts.push({
        line: at + 1,
        text: fact.text,
        below: countLinesBelow(lines, at),
        ...(fact.from ? { from: fact.from } : {}),
      })
  }
  return facts
}

/** Indented lines under a line. */
function countLinesBelow(lines: readonly Line[], at: number): number {
  let count = 0
  while (/^(?: {2,}|\t)\S/.test(lines[at + count + 1]?.raw ?? '')) count++
  return count
}

/**
 * `<!-- 2026-11-21 · 01KC… · noticed · until: 2026-11-29 · from: web example.com · before: … -->`, at the end of a
 * line: Markdown does not show it, an editor does.
 */
const provenance = patternOf()`
    \s*<!-- (?<date>\d{4}-\d\d-\d\d)(?: · (?<conversation>[0-9A-Z]{26}|[a-z]+-[0-9a-f]{32}))?(?: · (?<by>noticed|kept|
    imported))?(?: · until: (?<until>\d{4}-\d\d-\d\d))?(?: · from: (?<source>[^·]*?))?(?: · before: (?<before>.*))? -->\s*$`

/** The line that states a fact. The same text and provenance always give the same line. */
export function factLine(text: string, from?: Provenance): string {
  if (!from) return `- ${tidyText(text)}`
  const before = tidyText(from.before ?? '')
  const source = tidyText(from.source ?? '').replaceAll('·', ' ')
  const notes = [
    ...[from.date, from.conversation, from.by, from.until && `until: ${from.until}`],
    ...[source && `from: ${source}`, before && `before: ${before}`],
  ].filter(Boolean)
  return `- ${tidyText(text)} <!-- ${notes.join(' · ')} -->`
}

/** Text that a whole line of a page states, without dash and provenance; '' for none. */
export function factText(line: string | null): string {
  return (line ?? '').replace(/^- /, '').replace(provenance, '')
}

/** Text that is tidy already: a page of ten thousand lines is read at each change. */
const tidied = /^[\w가-힣](?: ?[!-;=?-~가-힣])*$/

/** One line, NFC, no dash in front, and no marks that would begin or end a comment. */
export function tidyText(text: string): string {
  if (tidied.test(text)) return text
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/<!--/g, '< !--')
    .replace(/-->/g, '-- >')
  return line
    .trim()
    .replace(/^(?:[-*•](?: |$))+/, '')
    .trim()
}

/** The page with one more fact, behind the last one, or at the end. `line` is where it stands. */
export function insertFact(page: Page, line: string): { page: Page; line: number } {
  const last = factsOf(page).at(-1)
  const put = insertLine(page, last ? last.line + last.below : page.lines.length, line, !last)
  factsKept.set(put.page, factsBehind(put.page, factsOf(page)))
  // Behind an unclosed code fence or comment the line would not be parsed as a fact: insert it at the top then.
  return factsOf(put.page).some((fact) => fact.line === put.line) ? put : insertLine(page, 0, line, false)
}

function insertLine({ mark, lines }: Page, at: number, raw: string, apart: boolean): { page: Page; line: number } {
  const end = lines.find((each) => each.end)?.end ?? '\n'
  const before = lines.slice(0, at).map((each, i) => (i === at - 1 && !each.end ? { ...each, end } : each))
  // Under a heading or a paragraph a list begins after an empty line.
  const gap = apart && before.length > 0 && before.at(-1)?.raw.trim() !== '' ? [{ raw: '', end }] : []
  return { page: { mark, lines: [...before, ...gap, { raw, end }, ...lines.slice(at)] }, line: at + gap.length + 1 }
}

/** The page with a fact where it stood once, if that is still a place of facts; else behind the last one. */
export function restoreFact(page: Page, line: string, at: number): Page {
  const facts = factsOf(page)
  const isPlace = facts.length === 0 || facts.some((fact) => fact.line === at || fact.line + fact.below + 1 === at)
  const put = isPlace && at <= page.lines.length + 1 ? insertLine(page, at - 1, line, false) : undefined
  return put && factsOf(put.page).some((fact) => fact.line === put.line) ? put.page : insertFact(page, line).page
}

/** Replaces the line of a fact; the lines indented below it stay. */
export function replaceFact({ mark, lines }: Page, fact: Fact, line: string): Page {
  return { mark, lines: lines.map((each, i) => (i === fact.line - 1 ? { ...each, raw: line } : each)) }
}

/** Removes a fact and the lines indented below it. */
export function removeFact({ mark, lines }: Page, fact: Fact): Page {
  return { mark, lines: lines.filter((_, i) => i < fact.line - 1 || i > fact.line - 1 + fact.below) }
}

const factPlain = grownMap<Fact, Line & { line: number }>()

/** A page as a model reads it: without provenance and without the byte order mark. */
export function plainPage(text: string): string {
  const page = parsePage(text)
  if (!text.includes('-->')) return printPage({ mark: '', lines: page.lines })
  const lines = [...page.lines]
  const plain = factPlain(factsOf(page), ({ line }) => {
    const { raw = '', end = '' } = lines[line - 1] ?? {}
    return { line, raw: readLine(raw).fact?.plain ?? raw, end }
  })
  for (const { line, raw, end } of plain) lines[line - 1] = { raw, end }
  return printPage({ mark: '', lines })
}
