import type { TextLine } from '../ports.ts'
import { rowLines, type SheetRow } from './rows.ts'
import { markdownLines, textLines } from './text.ts'

/** Rows of a CSV (RFC 4180) or TSV, under the names of their columns; `line` is where a row begins. */
export function tableLines(text: string, separator: ',' | '\t'): TextLine[] {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  // Spreadsheets of countries that write 1,5 part their columns by semicolons.
  const by = separator === ',' && !first.includes(',') && first.includes(';') ? ';' : separator
  const rows: SheetRow[] = []
  let [cells, cell, quoted, line, begun] = [[] as string[], '', false, 1, 1]
  const end = () => {
    rows.push({ row: begun, cells: [...cells, cell] })
    ;[cells, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\n') line++
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += char
        at++
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === by) {
      cells.push(cell)
      cell = ''
    } else if (char === '\n') {
      end()
      begun = line
    } else if (char !== '\r') cell += char
  }
  if (cell !== '' || cells.length > 0) end()
  return rowLines(rows)
}

/** Notebooks nest a handful of levels; parsing millions of them takes gigabytes. */
const mostNested = 1_000

function nestsTooDeep(json: string): boolean {
  let [depth, quoted] = [0, false]
  for (let at = 0; at < json.length && depth <= mostNested; at++) {
    const char = json[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
  }
  return depth > mostNested
}

interface Notebook {
  cells?: { cell_type?: unknown; source?: unknown }[]
}

/**
 * Words and code of a notebook (nbformat 4), cell after cell, without what running it gave; undefined where it is
 * none.
 */
export function notebookLines(text: string): TextLine[] | undefined {
  if (nestsTooDeep(text)) return undefined
  let book: Notebook | null
  try {
    book = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
  if (!Array.isArray(book?.cells)) return undefined
  const lines: TextLine[] = []
  let before = 0
  for (const one of book.cells) {
    const source = Array.isArray(one?.source) ? one.source.join('') : String(one?.source ?? '')
    const read = one?.cell_type === 'markdown' ? markdownLines(source) : textLines(source)
    for (const line of [...read, { text: '', line: source.split('\n').length }])
      lines.push({ ...line, line: before + line.line })
    before += source.split('\n').length
  }
  return lines
}

/** Return the words of subtitles (SRT, WebVTT), without numbers, times and tags. */
export function subtitleLines(text: string): TextLine[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const isTime = (line = '') => /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}\s*-->/.test(line)
  return lines.flatMap((line, at): TextLine[] => {
    const isNumber = /^\s*\d+\s*$/.test(line) && isTime(lines[at + 1])
    if (isTime(line) || isNumber || /^(?:\uFEFF?WEBVTT|NOTE|STYLE)\b/.test(line)) return []
    const said = line.replace(/<[^>]*>|\{\\[^}]*\}/g, '').trim()
    return said === '' ? [] : [{ text: said, line: at + 1 }]
  })
}
