import { beforeAll, expect, test } from 'vitest'
import { repeatText } from '../../../src/core/reminders/reminder-text.ts'
import { movedTo } from '../../../src/core/reminders/zone.ts'
import { loadRecurrence } from '../../../src/std/time/recurrence.ts'

const at = Date.parse('2026-11-21T00:00:00Z')
const rule = (zone: string) => `DTSTART;TZID=${zone}:20261121T090000\nRRULE:FREQ=DAILY`
beforeAll(loadRecurrence)

test('a rule by a clock that was named stays with it on a trip, and says whose clock it is', () => {
  const named = { rule: rule('America/New_York'), next: at, zone: 'Asia/Seoul' }
  expect(movedTo(named, 'Europe/Berlin', at)).toBeUndefined()
  expect(movedTo({ ...named, rule: rule('Asia/Seoul') }, 'Europe/Berlin', at)).toMatchObject({ zone: 'Europe/Berlin' })
  expect(repeatText(named.rule, 'ko', 'Asia/Seoul')).toBe('매일 (America/New_York 09:00 기준)')
  expect(repeatText(named.rule, 'en', 'Asia/Seoul')).toMatch(/\(09:00 America\/New_York\)$/)
  expect(repeatText(rule('Asia/Seoul'), 'ko', 'Asia/Seoul')).toBe('매일')
})

test('a trip while the clock is set back rings nothing again that has rung', () => {
  const rung = { rule: rule('Asia/Seoul'), next: at + 86_400_000, zone: 'Asia/Seoul', ring: { at } }
  const tokyo = { zone: 'Asia/Tokyo', next: at + 86_400_000 }
  expect(movedTo(rung, 'Asia/Tokyo', at - 3_600_000)).toMatchObject(tokyo)
  expect(movedTo(rung, 'Asia/Tokyo', at + 3_600_000)).toMatchObject(tokyo)
})
