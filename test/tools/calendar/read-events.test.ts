import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoMinute } from '../../../src/std/time/local-time.ts'
import { readEvents } from '../../../src/tools/calendar/read-events.ts'
import { ics } from '../../fakes/ics.ts'

const zone = 'Asia/Seoul'
const range = (from: string, to: string, at = zone) => ({ from: Date.parse(from), to: Date.parse(to), zone: at })
const november = range('2026-11-01T00:00:00+09:00', '2026-12-01T00:00:00+09:00')
/** Begin and title of what is found, on the reader's clock. */
const told = (text: string, within = november) => {
  const { events, unread } = readEvents({ files: [{ calendar: '', ics: text }], ...within })
  const times = events.map(({ start, days, title }) =>
    `${days ? days.from : isoMinute(start, within.zone)} ${title}`.trim(),
  )
  return unread > 0 ? [...times, `unread ${unread}`] : times
}
const event = (...lines: string[]) => ics('u', lines)

describe('what a calendar file holds', () => {
  test('times of a zone, of UTC, of no zone, and whole days', () => {
    const lines: [string, string][] = [
      ['DTSTART;TZID=America/New_York:20261110T190000', '2026-11-11 09:00 x'],
      ['DTSTART;TZID=/mozilla.org/20070129_1/Europe/Berlin:20261110T080000', '2026-11-10 16:00 x'],
      ['DTSTART:20261110T000000Z', '2026-11-10 09:00 x'],
      ['DTSTART:20261110T070000', '2026-11-10 07:00 x'],
      ['DTSTART;VALUE=DATE:20261110', '2026-11-10 x'],
      // A zone that there is not is the reader's.
      ['DTSTART;TZID=Mars/Phobos:20261110T070000', '2026-11-10 07:00 x'],
    ]
    for (const [start, wanted] of lines) expect(told(event(start, 'SUMMARY:x'))).toEqual([wanted])
  })

  test('a zone that the file defines itself, as Outlook does, changes its clocks', () => {
    const part = (kind: string, month: number, from: string, to: string) =>
      `BEGIN:${kind}\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nRRULE:FREQ=YEARLY;BYDAY=${month === 3 ? 2 : 1}SU;BYMONTH=${month}\r\nEND:${kind}`
    const own = `BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\n${part('STANDARD', 11, '-0400', '-0500')}\r\n${part('DAYLIGHT', 3, '-0500', '-0400')}\r\nEND:VTIMEZONE`
    const text = event(
      'DTSTART;TZID=Customized Time Zone:20261026T090000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'SUMMARY:x',
    ).replace('BEGIN:VEVENT', `${own}\r\nBEGIN:VEVENT`)
    expect(told(text)).toEqual(['2026-11-02 23:00 x', '2026-11-09 23:00 x'])
    expect(readEvents({ files: [{ calendar: '', ics: text }], plainZones: true, ...november }).events).toHaveLength(2)
  })

  test('a weekly meeting keeps its hour where clocks change; left-out days and changed ones are kept to', () => {
    const rule = event(
      'DTSTART;TZID=Europe/Berlin:20261019T090000',
      'DTEND;TZID=Europe/Berlin:20261019T100000',
      'RRULE:FREQ=WEEKLY;UNTIL=20261124T080000Z',
      'EXDATE;TZID=Europe/Berlin:20261102T090000',
      'RDATE;TZID=Europe/Berlin:20261112T150000',
      'SUMMARY:회의',
    )
    const moved =
      'BEGIN:VEVENT\r\nUID:u\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261116T090000\r\nDTSTART;TZID=Europe/Berlin:20261117T110000\r\nSUMMARY:옮긴 회의\r\nEND:VEVENT'
    const text = rule.replace('END:VCALENDAR', `${moved}\r\nEND:VCALENDAR`)
    const berlin = range('2026-10-01T00:00:00+02:00', '2026-12-01T00:00:00+01:00', 'Europe/Berlin')
    expect(told(text, berlin)).toEqual([
      '2026-10-19 09:00 회의',
      '2026-10-26 09:00 회의',
      '2026-11-09 09:00 회의',
      '2026-11-12 15:00 회의',
      '2026-11-17 11:00 옮긴 회의',
      '2026-11-23 09:00 회의',
    ])
  })

  test('what lasts over midnight is found on its last day; what ends where the range begins is not; a cancelled one neither', () => {
    const night = event('DTSTART:20261109T140000Z', 'DTEND:20261109T170000Z', 'SUMMARY:밤')
    const day = (date: string) => range(`${date}T00:00:00+09:00`, `${date}T23:59:59+09:00`)
    expect([told(night, day('2026-11-10')), told(night, day('2026-11-11'))]).toEqual([['2026-11-09 23:00 밤'], []])
    expect(told(event('DTSTART:20261109T140000Z', 'DURATION:PT1H', 'SUMMARY:밤'), day('2026-11-10'))).toEqual([])
    expect(told(event('DTSTART;VALUE=DATE:20261109', 'DTEND;VALUE=DATE:20261111'), day('2026-11-10'))).toEqual([
      '2026-11-09',
    ])
    expect(told(event('DTSTART:20261109T140000Z', 'STATUS:CANCELLED'))).toEqual([])
  })

  test('one broken event costs one event, and words of others hold nothing but words', () => {
    const good =
      'BEGIN:VEVENT\r\nUID:g\r\nDTSTART:20261110T000000Z\r\nSUMMARY:좋은\u001b]0;x\u0007 것\u202e\r\nEND:VEVENT'
    const bad = 'BEGIN:VEVENT\r\nUID:b\r\nDTSTART:nonsense\r\nthis is no line\r\nEND:VEVENT'
    expect(told(`BEGIN:VCALENDAR\r\n${bad}\r\n${good}\r\nEND:VCALENDAR`)).toEqual([
      '2026-11-10 09:00 좋은 것',
      'unread 1',
    ])
    expect([told(''), told('<html>'), told('BEGIN:VCALENDAR')]).toEqual([[], ['unread 1'], ['unread 1']])
  })

  test.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=YEARLY;INTERVAL=999999999',
    'FREQ=DAILY;COUNT=99999999999',
    'RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=15',
    'FREQ=WEEKLY;UNTIL=never',
    'FREQ=YEARLY;BYDAY=1MO,2MO;BYHOUR=1,2,3;BYMINUTE=1,2,3,4,5,6;BYSECOND=1,2,3,4,5,6',
  ])('a rule without end or sense (%s) ends, and others are still told', (rule) => {
    const endless = `BEGIN:VEVENT\r\nUID:e\r\nDTSTART:19700101T000000Z\r\nRRULE:${rule}\r\nSUMMARY:끝없는\r\nEND:VEVENT`
    const text = event('DTSTART:20261110T000000Z', 'SUMMARY:x').replace('END:VCALENDAR', `${endless}\r\nEND:VCALENDAR`)
    expect(told(text)).toContain('2026-11-10 09:00 x')
  })

  test('whatever stands in a file, reading it ends with events in order and inside the range', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'DTSTART:20261110T000000Z',
        'DTSTART;VALUE=DATE:20261110',
        'RRULE:FREQ=DAILY',
        'EXDATE:20261111T000000Z',
        'UID:u',
      ),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VTIMEZONE',
        'TZID:X',
        'DTEND:20261109T000000Z',
        'DURATION:-P1D',
      ),
      fc.constantFrom(
        'RECURRENCE-ID:20261110T000000Z',
        'RDATE;VALUE=PERIOD:20261112T000000Z/PT1H',
        'SUMMARY:\\n\\,\\;',
        'X:',
      ),
      fc.string({ maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
        const { events } = readEvents({ files: [{ calendar: '', ics: text }], ...november })
        for (const one of events) expect(one.start < november.to && one.end >= one.start).toBe(true)
        expect(events.map(({ start }) => start)).toEqual(events.map(({ start }) => start).toSorted((a, b) => a - b))
      }),
      { numRuns: Number(process.env.CALENDAR_RUNS ?? 150) },
    )
  })
})
