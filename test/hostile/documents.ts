// Documents that were made to freeze, flood or crash their reader: whole ones with `scale` 1, small ones of the same
// kind below it.
import { deflateSync } from 'node:zlib'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { control, hwp, paragraph, record } from '../fakes/hwp-file.ts'

export interface HostileDocument {
  name: string
  file: string
  bytes(scale: number): Uint8Array
}

type Make = (count: (whole: number) => number) => Uint8Array | string

const zip = (members: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(members).map(([name, data]) => [
        name,
        [typeof data === 'string' ? strToU8(data) : data, { level: 1 }],
      ]),
    ) as Zippable,
  )
const times = (piece: string, count: number) => Buffer.alloc(piece.length * count, piece)
const around = (head: string, middle: Uint8Array, tail = '') =>
  Buffer.concat([Buffer.from(head), middle, Buffer.from(tail)])
const laughs = `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>`
const docx = (document: string | Uint8Array, more: Record<string, string | Uint8Array> = {}) =>
  zip({ 'word/document.xml': document, ...more })
/** An archive whose sizes are said anew, in the head of its first member and in its directory. */
function lying(bytes: Uint8Array, size: number): Uint8Array {
  const all = Buffer.from(bytes)
  all.writeUInt32LE(size >>> 0, 22)
  for (let at = all.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = all.indexOf('PK\x01\x02', at + 4, 'latin1'))
    all.writeUInt32LE(size >>> 0, at + 24)
  return all
}
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`
const xlsx = (sheet: string | Uint8Array, sheets = 1, strings = '') =>
  zip({
    'xl/workbook.xml': `<workbook><sheets>${'<sheet name="s" r:id="r"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r', 'worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml': sheet,
  })
const book = (chapter: string, refs: number) =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
    'a.opf': `<package><item id="c" href="c.xhtml"/>${'<itemref idref="c"/>'.repeat(refs)}</package>`,
    'c.xhtml': chapter,
  })

