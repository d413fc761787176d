import { expect, test } from 'vitest'
import { isSideRemark } from '../../src/core/service/side-remark.ts'
import { askedSlot, type FlowState } from '../../src/core/service/state.ts'
import type { Input } from '../../src/protocol/index.ts'
import { readAnswer } from '../../src/std/korean/dialogue/yesno.ts'
import { declines, requestOf, turn } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someEnglishRemark } from './english.ts'
import { definition, stateAfter, when } from './read-transfer.ts'
import { someRemark } from './remarks.ts'

const answers = { conversation: 'c', when }

/** What the flow makes of a sentence: answered by itself, left to the conversation, or read into its slots. */
async function heard(text: string, before: FlowState): Promise<'aside' | 'beside' | 'answer' | 'same' | FlowState> {
  const { stage } = before
  if ((await definition.aside?.({ text } as Input, { ...answers, stage })) !== undefined) return 'aside'
  if (readAnswer(text)) return 'answer'
  const names = Object.values(before.slots).filter((value) => typeof value === 'string')
  const asked = askedSlot(definition.slots, before)
  if (isSideRemark(text, { slots: definition.slots, asked, names, when })) return 'beside'
  const after = await stateAfter(text, before, asked?.name)
  return JSON.stringify(after.slots) === JSON.stringify(before.slots) && after.queue.length === before.queue.length
    ? 'same'
    : after
}

/** Whether the rules have an answer to it, where they have the tools of an ordinary home; a decline is none. */
async function answered(text: string): Promise<boolean> {
  const outcome = await turn(requestOf({ text, setting: ['with reminders timer search_memory update_memory'] }))
  return !declines.cannot(outcome) || outcome.text.split('\n').length > 2
}

test.each([
  ['Korean', someRemark, ['엄마한테 만원 보내줘', '엄마한테 보내줘', '만원 보내줘'], 300],
  ['English', someEnglishRemark, ['send 10,000 won to mom', 'transfer to mom', 'send 10,000 won'], 200],
] as const)(
  'what is said in %s beside a transfer changes no slot and is answered, whether all is known or something is asked for',
  async (_, some, begun, small) => {
    const random = new Random(sentenceSeed(20_261_125))
    const [changed, unanswered]: [string[], string[]] = [[], []]
    const counts = { known: 0, beyond: 0, declined: 0 }
    const states = await Promise.all(begun.map((text) => stateAfter(text)))
    const count = sentenceCount(small, 1_000)
    for (let i = 0; i < count; i++) {
      const { text, known } = some(random)
      const told = await answered(text)
      for (const before of states) {
        const after = await heard(text, before)
        if (typeof after === 'object' || after === 'answer')
          changed.push(`${text}: ${typeof after === 'object' ? JSON.stringify([after.slots, after.errors]) : after}`)
        counts[known ? 'known' : 'beyond']++
        const isAnswered = after === 'aside' || (after === 'beside' && told)
        if (known && !isAnswered) unanswered.push(`${before.stage} ${text}: ${typeof after === 'string' ? after : ''}`)
        if (!known && !isAnswered) counts.declined++
      }
    }
    if (process.env.SENTENCES) console.info({ ...counts, unanswered: unanswered.length })
    expect(changed.slice(0, 40)).toEqual([])
    expect(unanswered.length / counts.known, unanswered.slice(0, 40).join('\n')).toBeLessThanOrEqual(0.1)
  },
)

test.each([
  ...[
    '영희가 어제 아팠대',
    '이모가 15만원 필요하대',
    '내일 비 온다는데 우산 챙겨야 하나',
    '차가 많이 막혔다던데',
    '5만원이면 택시비 되려나',
    '오늘 너무 춥더라',
    '철수가 2만원 달라고 하던데',
    '어제 팀장님이 밥값 3만원 냈다더라',
  ],
  ...['I have a meeting at 3', 'Ben wants 30,000 won too', 'wait, Ann was sick yesterday', "I'm hungry"],
])('%s changes nothing', async (text) => {
  for (const begun of ['엄마한테 만원 보내줘', 'send 10,000 won to mom'])
    expect([text, await heard(text, await stateAfter(begun))]).toEqual([text, 'beside'])
})

test.each([
  '5만원으로 바꿔줘',
  '아니 5만원',
  '아빠한테 보내줘',
  '내일 보내줘',
  '메모는 생일 축하해',
  '금액은 5만원이야',
  '받는 사람은 아빠야',
  '아빠한테도 만원',
  '만원 더',
  '다음 주 금요일에',
  '엄마야',
  '5만원이요',
])('%s is no side remark', async (text) => {
  const [ready, asked] = await Promise.all(['엄마한테 만원 보내줘', '만원 보내줘'].map((one) => stateAfter(one)))
  expect([
    await heard(text, ready as FlowState),
    text === '엄마야' ? await heard(text, asked as FlowState) : '',
  ]).not.toContain('beside')
})

test.each([
  ['send Ann 50,000 won minus 5,000', 'minus 5,000'],
  ['영희한테 빌린 돈 절반인 5만원 보내줘', '절반인'],
])('%s: it is asked about ‘%s’', async (text, words) => {
  const { stage, errors } = await stateAfter(text)
  expect([stage === 'READY' && Object.keys(errors).length === 0, JSON.stringify(errors)]).toEqual([
    false,
    expect.stringContaining(words),
  ])
})

test('another day of the same week is the next one, as the first was', async () => {
  expect((await stateAfter('send mom 50,000 won next Friday, I mean Thursday')).slots).toMatchObject({
    transfer_date: '2026-11-26',
  })
})
