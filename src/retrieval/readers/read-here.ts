import { extname } from 'node:path'
import { decodeText } from '../../std/text/decode.ts'
import { isPackedDocument } from '../../std/text/document-name.ts'
import type { TextLine } from '../ports.ts'
import { markdownLines, textLines } from './text.ts'

/** Why a document cannot be indexed; each has its sentence in `messages/docs.ts`. */
export type Fault =
  | 'binary'
  | 'encrypted'
  | 'protected'
  | 'scanned'
  | 'damaged'
  | 'empty'
  | 'large'
  | 'unsupported'
  | 'link'
  | 'unreadable'
  | 'gone'
  | 'costly'

/** What a reader found: lines, and the pages of which there is only a picture; or why there are none. */
export type DocumentText = { lines: TextLine[]; scans?: number[] } | { fault: Fault }

/**
 * Text beyond this (bytes) is a log or a data dump, 30,000 passages and more; PDF and Office's files hold pictures
 * and may be larger.
 */
const maxBytes = { text: 20 << 20, packed: 100 << 20 }

type Read = (bytes: Uint8Array) => Promise<DocumentText>

/** Documents that are a zip of XML, and their readers. */
const zipped: Readonly<Record<string, Read>> = {
  '.docx': async (bytes) => (await import('./docx.ts')).readDocx(bytes),
  '.xlsx': async (bytes) => (await import('./xlsx.ts')).readXlsx(bytes),
  '.pptx': async (bytes) => (await import('./pptx.ts')).readPptx(bytes),
  '.odt': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.ods': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.odp': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.epub': async (bytes) => (await import('./epub.ts')).readEpub(bytes),
  '.hwpx': async (bytes) => (await import('./hwpx.ts')).readHwpx(bytes),
}

/** Readers by what a file's first bytes say. */
const marks: readonly (readonly [string, Read])[] = [
  ['%PDF-', async (bytes) => (await import('./pdf/pdf.ts')).readPdf(bytes)],
  // Files of old Office programs begin like this, too; only Hangul's are read.
  ['\xd0\xcf\x11\xe0', async (bytes) => (await import('./hwp.ts')).readHwp(bytes)],
  ['{\\rtf', async (bytes) => (await import('./rtf.ts')).readRtf(bytes)],
]

const mostDepth = 2

/** Mails may bring a mail along, which may bring one along: the inmost are only named. */
const mail = (read: 'readMail' | 'readMbox', depth: number): Read => {
  const attached = (input: DocumentInput): Promise<DocumentText> =>
    depth < mostDepth ? readAs(input, depth + 1) : Promise.resolve({ fault: 'unsupported' })
  return async (bytes) => (await import('./mail.ts'))[read](bytes, attached)
}

/** Pictures whose letters may be recognised. */
export const isPicture = (path: string) => /\.(?:png|jpe?g|tiff?|webp|bmp)$/i.test(path)

const unsupported = new Set(['.doc', '.xls', '.ppt', '.zip'])
/** What a file of this name must begin with. */
const marked = new Set(['.pdf', '.hwp', '.rtf'])

/** Most bytes that a file of this name may have. */
export function sizeLimit(path: string): number {
  return isPackedDocument(path) || isPicture(path) ? maxBytes.packed : maxBytes.text
}

/** A document as it came: its name, or its path, and its bytes. */
export interface DocumentInput {
  path: string
  bytes: Uint8Array
  /** What a mail brings along is only named. */
  isAlone?: boolean
}

/** Text in a form that means something. */
const formed = new Set(['.csv', '.tsv', '.ipynb', '.srt', '.vtt'])

const pages = new Set(['.html', '.htm', '.xhtml'])

/** Plain text up to this size (bytes) costs little, whatever is in it. */
const smallText = 1 << 20

/** Whether a document is plain text of an ordinary size, which is read line by line without a parser. */
export function isText(path: string, bytes: Uint8Array): boolean {
  const isMarked = starts(bytes, 'PK') || marks.some(([mark]) => starts(bytes, mark))
  const extension = extname(path).toLowerCase()
  const isParsed = isPackedDocument(path) || isMarked || pages.has(extension) || formed.has(extension)
  return !isParsed && bytes.length <= smallText
}

/** The lines of a document. The heavy readers are loaded when such a file comes. */
export const readHere = (input: DocumentInput): Promise<DocumentText> => readAs(input, input.isAlone ? mostDepth : 0)

async function readAs({ path, bytes }: DocumentInput, depth: number): Promise<DocumentText> {
  const extension = extname(path).toLowerCase()
  const [mark, read] = marks.find(([one]) => starts(bytes, one)) ?? []
  // An Office file with a password is an OLE container (MS-OFFCRYPTO) whatever its name says.
  if (mark === '\xd0\xcf\x11\xe0' && zipped[extension]) return { fault: 'encrypted' }
  if (read) return read(bytes)
  const unpack = zipped[extension === '.hwp' && starts(bytes, 'PK') ? '.hwpx' : extension]
  if (unpack) return unpack(bytes)
  if (extension === '.eml' || extension === '.mbox')
    return mail(extension === '.eml' ? 'readMail' : 'readMbox', depth)(bytes)
  if (extension === '.hwp' && starts(bytes, 'HWP Document File V')) return { fault: 'unsupported' }
  if (marked.has(extension)) return { fault: bytes.length === 0 ? 'empty' : 'damaged' }
  if (unsupported.has(extension)) return { fault: 'unsupported' }
  return readText(extension, bytes)
}

/** Lines of one text: a log of 20 MB has some 200,000. */
const mostLines = 2_000_000

function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

async function readText(extension: string, bytes: Uint8Array): Promise<DocumentText> {
  const text = decodeText(bytes)?.text
  if (text === undefined || controls(text)) return { fault: 'binary' }
  if (breaksIn(text) > mostLines) return { fault: 'large' }
  const lines = await linesOf(extension, text)
  return lines.some((line) => line.text.trim() !== '') ? { lines } : { fault: 'empty' }
}

async function linesOf(extension: string, text: string): Promise<TextLine[]> {
  if (pages.has(extension)) return (await import('./html.ts')).htmlLines(text)
  if (formed.has(extension)) {
    const { notebookLines, subtitleLines, tableLines } = await import('./text-forms.ts')
    if (extension === '.ipynb') return notebookLines(text) ?? textLines(text)
    return extension === '.csv' || extension === '.tsv'
      ? tableLines(text, extension === '.csv' ? ',' : '\t')
      : subtitleLines(text)
  }
  const code = (await import('./code.ts')).codeLines(text, extension)
  if (code) return code
  return extension === '.md' || extension === '.markdown' || extension === '.mdx'
    ? markdownLines(text)
    : textLines(text)
}

const starts = (bytes: Uint8Array, magic: string) => [...magic].every((char, i) => bytes[i] === char.charCodeAt(0))

/** Bytes that happen to decode: real text has hardly any control characters. */
function controls(text: string): boolean {
  const head = text.slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
  return (head.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0) > head.length / 50
}
