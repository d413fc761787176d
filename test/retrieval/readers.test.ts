import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { chunkLines } from '../../src/retrieval/chunk.ts'
import { readDocument } from '../../src/retrieval/readers/read.ts'
import { docx, pdf } from '../fixtures/docs/make.ts'

const { signal } = new AbortController()
const read = (name: string, bytes: Uint8Array | string) =>
  readDocument(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, signal)
const texts = async (name: string, bytes: Uint8Array | string) => {
  const reading = await read(name, bytes)
  return 'fault' in reading ? reading.fault : reading.lines.filter(({ text }) => text !== '')
}

describe('what each kind of document says, with its place', () => {
  test('HTML: lines of the file, headings, lists, tables, code; no menus, no scripts', async () => {
    const page = `<!doctype html>
<html><head><title>x</title><style>p{}</style></head><body>
<nav><a href="/">홈</a></nav>
<h1>휴가 &amp; 병가</h1>
<p>연차는 <b>15일</b>
입니다.</p>
<ul><li>반차</li><li>반반차</li></ul>
<table><tr><td>결혼</td><td>5일</td></tr></table>
<pre>a = 1
  b = 2</pre><script>alert(1)</script>
</body></html>`
    expect(await texts('a.html', page)).toEqual([
      { text: '휴가 & 병가', line: 4, level: 1 },
      { text: '연차는 15일 입니다.', line: 5 },
      { text: '- 반차', line: 7 },
      { text: '- 반반차', line: 7 },
      { text: '결혼 | 5일', line: 8 },
      { text: 'a = 1', line: 9 },
      { text: '  b = 2', line: 10 },
    ])
  })

  test('HTML: numbers of lists by start, type, value and backwards', async () => {
    const page =
      '<ol><li>하나<ol type=a><li>가</li></ol></li><li>둘</ol><ol start=5><li>다섯<li value=9>아홉<ul><li>점</ul><li>열</ol>' +
      '<ol reversed><li>둘<ol reversed start=8><li>여덟</ol><li>하나</ol><ol type=I start=x><li>로마</ol>'
    const lines = await texts('a.html', page)
    const wanted = [
      '1. 하나',
      'a. 가',
      '2. 둘',
      '5. 다섯',
      '9. 아홉',
      '- 점',
      '10. 열',
      '2. 둘',
      '8. 여덟',
      '1. 하나',
      'I. 로마',
    ]
    expect(Array.isArray(lines) && lines.map(({ text }) => text)).toEqual(wanted)
  })

  test('CSV and TSV: rows under the names of their columns, quoted cells whole, with the line where each begins', async () => {
    const rows = [
      { text: '이름 | 메모 | 금액', line: 1 },
      { text: '이름: 김 "철수" | 메모: 두 줄, 쉼표 | 금액: 3000', line: 2 },
      { text: '이름: 이영희 | 금액: 5', line: 4 },
    ]
    expect(await texts('a.csv', '이름,메모,금액\r\n"김 ""철수""","두 줄,\n쉼표",3000\r\n이영희,,5')).toEqual(rows)
    expect(await texts('a.tsv', '이름\t메모\t금액\n"김 ""철수"""\t"두 줄,\n쉼표"\t3000\n이영희\t\t5\n')).toEqual(rows)
    expect(await texts('a.csv', '1;2\n3;4')).toEqual([
      { text: '1 | 2', line: 1 },
      { text: '3 | 4', line: 2 },
    ])
  })

  test('a notebook: words and code without results; subtitles: what is said', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# 분석\n', '평균을 본다'] },
      { cell_type: 'code', source: 'x = 1\nprint(x)', outputs: [{ text: '비밀' }] },
    ]
    expect(await texts('a.ipynb', JSON.stringify({ cells, nbformat: 4 }))).toEqual([
      { text: '분석', line: 1, level: 1 },
      { text: '평균을 본다', line: 2 },
      { text: 'x = 1', line: 3 },
      { text: 'print(x)', line: 4 },
    ])
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n<i>안녕</i>\n하세요\n\n2\n00:00:03,000 --> 00:00:04,000\n12\n'
    expect(await texts('a.srt', srt)).toEqual([
      { text: '안녕', line: 3 },
      { text: '하세요', line: 4 },
      { text: '12', line: 8 },
    ])
    expect(await texts('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v 민수>그래')).toEqual([{ text: '그래', line: 4 }])
  })

  test('DOCX: paragraphs by number, headings by their style, a row of a table as one line', async () => {
    expect(await texts('a.docx', docx(['# 계약', '월세는 65만 원 & 관리비', ['결혼', '5일'], '끝']))).toEqual([
      { text: '계약', line: 1, level: 1 },
      { text: '월세는 65만 원 & 관리비', line: 2 },
      { text: '결혼 | 5일', line: 3 },
      { text: '끝', line: 4 },
    ])
  })

  test.each([
    [
      'bank.py',
      '# Sends money.\n@logged\ndef send(to):\n    return 1\n\nclass Bank:\n    def fee(self):\n        return 2\n\nlimit = 3\n',
    ],
    [
      'bank.go',
      '// Sends money.\nfunc send(to string) int {\n\treturn 1\n}\n\ntype Bank struct {\n\tfee int\n}\n\nvar limit = 3\n',
    ],
    [
      'bank.rs',
      '/// Sends money.\npub fn send(to: &str) -> u8 {\n  1\n}\n\nimpl Bank {\n  fn fee(&self) {}\n}\n\nconst LIMIT: u8 = 3;\n',
    ],
    [
      'bank.ts',
      '/** Sends money. */\nexport const send = async (to: string) => {\n  return 1\n}\n\nexport class Bank {\n  get fee(): number {\n    if (a) {}\n  }\n}\n\nlet limit = 3\n',
    ],
    [
      'Bank.java',
      '/** Sends money. */\nclass send {\n}\n\npublic final class Bank<T> {\n  private static int fee(int a) { return a; }\n}\n\nimport limit;\n',
    ],
    [
      'bank.c',
      '/* Sends money. */\nstatic int\nsend(const char *to)\n{\n  return 1;\n}\n\nstruct Bank {\n  int fee;\n};\n\nint limit = 3;\n',
    ],
  ])('%s: passages by its symbols, with the comments above them', async (name, code) => {
    const reading = await read(name, code)
    const passages = 'lines' in reading ? chunkLines(reading.lines) : []
    const heading = (word: string) => passages.find(({ text }) => text.includes(word))?.heading
    expect(heading('Sends money')).toBe(name === 'bank.c' ? '' : 'send')
    expect(heading('fee')).toMatch(/^Bank(?: > fee)?$/)
    expect(passages.find(({ text }) => /limit/i.test(text))?.heading).toBe('')
  })

  test('source code loses no line to its symbols', async () => {
    const line = fc.constantFrom(
      'function a() {',
      '  b() {',
      '}',
      '',
      '// c',
      'class D {',
      '  }',
      'x = 1',
      '@e',
      'def f():',
      '    g',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('a.ts', 'a.py', 'a.kt'),
        async (lines, name) => {
          const reading = await read(name, lines.join('\n'))
          const kept =
            'lines' in reading ? reading.lines.filter(({ level }) => level === undefined).map(({ text }) => text) : []
          expect('fault' in reading ? [] : kept).toEqual('fault' in reading ? [] : lines)
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each([
    ['which says what its codes mean', {}],
    ['whose Korean font is not embedded', { isBare: true }],
  ])('PDF: Korean text page by page, of one %s', async (_, form) => {
    expect(await texts('a.pdf', pdf(['휴가 규정\n연차 15일', '둘째 쪽'], form))).toEqual([
      { text: '휴가 규정', line: 1, page: 1 },
      { text: '연차 15일', line: 2, page: 1 },
      { text: '둘째 쪽', line: 1, page: 2 },
    ])
  })

  test.each([
    ['CP949', Uint8Array.from([0xbf, 0xac, 0xc2, 0xf7, 0x20, 0xb1, 0xd4, 0xc1, 0xa4])],
    ['UTF-16', Buffer.from('\ufeff연차 규정', 'utf16le')],
    ['UTF-8 with its mark', Buffer.from('\ufeff연차 규정')],
  ])('text in %s', async (_, bytes) => {
    expect(await texts('a.txt', bytes)).toEqual([{ text: '연차 규정', line: 1 }])
  })
})

describe('what cannot be read gets one clear word', () => {
  test.each([
    ['a binary named .md', 'a.md', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0]), 'binary'],
    ['a locked PDF', 'a.pdf', pdf(['비밀'], { locked: true }), 'encrypted'],
    ['a PDF cut in half', 'a.pdf', pdf(['휴가']).slice(0, 60), 'damaged'],
    ['a PDF of pictures', 'a.pdf', pdf(['']), 'empty'],
    ['a PDF that is none', 'a.pdf', Buffer.from('hello'), 'damaged'],
    ['a locked DOCX', 'a.docx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'encrypted'],
    ['a DOCX cut in half', 'a.docx', docx(['x'.repeat(500)]).slice(0, 200), 'damaged'],
    ['a zip named .docx', 'a.docx', zipSync({ 'a.txt': strToU8('a') }), 'damaged'],
    [
      'a small DOCX that unpacks to a huge one',
      'a.docx',
      zipSync({ 'word/document.xml': new Uint8Array(101 << 20) }),
      'large',
    ],
    ['a HWP that is none', 'a.hwp', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'damaged'],
    ['blanks', 'a.txt', Buffer.from(' \n\n'), 'empty'],
  ])('%s', async (_, name, bytes, fault) => {
    expect(await read(name, bytes)).toEqual({ fault })
  })

  test('any bytes under any name are lines or a fault, never a crash', async () => {
    const name = fc.constantFrom('a.md', 'a.html', 'a.docx', 'a.ts', 'a.pdf', 'a.csv', 'a.ipynb', 'a.vtt')
    const head = fc.constantFrom('', '<p>', '%PDF-1.4\n', 'PK\x03\x04', '<pre>\n')
    await fc.assert(
      fc.asyncProperty(name, head, fc.uint8Array({ maxLength: 300 }), async (file, first, bytes) => {
        const reading = await read(file, Buffer.concat([Buffer.from(first), bytes]))
        expect('fault' in reading || reading.lines.length > 0).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
