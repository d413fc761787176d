import { expect, test } from 'vitest'
import { editFields, fieldValues, joinFields, noFields, type SharedField } from '../../../src/sync/merge/fields.ts'

const field = (value: unknown, count: number, device: string, over?: SharedField): SharedField => ({
  value,
  at: { count, device },
  over: over?.at,
})

test.each<[what: string, decisions: SharedField[], wins: unknown]>([
  ['the later count', [field('a', 1, 'x'), field('b', 2, 'w')], 'b'],
  ['of one count the later name', [field('a', 1, 'y'), field('b', 1, 'x')], 'a'],
  [
    'of one count and one name (two copies of one device) the same for all',
    [field('a', 1, 'x'), field('b', 1, 'x')],
    'b',
  ],
  [
    'a change of what was there, not who knew nothing of it',
    [field('a', 2, 'x', field('', 1, 'w')), field('b', 9, 'y')],
    'a',
  ],
  ['a removal that is later', [field('a', 1, 'x'), field(undefined, 2, 'x')], undefined],
])('every device comes to the same, in whatever order it hears: %s', (_, decisions, wins) => {
  for (const order of [decisions, decisions.toReversed()]) {
    const fields = noFields()
    for (const one of order) joinFields(fields, new Map([['/key', one]]))
    expect(fieldValues(fields).get('/key')).toBe(wins)
  }
})

test('a new number overrules no decision, and stands if there is none', () => {
  const [waiting, cancelled, renumbered] = [
    { id: '1', state: 'waiting' },
    { id: '1', state: 'cancelled' },
    { id: '2', state: 'waiting' },
  ]
  const first = field(waiting, 1, 'x')
  const cancel = field(cancelled, 2, 'x', first)
  const here = noFields()
  joinFields(here, new Map([['/key', first]]))
  here.shown = new Map([['/key', waiting]])
  const change = editFields(here, new Map([['/key', renumbered]]), { count: 9, device: 'y' })
  const told = change.get('/key') as SharedField
  for (const [decisions, wins] of [
    [[first, told], renumbered],
    [[first, told, cancel], cancelled],
  ] as const)
    for (const order of [decisions, decisions.toReversed()]) {
      const fields = noFields()
      const overruled = order.flatMap((one) => joinFields(fields, new Map([['/key', one]])) ?? [])
      expect([fieldValues(fields).get('/key'), overruled]).toEqual([wins, []])
    }
})
