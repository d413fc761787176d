import { expect, test } from 'vitest'
import { heldOutDocuments, heldOutQuestions, verdictOf, withHeldOut } from '../../bench/retrieval/held-out.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import { assessmentLine, readAssessment } from '../../src/protocol/index.ts'
import { answerKinds } from '../../src/retrieval/answers/answer-kind.ts'
import { assessedText } from '../../src/retrieval/answers/cite.ts'

// The thresholds were set on the other half of the questions; `bench/retrieval/held-out.ts` asks the whole program.
test.each([
  ['ko', 0.84, 0.7],
  ['en', 0.86, 0.7],
] as const)(
  '%s: strangers are answered from the right document, or told that none answers',
  async (language, right, declined) => {
    const offline = createOffline({ zone: 'Asia/Seoul', language })
    const { signal } = new AbortController()
    const asked = heldOutQuestions(language, 'judge')
    const told = { right: 0, near: 0, wrong: 0, declined: 0, other: 0 }
    const unanswerable = { ...told }
    await withHeldOut(language, async (library, folder) => {
      for (const one of asked) {
        const text = assessedText(one.question, await library.search(one.question, 5, signal), folder)
        const context = [{ name: 'documents' as const, text }]
        const message = { role: 'user' as const, id: 'last', at: 0, text: one.question, context }
        const request = { model: 'rules', purpose: 'reply' as const, system: [], messages: [message], tools: [] }
        const parts = await Array.fromAsync(offline(request, signal))
        const answer = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
        ;(one.file === undefined ? unanswerable : told)[verdictOf(answer, one)]++
      }
    })
    const answerable = asked.filter(({ file }) => file !== undefined).length
    expect(told.right / answerable).toBeGreaterThan(right)
    // 4 of these 128 Korean ones, and 4 of all 257.
    expect(told.wrong / answerable).toBeLessThanOrEqual(0.035)
    expect(1 - unanswerable.wrong / (asked.length - answerable)).toBeGreaterThan(declined)
  },
)

test.each(['ko', 'en'] as const)(
  '%s: 300 questions or more, 60 without an answer; every answer stands in its document',
  (language) => {
    const documents = heldOutDocuments(language)
    const asked = heldOutQuestions(language)
    expect(asked.length).toBeGreaterThanOrEqual(300)
    expect(asked.filter(({ file }) => file === undefined)).toHaveLength(60)
    expect(asked.filter(({ file, words }) => file !== undefined && !documents.get(file)?.includes(words))).toEqual([])
  },
)

test('what a search says of its passages is read back, and only as the last line', () => {
  const said = { confidence: 0.25, missing: ['칼로리', 'wine'] }
  expect(readAssessment(`a.md:1\n하나\n\n${assessmentLine(said)}`)).toEqual({ text: 'a.md:1\n하나\n', assessment: said })
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
})
