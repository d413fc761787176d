import { civilDate, type Weekday } from '../../time/calendar.ts'
import type { Recurrence } from '../../time/recurrence.ts'
import { NATIVE_DAYS, nativeAt, numeralAt } from '../numbers/number.ts'
import type { Span } from '../spelling/span.ts'
import { DAYS } from './date-rule.ts'

/** What the words of a rule say of its days, without its beginning, times and end. */
export type RulePattern = Omit<Recurrence, 'anchor' | 'time' | 'more' | 'until' | 'count' | 'except'>
type Rule = [pattern: RegExp, read: (hit: RegExpExecArray) => RulePattern | undefined]

const ORDERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:첫|first|1st)/, 1],
  [/^(?:둘|두|second|2nd)/, 2],
  [/^(?:셋|세|third|3rd)/, 3],
  [/^(?:넷|네|fourth|4th)/, 4],
  [/^(?:다섯|fifth|5th)/, 5],
  [/^(?:마지막|last)/, -1],
]
const ORDER = '(?:첫|두|세|네|다섯)\\s?번째|[첫둘셋넷]째|다섯째|첫|마지막'
const ENGLISH_ORDER = 'first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th'
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** English weekdays by their first letters, Monday first. */
export const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const COUNT = '(\\d{1,3}|[이삼사오육칠팔구십]{1,3}|한|두|세|석|네|넉|다섯|여섯)'
const JOIN = '(?:\\s?[,·/]\\s?|(?:하고|이?랑|와|과)\\s?|\\s)?'
// Days by their letter ("월수금") only where the word ends with them: "매주 일정" is no Sunday.
const LIST = `([${DAYS}](?:요일)?(?:${JOIN}[${DAYS}](?:요일)?){0,6}(?<=요일|[${DAYS}](?=마다|에|은|[^가-힣]|$)))`
/** An English weekday, whole or short. */
export const ENGLISH_DAY = '\\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?s?\\b'
/** Monday to Friday. */
export const WEEKDAYS: Weekday[] = [1, 2, 3, 4, 5]