const zipped: Record<string, [file: string, make: Make]> = {
  'archives within archives': [
    'a.docx',
    (n) =>
      Array.from({ length: 6 }).reduce<Uint8Array>(
        (inner) => zip({ 'word/document.xml': inner, 'b.zip': inner }),
        Buffer.alloc(n(20 << 20)),
      ),
  ],
  'nested paragraphs': ['a.docx', (n) => docx(times('<w:p>', n(15_000_000)))],
  'nested tables': ['a.docx', (n) => docx(times('<w:tbl><w:tr><w:tc><w:p>', n(3_000_000)))],
  'entities of entities': [
    'a.docx',
    (n) => docx(around(`${laughs}<w:p><w:t>`, times('&a30;', n(5_000_000)), '</w:t></w:p>')),
  ],
  'an entity of a file': [
    'a.docx',
    () => docx('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:p><w:t>root &x;</w:t></w:p>'),
  ],
  'a size that says too little': ['a.docx', (n) => lying(docx(times('<w:p/>', n(30_000_000))), 10)],
  'a size that says too much': ['a.docx', () => lying(docx('<w:p/>'), 0xfffffff0)],
  'a hundred thousand members': [
    'a.docx',
    (n) => zip(Object.fromEntries(Array.from({ length: n(100_000) }, (_, at) => [`word/header${at}.xml`, '<w:p/>']))),
  ],
  'a torn archive': ['a.docx', (n) => docx(times('<w:p/>', n(1_000_000))).slice(0, -60)],
  'comments without end': [
    'a.docx',
    (n) =>
      docx(around('', times('<w:p><w:commentReference w:id="1"/></w:p>', n(1_000_000))), {
        'word/comments.xml': around(
          '<w:comment w:id="1"><w:p><w:t>',
          times('x', n(1_000_000)),
          '</w:t></w:p></w:comment>',
        ),
      }),
  ],
  'ten million columns': [
    'a.xlsx',
    (n) => xlsx(around('<sheetData><row r="1">', times('<c><v>1</v></c>', n(6_000_000)), '</row></sheetData>')),
  ],
  'a cell far to the right in every row': [
    'a.xlsx',
    (n) => xlsx(around('<sheetData>', times('<row><c r="ZZZ1"><v>1</v></c></row>', n(2_000_000)), '</sheetData>')),
  ],
  'rows with numbers beyond numbers': [
    'a.xlsx',
    (n) =>
      xlsx(around('<sheetData>', times('<row r="1e308"><c r="A1"><v>1e308</v></c></row>', n(500_000)), '</sheetData>')),
  ],
  'strings of entities': [
    'a.xlsx',
    (n) =>
      xlsx(
        '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>',
        1,
        `${laughs}<sst><si><t>${'&a30;'.repeat(n(3_000_000))}</t></si></sst>`,
      ),
  ],
  'one sheet a million times': [
    'a.xlsx',
    (n) => xlsx(around('<sheetData>', times('<row><c><v>1</v></c></row>', n(10_000)), '</sheetData>'), n(1_000_000)),
  ],
  'one slide a million times': [
    'a.pptx',
    (n) =>
      zip({
        'ppt/presentation.xml': '<p:sldId r:id="r"/>'.repeat(n(1_000_000)),
        'ppt/_rels/presentation.xml.rels': relation('r', 'slide', 'slides/s.xml'),
        'ppt/slides/s.xml': `<p:sld>${'<a:p><a:t>word</a:t></a:p>'.repeat(n(1_000))}</p:sld>`,
      }),
  ],
  'notes that are their own slide': [
    'a.pptx',
    () =>
      zip({
        'ppt/presentation.xml': '<p:sldId r:id="r"/>',
        'ppt/_rels/presentation.xml.rels': relation('r', 'slide', '../ppt/slides/s.xml'),
        'ppt/slides/s.xml': '<a:p><a:t>x</a:t></a:p>',
        'ppt/slides/_rels/s.xml.rels': relation('n', 'notesSlide', 's.xml'),
      }),
  ],
  'rows and cells that repeat': [
    'a.ods',
    (n) =>
      zip({
        'content.xml': `<office:spreadsheet><table:table>${'<table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999"><text:p>word</text:p></table:table-cell></table:table-row>'.repeat(n(100))}</table:table></office:spreadsheet>`,
      }),
  ],
  'nested spans': ['a.odt', (n) => zip({ 'content.xml': around('<text:p>', times('<text:span>', n(5_000_000))) })],
  'a blank a billion times': [
    'a.odt',
    (n) =>
      zip({ 'content.xml': around('<text:p>', times('<text:s text:c="999999999"/>', n(2_000_000)), 'x</text:p>') }),
  ],
  'one chapter a million times': ['a.epub', (n) => book(`<p>${'word '.repeat(n(2_000))}`, n(1_000_000))],
  'a chapter outside of the book': [
    'a.epub',
    () =>
      zip({
        'META-INF/container.xml': '<rootfile full-path="../../../etc/passwd"/>',
        '../../../etc/passwd': '<package/>',
      }),
  ],
  'nested cells': ['a.hwpx', (n) => zip({ 'Contents/section0.xml': times('<hp:tr><hp:tc><hp:p>', n(4_000_000)) })],
  'sections without end': [
    'a.hwpx',
    (n) =>
      zip(
        Object.fromEntries(
          Array.from({ length: n(50_000) }, (_, at) => [`Contents/section${at}.xml`, '<hp:p><hp:t>word</hp:t></hp:p>']),
        ),
      ),
  ],
}

function pdfOf(
  objects: (string | { head: string; bytes: Uint8Array })[],
  tail = 'trailer\n<< /Root 1 0 R >>\n%%EOF',
): Uint8Array {
  const parts = objects.flatMap((body, at) => [
    Buffer.from(`${at + 1} 0 obj\n`),
    ...(typeof body === 'string'
      ? [Buffer.from(body)]
      : [
          Buffer.from(`<< /Length ${body.bytes.length} ${body.head} >>\nstream\n`),
          body.bytes,
          Buffer.from('\nendstream'),
        ]),
    Buffer.from('\nendobj\n'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(tail)])
}
const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
const kids = (all: string, count: number | string = 1) => `<< /Type /Pages /Kids [${all}] /Count ${count} >>`
const page =
  '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> /MediaBox [0 0 999 999] >>'
const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const packed = (bytes: Uint8Array | string, rounds = 1, head = '') => {
  let body = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)
  for (let round = 0; round < rounds; round++) body = deflateSync(body, { level: 9 })
  return { head: `/Filter [${'/FlateDecode '.repeat(rounds)}] ${head}`, bytes: body }
}
const onePage = (
  contents: { head: string; bytes: Uint8Array },
  font = helvetica,
  ...more: (string | { head: string; bytes: Uint8Array })[]
) => pdfOf([catalogue, kids('3 0 R'), page, contents, font, ...more])
const shown = '(word) Tj '

