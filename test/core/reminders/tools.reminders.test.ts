import { expect, test } from 'vitest'
import { followRings, type RungReminder, ringOnTime } from '../../../src/core/reminders/clock.ts'
import type { ReminderKind } from '../../../src/core/reminders/reminder.ts'
import { ringText } from '../../../src/core/reminders/reminder-text.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { reminderTools } from '../../../src/core/reminders/tools.ts'
import type { ToolResult } from '../../../src/protocol/index.ts'
import { remindersAt } from './rig.ts'

const monday = '2026-11-23T08:00:00+09:00'

test('a reminder is made, listed, rings once, is put off, rings again and is done', async () => {
  const { asked, pass, store, clock } = await remindersAt(monday)
  const made = await asked({ action: 'create', title: '약 먹기', at: '2026-11-23T09:00:00+09:00' })
  expect(made.text).toBe('알림을 맞췄어요: 11월 23일 월요일 오전 9시, 약 먹기 [1번]')
  expect((await asked({ action: 'list' })).text).toBe('1. 11월 23일 월요일 오전 9시 약 먹기')
  expect(await pass('2026-11-23T12:00:00+09:00', 30_000)).toEqual(['약 먹기 2026-11-23T00:00'])
  expect((await asked({ action: 'snooze', id: '1', minutes: 30 })).text).toBe(
    '11월 23일 월요일 오후 12시 30분에 다시 알려드릴게요: 약 먹기',
  )
  expect(await pass('2026-11-23T14:00:00+09:00', 30_000)).toEqual(['약 먹기 2026-11-23T03:30'])
  expect((await asked({ action: 'complete', id: '1' })).text).toBe('끝낸 일로 표시했어요: 약 먹기')
  expect((await asked({ action: 'list' })).text).toBe('맞춰 둔 알림이 없어요.')
  expect((await asked({ action: 'cancel', id: '1' })).isError).toBe(true)
  clock.at += 86_400_000
  expect(await store.ring(clock.at)).toEqual([])
})

test('a reminder is cancelled by its name; where several or none have it, they are shown with their numbers', async () => {
  const { asked } = await remindersAt(monday)
  for (const title of ['약 먹기', '약속 장소 확인', '분리수거'])
    await asked({ action: 'create', title, at: '2026-11-23T09:00:00+09:00' })
  const which = /^1\. .*약 먹기\n2\. .*약속 장소 확인\n3\. .*분리수거\n\n어느 것인지/s
  // A question is no failure.
  expect(await asked({ action: 'cancel', title: '치과' })).toEqual({ text: expect.stringMatching(which) })
  expect((await asked({ action: 'cancel', title: '약' })).text).toBe('알림을 취소했어요: 약 먹기')
  await asked({ action: 'create', title: '약속 시간 확인', at: '2026-11-23T09:30:00+09:00' })
  expect(await asked({ action: 'cancel', title: '약속' })).toEqual({ text: expect.not.stringContaining('분리') })
  expect((await asked({ action: 'list' })).data).toHaveLength(3)
})

test('without a name the only one is cancelled, or what was made within ten minutes; of several they are shown', async () => {
  const { asked, clock } = await remindersAt(monday)
  const make = async (title: string, kind: ReminderKind = 'reminder') => {
    clock.at += 60_000
    await asked({ action: 'create', title, kind, at: '2026-11-23T18:00:00+09:00' })
  }
  await make('약 먹기')
  expect((await asked({ action: 'cancel', kind: 'timer' })).text).toBe('돌고 있는 타이머가 없어요.')
  await make('3분', 'timer')
  expect((await asked({ action: 'cancel' })).text).toContain('어느 것인지')
  expect((await asked({ action: 'cancel', kind: 'timer' })).text).toBe('알림을 취소했어요: 3분 타이머')
  await make('치과')
  expect((await asked({ action: 'cancel', id: 'newest' })).text).toBe('알림을 취소했어요: 치과')
  await make('분리수거')
  clock.at += 11 * 60_000
  expect((await asked({ action: 'cancel', id: 'newest' })).text).toContain('어느 것인지')
  expect((await asked({ action: 'list' })).data).toHaveLength(2)
})

test('the list begins with what comes next; what rang and was told is over after a day, what nobody heard is not', async () => {
  const { asked, pass, store, clock } = await remindersAt(monday)
  for (const [title, hour] of [
    ['우유', '09'],
    ['물', '10'],
    ['빵', '20'],
  ])
    await asked({ action: 'create', title: title ?? '', at: `2026-11-23T${hour}:00:00+09:00` })
  await pass('2026-11-23T12:00:00+09:00', 60_000)
  await store.told('1', Date.parse('2026-11-23T09:00:00+09:00'), 'tui')
  const titles = async () => ((await asked({ action: 'list' })).data as { title: string }[]).map(({ title }) => title)
  expect(await titles()).toEqual(['빵', '우유', '물'])
  clock.at += 86_400_000
  expect(await titles()).toEqual(['빵', '물'])
  expect((await asked({ action: 'complete', id: '1' })).isError).toBe(true)
})

