import { appendFile, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { readTwinLog, writeTwinLog } from '../../../src/std/fs/mirrored-log.ts'
import { partOf } from '../../parts.ts'
import { remindersAt } from './rig.ts'

const monday = '2026-11-23T08:00:00+09:00'
const rule = { every: 'week', interval: 1, anchor: '2026-11-23', weekdays: [1, 3], time: { hour: 9, minute: 0 } }
const planned = {
  ...{ id: '7', kind: 'reminder', title: '망가진 알림', next: Date.parse('2026-11-23T09:00:00+09:00'), rule },
  ...{ zone: 'Asia/Seoul', profile: 'me', by: 'owner', createdAt: 1 },
}
const entries = [
  { type: 'created', reminder: planned },
  {
    type: 'kept',
    reminder: { ...planned, state: 'waiting', ring: { due: 1, at: 1, missed: 0, late: false, told: ['tui'] } },
  },
  { type: 'rang', id: '7', ring: { due: 1, at: 1, missed: 0, late: false }, next: 2 },
  { type: 'told', id: '7', due: 1, to: 'tui' },
  { type: 'snoozed', id: '7', until: 5 },
]

const worst = [
  { type: 'created', reminder: null },
  { type: 'created', reminder: { id: '7' } },
  { type: 'created', reminder: { ...planned, zone: 'Asia/Nowhere' } },
  { type: 'created', reminder: { ...planned, rule: { ...rule, interval: 0 } } },
  { type: 'created', reminder: { ...planned, rule: { ...rule, weekdays: [9] } } },
  { type: 'created', reminder: { ...planned, rule: { ...rule, time: { hour: -519, minute: 0 } } } },
  { type: 'created', reminder: { ...planned, rule: undefined, next: 1e300 } },
  { type: 'rang', id: '7' },
]

/** The same value with one field of it, however deep, replaced. */
function spoiled(value: unknown, at: number, by: unknown): unknown {
  const paths: string[][] = []
  const walk = (one: unknown, path: string[]) => {
    if (path.length > 0) paths.push(path)
    if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) walk(inner, [...path, key])
  }
  walk(value, [])
  const path = paths[at % paths.length] ?? []
  const copy = structuredClone(value) as Record<string, unknown>
  const last = path.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, copy)
  last[path.at(-1) ?? ''] = by
  return copy
}

test('lines that a person broke, or that are none, are passed over: the others are listed and ring', async () => {
  const line = fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .tuple(fc.constantFrom(...entries), fc.nat(40), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
      .map(([entry, at, by]) => JSON.stringify(spoiled(entry, at, by))),
    fc.string(),
  )
  // The number of the good one is not taken.
  const others = line.filter((text) => !text.includes('"1"'))
  await fc.assert(
    fc.asyncProperty(fc.array(others, { maxLength: 8 }), async (lines) => {
      const { asked, path, clock } = await remindersAt(monday)
      await asked({ action: 'create', title: '약', at: '2026-11-23T09:00:00+09:00' })
      await appendFile(path, lines.map((text) => `${text}\n`).join(''))
      const store = new ReminderStore(path)
      clock.at = Date.parse('2026-11-24T09:00:00+09:00')
      expect((await store.ring(clock.at)).map(({ title }) => title)).toContain('약')
      expect((await asked({ action: 'list' })).text).toContain('약')
    }),
    { numRuns: partOf(100, 25), examples: [[worst.map((one) => JSON.stringify(one))]] },
  )
}, 60_000)

test('a line that says nothing known outlives the day on which a long log is written anew', async () => {
  const { asked, path } = await remindersAt(monday)
  const other = { type: 'shared', id: '7', with: '지은' }
  const long = Array.from({ length: 700 }, () => ({
    type: 'created',
    reminder: { ...planned, title: '약'.repeat(60) },
  }))
  await writeTwinLog(path, [other, ...long])
  await asked({ action: 'create', title: '물', at: '2026-11-23T09:00:00+09:00' })
  await asked({ action: 'create', title: '차', at: '2026-11-23T09:00:00+09:00' })
  const there: object[] = []
  for await (const { value } of readTwinLog(path)) there.push(value)
  expect(there.length).toBeLessThan(10)
  expect(there[0]).toEqual(other)
  expect([...(await new ReminderStore(path).all()).values()].map(({ title }) => title).toSorted()).toEqual(
    ['약'.repeat(60), '물', '차'].toSorted(),
  )
  // It was told when it was first read, and not of each file that it stands in.
  expect((await readdir(dirname(path))).filter((name) => name.includes('.damaged-'))).toHaveLength(1)
})
