// Written after the standards and what public reports show, with the times worked out by hand, before the reader was
// looked at. Times stand on a clock in Seoul.
import { expect, test } from 'vitest'
import { encodeKorean } from '../../fakes/korean-bytes.ts'
import { told } from '../../fakes/told-events.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:x', ...lines, 'END:VEVENT']
const file = (lines: string[], end = '\r\n') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join(end)
const seoul = 'DTSTART;TZID=Asia/Seoul:20261109T100000'
const at = (...days: string[]) => days.map((day) => `2026-${day.includes(' ') ? day : `${day} 10:00`} x`)
const whole = (...days: string[]) => days.map((day) => `2026-${day} x`)

/** One event, and when it is. */
const single: [habit: string, lines: string[], meant: string[]][] = [
  [
    'the last weekday of a month by its position',
    ['DTSTART;TZID=Asia/Seoul:20261030T100000', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2'],
    at('10-30', '11-30'),
  ],
  [
    'the 31st of months that have one',
    ['DTSTART;VALUE=DATE:20261031', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31'],
    whole('10-31'),
  ],
  [
    'a count counts what is left out',
    [seoul, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261110T010000Z'],
    at('11-09', '11-11'),
  ],
  ['a time without a zone', ['DTSTART:20261109T100000', 'DTEND:20261109T110000'], at('11-09')],
  ['days over the end of summer time', ['DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261027'], whole('10-24')],
  [
    'a clock in Berlin over the end of summer time',
    ['DTSTART;TZID=Europe/Berlin:20261024T090000', 'RRULE:FREQ=DAILY;COUNT=3'],
    at('10-24 16:00', '10-25 17:00', '10-26 17:00'),
  ],
  ['an hour that comes twice is its first', ['DTSTART;TZID=America/New_York:20261101T013000'], at('11-01 14:30')],
  [
    'a zone of Evolution',
    ['DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20261109T200000'],
    at('11-10'),
  ],
  ['a zone as Outlook shows it', ['DTSTART;TZID="Eastern Time (US & Canada)":20261109T200000'], at('11-10')],
  ['an old alias of a zone', ['DTSTART;TZID=US/Eastern:20261109T200000'], at('11-10')],
  ['a zone as Korean Outlook shows it', ['DTSTART;TZID="(UTC+09:00) 서울":20261109T100000'], at('11-09')],
  ['an offset as a zone', ['DTSTART;TZID=GMT+0900:20261109T100000'], at('11-09')],
  ['an offset with the sign of POSIX', ['DTSTART;TZID=Etc/GMT-9:20261109T100000'], at('11-09')],
  [
    'further whole days in one line',
    ['DTSTART;VALUE=DATE:20261109', 'RDATE;VALUE=DATE:20261111,20261113'],
    whole('11-09', '11-11', '11-13'),
  ],
  ['a further time in UTC', [seoul, 'RDATE:20261110T010000Z'], at('11-09', '11-10')],
  [
    'a rule of exceptions (RFC 2445)',
    ['DTSTART:20261109T010000Z', 'RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'],
    at('11-10', '11-12'),
  ],
  [
    'every other week that begins on Monday (RFC 5545, WKST)',
    ['DTSTART;TZID=Asia/Seoul:20261103T100000', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'],
    at('11-03', '11-08', '11-17', '11-22'),
  ],
  [
    'every other week that begins on Sunday',
    ['DTSTART;TZID=Asia/Seoul:20261103T100000', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'],
    at('11-03', '11-15', '11-17', '11-29'),
  ],
  [
    'the last Friday of a month',
    ['DTSTART;TZID=Asia/Seoul:20261030T100000', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2'],
    at('10-30', '11-27'),
  ],
  ['an end as a day on a timed series', [seoul, 'RRULE:FREQ=DAILY;UNTIL=20261111'], at('11-09', '11-10', '11-11')],
  ['no end and no length', [seoul], at('11-09')],
  ['whole days with a length', ['DTSTART;VALUE=DATE:20261109', 'DURATION:P2D'], whole('11-09')],
  [
    'a series from long ago with its end',
    ['DTSTART;TZID=Asia/Seoul:20100104T100000', 'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261109T010000Z'],
    at('10-05', '10-12', '10-19', '10-26', '11-02', '11-09'),
  ],
  [
    'a whole day of Outlook',
    [
      'DTSTART;TZID=Korea Standard Time:20261109T000000',
      'DTEND;TZID=Korea Standard Time:20261110T000000',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ],
    whole('11-09'),
  ],
  ['UTC beside a zone', ['DTSTART;TZID=Asia/Seoul:20261109T100000Z'], at('11-09 19:00')],
  ['an end at 24 o’clock', ['DTSTART:20261109T230000', 'DTEND:20261109T240000'], at('11-09 23:00')],
  ['the type of a time said', ['DTSTART;VALUE=DATE-TIME;TZID=Asia/Seoul:20261109T100000'], at('11-09')],
  ['a rule that ends with a semicolon', [seoul, 'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=MO;'], at('11-09', '11-16')],
  ['a week by its number', ['DTSTART;VALUE=DATE:20261109', 'RRULE:FREQ=YEARLY;BYWEEKNO=46;BYDAY=MO'], whole('11-09')],
  [
    'a day by its number from the end',
    ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=YEARLY;BYYEARDAY=-31'],
    whole('12-01'),
  ],
  ['every twelve hours', [seoul, 'RRULE:FREQ=HOURLY;INTERVAL=12;COUNT=3'], at('11-09', '11-09 22:00', '11-10')],
  [
    'several exceptions in one line',
    [seoul, 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Asia/Seoul:20261110T100000,20261111T100000'],
    at('11-09', '11-12'),
  ],
  ...['DTEND:', 'DURATION:', 'RRULE:', 'EXDATE;TZID=Asia/Seoul:', 'TRANSP:', 'SEQUENCE: '].map(
    (line): [string, string[], string[]] => [`an empty ${line}`, [seoul, line], at('11-09')],
  ),
]

/** Several events of one series. */
const series: [habit: string, lines: string[], meant: string[]][] = [
  [
    'a time that was cancelled',
    [
      ...event(seoul, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        ...['RECURRENCE-ID;TZID=Asia/Seoul:20261116T100000', 'DTSTART;TZID=Asia/Seoul:20261116T100000'],
        'STATUS:CANCELLED',
      ),
    ],
    at('11-09', '11-23'),
  ],
  [
    'a time that was moved, named in UTC',
    [
      ...event(seoul, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('RECURRENCE-ID:20261116T010000Z', 'DTSTART;TZID=Asia/Seoul:20261117T150000'),
    ],
    at('11-09', '11-17 15:00'),
  ],
  [
    'an hour later from the second on',
    [
      ...event(seoul, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Asia/Seoul:20261116T100000',
        'DTSTART;TZID=Asia/Seoul:20261116T110000',
      ),
    ],
    at('11-09', '11-16 11:00', '11-23 11:00'),
  ],
  [
    'one time of a series that is not there',
    event('RECURRENCE-ID;TZID=Asia/Seoul:20261116T100000', 'DTSTART;TZID=Asia/Seoul:20261116T100000'),
    at('11-16'),
  ],
  [
    'an older and a newer version of one event',
    [...event(seoul, 'SEQUENCE:0'), ...event('DTSTART;TZID=Asia/Seoul:20261110T100000', 'SEQUENCE:1')],
    at('11-10'),
  ],
]

const plain = (title: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:1',
  `SUMMARY${title}`,
  ...lines,
  'END:VEVENT',
]
const bytes: [habit: string, bytes: Buffer, meant: string[]][] = [
  ['a fold with a tab', Buffer.from(file(plain(':회\r\n\t의', seoul))), ['2026-11-09 10:00 회의']],
  ['letters of CP949 alone', encodeKorean(file(plain(':뷁 회의', seoul))) as Buffer, ['2026-11-09 10:00 뷁 회의']],
  ['escaped marks', Buffer.from(file(plain(':a\\, b\\; c\\\\d', seoul))), ['2026-11-09 10:00 a, b; c\\d']],
  ['lines without CR, names in small letters', Buffer.from(file(event('dtstart:20261109T010000Z'), '\n')), at('11-09')],
  [
    'two calendars in a file',
    Buffer.from(
      file(event(seoul)) + file(event('UID:2', 'DTSTART:20261110T010000Z').filter((line) => line !== 'UID:1')),
    ),
    at('11-09', '11-10'),
  ],
  ['a mark of UTF-8 in front', Buffer.from(`\uFEFF${file(event(seoul))}`), at('11-09')],
  [
    'vCalendar 1.0, three days',
    Buffer.from(
      file(
        plain(
          ';ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=ED=9A=8C=EC=9D=98',
          ...['DTSTART:20261109T010000Z', 'DTEND:20261109T020000Z', 'RRULE:D1 #3'],
        ),
      ).replace('2.0', '1.0'),
    ),
    ['2026-11-09 10:00 회의', '2026-11-10 10:00 회의', '2026-11-11 10:00 회의'],
  ],
  [
    'vCalendar 1.0, two days a week until a time',
    Buffer.from(file(event('DTSTART:20261109T010000Z', 'RRULE:W1 MO WE 20261118T000000Z')).replace('2.0', '1.0')),
    at('11-09', '11-11', '11-16'),
  ],
]

test.each(single)('%s', (_, lines, meant) => {
  expect(told(Buffer.from(file(event(...lines))))).toEqual(meant)
})
test.each(series)('%s', (_, lines, meant) => {
  expect(told(Buffer.from(file(lines)))).toEqual(meant)
})
test.each(bytes)('%s', (_, file, meant) => {
  expect(told(file)).toEqual(meant)
})
