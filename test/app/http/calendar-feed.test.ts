import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { calendarFeedOf } from '../../../src/app/http/calendar-feed.ts'
import { assistantAt, freshHome } from '../../journeys/home.ts'

const at = (text: string) => Date.parse(text)
const reminder = (id: string, more: object) => ({
  type: 'kept',
  reminder: {
    ...{ id, kind: 'reminder', title: `알림 ${id}`, zone: 'Asia/Seoul', profile: 'me', by: 'owner', state: 'waiting' },
    ...{ createdAt: at('2026-11-01T00:00:00Z'), ...more },
  },
})
const ring = { due: at('2026-11-02T00:00:00Z'), at: at('2026-11-02T00:00:00Z'), missed: 0, late: false, told: ['tui'] }

test('the feed of a person: what waits, rang or was put off, and open things with days; nobody else’s, no timers', async () => {
  const home = freshHome()
  const next = at('2026-12-01T00:00:00Z')
  const rule = (parts: string) => `DTSTART;TZID=Asia/Seoul:20261101T090000\nRRULE:${parts}`
  const entries = [
    reminder('1', { next }),
    reminder('2', { next, profile: 'jiyu' }),
    reminder('3', { next, kind: 'timer' }),
    reminder('4', { state: 'rang', ring }),
    reminder('5', { snoozed: at('2026-12-02T00:00:00Z'), ring }),
    reminder('6', { state: 'completed', ring }),
    reminder('7', { state: 'cancelled' }),
    reminder('8', { next, item: '할 일\n견적서\n2026-12-04' }),
    reminder('9', { next, rule: rule('FREQ=HOURLY') }),
    reminder('10', { next, rule: rule('FREQ=WEEKLY;BYDAY=TU') }),
  ]
  writeFileSync(join(home, 'reminders.jsonl'), entries.map((one) => `${JSON.stringify(one)}\n`).join(''))
  mkdirSync(join(home, 'lists', 'me'), { recursive: true })
  const lines = [
    '- [ ] 견적서 📅 2026-12-04',
    '- [x] 보고서 📅 2026-12-05',
    '- [ ] 청소',
    '- [ ] 회의 📅 2026-12-06 15:00',
  ]
  writeFileSync(join(home, 'lists', 'me', '할 일.md'), `# 할 일\n\n${lines.join('\n')}\n`)
  const assistant = await assistantAt(home)
  onTestFinished(() => assistant.close())
  const feed = await calendarFeedOf({ ...assistant.parts, zone: 'Asia/Seoul' }, 'me')
  const shown = feed
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => [
      /SUMMARY:(.*)\r/.exec(event)?.[1],
      /DTSTART\S*:(\S+)/.exec(event)?.[1],
      ...[...event.matchAll(/^(?:RRULE|DESCRIPTION):(.*)\r$/gm)].map(([, text]) => text),
    ])
  expect(shown).toEqual([
    ['알림 1', '20261201T090000'],
    ['알림 4', '20261102T090000'],
    ['알림 5', '20261202T090000'],
    ['알림 10', '20261103T090000', '매주 화', 'FREQ=WEEKLY;BYDAY=TU'],
    ['견적서', '20261204', '할 일'],
    ['회의', '20261206T150000', '할 일'],
  ])
  expect(await calendarFeedOf({ ...assistant.parts, zone: 'Asia/Seoul' }, 'me')).toBe(feed)
  expect((await calendarFeedOf(assistant.parts, 'jiyu')).match(/SUMMARY:.*/g)).toEqual(['SUMMARY:알림 2'])
})
