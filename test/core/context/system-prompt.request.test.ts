import { expect, test } from 'vitest'
import { type Composed, type FitDeps, fitToBudget } from '../../../src/core/context/fit-budget.ts'
import { lastMessages, requestChars, withoutOldContext } from '../../../src/core/context/system-prompt.ts'
import type { FlowContext } from '../../../src/core/flow.ts'
import type { Message } from '../../../src/protocol/index.ts'

const user = (id: string, fetched = ''): Message => ({
  role: 'user',
  id,
  at: 0,
  text: id,
  ...(fetched && { context: [{ name: 'recalled', text: fetched }] }),
})
const answer = (id: string, call?: string): Message => ({
  role: 'assistant',
  id,
  at: 0,
  text: id,
  ...(call && { calls: [{ id: call, name: 'x', args: {} }] }),
})
const result = (call: string): Message => ({
  role: 'tool',
  id: `r-${call}`,
  at: 0,
  call,
  name: 'x',
  text: 'x',
  outcome: 'ok',
})
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('while a turn calls tools every one of its requests begins with the same message', () => {
  const before = Array.from({ length: 8 }, (_, at) => (at % 2 ? answer(`a${at}`) : user(`u${at}`)))
  const messages: Message[] = [...before, user('now')]
  const first = lastMessages(messages, 5, 'now')
  expect(ids(first)).toEqual(['u4', 'a5', 'u6', 'a7', 'now'])
  for (let round = 0; round < 10; round++) {
    messages.push(answer(`c${round}`, `${round}`), result(`${round}`))
    expect(lastMessages(messages, 5, 'now').slice(0, 5)).toEqual(first)
  }
  expect(lastMessages(messages, 5, 'now')).toHaveLength(25)
})

test('what was fetched for earlier messages is the first that stays out of a request that is too long', async () => {
  const messages = [user('u1', 'x'.repeat(1_000)), answer('a1'), user('u2', 'y'.repeat(100))]
  const parts = (chars: number): FitDeps => ({
    compose: async (_, lean = false): Promise<Composed> => ({
      system: [],
      messages: lean ? withoutOldContext(messages) : messages,
    }),
    tools: [],
    budget: { chars, tokens: 100_000 },
    minMessages: 5,
    correction: 1,
    summarise: () => {
      throw new Error('nothing has to go')
    },
    keep: () => {
      throw new Error('nothing has to go')
    },
    summaryLine: (summary) => summary,
  })
  const fitted = async (chars: number) => {
    const run = fitToBudget(parts(chars), { turn: 'u2' } as FlowContext)
    const step = await run.next()
    expect(step.done).toBe(true)
    return (step.value as Composed).messages
  }
  expect(await fitted(2_000)).toEqual(messages)
  const lean = await fitted(500)
  expect(lean).toEqual([user('u1'), answer('a1'), messages[2]])
  expect(requestChars([], lean, [])).toBeLessThan(500)
})
