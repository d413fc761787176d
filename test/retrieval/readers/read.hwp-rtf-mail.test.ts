import CFB from 'cfb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from '../../../src/retrieval/readers/read.ts'
import { readHere } from '../../../src/retrieval/readers/read-here.ts'
import { cell, control, hwp, paragraph, record } from '../../fakes/hwp-file.ts'
import { hostileDocuments } from '../../hostile/documents.ts'

const shown = async (path: string, bytes: Uint8Array | string) => {
  const reading = await readHere({ path, bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes })
  return 'fault' in reading ? reading.fault : reading.lines.filter(({ text }) => text !== '')
}
const texts = async (path: string, bytes: Uint8Array | string) => {
  const lines = await shown(path, bytes)
  return typeof lines === 'string' ? lines : lines.map(({ text }) => text)
}

const body = Buffer.concat([
  paragraph(0, '사업 개요', 1),
  // A tab is a control of eight units, a non-breaking space one of a single unit.
  paragraph(0, `예산은${'\t'.padEnd(7, '\0')}\t3억\u001e원이다.${'\u0002'.padEnd(7, 'x')}\u0002`),
  paragraph(0, ''),
  control(1, 'tbl '),
  record(0x4d, 2, Buffer.alloc(8)),
  ...[
    ['구분', '금액'],
    ['인건비', '2억'],
  ].flatMap((row, y) => row.flatMap((text, x) => [cell(2, x, y), paragraph(2, text)])),
  cell(2, 0, 2),
  paragraph(2, '합계'),
  paragraph(2, '(부가세 포함)'),
  control(1, 'head'),
  cell(2, 0, 0),
  paragraph(2, '대외비'),
])

test.each([1, 0])('HWP: paragraphs, headings by their style, rows of tables, headers (packed: %s)', async (flags) => {
  expect(await shown('사업.hwp', hwp([body, paragraph(0, '둘째 구역')], { flags }))).toEqual([
    { text: '사업 개요', line: 1, level: 1 },
    { text: '예산은 3억 원이다.', line: 2 },
    { text: '구분 | 금액', line: 3 },
    { text: '인건비 | 2억', line: 4 },
    { text: '합계 (부가세 포함)', line: 5 },
    { text: '대외비', line: 6 },
    { text: '둘째 구역', line: 7 },
  ])
})

test('HWP: what is locked, protected, damaged or of another program is told apart', async () => {
  expect(await shown('a.hwp', hwp([body], { flags: 3 }))).toBe('encrypted')
  expect(await shown('a.hwp', hwp([body], { flags: 17 }))).toBe('protected')
  expect(await shown('a.hwp', hwp([]))).toBe('damaged')
  expect(await shown('a.hwp', hwp([paragraph(0, '')]))).toBe('empty')
  expect(await shown('a.hwp', hwp([body]).slice(0, 700))).toBe('damaged')
  expect(await shown('a.hwp', 'HWP Document File V3.00 \x1a\x01\x02')).toBe('oldHwp')
  const word = CFB.utils.cfb_new()
  CFB.utils.cfb_add(word, '/WordDocument', Buffer.from('x'))
  expect(await shown('a.doc', new Uint8Array(CFB.write(word, { type: 'buffer' })))).toBe('unsupported')
})

test('HWP: whatever the records are, there are lines or a word why not', async () => {
  const one = fc.tuple(
    fc.constantFrom(0x42, 0x43, 0x47, 0x48, 0x4d, 0x58, 7),
    fc.nat(9),
    fc.uint8Array({ maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 40 }), fc.nat(3), async (all, cut) => {
      const stream = Buffer.concat(all.map(([tag, level, data]) => record(tag, level, Buffer.from(data))))
      const lines = await shown('a.hwp', hwp([stream.subarray(0, Math.max(0, stream.length - cut))], { flags: 0 }))
      expect(typeof lines === 'string' ? ['empty'] : lines.every(({ line }) => line >= 1)).toEqual(
        typeof lines === 'string' ? [lines] : true,
      )
    }),
    { numRuns: 100 },
  )
})

