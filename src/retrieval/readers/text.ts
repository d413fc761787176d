import type { TextLine } from '../ports.ts'

/** Plain text and source code: every line as it stands. Blank lines are where passages may end. */
export function textLines(text: string): TextLine[] {
  return text.split(/\r\n|\r|\n/).map((line, i) => ({ text: line, line: i + 1 }))
}

/** Markdown: `#` headings and underlined ones give the path; what stands between fences stays together. */
export function markdownLines(text: string): TextLine[] {
  const lines = textLines(text)
  let fence: string | undefined
  return lines.flatMap((line, i) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line.text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      return [{ ...line, joined: true as const }]
    }
    if (mark) fence = mark
    return headingOf(line, lines[i + 1], lines[i - 1])
  })
}

function headingOf(line: TextLine, below: TextLine | undefined, above: TextLine | undefined): TextLine[] {
  const hash = /^\s{0,3}(#{1,6})\s/.exec(line.text)
  if (hash)
    return [{ ...line, text: withoutClosing(line.text.slice(hash[0].length)), level: (hash[1] as string).length }]
  const underline = (text: string | undefined) => /^(=+|-{3,})\s*$/.exec(text ?? '')?.[1]?.[0]
  if (underline(line.text) && above?.text.trim() && !above.text.includes('|')) return []
  const under = underline(below?.text)
  if (!under || line.text.trim() === '' || line.text.includes('|') || underline(line.text)) return [line]
  return [{ ...line, text: line.text.trim(), level: under === '=' ? 1 : 2 }]
}

/**
 * A heading without the signs that may close it. Step by step: a pattern for this takes cubic time on a line of
 * blanks.
 */
function withoutClosing(text: string): string {
  let words = text.trim()
  while (words.endsWith('#')) words = words.slice(0, -1)
  return words.trimEnd()
}
