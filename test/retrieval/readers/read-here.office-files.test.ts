import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { listNumber } from '../../../src/retrieval/readers/lists/list-marks.ts'
import { readHere } from '../../../src/retrieval/readers/read-here.ts'

// Parts of documents as the usual programs write them, by the standards that each reader names.

const packed = (members: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])))
const texts = async (path: string, members: Record<string, string>) => {
  const reading = await readHere({ path, bytes: packed(members) })
  return 'fault' in reading ? reading.fault : reading.lines.filter(({ text }) => text !== '')
}
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

const workbook = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="가계부" sheetId="2" r:id="rId2"/><sheet name="빈 시트" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml')}</Relationships>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>날짜</t></si><si><t>항목</t></si><si><r><t>커</t></r><r><t xml:space="preserve">피 &amp; 빵</t></r><rPh sb="0" eb="1"><t>読み</t></rPh></si><si><t>금액</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;년&quot; m&quot;월&quot;"/><numFmt numFmtId="171" formatCode="#,##0&quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="22"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>3</v></c></row>' +
    '<row r="3"><c r="A3" s="1"><v>46023</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="inlineStr"><is><t>메모</t></is></c><c r="D3"><f>SUM(1)</f><v>4500.1000000000004</v></c></row>' +
    '<row><c s="3"><v>46023.5</v></c><c t="str"><v>이자</v></c><c t="b"><v>1</v></c><c s="2"><v>0.15</v></c></row>' +
    '<row r="9"><c r="A9" s="4"><v>46023</v></c><c r="D9" s="5"><v>3</v></c><c r="E9" t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
}

test('XLSX: each row under the names of its columns, dates and percents as they are shown, sheets in their order', async () => {
  expect(await texts('a.xlsx', workbook)).toEqual([
    { text: '가계부', line: 1, level: 1 },
    { text: '날짜 | 항목 | 금액', line: 2 },
    { text: '날짜: 2026-01-01 | 항목: 커피 & 빵 | 메모 | 금액: 4500.1', line: 3 },
    { text: '날짜: 2026-01-01 12:00 | 항목: 이자 | TRUE | 금액: 15%', line: 4 },
    { text: '날짜: 2026-01-01 | 금액: 3 | #N/A', line: 9 },
  ])
})

test('DOCX: headers first and footers last, cells of a row on one line, notes and comments behind their paragraph, nothing twice or deleted', async () => {
  const p = (text: string, inner = '') => `<w:p><w:r><w:t>${text}</w:t>${inner}</w:r></w:p>`
  const cell = (...all: string[]) => `<w:tc>${all.join('')}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
  const box = (kind: string) => `<mc:${kind}><w:txbxContent>${p('글상자')}</w:txbxContent></mc:${kind}>`
  const body = [
    p('연차는 15일이다', '<w:footnoteReference w:id="2"/><w:commentReference w:id="7"/>'),
    table(
      row(cell(p('구분')), cell(p('일수'))),
      row(cell(p('결혼'), p('(본인)')), cell(table(row(cell(p('5')), cell(p('일')))))),
    ),
    `<w:p><w:del><w:r><w:delText>지운 말</w:delText></w:r></w:del><mc:AlternateContent>${box('Choice')}${box('Fallback')}</mc:AlternateContent>${'<w:r><w:t>끝</w:t></w:r>'}</w:p>`,
  ]
  const members = {
    'word/document.xml': `<w:document><w:body>${body.join('')}</w:body></w:document>`,
    'word/header1.xml': `<w:hdr>${p('대외비')}</w:hdr>`,
    'word/header2.xml': `<w:hdr>${p('대외비')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr>${p('한빛 주식회사')}</w:ftr>`,
    'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="0">${p('--')}</w:footnote><w:footnote w:id="2">${p('근로기준법 60조')}</w:footnote></w:footnotes>`,
    'word/comments.xml': `<w:comments><w:comment w:id="7" w:author="김하늘">${p('맞나요?')}</w:comment></w:comments>`,
  }
  expect(await texts('a.docx', members)).toEqual([
    { text: '대외비', line: 1 },
    { text: '연차는 15일이다', line: 1 },
    { text: '근로기준법 60조', line: 2 },
    { text: '김하늘: 맞나요?', line: 3 },
    { text: '구분 | 일수', line: 4 },
    { text: '결혼 (본인) | 5 | 일', line: 5 },
    { text: '글상자', line: 6 },
    { text: '끝', line: 7 },
    { text: '한빛 주식회사', line: 1 },
  ])
})

