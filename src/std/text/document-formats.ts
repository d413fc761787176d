/** A kind of document, as people call it. */
export const documentKinds = ['pdf', 'word', 'hwp', 'sheet', 'slides', 'text', 'mail', 'picture', 'book'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A reader that finds the text in a document; `none` for what is known by name and cannot be read. */
export type ReaderName =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odf'
  | 'epub'
  | 'hwpx'
  | 'hwp'
  | 'rtf'
  | 'mail'
  | 'mbox'
  | 'html'
  | 'table'
  | 'notebook'
  | 'subtitles'
  | 'markdown'
  | 'text'
  | 'picture'
  | 'none'

/** A format of documents: all that this program knows of it. */
export interface DocumentFormat {
  /** Endings of names, the usual one first. */
  endings: readonly string[]
  kind?: DocumentKind
  reader: ReaderName
  /** The media type (https://www.iana.org/assignments/media-types). */
  media?: string
  /** Bytes at the front of every such file. */
  magic?: string
  /** Bytes of a zip that only this format has: the name of a member, or its first member with its content. */
  member?: string
  /** Found by name inside an archive or a mail only: below a folder it is passed over. */
  isContainer?: true
}

const office = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'
/** The bytes that old Office files, Hangul's and Office files with a password begin with (MS-CFB). */
export const compoundMagic = '\xd0\xcf\x11\xe0'
/** The bytes that a zip with members begins with. */
const zipMagic = 'PK\x03\x04'

const formatRow = (endings: string, reader: ReaderName, more: Omit<DocumentFormat, 'endings' | 'reader'> = {}) => ({
  endings: endings.split(' '),
  reader,
  ...more,
})

/** All formats that documents have. A name with another ending promises none. */
export const documentFormats: readonly DocumentFormat[] = [
  formatRow('pdf', 'pdf', { kind: 'pdf', media: 'application/pdf', magic: '%PDF-' }),
  formatRow('docx', 'docx', { kind: 'word', media: `${office}wordprocessingml.document`, member: 'word/document.xml' }),
  formatRow('xlsx', 'xlsx', { kind: 'sheet', media: `${office}spreadsheetml.sheet`, member: 'xl/workbook.xml' }),
  formatRow('pptx', 'pptx', {
    kind: 'slides',
    media: `${office}presentationml.presentation`,
    member: 'ppt/presentation.xml',
  }),
  formatRow('epub', 'epub', { kind: 'book', media: 'application/epub+zip', member: 'mimetypeapplication/epub+zip' }),
  formatRow('hwpx', 'hwpx', { kind: 'hwp', media: 'application/hwp+zip', member: 'mimetypeapplication/hwp+zip' }),
  formatRow('odt', 'odf', { kind: 'word', media: `${openDocument}text`, member: `mimetype${openDocument}text` }),
  formatRow('ods', 'odf', {
    kind: 'sheet',
    media: `${openDocument}spreadsheet`,
    member: `mimetype${openDocument}spreadsheet`,
  }),
  formatRow('odp', 'odf', {
    kind: 'slides',
    media: `${openDocument}presentation`,
    member: `mimetype${openDocument}presentation`,
  }),
  formatRow('hwp', 'hwp', { kind: 'hwp', media: 'application/x-hwp', magic: compoundMagic }),
  formatRow('rtf', 'rtf', { kind: 'word', media: 'application/rtf', magic: '{\\rtf' }),
  formatRow('eml', 'mail', { kind: 'mail', media: 'message/rfc822' }),
  formatRow('mbox', 'mbox', { kind: 'mail', media: 'application/mbox' }),
  formatRow('html htm xhtml', 'html', { kind: 'text', media: 'text/html' }),
  formatRow('csv', 'table', { kind: 'sheet', media: 'text/csv' }),
  formatRow('tsv', 'table', { kind: 'sheet', media: 'text/tab-separated-values' }),
  formatRow('md markdown mdx', 'markdown', { kind: 'text', media: 'text/markdown' }),
  formatRow('txt text rst adoc tex log', 'text', { kind: 'text', media: 'text/plain' }),
  formatRow('ics', 'text', { media: 'text/calendar', isContainer: true }),
  formatRow('ipynb', 'notebook'),
  formatRow('srt vtt', 'subtitles'),
  formatRow('json yaml yml toml ini xml', 'text'),
  formatRow('png jpg jpeg tif tiff webp bmp', 'picture', { kind: 'picture' }),
  // These are documents, too: it is better to say that they cannot be read than to pass over them in silence.
  formatRow('doc', 'none', { kind: 'word' }),
  formatRow('xls xlsb', 'none', { kind: 'sheet' }),
  formatRow('ppt', 'none', { kind: 'slides' }),
  formatRow('zip', 'none', { isContainer: true }),
  formatRow(
    'c cc cpp cs css dart ex exs go graphql h hpp hs java jl js jsx kt kts lua m mjs cjs ml php pl proto ps1 py r rb rs sass scala scss sh sql svelte swift ts tsx vue zig',
    'text',
  ),
]

const byEnding = new Map(documentFormats.flatMap((format) => format.endings.map((ending) => [ending, format])))

/** Readers that turn packed bytes into text; of all others the bytes are text themselves. */
const packed: readonly ReaderName[] = 'pdf docx xlsx pptx odf epub hwpx hwp rtf mail mbox'.split(' ') as ReaderName[]

/** Return the format that a file's name promises. */
export function formatOfName(path: string): DocumentFormat | undefined {
  return byEnding.get(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
}

/** Return the format that a file's first bytes and members tell. */
export function formatOfBytes(bytes: Uint8Array): DocumentFormat | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, zipMagic)) return documentFormats.find(({ member }) => member && all.includes(member))
  return documentFormats.find(({ magic }) => magic && startsWith(bytes, magic))
}

/** Return the usual ending of a media type's files, without a dot. */
export function endingOfMedia(media: string): string | undefined {
  return documentFormats.find((format) => format.media === media.toLowerCase())?.endings[0]
}

/**
 * Tell whether a file's name promises a document whose text only a reader finds: PDF, mail, and what Office programs
 * and e-books write.
 */
export function isPackedDocument(path: string): boolean {
  const { reader } = formatOfName(path) ?? {}
  return reader !== undefined && packed.includes(reader)
}

/** Tell whether a file's name promises a picture whose letters may be recognised. */
export const isPictureName = (path: string): boolean => formatOfName(path)?.reader === 'picture'

/** Tell whether bytes begin with a mark, given as Latin-1. */
export function startsWith(bytes: Uint8Array, magic: string): boolean {
  for (let at = 0; at < magic.length; at++) if (bytes[at] !== magic.charCodeAt(at)) return false
  return true
}
