import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerRing, recentRings } from '../../../src/core/reminders/answer-ring.ts'
import { snoozeBy } from '../../../src/core/reminders/read-snooze.ts'
import { ringsText } from '../../../src/core/reminders/reminder-text.ts'
import { movedTo } from '../../../src/core/reminders/zone.ts'
import { toLocal } from '../../../src/std/time/local-time.ts'
import { loadRecurrence, nextOccurrence } from '../../../src/std/time/recurrence.ts'
import { remindersAt } from './rig.ts'

const monday = '2026-11-23T08:00:00+09:00'
const at = (iso: string) => Date.parse(iso)

/** Reminders of nine o'clock that rang, and how they are answered. */
async function rung(titles: readonly string[], more: object = {}) {
  const rig = await remindersAt(monday)
  for (const title of titles) await rig.asked({ action: 'create', title, at: '2026-11-23T09:00:00+09:00', ...more })
  rig.clock.at = at('2026-11-23T09:00:05+09:00')
  const rang = await rig.store.ring(rig.clock.at)
  const reader = () => ({ language: 'ko' as const, zone: 'Asia/Seoul', now: rig.now(), profile: 'me' })
  const ref = { ids: rang.map(({ id }) => id), at: rig.clock.at }
  return {
    ...rig,
    rang,
    reader,
    answer: (choice: 'done' | 'later' | 'tomorrow') => answerRing(rig.store, ref, choice, reader()),
  }
}

test('a ring is answered once: done, in ten minutes, or tomorrow at its hour; an old button says nothing', async () => {
  const done = await rung(['약'])
  expect([await done.answer('done'), await done.answer('done')]).toEqual(['끝낸 일로 표시했어요: 약', undefined])
  const later = await rung(['약'])
  expect(await later.answer('later')).toBe('11월 23일 월요일 오전 9시 10분에 다시 알려드릴게요: 약')
  const timer = await rung(['3분'], { kind: 'timer' })
  expect(await timer.answer('later')).toBe('11월 23일 월요일 오전 9시 10분에 다시 알려드릴게요: 3분 타이머')
  const tomorrow = await rung(['약'], { repeat: 'weekly' })
  expect(await tomorrow.answer('tomorrow')).toBe('11월 24일 화요일 오전 9시에 다시 알려드릴게요: 약')
  tomorrow.clock.at = at('2026-11-24T09:00:00+09:00')
  expect((await tomorrow.store.ring(tomorrow.clock.at)).map(({ title }) => title)).toEqual(['약'])
  expect(await tomorrow.answer('done')).toBeUndefined()
})

