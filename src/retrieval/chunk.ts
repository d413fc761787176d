import type { Chunk, TextLine } from './ports.ts'

/**
 * Passages of about 600 letters that share 100 with the one before: a paragraph or two of Korean, a third of a
 * printed page.
 */
export const chunkSize = 600
const overlap = 100
/**
 * Letters of a heading. Every passage below carries it: a longer one is text, or a hostile file would be as many
 * times its size.
 */
const longestHeading = 200

/**
 * The passages of a document. A heading begins a new one and gives its path to all below it; paragraphs and code
 * blocks stay whole while they fit; a line longer than a passage is cut at sentence ends.
 */
export function chunkLines(lines: Iterable<TextLine>): Chunk[] {
  const chunks: Chunk[] = []
  const path: (string | undefined)[] = []
  let held: TextLine[] = []
  let fresh = false
  const heading = () => path.filter((part) => part !== undefined).join(' > ')
  const flush = (keep: TextLine[]) => {
    if (fresh) chunks.push(joinLines(held, heading()))
    held = keep
    fresh = false
  }
  for (const line of cutLongLines(lines)) {
    if (line.level !== undefined) {
      flush([])
      path.length = line.level
      // One without words ends what was above.
      path[line.level - 1] = line.text || undefined
      continue
    }
    if (isBlank(line) && held.length === 0) continue
    if (held.length > 0 && held.at(-1)?.page !== line.page) flush([])
    const size = lengthOf(held)
    const full = size + line.text.length > chunkSize
    const roomy = size > chunkSize / 2 && isBlank(held.at(-1)) && !line.joined
    if (full || roomy) flush(roomy && !full ? [] : overlapOf(held))
    held.push(line)
    fresh ||= !isBlank(line)
  }
  flush([])
  return chunks
}

const isBlank = (line: TextLine | undefined) => line !== undefined && line.text.trim() === ''
const lengthOf = (lines: TextLine[]) => lines.reduce((sum, line) => sum + line.text.length + 1, 0)

/** The last whole lines that fit into the overlap. */
function overlapOf(lines: TextLine[]): TextLine[] {
  let from = lines.length
  for (let size = 0; from > 0 && size + (lines[from - 1] as TextLine).text.length <= overlap; from--)
    size += (lines[from - 1] as TextLine).text.length
  return lines.slice(from)
}

function joinLines(lines: TextLine[], heading: string): Chunk {
  const solid = lines.slice(
    lines.findIndex((line) => !isBlank(line)),
    lines.findLastIndex((line) => !isBlank(line)) + 1,
  )
  const [first, last] = [solid[0] as TextLine, solid.at(-1) as TextLine]
  const text = solid.reduce((all, line, i) => all + separatorBetween(solid[i - 1], line) + line.text, '')
  return { text, line: first.line, endLine: last.line, heading, ...(first.page !== undefined && { page: first.page }) }
}

/** Pieces of one long line stand side by side again. */
function separatorBetween(above: TextLine | undefined, line: TextLine): string {
  if (!above) return ''
  return above.line === line.line && above.page === line.page ? ' ' : '\n'
}

/** The lines of a document, one that is longer than a passage in pieces, cut at sentence ends. */
export function* cutLongLines(lines: Iterable<TextLine>): Generator<TextLine> {
  for (const { level, ...line } of lines) {
    if (level !== undefined && line.text.length <= longestHeading) yield { ...line, level }
    else if (line.text.length <= chunkSize) yield line
    else for (const text of cutLine(line.text)) yield { ...line, text }
  }
}

/** A long line in pieces of at most half a passage, at sentence ends, else at spaces, else anywhere. */
function* cutLine(text: string): Generator<string> {
  const max = chunkSize / 2
  for (let rest = text; rest !== ''; ) {
    const window = rest.slice(0, max)
    const sentence = /^[\s\S]*[.!?。…](?=\s)/.exec(window)?.[0].length ?? 0
    const space = window.lastIndexOf(' ') + 1
    const at = rest.length <= max ? rest.length : sentence || space || max
    yield rest.slice(0, at).trim()
    rest = rest.slice(at).trimStart()
  }
}
