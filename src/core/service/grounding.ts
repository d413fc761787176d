import type { Json } from '../../protocol/index.ts'
import type { TimeOfDay } from '../../std/korean/dates/time.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import type { When } from '../../std/time/calendar.ts'
import { castSlotValue, type Slot } from './slots.ts'
import type { Operation } from './state.ts'

/**
 * True if everything that a model read stands in the sentence: each number among its numbers, each name and text among
 * its words, each day and time among those that are named. A model may find what code could not; it may not make
 * anything up.
 */
export function isGrounded(
  tasks: readonly (readonly Operation[])[],
  slots: readonly Slot[],
  text: string,
  when: When,
): boolean {
  const said = readSentence(text)
  return tasks.flat().every((one) => {
    const slot = one.op === 'set' ? slots.find(({ name }) => name === one.slot) : undefined
    return one.op !== 'set' || !slot || stands(slot, one.value, said, when)
  })
}

function stands(slot: Slot, given: Json, said: Sentence, when: When): boolean {
  const known = castSlotValue(slot, given, when)
  const value = 'value' in known ? known.value : given
  switch (slot.type) {
    case 'amount':
      return sumsIn(said).includes(Number(value)) || (typeof value !== 'number' && isAmong(value, said))
    case 'count':
      return numbersIn(said).includes(Number(value)) || (typeof value !== 'number' && isAmong(value, said))
    case 'date':
      return said.days(when).some((day) => 'date' in day && day.date === value) || isAmong(given, said)
    case 'time':
      return said.times.some((time) => 'hour' in time && isSameTime(time, value)) || isAmong(given, said)
    case 'person':
    case 'text':
      return isAmong(value, said)
    // A choice is named by its own word, whatever words somebody has for it.
    case 'choice':
      return true
    default:
      return slot.type satisfies never
  }
}

/** True if a clock time is the one that was said; without its half of the day it is either. */
function isSameTime({ hour, minute, ambiguous }: TimeOfDay, value: Json): boolean {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(String(value)) ?? []
  const isHour = ambiguous ? Number(hours) % 12 === hour % 12 : Number(hours) === hour
  return hours !== undefined && isHour && Number(minutes) === minute
}

const flat = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.,!?'"‘’“”]/g, '')

/**
 * True if words of the sentence say a value, from the beginning of a word to the end of one or to its particle: 수 is no
 * part of 영수.
 */
function isAmong(value: Json, { words }: Sentence): boolean {
  const wanted = value === null ? '' : flat(readSentence(String(value)).text)
  if (wanted === '') return false
  return words.some((_, at) => {
    let before = ''
    for (const { text, stems } of words.slice(at)) {
      if (before.length > wanted.length) return false
      if ([text, ...stems].some((stem) => before + flat(stem) === wanted)) return true
      before += flat(text)
    }
    return false
  })
}

/** Sums that were said; bare numbers only where none was: the 7 of “7시에 3만원” is nobody's sum. */
function sumsIn(said: Sentence): number[] {
  const won = wonIn(said)
  return won.length > 0 ? won : numbersIn(said)
}

const wonIn = ({ amounts }: Sentence): number[] =>
  amounts.flatMap((read) => ('won' in read ? [read.won] : read.refused === 'zero' ? [0] : []))

function numbersIn(said: Sentence): number[] {
  const { text, numbers } = said
  const plain = [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
  return [...wonIn(said), ...plain, ...numbers.map(({ value }) => value)]
}
