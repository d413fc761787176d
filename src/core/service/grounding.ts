import type { Json } from '../../protocol/index.ts'
import { readDate } from '../../std/korean/dates/date.ts'
import { readTime } from '../../std/korean/dates/time.ts'
import { readAmounts } from '../../std/korean/numbers/amount.ts'
import { readNumber } from '../../std/korean/numbers/number.ts'
import { normalized } from '../../std/korean/spelling/normalize.ts'
import type { When } from '../../std/time/calendar.ts'
import { cast, type Slot } from './slots.ts'
import type { Operation } from './state.ts'

/**
 * Whether everything that a model read stands in the sentence: each number among its numbers, each name and text among its words, each
 * day and time among those that are named. A model may find what code could not; it may not make anything up.
 */
export function isGrounded(tasks: readonly (readonly Operation[])[], slots: readonly Slot[], text: string, when: When): boolean {
  const said = normalized(text.normalize('NFC'))
  return tasks.flat().every((one) => {
    const slot = one.op === 'set' ? slots.find(({ name }) => name === one.slot) : undefined
    return one.op !== 'set' || !slot || stands(slot, one.value, said, when)
  })
}

function stands(slot: Slot, given: Json, said: string, when: When): boolean {
  const known = cast(slot, given, when)
  const value = 'value' in known ? known.value : given
  switch (slot.type) {
    case 'amount':
    case 'count':
      return numbersIn(said).includes(Number(value)) || (typeof value !== 'number' && isAmong(value, said))
    case 'date':
      return days(said, when).includes(String(value)) || isAmong(given, said)
    case 'time': {
      const time = readTime(said)
      return (time !== undefined && 'hour' in time) || isAmong(given, said)
    }
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

const flat = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.,!?'"‘’“”]/g, '')
const isAmong = (value: Json, said: string) => value !== null && flat(said).includes(flat(normalized(String(value))))

function numbersIn(said: string): number[] {
  const amounts = readAmounts(said).flatMap((read) =>
    'won' in read ? [read.won] : 'refused' in read && read.refused === 'zero' ? [0] : [],
  )
  const plain = [...said.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
  const numbers: number[] = []
  let rest = said
  for (let read = readNumber(rest); read && numbers.length < 8; read = readNumber(rest)) {
    numbers.push(read.value)
    rest = rest.slice(read.to)
  }
  return [...amounts, ...plain, ...numbers]
}

function days(said: string, when: When): string[] {
  const found: string[] = []
  let rest = said
  for (let read = readDate(rest, when); read && found.length < 8; read = readDate(rest, when)) {
    if ('date' in read) found.push(read.date)
    rest = rest.slice(read.to)
  }
  return found
}
