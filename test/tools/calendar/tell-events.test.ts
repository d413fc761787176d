import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Calendars } from '../../../src/tools/calendar/calendars.ts'
import { listEvents } from '../../../src/tools/calendar/list-events.ts'
import { ics } from '../../fakes/ics.ts'
import { freshHome } from '../../journeys/home.ts'
import { use } from '../context.ts'

const at = { now: () => new Date('2026-11-22T23:00:00Z'), zone: 'Asia/Seoul' }

/** What the tool says of a file of events on Tuesday, 24 November 2026. */
function telling(...events: string[][]) {
  const home = freshHome()
  const path = join(home, 'own.ics')
  writeFileSync(path, events.map((lines, index) => ics(`u${index}`, lines)).join(''))
  const calendars = new Calendars({
    ...{ accounts: () => ({ own: { kind: 'file' as const, path } }), profile: 'me', copies: home },
    ...{ secret: () => undefined, guard: { userAgent: 'test' }, addresses: () => ['jiwoo@example.com'] },
  })
  const tool = listEvents(calendars)
  return async (args: object) => (await use(tool, { from: '2026-11-24', ...args }, at)).text.replace(/ \[\w{6}\]/g, '')
}

test('who invites, who comes, what was answered, and a zone that nobody knows are told', async () => {
  const tell = telling(
    [
      'DTSTART:20261124T010000Z',
      'DTEND:20261124T020000Z',
      'SUMMARY:예산 회의',
      'ORGANIZER;CN=김과장:mailto:kim@example.com',
      'ATTENDEE;CN=지우;PARTSTAT=NEEDS-ACTION:mailto:Jiwoo@example.com',
      'ATTENDEE;CN=이대리;PARTSTAT=ACCEPTED:mailto:lee@example.com',
      'ATTENDEE;CUTYPE=ROOM;CN=3층:mailto:room@example.com',
    ],
    ['DTSTART;TZID=Mars/Phobos:20261124T150000', 'SUMMARY:화성'],
  )
  expect(await tell({})).toBe(
    [
      '11월 24일 화요일',
      '- 10:00–11:00 예산 회의 · 주최 김과장 · 참석자 지우(답 없음), 이대리(수락) · 내 답: 답 없음',
      '- 15:00 (시간대를 몰라요: Mars/Phobos. 적힌 시각 그대로예요) 화성',
    ].join('\n'),
  )
})

test('a whole day that is taken leaves no free hour; what is free or declined leaves all', async () => {
  const day = ['DTSTART;VALUE=DATE:20261124', 'SUMMARY:연차']
  expect(await telling(day)({ free: true })).toContain('9시부터 18시까지는 비어 있는 시간이 없어요.')
  const birthday = [...day, 'TRANSP:TRANSPARENT']
  expect(await telling(birthday)({ free: true })).toMatch(/비어 있어요\.\n시간을 차지하지 않는 일정:/)
  const declined = [
    'DTSTART:20261124T010000Z',
    'DTEND:20261124T020000Z',
    'SUMMARY:회의',
    'ATTENDEE;PARTSTAT=DECLINED:mailto:jiwoo@example.com',
  ]
  expect(await telling(declined)({ from: '2026-11-24 10:00', free: true })).toMatch(/비어 있어요/)
})