test('DOCX: numbers of lists as Word shows them: articles, levels, Korean ones, lists that go on and that begin anew', async () => {
  const level = (at: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
  const num = (id: number, definition: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`
  const p = (text: string, list?: number, at = 0, change = '') =>
    `<w:p><w:pPr>${list === undefined ? '' : `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`}${change}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const article = (text: string) => `<w:p><w:pPr><w:pStyle w:val="a5"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const cell = (inner: string) => `<w:tc>${inner}</w:tc>`
  const before = '<w:pPrChange><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:pPrChange>'
  const body = [
    article('(목적)'),
    p('보증금', 1, 1),
    p('월세', 1, 1),
    article('(해지)'),
    p('통지', 1, 1),
    p('서면으로', 1, 2),
    p('본문', undefined, 0, before),
    p('하나', 2),
    p('둘', 2),
    p('사과', 4),
    p('셋', 3),
    p('넷', 3),
    `<w:tbl><w:tr>${cell(p('', 2))}${cell(p('사과'))}</w:tr></w:tbl>`,
    p('', 2),
    p('일곱', 2),
    p('없음', 0),
  ]
  const definitions = [
    level(0, 'decimal', '제%1조', '<w:pStyle w:val="a5"/><w:suff w:val="nothing"/>') +
      level(1, 'decimalEnclosedCircle', '%2') +
      level(2, 'ganada', '%1-%2-%3.', '<w:isLgl/>'),
    level(0, 'upperRoman', '%1.'),
    level(0, 'bullet', '·'),
  ].map((levels, id) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`)
  const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride>'
  const lines = await texts('a.docx', {
    'word/document.xml': `<w:document><w:body>${body.join('')}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering>${definitions.join('')}${num(1, 0)}${num(2, 1)}${num(3, 1, anew)}${num(4, 2)}</w:numbering>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="a4"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="a5"><w:basedOn w:val="a4"/></w:style></w:styles>',
  })
  expect(Array.isArray(lines) && lines.map(({ text }) => text)).toEqual([
    '제1조(목적)',
    '① 보증금',
    '② 월세',
    '제2조(해지)',
    '① 통지',
    '2-1-1. 서면으로',
    '본문',
    'I. 하나',
    'II. 둘',
    '사과',
    'III. 셋',
    'IV. 넷',
    'V. | 사과',
    'VII. 일곱',
    '없음',
  ])
})

test('numbers of lists: Roman ones add up, letters count in 26, Korean ones in their order and then again', () => {
  const worth: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
  const read = (written: string) =>
    [...written].reduce((sum, sign, at) => {
      const value = worth[sign] ?? Number.NaN
      return sum + (value < (worth[written[at + 1] ?? ''] ?? 0) ? -value : value)
    }, 0)
  fc.assert(fc.property(fc.integer({ min: 1, max: 3_999 }), (number) => read(listNumber(number, 'I')) === number))
  const count = (text: string) => [...text].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 96, 0)
  fc.assert(fc.property(fc.integer({ min: 1, max: 3_999 }), (number) => count(listNumber(number, 'a')) === number))
  expect([1, 14, 15].map((number) => listNumber(number, '가'))).toEqual(['가', '하', '가'])
  expect(['aa', 'AA', 'ㄱ', '01', '1', ''].map((first) => listNumber(28, first))).toEqual([
    'bb',
    'BB',
    'ㅎ',
    '28',
    '28',
    '',
  ])
})

test('PPTX: slides in the order of the show, titles as headings, tables by rows, notes; no slide numbers', async () => {
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const shape = (type: string, ...all: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${all.map(paragraph).join('')}</p:txBody></p:sp>`
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>${paragraph('분기')}</a:txBody></a:tc><a:tc><a:txBody>${paragraph('매출')}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`
  const members = {
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="257" r:id="rId9"/><p:sldId id="256" r:id="rId2"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': `<Relationships>${relation('rId2', 'slide', 'slides/slide1.xml')}${relation('rId9', 'slide', 'slides/slide10.xml')}</Relationships>`,
    'ppt/slides/slide1.xml': `<p:sld>${shape('title', '둘째')}${table}</p:sld>`,
    'ppt/slides/slide10.xml': `<p:sld>${shape('ctrTitle', '첫째 장')}${shape('', '요점 하나', '요점 둘')}${shape('sldNum', '7')}</p:sld>`,
    'ppt/slides/_rels/slide10.xml.rels': `<Relationships>${relation('rId1', 'notesSlide', '../notesSlides/notesSlide1.xml')}</Relationships>`,
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${shape('body', '천천히 말하기')}</p:notes>`,
  }
  expect(await texts('a.pptx', members)).toEqual([
    { text: '첫째 장', line: 1, page: 1, level: 2 },
    { text: '요점 하나', line: 2, page: 1 },
    { text: '요점 둘', line: 3, page: 1 },
    { text: '천천히 말하기', line: 4, page: 1 },
    { text: '둘째', line: 1, page: 2, level: 2 },
    { text: '분기 | 매출', line: 2, page: 2 },
  ])
})

test('ODT: headings, blanks, tables by rows; nothing that was deleted or only commented', async () => {
  const body =
    '<text:tracked-changes><text:changed-region><text:p>지운 말</text:p></text:changed-region></text:tracked-changes>' +
    '<text:h text:outline-level="2">계약</text:h><text:p>월세는<text:s text:c="2"/>65만<text:line-break/>원<office:annotation><text:p>확인!</text:p></office:annotation></text:p>' +
    '<table:table><table:table-row><table:table-cell><text:p>결혼</text:p></table:table-cell><table:table-cell><text:p>5일</text:p></table:table-cell></table:table-row></table:table>'
  expect(
    await texts('a.odt', {
      'content.xml': `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    }),
  ).toEqual([
    { text: '계약', line: 1, level: 2 },
    { text: '월세는  65만 원', line: 2 },
    { text: '결혼 | 5일', line: 3 },
  ])
})

// The parts are those that LibreOffice writes of such lists, the marks those of its own text.
test('ODT: numbers of lists and headings: levels, starts, lists that are broken off and go on, Korean ones, no bullets', async () => {
  const level = (at: number, format: string, more: string) =>
    `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`
  const style = (name: string, ...levels: string[]) =>
    `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`
  const styles =
    style('L1', level(1, '1', 'style:num-prefix="제" style:num-suffix="조"'), level(2, '①, ②, ③, ...', '')) +
    style(
      'L2',
      level(1, 'a', 'style:num-suffix=")" text:start-value="5"'),
      level(2, '1', 'text:display-levels="2" style:num-suffix="."'),
    ) +
    style('L3', '<text:list-level-style-bullet text:level="1" text:bullet-char="•"/>')
  const outline = `<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/></text:outline-style>`
  const p = (text: string) => `<text:p>${text}</text:p>`
  const item = (inner: string, more = '') => `<text:list-item ${more}>${inner}</text:list-item>`
  const list = (more: string, ...items: string[]) => `<text:list ${more}>${items.join('')}</text:list>`
  const body = [
    '<text:h text:outline-level="1">계약</text:h>',
    list(
      'xml:id="a" text:style-name="L1"',
      item(p('목적') + list('', item(p('보증금') + p('이어서')), item(p('월세')))),
    ),
    p('본문'),
    list('xml:id="b" text:continue-list="a"  text:style-name="L1"', item(p('해지') + list('', item(p('통지'))))),
    list('text:style-name="L2"', item(p('다섯')), item(p('아홉') + list('', item(p('속'))), 'text:start-value="9"')),
    list('text:style-name="L3"', item(p('점'))),
    list('text:style-name="L2"', item(p('다시'))),
    list('text:style-name="L2" text:continue-numbering="true"', item(p('여섯'))),
    '<text:h text:outline-level="1">부칙</text:h>',
  ]
  const lines = await texts('a.odt', {
    'styles.xml': `<office:document-styles>${outline}</office:document-styles>`,
    'content.xml': `<office:document-content>${styles}<office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`,
  })
  expect(Array.isArray(lines) && lines.map(({ text }) => text)).toEqual([
    ...['I. 계약', '제1조 목적', '① 보증금', '이어서', '② 월세', '본문', '제2조 해지', '① 통지'],
    ...['e) 다섯', 'i) 아홉', 'i.1. 속', '점', 'e) 다시', 'f) 여섯', 'II. 부칙'],
  ])
})

test('ODS: as shown, rows that repeat once each, and no sheet of a million empty rows', async () => {
  const cell = (text: string, times = 1) =>
    `<table:table-cell table:number-columns-repeated="${times}" office:value="0.1">${text && `<text:p>${text}</text:p>`}</table:table-cell>`
  const row = (times: number, ...cells: string[]) =>
    `<table:table-row table:number-rows-repeated="${times}">${cells.join('')}</table:table-row>`
  const sheet = `<table:table table:name="재고">${row(1, cell('품목'), cell('수량'))}${row(2, cell('사과'), cell('3'), cell('', 16_382))}${row(1_048_570, cell('', 16_384))}</table:table>`
  expect(
    await texts('a.ods', {
      'content.xml': `<office:body><office:spreadsheet>${sheet}</office:spreadsheet></office:body>`,
    }),
  ).toEqual([
    { text: '재고', line: 1, level: 1 },
    { text: '품목 | 수량', line: 1 },
    { text: '품목: 사과 | 수량: 3', line: 2 },
    { text: '품목: 사과 | 수량: 3', line: 3 },
  ])
})

test('EPUB: chapters in the order of reading', async () => {
  const members = {
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      '<package><manifest><item id="b" href="text/two.xhtml"/><item id="a" href="text/%EC%B2%AB.xhtml"/><item id="css" href="x.css"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'OEBPS/text/첫.xhtml': '<html><body><h1>첫 장</h1>\n<p>옛날에</p></body></html>',
    'OEBPS/text/two.xhtml': '<html><body><p>끝</p></body></html>',
  }
  expect(await texts('a.epub', members)).toEqual([
    { text: '첫 장', line: 1, level: 1 },
    { text: '옛날에', line: 2 },
    { text: '끝', line: 3 },
  ])
  const locked = {
    ...members,
    'META-INF/encryption.xml': '<encryption><CipherReference URI="OEBPS/text/two.xhtml"/></encryption>',
  }
  expect(await texts('a.epub', locked)).toBe('encrypted')
})

test('HWPX: outline styles are headings, a row of a table is one line, and so is what stands beside it', async () => {
  const p = (text: string, style = 0) => `<hp:p styleIDRef="${style}"><hp:run>${text}</hp:run></hp:p>`
  const t = (text: string) => `<hp:t>${text}</hp:t>`
  const tc = (text: string) => `<hp:tc><hp:subList>${p(t(text))}</hp:subList></hp:tc>`
  const table = `<hp:tbl><hp:tr>${tc('구분')}${tc('일수')}</hp:tr><hp:tr>${tc('결혼')}${tc('5일')}</hp:tr></hp:tbl>`
  const members = {
    'Contents/header.xml':
      '<hh:styles><hh:style id="0" name="바탕글" engName="Normal"/><hh:style id="2" name="개요 1" engName="Outline 1"/></hh:styles>',
    'Contents/section0.xml': `<hs:sec>${p(t('휴가 규정'), 2)}${p(`${t('연차는<hp:tab/>15일')}${t('입니다')}`)}${p(`${table}${t('표 뒤')}`)}</hs:sec>`,
    'Contents/section10.xml': `<hs:sec>${p(t('부칙'))}</hs:sec>`,
    'Contents/section2.xml': `<hs:sec>${p(t('둘째'))}</hs:sec>`,
  }
  const lines = await texts('a.hwpx', members)
  expect(
    Array.isArray(lines) && lines.map(({ text, level }) => (level ? `${'#'.repeat(level)} ${text}` : text)),
  ).toEqual(['# 휴가 규정', '연차는 15일입니다', '구분 | 일수', '결혼 | 5일', '표 뒤', '둘째', '부칙'])
  expect(
    await texts('a.hwpx', { ...members, 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }),
  ).toBe('encrypted')
})

test('whatever is in a packed document, it is lines or a fault', async () => {
  const names = [
    'xl/workbook.xml',
    'xl/worksheets/sheet2.xml',
    'xl/styles.xml',
    'ppt/presentation.xml',
    'content.xml',
    'META-INF/container.xml',
    'Contents/section0.xml',
  ]
  const xml = fc.array(
    fc.constantFrom(
      '<row r="9">',
      '<c r="XFD1" t="s">',
      '<v>9</v>',
      '</c>',
      '</row>',
      '<text:p>',
      '</text:p>',
      '<table:table>',
      '<table:table-row table:number-rows-repeated="-3">',
      '<table:table-cell table:number-columns-repeated="1e9">',
      '</table:table-cell>',
      '</table:table-row>',
      '</table:table>',
      '<office:spreadsheet>',
      '<hp:p>',
      '<hp:tc>',
      '</hp:p>',
      '</hp:tr>',
      '<hp:t>',
      '<a:p>',
      '</a:tr>',
      '<rootfile full-path="content.xml"/>',
      '&bomb;',
      '낱말',
      '<sheet r:id="x"/>',
    ),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom(...names),
        xml.map((all) => all.join('')),
      ),
      fc.constantFrom('a.xlsx', 'a.pptx', 'a.odt', 'a.ods', 'a.epub', 'a.hwpx', 'a.docx'),
      async (members, path) => {
        const reading = await readHere({ path, bytes: packed(members) })
        expect('fault' in reading || reading.lines.every(({ line }) => line >= 1)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test('HTML: a list of a form says its choices, a long one what is chosen', async () => {
  const options = (count: number, chosen: number) =>
    Array.from({ length: count }, (_, at) => `<option${at === chosen ? ' selected' : ''}>나라${at}</option>`).join('')
  const page = `<p>사이즈 <select><option>S</option><option selected>M</option></select> 가운데</p><p>나라 <select>${options(40, 7)}</select></p>`
  const reading = await readHere({ path: 'a.html', bytes: strToU8(`<html><body>${page}</body></html>`) })
  expect('lines' in reading && reading.lines.map(({ text }) => text).filter(Boolean)).toEqual([
    '사이즈 S · M ✓ 가운데',
    '나라 나라7 ✓',
  ])
})

test('ODT: a formula stands where it is, as its author wrote it', async () => {
  const math =
    '<math><semantics><mi>E</mi><annotation encoding="StarMath 5.0">E = m c^2</annotation></semantics></math>'
  const body = '<text:p>에너지는 <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> 이다.</text:p>'
  expect(
    await texts('a.odt', {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      'Object 1/content.xml': math,
    }),
  ).toEqual([{ text: '에너지는 E = m c^2 이다.', line: 1 }])
})
