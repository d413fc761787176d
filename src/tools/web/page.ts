import { decodeText } from '../../std/decode.ts'
import { sanitise } from '../../std/sanitise.ts'
import type { Fetched } from './guarded.ts'

/** A page as text: Markdown of what a reader comes for. */
export interface Page {
  title?: string
  text: string
}

/** What came, as text; undefined when it is none (a picture, an archive, an encrypted PDF). Heavy readers are loaded when needed. */
export async function readPage({ url, type, bytes }: Fetched, signal: AbortSignal): Promise<Page | undefined> {
  const media = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (media === 'application/pdf' || bytes.subarray(0, 5).toString('latin1') === '%PDF-') return readPdf(bytes, signal)
  const text = textOf(bytes, type)
  if (text === undefined) return undefined
  const isPage = media.includes('html') || (media === '' && /^\s*<(?:!doctype html|html)/i.test(text))
  return isPage ? readHtml(text, url) : { text: sanitise(text) }
}

/** The letters, by the header's or the page's own word for the encoding, else by their looks. */
function textOf(bytes: Buffer, type: string): string | undefined {
  const named =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1]
  if (bytes.subarray(0, 1024).includes(0)) return decodeText(bytes)?.text
  try {
    if (named) return new TextDecoder(named).decode(bytes)
  } catch (error) {
    // A name that nobody knows says nothing.
    if (!(error instanceof RangeError)) throw error
  }
  return decodeText(bytes)?.text ?? bytes.toString('latin1')
}

/** The article in a page, or all of it where there is none. */
async function readHtml(html: string, url: URL): Promise<Page> {
  const [{ parseHTML }, { Readability }, { default: Turndown }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
    import('turndown'),
  ])
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

async function readPdf(bytes: Buffer, signal: AbortSignal): Promise<Page | undefined> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // A copy: the parser takes its buffer away.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    signal.throwIfAborted()
    const { text } = await extractText(pdf, { mergePages: false })
    await pdf.loadingTask.destroy()
    return { text: sanitise(text.join('\n\n')).trim() }
  } catch (error) {
    signal.throwIfAborted()
    // The parser's own errors are named: encrypted, damaged. Anything else is a bug.
    if (error instanceof Error && /Exception$|FormatError/.test(error.name)) return undefined
    throw error
  }
}
