import { decodeBytes } from '../../std/text/charset.ts'
import { decodeText } from '../../std/text/decode.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import type { PageInput, WebPage } from './web-page.ts'

/**
 * Return the response as text; undefined if it is none (a picture, an archive). Heavy readers are loaded when needed.
 */
export async function readPage({ url, type, bytes: given, part }: PageInput): Promise<WebPage | undefined> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const media = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const text = textOf(bytes, type)
  if (text === undefined) return undefined
  const isPage = media.includes('html') || (media === '' && /^\s*<(?:!doctype html|html)/i.test(text))
  if (part !== undefined) {
    const { readHtmlPart } = await import('./html-part.ts')
    const found = readHtmlPart(text, part)
    return found === undefined ? undefined : { text: found }
  }
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
  if (named) return decodeBytes(bytes, named)
  return decodeText(bytes)?.text ?? bytes.toString('latin1')
}
