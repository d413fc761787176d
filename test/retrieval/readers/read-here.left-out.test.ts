import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readHere } from '../../../src/retrieval/readers/read-here.ts'
import { hwp, paragraph } from '../../fakes/hwp-file.ts'
import { pdf } from '../../fixtures/docs/make.ts'

const lines = async (path: string, bytes: Uint8Array | string) => {
  const read = await readHere({ path, bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes })
  return 'fault' in read ? read.fault : read.lines.map(({ text }) => text).filter(Boolean)
}
const zip = (members: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])))
const relations = (...all: [string, string, string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`

test('HWP for distribution is read by the key that lies in it, packed or not', async () => {
  const body = Buffer.concat([paragraph(0, '입찰 공고 제2026-17호'), paragraph(0, '마감은 5월 9일이다.')])
  for (const flags of [4, 5])
    expect(await lines('a.hwp', hwp([body, paragraph(0, '둘째 구역')], { flags }))).toEqual([
      '입찰 공고 제2026-17호',
      '마감은 5월 9일이다.',
      '둘째 구역',
    ])
})

test('PDF: bytes before its mark, of a printer or an editor, are passed over where the name says PDF', async () => {
  const whole = Buffer.from(pdf(['출장비 규정']))
  for (const before of ['\xef\xbb\xbf', '\n', '%-12345X@PJL JOB\r\n', 'x'.repeat(900)]) {
    const bytes = Buffer.concat([Buffer.from(before, 'latin1'), whole])
    expect([before.length, await lines('a.pdf', bytes)]).toEqual([before.length, ['출장비 규정']])
  }
  expect(await lines('a.pdf', 'no mark anywhere')).toBe('damaged')
  expect(await lines('a.txt', 'a file begins with %PDF-1.4')).toEqual(['a file begins with %PDF-1.4'])
})

test('PDF: fields of a form stand filled in on their lines, with notes; what is hidden or a password is not read', async () => {
  const fields = [
    '/Subtype /Widget /FT /Tx /T (policy) /V (KX-48213) /Rect [200 745 320 765]',
    '/Subtype /Widget /FT /Tx /T (secret) /V (hunter2) /Ff 8192 /Rect [200 700 320 715]',
    '/Subtype /Widget /FT /Tx /T (gone) /V (old value) /F 2 /Rect [200 680 320 695]',
    '/Subtype /Widget /FT /Ch /T (city) /V (Busan) /Opt [(Seoul) (Busan)] /Rect [200 725 320 742]',
    '/Subtype /FreeText /Contents (call before noon) /Rect [50 600 200 620]',
  ]
  const objects = fields.map((field, at) => `${20 + at} 0 obj << /Type /Annot ${field} >> endobj`).join('\n')
  const refs = fields.map((_, at) => `${20 + at} 0 R`).join(' ')
  const text = Buffer.from(pdf(['Policy number:\nCity:'])).toString('latin1')
  const filled = text
    .replace('/Type /Catalog', `/Type /Catalog /AcroForm << /Fields [${refs}] >>`)
    .replace('/Type /Page /Parent', `/Type /Page /Annots [${refs}] /Parent`)
    .replace(/xref\n[\s\S]*?trailer/, `${objects}\ntrailer`)
    .replace(/startxref\n\d+/, 'startxref\n0')
  const read = (await lines('a.pdf', filled)) as string[]
  expect(read.join('\n')).toMatch(/^Policy number:.*KX-48213\nCity:.*Busan\ncall before noon$/)
})

test('a note of RTF and of ODT follows the paragraph that it stands in; signs of symbol fonts are bullets', async () => {
  const rtf =
    "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}{\\f3\\fcharset2 Symbol;}}A test{\\footnote A simple note.\\par And more.} of notes.\\par Next.\\par {\\f3\\'b7} item\\par}"
  expect(await lines('a.rtf', rtf)).toEqual(['A test of notes.', 'A simple note.', 'And more.', 'Next.', '• item'])
  const body =
    '<text:p>A test<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p><text:p>More.</text:p></text:note-body></text:note> of notes.<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p><text:p>Next.</text:p>'
  const content = `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`
  expect(await lines('a.odt', zip({ 'content.xml': content }))).toEqual([
    'A test of notes.',
    'A note.',
    'More.',
    'In a box',
    'Next.',
  ])
})

test('EPUB: the manifest says which members are chapters, whatever they are called', async () => {
  const book = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf':
      '<package><manifest><item id="a" href="one.xml" media-type="application/xhtml+xml"/><item id="b" href="two.html" media-type="application/xhtml+xml"/><item id="c" href="style.css" media-type="text/css"/></manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>',
    'OPS/one.xml': '<html><body><p>하나</p></body></html>',
    'OPS/two.html': '<html><body><p>둘</p></body></html>',
    'OPS/style.css': 'p { color: red }',
  }
  expect(await lines('a.epub', zip(book))).toEqual(['둘', '하나'])
})

test('shapes and SmartArt of sheets, slides and pages are read', async () => {
  const shape = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const xlsx = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="시트" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(['rId1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/_rels/sheet1.xml.rels': relations(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': `<xdr:wsDr>${shape('상자 글')}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relations(['rId1', 'diagramData', '../diagrams/data1.xml']),
    'xl/diagrams/data1.xml': `<dgm:dataModel>${shape('도형 글')}</dgm:dataModel>`,
  }
  expect(await lines('a.xlsx', zip(xlsx))).toEqual(['시트', '상자 글', '도형 글'])
  const docx = {
    'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>본문</w:t></w:r></w:p></w:body></w:document>',
    'word/diagrams/data1.xml': `<dgm:dataModel>${shape('단계 하나')}</dgm:dataModel>`,
  }
  expect(await lines('a.docx', zip(docx))).toEqual(['본문', '단계 하나'])
})

test.each([
  ['windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
  ['windows-1256', [0xe3, 0xd1, 0xcd, 0xc8, 0xc7], 'مرحبا'],
  ['euc-kr', [0xbe, 0xc8, 0xb3, 0xe7], '안녕'],
  ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
])('a page in %s is decoded by its meta', async (charset, letters, text) => {
  const page = (head: string) => Buffer.concat([Buffer.from(`${head}<p>`), Buffer.from(letters), Buffer.from('</p>')])
  expect(await lines('a.html', page(`<meta charset="${charset}">`))).toEqual([text])
  const old = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`
  expect(await lines('a.html', page(old))).toEqual([text])
})

test('a sheet whose rows are said to repeat without end has each once; a few equal ones are data', async () => {
  const row = (times: number, text: string) =>
    `<table:table-row table:number-rows-repeated="${times}"><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`
  const body = `<office:spreadsheet><table:table table:name="S">${row(3, '셋')}${row(1_000_000, '끝없이')}</table:table></office:spreadsheet>`
  const content = `<office:document-content><office:body>${body}</office:body></office:document-content>`
  expect(await lines('a.ods', zip({ 'content.xml': content }))).toEqual(['S', '셋', '셋', '셋', '끝없이'])
})
