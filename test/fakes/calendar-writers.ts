// Calendar files as programs write them. A story is known first (who meets when, on which clock); a writer has a dialect.
// What is expected follows from the story alone: clocks of the places below, by hand, for autumn 2026.

import { encodeKorean } from './korean-bytes.ts'

/** Places of stories: their hours ahead of UTC by the date (RFC 5545 knows nothing of them), and Windows' name. */
const places = {
  seoul: { iana: 'Asia/Seoul', windows: 'Korea Standard Time', choice: '(UTC+09:00) Seoul', hours: () => 9 },
  tokyo: {
    ...{ iana: 'Asia/Tokyo', windows: 'Tokyo Standard Time', choice: '(UTC+09:00) Osaka, Sapporo, Tokyo' },
    hours: () => 9,
  },
  newYork: {
    iana: 'America/New_York',
    windows: 'Eastern Standard Time',
    choice: '(UTC-05:00) Eastern Time (US & Canada)',
    hours: (date: string) => (date < '2026-11-01' ? -4 : -5),
  },
  berlin: {
    iana: 'Europe/Berlin',
    windows: 'W. Europe Standard Time',
    choice: '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
    hours: (date: string) => (date < '2026-10-25' ? 2 : 1),
  },
} as const
type Place = keyof typeof places

/** A meeting, on the clock of its place. */
export interface Story {
  title: string
  place: Place
  date: string
  /** Absent: whole days. */
  clock?: string
  minutes?: number
  days?: number
  /** Weekly so many times; one left out, one moved, all from one on by so many hours. */
  weekly?: {
    times: number
    out?: number
    moved?: [number, date: string, clock: string]
    onwards?: [number, hours: number]
  }
  isCancelled?: true
  isFree?: true
}

export const stories: readonly Story[] = [
  { title: '팀 회의', place: 'seoul', date: '2026-11-24', clock: '10:00', minutes: 60 },
  { title: 'Budget review, Q4; final', place: 'newYork', date: '2026-11-09', clock: '19:00', minutes: 90 },
  { title: '연차', place: 'seoul', date: '2026-11-12', days: 1 },
  { title: '제주 여행', place: 'seoul', date: '2026-11-13', days: 3, isFree: true },
  { title: '주간 회의', place: 'seoul', date: '2026-11-03', clock: '09:30', minutes: 30, weekly: { times: 4, out: 2 } },
  { title: '스크럼', place: 'newYork', date: '2026-10-20', clock: '09:00', minutes: 15, weekly: { times: 4, out: 1 } },
  {
    ...{ title: '품질 점검', place: 'berlin', date: '2026-10-19', clock: '09:00', minutes: 45 },
    weekly: { times: 5, moved: [2, '2026-11-03', '15:00'] },
  },
  {
    ...{ title: '영업 보고', place: 'seoul', date: '2026-11-02', clock: '14:00', minutes: 60 },
    weekly: { times: 4, onwards: [2, 2] },
  },
  { title: '당직', place: 'seoul', date: '2026-11-05', days: 1, weekly: { times: 4, out: 1 } },
  { title: '취소된 회의', place: 'tokyo', date: '2026-11-25', clock: '11:00', minutes: 60, isCancelled: true },
  {
    title: `${'아주 긴 제목을 가진 회의라서 줄이 여러 번 접혀요 '.repeat(3)}끝`,
    ...{ place: 'tokyo', date: '2026-11-26', clock: '16:00', minutes: 60 },
  },
  { title: '밤샘 배포', place: 'berlin', date: '2026-11-20', clock: '22:00', minutes: 300 },
]

const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const instantOf = (place: Place, date: string, clock: string) =>
  Date.parse(`${date}T${clock}:00Z`) - places[place].hours(date) * 3_600_000
const inSeoul = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** The times of a story on a clock in Seoul, as the person would tell them. */
export function timesOf({ place, date, clock, weekly, isCancelled, title }: Story): string[] {
  if (isCancelled) return []
  const all = Array.from({ length: weekly?.times ?? 1 }, (_, index) => {
    if (weekly?.out === index) return []
    const day = addDays(date, index * 7)
    if (clock === undefined) return [`${day} ${title}`]
    const [, movedDate, movedClock] = weekly?.moved?.[0] === index ? weekly.moved : [0, day, clock]
    const [first, hours] = weekly?.onwards ?? [99, 0]
    return [`${inSeoul(instantOf(place, movedDate, movedClock) + (index >= first ? hours : 0) * 3_600_000)} ${title}`]
  })
  return all.flat().sort()
}