test('RTF: paragraphs, headings, code pages by the font, \\u with its stand-ins, rows, notes apart, nothing hidden', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg949\deff0{\fonttbl{\f0\fnil\fcharset129 \'b1\'bc\'b8\'b2;}{\f1\fcharset0 Arial;}{\f2\fcharset204 Arial;}}
{\stylesheet{\s0 Normal;}{\s1\sbasedon0 heading 1;}{\*\cs2 Footer;}}{\info{\title no}}{\*\generator x;}
{\header\pard \'b4\'eb\'bf\'dc\'ba\'f1\par}
\pard\s1\f0 \'c8\'de\'b0\'a1 \u44508?\u51221?\par
\pard\f1 caf\'e9 {\f2\'ef\'f0\'e8\'e2\'e5\'f2} \{x\} a\~b\line c{\v hidden}\uc2\u8364''\emdash\rquote s{\*\footnote\pard a note\par}, on\par
\trowd\pard\intbl a\par b\cell \f0\'b1\'dd\'be\'d7\cell\row
{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}{\pict\bin5 }}{}{89504e47}\par}`
  expect(await shown('a.rtf', rtf)).toEqual([
    { text: '대외비', line: 1 },
    { text: '휴가 규정', line: 2, level: 1 },
    { text: 'café привет {x} a b c€—’s, on', line: 3 },
    { text: 'a note', line: 4 },
    { text: 'a b | 금액', line: 5 },
    { text: 'link', line: 6 },
  ])
  expect(await texts('named-otherwise.doc', rtf)).toContain('휴가 규정')
  expect(await shown('a.rtf', 'no rtf')).toBe('damaged')
  expect(await shown('a.rtf', '{\\rtf1 }')).toBe('empty')
})

test('RTF: whatever the words are, there are lines or a word why not', async () => {
  const part = fc.constantFrom(
    ...[
      '{',
      '}',
      '\\par ',
      "\\'b0",
      '\\u44032?',
      '\\uc3 ',
      '\\cell ',
      '\\row ',
      '{\\*\\x ',
      '{\\footnote ',
      '\\bin3 ',
      '\\intbl ',
    ],
    ...[
      '{\\fonttbl',
      '{\\stylesheet',
      '\\f1',
      '\\fcharset129 ',
      '낱말',
      '\\',
      '\\s1 heading 1;',
      '\\v0 ',
      '{\\annotation ',
    ],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
      const lines = await shown('a.rtf', Buffer.from(`{\\rtf1${parts.join('')}`))
      expect(typeof lines === 'string' ? lines === 'empty' : lines.every(({ line }) => line >= 1)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

const eucKr = { 견적: Buffer.from('b0dfc0fb', 'hex'), 본문: Buffer.from('babbb9ae', 'hex') }
const mail = (subject: string, from: string, words: string, more = '') =>
  `Subject: ${subject}\r\nFrom: ${from}\r\nDate: Mon, 02 Nov 2026 09:00:00 +0900\r\nMIME-Version: 1.0\r\n${more}\r\n${words}\r\n`

test('EML: subject as heading, who and when, words in any encoding, what it brings along by name and, where it can be read, by its words', async () => {
  const parted = [
    '--x\r\nContent-Type: text/plain; charset=euc-kr\r\nContent-Transfer-Encoding: base64\r\n',
    `${eucKr.본문.toString('base64')}\r\n--x\r\nContent-Type: text/csv; name="=?EUC-KR?B?${eucKr.견적.toString('base64')}?=.csv"`,
    `Content-Disposition: attachment\r\n\r\nname,price\r\ndesk,120000\r\n--x\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=a.png\r\n`,
    '\r\nxx\r\n--x\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n',
    `${mail('inner', 'b@example.com', 'inner words')}\r\n--x--`,
  ].join('\r\n')
  const whole = mail(
    `=?EUC-KR?Q?${[...eucKr.견적].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('')}?=`,
    '=?utf-8?B?7ZWY64qY?= <sky@example.com>',
    parted,
    'Content-Type: multipart/mixed; boundary=x\r\n',
  )
  expect(await shown('a.eml', whole)).toMatchObject([
    { text: '견적', line: 1, level: 1 },
    { text: 'From: 하늘 <sky@example.com>' },
    { text: 'Date: Mon, 02 Nov 2026 09:00:00 +0900' },
    { text: '본문' },
    { text: '견적.csv', level: 2 },
    { text: '견적.csv (text/csv)' },
    { text: 'name | price' },
    { text: 'name: desk | price: 120000' },
    { text: 'a.png (image/png)' },
    { text: 'message.eml', level: 2 },
    { text: 'message.eml (message/rfc822)' },
    { text: 'inner', level: 3 },
    { text: 'From: <b@example.com>' },
    { text: 'Date: Mon, 02 Nov 2026 09:00:00 +0900' },
    { text: 'inner words' },
  ])
})

test('EML: letters of the Korean code page that nobody announced; pages of HTML', async () => {
  const bare = Buffer.concat([Buffer.from('Subject: '), eucKr.견적, Buffer.from('\r\n\r\n'), eucKr.본문])
  expect(await texts('a.eml', bare)).toEqual(['견적', '본문'])
  const page = mail('s', 'a@example.com', '<style>x</style><p>one<p>two', 'Content-Type: text/html\r\n')
  expect(await texts('a.eml', page)).toEqual([
    's',
    'From: <a@example.com>',
    'Date: Mon, 02 Nov 2026 09:00:00 +0900',
    'one',
    'two',
  ])
})

test('MBOX: mail after mail, each from its line of the file on; a line "From" within a mail is no new one', async () => {
  const box = ['one', 'two']
    .map(
      (name) =>
        `From a@example.com Mon Nov  2 09:00:00 2026\r\n${mail(name, 'a@example.com', `words of ${name}\r\nFrom here on`)}\r\n`,
    )
    .join('')
  const lines = await shown('a.mbox', box)
  expect(lines).toMatchObject([
    { text: 'one', line: 1, level: 1 },
    {},
    {},
    { text: 'words of one' },
    { text: 'From here on' },
    { text: 'two', line: 10, level: 1 },
    {},
    {},
    { text: 'words of two' },
    { text: 'From here on' },
  ])
})

const bomb = hostileDocuments.find(({ name }) => name.endsWith('an attachment that is a bomb'))
const packed = () =>
  Buffer.from(bomb?.bytes(1) ?? '')
    .toString('latin1')
    .replace('--b\r\n', '--b\r\n\r\nThe rent is 500,000 won.\r\n--b\r\n')
const log = `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n${'word '.repeat(2_300_000)}\r\n`
const plain = () =>
  `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe rent is 500,000 won.\r\n${log}${log}--b--`

// A bomb is stopped by its memory or its time, which is seconds.
test.each([
  ['more text than a document has', plain],
  ...(process.env.HOSTILE === 'all' ? [['a bomb', packed] as const] : []),
] as const)(
  'an attachment that is %s costs itself and not the mail',
  async (_, make) => {
    const read = await readDocument('a.eml', Buffer.from(make(), 'latin1'), AbortSignal.timeout(90_000))
    const words = 'lines' in read ? read.lines.map(({ text }) => text).filter(Boolean) : [read.fault]
    expect([words.slice(0, 2), words.length]).toEqual([['x', 'The rent is 500,000 won.'], make === plain ? 4 : 3])
  },
  120_000,
)

test('an attachment that breaks its parser costs itself and not the mail', async () => {
  const broken = Buffer.concat([hwp([body]).subarray(0, 700), Buffer.alloc(900, 0xee)]).toString('base64')
  const head = 'Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=a.hwp'
  const mail = `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe rent.\r\n--b\r\n${head}\r\n\r\n${broken}\r\n--b--`
  expect((await texts('a.eml', mail)).slice(0, 2)).toEqual(['x', 'The rent.'])
})
