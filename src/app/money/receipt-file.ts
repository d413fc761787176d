import { basename } from 'node:path'
import { type PaidReceipt, readReceipt } from '../../core/money/receipt.ts'
import { readDocument } from '../../retrieval/readers/read.ts'
import { isPictureName } from '../../std/text/document-formats.ts'
import type { AppContext } from '../context/app-context.ts'

type ReceiptParts = Pick<AppContext, 'models' | 'language' | 'now' | 'environment'>

/**
 * Read a receipt: the text of a PDF by its parser, the letters of a picture by Tesseract where it is installed, else by
 * a model that sees. Undefined where no sum can be found. Throws `config` where neither reads pictures.
 */
export async function readReceiptFile(
  parts: ReceiptParts,
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<PaidReceipt | undefined> {
  const { models, language, now, environment } = parts
  const openReader = async () => {
    const { openTesseract } = await import('../../tools/picture/tesseract.ts')
    const tesseract = await openTesseract(environment, signal)
    if (tesseract) return tesseract
    const { letterReader } = await import('../docs/letter-reader.ts')
    return await letterReader({ models, language, now, asked: () => {} })
  }
  const read = await readDocument(basename(path), bytes, signal, isPictureName(path) ? await openReader() : undefined)
  const text =
    'lines' in read
      ? read
      : read.fault === 'scanned'
        ? await readDocument(basename(path), bytes, signal, await openReader())
        : read
  return 'lines' in text ? readReceipt(text.lines.map((line) => line.text)) : undefined
}
