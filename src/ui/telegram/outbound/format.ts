import { sanitise } from '../../../std/text/sanitise.ts'
import { isBorder, previousBorder } from '../../../std/text/text.ts'
import { isTable, tableText } from './table.ts'

/** https://core.telegram.org/bots/api#sendmessage: UTF-16 units after the entities were read. */
export const mostText = 4096
/** https://core.telegram.org/bots/api#sendphoto */
export const mostCaption = 1024

/** One message: as HTML, and the same without any marks for when the HTML is refused. */
export interface MessagePart {
  html: string
  plain: string
}

/**
 * A stretch of text under the same tags, outermost first: `b`, `i`, `s`, `code`, `pre`, `pre:ts`, `blockquote`,
 * `a:https://…`.
 */
interface TextRun {
  text: string
  tags: string[]
}

/**
 * Text of a model (Markdown as people write it in chats) as messages that Telegram takes: none is empty, too long or
 * cuts a grapheme.
 */
export function splitMessage(text: string, most = mostText): MessagePart[] {
  const runs = blockRuns(sanitise(text))
  const whole = runs.map((run) => run.text).join('')
  return cutText(whole, most).flatMap(([from, to]) => {
    const plain = whole.slice(from, to)
    return isVisible(plain) ? [{ html: sliceRuns(runs, from, to).map(renderRun).join(''), plain }] : []
  })
}

/** Return true if Telegram would show any of it: a text of blanks and format characters is an empty one. */
function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]/u.test(text)
}

/** https://core.telegram.org/bots/api#html-style: these three mean something. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// ---- Markdown

/** Longer lines are data, not prose: their signs mean themselves. */
const longestProse = 4_000

function blockRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let fence: { mark: string; tag: string; lines: string[] } | undefined
  const close = () => {
    if (fence && fence.lines.length > 0)
      runs.push({ text: fence.lines.join('\n'), tags: [fence.tag] }, { text: '\n', tags: [] })
    fence = undefined
  }
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (!fence && isTable(line, lines[at + 1])) {
      const end = lines.findIndex((one, index) => index > at && !one.includes('|'))
      const table = tableText(lines.slice(at, end < 0 ? lines.length : end))
      runs.push({ text: table.text, tags: table.isFixed ? ['pre'] : [] }, { text: '\n', tags: [] })
      at = (end < 0 ? lines.length : end) - 1
      continue
    }
    const [, mark = '', language = ''] = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})\s*$/.exec(line) ?? []
    if (fence && mark.startsWith(fence.mark) && !language) close()
    else if (fence) fence.lines.push(line)
    else if (mark) fence = { mark, tag: language ? `pre:${language}` : 'pre', lines: [] }
    else runs.push(...lineRuns(line), { text: '\n', tags: [] })
  }
  close()
  return runs
}

function lineRuns(line: string): TextRun[] {
  const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)
  if (heading?.[1]) return inlineRuns(heading[1], ['b'])
  const quote = /^ {0,3}>\s?(.*)$/.exec(line)
  if (quote?.[1]) return inlineRuns(quote[1], ['blockquote'])
  const item = /^(\s*)[-*+]\s+(?=\S)(.*)$/.exec(line)
  if (item) return [{ text: `${item[1]}• `, tags: [] }, ...inlineRuns(item[2] ?? '', [])]
  return inlineRuns(line, [])
}

/**
 * An address as it is: the signs within are its own, those at its end are the text's
 * (https://github.github.com/gfm/#extended-autolink-path-validation).
 */
