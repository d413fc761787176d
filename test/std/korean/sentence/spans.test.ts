import { expect, test } from 'vitest'
import { readSentence } from '../../../../src/std/korean/sentence.ts'
import { Random } from '../../../random.ts'
import { sentenceCount } from '../../../sentences/count.ts'
import { someTransfer } from '../../../sentences/transfers.ts'

const when = { now: new Date('2027-05-12T10:20:00+09:00'), zone: 'Asia/Seoul' }
const owners = (text: string) =>
  readSentence(text)
    .spans(when)
    .map((span) => `${span.owner} ${span.text}`)
const rest = (text: string) => {
  const sentence = readSentence(text)
  return sentence.stretches(sentence.spans(when)).map((one) => one.text)
}

test.each([
  ['내일 아침 9시에 약 먹으라고 알려줘', ['day 내일', 'time 아침 9시', 'request 알려줘'], ['약 먹으라고']],
  ['뉴욕 시간으로 매일 9시에 회의 알려줘', ['zone 뉴욕 시간으로', 'rule 매일 9시', 'request 알려줘'], ['회의']],
  ['점심에 국밥 8천원 썼어', ['calendar 점심에', 'amount 8천원'], ['국밥', '썼어']],
  ['둘 다 내일 보내', ['set 둘 다', 'day 내일'], ['보내']],
  ['해 질 녘 3시에 산책', ['time 3시'], ['해 질 녘', '산책']],
  ['최소 3시에 약', ['open 최소', 'time 3시'], ['약']],
  ['call at 3 or maybe tomorrow', ['harmless at', 'time 3', 'open or', 'open maybe', 'day tomorrow'], ['call']],
])('%s', (text, wanted, beside) => {
  expect(owners(text)).toEqual(wanted)
  expect(rest(text)).toEqual(beside)
})

test('no two spans overlap, and spans, stretches, particles and marks are all of a sentence', () => {
  const random = new Random(20_271_128)
  for (let i = 0; i < sentenceCount(300, 20_000); i++) {
    const sentence = readSentence(someTransfer(random).text)
    const spans = sentence.spans(when)
    const parts = [...spans, ...sentence.stretches(spans)].toSorted((a, b) => a.from - b.from)
    for (const [at, part] of parts.entries()) {
      expect(part.from).toBeGreaterThanOrEqual(parts[at - 1]?.to ?? 0)
      expect(sentence.text.slice(part.from, part.to)).toBe(part.text)
    }
  }
})
