import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type HeldOut,
  type HeldOutSet,
  heldOutDocuments,
  heldOutQuestions,
  heldOutSets,
  type Outcome,
  outcomeOf,
  withFiles,
  withHeldOut,
} from '../../bench/retrieval/held-out.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import { type Assessment, assessmentLine, readAssessment } from '../../src/protocol/index.ts'
import { answerKinds } from '../../src/retrieval/answers/answer-kind.ts'
import { assessedText } from '../../src/retrieval/answers/cite.ts'
import { questionParts } from '../../src/retrieval/answers/question-parts.ts'
import { searchAnswers } from '../../src/retrieval/answers/several.ts'
import { createLibrary } from '../../src/retrieval/library.ts'

/** Asks the questions of a set, as the engine without a model answers them from what the library found. */
async function outcomesOf(set: HeldOutSet, language: 'ko' | 'en') {
  const offline = createOffline({ zone: 'Asia/Seoul', language })
  const { signal } = new AbortController()
  const told: { asked: HeldOut; outcome: Outcome }[] = []
  await withHeldOut(set, async (library, folder) => {
    for (const asked of heldOutQuestions(set)) {
      const found = await searchAnswers((query) => library.search(query, 5, signal), asked.question, 5)
      const context = [{ name: 'documents' as const, text: assessedText(found, folder) }]
      const message = { role: 'user' as const, id: 'last', at: 0, text: asked.question, context }
      const request = { model: 'rules', purpose: 'reply' as const, system: [], messages: [message], tools: [] }
      const parts = await Array.fromAsync(offline(request, signal))
      const answer = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      told.push({ asked, outcome: outcomeOf(answer, asked) })
    }
  })
  return told
}

/** Sets in which more is claimed falsely than 3 %, and the share that was measured: none may rise. */
const knownClaims: Partial<Record<HeldOutSet, number>> = { 'ko-b': 0.1, 'en-b': 0.1, 'ko-f': 0.05, 'ko-g': 0.26 }
const knownWrong: Partial<Record<HeldOutSet, number>> = { 'en-f': 0.07 }

// All sets by QUESTIONS=full; `bench/retrieval/held-out.ts` asks the whole program.
const chosen = process.env.QUESTIONS === 'full' ? heldOutSets : heldOutSets.filter((set) => set.endsWith('-c'))
test.each(chosen)('%s: what answers is claimed or shown, and hardly anything else is claimed', async (set) => {
  const told = await outcomesOf(set, set.startsWith('ko') ? 'ko' : 'en')
  const share = (isMeant: (one: HeldOut) => boolean, outcomes: readonly Outcome[]) => {
    const meant = told.filter(({ asked }) => isMeant(asked))
    return meant.filter(({ outcome }) => outcomes.includes(outcome)).length / Math.max(1, meant.length)
  }
  const isLiteral = ({ file, form }: HeldOut) => file !== undefined && form !== 'p'
  const isParaphrase = ({ file, form }: HeldOut) => file !== undefined && form === 'p'
  expect(share(isLiteral, ['right', 'shown'])).toBeGreaterThan(0.92)
  expect(share(isLiteral, ['misled'])).toBeLessThan(knownWrong[set] ?? 0.03)
  if (set.endsWith('-c')) expect(share(isLiteral, ['right'])).toBeGreaterThan(0.9)
  if (set.endsWith('-c')) expect(share(isParaphrase, ['right', 'shown'])).toBeGreaterThan(0.7)
  expect(share(({ file }) => file === undefined, ['misled'])).toBeLessThan(knownClaims[set] ?? 0.035)
})

test.each(heldOutSets)('%s: every answer stands in its document, and a fifth of the questions has none', (set) => {
  const documents = heldOutDocuments(set)
  const asked = heldOutQuestions(set)
  expect(asked.filter(({ file }) => file === undefined).length).toBeGreaterThan(0.18 * asked.length)
  expect(asked.filter(({ file, words }) => file !== undefined && !documents.get(file)?.includes(words))).toEqual([])
})

