import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBytes, decoder, flushDecoder, type Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'

const all = (bytes: string | Uint8Array): Key[] => decodeBytes(decoder, Buffer.from(bytes as string))[1]
/** `C-` ctrl, `M-` alt, `S-` shift; text in quotes; a paste in braces. */
const told = (keys: Key[]): string =>
  keys
    .map((key) => {
      if (key.type === 'text') return `'${key.text}'`
      if (key.type === 'paste') return `{${key.text}}`
      if (key.type !== 'key') return key.type === 'kitty' ? 'kitty' : JSON.stringify(key)
      return `${key.ctrl ? 'C-' : ''}${key.alt ? 'M-' : ''}${key.shift ? 'S-' : ''}${key.name}`
    })
    .join(' ')

describe('a terminal sends', () => {
  test.each([
    ['text', '안녕 a', "'안녕 a'"],
    ['text and Enter in one write', '요\r', "'요' enter"],
    ['control characters', '\x03\x04\x01\x7f\b\t\n\x00', 'C-c C-d C-a backspace C-backspace tab C-j C-space'],
    ['arrows, both ways', '\x1b[A\x1b[B\x1bOC\x1bOD', 'up down right left'],
    ['arrows with modifiers', '\x1b[1;5C\x1b[1;3D\x1b[1;2A', 'C-right M-left S-up'],
    ['editing keys', '\x1b[3~\x1b[5~\x1b[6~\x1b[H\x1b[4~\x1b[3;5~', 'delete pageup pagedown home end C-delete'],
    ['Alt with letters and Enter', '\x1bf\x1b\r\x1b\x7f', 'M-f M-enter M-backspace'],
    ['Alt as a second ESC', '\x1b\x1b[D', 'M-left'],
    ['Shift+Tab', '\x1b[Z', 'S-tab'],
    ['kitty: keys that were ambiguous', '\x1b[13;2u\x1b[27u\x1b[99;5u\x1b[97;3u', 'S-enter escape C-c M-a'],
    ['kitty: letters of the Hangul layout', '\x1b[12618;5u\x1b[12615;5u', 'C-c C-d'],
    ['kitty: its answer, and keys let go', '\x1b[?1u\x1b[13;1:3u', 'kitty'],
    ['xterm: modifyOtherKeys', '\x1b[27;2;13~', 'S-enter'],
    ['a paste', '\x1b[200~첫\r\n둘\r셋\x1b[A\x1b[201~x', "{첫\n둘\n셋\x1b[A} 'x'"],
    ['answers that nobody asked for', '\x1b[?62;c\x1b[12;40R\x1b]10;rgb:0/0/0\x07', ''],
  ])('%s', (_, bytes, keys) => expect(told(all(bytes))).toBe(keys))

  test('a lone ESC, which is the Esc key once nothing follows', () => {
    const [waiting, none] = decodeBytes(decoder, Buffer.from('\x1b'))
    expect(none).toEqual([])
    expect(told(flushDecoder(waiting)[1])).toBe('escape')
    expect(told(decodeBytes(waiting, Buffer.from('[A'))[1])).toBe('up')
  })

  test('a paste whose end is long in coming, in time proportional to its length', () => {
    let state = decodeBytes(decoder, Buffer.from('\x1b[200~'))[0]
    const from = performance.now()
    for (let chunk = 0; chunk < 3000; chunk++) state = decodeBytes(state, Buffer.from('가나다라'.repeat(300)))[0]
    const [, keys] = decodeBytes(state, Buffer.from('\x1b[201~'))
    expect(keys.map((key) => (key.type === 'paste' ? key.text.length : 0))).toEqual([3_600_000])
    expect(performance.now() - from).toBeLessThan(3000)
  })
})

test('however the bytes are cut, the same keys arrive', () => {
  const unit = fc.constantFrom(
    '하',
    '한글',
    'a',
    '😀',
    '\r',
    '\x03',
    '\x1b[A',
    '\x1b[1;5C',
    '\x1bOD',
    '\x1b[200~붙\x1b[20여\r\x1b[201~',
    '\x1b[13;2u',
    '\x1bf',
    '\x7f',
    'e\u0301',
    '\x1b\x1b[D',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 12 }), (units, cuts) => {
      const bytes = Buffer.from(units.join(''))
      const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
        (a, b) => a - b,
      )
      let state = decoder
      const keys: Key[] = []
      for (let index = 1; index < places.length; index++) {
        const [next, more] = decodeBytes(state, bytes.subarray(places[index - 1], places[index]))
        state = next
        keys.push(...more)
      }
      // Text may come in more pieces; everything else is the same.
      const whole = (list: Key[]): string => told(list).replaceAll("' '", '')
      expect(whole(keys)).toBe(whole(all(bytes)))
    }),
    { numRuns: 1000 },
  )
})
