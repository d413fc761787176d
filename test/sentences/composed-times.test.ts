import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { repeatText } from '../../src/core/reminders/reminder-text.ts'
import { loadRecurrence } from '../../src/std/time/recurrence.ts'
import { type Outcome, requestOf, turn } from '../llm/rules/world.ts'

/** Saturday, 21 November 2026, in Seoul. */
const when = { now: new Date('2026-11-21T14:03:00+09:00'), zone: 'Asia/Seoul' }

async function asked(text: string): Promise<Outcome> {
  await loadRecurrence()
  return turn(requestOf({ text, setting: ['with reminders timer search_memory save_memory schedule'] }))
}
const firstAt = ({ calls }: Outcome) => calls.map(({ args }) => String(args.at).slice(0, 16)).join(' ')
const titles = ({ calls }: Outcome) => calls.map(({ args }) => String(args.title ?? args.content))

test.each([
  ['내일 12-1:30 점심 약속 알려줘', '2026-11-22T12:00', '점심 약속'],
  ['내일 오후 2~4시 회의 알려줘', '2026-11-22T14:00', '회의'],
  ['다음 주 내내 아침 8시에 약 먹으라고 알려줘', '2026-11-23T08:00', '약 먹기'],
  ['매달 마지막 평일 오후 3시에 정산하라고 알려줘', '2026-11-30T15:00', '정산하기'],
  ['remind me to file on the first weekday of every month at 9am', '2026-12-01T09:00', 'file'],
  ['뉴욕 시간으로 내일 9시에 회의 알려줘', '2026-11-22T23:00', '회의'],
  ['뉴욕 시간으로 매일 9시에 회의 알려줘', '2026-11-21T23:00', '회의'],
])('%s', async (text, at, title) => {
  const got = await asked(text)
  expect([firstAt(got), ...titles(got)]).toEqual([at, title])
})

test('the clock of another place is named where a reminder by it is told', async () => {
  expect((await asked('뉴욕 시간으로 내일 9시에 회의 알려줘')).text).toContain('뉴욕 시간으로')
  expect((await asked('일주일에 세 번 저녁 7시에 운동하라고 알려줘')).text).toContain('일주일에 세 번')
})

test('an option reads the clock of another place as a request does', async () => {
  const instant = Date.parse('2026-11-22T23:00:00+09:00')
  expect(await planOf('뉴욕 시간으로 내일 9시', undefined, when)).toEqual({ next: instant })
  expect(await planOf(undefined, '뉴욕 시간으로 매일 9시', when)).toMatchObject({ next: instant - 86_400_000 })
  expect(await planOf('현지시간 내일 9시', undefined, when)).toBe('at')
})

test('a rule text keeps the zone that it names, and its words tell of working days', async () => {
  const rule = 'DTSTART;TZID=UTC:20261128T150000\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'
  const plan = await planOf('2026-11-30T15:00:00Z', rule, { ...when, zone: 'UTC' })
  expect(plan).toEqual({ next: Date.parse('2026-11-30T15:00:00Z'), rule })
  expect(repeatText(rule, 'ko')).toBe('매달 마지막 평일')
})

test('of several requests in a message each that is read whole is done, and the rest is asked about', async () => {
  const both = await asked('내일 3시에 치과 알려주고 매일 8시에 약 먹으라고 알려줘')
  expect(titles(both)).toEqual(['치과', '약 먹기'])
  expect(titles(await asked('내일 3시에 치과 알려줘. 그리고 와이파이 비번은 1234라고 기억해줘'))).toEqual([
    '치과',
    '와이파이 비번은 1234',
  ])
  const half = await asked('내일 3시에 치과 알려줘 그리고 로켓 만들어줘')
  expect([titles(half), half.text.includes('‘로켓 만들어줘’')]).toEqual([['치과'], true])
  for (const text of ['내일 3시에 치과 알려줘 아니다 하지 마', '매일 8시에 알려줘 짝수 날만'])
    expect(titles(await asked(text))).toEqual([])
})