test.each([
  ['냉장고 필터 교체 주기 알려줘', /6개월마다/],
  ['냉장고 필터 교체 주기 말해줘', /6개월마다/],
  // Somebody to be told something, or at a time: no question to a document.
  ['냉장고 필터 교체하라고 알려줘', /언제 알려드릴지/],
  ['필터 교체 내일 9시에 알려줘', /^$/],
])('%s is asked of the documents where they answer it, and no time is said', async (text, answer) => {
  const passage = assessmentLine({ verdict: 'says', missing: [] })
  const context = [{ name: 'documents' as const, text: `a.md:3\n정수 필터는 6개월마다 갈아 준다.\n\n${passage}` }]
  const message = { role: 'user' as const, id: 'last', at: 0, text, context }
  const request = {
    model: 'rules',
    purpose: 'reply' as const,
    system: [],
    messages: [message],
    tools: [{ name: 'reminders', description: '', schema: {} }],
  }
  const parts = await Array.fromAsync(
    createOffline({ zone: 'Asia/Seoul', language: 'ko' })(request, new AbortController().signal),
  )
  expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toMatch(answer)
})

test.each([
  { verdict: 'nearest', missing: ['칼로리', 'wine'] },
  { verdict: 'nearest', missing: [] },
  { verdict: 'nearest', missing: ['칼로리'], next: 2 },
  { verdict: 'nearest', missing: [], next: 3 },
  { verdict: 'nothing', missing: [] },
  { verdict: 'says', missing: [], span: '15일(월): “그렇다” (1년) it' },
  { verdict: 'says', missing: [], differs: { other: 2, days: ['2027-01-01', '2024-01-01'] } },
  {
    verdict: 'says',
    missing: [],
    parts: [
      { part: '며칠', verdict: 'says', missing: [], span: '15일이다.' },
      { part: '언제', verdict: 'nearest', missing: ['칼로리'] },
      { part: '왜', verdict: 'nothing', missing: [] },
    ],
  },
] as Assessment[])('a verdict is read back, and only where it ends the text: %o', (said) => {
  expect(readAssessment(`a.md:1\n하나\n\n${assessmentLine(said)}`)).toEqual({
    text: 'a.md:1\n하나\n',
    assessment: said,
  })
  expect(readAssessment(`${assessmentLine(said)}\n둘`).assessment).toBeUndefined()
})

test('the form of a question says how its answer looks', () => {
  const looks = (question: string, text: string) => answerKinds(question).some((kind) => kind.test(text))
  expect(looks('견인은 몇 킬로미터까지 공짜야?', '견인은 60km까지')).toBe(true)
  expect(looks('수습 기간 몇 달이야?', '수습은 석 달이다')).toBe(true)
  expect(looks('몇 시에 시작해?', '3층 회의실')).toBe(false)
  expect(looks('로봇청소기 가격 얼마였지?', '앞 50cm')).toBe(false)
  expect(looks('How long is parental leave?', 'sixteen weeks at full pay')).toBe(true)
  expect(looks('What does the crown cost?', 'tooth 19')).toBe(false)
  expect(looks('갈비찜 칼로리 얼마야?', '소갈비 1.2kg')).toBe(false)
  expect(looks('What color may the fences have?', 'Fences may be at most six feet high')).toBe(false)
  expect(looks('What color may the fences have?', 'Fences are painted white or gray')).toBe(true)
  expect(looks('대문 색깔이 뭐야?', '대문은 짙은 녹색으로 칠한다')).toBe(true)
  expect(looks('대문 색깔이 뭐야?', '대문은 밤 10시에 닫는다')).toBe(false)
  expect(looks('How heavy is the stroller?', 'it folds in 3 steps, 8.4 kg')).toBe(true)
  expect(looks('Who takes the cast off?', 'The cast stays on for five weeks.')).toBe(false)
  expect(looks('Who takes the cast off?', 'The cast is taken off by Dr. Okafor.')).toBe(true)
  expect(looks('깁스는 누가 풀어 줘?', '운동 치료는 깁스를 푼 뒤에 한다.')).toBe(false)
  expect(looks('교육비 승인은 누가 해?', '승인은 인재개발팀 윤가람 과장이 한다.')).toBe(true)
  expect(looks('How many members are there?', 'Every member works eight hours a year or pays $15.')).toBe(false)
  expect(looks('How many members are there?', 'The club has 48 members.')).toBe(true)
  expect(looks('What does it cost a month?', 'Late children cost $1 a minute.')).toBe(false)
  expect(looks('셀프창고는 한 달에 얼마야?', '매달 8만 4천 원이 빠져나간다.')).toBe(true)
  expect(looks('셀프창고는 한 달에 얼마야?', '늦으면 10분마다 3천 원을 받는다.')).toBe(false)
  expect(looks('When are passwords changed?', 'A wrong one locks the account for twenty minutes.')).toBe(false)
  expect(looks('How much water does it hold?', 'Run two cycles with plain water.')).toBe(false)
  expect(looks('How much water does it hold?', 'Tank 1.8 litres, 15 bar.')).toBe(true)
  expect(looks('How much RAM does it have?', 'It has 16 GB.')).toBe(true)
  expect(looks('How much notice must I give?', 'Give fifteen days in writing.')).toBe(true)
  expect(looks('Who prints them?', 'Product: Booklet | Price: 210')).toBe(false)
  expect(looks('어디에 등록해?', '그 뒤 10분에 700원이다.')).toBe(false)
  expect(looks('When may I drive?', 'Driving is allowed after six weeks.')).toBe(true)
})

