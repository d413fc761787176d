import { expect, test } from 'vitest'
import { signatureLines } from '../../../../src/retrieval/readers/pdf/signatures.ts'

const signed = (...entries: string[]) =>
  Buffer.from(
    `%PDF-1.7\n9 0 obj << /Type /Sig /ByteRange [0 1 2 3] /Contents <${'ab'.repeat(2_000)}> ${entries.join(' ')} >> endobj\n`,
    'latin1',
  )
const hangul = Buffer.from('\ufeff홍길동', 'utf16le').swap16().toString('hex')

test.each([
  [['/Name (Kim Cheol-su)', "/M (D:20260301101500+09'00')"], ['서명 (signed): Kim Cheol-su, 2026-03-01 10:15']],
  [[`/Name <${hangul}>`, '/Reason (I agree \\(twice\\))'], ['서명 (signed): 홍길동, I agree (twice)']],
  [['/M (D:20260301)'], ['서명 (signed): 2026-03-01']],
  [[], []],
])('who signed a PDF and when is read from %j', (entries, lines) => {
  expect(signatureLines(signed(...entries), 3)).toEqual(lines.map((text) => ({ text, line: 1, page: 3 })))
})

test('bytes that only look like signatures cost nothing', () => {
  expect(signatureLines(Buffer.from('/ByteRange '.repeat(100_000)), 1)).toEqual([])
})
