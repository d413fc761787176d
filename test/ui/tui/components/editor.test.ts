import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBorder } from '../../../../src/std/text/text.ts'
import {
  createEditor,
  type Editor,
  editByKey,
  editorValue,
  isSendKey,
  pastedRanges,
  submitLine,
  withText,
} from '../../../../src/ui/tui/components/editor.ts'
import { caretAt, layoutRows } from '../../../../src/ui/tui/components/editor-layout.ts'
import { decodeBytes, decoder, type Key } from '../../../../src/ui/tui/terminal/key-decoder.ts'

const columns = 20
/** The editor after these bytes of a terminal. */
function typed(bytes: string, from: Editor = createEditor()): Editor {
  return decodeBytes(decoder, Buffer.from(bytes))[1].reduce((state: Editor, key: Key) => {
    if (isSendKey(state, key)) return submitLine(state)
    return editByKey(state, key, columns) ?? state
  }, from)
}
/** Content with the caret shown as `|`. */
const seen = (state: Editor): string => `${state.text.slice(0, state.at)}|${state.text.slice(state.at)}`

const [left, right, up, down] = ['\x1b[D', '\x1b[C', '\x1b[A', '\x1b[B']

describe('editing', () => {
  test.each([
    ['Backspace takes a syllable', '안녕\x7f', '안|'],
    ['Backspace takes a decomposed syllable whole', '가나'.normalize('NFD') + '\x7f', `${'가'.normalize('NFD')}|`],
    ['Backspace takes a family whole', 'a👨‍👩‍👧\x7f', 'a|'],
    ['a mark joins the letter before the caret', 'e\u0301x', 'e\u0301x|'],
    ['arrows go by graphemes', `a😀e\u0301${left}${left}${left}${right}`, 'a|😀e\u0301'],
    ['Delete and Ctrl+D take what is behind', `가나다\x01\x1b[3~\x04`, '|다'],
    ['Ctrl+A and Ctrl+E stay on the line', '하나\n둘\x01x\x05y', '하나\nx둘y|'],
    ['word motions', '하나 둘 셋\x1bb\x1b[1;5D>\x1bf<', '하나 >둘<| 셋'],
    ['Ctrl+W and Ctrl+Y', '하나 둘 셋\x17\x17\x19!', '하나 둘 !|'],
    ['Ctrl+U takes the line before the caret', `하나\n둘 셋${left}\x15`, '하나\n|셋'],
    ['Ctrl+K takes the rest, then the line break', `ab\ncd${up}\x01\x0b\x0b`, '|cd'],
    ['new lines: Ctrl+J, Alt+Enter, Shift+Enter, backslash', 'a\nb\x1b\rc\x1b[13;2ud\\\re', 'a\nb\nc\nd\ne|'],
    ['Alt+D and Ctrl+Delete take words ahead', '하나 둘 셋\x01\x1bd\x1b[3;5~', '| 셋'],
  ])('%s', (_, bytes, result) => expect(seen(typed(bytes))).toBe(result))

  test('Enter submits, and the input becomes the youngest of the history, once', () => {
    const state = typed('하나\r하나\r둘\r   \r')
    expect([state.text, state.history]).toEqual(['', ['하나', '둘']])
  })

  test('decomposed input is submitted as it came', () => {
    const given = '한글'.normalize('NFD')
    expect(editorValue(typed(given))).toBe(given)
  })

  test('a composing input method rewrites its syllable: nothing lost, nothing doubled', () => {
    expect(editorValue(typed('ㅎ\x7f하\x7f한\x7f하나\r'.replace('\r', '')))).toBe('하나')
    expect(typed('안녕하세요\r').history).toEqual(['안녕하세요'])
  })
})

describe('history', () => {
  test('↑ and ↓ walk it and keep the draft', () => {
    const from = typed('쓰던 말', createEditor(['첫째', '둘째']))
    expect([up, up + up, up + up + up, up + up + down, up + down].map((keys) => seen(typed(keys, from)))).toEqual([
      '둘째|',
      '첫째|',
      '첫째|',
      '둘째|',
      '쓰던 말|',
    ])
  })

  test('↑ moves inside a text of several rows first, keeping its column', () => {
    const state = typed(`가나다라\n마\n바사아${up}`)
    expect(seen(state)).toBe('가나다라\n마|\n바사아')
    expect(seen(typed(up, state))).toBe('가나다|라\n마\n바사아')
  })
})