/** How a program writes. `source`: where its habits are told. */
export interface Writer {
  name: string
  source: string
  tzid(place: Place): string
  /** Writes VTIMEZONE, as Outlook does: rules since 1601. */
  defines?: true
  /** How exceptions name a time of a series. */
  exception: 'zone' | 'utc' | 'date' | 'floating' | 'midnight'
  wholeDays: 'date' | 'flag' | 'flagUtc'
  /** Times of single events in UTC. */
  singleUtc?: true
  encode?(text: string): Buffer
  foldsBytes?: true
  method?: string
  extra?: readonly string[]
  vcalendar1?: true
}

const windows = (place: Place) => places[place].windows
const iana = (place: Place) => places[place].iana
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

export const writers: readonly Writer[] = [
  {
    name: 'Outlook on the web, an invitation',
    source:
      'github.com/jens-maus/node-ical/issues; RFC 5545 asks for VTIMEZONE, Exchange Online leaves it out at times',
    ...{ tzid: windows, exception: 'zone', wholeDays: 'flag', method: 'REQUEST' },
    extra: ['X-MICROSOFT-CDO-BUSYSTATUS:BUSY', 'X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY'],
  },
  {
    name: 'Outlook for the desktop',
    source: 'MS-OXCICAL 2.1.3.1.1.19: VTIMEZONE since 16010101',
    ...{ tzid: windows, defines: true, exception: 'zone', wholeDays: 'date' },
  },
  {
    name: 'Outlook with its own zone',
    source: 'github.com/ical-org/ical.net/issues/540: "Customized Time Zone"',
    tzid: (place) => `Customized Time Zone ${place}`,
    ...{ defines: true, exception: 'utc', wholeDays: 'flagUtc' },
  },
  {
    name: 'Exchange, a copy',
    source: 'github.com/derekantrican/GAS-ICS-Sync/issues/219: "GMT Standard Time 1"',
    tzid: (place) => `${places[place].windows} 1`,
    ...{ exception: 'date', wholeDays: 'date' },
  },
  {
    name: 'Exchange Web Services',
    source: 'github.com/sabre-io/vobject/issues/454: EXDATE at midnight or as a date',
    tzid: (place) => `"${places[place].choice}"`,
    ...{ exception: 'midnight', wholeDays: 'flag' },
  },
  {
    name: 'Apple Calendar',
    source: 'RFC 5545 with X-APPLE properties, as Calendar exports',
    ...{ tzid: iana, exception: 'zone', wholeDays: 'date', foldsBytes: true },
    extra: ['X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC'],
  },
  {
    name: 'Google Calendar',
    source: 'single events in UTC, series with TZID and X-WR-TIMEZONE, as its export does',
    ...{ tzid: iana, exception: 'utc', wholeDays: 'date', singleUtc: true, method: 'PUBLISH' },
  },
  {
    name: 'Naver Calendar',
    source: 'its CalDAV server: TZID of IANA, CLASS and X-NAVER properties',
    ...{ tzid: iana, exception: 'zone', wholeDays: 'date' },
    extra: ['X-NAVER-STICKER-ID:001', 'CLASS:PUBLIC'],
  },
  {
    name: 'Evolution',
    source: 'github.com/libical/libical: names below /freeassociation.sourceforge.net/',
    tzid: (place) => `/freeassociation.sourceforge.net/${places[place].iana}`,
    ...{ exception: 'date', wholeDays: 'date' },
  },
  {
    name: 'Thunderbird',
    source: 'names below /mozilla.org/, folds inside a character',
    tzid: (place) => `/mozilla.org/20070129_1/${places[place].iana}`,
    ...{ exception: 'utc', wholeDays: 'date', foldsBytes: true },
  },
  {
    name: 'a groupware in CP949',
    source: 'Korean groupware of before 2010, exports in the code page of Windows',
    ...{ tzid: windows, exception: 'floating', wholeDays: 'date', encode: encodeKorean },
  },
  {
    name: 'an exporter in UTF-16',
    source: 'Outlook add-ins that save as "Unicode text"',
    ...{ tzid: windows, exception: 'zone', wholeDays: 'flag', encode: utf16 },
  },
  {
    name: 'a phone with vCalendar 1.0',
    source: 'versit vCalendar 1.0, quoted-printable titles, rules as "W1 TU #4"',
    ...{ tzid: iana, exception: 'utc', wholeDays: 'date', vcalendar1: true },
  },
]