const RULES: Rule[] = [
  [
    /(?:매일\s?매일|매일(?!경제|유업|신문|노동)|(?<![가-힣])날마다|하루에?\s?한\s?번(?:씩)?|(?<![가-힣])(?:아침|점심|저녁|밤)마다|\b(?:every\s?(?:day|morning|afternoon|evening|night)|daily)\b)/g,
    () => ({ every: 'day', interval: 1 }),
  ],
  [/격일(?:로|마다)?|\bevery other day\b/g, () => ({ every: 'day', interval: 2 })],
  [
    new RegExp(`(${Object.keys(NATIVE_DAYS).join('|')})\\s?(?:에\\s?한\\s?번|마다)`, 'g'),
    ([, word]) => ({ every: 'day', interval: NATIVE_DAYS[word as string] as number }),
  ],
  [
    new RegExp(
      `(?<![\\d가-힣])${COUNT}\\s?(일|주일|주|개월|달|년)\\s?(?:에\\s?한\\s?번|마다)(?:\\s?(${LIST.slice(1, -1)})(?:요일)?)?`,
      'g',
    ),
    counted,
  ],
  [
    /\bevery ([1-9]\d{0,2}|two|three|four) (day|week|month|year)s\b/g,
    ([, n, unit]) => ({
      every: unit as RulePattern['every'],
      interval: Number(n) || ['two', 'three', 'four'].indexOf(n as string) + 2,
    }),
  ],
  [
    new RegExp(`(매주|격주로?|(?<![가-힣\\d])(?:이|두|2)\\s?주마다)\\s?(?:(평일|주말)|${LIST})(?:마다)?`, 'g'),
    ([, how, named, list]) => weekly(how?.startsWith('매') ? 1 : 2, named, list),
  ],
  [
    new RegExp(`(?<![가-힣])${LIST}마다`, 'g'),
    ([, list]) => (list?.includes('요일') ? weekly(1, undefined, list) : undefined),
  ],
  [
    /(?<![가-힣])(?<!(?:이번|요번|다음|지난|저번|오는|돌아오는|첫|[첫둘셋넷]째|번째|마지막)\s)(?:매\s?)?(평일|주중|주말)(?:마다|에는|에)?/g,
    ([, named]) => weekly(1, named),
  ],
  [
    new RegExp(
      `\\bevery (other )?(weekday|weekend|${ENGLISH_DAY}(?:(?:,? and |, )${ENGLISH_DAY})*)\\b|\\bon (weekdays|weekends)\\b`,
      'g',
    ),
    english,
  ],
  [
    new RegExp(
      `(?:매달|매월|(?<![가-힣])달마다|다달이|(?<![가-힣])월마다)\\s?(${ORDER})\\s?(?:주\\s?)?([${DAYS}])요일`,
      'g',
    ),
    ([, order, day]) => nth(order, DAYS.indexOf(day as string)),
  ],
  [
    new RegExp(
      `\\b(?:every |on )?(?:the )?(${ENGLISH_ORDER}) (${ENGLISH_DAY})(?: (?:of|in) (?:every|each|the) month|,? (?:every month|monthly))\\b`,
      'g',
    ),
    ([, order, day]) => nth(order, ENGLISH.indexOf((day as string).slice(0, 3))),
  ],
  [
    new RegExp(`\\b(?:monthly|every month),? on the (${ENGLISH_ORDER}) (${ENGLISH_DAY})\\b`, 'g'),
    ([, order, day]) => nth(order, ENGLISH.indexOf((day as string).slice(0, 3))),
  ],
  [
    /\b(?:on )?(?:the )?last day of (?:every|each|the) month\b|\b(?:every month|monthly),? on the last day\b/g,
    () => ({ every: 'month', interval: 1, day: 'last' }),
  ],
  [
    /\b(?:every month|monthly),? on (?:the |day )?(\d{1,2})(?:st|nd|rd|th)?\b|\b(?:on )?the (\d{1,2})(?:st|nd|rd|th)? of (?:every|each) month\b/g,
    ([, day, other]) => monthly(day ?? other),
  ],
  [/\b(?:every month|monthly)\b(?!,? on )/g, () => ({ every: 'month', interval: 1 })],
  [
    /\b(?:every year|yearly|annually|every week|weekly)\b/g,
    ([said]) => ({ every: /week/.test(said) ? 'week' : 'year', interval: 1 }),
  ],
  [
    /\b(?:every year,? on |every |yearly,? on )(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?\b/g,
    ([, month, day]) => onDay(ENGLISH_MONTHS.indexOf(month as string) + 1, Number(day)),
  ],
  [
    /매\s?시간(?:마다)?|매\s?시(?:각|정각)|(?<![\d가-힣])시간마다|\b(?:every hour|hourly)\b/g,
    () => ({ every: 'hour', interval: 1 }),
  ],
  [
    new RegExp(`(?<![\\d가-힣])${COUNT}\\s?(시간|분)\\s?(?:에\\s?한\\s?번|마다|간격(?:으로)?)(?:씩)?`, 'g'),
    ([, n, unit]) => timed(n, unit === '분' ? 'minute' : 'hour'),
  ],
  [
    /\bevery (\d{1,3}|two|three|four|six) (hour|minute)s\b/g,
    ([, n, unit]) => ({
      every: unit as 'hour' | 'minute',
      interval: Number(n) || { two: 2, three: 3, four: 4, six: 6 }[n as 'two'],
    }),
  ],
  [
    new RegExp(
      `(?:(매주|격주|매일)\\s?)?(?<![가-힣])([${DAYS}])(?:요일)?\\s?(?:부터|에서|~|∼|〜|-|–)\\s?([${DAYS}])(?:요일)?(?:까지)?(?:\\s?(매주|매일|마다))?(?![가-힣](?<!에))`,
      'g',
    ),
    ([said, before, from, to, after]) =>
      before || after || /요일/.test(said) || /[~∼〜–-]/.test(said)
        ? range(before === '격주' ? 2 : 1, DAYS.indexOf(from as string), DAYS.indexOf(to as string))
        : undefined,
  ],
  [
    new RegExp(`\\b(?:every )?(${ENGLISH_DAY})\\s?(?:to|through|thru|-|–)\\s?(${ENGLISH_DAY})\\b`, 'g'),
    ([, from, to]) =>
      range(1, ENGLISH.indexOf((from as string).slice(0, 3)), ENGLISH.indexOf((to as string).slice(0, 3))),
  ],
  [
    /(?<![가-힣])(?:매달|매월|다달이|달마다)(?![가-힣]|\s?(?:\d|[일이삼사오육칠팔구십]{1,3}일|말일|말(?![가-힣])|[첫둘셋넷]|마지막))/g,
    () => ({ every: 'month', interval: 1 }),
  ],
  [
    /(?<![가-힣])(?:매년|해마다)(?![가-힣]|\s?(?:\d|[일이삼사오유육칠팔구시십]{1,2}월))/g,
    () => ({ every: 'year', interval: 1 }),
  ],
  [
    /(?:매달|매월|(?<![가-힣])달마다|다달이|(?<![가-힣])월마다)\s?(?:(\d{1,2}|이?십[일이삼사오육칠팔구]?|삼십일?|[일이삼사오육칠팔구])일|(말일|마지막\s?날|말(?![가-힣])))/g,
    ([, day, last]) => monthly(day, last),
  ],
  [
    /(?:매년|해마다|\b(?:every year on) )\s?(\d{1,2}|[일이삼사오육유칠팔구시십]{1,2})월\s?(\d{1,2}|[일이삼사오육칠팔구십]{1,3})일/g,
    ([, month, day]) => yearly(month, day),
  ],
]

/** The first rule in a text as from `plain`; of two that begin at one place the longer. */
export function firstRule(s: string): (Span & { pattern: RulePattern }) | undefined {
  let best: (Span & { pattern: RulePattern }) | undefined
  for (const [regex, read] of RULES) {
    regex.lastIndex = 0
    const hit = regex.exec(s)
    const pattern = hit && read(hit)
    if (!hit || !pattern) continue
    const span = { from: hit.index, to: hit.index + hit[0].trimEnd().length }
    if (!best || span.from < best.from || (span.from === best.from && span.to > best.to)) best = { ...span, pattern }
  }
  return best
}

function sino(word: string): number {
  return /^\d/.test(word) ? Number(word) : (numeralAt(word.replace('유', '육').replace(/^시$/, '십'), 0)?.value ?? 0)
}

function counted([, n = '', unit = '', list]: RegExpExecArray): RulePattern | undefined {
  const interval = /^\d/.test(n) ? Number(n) : ((numeralAt(n, 0) ?? nativeAt(n, 0))?.value ?? 0)
  if (interval < 1) return undefined
  if (unit.startsWith('주')) return weekly(interval, undefined, list)
  const every = unit === '일' ? 'day' : unit === '년' ? 'year' : 'month'
  return { every, interval }
}

function weekly(interval: number, named?: string, list?: string): RulePattern {
  if (named) return { every: 'week', interval, weekdays: named === '주말' ? [6, 7] : WEEKDAYS }
  const letters = (list ?? '').replace(/요일/g, '').replace(/하고|이랑|랑|와|과/g, '')
  const weekdays = [...DAYS].flatMap((day, i) => (letters.includes(day) ? [(i + 1) as Weekday] : []))
  return { every: 'week', interval, ...(weekdays.length > 0 ? { weekdays } : {}) }
}

function english([, other, named, on]: RegExpExecArray): RulePattern | undefined {
  const word = named ?? (on as string)
  const interval = other ? 2 : 1
  if (/^week(?:day|end)s?$/.test(word)) return weekly(interval, word.startsWith('weekend') ? '주말' : '평일')
  const weekdays = ENGLISH.flatMap((day, i) => (new RegExp(`\\b${day}`).test(word) ? [(i + 1) as Weekday] : []))
  return { every: 'week', interval, weekdays }
}

function monthly(day?: string, last?: string): RulePattern | undefined {
  if (last) return { every: 'month', interval: 1, day: 'last' }
  const date = sino(day as string)
  return date >= 1 && date <= 31 ? { every: 'month', interval: 1, day: date } : undefined
}

function yearly(month = '', day = ''): RulePattern | undefined {
  return onDay(sino(month), sino(day))
}

const onDay = (month: number, day: number): RulePattern | undefined =>
  civilDate(2000, month, day) ? { every: 'year', interval: 1, month, day } : undefined

function nth(order = '', day = 0): RulePattern | undefined {
  const count = ORDERS.find(([word]) => word.test(order))?.[1]
  return count === undefined ? undefined : { every: 'month', interval: 1, nth: count, weekdays: [(day + 1) as Weekday] }
}

function timed(n = '', every: 'hour' | 'minute'): RulePattern | undefined {
  const interval = numberOf(n)
  return interval >= 1 ? { every, interval } : undefined
}

function range(interval: number, from: number, to: number): RulePattern | undefined {
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (((from + i) % 7) + 1) as Weekday)
  return { every: 'week', interval, weekdays: days.sort((a, b) => a - b) }
}

/** A count in digits, native or Sino-Korean words; 0 for none. */
export const numberOf = (word: string) =>
  /^\d/.test(word) ? Number(word) : ((nativeAt(word, 0) ?? numeralAt(word, 0))?.value ?? 0)
