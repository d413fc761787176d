import { Parser } from 'htmlparser2'
import type { TextLine } from '../ports.ts'
import type { DocumentText } from './read-here.ts'
import { membersOf } from './zip.ts'

/** The paragraphs of a Word document (ECMA-376): `line` is the number of the paragraph, headings by their style. */
export function readDocx(bytes: Uint8Array): DocumentText {
  const members = membersOf(bytes, (name) => name === 'word/document.xml' || name === 'word/styles.xml')
  if (typeof members === 'string') return { fault: members }
  const document = members.get('word/document.xml')
  if (document === undefined) return { fault: 'damaged' }
  return { lines: paragraphs(document, headingStyles(members.get('word/styles.xml') ?? '')) }
}

/** Style id → level, from the styles that Word calls "heading 1" … "heading 6" in every language. */
function headingStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>()
  let style = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:style') style = attributes['w:styleId'] ?? ''
        const level = name === 'w:name' ? /^heading ([1-6])$/i.exec(attributes['w:val'] ?? '')?.[1] : undefined
        if (level) levels.set(style, Number(level))
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return levels
}

const breaks: Record<string, string> = { 'w:tab': '\t', 'w:br': ' ', 'w:cr': ' ' }

function paragraphs(xml: string, headings: Map<string, number>): TextLine[] {
  const lines: TextLine[] = []
  let [count, text, told, cells] = [0, '', false, 0]
  let level: number | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:p') [text, level] = ['', undefined]
        if (name === 'w:p') count++
        if (name === 'w:pStyle') level = headings.get(attributes['w:val'] ?? '')
        if (name === 'w:tr') cells = 0
        if (name === 'w:t') told = true
        text += breaks[name] ?? ''
      },
      ontext(data) {
        if (told) text += data
      },
      onclosetag(name) {
        if (name === 'w:t') told = false
        if (name === 'w:tc') cells++
        if (name === 'w:tr') cells = 0
        if (name !== 'w:p') return
        const row = cells > 0 ? lines.at(-1) : undefined
        if (row && text.trim() !== '') row.text += ` | ${text.trim()}`
        else if (!row) lines.push({ text: text.trim(), line: count, ...(level && text.trim() !== '' && { level }) })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return lines
}
