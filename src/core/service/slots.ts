import type { Json, JsonObject } from '../../protocol/index.ts'
import { formatDate, formatEnglishDate, formatEnglishTime, formatTime } from '../../std/korean/dates/format-date.ts'
import { likelyHour } from '../../std/korean/dates/moment.ts'
import { numberOf } from '../../std/korean/numbers/counted.ts'
import { formatWon, grouped } from '../../std/korean/numbers/money.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { CivilDate, When } from '../../std/time/calendar.ts'
import { civilDate, partsOf, todayIn } from '../../std/time/calendar.ts'
import { fillTemplate } from './template.ts'

export const slotTypes = ['person', 'amount', 'date', 'time', 'count', 'text', 'choice'] as const
/**
 * The form of a slot's value: `amount` and `count` as whole numbers, `date` as `2026-06-19`, `time` as `19:30`,
 * `choice` as the name of the choice, the others as text.
 */
export type SlotType = (typeof slotTypes)[number]

/** One thing that a service must or may know, in one language. */
export interface Slot {
  name: string
  type: SlotType
  required: boolean
  label: string
  /** Ways to ask for it; never the same one twice in a row. */
  questions: readonly string[]
  /** Said when a value cannot be taken; `past`, `min` and `max` fall back on `invalid`. */
  /**
   * `fraction`: no whole number; `range`: several; `repeats`: again and again; `half`: an hour of either half of the
   * day, which stands as `{time}` in it. Where one is absent, `invalid` says it.
   */
  errors: Record<'invalid', string> &
    Partial<Record<'past' | 'min' | 'max' | 'fraction' | 'range' | 'repeats' | 'long' | 'half', string>>
  /** Of a `time` the hours in which it may be, 10.5 for half past ten. */
  min?: number
  max?: number
  /** The unit of a count ("명"). */
  unit?: string
  choices?: readonly { value: string; words: readonly string[] }[]
  /** A day that is over may be named; otherwise it is an error. */
  past?: boolean
}

export type SlotFault = keyof Slot['errors']
/** A value that was taken, or why it was not. */
export type SlotCast = { value: Json } | { fault: SlotFault }

const faultOf = (why: SlotFault): SlotCast => ({ fault: why })
const castText = (value: string): SlotCast => (value.trim() ? { value: value.trim() } : faultOf('invalid'))

/**
 * A value as a slot keeps it, out of whatever a reader or a model gave: typed already, or words ("3만원", "다음 주 금요일").
 * Nothing is rounded or guessed.
 */
export function castSlotValue(slot: Slot, given: Json, when: When): SlotCast {
  if (typeof given !== 'string' && typeof given !== 'number') return faultOf('invalid')
  switch (slot.type) {
    case 'amount':
      return wonOf(slot, given)
    case 'count':
      return castNumber(slot, typeof given === 'number' ? given : countOf(given, slot.unit))
    case 'date':
      return castDay(slot, String(given), when)
    case 'time':
      return castTime(slot, String(given))
    case 'choice':
      return castChoice(slot, String(given))
    case 'person':
    case 'text':
      return typeof given !== 'string' ? faultOf('invalid') : given.length > maxText ? faultOf('long') : castText(given)
    default:
      return slot.type satisfies never
  }
}

/** A name or a memo is not longer than this, in UTF-16 units. */
export const maxText = 500

function castNumber({ min, max }: Slot, value: number | undefined): SlotCast {
  if (value !== undefined && Number.isFinite(value) && !Number.isInteger(value)) return faultOf('fraction')
  if (value === undefined || !Number.isSafeInteger(value)) return faultOf('invalid')
  if (min !== undefined && value < min) return faultOf('min')
  return max !== undefined && value > max ? faultOf('max') : { value }
}

function wonOf(slot: Slot, given: string | number): SlotCast {
  if (typeof given === 'number' || /^\s*-?\d+(\.\d+)?\s*$/.test(given)) return castNumber(slot, Number(given))
  const all = readSentence(given).amounts
  if (all.some((read) => 'refused' in read && read.refused === 'range')) return faultOf('range')
  const [read] = all
  if (read && 'won' in read) return castNumber(slot, read.won)
  if (read?.refused === 'fraction') return faultOf('fraction')
  return castNumber(slot, read?.refused === 'zero' ? 0 : read?.refused === 'negative' ? -1 : undefined)
}

function countOf(words: string, unit: string | undefined): number | undefined {
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(words)) return Number(words)
  const counted = unit ? readSentence(words).counted(unit) : []
  if (counted.some(({ value }) => value === undefined)) return undefined
  return counted[0]?.value ?? numberOf(words.trim())
}

function castDay({ past }: Slot, words: string, when: When): SlotCast {
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(words)
  const read = iso ? undefined : readSentence(words).days(when)[0]
  // "다음 달", "주말": no one day, so one is asked for.
  const date = iso ? civilDate(...partsOf(words)) : read && 'date' in read && !read.approximate ? read.date : undefined
  if (date === undefined) return faultOf(REPEATED.test(words) ? 'repeats' : 'invalid')
  return !past && date < todayIn(when) ? faultOf('past') : { value: date }
}

