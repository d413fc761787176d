import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareFacts, wordJaccard } from '../../src/memory/duplicates.ts'
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
  tidyText,
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
    const line = fc.constantFrom(
      '- 하나',
      '- 둘 <!-- 2026-11-21 -->',
      '  아래',
      '# 제목',
      '```',
      '<!-- 열림',
      '-->',
      '',
      '글',
    )
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
    return found.status === 'new'
      ? ['new', ...found.conflicts.map(({ line }) => line)]
      : [found.status, found.fact.line]
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
        expect(wordJaccard(a, b)).toBe(wordJaccard(b, a))
        expect(wordJaccard(a, b) >= 0 && wordJaccard(a, b) <= 1).toBe(true)
        expect([0, 1]).toContain(wordJaccard(a, a))
      }),
    ))
})

describe('facts in other words', () => {
  type Fact = { who: string; day: string; count: number; what: string; stem: string; not: string }
  const people = [
    '서준',
    '지호',
    '서연',
    '민준',
    '어머니',
    '여동생',
    '이웃집 아이',
    '팀장님',
    'Anna',
    '종이접기 선생님',
    '고양이',
  ]
  const days = ['', '월요일마다', '화요일마다', '주말마다', '토요일 아침마다', '매일']
  const things = ['땅콩', '커피', '종이', '수영', '약', '우유', '매운 음식', '길이', '술']
  // A stem with what it becomes before 다, 요 and ㅂ니다, and as a note.
  const verbs: Record<string, [plain: string, polite: string, formal: string, noted: string]> = {
    좋아하: ['좋아한다', '좋아해요', '좋아합니다', '좋아함'],
    싫어하: ['싫어한다', '싫어해요', '싫어합니다', '싫어함'],
    먹: ['먹는다', '먹어요', '먹습니다', '먹음'],
    마시: ['마신다', '마셔요', '마십니다', '마심'],
    배우: ['배운다', '배워요', '배웁니다', '배움'],
    만들: ['만든다', '만들어요', '만듭니다', '만듦'],
    있: ['있다', '있어요', '있습니다', '있음'],
    없: ['없다', '없어요', '없습니다', '없음'],
  }
  const any = fc.record<Fact>({
    who: fc.constantFrom(...people),
    day: fc.constantFrom(...days),
    count: fc.integer({ min: 0, max: 12 }),
    what: fc.constantFrom(...things),
    stem: fc.constantFrom(...Object.keys(verbs)),
    not: fc.constantFrom('', '', '', '안 ', '못 '),
  })
  const wording = fc.record({ topic: fc.nat(), object: fc.nat(), style: fc.nat(3) })
  const closed = (word: string) => /[가-힣]$/.test(word) && (word.charCodeAt(word.length - 1) - 0xac00) % 28 > 0
  const one = (list: readonly string[], n: number) => list[n % list.length] ?? ''
  const said = (fact: Fact, { topic, object, style }: { topic: number; object: number; style: number }) => {
    const isName = /^..$/.test(fact.who) && closed(fact.who)
    const who = isName && topic % 5 > 2 ? `${fact.who}이` : fact.who
    const first = who + one(closed(who) ? ['은', '이'] : ['는', '가'], topic)
    const isThere = /[있없]/.test(fact.stem)
    // 종이 without a particle may be a bell with one.
    const endsLikeParticle = fact.what.endsWith('이')
    const what =
      fact.what +
      one(
        isThere
          ? [closed(fact.what) ? '이' : '가', endsLikeParticle ? '가' : '']
          : [closed(fact.what) ? '을' : '를', endsLikeParticle ? '를' : ''],
        object,
      )
    const count = fact.count > 0 ? `하루 ${fact.count}번` : ''
    const verb = (isThere ? '' : fact.not) + (verbs[fact.stem]?.[style] ?? '')
    return [first, fact.day, count, what, verb].filter(Boolean).join(' ')
  }
  const statusOf = (text: string, there: string) => compareFacts(text, factsOf(parsePage(`- ${there}\n`)))
  const cases = Number(process.env.WORDINGS ?? 1_500)

  test('a line with the day on which it was said is the one without; of another day it is another, and no contradiction', () => {
    const [bare, dated, later] = [
      '이번 주는 재택',
      '이번 주는 재택 (2026-11-23 기준)',
      '이번 주는 재택 (2026-11-30 기준)',
    ]
    expect(statusOf(dated, bare)).toMatchObject({ status: 'newer' })
    expect(statusOf(dated, `${bare} <!-- 2026-11-23 · until: 2026-11-29 -->`)).toMatchObject({ status: 'known' })
    expect(statusOf(bare, dated)).toMatchObject({ status: 'known' })
    expect(statusOf(later, dated)).toEqual({ status: 'new', conflicts: [] })
  })

  test('one fact in two wordings is one', () => {
    let [tried, known] = [0, 0]
    fc.assert(
      fc.property(any, wording, wording, (fact, a, b) => {
        tried++
        if (statusOf(said(fact, a), said(fact, b)).status !== 'new') known++
        else if (process.env.SHOW) console.log(said(fact, a), '|', said(fact, b))
      }),
      { numRuns: cases },
    )
    expect(known / tried).toBeGreaterThan(0.9)
  })

  test('another name, number, negation, day, thing or predicate is another fact, however alike they are said', () => {
    fc.assert(
      fc.property(
        any,
        any,
        fc.constantFrom<keyof Fact>('who', 'day', 'count', 'what', 'stem', 'not'),
        wording,
        wording,
        (fact, other, key, a, b) => {
          const near = { ...fact, [key]: other[key] }
          fc.pre(said({ ...near }, { topic: 0, object: 0, style: 0 }) !== said(fact, { topic: 0, object: 0, style: 0 }))
          const found = statusOf(said(near, a), said(fact, b))
          expect([said(near, a), said(fact, b), found.status]).toEqual([said(near, a), said(fact, b), 'new'])
        },
      ),
      { numRuns: cases },
    )
  })

  test.each([
    ['서준이는 땅콩 알레르기가 있다', '서준이가 땅콩 알레르기 있음'],
    ['서준 땅콩 알레르기', '서준이는 땅콩 알레르기가 있어요'],
    ['나는 새벽에 수영을 한다', '새벽에 수영함을 한다'.replace('수영함을', '수영을')],
    ['내 생일은 3월 5일이다', '생일은 3월 5일'],
    ['딸 이름은 지우', '딸 이름은 지우예요'],
    ['The dog is called Max', 'dog is called Max'],
  ])('%s = %s', (a, b) => {
    expect(statusOf(a, b).status).not.toBe('new')
    expect(statusOf(b, a).status).not.toBe('new')
  })

  test.each([
    ['지호가 서연이를 좋아한다', '지호를 서연이가 좋아한다'],
    ['가장 좋아하는 곳은 바다', '가장 좋아하는 곳은 바'],
    ['종이를 모은다', '종을 모은다'],
    ['고양이를 좋아한다', '고양을 좋아한다'],
    ['내 여동생은 월요일 저녁마다 수영을 하러 간다', '내 여동생 남편은 월요일 저녁마다 수영을 하러 간다'],
    ['나는 아침마다 사과를 하나 갈아서 먹는다', '나는 아침마다 사과를 하나 갈아서 안 먹는다'],
    ['우리 집 둘째 강아지 이름은 지우다', '우리 집 둘째 강아지 이름은 지호다'],
    ['서연이는 매주 토요일 아침 수영을 하러 간다', '서준이는 매주 토요일 아침 수영을 하러 간다'],
    ['혈액형은 A형', '혈액형은 AB형'],
    ['the name of the dog is Max', 'the name of the dog is Mia'],
    ['I take the red pill every morning', 'I never take the red pill every morning'],
  ])('%s ≠ %s', (a, b) => {
    expect(statusOf(a, b).status).toBe('new')
    expect(statusOf(b, a).status).toBe('new')
  })
})

test('a text is tidied alike whether it is looked at or found tidy at once', () => {
  const part = fc.constantFrom(
    '가나',
    '-',
    '- ',
    ' ',
    '  ',
    '\t',
    '*',
    '<!--',
    '-->',
    '>',
    'a_1',
    '(x)',
    '3월',
    '…',
    '•',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      // Decomposed letters are never taken for tidy.
      expect(tidyText(text)).toBe(tidyText(`${text}\u0000`))
      expect(tidyText(text.normalize('NFD'))).toBe(tidyText(text))
      expect(tidyText(tidyText(text))).toBe(tidyText(text))
    }),
  )
})
