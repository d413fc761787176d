import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { width } from '../../../../src/std/text/text.ts'
import { AnswerPrinter } from '../../../../src/ui/tui/markdown/answer-printer.ts'
import { loadHighlight } from '../../../../src/ui/tui/markdown/code.ts'
import { loadInline } from '../../../../src/ui/tui/markdown/inline-markdown.ts'
import { liveTail, partRows, type Readers } from '../../../../src/ui/tui/markdown/markdown-rows.ts'
import {
  finishMarkdown,
  liveParts,
  type Markdown,
  type MarkdownPart,
  markdown,
  pushText,
} from '../../../../src/ui/tui/markdown/streaming-markdown.ts'
import { cellsOf } from '../../../../src/ui/tui/markdown/table.ts'
import { plainOf, type StyledSpan, writtenRows } from '../../../../src/ui/tui/terminal/style.ts'

let readers: Readers
beforeAll(async () => {
  readers = { inline: await loadInline(), highlight: await loadHighlight() }
})

/** All parts of a text that comes in these pieces. */
function parts(...pieces: string[]): MarkdownPart[] {
  const all: MarkdownPart[] = []
  let state = markdown
  for (const piece of pieces) {
    const [more, next] = pushText(state, piece)
    all.push(...more)
    state = next
  }
  return [...all, ...finishMarkdown(state)[0]]
}
const rows = (text: string, columns = 40): StyledSpan[][] =>
  partRows(parts(text), columns, readers, { lang: '', lines: [] })[0]
const plain = (text: string, columns = 40): string[] => rows(text, columns).map(plainOf)
const styled = (line: string): [string, string][] =>
  rows(line)[0]
    ?.filter(({ text }) => text !== '')
    .map(({ text, roles }) => [text, roles.join(' ')]) ?? []

const sample = `# 제목

첫 문단이에요. **굵게** 그리고 \`코드\`.
둘째 줄
- 하나
  - 안쪽
1. 순서

| 이름 | 값 |
|:--|--:|
| 철수 | 12 |

\`\`\`ts
const a = 1

// 주석
\`\`\`
> 인용
---
a | b 는 표가 아니에요
끝`

describe('parts', () => {
  test('are the same however the text is cut', () => {
    const whole = parts(sample)
    expect(parts(...sample)).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.nat(sample.length), { maxLength: 10 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), sample.length]
        expect(parts(...places.slice(1).map((place, index) => sample.slice(places[index], place)))).toEqual(whole)
      }),
    )
  })

  test('look like this on a screen of 40 columns', () => {
    expect(plain(sample)).toEqual([
      '제목',
      '',
      '첫 문단이에요. 굵게 그리고 코드.',
      '둘째 줄',
      '• 하나',
      '  • 안쪽',
      '1. 순서',
      '',
      '이름 │ 값',
      '─────┼───',
      '철수 │ 12',
      '',
      '  ts',
      '  const a = 1',
      '  ',
      '  // 주석',
      '│ 인용',
      '─'.repeat(40),
      'a | b 는 표가 아니에요',
      '끝',
    ])
  })

  test('a code block that never ends, a fence inside a list, an empty answer', () => {
    expect(plain('```\na\n# b')).toEqual(['  a', '  # b'])
    expect(plain('- 하나\n  ```sh\n  ls\n  ```\n- 둘')).toEqual(['• 하나', '    sh', '    ls', '• 둘'])
    expect([plain(''), plain('\n\n\n')]).toEqual([[], []])
  })
})

describe('inline', () => {
  test('strong text closes before a Korean particle, also behind a sign', () => {
    expect(styled('**"강조"**는 **볼드(bold)**를')).toEqual([
      ['"강조"', 'strong'],
      ['는 ', ''],
      ['볼드(bold)', 'strong'],
      ['를', ''],
    ])
  })

  test('links show where they go', () => {
    expect(plain('[은행](https://evil.example) 와 https://a.b', 60)).toEqual([
      '은행 (https://evil.example) 와 https://a.b',
    ])
  })

  test('what is not Markdown stays', () => {
    expect(plain('2 * 3 * 4 = 24, a_b_c, <div>, \\*별\\*, 50%')).toEqual(['2 * 3 * 4 = 24, a_b_c, <div>, *별*, 50%'])
  })

  test('nothing in any text can carry a control character', () => {
    const hostile =
      '\x1b]0;x\x07제목\n\n| \x1b[31ma | b |\n|--|--|\n| \u202ec | d |\n\n```\x1b[2J\n\x1b[31mcode\u0007\n```\n`\x1b[1m`'
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(plain(hostile).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/)
  })
})

