import { createHash } from 'node:crypto'
import { patternOf } from '../../std/text/pattern.ts'

/**
 * A target that a schedule looks at before it asks anybody: a page or feed of the web, a file, the output of a command,
 * new mail, events of the calendars.
 */
export interface WatchTarget {
  kind: 'page' | 'file' | 'command' | 'mail' | 'calendar'
  /** An address, an absolute path, a command line, a sender, words of an event; '' for any mail and any event. */
  target: string
  /** Of a page: a CSS selector, or a cell of a table as `row × column`. */
  part?: string
  /** News only when this comes to be so. */
  when?: WatchCondition
}

/** The target that a text names: "mail:Kim", "calendar:", else an address. */
export function readWatch(text: string): WatchTarget {
  const [, kind = 'page', target = text] = /^(mail|calendar):\s*(.*)$/s.exec(text.trim()) ?? []
  return { kind: kind as WatchTarget['kind'], target: target.trim() }
}

/** A condition of news: an amount that falls or rises past a value, words that come to be there or go. */
export type WatchCondition =
  | { is: 'below' | 'above'; value: number }
  | { is: 'appears'; words: readonly string[] }
  | { is: 'gone'; words: readonly string[] }

/**
 * The result of a look: a mark of the content, its lines, and the news in it; or the sentence that says why nothing
 * could be seen.
 */
export type WatchReading =
  | { seen: string; lines: readonly string[]; news?: string; met?: boolean }
  | { failed: string; why?: string }

/** Letters of a line's digest: of ten thousand lines two are alike once in a hundred thousand looks. */
const digestChars = 10
/** Lines that are remembered; what a page has beyond them is not looked at. */
const mostLines = 1_500
/** Characters of one line, and of news that go to a model; the page itself can be read. */
const mostLine = 500
const mostNews = 6_000

/** The mark of a condition that holds, in front of the marks of lines; and of one that does not. */
const metMark = '+|'
const unmetMark = '-|'

/** The comparison of lines. */
interface NewsOptions {
  before?: readonly string[]
  when?: WatchCondition | undefined
  /** A line that goes is news, too: not of the newest mails, nor of events that pass. */
  keeps?: boolean
}

/**
 * Compare lines with the mark of an earlier look. `before` are the lines of that look, as far as they are known: with
 * them what went is told, too. The first look only makes the mark. Lines that only moved are no news, nor are clocks
 * and counters.
 */
export function newsIn(
  lines: readonly string[],
  seen: string | undefined,
  { before = [], when, keeps = true }: NewsOptions = {},
): Extract<WatchReading, { seen: string }> {
  const kept = lines.map(tidyLine).filter(Boolean).slice(0, mostLines)
  const all = new Map(kept.map((line) => [digestOf(line), line]))
  const met = when && holdsIn(kept, when)
  const mark = (when ? (met ? metMark : unmetMark) : '') + [...all.keys()].join('')
  const told = { seen: mark, lines: kept, ...(met === undefined ? {} : { met }) }
  if (seen === undefined) return told
  const marks: readonly string[] = seen.replace(/^[+-]\|/, '').match(new RegExp(`.{${digestChars}}`, 'g')) ?? []
  const known = new Map(before.map((line) => [digestOf(line), line]))
  const fresh = [...all].filter(([digest]) => !marks.includes(digest)).map(([, line]) => line)
  const gone = marks.flatMap((digest) => (all.has(digest) ? [] : (known.get(digest) ?? [])))
  const isNews = when ? met === true && !seen.startsWith(metMark) : fresh.length > 0 || (keeps && gone.length > 0)
  return isNews
    ? { ...told, news: changeText(keeps ? gone : [], fresh).slice(0, mostNews) || reasonOf(kept, when) }
    : told
}

const tidyLine = (line: string) => line.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, mostLine)

/** Clocks, ages and counters of readers: a line that differs in nothing else is the same. */
const noise = patternOf('giu')`
    \d{1,2}:\d{2}:\d{2}|(?:업데이트|갱신|기준|현재 ?시각|updated|as of|last modified|generated)
    [^\p{L}]{0,30}\d[\d.:/\-\s년월일시분오전오후apm]*|\d[\d,]*\s?(?:초|분|시간|일) ?전|\d+\s?(?:seconds?|minutes?|hours?|days?) ago|
    (?:조회(?:수)?|방문(?:자)?|views?|visitors?|hits?)[^\p{L}\d]{0,3}\d[\d,]*|
    \d[\d,]*\s?(?:명이 보고|views?\b|visitors?\b|watching)|\b[0-9a-f]{16,}\b`

