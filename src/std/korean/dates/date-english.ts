import { addDays, type CivilDate } from '../../time/calendar.ts'
import { exact, type Found, lastWeekday, later, monday, nextWeekday, type Rule, upcoming } from './date-rule.ts'

const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENGLISH_DAY = '(mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?'
const ENGLISH_MONTH = `(${MONTHS.join('|')})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\.?`

const COUNTS = 'one|two|three|four|five|six|seven|eight|nine|ten'

/** How days are named in English; each rule finds its words and says which day they mean. */
export const ENGLISH_DATES: Rule[] = [
  [
    new RegExp(
      `\\b${ENGLISH_DAY}\\s(?:in\\s(\\d{1,3}|an?|${COUNTS})\\sweeks?|(\\d{1,3}|an?|${COUNTS})\\sweeks?\\sfrom\\s(?:now|today))\\b`,
      'g',
    ),
    ([, day = '', n, m], today) => ({
      date: addDays(monday(today), 7 * englishCount(n ?? m) + ENGLISH_DAYS.indexOf(day.slice(0, 3))),
    }),
  ],
  [new RegExp(`\\b(?:(next|this|last|on|coming)\\s)${ENGLISH_DAY}\\b`, 'g'), englishDay],
  [/\b()(mon|tues|wednes|thurs|fri|satur|sun)day\b/g, englishDay],
  [
    /\bin\s(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s(day|week|month|year)s?\b/g,
    ([, n, unit], today) => later(today, englishCount(n), unit, ''),
  ],
  [
    /\b(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s(day|week|month|year)s?\s(ago|later|from (?:now|today))\b/g,
    ([, n, unit, way], today) => later(today, englishCount(n), unit, way),
  ],
  [
    /\b(next|last)\s(week|month|year)\b/g,
    ([, way, unit], today) => ({ ...later(today, 1, unit, way === 'last' ? '전' : ''), approximate: true }) as Found,
  ],
  [
    new RegExp(`\\b${ENGLISH_MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s(\\d{4}))?\\b(?!:)`, 'g'),
    ([, m, d, y], today) => englishDate(today, m, d, y),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?${ENGLISH_MONTH}\\b(?:,?\\s(\\d{4}))?`, 'g'),
    ([, d, m, y], today) => englishDate(today, m, d, y),
  ],
]

function englishDay([, way = '', day = '']: RegExpExecArray, today: CivilDate): Found {
  const wanted = ENGLISH_DAYS.indexOf(day.slice(0, 3)) + 1
  if (way === 'next') return { date: addDays(monday(today), 6 + wanted) }
  if (way === 'this') return { date: addDays(monday(today), wanted - 1) }
  const next = nextWeekday(today, wanted)
  return { date: way === 'last' ? addDays(next, lastWeekday(today, wanted, -1)) : next }
}

function englishCount(word = ''): number {
  const spoken = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(word)
  return /^an?$/.test(word) ? 1 : spoken > 0 ? spoken : Number(word)
}

function englishDate(today: CivilDate, m = '', d = '', y?: string): Found {
  const [month, day] = [MONTHS.indexOf(m.slice(0, 3)) + 1, Number(d)]
  return y ? exact(Number(y), month, day) : upcoming(today, month, day)
}
