import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareFacts, jaccard } from '../../src/memory/duplicates.ts'
import { blocksOf } from '../../src/memory/excerpt.ts'
import {
  factLine,
  factsOf,
  insertFact,
  parsePage,
  plainPage,
  printPage,
  removeFact,
  replaceFact,
  tidy,
} from '../../src/memory/page.ts'

const texts = (text: string) => factsOf(parsePage(text)).map((fact) => fact.text)
/** Texts that look like pages people write, damage included. */
const written = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        '- 사실',
        '- ',
        '-',
        '# 제목',
        '',
        '  이어진 줄',
        '\t탭',
        '```',
        '~~~~',
        '<!-- 주석',
        '-->',
        '* 별',
        '- 이름은 철수 <!-- 2026-11-21 -->',
        '\0',
        'ㅎㅏㄴ'.normalize('NFD'),
      ),
      fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
    ),
  )
  .map((lines) => lines.map(([raw, end]) => raw + end).join(''))
const anyText = fc.oneof(
  written,
  fc.string({ unit: 'binary' }),
  written.map((text) => `\uFEFF${text}`),
  written.map((text) => text.replace(/[\r\n]+$/, '')),
)

describe('a page that people edit', () => {
  test('is printed as it was read, to the byte, whatever it is', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printPage(parsePage(text))).toBe(text)
      }),
      { numRuns: 1_000 },
    ))

  test('has its facts on `- ` lines; headings, code and comments are none', () => {
    const page = [
      '\uFEFF- 첫째',
      '# 제목',
      '- 둘째 <!-- 2026-11-21 · 01KC000000000000000000000C -->',
      '  더 자세히',
      '```',
      '- 코드',
      '```',
      '<!--',
      '- 숨김',
      '-->',
      '- 셋째 <!-- 내 메모 -->',
      '-',
      '- ',
    ].join('\r\n')
    expect(factsOf(parsePage(page))).toEqual([
      { line: 1, text: '첫째', below: 0 },
      { line: 3, text: '둘째', below: 1, from: { date: '2026-11-21', conversation: '01KC000000000000000000000C' } },
      { line: 11, text: '셋째 < !-- 내 메모 -- >', below: 0 },
    ])
  })

  test.each([
    ['', '- 새\n'],
    ['- 하나', '- 하나\n- 새\n'],
    ['- 하나\r\n\r\n끝', '- 하나\r\n- 새\r\n\r\n끝'],
    ['# 나\n', '# 나\n\n- 새\n'],
    ['# 나\n\n', '# 나\n\n- 새\n'],
    ['- 하나\n  속\n\n# 다음\n', '- 하나\n  속\n- 새\n\n# 다음\n'],
    ['\uFEFF# 나', '\uFEFF# 나\n\n- 새\n'],
    ['\uFEFF', '\uFEFF- 새\n'],
    ['```\n열린 채', '- 새\n```\n열린 채'],
  ])('%j gets a fact and becomes %j', (before, after) =>
    expect(printPage(insertFact(parsePage(before), '- 새').page)).toBe(after),
  )

  test('a fact put on any page is found there, and taken away again it leaves every other line as it was', () =>
    fc.assert(
      fc.property(anyText, fc.string({ minLength: 1 }), (text, words) => {
        const line = factLine(words, { date: '2026-11-21' })
        fc.pre(factsOf(parsePage(line)).length === 1)
        const page = parsePage(text)
        const put = insertFact(page, line)
        const fact = factsOf(put.page).find((each) => each.line === put.line)
        expect(put.page.lines[put.line - 1]?.raw).toBe(line)
        const rest = removeFact(put.page, { ...fact!, below: 0 })
        expect(
          rest.lines
            .map(({ raw }) => raw)
            .join('\n')
            .trimEnd(),
        ).toBe(
          page.lines
            .map(({ raw }) => raw)
            .join('\n')
            .trimEnd(),
        )
        expect(texts(printPage(replaceFact(put.page, fact!, '- 바뀜')))).toContain('바뀜')
      }),
      { numRuns: 500 },
    ))

  test('a page that grows line by line is read as it is read at once', () => {
    const line = fc.constantFrom('- 하나', '- 둘 <!-- 2026-11-21 -->', '  아래', '# 제목', '```', '<!-- 열림', '-->', '', '글')
    const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')
    const part = fc.tuple(line, end).map((both) => both.join(''))
    const read = (text: string) => [factsOf(parsePage(text)), plainPage(text), blocksOf(text)]
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const grown = parts.map((_, at) => read(parts.slice(0, at + 1).join('')))
        // No text that was read before begins with the mark.
        expect(grown.at(-1)).toEqual(read(`\uFEFF${parts.join('')}`))
        expect(printPage(parsePage(parts.join('')))).toBe(parts.join(''))
      }),
      { numRuns: 500 },
    )
  })

  test('a fact’s line gives back its text and where it came from; words cannot forge it', () =>
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string({ minLength: 1 })), (words, before) => {
        const [fact] = factsOf(parsePage(factLine(words, { date: '2026-11-21', ...(before ? { before } : {}) })))
        fc.pre(fact !== undefined)
        expect(fact?.from?.date).toBe('2026-11-21')
        expect(factLine(fact?.text ?? '', fact?.from)).toBe(
          factLine(words, { date: '2026-11-21', ...(before ? { before } : {}) }),
        )
      }),
    ))

  test('a model reads it without notes', () => {
    expect(
      plainPage(
        '\uFEFF# 나\r\n- 이름은 철수 <!-- 2026-11-21 · 01KC000000000000000000000C · before: 이름은 영희 -->\r\n- 손으로 <!-- 메모 -->',
      ),
    ).toBe('# 나\r\n- 이름은 철수\r\n- 손으로 <!-- 메모 -->')
  })
})