const digestOf = (line: string) =>
  createHash('sha256').update(line.replace(noise, '#').toLowerCase()).digest('base64url').slice(0, digestChars)

/** Return true if a condition is so in these lines: of an amount its first number counts. */
function holdsIn(lines: readonly string[], when: WatchCondition): boolean {
  if ('words' in when) {
    const text = lines.join('\n').toLowerCase()
    const isThere = when.words.some((word) => text.includes(word.toLowerCase()))
    return when.is === 'appears' ? isThere : !isThere
  }
  const { is, value } = when
  const amounts = lines.flatMap((line) => amountIn(line) ?? [])
  return amounts.some((amount) => (is === 'below' ? amount < value : amount > value))
}

function amountIn(line: string): number | undefined {
  const [digits] = /\d[\d,]*(?:\.\d+)?/.exec(line) ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/** The line that a condition came to be so for, where no line is known to have changed. */
function reasonOf(lines: readonly string[], when: WatchCondition | undefined): string {
  if (!when || 'words' in when) return lines.slice(0, 1).join('')
  return lines.find((line) => holdsIn([line], when)) ?? ''
}

/** Lines that went and lines that came: those that are one line changed stand together. */
function changeText(gone: readonly string[], fresh: readonly string[]): string {
  const left = [...gone]
  const changed = fresh.flatMap((line) => {
    const at = nearest(line, left)
    if (at < 0) return []
    const [before = ''] = left.splice(at, 1)
    return [{ before, line }]
  })
  const isChanged = new Set(changed.map(({ line }) => line))
  return [
    ...changed.map(({ before, line }) => `− ${before}\n+ ${line}${valuesOf(before, line)}`),
    ...left.map((line) => `− ${line}`),
    ...fresh.filter((line) => !isChanged.has(line)).map((line) => `+ ${line}`),
  ].join('\n')
}

/** Share of words that two lines have in common when they are one line changed. */
const likeness = 0.5

function nearest(line: string, others: readonly string[]): number {
  const scores = others.map((other) => alike(line, other))
  const best = Math.max(0, ...scores)
  return best >= likeness ? scores.indexOf(best) : -1
}

/** Words in common, numbers taken as one word: "Flat B: 620" and "Flat B: 590" are alike. */
function alike(a: string, b: string): number {
  const words = (text: string) =>
    new Set(
      text
        .replace(/\d[\d,.]*/g, '0')
        .toLowerCase()
        .split(/[\s:·|,/]+/)
        .filter(Boolean),
    )
  const [left, right] = [words(a), words(b)]
  const common = [...left].filter((word) => right.has(word)).length
  return common / Math.max(left.size, right.size, 1)
}

/** The one number that differs in two lines, before and after. */
function valuesOf(before: string, after: string): string {
  const numbers = (text: string): string[] => text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
  const [left, right] = [numbers(before), numbers(after)]
  const differing = left.flatMap((one, at) =>
    right[at] !== undefined && one !== right[at] ? [`${one} → ${right[at]}`] : [],
  )
  return left.length === right.length && differing.length === 1 ? ` (${differing[0]})` : ''
}

/**
 * The entries of an RSS or Atom feed as lines, title and address each; undefined where the text is none. Cut at its
 * tags without a parser, in one pass: a feed is foreign, and all that is wanted of it is whether an entry is new.
 */
export function feedLines(text: string): string[] | undefined {
  if (!/<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 2_000))) return undefined
  return text
    .split(/<(?:item|entry)(?=[\s>])/i)
    .slice(1)
    .map((entry) => {
      const link =
        between(entry, '<link>', '</link>') || (/<link\b[^>]{0,500}?href=["']([^"']{1,2000})/i.exec(entry)?.[1] ?? '')
      return [plain(inside(entry, 'title')), plain(link)].filter(Boolean).join(' ')
    })
    .filter(Boolean)
}

function inside(entry: string, name: string): string {
  const open = entry.indexOf(`<${name}`)
  const from = open < 0 ? -1 : entry.indexOf('>', open)
  const to = from < 0 ? -1 : entry.indexOf(`</${name}>`, from)
  return to < 0 ? '' : entry.slice(from + 1, to)
}

function between(text: string, open: string, close: string): string {
  const from = text.indexOf(open)
  const to = from < 0 ? -1 : text.indexOf(close, from)
  return to < 0 ? '' : text.slice(from + open.length, to)
}

const plain = (text: string) =>
  text
    .replace('<![CDATA[', '')
    .replace(']]>', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
