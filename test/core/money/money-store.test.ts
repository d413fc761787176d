import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { MoneyStore } from '../../../src/core/money/money-store.ts'
import { type MoneyArgs, performMoney } from '../../../src/core/money/tools.ts'
import type { Json } from '../../../src/protocol/index.ts'
import { runsAll } from '../../parts.ts'

const homes: string[] = []
afterEach(() => homes.splice(0).forEach((home) => void rmSync(home, { recursive: true })))
const newHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'money-'))
  homes.push(home)
  return home
}

let tick = 0
const asker = {
  now: () => new Date(Date.parse('2026-05-11T12:00:00+09:00') + 1000 * tick++),
  ...{ zone: 'Asia/Seoul', language: 'ko' as const, profile: 'me', by: 'owner' as const },
}
const does = (store: MoneyStore, args: MoneyArgs) => performMoney(store, args, asker)

const item = fc.record({
  won: fc.integer({ min: 1, max: 9_999_999_999 }),
  kind: fc.constantFrom('spent' as const, 'income' as const),
  what: fc.constantFrom('커피', '점심', '월급', ''),
  day: fc.constantFrom('2026-05-01', '2026-05-11', '2026-06-01'),
})

test('sums are exact to the won, whatever was booked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 20 }), async (items) => {
      const store = new MoneyStore(newHome())
      await does(store, { action: 'book', items })
      const exact = (kind: string) =>
        items
          .filter((one) => one.kind === kind && one.day.startsWith('2026-05'))
          .reduce((sum, { won }) => sum + BigInt(won), 0n)
      for (const kind of ['spent', 'income'] as const) {
        const { data } = await does(store, { action: 'ask', kind, day: '2026-05-01', until: '2026-05-31' })
        expect(BigInt((data as { won: number }).won)).toBe(exact(kind))
      }
    }),
    { numRuns: runsAll ? 100 : 10 },
  )
})

const deed: fc.Arbitrary<MoneyArgs> = fc.oneof(
  fc.record({ action: fc.constant('book' as const), items: fc.array(item, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    action: fc.constant('correct' as const),
    last: fc.constant(true as const),
    to: fc.record({ won: fc.integer({ min: 1, max: 99_999 }) }),
  }),
  fc.record({ action: fc.constant('remove' as const), what: fc.constantFrom('커피', '점심') }),
  fc.record({
    action: fc.constant('teach' as const),
    what: fc.constantFrom('커피', '점심'),
    to: fc.constant({ category: '간식비' }),
  }),
)

test('every deed and its undo leave the book as it was, and no line of the journal is ever taken away', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), async (chain) => {
      const store = new MoneyStore(newHome())
      const book = async () => JSON.stringify([await store.entries('me'), [...(await store.words('me'))]])
      const states: { book: string; undo: Json }[] = [{ book: await book(), undo: null }]
      for (const args of chain) {
        const { deed: done } = await does(store, args)
        if (done) states.push({ book: await book(), undo: done.undo ?? null })
      }
      const sorted = (text: string) =>
        JSON.stringify(JSON.parse(text)[0].toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)))
      while (states.length > 1) {
        const before = readFileSync(store.path, 'utf8')
        const { undo = null } = states.pop() ?? {}
        expect(await store.takeBack(undo)).toBe('undone')
        expect(sorted(await book())).toBe(sorted(states.at(-1)?.book ?? ''))
        expect(readFileSync(store.path, 'utf8').startsWith(before)).toBe(true)
      }
    }),
    { numRuns: runsAll ? 200 : 6 },
  )
})

test('a journal with garbage and half a line keeps what was booked, and goes on', async () => {
  const store = new MoneyStore(newHome())
  await does(store, { action: 'book', items: [{ won: 4500, what: '커피' }] })
  appendFileSync(store.path, '\u0000garbage\n{"type":"booked","entry":{"won":-5}}\n{"type":"boo')
  await does(store, { action: 'book', items: [{ won: 9000, what: '점심' }] })
  expect((await new MoneyStore(join(store.path, '..')).entries('me')).map(({ won }) => won)).toEqual([4500, 9000])
})

test.each([0, -5, 1.5, Number.NaN, 1e14])('an amount of %s is never booked', async (won) => {
  const store = new MoneyStore(newHome())
  expect(await does(store, { action: 'book', items: [{ won, what: '커피' }] })).toMatchObject({ isError: true })
  expect(await store.entries('me')).toEqual([])
})

test('one person does not see the book of another', async () => {
  const store = new MoneyStore(newHome())
  await does(store, { action: 'book', items: [{ won: 4500, what: '커피' }] })
  const { text } = await performMoney(store, { action: 'ask', ask: 'list' }, { ...asker, profile: 'guest' })
  expect(text).not.toContain('커피')
})
