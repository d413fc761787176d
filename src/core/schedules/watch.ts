import { createHash } from 'node:crypto'

/**
 * What a schedule looks at before it asks anybody: a page or feed of the web, a file, what a command prints, new mail,
 * events of the calendars.
 */
export interface WatchTarget {
  kind: 'page' | 'file' | 'command' | 'mail' | 'calendar'
  /** An address, an absolute path, a command line, a sender, words of an event; '' for any mail and any event. */
  target: string
}

/** The target that a text names: "mail:Kim", "calendar:", else an address. */
export function readWatch(text: string): WatchTarget {
  const [, kind = 'page', target = text] = /^(mail|calendar):\s*(.*)$/s.exec(text.trim()) ?? []
  return { kind: kind as WatchTarget['kind'], target: target.trim() }
}

/** What a look found: a mark of what is there, and what of it is new; or the sentence why nothing could be seen. */
export type WatchReading = { seen: string; news?: string } | { failed: string }

/** Letters of a line's digest: of ten thousand lines two are alike once in a hundred thousand looks. */
const digestChars = 10
/** Lines that are remembered; what a page has beyond them is not looked at. */
const mostLines = 1_500
/** Characters of news that go to a model; the page itself can be read. */
const mostNews = 6_000

/**
 * What is new in lines since `seen` was made of them. The first look only makes the mark. Lines that only moved or
 * went are no news.
 */
export function newsIn(lines: readonly string[], seen: string | undefined): { seen: string; news?: string } {
  const kept = lines.map((line) => line.trim()).filter(Boolean)
  const all = new Map(kept.slice(0, mostLines).map((line) => [digestOf(line), line]))
  const mark = [...all.keys()].join('')
  if (seen === undefined) return { seen: mark }
  const before = new Set(seen.match(new RegExp(`.{${digestChars}}`, 'g')) ?? [])
  const fresh = [...all].filter(([digest]) => !before.has(digest)).map(([, line]) => line)
  return { seen: mark, ...(fresh.length > 0 ? { news: fresh.join('\n').slice(0, mostNews) } : {}) }
}

const digestOf = (line: string) => createHash('sha256').update(line).digest('base64url').slice(0, digestChars)

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
