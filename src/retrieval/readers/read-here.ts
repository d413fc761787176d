import { extname } from 'node:path'
import { decodeText } from '../../std/text/decode.ts'
import type { TextLine } from '../ports.ts'
import { markdownLines, textLines } from './text.ts'

/** Why a document cannot be indexed; each has its sentence in `messages/docs.ts`. */
export type Fault =
  | 'binary'
  | 'encrypted'
  | 'damaged'
  | 'empty'
  | 'large'
  | 'unsupported'
  | 'link'
  | 'unreadable'
  | 'gone'
  | 'costly'

/** What a reader found: lines, or why there are none. */
export type DocumentText = { lines: TextLine[] } | { fault: Fault }

/** Text beyond this (bytes) is a log or a data dump, 30,000 passages and more; PDF and Office's files hold pictures and may be larger. */
const maxBytes = { text: 20 << 20, packed: 100 << 20 }

/** Documents that are a zip of XML, and their readers. */
const zipped: Readonly<Record<string, (bytes: Uint8Array) => Promise<DocumentText>>> = {
  '.docx': async (bytes) => (await import('./docx.ts')).readDocx(bytes),
  '.xlsx': async (bytes) => (await import('./xlsx.ts')).readXlsx(bytes),
  '.pptx': async (bytes) => (await import('./pptx.ts')).readPptx(bytes),
  '.odt': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.ods': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.odp': async (bytes) => (await import('./odf.ts')).readOdf(bytes),
  '.epub': async (bytes) => (await import('./epub.ts')).readEpub(bytes),
  '.hwpx': async (bytes) => (await import('./hwpx.ts')).readHwpx(bytes),
}

const packed = new Set(['.pdf', ...Object.keys(zipped)])
const unsupported = new Set(['.hwp', '.doc', '.xls', '.ppt', '.rtf', '.zip'])

/** Most bytes that a file of this name may have. */
export function sizeLimit(path: string): number {
  return packed.has(extname(path).toLowerCase()) ? maxBytes.packed : maxBytes.text
}

/** A document as it came: its name, or its path, and its bytes. */
export interface DocumentInput {
  path: string
  bytes: Uint8Array
}

/** Text in a form that means something. */
const formed = new Set(['.csv', '.tsv', '.ipynb', '.srt', '.vtt'])

const pages = new Set(['.html', '.htm', '.xhtml'])

/** Whether a document is plain text, which is read line by line without a parser. */
export function isText(path: string, bytes: Uint8Array): boolean {
  const extension = extname(path).toLowerCase()
  const isPacked = packed.has(extension) || starts(bytes, '%PDF-') || starts(bytes, 'PK') || starts(bytes, '\xd0\xcf\x11\xe0')
  return !isPacked && !pages.has(extension)
}

/** The lines of a document. The heavy readers are loaded when such a file comes. */
export async function readHere({ path, bytes }: DocumentInput): Promise<DocumentText> {
  const extension = extname(path).toLowerCase()
  if (starts(bytes, '%PDF-')) return (await import('./pdf.ts')).readPdf(bytes)
  // An Office file with a password is an OLE container (MS-OFFCRYPTO) whatever its name says.
  if (starts(bytes, '\xd0\xcf\x11\xe0')) return { fault: zipped[extension] ? 'encrypted' : 'unsupported' }
  const unpacked = zipped[extension]?.(bytes)
  if (unpacked) return unpacked
  if (extension === '.pdf') return { fault: bytes.length === 0 ? 'empty' : 'damaged' }
  if (unsupported.has(extension)) return { fault: 'unsupported' }
  return readText(extension, bytes)
}

async function readText(extension: string, bytes: Uint8Array): Promise<DocumentText> {
  const text = decodeText(bytes)?.text
  if (text === undefined || controls(text)) return { fault: 'binary' }
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
  return extension === '.md' || extension === '.markdown' || extension === '.mdx' ? markdownLines(text) : textLines(text)
}

const starts = (bytes: Uint8Array, magic: string) => [...magic].every((char, i) => bytes[i] === char.charCodeAt(0))

/** Bytes that happen to decode: real text has hardly any control characters. */
function controls(text: string): boolean {
  const head = text.slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
  return (head.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0) > head.length / 50
}
