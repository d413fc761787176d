import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type Meter, turnMeter, withBudget } from '../../src/llm/budget.ts'
import { calendarMeter } from '../../src/llm/spending.ts'
import {
  AssistantError,
  failureOf,
  type ModelRequest,
  type Provider,
  parseBudget,
  type Usage,
} from '../../src/protocol/index.ts'

const request: ModelRequest = { model: 'm', purpose: 'reply', system: [], messages: [], tools: [] }
const costing = (usage: Usage): Provider & { asked: number } => {
  const provider = Object.assign(
    async function* () {
      provider.asked++
      yield { type: 'text' as const, text: '.' }
      yield { type: 'end' as const, stop: 'end' as const, usage }
    },
    { asked: 0 },
  )
  return provider
}
const ask = async (provider: Provider) => {
  try {
    await Array.fromAsync(provider(request, new AbortController().signal))
    return 'answered'
  } catch (error) {
    return failureOf(error)
  }
}
const priced = { free: false, priced: true }

test('an answer that is cut off, by the wire or by a person, is counted by what came of it', async () => {
  const meter = turnMeter({ tokens: 5 })
  const broken = withBudget(
    async function* () {
      yield { type: 'text', text: 'lorem ipsum dolor sit amet' }
      throw new AssistantError({ code: 'network' })
    },
    [meter],
    priced,
  )
  expect(await ask(broken)).toMatchObject({ code: 'network' })
  const { tokens } = await meter.spent()
  expect(tokens).toBeGreaterThan(5)
  expect(await ask(broken)).toMatchObject({ code: 'budget' })

  const left = turnMeter({ usd: 1 })
  const endless = withBudget(costing({ input: 1, output: 1, cached: 0 }), [left], priced)
  for await (const part of endless({ ...request, model: 'gpt-4o' }, new AbortController().signal))
    if (part.type === 'text') break
  expect((await left.spent()).usd).toBeGreaterThan(0)
})

test('a budget is read as people write it, and as nothing else', () => {
  const read = ['$0.50', '$ 2', '0.5usd', '0.5 USD', '20000', '20,000 tokens', '20k', '1.5M tokens', '1 token'].map(
    parseBudget,
  )
  expect(read).toEqual([
    { usd: 0.5 },
    { usd: 2 },
    { usd: 0.5 },
    { usd: 0.5 },
    { tokens: 20_000 },
    { tokens: 20_000 },
    { tokens: 20_000 },
    { tokens: 1_500_000 },
    { tokens: 1 },
  ])
  for (const odd of ['', '0', '$0', '-1', '1e9', 'much', '5€', '$1 tokens', '0.2'])
    expect([odd, parseBudget(odd)]).toEqual([odd, undefined])
})

test('a turn is stopped before the request that would begin above its budget, and passes it by at most one answer', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      async (most, input, output) => {
        const model = costing({ input, output, cached: 0 })
        const bounded = withBudget(model, [turnMeter({ tokens: most })], priced)
        let last: Awaited<ReturnType<typeof ask>> = 'answered'
        while (last === 'answered') last = await ask(bounded)
        expect(last).toEqual({ code: 'budget', data: { period: 'turn', tokens: most } })
        expect(model.asked).toBe(Math.ceil(most / (input + output)))
      },
    ),
  ))

test('money needs a price: without one nothing is asked, unless the model runs here', async () => {
  const model = costing({ input: 1, output: 1, cached: 0 })
  const meters = [turnMeter({ usd: 1 })]
  expect(await ask(withBudget(model, meters, { free: false, priced: false }))).toEqual({
    code: 'budget',
    data: { period: 'turn', model: 'm' },
  })
  expect(model.asked).toBe(0)
  expect(await ask(withBudget(model, meters, { free: true, priced: false }))).toBe('answered')
  const dear = withBudget(costing({ input: 1, output: 1, cached: 0, costUsd: 0.6 }), [turnMeter({ usd: 1 })], priced)
  expect([await ask(dear), await ask(dear), await ask(dear)]).toEqual([
    'answered',
    'answered',
    { code: 'budget', data: { period: 'turn', usd: 1 } },
  ])
})

test('a day ends at midnight where the person is, a month with its last day; all processes count together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spent-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let now = new Date('2026-11-29T14:59:00Z') // 23:59 in Seoul
  const place = { folder, zone: 'Asia/Seoul', now: () => now }
  const meters = (): Meter[] => [
    calendarMeter('day', { tokens: 10 }, place),
    calendarMeter('month', { tokens: 25 }, place),
  ]
  const model = () => withBudget(costing({ input: 6, output: 4, cached: 0 }), meters(), priced)
  expect(await ask(model())).toBe('answered')
  expect(await ask(model())).toEqual({ code: 'budget', data: { period: 'day', tokens: 10 } })
  now = new Date('2026-11-29T15:01:00Z')
  expect(await ask(model())).toBe('answered')
  now = new Date('2026-11-30T14:00:00Z')
  expect(await ask(model())).toMatchObject({ code: 'budget' })
  now = new Date('2026-11-30T15:01:00Z') // December in Seoul
  expect(await ask(model())).toBe('answered')
})

test('where spending cannot be written down, the answer fails: what is not counted is not spent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spent-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const meter = calendarMeter(
    'day',
    { usd: 1 },
    { folder: join(folder, 'file', 'below'), zone: 'UTC', now: () => new Date() },
  )
  expect(await ask(withBudget(costing({ input: 1, output: 1, cached: 0 }), [meter], priced))).toMatchObject({
    code: 'storage',
  })
})