/** A page of one square picture and no text. */
const pictured = (filter: string, bytes: Uint8Array, side: number) =>
  pdfOf([
    catalogue,
    kids('3 0 R'),
    page,
    { head: '', bytes: Buffer.from('q 999 0 0 999 0 0 cm /X Do Q') },
    helvetica,
    {
      head: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter ${filter}`,
      bytes,
    },
  ])
const words = (...all: number[]) =>
  Buffer.from(all.flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word].map((byte) => byte & 255)))
/**
 * Heads that say more than there is: a page of JBIG2 (ITU-T T.88, 7.4.8), the size of JPEG 2000 (ITU-T T.800, A.5.1).
 */
const vast = {
  jbig2: Buffer.concat([
    words(0),
    Buffer.from([0x30, 0, 1]),
    words(19, 0xffff_fff0, 0xffff_fff0, 0, 0),
    Buffer.from([0, 0, 0]),
  ]),
  jpx: Buffer.concat([
    Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0]),
    words(65_500, 65_500, 0, 0, 65_500, 65_500, 0, 0),
    Buffer.from([
      0,
      1,
      7,
      1,
      1,
      0xff,
      0x52,
      0,
      12,
      0,
      0,
      0,
      1,
      0,
      5,
      4,
      4,
      0,
      1,
      0xff,
      0x5c,
      0,
      19,
      0x40,
      ...Array<number>(16).fill(0x40),
    ]),
    Buffer.from([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93, 0xff, 0xd9]),
  ]),
}

const pdfs: Record<string, Make> = {
  'a stream deflated three times': (n) => onePage(packed(Buffer.alloc(n(800 << 20)), 3)),
  'operators deflated twice': (n) => onePage(packed(times('q ', n(100 << 20)), 2)),
  'text without end': (n) => onePage(packed(around('BT /F 1 Tf ', times(shown, n(10_000_000)), ' ET'))),
  'text in a million places': (n) =>
    onePage(
      packed(
        `BT /F 1 Tf ${Array.from({ length: n(300_000) }, (_, at) => `1 0 0 1 ${(at * 7) % 997} ${(at * 13) % 991} Tm ${shown}`).join('')} ET`,
      ),
    ),
  'open brackets': (n) => onePage(packed(times('[', n(30_000_000)))),
  'open dictionaries': (n) => pdfOf([catalogue, times('<< /A ', n(2_000_000)).toString()]),
  'a circle of pages': () => pdfOf([catalogue, kids('2 0 R 2 0 R', 9)]),
  'one page many times': (n) =>
    pdfOf([
      catalogue,
      kids('3 0 R '.repeat(n(5_000)), n(5_000)),
      page,
      packed(around('BT /F 1 Tf ', times(shown, n(20_000)), ' ET')),
      helvetica,
    ]),
  'pages that are not there': (n) => pdfOf([catalogue, kids('3 0 R', n(5_000)), page, packed('BT ET'), helvetica]),
  'a font of noise': (n) =>
    onePage(
      packed('BT /F 1 Tf (word) Tj ET'),
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 6 0 R >> >>',
      packed(times('\0\x01\0\0\xff\xffglyf', n(3_000_000))),
    ),
  'a letter that draws itself': () =>
    onePage(
      packed('BT /F 1 Tf (a) Tj ET'),
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F 5 0 R >> >> >>',
      packed('9 0 d0 BT /F 1 Tf (a) Tj ET'),
    ),
  'a form that draws itself': () =>
    onePage(
      packed('/X Do '.repeat(50)),
      helvetica,
      packed(
        '/X Do /X Do',
        1,
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
      ),
    ),
  'a map of all letters': (n) =>
    onePage(
      packed('BT /F 1 Tf (word) Tj ET'),
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> >>] >>',
      packed(
        `1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange '.repeat(n(1_000))}`,
      ),
    ),
  'a table of objects that is its own forerunner': () =>
    pdfOf(
      [catalogue, kids('')],
      'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Prev 9 /Size 9 >>\nstartxref\n9\n%%EOF',
    ),
  'objects that stand in themselves': () =>
    pdfOf([
      catalogue,
      kids('3 0 R'),
      packed('3 0 4 20 << /A 4 0 R >>', 1, '/Type /ObjStm /N 999999999 /First 8 /Extends 3 0 R'),
    ]),
  'a length that lies': (n) =>
    pdfOf([catalogue, kids('3 0 R'), page, `<< /Length 999999999999 >>\nstream\n${'x'.repeat(n(10_000_000))}`]),
  'a fax of ten billion points': () => pictured('/CCITTFaxDecode', Buffer.alloc(4_000, 0xff), 100_000),
  'JBIG2 as wide as it can say': () => pictured('/JBIG2Decode', vast.jbig2, 30_000),
  'JPEG 2000 of four billion points': () => pictured('/JPXDecode', vast.jpx, 65_500),
  'a font of every table': () =>
    onePage(
      packed(`BT /F 1 Tf (${'word'.repeat(20_000)}) Tj ET`),
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 0 >> >>] >>',
      packed('/UniKS-UTF16-H usecmap '.repeat(20_000), 1, '/Type /CMap /CMapName /A /UseCMap 6 0 R'),
    ),
  'noise behind a head': (n) => around('%PDF-1.7\n', times('1 0 obj << /A 2 0 R >> ', n(2_000_000))),
}

