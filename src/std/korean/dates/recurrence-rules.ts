import type { Weekday } from '../../time/calendar.ts'
import type { Recurrence } from '../../time/recurrence.ts'
import { nativeAt, numeralAt } from '../numbers/number.ts'

/** What the words of a rule say of its days, without its beginning, times and end. */
export type RulePattern = Omit<Recurrence, 'anchor' | 'time' | 'more' | 'until' | 'count' | 'except'>

/** English weekdays by their first letters, Monday first. */
export const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** An English weekday, whole or short. */
export const ENGLISH_DAY = '\\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?s?\\b'
/** Monday to Friday. */
export const WEEKDAYS: Weekday[] = [1, 2, 3, 4, 5]

/** A count in digits, native or Sino-Korean words; 0 for none. */
export const numberOf = (word: string) =>
  /^\d/.test(word) ? Number(word) : ((nativeAt(word, 0) ?? numeralAt(word, 0))?.value ?? 0)