describe('what a new fact is to the ones that are there', () => {
  const facts = factsOf(
    parsePage(
      [
        '- 저는 매일 아침 일곱 시에 운동을 해요',
        '- 월세는 매월 25일에 우리은행 계좌로 자동 이체 해요',
        '- 내 생일은 3월 5일',
        '- 매운 것을 좋아함',
        '- the name of the dog is Max',
        '- 서연이는 매주 토요일 아침마다 수영을 하러 간다',
      ].join('\n'),
    ),
  )
  const seen = (text: string) => {
    const found = compareFacts(text, facts)
    return found.status === 'new' ? ['new', ...found.conflicts.map(({ line }) => line)] : [found.status, found.fact.line]
  }
  test.each([
    ['내 생일은 3월 5일', ['known', 3]],
    ['- 내  생일은 3월 5일'.normalize('NFD'), ['known', 3]],
    ['매일 아침 일곱 시에 운동을 해요', ['known', 1]],
    ['저는 매일 아침 일곱 시에 공원에서 운동을 해요', ['newer', 1]],
    ['저는 매일 아침 일곱 시에 운동을 했어요', ['newer', 1]],
    ['월세는 매월 26일에 우리은행 계좌로 자동 이체 해요', ['new', 2]],
    ['내 생일은 4월 6일', ['new', 3]],
    ['아내 생일은 3월 5일', ['new']],
    ['고양이를 키워요', ['new']],
    ['축구 보는 것을 좋아함', ['new']],
    ['지호는 매주 토요일 아침마다 수영을 하러 간다', ['new', 6]],
    ['매운 것을 싫어함', ['new', 4]],
    ['the color of the car is red', ['new']],
    ['🎉', ['new']],
  ])('%s', (text, expected) => expect(seen(text)).toEqual(expected))

  test('of many lines that are alike only the nearest are told as contradicted', () => {
    const names = ['서울', '부산', '대구', '인천', '광주', '대전', '울산', '제주', '수원', '창원']
    const list = factsOf(parsePage(names.map((name) => `- ${name} 지점 출장 경비 정산 완료함\n`).join('')))
    const found = compareFacts('강릉 지점 출장 경비 정산 완료', list)
    expect(found.status === 'new' && found.conflicts).toHaveLength(5)
  })

  test('likeness is symmetric, from 0 to 1, and 1 for the same words', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(jaccard(a, b)).toBe(jaccard(b, a))
        expect(jaccard(a, b) >= 0 && jaccard(a, b) <= 1).toBe(true)
        expect([0, 1]).toContain(jaccard(a, a))
      }),
    ))
})

test('a text is tidied alike whether it is looked at or found tidy at once', () => {
  const part = fc.constantFrom('가나', '-', '- ', ' ', '  ', '\t', '*', '<!--', '-->', '>', 'a_1', '(x)', '3월', '…', '•')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      // Decomposed letters are never taken for tidy.
      expect(tidy(text)).toBe(tidy(`${text}\u0000`))
      expect(tidy(text.normalize('NFD'))).toBe(tidy(text))
      expect(tidy(tidy(text))).toBe(tidy(text))
    }),
  )
})
