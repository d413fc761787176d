import { expect, test } from 'vitest'
import { readSentence } from '../../../../src/std/korean/sentence.ts'

test.each([
  [
    '내일 3시에 치과 알려주고 매일 8시에 약 먹으라고 알려줘',
    ['내일 3시에 치과 알려줘', '매일 8시에 약 먹으라고 알려줘'],
  ],
  ['치과 알려줘. 그리고 와이파이 비번은 1234라고 기억해줘', ['치과 알려줘', '와이파이 비번은 1234라고 기억해줘']],
  ['엄마한테 3만원 보내고 9시에 회의 알려줘', ['엄마한테 3만원 보내줘', '9시에 회의 알려줘']],
  ['회의 추가하고 메모 지우고 나서 알람 꺼줘', ['회의 추가해줘', '메모 지워줘', '알람 꺼줘']],
  ['우유 사라고 알려줘\n약 먹으라고 알려줘', ['우유 사라고 알려줘', '약 먹으라고 알려줘']],
  ['remind me to call mom at 3 and then add milk', ['remind me to call mom at 3', 'add milk']],
  ['보고서 3.5점은 3:30에 알려줘', ['보고서 3.5점은 3:30에 알려줘']],
  ['우유 사고 3시에 알려줘', ['우유 사고 3시에 알려줘']],
])('%s', (text, wanted) => {
  const { clauses } = readSentence(text)
  expect(clauses.map((one) => one.text)).toEqual(wanted)
  for (const [at, { from, to }] of clauses.entries()) expect(from < to && from >= (clauses[at - 1]?.to ?? 0)).toBe(true)
})
