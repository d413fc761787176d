// Several days or hours in one sentence. The set is built first, in the terms of RFC 5545, and counted on the
// calendar; the words come after.
import type { Random } from '../random.ts'

export interface SaidSet {
  /** The words that say when, without what is to be done. */
  words: string
  /** Whether it comes on this day (UTC midnight stands for it). */
  isOn(day: Date): boolean
  /** Hours of such a day. */
  hours: number[]
  language: 'ko' | 'en'
  /** What it says leaves open whether it comes again: it is asked about, or comes on all of these days. */
  open?: true
  /** The days are of one month or week, so that no rule holds them: all of them or none. */
  once?: true
}

type Days = Pick<SaidSet, 'words' | 'isOn' | 'open' | 'once'>

const KO_DAYS = [...'월화수목금토일']
const EN_DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const KO_ORDER = ['', '첫째', '둘째', '셋째', '넷째', '마지막']
const EN_ORDER = ['', 'first', 'second', 'third', 'fourth', 'last']
const EN_MONTH = ['January', 'March', 'August', 'October', 'December']
const MONTHS = [1, 3, 8, 10, 12]
const weekday = (day: Date) => (day.getUTCDay() + 6) % 7
const last = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
const isNth = (day: Date, order: number) =>
  order === 5 ? day.getUTCDate() + 7 > last(day) : Math.ceil(day.getUTCDate() / 7) === order
const th = (n: number) =>
  `${n}${(n % 100) - (n % 10) === 10 ? 'th' : n % 10 === 1 ? 'st' : n % 10 === 2 ? 'nd' : n % 10 === 3 ? 'rd' : 'th'}`
const hasFinal = (word: string) => (word.charCodeAt(word.length - 1) - 0xac00) % 28 > 0

/** Some of a list, in its order. */
function some<T>(random: Random, all: readonly T[], most = 3): T[] {
  const left = [...all]
  const picked = Array.from({ length: random.int(2, most) }, () => left.splice(random.below(left.length), 1)[0] as T)
  return all.filter((one) => picked.includes(one))
}

/** "1일, 15일", "1일과 15일", "1일이랑 15일", "the 1st, the 10th and the 20th". */
function joined(random: Random, words: readonly string[], language: 'ko' | 'en'): string {
  if (words.length === 1) return words[0] as string
  if (language === 'en')
    return `${words.slice(0, -1).join(', ')}${random.pick([' and ', ' and ', ', and '])}${words.at(-1)}`
  const how = random.pick([', ', ' ', 'with', '이랑', '하고'])
  const between = (word: string) => {
    if (how === 'with') return hasFinal(word) ? '과 ' : '와 '
    if (how === '이랑') return hasFinal(word) ? '이랑 ' : '랑 '
    return how === '하고' ? '하고 ' : how
  }
  return words.map((word, at) => (at === words.length - 1 ? word : word + between(word))).join('')
}

const KO_AGAIN = ['매달 ', '매월 ', '다달이 ']

