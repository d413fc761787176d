import { expect, test } from 'vitest'
import { checkQuotations, unfoundQuotations } from '../../../src/core/turn/check-quotations.ts'
import type { Message } from '../../../src/protocol/index.ts'

const passage =
  '[1] 규정.md:3\n연차는 15일이다. 남은 날은 **이듬해 3월**까지 쓴다.\n\n[2] rules.md:1\nRent is $1,850 per month, due on the first.'

test('what is quoted as it stands is fine, however it is spaced, set, cut short or capitalised', () => {
  const answers = [
    '이렇게 적혀 있어요: “남은 날은 이듬해 3월까지 쓴다.” [1]',
    '> 연차는 15일이다.\n> 남은 날은 이듬해 3월까지 쓴다.\n\n출처: 규정.md:3',
    'The lease says "rent is $1,850 per month … due on the first" [2].',
    '“연차” is short.',
  ]
  expect(answers.flatMap((answer) => unfoundQuotations(answer, [passage]))).toEqual([])
})

test('what nobody wrote is told', () => {
  expect(unfoundQuotations('“남은 날은 이듬해 6월까지 쓸 수 있다.”라고 해요.', [passage])).toEqual([
    '남은 날은 이듬해 6월까지 쓸 수 있다.',
  ])
  expect(unfoundQuotations('> Rent is $2,850 per month', [passage])).toEqual(['Rent is $2,850 per month'])
})

test('only answers that documents were looked up for are checked, against what was read in this turn', () => {
  const user: Message = { role: 'user', id: 'u', at: 0, text: '연차?' }
  const tool: Message = {
    role: 'tool',
    id: 't',
    at: 0,
    call: 'c',
    name: 'search_documents',
    outcome: 'ok',
    text: passage,
    untrusted: true,
  }
  const answer = '“남은 날은 이듬해 6월까지 쓸 수 있다.”'
  const told = (documents: string | undefined, messages: Message[]) =>
    [...checkQuotations(answer, { documents, messages })].map((event) => event.type === 'notice.given' && event.code)
  expect(told(undefined, [user])).toEqual([])
  expect(told(undefined, [tool, user])).toEqual([])
  expect(told(undefined, [user, tool])).toEqual(['quotation-unfound'])
  expect(told(passage, [user])).toEqual(['quotation-unfound'])
  expect(told(`${passage}\n남은 날은 이듬해 6월까지 쓸 수 있다.`, [user])).toEqual([])
})