test('whoever asks where nobody keeps the time is told so; what only looks or is refused promises nothing', async () => {
  const { store } = await remindersAt(monday)
  const context = {
    now: () => new Date(monday),
    zone: 'Asia/Seoul',
    language: 'ko',
    origin: 'oneshot',
    profile: 'me',
    by: 'owner',
  }
  const asked = async (kept: boolean, origin: string, args: object) => {
    const run = reminderTools(store, async () => (kept ? undefined : 'nobody-rings'))[0]?.run(
      args as never,
      { ...context, origin } as never,
    )
    return (await run?.next())?.value as ToolResult
  }
  const soon = { action: 'create', title: '약', at: '2026-11-23T09:00:00+09:00' }
  const notice = { code: 'nobody-rings', data: {} }
  expect((await asked(false, 'oneshot', soon)).notice).toEqual(notice)
  expect((await asked(false, 'http', { action: 'snooze', id: '1', minutes: 5 })).notice).toEqual(notice)
  expect((await asked(true, 'oneshot', soon)).notice).toBeUndefined()
  for (const origin of ['tui', 'voice', 'telegram']) expect((await asked(false, origin, soon)).notice).toBeUndefined()
  for (const args of [{ action: 'list' }, { ...soon, at: '언젠가' }])
    expect((await asked(false, 'oneshot', args)).notice).toBeUndefined()
})

test.each([
  [{ title: '', at: '2026-11-23T09:00:00+09:00' }, '무엇을'],
  [{ title: '약', at: '언젠가' }, '언제인지'],
  [{ title: '약', at: '2026-11-23T07:00:00+09:00' }, '이미 지난'],
  [{ title: '약', at: '2026-11-23T09:00:00+09:00', repeat: '가끔' }, '얼마나 자주'],
])('%j is refused with what to do', async (args, begin) => {
  const { asked } = await remindersAt(monday)
  const { text, isError } = await asked({ action: 'create', ...args })
  expect([text.startsWith(begin), isError]).toEqual([true, true])
})

test.each([
  ['weekdays', '2026-11-27T09:00:00+09:00', ['2026-11-27T00:00', '2026-11-30T00:00', '2026-12-01T00:00']],
  ['weekly', '2026-11-23T09:00:00+09:00', ['2026-11-23T00:00', '2026-11-30T00:00']],
  ['격주 금요일', '2026-11-27T09:00:00+09:00', ['2026-11-27T00:00']],
  ['매주 월·수', '2026-11-23T09:00:00+09:00', ['2026-11-23T00:00', '2026-11-25T00:00', '2026-11-30T00:00']],
  ['3일마다', '2026-11-24T09:00:00+09:00', ['2026-11-24T00:00', '2026-11-27T00:00', '2026-11-30T00:00']],
])('%s from %s', async (repeat, at, dues) => {
  const { asked, pass } = await remindersAt(monday)
  await asked({ action: 'create', title: '회의', at, repeat })
  expect(await pass('2026-12-01T12:00:00+09:00')).toEqual(dues.map((due) => `회의 ${due}`))
})

test('repetition may carry the time itself', async () => {
  const { asked, pass } = await remindersAt(monday)
  const { text } = await asked({ action: 'create', title: '운동', repeat: '매주 월요일 저녁 7시' })
  expect(text).toBe(
    '알림을 맞췄어요: 11월 23일 월요일 오후 7시 (매주 월), 운동 [1번]\n그다음 11월 30일 월요일 오후 7시, 12월 7일 월요일 오후 7시',
  )
  expect(await pass('2026-12-01T00:00:00+09:00')).toEqual(['운동 2026-11-23T10:00', '운동 2026-11-30T10:00'])
})

test('over both changes of the clock each day rings once: after the gap in spring, the first time in autumn', async () => {
  const spring = await remindersAt('2027-03-12T12:00:00-05:00', 'America/New_York')
  await spring.asked({ action: 'create', title: '약', at: '2027-03-13T02:30:00-05:00', repeat: 'daily' })
  expect(await spring.pass('2027-03-16T00:00:00-04:00', 60_000)).toEqual([
    '약 2027-03-13T07:30',
    '약 2027-03-14T07:30',
    '약 2027-03-15T06:30',
  ])
  const autumn = await remindersAt('2027-11-05T12:00:00-04:00', 'America/New_York')
  await autumn.asked({ action: 'create', title: '약', at: '2027-11-06T01:30:00-04:00', repeat: 'daily' })
  expect(await autumn.pass('2027-11-09T00:00:00-05:00', 60_000)).toEqual([
    '약 2027-11-06T05:30',
    '약 2027-11-07T05:30',
    '약 2027-11-08T06:30',
  ])
})