describe('tables', () => {
  test('shrink to the width with their text wrapped, and become lists when there is no room', () => {
    const table = '| 항목 | 설명 |\n|---|---|\n| 사과 | 아주 길고 긴 설명이 여기에 들어가요 |\n'
    for (const columns of [20, 24, 30, 60]) {
      for (const row of plain(table, columns)) expect(width(row)).toBeLessThanOrEqual(columns)
    }
    expect(plain(table, 24)).toEqual(
      ['항목 │ 설명', '─────┼──────────────────', '사과 │ 아주 길고 긴', '     │ 설명이 여기에', '     │ 들어가요'].map(
        (row) => expect.stringContaining(row),
      ),
    )
    expect(plain('|가|나|다|라|\n|-|-|-|-|\n|일이삼사오|일이삼사오|일이삼사오|일이삼사오|\n', 20)[0]).toBe(
      '가: 일이삼사오',
    )
  })

  test('cells know escapes and code', () => {
    expect([cellsOf('| a \\| b | `c|d` | |'), cellsOf('a|b'), cellsOf('|a')]).toEqual([
      ['a | b', '`c|d`', ''],
      ['a', 'b'],
      ['a'],
    ])
  })
})

describe('code', () => {
  test('is coloured line by line as if it were read whole', () => {
    const code = '```ts\n/* 주석\n아직 주석 */ const a = "글"\n```'
    const roles = (given: StyledSpan[][]): string[] =>
      given.map((row) =>
        row
          .filter(({ text }) => text.trim() !== '')
          .map(({ text, roles }) => `${text}:${roles}`)
          .join('|'),
      )
    let context = { lang: '', lines: [] as readonly string[] }
    const lineByLine = parts(code).flatMap((part) => {
      const [more, next] = partRows([part], 40, readers, context)
      context = next as typeof context
      return more
    })
    expect(roles(lineByLine)).toEqual(roles(rows(code)))
    expect(roles(rows(code))).toEqual([
      'ts:dim',
      '/* 주석:comment',
      '아직 주석 */:comment|const:keyword| a = :|"글":string',
    ])
  })

  test('in an unknown language, and lines longer than the screen, lose nothing', () => {
    expect(plain('```nolang\n' + 'x'.repeat(50) + '\n```', 22)).toEqual([
      '  nolang',
      `  ${'x'.repeat(20)}`,
      `  ${'x'.repeat(20)}`,
      `  ${'x'.repeat(10)}`,
    ])
  })
})

describe('the live end of an answer', () => {
  /** Streams a text in small pieces: rows as they leave, and the most rows that were ever live. */
  function streamed(text: string, columns: number, size: number): { left: string[]; live: number } {
    let state: Markdown = markdown
    const left: string[] = []
    let live = 0
    const take = (given: readonly MarkdownPart[]): void =>
      void left.push(...partRows(given, columns, readers, { lang: '', lines: [] })[0].map(plainOf))
    for (let at = 0; at < text.length; at += size) {
      const [done, next] = pushText(state, text.slice(at, at + size))
      take(done)
      const end = liveTail(next, columns, readers)
      left.push(...end.settled.map(plainOf))
      live = Math.max(live, end.rows.length)
      state = end.state
    }
    take(finishMarkdown(state)[0])
    return { left, live }
  }

  test('rows of a long paragraph leave while it is written, exactly as they would stand at its end', () => {
    const paragraph = '이것은 아주 길게 이어지는 한 문단이고 줄바꿈이 없어요. It goes on in English too, '.repeat(60)
    for (const size of [1, 3, 17]) {
      const { left, live } = streamed(paragraph, 38, size)
      expect(left).toEqual(plain(paragraph, 38))
      expect(live).toBeLessThanOrEqual(3)
    }
  })

  test('where words may be cut, a paragraph of English is one line for whoever copies it, however it is cut', async () => {
    const english = 'The meeting is at three, and the train to Busan leaves at five from platform 12. '.repeat(5).trim()
    for (const size of [1, 7, 400]) {
      const printer = new AnswerPrinter(() => 30, false, true)
      let written = ''
      for (let at = 0; at < english.length; at += size) written += await printer.push(english.slice(at, at + size))
      expect(joined(written + (await printer.flush()))).toEqual([english, ''])
    }
  })

  test('a paragraph of Hangul fills its rows, and is one line for whoever copies it, however it is cut', async () => {
    const hangul = '회의는 세 시예요. **부산행** KTX 예약을 확인하고 길을 알려 드릴게요. '.repeat(9).trim()
    const english = 'The meeting is at three, and the train to Busan leaves at five from platform 12.'
    const text = `${hangul}\n\n- ${hangul}\n\n${english}\n`
    const paint = (row: readonly StyledSpan[]) => plainOf(row)
    expect(writtenRows(rows(text, 30), paint).split('\n')[0]).toBe(hangul.replaceAll('**', ''))
    expect(writtenRows(rows(`- ${hangul}\n\n${english}`, 30), paint).split('\n')).toEqual(
      rows(`- ${hangul}\n\n${english}`, 30).map(plainOf).concat(''),
    )
    for (const size of [1, 5, 40]) {
      const printer = new AnswerPrinter(() => 30, false)
      let written = ''
      for (let at = 0; at < text.length; at += size) written += await printer.push(text.slice(at, at + size))
      written += await printer.flush()
      const [line] = joined(written)
      expect(line).toBe(hangul.replaceAll('**', ''))
    }
  })

  test('rows behind an open mark wait for its end', () => {
    const text = `${'말 '.repeat(30)}**${'굵은 말 '.repeat(20)}** 끝`
    expect(streamed(text, 30, 1).left).toEqual(plain(text, 30))
  })

  test('an item goes on under its text', () => {
    const text = `- ${'항목이 길어요 '.repeat(20)}`
    expect(streamed(text, 30, 2).left).toEqual(plain(text, 30))
  })

  test('a mark that never closes does not keep a reply of any length', () => {
    const { live } = streamed(`**${'열린 채로 '.repeat(2000)}`, 40, 50)
    expect(live).toBeLessThan(80)
  })

  test('an unfinished table shows its source', () => {
    const [, state] = pushText(markdown, '| a | b |\n|---|--')
    expect(liveParts(state).map((part) => part.type === 'text' && part.text)).toEqual(['| a | b |', '|---|--'])
  })
})

