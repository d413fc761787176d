import { type CardFile, readCardFile, readCardLines } from '../../core/money/card-file.ts'
import { readDocument } from '../../retrieval/readers/read.ts'
import { decodeText } from '../../std/text/decode.ts'

/** Read the table in a card's file: CSV in any encoding of Korea, an Excel workbook, or a web page called one. */
export async function readCardBytes(bytes: Uint8Array, signal: AbortSignal): Promise<CardFile | undefined> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 512)).trimStart()
  const name = start.startsWith('PK')
    ? 'card.xlsx'
    : /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start)
      ? 'card.html'
      : undefined
  if (name === undefined) {
    const text = decodeText(bytes)?.text
    return text === undefined ? undefined : readCardFile(text)
  }
  const read = await readDocument(name, bytes, signal)
  return 'lines' in read ? readCardLines(read.lines) : undefined
}