test('the 31st of every month is its last day; 29 February comes every year', async () => {
  const ends = await remindersAt('2027-01-30T12:00:00+09:00')
  await ends.asked({ action: 'create', title: '월세', at: '2027-01-31T09:00:00+09:00', repeat: 'monthly' })
  const rung = await ends.pass('2027-06-01T00:00:00+09:00')
  expect(rung.map((line) => line.slice(3, 13))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ])
  const leap = await remindersAt('2028-02-28T12:00:00+09:00')
  await leap.asked({ action: 'create', title: '생일', at: '2028-02-29T09:00:00+09:00', repeat: 'yearly' })
  const years = await leap.pass('2032-03-02T00:00:00+09:00', 6 * 3_600_000)
  expect(years.map((line) => line.slice(3, 13))).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('a machine that slept for three days tells the last time once and how many were missed', async () => {
  const { asked, store, clock, now } = await remindersAt(monday)
  await asked({ action: 'create', title: '물', at: '2026-11-23T09:00:00+09:00', repeat: 'daily' })
  await asked({ action: 'create', title: '전화', at: '2026-11-24T15:00:00+09:00' })
  clock.at = Date.parse('2026-11-26T10:00:00+09:00')
  const rings = await store.ring(clock.at)
  expect(
    rings.map((one) => ringText(one, one.ring as never, { language: 'ko', zone: 'Asia/Seoul', now: now() })),
  ).toEqual([
    '⏰ 물 (11월 26일 목요일 오전 9시 알림이었어요. 그때는 알려드리지 못했어요.) (그전 3번도 놓쳤어요.)',
    '⏰ 전화 (11월 24일 화요일 오후 3시 알림이었어요. 그때는 알려드리지 못했어요.)',
  ])
  expect(await store.ring(clock.at)).toEqual([])
})

test('a clock that is set back rings nothing twice', async () => {
  const { asked, pass, clock } = await remindersAt(monday)
  await asked({ action: 'create', title: '물', at: '2026-11-23T09:00:00+09:00', repeat: 'daily' })
  expect(await pass('2026-11-23T10:00:00+09:00')).toHaveLength(1)
  clock.at = Date.parse('2026-11-23T08:30:00+09:00')
  expect(await pass('2026-11-24T10:00:00+09:00', 1_800_000)).toEqual(['물 2026-11-24T00:00'])
})

test('two devices over one folder: each reminder rings on exactly one of them, and both learn of it', async () => {
  const { asked, path, store, clock } = await remindersAt(monday)
  for (let n = 0; n < 20; n++)
    await asked({ action: 'create', title: `일 ${n}`, at: `2026-11-23T09:${10 + n}:00+09:00` })
  const other = new ReminderStore(path)
  clock.at = Date.parse('2026-11-23T10:00:00+09:00')
  const rung = (await Promise.all([store, other, store, other].map((one) => one.ring(clock.at)))).flat()
  expect(rung.map(({ title }) => title).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `일 ${n}`).sort())
  expect([...(await other.all()).values()].every(({ state }) => state === 'rang')).toBe(true)
})

test('every surface hears a ring once, whoever rang it; who returns hears what nobody was told', async () => {
  const { asked, store, path, clock, now } = await remindersAt(monday)
  await asked({ action: 'create', title: '약', at: '2026-11-23T09:00:00+09:00' })
  await asked({ action: 'create', title: '물', at: '2026-11-23T10:00:00+09:00' })
  const stop = new AbortController()
  const surfaces: string[][] = []
  let more = 0
  const wait = async () => {
    clock.at = Math.min(clock.at + 60_000, Date.parse('2026-11-23T11:00:00+09:00'))
    // When all was heard, time goes on for a while: nobody may hear anything again.
    if (surfaces.every((lines) => lines.length >= 2) && ++more > 100) stop.abort()
    await new Promise(setImmediate)
  }
  const heard = async (name: string, tell: boolean) => {
    const lines: string[] = []
    surfaces.push(lines)
    const own = new ReminderStore(path)
    for await (const rung of followRings(own, { now, wait: () => new Promise(setImmediate) }, stop.signal))
      for (const { reminder, ring } of rung) {
        lines.push(reminder.title)
        if (tell) await own.told(reminder.id, ring.due, name)
      }
    return lines
  }
  const [tui, telegram] = await Promise.all([
    heard('tui', true),
    heard('telegram', false),
    ringOnTime(store, { now, wait }, stop.signal),
  ])
  expect([tui, telegram]).toEqual([
    ['약', '물'],
    ['약', '물'],
  ])
  await asked({ action: 'create', title: '밤', at: '2026-11-23T12:00:00+09:00' })
  clock.at = Date.parse('2026-11-23T13:00:00+09:00')
  await store.ring(clock.at)
  clock.at += 3_600_000
  const later = followRings(new ReminderStore(path), { now }, new AbortController().signal)
  expect((await later.next()).value?.map((one: RungReminder) => one.reminder.title)).toEqual(['밤'])
  await later.return(undefined)
})

