import type { ReadDate } from '../../../std/korean/dates/date.ts'
import { placesIn, type Zoned } from '../../../std/korean/dates/places.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { plain } from '../../../std/korean/spelling/span.ts'
import type { When } from '../../../std/time/calendar.ts'
import { type CivilDate, civilDate, partsOf, todayIn } from '../../../std/time/calendar.ts'
import type { Mark } from './pattern.ts'
import { numberAt } from './quantity.ts'

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
  const dates = [...said.days(when), ...feasts(text, when)].map((read) => dayMark(text, read))
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
  return [...counted(text, dates), ...times, ...lengths, ...placesIn(text)]
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

const days: [RegExp, number, number][] = [
  [/new year'?s eve/g, 12, 31],
  [/new year(?:'?s)?(?: day)?(?! ?'?s? eve)/g, 1, 1],
  [/christmas eve/g, 12, 24],
  [/christmas day/g, 12, 25],
  [/valentine'?s day/g, 2, 14],
  [/halloween/g, 10, 31],
  [/핼러윈|할로윈/g, 10, 31],
  [/밸런타인데이/g, 2, 14],
  [/(?<![가-힣])새해(?=까지)/g, 1, 1],
]

/** Days with a name that the readers leave out; the next one, today included. */
function feasts(text: string, when: When): ReadDate[] {
  const today = todayIn(when)
  return days.flatMap(([name, month, day]) =>
    Array.from(plain(text).matchAll(name), ({ index, 0: said }) => {
      const year = partsOf(today)[0]
      const date = [civilDate(year, month, day), civilDate(year + 1, month, day)].find(
        (one) => one && one >= today,
      ) as CivilDate
      return { date, from: index, to: index + said.length }
    }),
  )
}

const units: [RegExp, LengthUnit][] = [
  [/^ ?(?:주일|주)/, 'weeks'],
  [/^ ?일/, 'days'],
  [/^ ?(?:개월|달)/, 'months'],
  [/^ ?(?:년|해)/, 'years'],
]

/** "크리스마스 3일 전": behind another day, "3일 전" is a length that is counted from that day, not from today. */
function counted(text: string, dates: Mark<DayMention>[]): Mark<WhenPart>[] {
  const sorted = dates.toSorted((a, b) => a.from - b.from)
  return sorted.map((one, index) => {
    const before = sorted[index - 1]
    if (!before || !/^(?:부터|에서|의|로부터)? ?$/.test(text.slice(before.to, one.from))) return one
    const number = numberAt(text, one.from)
    const unit = number && units.find(([name]) => name.test(text.slice(number.to, one.to)))
    if (!number || !unit || !/(?:뒤|후|전)$/.test(text.slice(one.from, one.to))) return one
    const length = unit[0].exec(text.slice(number.to))?.[0].length ?? 0
    return {
      kind: 'w',
      from: one.from,
      to: number.to + length,
      value: { amount: Number(number.digits), unit: unit[1] },
    }
  })
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
