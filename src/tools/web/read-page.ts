import { decodeText } from '../../std/text/decode.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import type { PageInput, WebPage } from './page.ts'

/** What came, as text; undefined when it is none (a picture, an archive, an encrypted PDF). Heavy readers are loaded when needed. */
export async function readPage({ url, type, bytes: given }: PageInput): Promise<WebPage | undefined> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const media = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (media === 'application/pdf' || bytes.subarray(0, 5).toString('latin1') === '%PDF-') return readPdf(bytes)
  const text = textOf(bytes, type)
  if (text === undefined) return undefined
  const isPage = media.includes('html') || (media === '' && /^\s*<(?:!doctype html|html)/i.test(text))
  if (!isPage) return { text: sanitise(text) }
  const { readHtml } = await import('./html.ts')
  return readHtml(text, new URL(url))
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

async function readPdf(bytes: Buffer): Promise<WebPage | undefined> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // A copy: the parser takes its buffer away.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const { text } = await extractText(pdf, { mergePages: false })
    await pdf.loadingTask.destroy()
    return { text: sanitise(text.join('\n\n')).trim() }
  } catch (error) {
    // The parser's own errors are named: encrypted, damaged. Anything else is a bug.
    if (error instanceof Error && /Exception$|FormatError/.test(error.name)) return undefined
    throw error
  }
}
