import type { Line } from '../ports.ts'

/** Plain text and source code: every line as it stands. Blank lines are where passages may end. */
export function textLines(text: string): Line[] {
  return text.split(/\r\n|\r|\n/).map((line, i) => ({ text: line, line: i + 1 }))
}

/** Markdown: `#` headings and underlined ones give the path; what stands between fences stays together. */
export function markdownLines(text: string): Line[] {
  const lines = textLines(text)
  let fence: string | undefined
  return lines.flatMap((line, i) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line.text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      return [{ ...line, joined: true as const }]
    }
    if (mark) fence = mark
    return heading(line, lines[i + 1], lines[i - 1])
  })
}

function heading(line: Line, below: Line | undefined, above: Line | undefined): Line[] {
  const hash = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.text)
  if (hash) return [{ ...line, text: hash[2] as string, level: (hash[1] as string).length }]
  const underline = (text: string | undefined) => /^(=+|-{3,})\s*$/.exec(text ?? '')?.[1]?.[0]
  if (underline(line.text) && above?.text.trim() && !above.text.includes('|')) return []
  const under = underline(below?.text)
  if (!under || line.text.trim() === '' || line.text.includes('|') || underline(line.text)) return [line]
  return [{ ...line, text: line.text.trim(), level: under === '=' ? 1 : 2 }]
}
