import { sanitise } from '../../std/text/sanitise.ts'
import type { HtmlBlock } from './html-block-writer.ts'
import { type HtmlBlocks, htmlBlocks } from './html-blocks.ts'
import type { WebPage } from './web-page.ts'

/**
 * Largest page, by characters, elements and depth, for which a tree is built to find its article: about a second and
 * 150 MB.
 */
const treeLimits = { chars: 100_000, elements: 4_000, depth: 200 }
/**
 * The part that a page calls its content is believed if it holds this much: characters, and its share of the page's
 * words.
 */
const enough = { chars: 200, share: 0.25 }

/**
 * The article in a page as Markdown. A page that says where its content is, and a large one, is read in one pass; of
 * a small one that does not say it, Readability finds the article; else it is everything but menus and margins.
 */
export async function readHtml(html: string, url: URL): Promise<WebPage> {
  const read = htmlBlocks(html, url)
  const article =
    inContent(read.blocks) ?? (await byReadability(html, url, read)) ?? textOf(withoutMargins(read.blocks))
  const title = sanitise(read.title).replace(/\s+/g, ' ').trim()
  return { ...(title ? { title } : {}), text: sanitise(article).trim() }
}

/** All that a page shows, as Markdown: of a mail nothing is a menu. */
export function readWholeHtml(html: string): string {
  return sanitise(textOf(htmlBlocks(html, new URL('https://mail.invalid/')).blocks)).trim()
}

function inContent(blocks: readonly HtmlBlock[]): string | undefined {
  const inside = blocks.filter((block) => block.inside && !block.around)
  const [part, all] = [charsOf(inside), charsOf(blocks)]
  return part >= enough.chars && part >= all * enough.share ? textOf(inside) : undefined
}

async function byReadability(html: string, url: URL, { elements, depth }: HtmlBlocks): Promise<string | undefined> {
  if (html.length > treeLimits.chars || elements > treeLimits.elements || depth > treeLimits.depth) return undefined
  const { findArticle } = await import('./html-article.ts')
  const article = findArticle(html)
  return article === undefined ? undefined : textOf(withoutMargins(htmlBlocks(article, url).blocks))
}

/** Blocks outside of menus and margins that are not mostly links; all of them where that leaves next to nothing. */
function withoutMargins(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  const body = blocks.filter(({ around, chars, linked }) => !around && !(linked > chars * 0.8 && chars < 80))
  return charsOf(body) >= charsOf(blocks) * 0.1 ? body : blocks
}

const charsOf = (blocks: readonly HtmlBlock[]) => blocks.reduce((sum, { chars }) => sum + chars, 0)

function textOf(blocks: readonly HtmlBlock[]): string {
  return blocks.map(({ text, tight }, at) => (at === 0 ? text : `${tight ? '\n' : '\n\n'}${text}`)).join('')
}
