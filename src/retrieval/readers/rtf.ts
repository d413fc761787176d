import { decodeCp949 } from '../../std/text/cp949.ts'
import type { TextLine } from '../ports.ts'
import type { DocumentText } from './document-text.ts'
import { cellLine } from './rows.ts'

/**
 * Code pages by their number in RTF (`\ansicpg`), and by the character sets of fonts (`\fcharset`), as WHATWG calls
 * them.
 */
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  65001: 'utf-8',
}
const charsets: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  2: 2,
}
/** Fonts of signs have no letters; of theirs only the bullet is common (U+F0B7 in Unicode). */
const symbolPage = 2
const symbolOf = (sign: string) => ((sign.charCodeAt(0) & 0xff) === 0xb7 ? '•' : '')

/** Groups that hold no words of the text. */
const silent = new Set(
  'colortbl info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl filetbl revtbl fldinst panose falt bkmkstart bkmkend nonshppict'.split(
    ' ',
  ),
)
const signs: Readonly<Record<string, string>> = {
  tab: ' ',
  line: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  '~': ' ',
  _: '-',
}
/** Groups whose paragraphs are no part of the one that they stand in. */
const apart = new Set([
  'header',
  'headerl',
  'headerr',
  'headerf',
  'footer',
  'footerl',
  'footerr',
  'footerf',
  'footnote',
  'annotation',
])

/** The state that a group inherits from the one around it. */
interface GroupState {
  quiet: boolean
  hidden: boolean
  font: number
  /** Characters that stand behind `\u` for programs that do not know it. */
  skip: number
  table: 'fonts' | 'styles' | undefined
  /** The words around a group that stands apart; they go on where it ends. */
  around?: { text: string; cells: string[]; level: number | undefined; inTable: boolean } | undefined
}

/**
 * The paragraphs of a document in Rich Text Format (RTF 1.9): `line` is the number of the paragraph, a table's row is
 * one line.
 */
export function readRtf(bytes: Uint8Array): DocumentText {
  const reader = new RtfReader()
  // One letter a byte: RTF is ASCII; other bytes are letters of a code page.
  reader.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  return reader.lines.length > 0 ? { lines: reader.lines } : { fault: 'empty' }
}

class RtfReader {
  readonly lines: TextLine[] = []
  readonly #fonts = new Map<number, number>()
  readonly #headings = new Map<number, number>()
  readonly #states: GroupState[] = []
  #state: GroupState = { quiet: false, hidden: false, font: 0, skip: 1, table: undefined }
  #page = 1252
  #text = ''
  #bytes = ''
  #cells: string[] = []
  #level: number | undefined
  #paragraph = 0
  /** Characters that are still to be passed over behind `\u`. */
  #left = 0
  #style = { number: 0, name: '' }
  #begins = false
  #inTable = false
  /** Groups that stand apart inside a paragraph; their lines follow it. */
  #apart = 0
  #notes: string[] = []