const ko: readonly ((random: Random) => Days)[] = [
  (r) => {
    const [orders, day] = [some(r, [1, 2, 3, 4, 5]), r.int(0, 6)]
    const names = orders.map((one) => KO_ORDER[one] as string)
    const again = r.pick([...KO_AGAIN, ''])
    const words = r.pick([
      `${names.join(', ')} ${KO_DAYS[day]}요일`,
      joined(
        r,
        names.map((name) => `${name} ${KO_DAYS[day]}요일`),
        'ko',
      ),
    ])
    return {
      words: again + words,
      isOn: (at) => weekday(at) === day && orders.some((one) => isNth(at, one)),
      ...(again ? {} : { open: true as const }),
    }
  },
  (r) => {
    const [[a, b], day] = [some(r, [1, 2, 3, 4], 2) as [number, number], r.int(0, 6)]
    const words = r.pick([
      `${a}, ${b}주 ${KO_DAYS[day]}요일`,
      `${a}주차 ${b}주차 ${KO_DAYS[day]}요일`,
      `${KO_ORDER[a]} 주와 ${KO_ORDER[b]} 주 ${KO_DAYS[day]}요일`,
    ])
    return { words: r.pick(KO_AGAIN) + words, isOn: (at) => weekday(at) === day && (isNth(at, a) || isNth(at, b)) }
  },
  (r) => {
    const [a, b, x, y] = [r.int(1, 2), r.int(3, 5), r.int(0, 6), r.int(0, 6)]
    const words = joined(r, [`${KO_ORDER[a]} ${KO_DAYS[x]}요일`, `${KO_ORDER[b]} ${KO_DAYS[y]}요일`], 'ko')
    return {
      words: r.pick(KO_AGAIN) + words,
      isOn: (at) => (weekday(at) === x && isNth(at, a)) || (weekday(at) === y && isNth(at, b)),
    }
  },
  (r) => {
    const days = some(r, [1, 5, 10, 15, 20, 25])
    const again = r.pick([...KO_AGAIN, ...KO_AGAIN, ''])
    const words = r.chance(0.2)
      ? `${days.join(', ')}일`
      : joined(
          r,
          days.map((day) => `${day}일`),
          'ko',
        )
    const isOn = (at: Date) => days.includes(at.getUTCDate())
    return { words: again + words, isOn, ...(again ? {} : { open: true as const }) }
  },
  (r) => {
    const day = r.int(1, 20)
    const words = joined(r, [`${day}일`, r.pick(['말일', '마지막 날'])], 'ko')
    return { words: r.pick(KO_AGAIN) + words, isOn: (at) => [day, last(at)].includes(at.getUTCDate()) }
  },
  (r) => {
    const days = some(r, [0, 1, 2, 3, 4, 5, 6])
    const again = r.pick(['매주 ', '매주 ', ''])
    const words = joined(
      r,
      days.map((day) => `${KO_DAYS[day]}요일`),
      'ko',
    )
    const isOn = (at: Date) => days.includes(weekday(at))
    return { words: again + words, isOn, ...(again ? {} : { open: true as const }) }
  },
  (r) => {
    const [[a, b], day] = [some(r, MONTHS, 2) as [number, number], r.int(1, 28)]
    const isOn = (at: Date) => at.getUTCDate() === day && [a, b].includes(at.getUTCMonth() + 1)
    return { words: `${r.pick(['매년', '해마다'])} ${joined(r, [`${a}월 ${day}일`, `${b}월 ${day}일`], 'ko')}`, isOn }
  },
  (r) => {
    const days = some(r, [3, 7, 12, 19, 28])
    const words = joined(
      r,
      days.map((day, at) => (at === 0 ? `12월 ${day}일` : `${day}일`)),
      'ko',
    )
    return {
      words,
      isOn: (at) => at.getUTCFullYear() === 2026 && at.getUTCMonth() === 11 && days.includes(at.getUTCDate()),
      once: true,
    }
  },
  (r) => {
    const [names, dates] = r.pick([
      [
        ['내일', '글피'],
        [22, 24],
      ],
      [
        ['내일', '수요일'],
        [22, 25],
      ],
      [
        ['다음 주 월요일', '수요일'],
        [23, 25],
      ],
    ] as const)
    return {
      words: joined(r, names, 'ko'),
      isOn: (at) => at.getUTCMonth() === 10 && (dates as readonly number[]).includes(at.getUTCDate()),
      once: true,
    }
  },
]

const en: readonly ((random: Random) => Days)[] = [
  (r) => {
    const [orders, day] = [some(r, [1, 2, 3, 4, 5]), r.int(0, 6)]
    const list = joined(
      r,
      orders.map((one) => EN_ORDER[one] as string),
      'en',
    )
    const [words, open] = r.pick([
      [`on the ${list} ${EN_DAYS[day]} of every month`, false],
      [`every ${list} ${EN_DAYS[day]} of the month`, false],
      [`every month on the ${list} ${EN_DAYS[day]}`, false],
      [`on the ${list} ${EN_DAYS[day]}`, true],
      [`on the ${list} ${EN_DAYS[day]}s`, true],
    ] as const)
    const isOn = (at: Date) => weekday(at) === day && orders.some((one) => isNth(at, one))
    return { words, isOn, ...(open ? { open } : {}) }
  },
  (r) => {
    const [a, b, x, y] = [r.int(1, 2), r.int(3, 5), r.int(0, 6), r.int(0, 6)]
    const words = `${EN_ORDER[a]} ${EN_DAYS[x]} and ${r.pick(['', 'the '])}${EN_ORDER[b]} ${EN_DAYS[y]}`
    const isOn = (at: Date) => (weekday(at) === x && isNth(at, a)) || (weekday(at) === y && isNth(at, b))
    return { words: r.pick([`on the ${words} of every month`, `every month on the ${words}`]), isOn }
  },
  (r) => {
    const days = some(r, [1, 5, 10, 15, 20, 25])
    const list = joined(
      r,
      days.map((day, at) => (at > 0 && r.chance(0.3) ? `the ${th(day)}` : th(day))),
      'en',
    )
    const [words, open] = r.pick([
      [`on the ${list} of every month`, false],
      [`every month on the ${list}`, false],
      [`on the ${list}`, true],
    ] as const)
    return { words, isOn: (at) => days.includes(at.getUTCDate()), ...(open ? { open } : {}) }
  },
  (r) => {
    const days = some(r, [0, 1, 2, 3, 4, 5, 6])
    const short = r.chance(0.4)
    const names = days.map((day) => (short ? (EN_DAYS[day] as string).slice(0, 3) : (EN_DAYS[day] as string)))
    const [words, open] = r.pick([
      [`every ${joined(r, names, 'en')}`, false],
      [
        `on ${joined(
          r,
          days.map((day) => `${EN_DAYS[day]}s`),
          'en',
        )}`,
        false,
      ],
      [`on ${joined(r, names, 'en')}`, true],
    ] as const)
    return { words, isOn: (at) => days.includes(weekday(at)), ...(open ? { open } : {}) }
  },
  (r) => {
    const [[a, b], day] = [some(r, [0, 1, 2, 3, 4], 2) as [number, number], r.int(1, 28)]
    const isOn = (at: Date) => at.getUTCDate() === day && [MONTHS[a], MONTHS[b]].includes(at.getUTCMonth() + 1)
    return { words: `every year on ${EN_MONTH[a]} ${day} and ${EN_MONTH[b]} ${day}`, isOn }
  },
  (r) => {
    const days = some(r, [3, 7, 12, 19, 28])
    const words = r.pick([
      `on December ${joined(r, days.map(String), 'en')}`,
      `on the ${joined(r, days.map(th), 'en')} of December`,
    ])
    return {
      words,
      isOn: (at) => at.getUTCFullYear() === 2026 && at.getUTCMonth() === 11 && days.includes(at.getUTCDate()),
      once: true,
    }
  },
  (r) => {
    const [words, dates] = r.pick([
      ['tomorrow and Wednesday', [22, 25]],
      ['on Monday and on Wednesday', [23, 25]],
      ['tomorrow and the day after', [22, 23]],
    ] as const)
    return {
      words,
      isOn: (at) => at.getUTCMonth() === 10 && (dates as readonly number[]).includes(at.getUTCDate()),
      once: true,
    }
  },
]