test.each([
  ['연차는 며칠이고 언제까지 써야 해?', ['연차는 며칠', '연차는 언제까지 써야 해?']],
  ['연차는 며칠이고 병가는 며칠이야?', ['연차는 며칠', '병가는 며칠이야?']],
  ['보증금이랑 월세는 얼마야?', ['보증금은 얼마야?', '월세는 얼마야?']],
  [
    '회의실 예약은 어디서 하고 몇 시까지 쓸 수 있어?',
    ['회의실 예약은 어디서 하', '회의실 예약은 몇 시까지 쓸 수 있어?'],
  ],
  ['이사하고 보증금은 언제 줘?', ['이사하고 보증금은 언제 줘?']],
  ['숙박비와 식비 한도 알려줘', ['숙박비 한도 알려줘', '식비 한도 알려줘']],
  ['보증금이랑 월세 알려줘', ['보증금 알려줘', '월세 알려줘']],
  ['What are the rent and the deposit?', ['What are the rent?', 'What are the deposit?']],
  ['창고 열쇠는 누가 가지고 있어?', ['창고 열쇠는 누가 가지고 있어?']],
  ['what is the deposit and who pays it?', ['what is the deposit', 'deposit who pays it?']],
  [
    'how many days of leave do I get and when must I use them by?',
    ['how many days of leave do I get', 'leave when must I use them by?'],
  ],
])('%s', (question, parts) => expect(questionParts(question)).toEqual(parts))

test('several questions in one are answered each from its passage, under the numbers of their sources; what none answers is said', async () => {
  const documents = new Map([
    ['휴가.md', '# 휴가 규정\n\n연차 휴가는 1년에 15일이다.\n'],
    ['이월.md', '# 휴가 이월\n\n남은 연차는 다음 해 3월 31일까지 써야 한다.\n'],
    ['차.md', '# 차\n\n주차장은 지하 2층까지 쓴다.\n'],
  ])
  await withFiles(documents, async (folder, files) => {
    const [library, { signal }] = [
      createLibrary({ dir: join(folder, 'index'), now: () => new Date() }),
      new AbortController(),
    ]
    for await (const _ of library.add([files], signal));
    const ask = async (text: string) => {
      const found = await searchAnswers((query) => library.search(query, 5, signal), text, 5)
      const context = [{ name: 'documents' as const, text: assessedText(found, files) }]
      const message = { role: 'user' as const, id: 'last', at: 0, text, context }
      const request = { model: 'rules', purpose: 'reply' as const, system: [], messages: [message], tools: [] }
      const parts = await Array.fromAsync(createOffline({ zone: 'Asia/Seoul', language: 'ko' })(request, signal))
      return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    }
    const leave = '> 연차 휴가는 1년에 15일이다. [1]'
    expect(await ask('연차는 며칠이고 언제까지 써야 해?')).toBe(
      `문서에 이렇게 적혀 있어요.\n\n${leave}\n\n> 남은 연차는 다음 해 3월 31일까지 써야 한다. [2]\n\n출처: [1] 휴가.md:3\n출처: [2] 이월.md:3`,
    )
    expect(await ask('사내 카페는 몇 시까지 열고 연차는 며칠이야?')).toBe(
      `문서에 이렇게 적혀 있어요.\n\n${leave}\n\n“사내 카페는 몇 시까지 열”에 대한 답은 찾지 못했어요.\n\n출처: [1] 휴가.md:3`,
    )
    expect(await ask('연차는 며칠이야?')).toContain('15일이다.\n\n출처: 휴가.md:3')
    await library.close()
  })
})