test('what rang together is told and answered together', async () => {
  const { rang, reader, answer, store } = await rung(['약', '물', '빵'])
  const told = rang.flatMap((reminder) => (reminder.ring ? [{ reminder, ring: reminder.ring }] : []))
  expect(ringsText(told, reader()).split('\n')).toEqual(['알림 3개가 울렸어요.', '- ⏰ 약', '- ⏰ 물', '- ⏰ 빵'])
  expect(await answer('done')).toBe('알림 3개를 끝냈어요.')
  expect([...(await store.all()).values()].map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
})

test('"응 방금 먹었어" can mean what rang within three hours and was not answered', async () => {
  const { store, clock, asked, answer } = await rung(['약', '물'], { repeat: 'daily' })
  const recent = async () => (await recentRings(store, 'me', clock.at)).map(({ title }) => title)
  expect(await recent()).toEqual(['약', '물'])
  expect((await asked({ action: 'complete' })).text).toBe('끝낸 일로 표시했어요: 약')
  expect(await recent()).toEqual(['물'])
  clock.at += 3 * 3_600_000
  expect(await recent()).toEqual([])
  expect([await answer('later'), await recent()]).toEqual([expect.stringContaining('물'), []])
})

test('/snooze takes tomorrow and done', async () => {
  const { store, now } = await rung(['약'])
  const context = { now, zone: 'Asia/Seoul', language: 'ko' as const, profile: 'me', by: 'owner' as const }
  expect(await snoozeBy(store, '내일', context)).toBe('11월 24일 화요일 오전 9시에 다시 알려드릴게요: 약')
  expect(await snoozeBy(store, '내일', context)).toBe(
    '조금 전에 울린 알림이 없어요. 알림 목록에서 번호를 확인해 주세요.',
  )
  expect(await snoozeBy(store, '1번 완료', context)).toBe('끝낸 일로 표시했어요: 약')
  expect(await snoozeBy(store, '언젠가', context)).toBeUndefined()
})

test('an alarm rings again until it is answered, but not for ever; a reminder rings once', async () => {
  const again = async (kind: string, answered: boolean) => {
    const { store, clock, rang, answer } = await rung(['기상'], { kind, repeat: 'daily' })
    const id = rang[0]?.id ?? ''
    await store.told(id, rang[0]?.ring?.due ?? 0, 'telegram')
    if (answered) await answer('done')
    let rings = 0
    for (let minute = 0; minute < 120; minute++) {
      clock.at += 60_000
      for (const one of await store.ring(clock.at, 5 * 60_000)) {
        rings++
        await store.told(one.id, one.ring?.due ?? 0, 'telegram')
      }
    }
    return [rings, (await store.all()).get(id)?.next === at('2026-11-24T09:00:00+09:00')]
  }
  expect(await again('alarm', false)).toEqual([12, true])
  expect([await again('alarm', true), await again('reminder', false)]).toEqual([
    [0, true],
    [0, true],
  ])
})

test('what repeats keeps its hour on a trip; what rings once, or every so many hours, keeps its moment', async () => {
  const { store, asked, clock } = await remindersAt(monday)
  await asked({ action: 'create', title: '약', repeat: '매일 아침 7시' })
  await asked({ action: 'create', title: '전화', at: '2026-11-23T20:00:00+09:00' })
  await asked({ action: 'create', title: '물', repeat: '2시간마다' })
  const before = [...(await store.all()).values()].map(({ next }) => next)
  await store.move('America/New_York', clock.at)
  const all = [...(await store.all()).values()]
  expect(toLocal(new Date(all[0]?.next ?? 0), 'America/New_York')).toMatchObject({ day: 23, hour: 7, minute: 0 })
  expect(all.map(({ zone }) => zone)).toEqual(['America/New_York', 'Asia/Seoul', 'Asia/Seoul'])
  expect(all.slice(1).map(({ next }) => next)).toEqual(before.slice(1))
})

test('wherever somebody travels, every ring is at the hour that was said, and none is before now', async () => {
  await loadRecurrence()
  const zones = ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata', 'UTC']
  const trips = fc.array(fc.record({ hours: fc.nat(72), zone: fc.constantFrom(...zones) }), { maxLength: 4 })
  const check = (hour: number, start: number, initial: string, journey: { hours: number; zone: string }[]) => {
    let now = at('2026-01-01T00:00:00Z') + start * 3_600_000
    let zone = initial
    let rule = `DTSTART;TZID=${zone}:20260101T${String(hour).padStart(2, '0')}0000\nRRULE:FREQ=DAILY`
    const coming = () => +(nextOccurrence(rule, new Date(now), zone) ?? 0)
    let due = coming()
    for (const trip of journey) {
      now += trip.hours * 3_600_000
      if (due <= now) due = coming()
      const moved = movedTo({ rule, next: due, zone }, trip.zone, now)
      if (moved) [rule, due, zone] = [moved.rule, moved.next, moved.zone]
      expect([due > now, toLocal(new Date(due), zone).hour, due - now <= 25 * 3_600_000]).toEqual([true, hour, true])
    }
  }
  // No clock skips the hours from four on.
  fc.assert(fc.property(fc.integer({ min: 4, max: 23 }), fc.nat(365 * 24), fc.constantFrom(...zones), trips, check), {
    numRuns: 150,
  })
})
