/** How a line becomes rows: between words, or wherever a row is full. */
export type RowBreaks = 'words' | 'cells'

/**
 * Markdown as it streams in, cut into parts that are finished for good. A pure fold over text that looks at each
 * character once: what was given out is never looked at again, so a reply of any length costs the same per token and
 * keeps nothing.
 *
 * A part is mostly one source line: a line break stays a line break, as people mean it in chats. Only a table waits for
 * its last row, because its first row cannot be laid out before.
 */
export type MarkdownPart =
  | {
      type: 'text'
      kind: 'paragraph' | 'heading' | 'item'
      level: number
      /** Depth of quotes. */
      quotes?: number
      indent: number
      marker: string
      text: string
      /** The rest of a line whose beginning was given out already, and how that was broken into rows. */
      continues?: RowBreaks
    }
  /** One line of code. `first` begins a block: its language label is shown above. */
  | { type: 'code'; lang: string; indent: number; text: string; first: boolean }
  | { type: 'table'; indent: number; lines: string[] }
  | { type: 'rule' }
  | { type: 'blank' }

export type TextPart = Extract<MarkdownPart, { type: 'text' }>

export interface Markdown {
  /** The line that is being written. */
  line: string
  /** An open code block: its fence, and whether a line of it was given out. */
  fence?: { mark: string; lang: string; indent: number; fresh: boolean }
  /** Lines that are, or may turn out to be, a table. */
  table: string[]
  /** Set while `line` is the rest of a part whose beginning was given out already. */
  rest?: Pick<TextPart, 'kind' | 'level' | 'indent' | 'quotes' | 'continues'>
  /** The last part was a blank line, or there was none yet: further blank lines are dropped. */
  blank: boolean
}

export const markdown: Markdown = { line: '', table: [], blank: true }

/** A line of code longer than this is given out in pieces: nothing unbounded stays in the live part. */
const longestLine = 4000

/** Takes more text; returns what is finished by it. */
export function pushText(state: Markdown, text: string): [MarkdownPart[], Markdown] {
  const parts: MarkdownPart[] = []
  let next = state
  const lines = text.split('\n')
  for (const [index, piece] of lines.entries()) {
    const line = next.line + piece
    if (index < lines.length - 1) next = feedLine({ ...next, line: '' }, line, parts)
    else if (next.fence && line.length > longestLine) next = feedLine({ ...next, line: '' }, line, parts)
    else next = { ...next, line }
  }
  return [parts, next]
}

/** The text is over: everything that is left, and the state for the next text. */
export function finishMarkdown(state: Markdown): [MarkdownPart[], Markdown] {
  const parts: MarkdownPart[] = []
  const last = state.line === '' && !state.rest ? state : feedLine({ ...state, line: '' }, state.line, parts)
  closeTable(last, parts)
  return [parts.at(-1)?.type === 'blank' ? parts.slice(0, -1) : parts, markdown]
}

/** Return what the unfinished end looks like right now, for the live part of the screen. */
export function liveParts(state: Markdown): MarkdownPart[] {
  const parts = state.table.map(
    (text): MarkdownPart => ({ type: 'text', kind: 'paragraph', level: 0, indent: 0, marker: '', text }),
  )
  const closing = state.fence && closesFence(state.fence.mark, state.line)
  if (state.line !== '' && !closing) closeTable(feedLine({ ...state, line: '', table: [] }, state.line, parts), parts)
  return parts.filter((part) => part.type !== 'blank')
}

/**
 * The state after the beginning of the unfinished line was given out as rows: `offset` units of the text of `part`,
 * which is what `tail` made of that line. What follows is its continuation, broken in the same way.
 */
export function withRowsPrinted(state: Markdown, part: TextPart, offset: number, continues: RowBreaks): Markdown {
  const start = state.rest ? 0 : state.line.trimEnd().length - part.text.length
  const quoted = part.quotes === undefined ? {} : { quotes: part.quotes }
  const rest = { kind: part.kind, level: part.level, indent: part.indent + part.marker.length, continues, ...quoted }
  return { ...state, line: state.line.slice(start + offset), rest }
}