test('one request may be two rules, and a lunar one is kept as such', async () => {
  const { asked, store } = await remindersAt(monday)
  const made = await asked({ action: 'create', title: '약', repeat: '매일 9시와 18시 30분' })
  expect(made.text.split('\n').filter((line) => line.startsWith('알림을'))).toEqual([
    '알림을 맞췄어요: 11월 23일 월요일 오전 9시 (매일), 약 [1번]',
    '알림을 맞췄어요: 11월 23일 월요일 오후 6시 30분 (매일), 약 [2번]',
  ])
  expect((await asked({ action: 'create', title: '할머니 생신', repeat: '매년 음력 3월 5일' })).text).toBe(
    '알림을 맞췄어요: 2027년 4월 11일 일요일 오전 9시 (매년 음력 3월 5일), 할머니 생신 [3번]\n그다음 2028년 3월 30일 목요일 오전 9시, 2029년 4월 18일 수요일 오전 9시',
  )
  expect((await store.all()).get('3')?.rule).toContain('RSCALE=DANGI')
})

test('a reminder is changed: what is not said stays, and nothing goes before the new one stands', async () => {
  const { asked } = await remindersAt(monday)
  await asked({ action: 'create', title: '운동', repeat: '매주 월요일 20시' })
  expect((await asked({ action: 'change', id: '1', at: '2026-11-23T21:00:00+09:00' })).text).toBe(
    '알림을 바꿨어요: 11월 23일 월요일 오후 9시 (매주 월), 운동 [2번]',
  )
  expect((await asked({ action: 'change', id: '2', at: 'sometime' })).isError).toBe(true)
  expect((await asked({ action: 'list' })).text).toBe(
    '2. 11월 23일 월요일 오후 9시 운동 (매주 월) · 그다음 11월 30일 월요일 오후 9시, 12월 7일 월요일 오후 9시',
  )
})

test('a list of days shows what rings in them, of what repeats its first time there', async () => {
  const { asked } = await remindersAt(monday)
  await asked({ action: 'create', title: '약', repeat: '매일 9시' })
  await asked({ action: 'create', title: '운동', repeat: '매주 월요일 20시' })
  await asked({ action: 'create', title: '치과', at: '2026-12-02T10:00:00+09:00' })
  await asked({ action: 'create', title: '회의', at: '2026-11-23T10:00:00+09:00' })
  const on = async (at: string, to?: string) => {
    const { data } = await asked({ action: 'list', at, ...(to ? { to } : {}) })
    return (data as { title: string; at: string }[]).map(({ title, at }) => `${title} ${at.slice(0, 16)}`)
  }
  expect(await on('2026-11-24')).toEqual(['약 2026-11-24T00:00'])
  expect(await on('2026-11-30', '2026-12-06')).toEqual([
    '약 2026-11-30T00:00',
    '운동 2026-11-30T11:00',
    '치과 2026-12-02T01:00',
  ])
  await asked({ action: 'cancel', id: '1' })
  expect((await asked({ action: 'list', at: '2026-11-24', to: '2026-11-29' })).text).toBe(
    '11월 24일 화요일부터 11월 29일 일요일까지 울릴 알림은 없어요.',
  )
  expect((await asked({ action: 'list', at: '2026-11-29', to: '2026-11-24' })).isError).toBe(true)
})

test('where several devices share them, a reminder knows on which it was set or put off last', async () => {
  const { path, clock, store } = await remindersAt('2026-06-01T00:00:00Z')
  const [desk, phone] = ['desk', 'phone'].map((name) => new ReminderStore(path, () => name))
  const planned = {
    kind: 'reminder',
    title: '약',
    zone: 'Asia/Seoul',
    profile: 'me',
    by: 'owner',
    createdAt: clock.at,
  } as const
  const made = await desk?.create({ ...planned, next: clock.at + 1_000 })
  expect(made?.device).toBe('desk')
  expect(await store.due(clock.at + 1_000)).toMatchObject([{ device: 'desk' }])
  await phone?.settle(made?.id ?? '', { snoozeUntil: clock.at + 2_000 })
  expect((await store.all()).get(made?.id ?? '')?.device).toBe('phone')
  expect((await store.create({ ...planned, next: clock.at })).device).toBeUndefined()
})