/** A story in a writer's dialect; undefined where the program has no way to write it. */
export function write(story: Story, writer: Writer): Buffer | undefined {
  if (writer.vcalendar1) return writeVcalendar1(story)
  const { weekly, place } = story
  const method = story.isCancelled && writer.method === 'REQUEST' ? 'CANCEL' : writer.method
  const lines = [
    ...['BEGIN:VCALENDAR', `PRODID:-//${writer.name}//KO`, 'VERSION:2.0', ...(method ? [`METHOD:${method}`] : [])],
    ...(writer.defines ? definition(writer.tzid(place), place) : []),
    ...eventLines(story, writer),
    ...(weekly?.moved ? changeLines(story, writer, weekly.moved) : []),
    ...(weekly?.onwards ? onwardLines(story, writer, weekly.onwards) : []),
    'END:VCALENDAR',
  ]
  if (writer.encode) return writer.encode(lines.map((line) => `${foldLetters(line)}\r\n`).join(''))
  return Buffer.concat(lines.flatMap((line) => [fold(line, writer.foldsBytes === true), Buffer.from('\r\n')]))
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&')
const stampOf = (date: string, clock: string) => `${date.replaceAll('-', '')}T${clock.replace(':', '')}00`
const utcStamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const plusMinutes = (date: string, clock: string, minutes: number): [string, string] => {
  const [day = '', time = ''] = new Date(Date.parse(`${date}T${clock}:00Z`) + minutes * 60_000).toISOString().split('T')
  return [day, time.slice(0, 5)]
}

/** DTSTART and DTEND from one time on. */
function timeLines(story: Story, writer: Writer, date: string, clock: string | undefined): string[] {
  const { place, minutes = 60, days = 1, weekly } = story
  if (clock === undefined) {
    const last = addDays(date, days)
    if (writer.wholeDays === 'date')
      return [`DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${last.replaceAll('-', '')}`]
    const at = (day: string) =>
      writer.wholeDays === 'flagUtc' && !weekly
        ? `:${utcStamp(instantOf(place, day, '00:00'))}`
        : `;TZID=${writer.tzid(place)}:${stampOf(day, '00:00')}`
    return [`DTSTART${at(date)}`, `DTEND${at(last)}`, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE']
  }
  const [endDate, endClock] = plusMinutes(date, clock, minutes)
  const at = (day: string, time: string) =>
    writer.singleUtc && !weekly
      ? `:${utcStamp(instantOf(place, day, time))}`
      : `;TZID=${writer.tzid(place)}:${stampOf(day, time)}`
  return [`DTSTART${at(date, clock)}`, `DTEND${at(endDate, endClock)}`]
}

function eventLines(story: Story, writer: Writer): string[] {
  const { date, clock, weekly, isFree, isCancelled, title } = story
  const until = weekly ? addDays(date, 7 * (weekly.times - 1)) : ''
  return [
    ...['BEGIN:VEVENT', `UID:${Buffer.from(title).toString('hex').slice(0, 20)}@x`, 'DTSTAMP:20261001T000000Z'],
    ...timeLines(story, writer, date, clock),
    ...(weekly ? [`RRULE:FREQ=WEEKLY;${ruleEnd(story, writer, until)}`] : []),
    ...(weekly?.out === undefined ? [] : [`EXDATE${exceptionOf(story, writer, addDays(date, weekly.out * 7))}`]),
    ...[`SUMMARY:${escaped(title)}`, `TRANSP:${isFree ? 'TRANSPARENT' : 'OPAQUE'}`],
    ...(isCancelled && writer.method !== 'REQUEST' ? ['STATUS:CANCELLED'] : []),
    ...(writer.extra ?? []),
    'END:VEVENT',
  ]
}

/** UNTIL is UTC beside hours, a date beside days; programs that count write COUNT. */
function ruleEnd({ place, clock, weekly }: Story, writer: Writer, until: string): string {
  if (writer.exception !== 'utc') return `COUNT=${weekly?.times}`
  return `UNTIL=${clock === undefined ? until.replaceAll('-', '') : utcStamp(instantOf(place, until, clock))}`
}

/** A time of a series, as exceptions name it. */
function exceptionOf({ place, clock }: Story, writer: Writer, date: string): string {
  const day = date.replaceAll('-', '')
  // Whole days, and hours: a program names either by the other.
  if (clock === undefined) {
    if (writer.exception === 'utc') return `:${utcStamp(instantOf(place, date, '00:00'))}`
    return writer.exception === 'zone' || writer.exception === 'midnight'
      ? `;TZID=${writer.tzid(place)}:${day}T000000`
      : `;VALUE=DATE:${day}`
  }
  switch (writer.exception) {
    case 'utc':
      return `:${utcStamp(instantOf(place, date, clock))}`
    case 'date':
      return `;VALUE=DATE:${day}`
    case 'floating':
      return `:${stampOf(date, clock)}`
    case 'midnight':
      return `;TZID=${writer.tzid(place)}:${day}T000000`
    default:
      return `;TZID=${writer.tzid(place)}:${stampOf(date, clock)}`
  }
}

const overrideLines = (story: Story, writer: Writer, which: string, times: readonly string[]) => [
  ...['BEGIN:VEVENT', `UID:${Buffer.from(story.title).toString('hex').slice(0, 20)}@x`, 'DTSTAMP:20261001T000000Z'],
  ...[`RECURRENCE-ID${which}`, ...times, `SUMMARY:${escaped(story.title)}`, ...(writer.extra ?? []), 'END:VEVENT'],
]

function changeLines(story: Story, writer: Writer, [index, date, clock]: [number, string, string]): string[] {
  const which = exceptionOf(story, writer, addDays(story.date, index * 7))
  return overrideLines(story, writer, which, timeLines(story, writer, date, clock))
}

function onwardLines(story: Story, writer: Writer, [index, hours]: [number, number]): string[] {
  const date = addDays(story.date, index * 7)
  const which = exceptionOf(story, writer, date)
  const [day, clock] = plusMinutes(date, story.clock ?? '00:00', hours * 60)
  return overrideLines(story, writer, `;RANGE=THISANDFUTURE${which}`, timeLines(story, writer, day, clock))
}

/** A zone as Outlook defines it: since 1601, with the rules of today. */
function definition(tzid: string, place: Place): string[] {
  const part = (kind: string, rule: string, from: string, to: string) => [
    ...[`BEGIN:${kind}`, 'DTSTART:16010101T020000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
    ...[...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []), `END:${kind}`],
  ]
  const parts = {
    seoul: part('STANDARD', '', '+0900', '+0900'),
    tokyo: part('STANDARD', '', '+0900', '+0900'),
    newYork: [
      ...part('STANDARD', 'BYDAY=1SU;BYMONTH=11', '-0400', '-0500'),
      ...part('DAYLIGHT', 'BYDAY=2SU;BYMONTH=3', '-0500', '-0400'),
    ],
    berlin: [
      ...part('STANDARD', 'BYDAY=-1SU;BYMONTH=10', '+0200', '+0100'),
      ...part('DAYLIGHT', 'BYDAY=-1SU;BYMONTH=3', '+0100', '+0200'),
    ],
  }
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...parts[place], 'END:VTIMEZONE']
}

/** Folds after 75 bytes: inside a letter, too, as RFC 5545 lets programs do. */
function fold(line: string, isBytes: boolean): Buffer {
  if (!isBytes) return Buffer.from(foldLetters(line))
  const bytes = Buffer.from(line)
  const rows: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 74) rows.push(bytes.subarray(at, at + 74))
  return Buffer.concat(rows.flatMap((row, index) => (index === 0 ? [row] : [Buffer.from('\r\n '), row])))
}