/** A compound file whose words (32 bits) at some places are others. */
function twisted(places: [offset: number, value: number][]): Uint8Array {
  const bytes = Buffer.from(hwp([paragraph(0, 'word')]))
  const fat = (bytes.readUInt32LE(76) + 1) * 512
  for (const [offset, value] of places) bytes.writeUInt32LE(value >>> 0, offset < 0 ? fat - offset - 1 : offset)
  return bytes
}
const section = (n: number, piece: Buffer) => hwp([Buffer.concat(Array.from({ length: n }, () => piece))])

const hwps: Record<string, Make> = {
  'sectors in a circle': () => twisted(Array.from({ length: 120 }, (_, at): [number, number] => [-1 - at * 4, at])),
  'sectors that lead outside': () =>
    twisted(Array.from({ length: 120 }, (_, at): [number, number] => [-1 - at * 4, 0x7ffffff0])),
  'a list of tables that is its own end': () =>
    twisted([
      [68, 0],
      [72, 0xffff],
    ]),
  'a directory that is not there': () => twisted([[48, 0x00fffff0]]),
  'a circle of folders': () => {
    const bytes = Buffer.from(hwp([paragraph(0, 'word')]))
    const directory = (bytes.readUInt32LE(48) + 1) * 512
    for (let at = directory; at + 128 <= Math.min(bytes.length, directory + 1024); at += 128) {
      bytes.writeUInt32LE(1, at + 68)
      bytes.writeUInt32LE(1, at + 72)
      bytes.writeUInt32LE(1, at + 76)
    }
    return bytes
  },
  'a section deflated a thousandfold': (n) => hwp([Buffer.alloc(n(400 << 20))]),
  'a record of four gigabytes': () => hwp([Buffer.from([0x43, 0, 0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 65, 0])]),
  'tables in tables': (n) =>
    hwp([
      Buffer.concat(
        Array.from({ length: n(200_000) }, (_, at) =>
          Buffer.concat([control(at % 1_000, 'tbl '), record(0x4d, (at + 1) % 1_000, Buffer.alloc(8))]),
        ),
      ),
    ]),
  'paragraphs without end': (n) => section(n(3_000_000), paragraph(0, 'a')),
  'a torn container': () => hwp([paragraph(0, 'word')]).slice(0, 1_600),
}

