const documents = new Set('pdf docx xlsx pptx odt ods odp epub hwpx hwp rtf eml mbox'.split(' '))

/** Names of members, and media types at the front, that tell packed documents apart. */
const packed = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
  ['mimetypeapplication/epub+zip', 'epub'],
  ['mimetypeapplication/hwp+zip', 'hwpx'],
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'odt'],
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['mimetypeapplication/vnd.oasis.opendocument.presentation', 'odp'],
] as const
const marks = [
  ['%PDF-', 'pdf'],
  ['{\\rtf', 'rtf'],
  ['\xd0\xcf\x11\xe0', 'hwp'],
] as const

/** The ending that a document without a name should have; undefined for what is none, as far as its bytes tell. */
export function documentEnding(bytes: Uint8Array): string | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = (mark: string) => all.toString('latin1', 0, mark.length) === mark
  if (starts('PK\x03\x04')) return packed.find(([name]) => all.includes(name))?.[1]
  return marks.find(([mark]) => starts(mark))?.[1]
}

/**
 * Whether a file's name promises a document whose text only a reader finds: PDF, mail, and what Office programs and
 * e-books write.
 */
export function isPackedDocument(path: string): boolean {
  return documents.has(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
}