describe('paste', () => {
  const big = Array.from({ length: 120 }, (_, index) => `줄 ${index}\t끝`).join('\n')

  test('a big one is one thing to look at, and whole when it is submitted', () => {
    const state = typed(`앞 \x1b[200~${big}\x1b[201~ 뒤`)
    expect(editorValue(state)).toBe(`앞 ${big} 뒤`)
    const label = (number: number, content: string): string => `[#${number}: ${content.split('\n').length}줄]`
    expect(layoutRows(state, columns, label).map((row) => row.text)).toEqual(['앞 [#1: 120줄] 뒤'])
    expect(editorValue(typed('\x7f\x7f\x7f', state))).toBe('앞 ')
    expect(submitLine(state).history).toEqual([`앞 ${big} 뒤`])
    // Models are told which part nobody typed; a paste alone is what the person says.
    const twice = typed(` \x1b[200~${big}\x1b[201~\x1b[200~짧게\x1b[201~`, state)
    const found = pastedRanges(twice).map(([from, to]) => editorValue(twice).slice(from, to))
    expect([found, pastedRanges(typed(`\x1b[200~${big}\x1b[201~ `))]).toEqual([[big, big], []])
  })

  test('text that looks like a paste mark stays what it is', () => {
    for (const given of ['\u{f0000}', `a\u{f0001}b`, `\u{ffffd}`]) {
      expect(editorValue(typed(`${given}\x1b[200~${given}\x1b[201~`))).toBe(given + given)
    }
  })

  test('recalled from the history it is a label again', () => {
    const state = typed(up, createEditor([big]))
    expect([state.text.length, editorValue(state)]).toEqual([2, big])
  })
})

describe('rows', () => {
  test('the caret stands at the start of the next row when a row is full', () => {
    const rows = layoutRows(typed('가나다라마바'), 6)
    expect(rows.map((row) => row.text)).toEqual(['가나다', '라마바'])
    expect([0, 2, 3, 6].map((at) => caretAt(rows, at))).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 4 },
      { row: 1, column: 0 },
      { row: 1, column: 6 },
    ])
  })

  test('a wide character that does not fit leaves its column empty', () => {
    expect(layoutRows(typed('ab가c'), 3).map((row) => row.text)).toEqual(['ab', '가c'])
  })
})

const unit = fc.constantFrom(
  '가',
  'a',
  ' ',
  '😀',
  'e\u0301',
  '\u0301',
  'ᄒ',
  'ᅡ',
  'ᆫ',
  '\u200d',
  '🇰',
  '\ufe0f',
  '👨',
  '\x7f',
  '\x1b[3~',
  left,
  right,
  up,
  down,
  '\x1bb',
  '\x1bf',
  '\x17',
  '\x15',
  '\x0b',
  '\x19',
  '\x01',
  '\x05',
  '\n',
  '\x1b[200~1\n2\n3\n4\n5\n6\n7\x1b[201~',
  '\x1b[200~짧게\x1b[201~',
  '\\',
  '\r',
)

test('whatever is typed, the caret stands between two graphemes and in the rows', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      let state = createEditor(['지난 말'])
      for (const bytes of units) {
        state = typed(bytes, state)
        expect(isBorder(state.text, state.at)).toBe(true)
        const rows = layoutRows(state, 6)
        const caret = caretAt(rows, state.at)
        expect(rows[caret.row]?.stops.some((stop) => stop.at === state.at && stop.column === caret.column)).toBe(true)
        expect(rows.every((row) => row.stops.every((stop) => isBorder(state.text, stop.at)))).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is typed, pasted and deleted is what a plain list of graphemes would hold', () => {
  const plain = fc.constantFrom('가', 'a', '漢', '😀', '\n', left, right, '\x7f', '\x1b[200~붙\n여\x1b[201~')
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 40 }), (units) => {
      const model: string[] = []
      let at = 0
      for (const bytes of units) {
        if (bytes === left) at = Math.max(0, at - 1)
        else if (bytes === right) at = Math.min(model.length, at + 1)
        else if (bytes === '\x7f') {
          if (at > 0) model.splice(--at, 1)
        } else {
          const more = Array.from(bytes.startsWith('\x1b') ? '붙\n여' : bytes)
          model.splice(at, 0, ...more)
          at += more.length
        }
      }
      const state = typed(units.join(''))
      expect([state.text, state.at]).toEqual([model.join(''), model.slice(0, at).join('').length])
    }),
    { numRuns: 500 },
  )
})

test('withText puts the caret at the end and forgets the walk', () => {
  const state = withText(typed(up, createEditor(['a'])), '새 글')
  expect([seen(state), state.recalled]).toEqual(['새 글|', undefined])
})

test('undo takes back what was typed in one go, and redo brings it again', () => {
  const press = (name: string, held: { ctrl?: boolean; alt?: boolean }) =>
    ({ type: 'key', name, ctrl: false, alt: false, shift: false, ...held }) as const
  let state = createEditor()
  for (const letter of ['안', '녕', ' ', '하', '세'])
    state = editByKey(state, { type: 'text', text: letter }, 40) ?? state
  state = editByKey(state, press('u', { ctrl: true }), 40) ?? state
  const seen = [state.text]
  for (let step = 0; step < 3; step++) {
    state = editByKey(state, press('_', { ctrl: true }), 40) ?? state
    seen.push(state.text)
  }
  for (let step = 0; step < 3; step++) {
    state = editByKey(state, press('_', { alt: true }), 40) ?? state
    seen.push(state.text)
  }
  expect(seen).toEqual(['', '안녕 하세', '안녕 ', '안녕', '안녕 ', '안녕 하세', ''])
})
