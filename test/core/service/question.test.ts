import { expect, test } from 'vitest'
import { nextQuestion } from '../../../src/core/service/question.ts'
import type { Definition } from '../../../src/core/service/service.ts'
import type { Slot } from '../../../src/core/service/slots.ts'
import { type FlowState, newFlowState } from '../../../src/core/service/state.ts'

const slot: Slot = {
  name: 'time',
  type: 'time',
  required: true,
  label: '시간',
  questions: ['몇 시에 갈까요?', '시간을 알려주세요.'],
  errors: { invalid: '시간을 읽지 못했어요.' },
}
const say = { ask: ({ questions }: Slot) => [...questions], confirm: () => ['갈까요?'] }
const definition = { slots: [slot], say } as unknown as Definition

const asked = (state: Partial<FlowState>) =>
  nextQuestion(definition, { ...newFlowState('t'), stage: 'FILLING', ...state }, 'plain', 'ko', '2026-11-21')

test.each<[string, Partial<FlowState>, string]>([
  ['a value that is missing', {}, '몇 시에 갈까요?'],
  ['what was asked just now', { asked: '몇 시에 갈까요?' }, '시간을 알려주세요.'],
  [
    'a value that was refused, in the words of the slot',
    { errors: { time: '시간을 읽지 못했어요.' } },
    '시간을 읽지 못했어요.',
  ],
  [
    'a look-up that refused it and asks nothing',
    { errors: { time: '그 시간은 찼어요.' } },
    '그 시간은 찼어요.\n몇 시에 갈까요?',
  ],
  ['a look-up that asks itself', { errors: { time: '찼어요. 몇 시로 할까요?' } }, '찼어요. 몇 시로 할까요?'],
  ['nothing that could be read', { errors: { _unclear: '못 알아들었어요.' } }, '못 알아들었어요.\n몇 시에 갈까요?'],
])('%s is asked for', async (_, state, question) => {
  expect(await asked(state)).toBe(question)
})

test('no question is put twice in the same words', async () => {
  const once = await asked({ errors: { time: '그 시간은 찼어요.' } })
  expect(await asked({ errors: { time: '그 시간은 찼어요.' }, asked: once })).not.toBe(once)
})