function feedLine(state: Markdown, line: string, parts: MarkdownPart[]): Markdown {
  if (state.rest) {
    parts.push({ type: 'text', marker: '', text: line.trimEnd(), ...state.rest })
    const { rest: _, ...over } = state
    return { ...over, blank: false }
  }
  if (state.fence) return inFence(state, state.fence, line, parts)
  if (state.table.length > 0) {
    if (isTableLine(state.table, line)) return { ...state, table: [...state.table, line] }
    return feedLine(closeTable(state, parts), line, parts)
  }
  if (line.trimEnd().includes('|') && !/^\s*(?:[`~]{3}|#)/.test(line)) return { ...state, table: [line] }
  return feedOrdinary(state, line, parts)
}

function inFence(
  state: Markdown,
  fence: NonNullable<Markdown['fence']>,
  line: string,
  parts: MarkdownPart[],
): Markdown {
  if (closesFence(fence.mark, line)) {
    const { fence: _, ...over } = state
    return { ...over, blank: false }
  }
  const text = line.slice(Math.min(fence.indent, line.length - line.trimStart().length))
  parts.push({ type: 'code', lang: fence.lang, indent: fence.indent, text, first: fence.fresh })
  return { ...state, fence: { ...fence, fresh: false }, blank: false }
}

function closesFence(mark: string, line: string): boolean {
  const text = line.trim()
  if (mark === '\\[') return text === '\\]'
  return text.length >= mark.length && text === (mark[0] as string).repeat(text.length)
}

const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

function isTableLine(table: string[], line: string): boolean {
  return table.length === 1 ? delimiter.test(line) && line.includes('-') : line.includes('|')
}

/** Gives out a table that is whole, or the one line that only looked like one. */
function closeTable(state: Markdown, parts: MarkdownPart[]): Markdown {
  const [first = ''] = state.table
  if (state.table.length === 0) return state
  const over = { ...state, table: [] }
  if (state.table.length === 1) return feedOrdinary(over, first, parts)
  parts.push({ type: 'table', indent: first.length - first.trimStart().length, lines: state.table })
  return { ...over, blank: false }
}

function feedOrdinary(state: Markdown, line: string, parts: MarkdownPart[]): Markdown {
  const body = line.trimStart()
  const indent = Math.min(line.length - body.length, 24)
  if (body === '') {
    if (!state.blank) parts.push({ type: 'blank' })
    return { ...state, blank: true }
  }
  if (body.trimEnd() === '$$' || body.trimEnd() === '\\[')
    return { ...state, fence: { mark: body.trimEnd(), lang: '', indent, fresh: true } }
  const open = /^(`{3,}|~{3,})\s*([^\s`{]*)[^`]*$/.exec(body)
  if (open)
    return {
      ...state,
      fence: { mark: open[1] as string, lang: (open[2] as string).toLowerCase(), indent, fresh: true },
    }
  parts.push(lineOf(body, indent))
  return { ...state, blank: false }
}

function lineOf(body: string, indent: number): MarkdownPart {
  if (/^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/.test(body)) return { type: 'rule' }
  const textPart = (kind: TextPart['kind'], rest: string, marker = '', level = 0): TextPart => ({
    type: 'text',
    kind,
    level,
    indent,
    marker,
    text: rest.trimEnd(),
  })
  const heading = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(body)
  if (heading) return textPart('heading', heading[2] as string, '', (heading[1] as string).length)
  const item = /^([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(body)
  if (item) return textPart('item', item[3] as string, markerOf(item[1] as string, item[2]))
  const [, marks, inner = ''] = /^((?:>\s?)+)(.*)$/.exec(body) ?? []
  if (marks) {
    const part = lineOf(inner, indent)
    return { ...(part.type === 'text' ? part : textPart('paragraph', inner)), quotes: marks.replace(/\s/g, '').length }
  }
  // Meaning of a footnote, or of a link's name.
  const [, note, said] = /^\[\^([^\]\s]+)\]:\s+(.*)$/.exec(body) ?? []
  if (note) return textPart('item', said as string, `[${note}] `)
  const [, name, address] = /^\[([^\]^][^\]]*)\]:\s+(<?\S+>?.*)$/.exec(body) ?? []
  if (name) return textPart('item', address as string, `[${name}] `)
  return textPart('paragraph', body)
}

/** A number stays; a bullet gives way to the box of a task. */
function markerOf(mark: string, task: string | undefined): string {
  const box = task === undefined ? '' : task === ' ' ? '☐ ' : '☑ '
  return /\d/.test(mark) ? `${mark} ${box}` : box || '• '
}