const foldLetters = (line: string) => line.replace(/.{30}(?=.)/gsu, '$&\r\n ')

function writeVcalendar1(story: Story): Buffer | undefined {
  const { place, date, clock, minutes = 60, days = 1, weekly, title, isCancelled } = story
  // It has no changed times, its zone has one offset, and its days are days.
  if (weekly?.moved || weekly?.onwards || isCancelled || (weekly && place !== 'seoul')) return undefined
  const [endDate, endClock] = clock === undefined ? [addDays(date, days), ''] : plusMinutes(date, clock, minutes)
  const at = (day: string, time: string) =>
    clock === undefined ? day.replaceAll('-', '') : utcStamp(instantOf(place, day, time))
  const coded = [...Buffer.from(title)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
  const rows = Array.from({ length: Math.ceil(coded.length / 20) }, (_, row) => coded.slice(row * 20, row * 20 + 20))
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', 'UID:v', `DTSTART:${at(date, clock ?? '')}`],
    ...[`DTEND:${at(endDate, endClock)}`, ...(weekly ? [`RRULE:W1 #${weekly.times}`] : [])],
    ...(weekly?.out === undefined ? [] : [`EXDATE:${at(addDays(date, weekly.out * 7), clock ?? '')}`]),
    `SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:${rows.map((row) => row.join('')).join('=\r\n')}`,
    ...['AALARM:20261101T000000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
  ]
  return Buffer.from(lines.join('\r\n'))
}
