import { expect, test } from 'vitest'
import { fieldValues, joinFields, noFields, type SharedField } from '../../../src/sync/merge/fields.ts'

const field = (value: unknown, count: number, device: string): SharedField => ({
  value,
  at: { count, device },
  over: undefined,
})

test.each<[what: string, decisions: SharedField[], wins: unknown]>([
  ['the later count', [field('a', 1, 'x'), field('b', 2, 'w')], 'b'],
  ['of one count the later name', [field('a', 1, 'y'), field('b', 1, 'x')], 'a'],
  [
    'of one count and one name (two copies of one device) the same for all',
    [field('a', 1, 'x'), field('b', 1, 'x')],
    'b',
  ],
  ['a removal that is later', [field('a', 1, 'x'), field(undefined, 2, 'x')], undefined],
])('every device comes to the same, in whatever order it hears: %s', (_, decisions, wins) => {
  for (const order of [decisions, decisions.toReversed()]) {
    const fields = noFields()
    for (const one of order) joinFields(fields, new Map([['/key', one]]))
    expect(fieldValues(fields).get('/key')).toBe(wins)
  }
})
