import { Parser } from 'htmlparser2'
import { BlockWriter, type HtmlBlock } from './html-block-writer.ts'

/** A page as blocks of Markdown in their order, and what its size says of the cost of a closer look. */
export interface HtmlBlocks {
  title: string
  blocks: HtmlBlock[]
  elements: number
  depth: number
}

const silent = new Set(
  'script style noscript template svg math iframe object button select textarea head canvas audio video dialog'.split(
    ' ',
  ),
)
/** Elements around the text of a page (HTML, sections; WAI-ARIA landmarks). */
const furniture = new Set(['nav', 'footer', 'aside', 'header', 'menu'])
const furnitureRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])
const content = new Set(['main', 'article'])

type Attributes = Record<string, string>

/** Text that a page does not show is not read either: orders to a model are hidden so. */
function isHidden({ hidden, style = '', 'aria-hidden': aria }: Attributes): boolean {
  return hidden !== undefined || aria === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}

/**
 * Reads a page in one pass, without a tree: memory grows with its text alone. `base`: against which its links are
 * read.
 */
export function htmlBlocks(html: string, base: URL): HtmlBlocks {
  const writer = new BlockWriter(base)
  const open: { quiet: boolean; around: boolean; inside: boolean }[] = []
  let [title, inTitle, quiet, around, inside, elements, depth] = ['', false, 0, 0, 0, 0, 0]
  const parser = new Parser({
    onopentag(name, attributes) {
      elements++
      const is = {
        quiet: silent.has(name) || isHidden(attributes),
        inside: content.has(name) || attributes.role === 'main',
        // The head of an article belongs to it.
        around:
          (furniture.has(name) && !(name === 'header' && inside > 0)) || furnitureRoles.has(attributes.role ?? ''),
      }
      open.push(is)
      depth = Math.max(depth, open.length)
      quiet += Number(is.quiet)
      around += Number(is.around)
      inside += Number(is.inside)
      inTitle = name === 'title' && title === ''
      if (quiet === 0) writer.open(name, attributes, { around: around > 0, inside: inside > 0 })
    },
    ontext(text) {
      if (inTitle) title += text
      else if (quiet === 0) writer.text(text)
    },
    onclosetag(name) {
      inTitle = false
      const was = open.pop()
      if (quiet === 0) writer.close(name)
      quiet -= Number(was?.quiet ?? 0)
      around -= Number(was?.around ?? 0)
      inside -= Number(was?.inside ?? 0)
      writer.place = { around: around > 0, inside: inside > 0 }
    },
  })
  parser.end(html)
  return { title, blocks: writer.end(), elements, depth }
}
