import type { PDFPageProxy } from 'pdfjs-dist'
import type { TextLine } from '../../ports.ts'
import type { DocumentText } from '../document-text.ts'
import { annotationTexts } from './annotations.ts'
import { type PdfText, pageTexts } from './layout.ts'
import { type OpenPdf, openPdf } from './open.ts'
import { signatureLines } from './signatures.ts'

/** A book has hundreds of pages; beyond this it is a data dump. */
const maxPages = 5_000

/**
 * The lines of a PDF page by page; `line` counts within the page. Scanned pages have no text, only a picture: they
 * are told by their numbers.
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  let open: OpenPdf | undefined
  try {
    open = await openPdf(bytes)
    const { pdf, OPS } = open
    if (pdf.numPages > maxPages) return { fault: 'large' }
    const [lines, scans]: [TextLine[], number[]] = [[], []]
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const read = await pageLines(page, number)
      if (read.some(({ text }) => text !== '')) lines.push(...read)
      else if (await hasPicture(page, OPS)) scans.push(number)
      page.cleanup()
    }
    lines.push(...signatureLines(bytes, pdf.numPages))
    if (lines.length === 0 && scans.length === 0) return { fault: 'empty' }
    return { lines, ...(scans.length > 0 && { scans }) }
  } catch (error) {
    return { fault: faultOf(error) }
  } finally {
    await open?.close()
  }
}

const damaged = ['InvalidPDFException', 'UnknownErrorException', 'FormatError']

/** The parser's own errors are named; anything else is a bug. */
function faultOf(error: unknown): 'encrypted' | 'damaged' {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'encrypted'
  if (damaged.includes(name)) return 'damaged'
  throw error
}

async function pageLines(page: PDFPageProxy, number: number): Promise<TextLine[]> {
  const { items } = await page.getTextContent()
  const written = items.filter((item) => 'str' in item)
  // Turned and vertical letters are taken in the order in which they are written.
  const isFlat = written.every(
    ({ transform: [, b, c], dir }) => Math.abs(b) < 0.01 && Math.abs(c) < 0.01 && dir !== 'ttb',
  )
  const filled = await annotationTexts(page)
  const texts = isFlat
    ? pageTexts([...written.map(placeItem), ...filled])
    : [
        ...written
          .map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''))
          .join('')
          .split('\n'),
        ...filled.map(({ text }) => text),
      ]
  return texts.map((line, i) => ({ text: line.trim(), line: i + 1, page: number }))
}

/** Outlines that a page has at least whose letters are drawn as such; a ruled or empty form has fewer. */
const outlined = 40

/**
 * Tell whether a page without text shows some all the same: a picture in any form (fax scans are masks), or letters
 * drawn as outlines.
 */
async function hasPicture(page: PDFPageProxy, OPS: OpenPdf['OPS']): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintInlineImageXObjectGroup,
  ])
  const paths = fnArray.filter((operator) => operator === OPS.constructPath)
  // The parser drops a mask that it cannot decode (JBIG2, fax), and leaves that its unit square was made large.
  const isPlaced = fnArray.some((operator, at) => operator === OPS.transform && areaOf(argsArray[at]) > 4)
  return (
    paths.length >= outlined || (isPlaced && paths.length === 0) || fnArray.some((operator) => pictures.has(operator))
  )
}

const areaOf = ([a, b, c, d]: readonly number[]) => Math.abs((a ?? 0) * (d ?? 0) - (b ?? 0) * (c ?? 0))

type Written = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>

const placeItem = ({ str, transform, width, height, dir }: Written): PdfText => ({
  text: str,
  x: transform[4],
  y: transform[5],
  width,
  size: height || Math.abs(transform[3]) || 1,
  rtl: dir === 'rtl',
})