/** Words for a day that say that it comes again. */
const REPEATED = patternOf('i')`
    ^(?:매\s?[달월주일년]|격주|마다|(?:every|each) (?:day|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|daily|
    weekly|monthly)$`

/**
 * A time of day. An hour without its half of the day is the one that lies in the slot's hours; where both do, it is
 * asked which, but for noon and the hours behind it, which nobody means of the night.
 */
function castTime({ min = 0, max = 24, ...slot }: Slot, words: string): SlotCast {
  const read = readSentence(words).times[0]
  if (!read || !('hour' in read)) return faultOf('invalid')
  const at = (hour: number) => hour + read.minute / 60
  const halves = [read.hour % 12, (read.hour % 12) + 12].filter((hour) => at(hour) >= min && at(hour) <= max)
  const likely = likelyHour(read.hour)
  const sure = likely >= 12 && likely !== 18 && halves.includes(likely)
  if (read.ambiguous && halves.length > 1 && !sure) return faultOf(slot.errors.half ? 'half' : 'invalid')
  const hour = !read.ambiguous ? read.hour : sure ? likely : (halves[0] ?? likely)
  if (at(hour) < min) return faultOf('min')
  return at(hour) > max ? faultOf('max') : { value: `${pad(hour)}:${pad(read.minute)}` }
}

const pad = (value: number) => String(value).padStart(2, '0')

function castChoice(slot: Slot, words: string): SlotCast {
  const [found, other] = choicesIn(slot, words)
  return found && !other ? { value: found.value } : faultOf('invalid')
}

/** The choices that words name, each by its longest word: 소고기 is no 소. */
export function choicesIn({ choices = [] }: Slot, words: string): { value: string; word: string }[] {
  const said = words.toLowerCase()
  const named = choices.flatMap(({ value, words: all }) => {
    const hits = [value, ...all].map((word) => word.toLowerCase()).filter((word) => said.includes(word))
    const word = hits.toSorted((a, b) => b.length - a.length)[0]
    return word === undefined ? [] : [{ value, word }]
  })
  const isPart = ({ word }: { word: string }) =>
    named.some((other) => other.word.length > word.length && other.word.includes(word))
  return named.filter((one) => !isPart(one))
}

/** The sentence for a fault of a slot; `given`: the words that had it. */
export function faultText({ errors }: Slot, why: SlotFault, given: Json = ''): string {
  const said = errors[why] ?? errors.invalid
  const read = why === 'half' ? readSentence(String(given)).times[0] : undefined
  if (!read || !('hour' in read)) return said
  const { hour, minute } = read
  const korean = `${hour}시${minute ? ` ${minute}분` : ''}`
  return fillTemplate(said, { time: /[가-힣]/.test(said) ? korean : `${hour}:${pad(minute)}` })
}

/** "weeks" → "week". */
const singular = (unit: string) => (unit === 'people' ? 'person' : unit.replace(/(?<=[a-z])s$/, ''))

/**
 * A value as a person reads it: 10000 → "1만원", "2026-06-19" → "6월 19일 금요일" or "Fri, Jun 19", 4 → "4명"; a day of
 * another year than `today` with its year.
 */
export function displaySlot(
  { type, unit = '', choices }: Pick<Slot, 'type' | 'unit' | 'choices'>,
  value: Json,
  language: 'ko' | 'en',
  today?: CivilDate,
): string {
  const english = language === 'en'
  if (type === 'amount' && typeof value === 'number') return english ? `${grouped(value)} won` : formatWon(value)
  if (type === 'count' && typeof value === 'number')
    return english && unit ? `${value} ${value === 1 ? singular(unit) : unit}` : `${value}${unit}`
  if (type === 'date' && typeof value === 'string')
    return (english ? formatEnglishDate : formatDate)(value, {
      year: today !== undefined && value.slice(0, 4) !== today.slice(0, 4),
    })
  if (type === 'time' && typeof value === 'string') return (english ? formatEnglishTime : formatTime)(clockOf(value))
  if (type === 'choice')
    return choiceWord(choices?.find((one) => one.value === value)?.words ?? [], String(value), english)
  return String(value)
}

/** A choice in the person's language: its name, or the first of its words that is in it. */
const choiceWord = (words: readonly string[], value: string, english: boolean) =>
  [value, ...words].find((word) => /[가-힣]/.test(word) !== english) ?? value

function clockOf(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { hour, minute }
}

/** All values of a task as a person reads them, by slot. */
export function displaySlots(
  slots: readonly Slot[],
  values: JsonObject,
  language: 'ko' | 'en',
  today: CivilDate,
): Record<string, string> {
  const shown = slots.flatMap((slot) => {
    const value = values[slot.name]
    return value === undefined || value === null
      ? []
      : [[slot.name, displaySlot(slot, value, language, today)] as const]
  })
  return Object.fromEntries(shown)
}
