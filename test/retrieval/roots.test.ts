import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chosen, isBelow, isChosen, withAdded, withTaken } from '../../src/retrieval/roots.ts'

const path = fc
  .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 0, maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`)
const steps = fc.array(fc.record({ how: fc.constantFrom('add', 'take'), path }), { maxLength: 8 })
type Step = { how: string; path: string }
const after = (all: Step[]) =>
  all.reduce<Chosen>((chosen, { how, path }) => (how === 'add' ? withAdded : withTaken)(chosen, [path]), {
    documents: [],
    without: [],
  })

test('a path is in as its own last word says; taking takes all below, and what was taken below an added folder stays out', () => {
  fc.assert(
    fc.property(steps, path, path, (done, last, other) => {
      const before = after(done)
      const added = withAdded(before, [last])
      const taken = withTaken(before, [last])
      expect([isChosen(last, added), isChosen(last, taken)]).toEqual([true, false])
      if (isBelow(other, last)) expect(isChosen(other, taken)).toBe(false)
      else
        expect([isChosen(other, added), isChosen(other, taken)]).toEqual([
          isChosen(other, before),
          isChosen(other, before),
        ])
      if (before.without.some((one) => one !== last && isBelow(one, last) && isBelow(other, one)))
        expect(isChosen(other, added)).toBe(isChosen(other, before))
    }),
    { numRuns: 500 },
  )
})

test('nothing stands in the list that says nothing', () => {
  fc.assert(
    fc.property(steps, (done) => {
      const { documents, without } = after(done)
      const less = (from: string[], one: string) => from.filter((each) => each !== one)
      for (const one of documents) expect(isChosen(one, { documents: less(documents, one), without })).toBe(false)
      for (const one of without) expect(isChosen(one, { documents, without: less(without, one) })).toBe(true)
    }),
  )
})
