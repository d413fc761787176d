import { extname } from 'node:path'
import { decodeText } from '../../std/text/decode.ts'
import {
  compoundMagic,
  type DocumentFormat,
  documentFormats,
  formatOfName,
  isPackedDocument,
  isPictureName,
  type ReaderName,
  startsWith,
} from '../../std/text/document-formats.ts'
import type { TextLine } from '../ports.ts'
import type { DocumentInput, DocumentText } from './document-text.ts'
import { markdownLines, textLines } from './text.ts'

/**
 * Text beyond this (bytes) is a log or a data dump, 30,000 passages and more; PDF and Office's files hold pictures
 * and may be larger.
 */
const maxBytes = { text: 20 << 20, packed: 100 << 20 }

type ReadBytes = (bytes: Uint8Array, depth: number) => Promise<DocumentText>
type ReadLines = (text: string, ending: string) => Promise<TextLine[]>

/** Readers of bytes. The heavy ones are loaded when such a file comes. */
const byteReaders: Partial<Record<ReaderName, ReadBytes>> = {
  pdf: async (bytes) => (await import('./pdf/pdf.ts')).readPdf(bytes),
  docx: async (bytes) => (await import('./docx.ts')).readDocx(bytes),
  xlsx: async (bytes) => (await import('./xlsx.ts')).readXlsx(bytes),
  pptx: async (bytes) => (await import('./pptx.ts')).readPptx(bytes),
  odf: async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  epub: async (bytes) => (await import('./epub.ts')).readEpub(bytes),
  hwpx: async (bytes) => (await import('./hwpx.ts')).readHwpx(bytes),
  hwp: async (bytes) => (await import('./hwp.ts')).readHwp(bytes),
  rtf: async (bytes) => (await import('./rtf.ts')).readRtf(bytes),
  mail: async (bytes, depth) => (await import('./mail.ts')).readMail(bytes, attachedAt(depth)),
  mbox: async (bytes, depth) => (await import('./mail.ts')).readMbox(bytes, attachedAt(depth)),
  none: async () => ({ fault: 'unsupported' }),
}

/** Readers of text in a form that means something. */
const textReaders: Partial<Record<ReaderName, ReadLines>> = {
  html: async (text) => (await import('./html.ts')).htmlLines(text),
  table: async (text, ending) => (await import('./text-forms.ts')).tableLines(text, ending === 'tsv' ? '\t' : ','),
  notebook: async (text) => (await import('./text-forms.ts')).notebookLines(text) ?? textLines(text),
  subtitles: async (text) => (await import('./text-forms.ts')).subtitleLines(text),
  markdown: async (text) => markdownLines(text),
}

/** Mails may bring a mail along, which may bring one along: the inmost are only named. */
const mostDepth = 2
const attachedAt = (depth: number) => (input: DocumentInput) =>
  depth < mostDepth ? readAtDepth(input, depth + 1) : Promise.resolve<DocumentText>({ fault: 'unsupported' })

/** Most bytes that a file of this name may have. */
export function sizeLimit(path: string): number {
  return isPackedDocument(path) || isPictureName(path) ? maxBytes.packed : maxBytes.text
}

/** Plain text up to this size (bytes) costs little, whatever is in it. */
const smallText = 1 << 20

/** Tell whether a document is plain text of an ordinary size, which is read line by line without a parser. */
export function isText(path: string, bytes: Uint8Array): boolean {
  const { reader } = formatOfName(path) ?? {}
  const isParsed = startsWith(bytes, 'PK') || markedFormat(path, bytes) !== undefined
  const isPlain = reader === undefined || reader === 'text' || reader === 'markdown' || reader === 'none'
  return isPlain && !isParsed && bytes.length <= smallText
}

/** Read the lines of a document. */
export const readHere = (input: DocumentInput): Promise<DocumentText> =>
  readAtDepth(input, input.isAlone ? mostDepth : 0)

/** Bytes within which PDF's mark may stand: scanners and printers put bytes of their own before it. */
const markWithin = 1024

/** Return the format by a file's first bytes; a mark that stands behind others counts where the name says so, too. */
function markedFormat(path: string, bytes: Uint8Array): DocumentFormat | undefined {
  const marked = documentFormats.find(({ magic }) => magic && startsWith(bytes, magic))
  if (marked) return marked
  const named = formatOfName(path)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, markWithin))
  return named?.reader === 'pdf' && named.magic && head.includes(named.magic, 0, 'latin1') ? named : undefined
}

async function readAtDepth({ path, bytes }: DocumentInput, depth: number): Promise<DocumentText> {
  const named = formatOfName(path)
  const marked = markedFormat(path, bytes)
  // An Office file with a password is an OLE container (MS-OFFCRYPTO) whatever its name says.
  if (marked?.magic === compoundMagic && named?.member) return { fault: 'encrypted' }
  const isPackedHwp = named?.reader === 'hwp' && startsWith(bytes, 'PK')
  const reader = marked?.reader ?? (isPackedHwp ? 'hwpx' : named?.reader)
  if (reader === 'hwp' && startsWith(bytes, 'HWP Document File V')) return { fault: 'oldHwp' }
  // A file of this name must begin with its mark.
  if (named?.magic && !marked && !isPackedHwp) return { fault: bytes.length === 0 ? 'empty' : 'damaged' }
  const read = reader && byteReaders[reader]
  return read ? read(bytes, depth) : readText(path, reader, bytes)
}

/** Lines of one text: a log of 20 MB has some 200,000. */
const mostLines = 2_000_000

function countBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

async function readText(path: string, reader: ReaderName | undefined, bytes: Uint8Array): Promise<DocumentText> {
  const text = (reader === 'html' ? (await import('./html-charset.ts')).decodeHtml(bytes) : decodeText(bytes))?.text
  if (text === undefined || hasControls(text)) return { fault: bytes.length === 0 ? 'empty' : 'binary' }
  if (countBreaks(text) > mostLines) return { fault: 'large' }
  const ending = extname(path).slice(1).toLowerCase()
  const read = reader && textReaders[reader]
  const lines = read
    ? await read(text, ending)
    : ((await import('./code.ts')).codeLines(text, `.${ending}`) ?? textLines(text))
  return lines.some((line) => line.text.trim() !== '') ? { lines } : { fault: 'empty' }
}

/** Bytes that happen to decode: real text has hardly any control characters. */
function hasControls(text: string): boolean {
  const head = text.slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
  return (head.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0) > head.length / 50
}