const autolink = /https?:\/\/[^\s<>"`|]*[^\s<>"`|?!.,:;*_~'()[\]]/g

/** Text between marks, first match first. Every pattern stops at the line's end and never looks back. */
const marks: [RegExp, (hit: RegExpExecArray, tags: string[]) => TextRun[]][] = [
  [/\\([\\`*_~[\]()#>!.-])/g, (hit, tags) => [{ text: hit[1] as string, tags }]],
  [/`([^`]+)`/g, (hit, tags) => [{ text: hit[1] as string, tags: [...tags, 'code'] }]],
  [autolink, (hit, tags) => [{ text: hit[0], tags }]],
  [
    /\*\*(?=[^\s*]|\*[^\s*])((?:[^*]|\*[^\s*][^*]*\*)*(?<=\S))\*\*(?!\*)/g,
    (hit, tags) => inlineRuns(hit[1] as string, [...tags, 'b']),
  ],
  [
    /(?<![\w*])\*(?=[^\s*])((?:[^*]|\*\*[^\s*][^*]*\*\*)*(?<=\S))\*(?![\w*])/g,
    (hit, tags) => inlineRuns(hit[1] as string, [...tags, 'i']),
  ],
  [/(?<![\w_])__(?=[^\s_])([^_]*[^_\s])__(?![\w_])/g, (hit, tags) => inlineRuns(hit[1] as string, [...tags, 'b'])],
  [/(?<![\w_])_(?=[^\s_])([^_]*[^_\s])_(?![\w_])/g, (hit, tags) => inlineRuns(hit[1] as string, [...tags, 'i'])],
  [/~~(?=\S)([^~]*[^~\s])~~/g, (hit, tags) => inlineRuns(hit[1] as string, [...tags, 's'])],
  [
    /!?\[([^[\]]+)\]\((https?:\/\/[^\s()<>"]+)\)/g,
    (hit, tags) => [{ text: hit[1] as string, tags: [...tags, `a:${hit[2]}`] }],
  ],
]

function inlineRuns(text: string, tags: string[]): TextRun[] {
  if (text.length > longestProse) return [{ text, tags }]
  const runs: TextRun[] = []
  let at = 0
  const next = marks.map(([pattern]) => findFrom(pattern, text, 0))
  while (true) {
    let first = -1
    for (const [index, [pattern]] of marks.entries()) {
      if (next[index] && (next[index] as RegExpExecArray).index < at) next[index] = findFrom(pattern, text, at)
      const hit = next[index]
      if (hit && (first < 0 || hit.index < (next[first] as RegExpExecArray).index)) first = index
    }
    const hit = first < 0 ? undefined : (next[first] as RegExpExecArray)
    runs.push({ text: text.slice(at, hit?.index), tags })
    if (!hit) return runs.filter((run) => run.text !== '')
    runs.push(...(marks[first] as (typeof marks)[number])[1](hit, tags))
    at = hit.index + hit[0].length
  }
}

function findFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from
  return pattern.exec(text) ?? undefined
}

// ---- cutting

/** Borders of messages: between paragraphs, else lines, else sentences and words, else graphemes. */
function cutText(text: string, most: number): [from: number, to: number][] {
  const found: [number, number][] = []
  for (let from = skipBlank(text, 0); from < text.length; ) {
    const to = text.length - from <= most ? text.length : cutAt(text, from, from + most)
    found.push([from, to - (/\s*$/.exec(text.slice(from, to))?.[0].length ?? 0)])
    from = skipBlank(text, to)
  }
  return found
}

/** Line ends at the start of a message would be trimmed anyway; other blanks are part of the text. */
function skipBlank(text: string, from: number): number {
  let at = from
  while (text[at] === '\n') at++
  return at
}

const seams: RegExp[] = [/\n\n/g, /\n/g, /[.!?…。？！]["'”’)]?\s/g, /\s/g]

function cutAt(text: string, from: number, limit: number): number {
  const half = from + Math.floor((limit - from) / 2)
  const last = text.slice(half, limit)
  for (const seam of seams) {
    const at = [...last.matchAll(seam)].at(-1)
    if (at) return half + at.index + at[0].length
  }
  const border = isBorder(text, limit) ? limit : previousBorder(text, limit)
  if (border > from) return border
  // One grapheme that is longer than a message cannot stay whole; a pair of surrogates can.
  return /[\ud800-\udbff]/.test(text[limit - 1] as string) ? limit - 1 : limit
}

function sliceRuns(runs: readonly TextRun[], from: number, to: number): TextRun[] {
  const kept: TextRun[] = []
  let at = 0
  for (const { text, tags } of runs) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part) kept.push({ text: part, tags })
    at += text.length
  }
  return kept
}

function renderRun({ text, tags }: TextRun): string {
  // Telegram nests nothing in code.
  const code = tags.find((tag) => tag === 'code' || tag.startsWith('pre'))
  return (code ? [code] : tags).reduceRight((inner, tag) => wrapInTag(tag, inner), escapeHtml(text))
}

function wrapInTag(tag: string, inner: string): string {
  if (tag.startsWith('a:')) return `<a href="${escapeHtml(tag.slice(2)).replaceAll('"', '&quot;')}">${inner}</a>`
  if (tag.startsWith('pre:')) return `<pre><code class="language-${tag.slice(4)}">${inner}</code></pre>`
  return `<${tag}>${inner}</${tag}>`
}
