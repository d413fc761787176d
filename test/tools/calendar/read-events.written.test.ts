import { expect, test } from 'vitest'
import { readEvents } from '../../../src/tools/calendar/read-events.ts'
import { stories, timesOf, write, writers } from '../../fakes/calendar-writers.ts'
import { ics } from '../../fakes/ics.ts'
import { autumn, told } from '../../fakes/told-events.ts'

test.each(writers)('what $name writes is read as it is meant', (writer) => {
  const files = stories.flatMap((story) => {
    const file = write(story, writer)
    return file ? [{ story, file }] : []
  })
  expect(files.map(({ file }) => told(file))).toEqual(files.map(({ story }) => timesOf(story)))
})

test('there are enough of them', () => {
  expect(
    writers.flatMap((writer) => stories.map((story) => write(story, writer))).filter(Boolean).length,
  ).toBeGreaterThan(120)
})

/** Single habits: lines of an event, and what they mean in Seoul. `source`: where they were seen. */
const habits: [source: string, lines: string[], meant: string[]][] = [
  [
    'node-ical 454: EXDATE with an hour beside whole days',
    ['DTSTART;VALUE=DATE:20261109', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20261110T000000'],
    ['2026-11-09 x', '2026-11-11 x'],
  ],
  [
    'tutanota 5318: EXDATE as the reader’s midnight in UTC beside whole days',
    ['DTSTART;VALUE=DATE:20261109', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261109T150000Z'],
    ['2026-11-09 x', '2026-11-11 x'],
  ],
  [
    'ical4j 362: EXDATE in another zone',
    [
      'DTSTART;TZID=Asia/Seoul:20261109T100000',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;TZID=America/New_York:20261109T200000',
    ],
    ['2026-11-09 10:00 x', '2026-11-11 10:00 x'],
  ],
  [
    'RFC 5545 3.8.5.2: periods have a length of their own',
    ['DTSTART:20261109T010000Z', 'DURATION:PT1H', 'RDATE;VALUE=PERIOD:20261110T010000Z/PT3H'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x'],
  ],
  [
    'UNTIL of whole days in UTC, as Outlook writes the last midnight',
    ['DTSTART;VALUE=DATE:20261109', 'RRULE:FREQ=DAILY;UNTIL=20261110T150000Z'],
    ['2026-11-09 x', '2026-11-10 x', '2026-11-11 x'],
  ],
  ['a date without VALUE=DATE', ['DTSTART:20261109'], ['2026-11-09 x']],
  ['a time without seconds', ['DTSTART:20261109T0100Z'], ['2026-11-09 10:00 x']],
  ['a time of ISO 8601', ['DTSTART:2026-11-09T01:00:00Z'], ['2026-11-09 10:00 x']],
  ['a date with a zone', ['DTSTART;TZID=Asia/Seoul:20261109'], ['2026-11-09 x']],
  [
    'a line that nobody folded',
    ['DTSTART:20261109T010000Z', 'DESCRIPTION:first', 'and more, without a fold', '- a list'],
    ['2026-11-09 10:00 x'],
  ],
  ['a zone in lower case', ['DTSTART;TZID=asia/seoul:20261109T100000'], ['2026-11-09 10:00 x']],
  ['KST, as Korean programs call it', ['DTSTART;TZID=KST:20261109T100000'], ['2026-11-09 10:00 x']],
  [
    'CDO of Exchange 2000: a colon as a dot',
    ['DTSTART;TZID="(GMT-05.00) Eastern Time (US & Canada)":20261109T100000'],
    ['2026-11-10 00:00 x'],
  ],
  ['a colon that nobody quoted', ['DTSTART;TZID=(UTC+09:00) Seoul:20261109T100000'], ['2026-11-09 10:00 x']],
  ['Notes: "Eastern"', ['DTSTART;TZID=Eastern:20261109T100000'], ['2026-11-10 00:00 x']],
  ['tzone://Microsoft/Utc', ['DTSTART;TZID=tzone://Microsoft/Utc:20261109T010000'], ['2026-11-09 10:00 x']],
  ['an offset for a name', ['DTSTART;TZID=GMT-0700:20261109T100000'], ['2026-11-10 02:00 x']],
  // Kinds that were written down before they were tried, each after RFC 5545 or the program's own exports.
  [
    'Google: several EXDATEs in a line',
    [
      'DTSTART;TZID=Asia/Seoul:20261103T093000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=Asia/Seoul:20261110T093000,20261117T093000',
    ],
    ['2026-11-03 09:30 x', '2026-11-24 09:30 x'],
  ],
  [
    'Google: several whole days left out',
    ['DTSTART;VALUE=DATE:20261103', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;VALUE=DATE:20261104,20261105'],
    ['2026-11-03 x', '2026-11-06 x'],
  ],
  [
    'Nextcloud: further whole days',
    ['DTSTART;VALUE=DATE:20261103', 'RDATE;VALUE=DATE:20261110,20261112'],
    ['2026-11-03 x', '2026-11-10 x', '2026-11-12 x'],
  ],
  ['VALUE before TZID', ['DTSTART;VALUE=DATE-TIME;TZID=Asia/Seoul:20261103T093000'], ['2026-11-03 09:30 x']],
  [
    'Thunderbird of old',
    ['DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20261109T100000'],
    ['2026-11-10 00:00 x'],
  ],
  [
    'Evolution',
    ['DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20261109T100000'],
    ['2026-11-10 00:00 x'],
  ],
  ['Citadel', ['DTSTART;TZID=/citadel.org/20210210_1/Europe/Berlin:20261109T100000'], ['2026-11-09 18:00 x']],
  [
    'every other week that begins on Sunday',
    ['DTSTART;TZID=Asia/Seoul:20261102T100000', 'RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SU;COUNT=4'],
    ['2026-11-02 10:00 x', '2026-11-15 10:00 x', '2026-11-16 10:00 x', '2026-11-29 10:00 x'],
  ],
  [
    'the last working day',
    ['DTSTART;TZID=Asia/Seoul:20261030T100000', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2'],
    ['2026-10-30 10:00 x', '2026-11-30 10:00 x'],
  ],
  [
    'a semicolon behind the rule',
    ['DTSTART:20261109T010000Z', 'RRULE:FREQ=DAILY;COUNT=2;'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x'],
  ],
  [
    'a rule in lower case',
    ['DTSTART:20261109T010000Z', 'RRULE:freq=daily;count=2'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x'],
  ],
  [
    'UNTIL as a day of a timed series',
    ['DTSTART;TZID=Asia/Seoul:20261109T100000', 'RRULE:FREQ=DAILY;UNTIL=20261110'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x'],
  ],
  [
    'UNTIL on the local clock',
    ['DTSTART;TZID=Asia/Seoul:20261109T100000', 'RRULE:FREQ=DAILY;UNTIL=20261110T100000'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x'],
  ],
  [
    'RFC 2445: EXRULE',
    ['DTSTART;TZID=Asia/Seoul:20261109T100000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=WEEKLY;BYDAY=TU'],
    ['2026-11-09 10:00 x', '2026-11-11 10:00 x'],
  ],
  [
    'RFC 2445: two rules',
    ['DTSTART;TZID=Asia/Seoul:20261109T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    ['2026-11-09 10:00 x', '2026-11-10 10:00 x', '2026-11-16 10:00 x'],
  ],
  [
    'a series over the end of summer time',
    ['DTSTART;TZID=America/New_York:20261025T090000', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    ['2026-10-25 22:00 x', '2026-11-01 23:00 x'],
  ],
  ['a birthday of 1980', ['DTSTART;VALUE=DATE:19801109', 'RRULE:FREQ=YEARLY'], ['2026-11-09 x']],
  ['a birthday of 29 February', ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'], []],
  ['an end before the beginning', ['DTSTART:20261109T010000Z', 'DTEND:20261109T000000Z'], ['2026-11-09 10:00 x']],
  [
    'twice a day',
    ['DTSTART;TZID=Asia/Seoul:20261109T090000', 'RRULE:FREQ=DAILY;BYHOUR=9,18;COUNT=3'],
    ['2026-11-09 09:00 x', '2026-11-09 18:00 x', '2026-11-10 09:00 x'],
  ],
  [
    'the second Tuesday',
    ['DTSTART;TZID=Asia/Seoul:20261110T090000', 'RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=2'],
    ['2026-11-10 09:00 x', '2026-12-08 09:00 x'],
  ],
  [
    'the 31st, where there is one',
    ['DTSTART;TZID=Asia/Seoul:20261031T090000', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2'],
    ['2026-10-31 09:00 x'],
  ],
  [
    'an end at 24:00',
    ['DTSTART;TZID=Asia/Seoul:20261109T230000', 'DTEND;TZID=Asia/Seoul:20261109T240000'],
    ['2026-11-09 23:00 x'],
  ],
  [
    'an end in another zone',
    ['DTSTART;TZID=Asia/Seoul:20261109T100000', 'DTEND;TZID=America/Los_Angeles:20261108T190000'],
    ['2026-11-09 10:00 x'],
  ],
]

test.each(habits)('%s', (_, lines, meant) => {
  expect(told(Buffer.from(ics('u', [...lines, 'SUMMARY:x'])))).toEqual(meant)
})

test('a zone that nobody knows is told with its hour; periods keep their own length', () => {
  const of = (...lines: string[]) => readEvents({ files: [{ calendar: '', ics: ics('u', lines) }], ...autumn }).events
  expect(of('DTSTART;TZID=Mars/Phobos:20261110T070000', 'SUMMARY:x')).toMatchObject([{ unknownZone: 'Mars/Phobos' }])
  const lengths = of('DTSTART:20261109T010000Z', 'DURATION:PT1H', 'RDATE;VALUE=PERIOD:20261110T010000Z/PT3H')
  expect(lengths.map(({ start, end }) => (end - start) / 3_600_000)).toEqual([1, 3])
})

test('of several versions the newest counts, and what a later message cancels is gone', () => {
  const event = (method: string, ...lines: string[]) =>
    ics('u', ['SUMMARY:x', ...lines]).replace('BEGIN:VEVENT', `METHOD:${method}\r\nBEGIN:VEVENT`)
  const first = event('REQUEST', 'SEQUENCE:0', 'DTSTART:20261109T010000Z')
  const moved = event('REQUEST', 'SEQUENCE:1', 'DTSTART:20261110T010000Z')
  const cancelled = event('CANCEL', 'SEQUENCE:2', 'DTSTART:20261110T010000Z')
  expect(told(Buffer.from(first + moved))).toEqual(['2026-11-10 10:00 x'])
  expect(told(Buffer.from(moved + first))).toEqual(['2026-11-10 10:00 x'])
  expect(told(Buffer.from(first + moved + cancelled))).toEqual([])
  expect(told(Buffer.from(event('REPLY', 'DTSTART:20261109T010000Z')))).toEqual([])
  const series = event('PUBLISH', 'DTSTART:20261109T010000Z', 'RRULE:FREQ=DAILY;COUNT=3')
  const one = event('CANCEL', 'SEQUENCE:1', 'RECURRENCE-ID:20261110T010000Z', 'DTSTART:20261110T010000Z')
  expect(told(Buffer.from(series + one))).toEqual(['2026-11-09 10:00 x', '2026-11-11 10:00 x'])
})

test('time is taken by what says so: not by what is free or declined', () => {
  const own = ['Jiwoo@example.com']
  const free = (...lines: string[]) =>
    readEvents({ files: [{ calendar: '', ics: ics('u', ['DTSTART:20261109T010000Z', ...lines]) }], own, ...autumn })
      .events[0]?.isFree === true
  const me = (answer: string) => `ATTENDEE;CN="Kim, Jiwoo";PARTSTAT=${answer}:mailto:jiwoo@example.com`
  expect([
    free(),
    free('TRANSP:OPAQUE'),
    free(me('ACCEPTED')),
    free(me('NEEDS-ACTION')),
    free('STATUS:TENTATIVE'),
  ]).toEqual([false, false, false, false, false])
  expect([
    free('TRANSP:TRANSPARENT'),
    free('TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
    free(me('DECLINED')),
  ]).toEqual([true, true, true])
})
