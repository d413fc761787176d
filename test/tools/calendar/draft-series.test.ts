import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftEvent } from '../../../src/tools/calendar/draft-event.ts'
import { readEvents } from '../../../src/tools/calendar/read-events.ts'
import { ics } from '../../fakes/ics.ts'

const zone = 'Asia/Seoul'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const first = Date.parse('2026-11-03T09:00:00+09:00')
const times = (...texts: string[]) =>
  readEvents({
    files: texts.map((text) => ({ calendar: '', ics: text })),
    ...{ from: first - 60 * dayMs, to: first + 200 * dayMs, zone },
  })
    .events.map(({ start, title }) => `${new Date(start).toISOString()} ${title}`)
    .sort()

interface Weekly {
  times: number
  out: number
  moved: number
  inUtc: boolean
  until: boolean
}

/** A series every Tuesday and what its times are, one left out, one moved by three hours. */
function weekly({ times: count, out, moved, inUtc, until }: Weekly) {
  const stamp = (at: number) =>
    inUtc
      ? `:${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
      : `;TZID=Korea Standard Time:${new Date(at + 9 * hourMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}`
  const at = (index: number) => first + index * 7 * dayMs
  const end = until
    ? `UNTIL=${new Date(at(count - 1)).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    : `COUNT=${count}`
  const text = ics('u', [
    ...[`DTSTART${stamp(first)}`, `DTEND${stamp(first + hourMs)}`, `RRULE:FREQ=WEEKLY;BYDAY=TU;${end}`],
    ...[`EXDATE${stamp(at(out))}`, 'SUMMARY:회의'],
  ])
  const change = ['BEGIN:VEVENT', 'UID:u', 'DTSTAMP:20261101T000000Z', `RECURRENCE-ID${stamp(at(moved))}`]
  const other = [...change, `DTSTART${stamp(at(moved) + 3 * hourMs)}`, `DTEND${stamp(at(moved) + 4 * hourMs)}`]
  const file = text.replace(
    'END:VCALENDAR',
    `${[...other, 'SUMMARY:회의', 'END:VEVENT'].join('\r\n')}\r\nEND:VCALENDAR`,
  )
  const starts = Array.from({ length: count }, (_, index) => index)
    .filter((index) => index !== out)
    .map((index) => ({ index, at: at(index) + (index === moved ? 3 * hourMs : 0), isMoved: index === moved }))
  return { file, starts, at }
}

const series = fc
  .record({
    times: fc.integer({ min: 4, max: 9 }),
    out: fc.nat(3),
    moved: fc.nat(3),
    inUtc: fc.boolean(),
    until: fc.boolean(),
  })
  .filter(({ out, moved }) => out !== moved)
const shift = fc.integer({ min: -60, max: 60 }).filter((hours) => hours !== 0)
const stamped = { now: first, zone }

test('moving all of a series moves each of its times, but not one that has a time of its own', () => {
  fc.assert(
    fc.property(series, shift, fc.nat(3), (made, hours, chosen) => {
      const { file, starts, at } = weekly(made)
      const before = { start: at(chosen), end: at(chosen) + hourMs }
      const moved = { start: before.start + hours * hourMs, end: before.end + hours * hourMs }
      const { ics: text } = draftEvent({
        do: 'change',
        ics: file,
        words: { title: '새 회의' },
        times: moved,
        before,
        ...stamped,
      })
      const wanted = starts.map(
        (one) => `${new Date(one.at + (one.isMoved ? 0 : hours * hourMs)).toISOString()} 새 회의`,
      )
      expect(times(text)).toEqual(wanted.sort())
    }),
    { numRuns: 40 },
  )
})

test('moving or dropping a time and all later ones leaves the earlier ones alone', () => {
  fc.assert(
    fc.property(series, shift, fc.integer({ min: 1, max: 3 }), (made, hours, chosen) => {
      const { file, starts, at } = weekly(made)
      const occurrence = new Date(at(chosen)).toISOString()
      const before = { start: at(chosen), end: at(chosen) + hourMs }
      const moved = { start: before.start + hours * hourMs, end: before.end + hours * hourMs }
      const { ics: text, more = '' } = draftEvent({
        ...{ do: 'change', ics: file, occurrence, isOnwards: true, uid: 'later', words: {}, times: moved, before },
        ...stamped,
      })
      const wanted = starts.map(({ index, at: start, isMoved }) =>
        new Date(start + (index < chosen || isMoved ? 0 : hours * hourMs)).toISOString(),
      )
      expect(times(text, more)).toEqual(wanted.map((one) => `${one} 회의`).sort())
      const dropped = draftEvent({ do: 'drop', ics: file, occurrence, isOnwards: true, ...stamped })
      const left = starts.filter(({ index }) => index < chosen)
      expect(times(dropped.ics)).toEqual(left.map((one) => `${new Date(one.at).toISOString()} 회의`).sort())
    }),
    { numRuns: 40 },
  )
})

test('a rule of fixed days is moved by hours, and not by days', () => {
  const file = ics('u', [
    'DTSTART;TZID=Asia/Seoul:20261110T090000',
    'RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
    'SUMMARY:x',
  ])
  const before = { start: Date.parse('2026-11-10T09:00:00+09:00'), end: Date.parse('2026-11-10T10:00:00+09:00') }
  const by = (ms: number) =>
    draftEvent({
      do: 'change',
      ics: file,
      words: {},
      before,
      times: { start: before.start + ms, end: before.end + ms },
      ...stamped,
    })
  expect(by(dayMs).isFixed).toBe(true)
  expect(times(by(2 * hourMs).ics)).toEqual([
    '2026-11-10T02:00:00.000Z x',
    '2026-12-08T02:00:00.000Z x',
    '2027-01-12T02:00:00.000Z x',
  ])
})
