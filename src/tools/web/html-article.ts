import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

/**
 * The HTML of the article in a page, as Readability finds it; undefined where it finds none. Builds a tree: for small
 * pages.
 */
export function findArticle(html: string): string | undefined {
  const { document } = parseHTML(frameHtml(html))
  return new Readability(document as unknown as Document).parse()?.content ?? undefined
}

/** The parser wants a whole document; browsers forgive. */
const frameHtml = (html: string) =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
