import { parseHTML } from 'linkedom'
import { sanitise } from '../../std/text/sanitise.ts'

/** The part of an element that is needed here. */
interface Element {
  textContent: string | null
  querySelectorAll(selector: string): Iterable<Element>
}

/**
 * The lines of a part of a page: what a CSS selector names, or a cell of a table as `row × column`. Undefined where
 * nothing fits, or where it is no selector.
 */
export function readHtmlPart(html: string, part: string): string | undefined {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const root = document as unknown as Element
  const cell = /^(.+?)\s*×\s*(.+)$/.exec(part)
  const lines = cell ? cellOf(root, cell[1] ?? '', cell[2] ?? '') : selected(root, part)
  return lines === undefined || lines.length === 0 ? undefined : sanitise(lines.join('\n')).trim()
}

function selected(root: Element, selector: string): string[] | undefined {
  try {
    return Array.from(root.querySelectorAll(selector), lineOf).filter(Boolean)
  } catch (error) {
    // Text that is no selector throws whatever its parser likes.
    if (error instanceof Error) return undefined
    throw error
  }
}

/** The cell in the row that begins with one word, below the heading that is the other. */
function cellOf(root: Element, row: string, column: string): string[] | undefined {
  const is = (text: string, wanted: string) => text.toLowerCase() === wanted.trim().toLowerCase()
  for (const table of root.querySelectorAll('table')) {
    const rows = Array.from(table.querySelectorAll('tr'), (one) => Array.from(one.querySelectorAll('th, td'), lineOf))
    const at = rows[0]?.findIndex((text) => is(text, column)) ?? -1
    const found = rows.find(([first = '']) => is(first, row))
    if (at >= 0 && found?.[at] !== undefined) return [found[at]]
  }
  return undefined
}

const lineOf = ({ textContent }: Element): string => (textContent ?? '').replace(/\s+/g, ' ').trim()
