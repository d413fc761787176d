import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeBytes } from '../../../src/std/text/charset.ts'
import { decodeCp949 } from '../../../src/std/text/cp949.ts'

test('every syllable stands where CP949 has it', () => {
  // python3 -c "print(hashlib.sha256(b''.join(chr(c).encode('cp949') for c in range(0xAC00, 0xD7A4))).hexdigest())"
  const places = new Map<string, Buffer>()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x41; trail < 0xff; trail++) {
      const letter = decodeCp949(Uint8Array.of(lead, trail))
      if (/^[가-힣]$/.test(letter)) places.set(letter, Buffer.of(lead, trail))
    }
  const all = Array.from({ length: 0xd7a4 - 0xac00 }, (_, at) => places.get(String.fromCharCode(0xac00 + at)) as Buffer)
  expect(createHash('sha256').update(Buffer.concat(all)).digest('hex')).toBe(
    '9d355925bccc44ae41885b4e53eb25cf5f2f5f52000c586e3b8cd938791447bd',
  )
})

test.each([
  [
    'declared by any of its names',
    ['euc-kr', 'cp949', 'CP949', 'ms949', 'x-windows-949', 'ks_c_5601-1987', '"uhc"', 'KSC5601'],
  ],
  ['not declared, or wrongly', ['', 'us-ascii', 'utf-8', 'iso-8859-1', 'x-unknown', 'windows-1252', '8bit']],
])('Korean of Windows is read when it is %s', (_, names) => {
  const bytes = Buffer.from('c8b8c0c720c0dab7e1b8a620bab8b3c0b4cfb4d9', 'hex')
  for (const name of names) expect([name, decodeBytes(bytes, name)]).toEqual([name, '회의 자료를 보냅니다'])
})

test('what is UTF-8 is read as that, whatever is declared; Latin letters stay Latin', () => {
  const text = '회의 자료 — Größe'
  for (const name of ['', 'utf-8', 'euc-kr', 'iso-8859-1', 'us-ascii'])
    expect(decodeBytes(Buffer.from(text), name)).toBe(text)
  expect(decodeBytes(Buffer.from('Größe, été, Änderung', 'latin1'), 'iso-8859-1')).toBe('Größe, été, Änderung')
  expect(decodeBytes(Buffer.from('가나').subarray(0, 5), 'utf-8', true)).toBe('가')
})

test('seven bits of Korean are read, announced or not', () => {
  const shifted = Buffer.from('\x1b$)C\x0eH8@G\x0f 2\n', 'latin1')
  expect([decodeBytes(shifted, 'iso-2022-kr'), decodeBytes(shifted)]).toEqual(['회의 2\n', '회의 2\n'])
})
