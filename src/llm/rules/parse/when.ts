import type { ReadDate } from '../../../std/korean/dates/date.ts'
import { placesIn, type Zoned } from '../../../std/korean/dates/places.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { CivilDate, When } from '../../../std/time/calendar.ts'
import type { Mark } from './pattern.ts'

/** A named date. Without a year it is the next one, unless the sentence is about the past. */
export interface DayMention {
  date: CivilDate
  yearless?: true
  /** "다음 달", "주말": no day that could be told as one. */
  rough?: true
  /** 2월 30일. */
  invalid?: true
}
/** `ambiguous`: without morning or afternoon. `nextDay`: of the night after the day that is named with it. */
export interface TimeReading {
  hour: number
  minute: number
  ambiguous?: true
  nextDay?: true
}
export type LengthUnit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years'
export interface Length {
  amount: number
  unit: LengthUnit
}
export type WhenPart = DayMention | TimeReading | Length | Zoned

/** Dates (d), clock times (t), lengths of time (w) and places with a clock (z) of a sentence. */
export function whenIn({ text, ...when }: { text: string } & When): Mark<WhenPart>[] {
  const said = readSentence(text)
  const dates = said.days(when).map((read) => dayMark(text, read))
  const times = said.times.flatMap((read) => {
    if ('invalid' in read) return []
    const { from, to, hour, minute, ambiguous, nextDay } = read
    return [
      {
        kind: 't',
        from,
        to,
        value: { hour, minute, ...(ambiguous ? { ambiguous } : {}), ...(nextDay ? { nextDay } : {}) },
      },
    ]
  })
  const lengths = said.durations
    .filter(({ from, to }) => text.slice(from, to).toLowerCase() !== 'and')
    .map(({ from, to, ms }) => ({ kind: 'w', from, to, value: lengthOf(ms) }))
  return [...dates, ...times, ...lengths, ...placesIn(text)]
}

function dayMark(text: string, read: ReadDate): Mark<DayMention> {
  const { from, to } = read
  if ('invalid' in read) return { kind: 'd', from, to, value: { date: '', invalid: true } }
  const yearless =
    /^\s*\d{1,2}\s?[월/]|^[a-z]{3,9}\.? \d|^\d{1,2}(?:st|nd|rd|th)? /i.test(text.slice(from, to)) &&
    !/\d{4}/.test(text.slice(from, to))
  return {
    kind: 'd',
    from,
    to,
    value: {
      date: read.date,
      ...(yearless ? { yearless } : {}),
      ...(read.approximate ? { rough: true as const } : {}),
    },
  }
}

const sizes: [LengthUnit, number][] = [
  ['weeks', 604_800_000],
  ['days', 86_400_000],
  ['hours', 3_600_000],
]

function lengthOf(ms: number): Length {
  const [unit, size] = sizes.find(([, each]) => ms > 0 && ms % each === 0) ?? ['minutes' as const, 60_000]
  return { amount: ms / size, unit }
}
