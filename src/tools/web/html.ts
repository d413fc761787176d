import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import Turndown from 'turndown'
import { sanitise } from '../../std/sanitise.ts'
import type { Page } from './page.ts'

/** The article in a page as Markdown, or all of it where there is none. */
export function readHtml(html: string, url: URL): Page {
  const { document } = parseHTML(framed(html))
  const title = sanitise(document.title ?? '').trim()
  absolute(document, url)
  const whole = document.body?.cloneNode(true) as HTMLElement | undefined
  const article = new Readability(document as unknown as Document, { maxElemsToParse: mostElements }).parse()
  const converter = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  converter.remove(['script', 'style', 'noscript', 'iframe', 'template'])
  const source = article?.content ? (parseHTML(framed(article.content)).document.body as unknown as HTMLElement) : whole
  const text = source ? converter.turndown(source as never) : ''
  return {
    ...(title ? { title } : {}),
    text: sanitise(text)
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** The parser wants a whole document; browsers forgive. */
const framed = (html: string) =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`

/** Readability is slow on monsters. */
const mostElements = 50_000

/** Links as whole addresses: outside their page relative ones lead nowhere. */
function absolute(document: { querySelectorAll(selector: string): Iterable<unknown> }, url: URL): void {
  for (const link of document.querySelectorAll('a[href]') as Iterable<{
    getAttribute(name: string): string | null
    setAttribute(name: string, value: string): void
    removeAttribute(name: string): void
  }>) {
    const href = link.getAttribute('href') ?? ''
    if (URL.canParse(href, url)) link.setAttribute('href', new URL(href, url).href)
    else link.removeAttribute('href')
  }
}
