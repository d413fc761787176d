import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitise, sanitiseLine, showHidden } from '../../../src/std/text/sanitise.ts'

describe('sanitise', () => {
  test.each([
    ['a window title', 'a\x1b]0;title\x07b', 'ab'],
    ['the clipboard', 'a\x1b]52;c;Zm9v\x1b\\b', 'ab'],
    ['a link that lies', '\x1b]8;;https://evil.example\x07bank\x1b]8;;\x07', 'bank'],
    ['cursor moves and erasing', '\x1b[2J\x1b[1;1Htext\x1b[3A', 'text'],
    ['colours', '\x1b[31mred\x1b[0m', 'red'],
    ['modes and the other screen', '\x1b[?1049h\x1b[?25lx', 'x'],
    ['device strings', '\x1bP$q\x1b\\\x1b_Gf=1\x1b\\\x1b^x\x1b\\y', 'y'],
    ['8-bit controls', '\u009b31mred\u009d0;t\u009cx', 'redx'],
    ['reset and character sets', '\x1bc\x1b(0\x1b#8x', 'x'],
    ['C0 controls and DEL', 'a\x00\x07\x08\x0b\x0c\x7fb', 'ab'],
    ['a carriage return that overwrites', 'real\rfake\r\nnext', 'real\nfake\nnext'],
    ['direction overrides and isolates', '\u202eabc\u202c\u2066d\u2069\u200f', 'abcd'],
    ['invisible text', 'a\u200b\ufeff\u{e0041}\u2060b', 'ab'],
    ['half of a surrogate pair', 'a\ud800b', 'ab'],
    ['a sequence that never ends stays readable', '\x1b]0;words', ']0;words'],
    ['a sequence cut at its start', '\x1b', ''],
    ['nested introducers', '\x1b\x1b]0;x\x07y', 'y'],
  ])('takes away %s', (_, given, safe) => expect(sanitise(given)).toBe(safe))

  test('leaves every language, emoji, tabs and lines as they are', () => {
    const given = '안녕 "한글" 漢字 हिन्दी é e\u0301 👨‍👩‍👧 🇰🇷 ❤️\n\t들여쓰기 한'
    expect(sanitise(given)).toBe(given)
  })

  test('lets no control and no direction mark through, whatever comes', () => {
    const unit = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '0',
      ';',
      'm',
      '\x07',
      '\\',
      '\u009b',
      '\u009d',
      '\u202e',
      '가',
      'a',
      '\r',
      '\n',
      '\x00',
      '\ud83d',
      '\ude00',
      'P',
      '\u009c',
    )
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 30 }).map((parts) => parts.join('')),
        (given) => {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
          expect(sanitise(given)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
          expect(sanitise(sanitise(given))).toBe(sanitise(given))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('takes time in proportion to the text, also when it is hostile', () => {
    for (const unit of ['\x1b]', '\u009d', '\x1b[1', '\x1bP', '\u009b1']) {
      const from = performance.now()
      sanitise(unit.repeat(200_000))
      expect(performance.now() - from).toBeLessThan(1000)
    }
  })

  test('makes one line where there is only one', () => {
    expect(sanitiseLine('하나\n  둘\r\n셋\t넷')).toBe('하나 둘 셋 넷')
  })
})

describe('showHidden', () => {
  test('makes visible what would not be seen, and drops nothing', () => {
    expect(showHidden('rm\u202e txt.exe\u200b\x1b[2J\x00\x7f\u00a0끝\n다음\t줄')).toBe(
      'rm⟨U+202E⟩ txt.exe⟨U+200B⟩␛[2J␀␡⟨U+00A0⟩끝\n다음␉줄',
    )
    expect(showHidden('\u{e0061}\u3164\ufeff\u009b')).toBe('⟨U+E0061⟩⟨U+3164⟩⟨U+FEFF⟩⟨U+009B⟩')
  })

  test('leaves nothing for the sanitiser to take away', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (given) => sanitise(showHidden(given)) === showHidden(given)))
  })

  test('leaves plain text alone', () => {
    const given = '메모를 저장해요: "a b" 한글 é 漢字\n둘째 줄'
    expect(showHidden(given)).toBe(given)
  })
})