const mimeNest = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  )
const others: Record<string, [file: string, make: Make]> = {
  'nested groups': ['a.rtf', (n) => around('{\\rtf1', times('{', n(20_000_000)), 'x')],
  'bytes that are not there': ['a.rtf', () => '{\\rtf1 \\bin9999999999 x}'],
  'stand-ins without end': ['a.rtf', (n) => around('{\\rtf1\\uc999999999 ', times('\\u44032?', n(8_000_000)), '}')],
  'fonts without end': [
    'a.rtf',
    (n) =>
      `{\\rtf1{\\fonttbl${Array.from({ length: n(2_000_000) }, (_, at) => `{\\f${at}\\fcharset129 A;}`).join('')}}x}`,
  ],
  'ten million cells': ['a.rtf', (n) => around('{\\rtf1\\trowd ', times('x\\cell ', n(10_000_000)), '\\row}')],
  'nested parts': ['a.eml', (n) => mimeNest(n(10_000))],
  'mails in mails': ['a.eml', (n) => 'Content-Type: message/rfc822\r\n\r\n'.repeat(n(50_000))],
  'parts without end': [
    'a.eml',
    (n) =>
      around(
        'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
        times('--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n', n(500_000)),
      ),
  ],
  'a head without end': ['a.eml', (n) => around('Subject: ', times('x', n(60_000_000)), '\r\n\r\nx')],
  'encoded words without end': [
    'a.eml',
    (n) => around('Subject: ', times('=?utf-8?Q?=EA=B0=80?= ', n(90_000)), '\r\n\r\nx'),
  ],
  'an attachment that is a bomb': [
    'a.eml',
    (n) =>
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/octet-stream; name=a.docx\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=a.docx\r\n\r\n${Buffer.from(docx(times('<w:p>', n(15_000_000)))).toString('base64')}\r\n--b--`,
  ],
  'two million mails': ['a.mbox', (n) => times('\nFrom a\nSubject: x\n\nx\n\n', n(2_000_000))],
  'ten million columns of text': ['a.csv', (n) => times('a,', n(10_000_000))],
  'quotation marks without end': ['a.csv', (n) => times('"a""', n(4_000_000))],
  'nested lists': ['a.ipynb', (n) => times('[', n(20_000_000))],
  'cells without end': [
    'a.ipynb',
    (n) => around('{"cells":[', times('{"cell_type":"code","source":"x"},', n(600_000)), '{}]}'),
  ],
  'halves of letters': ['a.txt', (n) => Buffer.from('\ufeff'.concat('\ud800 a\n'.repeat(n(2_000_000))), 'utf16le')],
  'lines without words': ['a.txt', (n) => around('x', times('\n', n(20_000_000)))],
  'one line': ['a.txt', (n) => times('word ', n(4_000_000))],
  'headings without end': ['a.md', (n) => times('# a\n', n(5_000_000))],
  'nested elements': ['a.html', (n) => times('<div>', n(4_000_000))],
  'subtitles without end': ['a.srt', (n) => times('1\n00:00:01,000 --> 00:00:02,000\nx\n\n', n(550_000))],
  'functions in functions': [
    'a.py',
    (n) => Array.from({ length: n(60_000) }, (_, at) => `${' '.repeat(at % 290)}def f${at}():`).join('\n'),
  ],
  'lines that nearly declare': ['a.java', (n) => times(`${'public static '.repeat(20)}\n`, n(70_000))],
}

/** All of them, the same each time; a file is made when it is asked for. */
export const hostileDocuments: HostileDocument[] = [
  ...Object.entries(zipped).map(([name, [file, make]]) => ({ name, file, make })),
  ...Object.entries(pdfs).map(([name, make]) => ({ name, file: 'a.pdf', make })),
  ...Object.entries(hwps).map(([name, make]) => ({ name, file: 'a.hwp', make })),
  ...Object.entries(others).map(([name, [file, make]]) => ({ name, file, make })),
].map(({ name, file, make }) => ({
  name: `${file}: ${name}`,
  file,
  bytes(scale) {
    const made = make((whole) => Math.max(1, Math.round(whole * scale)))
    return typeof made === 'string' ? Buffer.from(made) : made
  },
}))