  read(rtf: string): void {
    const token = /\\([a-z]+)(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z\d])|([{}])|[\r\n]+|[^\\{}\r\n]+/gi
    for (let match = token.exec(rtf); match; match = token.exec(rtf)) {
      const [whole, word, number, hex, sign, brace] = match
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0))
      else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number))
      else if (hex !== undefined) this.#plain(String.fromCharCode(Number.parseInt(hex, 16)), 1)
      else if (sign !== undefined) this.#sign(sign)
      else if (brace === '{') this.#open()
      else if (brace === '}') this.#close()
      else if (whole[0] !== '\r' && whole[0] !== '\n') this.#plain(whole, whole.length)
    }
    this.#end()
  }

  #open(): void {
    this.#flush()
    this.#states.push(this.#state)
    this.#state = { ...this.#state, around: undefined }
    this.#begins = true
    this.#left = 0
  }

  #close(): void {
    this.#flush()
    const { around } = this.#state
    if (around) {
      this.#inTable = false
      if (this.#text.trim() !== '') this.#endParagraph()
      if (around.text.trim() !== '') this.#apart--
      this.#text = around.text
      this.#cells = around.cells
      this.#level = around.level
      this.#inTable = around.inTable
    }
    this.#state = this.#states.pop() ?? this.#state
    this.#left = 0
  }

  /** Letters as bytes of the font's code page. */
  #plain(letters: string, count: number): void {
    this.#begins = false
    const passed = Math.min(this.#left, count)
    this.#left -= passed
    this.#bytes += letters.slice(passed)
  }

  #sign(sign: string): void {
    if (sign === '*' && this.#begins) this.#state.quiet = true
    else if (sign === '\n' || sign === '\r') this.#endParagraph()
    else if ('{}\\'.includes(sign)) this.#plain(sign, 1)
    else this.#say(signs[sign] ?? '')
  }

  #word(word: string, number: number | undefined): void {
    const begins = this.#begins
    this.#begins = false
    this.#flush()
    if (word === 'u') {
      this.#say(String.fromCharCode((number ?? 0) & 0xffff))
      this.#left = this.#state.skip
    } else if (signs[word] !== undefined) this.#say(signs[word])
    else if (begins && silent.has(word)) this.#state.quiet = true
    else if (begins && apart.has(word)) this.#standApart()
    else if (word === 'fonttbl' || word === 'stylesheet') this.#state.table = word === 'fonttbl' ? 'fonts' : 'styles'
    else this.#format(word, number ?? 0, number === undefined)
  }

  #standApart(): void {
    this.#state.around = { text: this.#text, cells: this.#cells, level: this.#level, inTable: this.#inTable }
    if (this.#text.trim() !== '') this.#apart++
    // A comment and a note are groups that are not understood by old programs, and are marked so.
    this.#state.quiet = false
    this.#text = ''
    this.#cells = []
    this.#level = undefined
    this.#inTable = false
  }

  #format(word: string, number: number, bare: boolean): void {
    const state = this.#state
    if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph()
    else if (word === 'cell' || word === 'nestcell') this.#endCell()
    else if (word === 'row' || word === 'nestrow') this.#endRow()
    else if (word === 'pard') {
      this.#level = undefined
      this.#inTable = false
    } else if (word === 'intbl') this.#inTable = true
    else if (word === 'outlinelevel' && number < 6) this.#level = number + 1
    else if (word === 's' && state.table === 'styles') this.#style = { number, name: '' }
    else if (word === 's') this.#level = this.#headings.get(number)
    else if (word === 'f') state.font = number
    else if (word === 'fcharset' && state.table === 'fonts') this.#fonts.set(state.font, charsets[number] ?? 0)
    else if (word === 'cpg' && state.table === 'fonts') this.#fonts.set(state.font, number)
    else if (word === 'ansicpg') this.#page = number
    else if (word === 'plain') state.hidden = false
    else if (word === 'v' || word === 'deleted') state.hidden = bare || number !== 0
    else if (word === 'uc') state.skip = Math.min(Math.max(0, number), 100)
  }

  /** Turns the bytes that were gathered into letters. */
  #flush(): void {
    if (this.#bytes === '') return
    const gathered = this.#bytes
    this.#bytes = ''
    const page = this.#fonts.get(this.#state.font) || this.#page
    const isSymbols = page === symbolPage
    if (isSymbols) this.#add(gathered.replace(/[^ ]/g, symbolOf))
    if (isSymbols) return
    const label = codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is the same in every code page.
    const isAscii = /^[\x00-\x7f]*$/.test(gathered)
    // A byte that is no letter of its code page is a sign of the font: the bullet of a list.
    const letters = isAscii ? gathered : decodeLegacy(Buffer.from(gathered, 'latin1'), label)
    this.#add(letters.replaceAll('\ufffd', ''))
  }

  #say(text: string): void {
    this.#flush()
    this.#add(text.replace(/[\uf000-\uf0ff]/g, symbolOf))
  }

  #add(text: string): void {
    const { table, quiet, hidden } = this.#state
    if (table === 'styles') this.#nameStyle(text)
    else if (!table && !quiet && !hidden) this.#text += text
  }

  #nameStyle(text: string): void {
    this.#style.name += text
    const level = /^heading ([1-6]);/i.exec(this.#style.name.trim())?.[1]
    if (level) this.#headings.set(this.#style.number, Number(level))
  }

  #endCell(): void {
    this.#cells.push(this.#taken())
  }

  #endRow(): void {
    const { text, cells } = cellLine(this.#cells)
    this.#cells = []
    this.#line(text)
    const last = this.lines.at(-1)
    if (cells && last?.text === text) last.cells = cells
  }

  #endParagraph(): void {
    this.#flush()
    if (this.#state.quiet || this.#state.table) return
    // Paragraphs of a cell belong together.
    if (this.#inTable) this.#text += ' '
    else this.#line(this.#taken(), this.#level)
  }

  #taken(): string {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    this.#text = ''
    return text
  }

  #line(text: string, level?: number): void {
    if (this.#apart > 0) return void this.#notes.push(text)
    this.#paragraph++
    if (text !== '') this.lines.push({ text, line: this.#paragraph, ...(level && { level }) })
    for (const note of this.#notes.splice(0)) this.#line(note)
  }

  #end(): void {
    this.#flush()
    if (this.#cells.length > 0) this.#endRow()
    this.#inTable = false
    this.#endParagraph()
  }
}

const decodeLegacy = (bytes: Uint8Array, label: string) =>
  label === 'euc-kr' ? decodeCp949(bytes) : new TextDecoder(label).decode(bytes)
