import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBytes, decoder, type Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'
import { burstMs, endBurst, noBurst, takeBurst } from '../../../../src/ui/tui/terminal/paste-bursts.ts'

/** The keys of these pieces, each read so many milliseconds after the one before, and whatever is held in the end. */
function keysOf(...pieces: readonly [bytes: string, afterMs: number][]): Key[] {
  let [state, now, keys] = [noBurst, 1000, [] as Key[]]
  for (const [bytes, afterMs] of pieces) {
    now += afterMs
    if (afterMs > burstMs) {
      keys = [...keys, ...endBurst(state)]
      state = { textAt: state.textAt }
    }
    const [next, passed] = takeBurst(state, decodeBytes(decoder, Buffer.from(bytes))[1], now)
    state = next
    keys.push(...passed)
  }
  return [...keys, ...endBurst(state)]
}

const text = (typed: string): Key => ({ type: 'text', text: typed })
const enter: Key = { type: 'key', name: 'enter', ctrl: false, alt: false, shift: false }

test('lines that come in one burst are one paste, whole or in pieces, with any line end', () => {
  const paste = [{ type: 'paste', text: '첫 줄\n둘째\t줄\n\n끝\n' }]
  expect(keysOf(['첫 줄\r둘째\t줄\r\r끝\r', 0])).toEqual(paste)
  expect(keysOf(['첫 줄\r\n둘째\t줄\r\n\r\n끝\r\n', 0])).toEqual(paste)
  expect(keysOf(['첫 줄\r', 0], ['둘째\t줄\r\r', 1], ['끝\r', 2])).toEqual(paste)
})

test('letters that come one by one, but as no person types, are the same text', () => {
  const letters = [...'가나\r다라\r'].map((letter): [string, number] => [letter, 1])
  expect(keysOf(...letters)).toEqual([text('가'), text('나'), { type: 'paste', text: '\n다라\n' }])
})

test.each([
  [[['네\r', 0]], [text('네'), enter]],
  [
    [
      ['네', 0],
      ['\r', 1],
    ],
    [text('네'), enter],
  ],
  [
    [
      ['네', 0],
      ['\r', 40],
      ['다음', 40],
      ['\r', 40],
    ],
    [text('네'), enter, text('다음'), enter],
  ],
  [
    [
      ['네\r', 0],
      ['다음\r', burstMs + 1],
    ],
    [text('네'), enter, text('다음'), enter],
  ],
  [[['\r\r', 0]], [enter, enter]],
] as [[string, number][], Key[]][])('%j is what a person or a script types: Enter sends', (pieces, keys) => {
  expect(keysOf(...pieces)).toEqual(keys)
})

test('whatever comes at whatever pace, no letter and no Enter is lost', () => {
  const piece = fc.tuple(fc.stringMatching(/^[a-c가\r]{1,6}$/), fc.nat(20))
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const said = keysOf(...pieces).map((key) => (key.type === 'text' || key.type === 'paste' ? key.text : '\n'))
      expect(said.join('')).toBe(pieces.map(([bytes]) => bytes.replaceAll('\r', '\n')).join(''))
    }),
  )
})