const EN_HOUR = (hour: number) => (hour === 12 ? 'noon' : hour > 12 ? `${hour - 12}pm` : `${hour}am`)
const KO_HOUR = (hour: number) => (hour === 12 ? '낮 12시' : hour > 12 ? `오후 ${hour - 12}시` : `오전 ${hour}시`)

/**
 * Where a rule begins or ends, with the first and the last day: said on Saturday, 21 November 2026. Weeks end on
 * Sunday.
 */
const BOUNDS: Record<'ko' | 'en', [words: string, first: string, last: string][]> = {
  ko: [
    ['다음 주까지', '', '2026-11-29'],
    ['내년까지', '', '2027-12-31'],
    ['올해까지', '', '2026-12-31'],
    ['다음 달까지', '', '2026-12-31'],
    ['3월까지', '', '2027-03-31'],
    ['다음 주부터', '2026-11-23', ''],
    ['내년부터', '2027-01-01', ''],
    ['다음 달부터', '2026-12-01', ''],
  ],
  en: [
    ['through next week', '', '2026-11-29'],
    ['until the end of the year', '', '2026-12-31'],
    ['through March', '', '2027-03-31'],
    ['until the end of March', '', '2027-03-31'],
    ['starting next week', '2026-11-23', ''],
    ['starting next year', '2027-01-01', ''],
    ['from next month', '2026-12-01', ''],
  ],
}

/** The days with a beginning or an end, and its words. */
function bounded(random: Random, days: Days, language: 'ko' | 'en'): Days & { bound: string } {
  if (days.open || days.once || random.chance(0.7)) return { ...days, bound: '' }
  const [bound, first, last] = random.pick(BOUNDS[language])
  const isIn = (date: string) => date >= (first || '0') && date <= (last || '9')
  return { ...days, bound, isOn: (day) => days.isOn(day) && isIn(day.toISOString().slice(0, 10)) }
}

/** Some set of days and hours, worded. Of one day's hours there may be several, too. */
export function someSet(random: Random): SaidSet {
  const language = random.pick(['ko', 'en'] as const)
  const { bound, ...days } = bounded(random, random.pick(language === 'ko' ? ko : en)(random), language)
  const hours = random.chance(0.35) ? some(random, [7, 9, 12, 18, 21]) : [random.pick([7, 9, 18])]
  const clock = joined(random, hours.map(language === 'ko' ? KO_HOUR : EN_HOUR), language)
  if (language === 'ko') return { ...days, language, hours, words: `${bound} ${days.words} ${clock}`.trim() }
  const words = random.chance(0.3) ? `at ${clock} ${days.words}` : `${days.words} at ${clock}`
  return { ...days, language, hours, words: `${words} ${bound}`.trim() }
}
