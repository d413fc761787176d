import { inOneLine, patternOf } from '../../text/pattern.ts'
import { addDays, addMonths, type CivilDate, partsOf, weekdayOf } from '../../time/calendar.ts'
import {
  comingSaturday,
  exact,
  type Found,
  lastWeekday,
  later,
  monday,
  monthEnd,
  nextWeekday,
  type Rule,
  upcoming,
  upcomingDay,
} from './date-rule.ts'

const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENGLISH_DAY = '(mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rs|rsday|urday)?'
const ENGLISH_MONTH = `(${MONTHS.join('|')})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\.?`

const COUNTS = 'one|two|three|four|five|six|seven|eight|nine|ten'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
/** What a number with "th" counts when it is no day. */
const COUNTED =
  'of|floor|street|avenue|century|time|grade|place|page|chapter|line|row|anniversary|birthday|year|month|week|day'

/** How days are named in English; each rule finds its words and says which day they mean. */
export const ENGLISH_DATES: Rule[] = [
  [
    new RegExp(
      inOneLine`
        \\b${ENGLISH_DAY}\\s(?:in\\s(\\d{1,3}|an?|${COUNTS})\\sweeks?|
        (\\d{1,3}|an?|${COUNTS})\\sweeks?\\sfrom\\s(?:now|today))\\b`,
      'g',
    ),
    ([, day = '', n, m], today) => ({
      date: addDays(monday(today), 7 * englishCount(n ?? m) + ENGLISH_DAYS.indexOf(day.slice(0, 3))),
    }),
  ],
  [
    new RegExp(`\\b(?:on\\s)?${ENGLISH_DAY}\\s(?:of\\s)?(next|this)\\sweek\\b`, 'g'),
    ([, day = '', way], today) => ({
      date: addDays(monday(today), (way === 'next' ? 7 : 0) + ENGLISH_DAYS.indexOf(day.slice(0, 3))),
    }),
  ],
  [
    new RegExp(
      `\\b(\\d{1,3}|an?|${COUNTS})\\sweeks?\\s(?:from|after)\\s(?:(next|this|coming)\\s)?${ENGLISH_DAY}\\b`,
      'g',
    ),
    ([, n, way, day], today) => ({ date: addDays(englishDay(today, way, day), 7 * englishCount(n)) }),
  ],
  [
    new RegExp(
      inOneLine`
        \\b(?:on\\s)?(?:the\\s)?(first|second|third|fourth|fifth|last)\\s${ENGLISH_DAY}\\s(?:of|in)\\s(?:(?:(next)|this|
        the)\\smonth|${ENGLISH_MONTH}(?:,?\\s(\\d{4}))?)(?![a-z])
      `,
      'g',
    ),
    nthWeekday,
  ],
  [
    /\b(this|next|last|coming|on the)\sweekend\b/g,
    ([, way], today) => ({
      date: way === 'next' || way === 'last' ? addDays(monday(today), way === 'next' ? 12 : -2) : comingSaturday(today),
      approximate: true,
    }),
  ],
  [/\bthis\s(?:morning|afternoon|evening)\b/g, (_, today) => ({ date: today })],
  [
    new RegExp(`\\b(end|last day) of (?:(?:the|this|(next)) month|${ENGLISH_MONTH}(?:,?\\s(\\d{4}))?)(?![a-z])`, 'g'),
    ([, part, next, name, year], today) => {
      const first = name ? englishDate(today, name, '1', year) : { date: addMonths(today, next ? 1 : 0) }
      if (!first || !('date' in first)) return first
      // The first of a month that has begun lies a year ahead, its end does not.
      const back = name && !year && addMonths(first.date, -12).slice(0, 7) === today.slice(0, 7) ? -12 : 0
      return monthEnd(addMonths(first.date, back), part === 'end')
    },
  ],
  [
    new RegExp(
      `\\b(?:on|by|until|till|before|after)\\sthe\\s(\\d{1,2})(?:st|nd|rd|th)\\b(?!\\s(?:${COUNTED})\\b)`,
      'g',
    ),
    ([, day], today) => upcomingDay(today, Number(day)),
  ],
  [
    new RegExp(
      inOneLine`
        \\b(?:on\\s)?the\\s(\\d{1,2}(?=st|nd|rd|th)|${ORDINALS.join('|')})
        (?:st|nd|rd|th)?\\s(?:day\\s)?of\\s(?:(next)|this|the)\\smonth\\b`,
      'g',
    ),
    ([, day = '', next], today) => {
      const [year, month] = partsOf(addMonths(today, next ? 1 : 0))
      return exact(year, month, Number(day) || ORDINALS.indexOf(day) + 1)
    },
  ],
  [/\bon\sthe\sfirst(?=$|[.,!?]|\s(?:to|and|at)\b)/g, (_, today) => upcomingDay(today, 1)],
  [/\bin\sa\sfortnight\b|\ba\sfortnight\sfrom\s(?:now|today)\b/g, (_, today) => ({ date: addDays(today, 14) })],
  [
    new RegExp(`\\b(${ORDINALS.join('|')})\\sof\\s${ENGLISH_MONTH}\\b(?:,?\\s(\\d{4}))?`, 'g'),
    ([, word = '', m, y], today) => englishDate(today, m, String(ORDINALS.indexOf(word) + 1), y),
  ],
  [
    /(?<![\d/.])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g,
    ([, a, b, y], today) =>
      Number(a) > 12
        ? englishDate(today, MONTHS[Number(b) - 1], a, y)
        : englishDate(today, MONTHS[Number(a) - 1], b, y),
  ],
  [
    new RegExp(`\\b(?:(next|this|last|on|coming)\\s)${ENGLISH_DAY}\\b`, 'g'),
    ([, way, day], today) => ({ date: englishDay(today, way, day) }),
  ],
  [/\b()(mon|tues|wednes|thurs|fri|satur|sun)day\b/g, ([, way, day], today) => ({ date: englishDay(today, way, day) })],
  [
    /\bin\s(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s(day|week|month|year)s?\b/g,
    ([, n, unit], today) => later(today, englishCount(n), unit, ''),
  ],
  [
    patternOf('g')`
      \b(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s(day|week|month|year)
      s?\s(ago|later|from (?:now|today))\b`,
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

/** "the first Monday of December", "the last Friday of next month". */
function nthWeekday([, order = '', day = '', next, name, year]: RegExpExecArray, today: CivilDate): Found {
  const weekday = ENGLISH_DAYS.indexOf(day) + 1
  const nthIn = (first: CivilDate) => {
    const before = addDays(first, -1)
    const end = addDays(addMonths(first, 1), -1)
    return order === 'last'
      ? addDays(nextWeekday(end, weekday), -7)
      : addDays(nextWeekday(before, weekday), 7 * ORDINALS.indexOf(order))
  }
  const month = name ? englishDate(today, name, '1', year) : { date: `${addMonths(today, next ? 1 : 0).slice(0, 8)}01` }
  if (!month || !('date' in month)) return month
  // A month that has begun counts while its day is still to come.
  const begun = name && !year ? addMonths(month.date, -12) : month.date
  const first = begun.slice(0, 7) === today.slice(0, 7) && nthIn(begun) >= today ? begun : month.date
  const date = nthIn(first)
  return date.slice(0, 7) === first.slice(0, 7) ? { date } : { invalid: 'day' }
}

function englishDay(today: CivilDate, way = '', day = ''): CivilDate {
  const wanted = ENGLISH_DAYS.indexOf(day.slice(0, 3)) + 1
  if (way === 'next') return addDays(monday(today), 6 + wanted)
  const next = nextWeekday(today, wanted)
  // "this friday", said on a Saturday, is the one to come.
  if (way === 'this') return wanted < weekdayOf(today) ? next : addDays(monday(today), wanted - 1)
  return way === 'last' ? addDays(next, lastWeekday(today, wanted, -1)) : next
}

function englishCount(word = ''): number {
  const spoken = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(word)
  return /^an?$/.test(word) ? 1 : spoken > 0 ? spoken : Number(word)
}

function englishDate(today: CivilDate, m = '', d = '', y?: string): Found {
  const [month, day] = [MONTHS.indexOf(m.slice(0, 3)) + 1, Number(d)]
  return y ? exact(Number(y), month, day) : upcoming(today, month, day)
}