describe('what models write besides', () => {
  test.each([
    ['&lt;div&gt; &amp;&amp; &copy; 2026 &#44032;&#x2192; &unknown;', '<div> && © 2026 가→ &unknown;'],
    ['&#27;[31m &#x202e;x &#0;', '[31m x &#0;'],
    ['`&lt;` 그대로', '&lt; 그대로'],
    ['> > 안의 인용', '│ │ 안의 인용'],
    ['>>> 셋', '│ │ │ 셋'],
    ['> - 목록', '│ • 목록'],
    ['- [x] 끝낸 일', '☑ 끝낸 일'],
    ['- [ ] 할 일', '☐ 할 일'],
    ['3. [ ] 셋째', '3. ☐ 셋째'],
    ['![고양이](cat.png)', '🖼 고양이 (cat.png)'],
    ['![](cat.png)', '🖼 (cat.png)'],
    ['근거가 있어요[^1].', '근거가 있어요[1].'],
    ['[^1]: 어느 책', '[1] 어느 책'],
    ['[문서][doc]를 보세요', '[문서][doc]를 보세요'],
    ['[doc]: https://example.com/a', '[doc] https://example.com/a'],
    ['$E = mc^2$ 와 \\(a_1 \\le b\\)', 'E = mc² 와 a₁ ≤ b'],
    ['$$\\frac{a+b}{2} \\times \\pi$$', '(a+b)/2 × π'],
    ['$5 와 $6, 그리고 $10-$20', '$5 와 $6, 그리고 $10-$20'],
    ['`$x$` 와 $x_{ij}$', '$x$ 와 x_{ij}'],
    ['가<br>나', '가 나'],
  ])('%s', (source, shown) => {
    expect(plain(source, 60)).toEqual([shown])
  })

  test('levels of headings differ, also without colours', () => {
    const looks = ['# 하나', '## 둘', '### 셋'].map((line) => rows(line)[0]?.at(-1)?.roles.join(' '))
    expect(looks).toEqual(['heading strong link', 'heading strong', 'strong'])
  })

  test('a formula on lines of its own is text as it stands', () => {
    expect(plain('식:\n$$\nx_1 *y* z\n$$\n끝\n\\[\na_b\n\\]')).toEqual(['식:', '  x_1 *y* z', '끝', '  a_b'])
  })
})

test('an answer that is only written, never drawn again, has the same rows however it is cut', async () => {
  const wanted = rows(sample)
    .map((row) => `${plainOf(row)}\n`)
    .join('')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }), async (sizes) => {
      const printer = new AnswerPrinter(() => 40, false)
      let [out, at] = ['', 0]
      for (const size of sizes) {
        out += await printer.push(sample.slice(at, at + size))
        at += size
      }
      out += await printer.push(sample.slice(at))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: weight and lines stay without colours
      expect((out + (await printer.flush())).replace(/\x1b\[[\d;]*m/g, '')).toBe(wanted)
    }),
    { numRuns: 60 },
  )
})

/** Lines as they are copied: a terminal goes back to the end of the full row and writes its last letter again. */
const joined = (written: string) =>
  written
    .replaceAll('\x1b', '^')
    .replaceAll(/\^\[\d+m/g, '')
    .replaceAll(/(.)\n\^\[A\^\[\d+G\1/gu, '$1')
    .split('\n')
