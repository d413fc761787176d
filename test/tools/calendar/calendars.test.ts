import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Calendars } from '../../../src/tools/calendar/calendars.ts'
import { ics } from '../../fakes/ics.ts'
import { freshHome } from '../../journeys/home.ts'

const now = () => new Date('2026-11-22T23:00:00Z')
const range = { from: +now(), to: +now() + 7 * 86_400_000, zone: 'Asia/Seoul' }
const good = ics('good', ['DTSTART:20261124T010000Z', 'SUMMARY:회의'])

/** Two calendars, a good one and a file of somebody's making. */
function besides(text: string): Calendars {
  const home = freshHome()
  writeFileSync(join(home, 'good.ics'), good)
  writeFileSync(join(home, 'bad.ics'), text)
  const account = (name: string) => ({ kind: 'file' as const, path: join(home, `${name}.ics`) })
  const accounts = { good: account('good'), bad: account('bad') }
  return new Calendars({
    accounts: () => accounts,
    profile: 'me',
    secret: () => undefined,
    copies: home,
    guard: { userAgent: 'test' },
    limitMs: 8_000,
  })
}

const zoneBomb = [
  ...[
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:Bomb',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0000',
  ],
  ...['TZOFFSETTO:+0100', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:z'],
  ...['DTSTART;TZID=Bomb:20261124T100000', 'SUMMARY:폭탄', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')
const event = (n: number) => `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTART:20261124T010000Z\r\nSUMMARY:x\r\nEND:VEVENT\r\n`

test.each<[string, string]>([
  ['10 MB of nothing', `BEGIN:VCALENDAR\r\n${'x'.repeat(9 << 20)}`],
  // Takes all the time there is, twice.
  ...(process.env.HOSTILE === 'all'
    ? [['components in components', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}`] as [string, string]]
    : []),
  [
    'a line of 9 MB',
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${'\\,'.repeat(4 << 20)}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
  ],
  [
    'a hundred thousand events',
    `BEGIN:VCALENDAR\r\n${Array.from({ length: 100_000 }, (_, n) => event(n)).join('')}END:VCALENDAR`,
  ],
  ['a zone whose clocks change every second', zoneBomb],
  ['more than is read', `BEGIN:VCALENDAR\r\n${' '.repeat(11 << 20)}`],
])(
  'a calendar of %s costs itself at most: the other one is still told',
  async (_, text) => {
    const { events, notes, unread, cut } = await besides(text).events(range, {
      profile: 'me',
      signal: new AbortController().signal,
      now,
    })
    expect(events.filter(({ account }) => account === 'good').map(({ title }) => title)).toEqual(['회의'])
    expect(events.length).toBeLessThanOrEqual(2_001)
    // Nothing is left out in silence.
    if (events.every(({ account }) => account === 'good'))
      expect(notes.length + unread + Number(cut)).toBeGreaterThan(0)
  },
  60_000,
)

test('Ctrl+C leaves a calendar that takes long at once', async () => {
  const stop = new AbortController()
  const waiting = besides(zoneBomb).events(range, { profile: 'me', signal: stop.signal, now })
  setImmediate(() => stop.abort(new Error('Ctrl+C')))
  await expect(waiting).rejects.toThrow('Ctrl+C')
})
