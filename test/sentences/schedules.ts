import type { Random } from '../random.ts'

/**
 * Days on which something comes, told by a look at the calendar: `day` of the month, `weekday` (1 = Monday), days of
 * that month.
 */
interface Day {
  year: number
  month: number
  day: number
  weekday: number
  last: number
}
interface Often {
  words: string[]
  on(day: Day): boolean
}

const often = (words: string, on: Often['on']): Often => ({ words: words.split('|'), on })

/** How often, and on which days that is: written down before a look at what is read. */
const OFTEN: Record<'ko' | 'en', Often[]> = {
  ko: [
    often('매일|날마다|매일매일|하루에 한 번', () => true),
    often(
      '평일|평일마다|주중에|월요일부터 금요일까지|주말 빼고 매일|월~금|주말은 빼고 매일',
      ({ weekday }) => weekday < 6,
    ),
    often('주말마다|토요일하고 일요일마다|매주 토일|평일 빼고 매일', ({ weekday }) => weekday > 5),
    often('매주 화요일|화요일마다|매주 화욜|일주일에 한 번 화요일', ({ weekday }) => weekday === 2),
    often('월수금|매주 월요일 수요일 금요일|매주 월, 수, 금|월요일과 수요일과 금요일마다', ({ weekday }) =>
      [1, 3, 5].includes(weekday),
    ),
    often('화목|매주 화목|화요일이랑 목요일마다', ({ weekday }) => weekday === 2 || weekday === 4),
    often('일요일 빼고 매일|일요일은 제외하고 매일|매일 일요일만 빼고', ({ weekday }) => weekday !== 7),
    often('매달 15일|매월 15일마다|다달이 15일|한 달에 한 번 15일', ({ day }) => day === 15),
    often('매달 1일|매월 1일|매달 첫날', ({ day }) => day === 1),
    often('매달 1일과 15일|매월 1일, 15일|매달 1일이랑 15일마다', ({ day }) => day === 1 || day === 15),
    often('매달 말일|매월 마지막 날|매달 마지막날마다', ({ day, last }) => day === last),
    often(
      '매달 둘째 화요일|매월 두 번째 화요일|둘째 주 화요일마다',
      ({ weekday, day }) => weekday === 2 && day > 7 && day < 15,
    ),
    often('매달 마지막 금요일|매월 마지막 금요일마다', ({ weekday, day, last }) => weekday === 5 && day > last - 7),
    often('매년 12월 24일|해마다 12월 24일', ({ month, day }) => month === 12 && day === 24),
  ],
  en: [
    often('every day|daily|each day', () => true),
    often('every weekday|on weekdays|Monday to Friday|every day except weekends', ({ weekday }) => weekday < 6),
    often('every Tuesday|Tuesdays|each Tuesday|on Tuesdays', ({ weekday }) => weekday === 2),
    often('Mon, Wed and Fri|every Monday, Wednesday and Friday', ({ weekday }) => [1, 3, 5].includes(weekday)),
    often('every day except Sunday', ({ weekday }) => weekday !== 7),
    often('on the 15th of every month|every month on the 15th|monthly on the 15th', ({ day }) => day === 15),
    often('on the last day of every month|the last day of each month', ({ day, last }) => day === last),
    often(
      'the second Tuesday of every month|every second Tuesday of the month',
      ({ weekday, day }) => weekday === 2 && day > 7 && day < 15,
    ),
    often('every year on December 24|every December 24th', ({ month, day }) => month === 12 && day === 24),
  ],
}

/** Minutes of the day, as they are said. */
const CLOCKS: Record<'ko' | 'en', Record<number, string[]>> = {
  ko: {
    420: ['아침 7시', '오전 7시에', '아침 일곱 시에', '아침7시'],
    450: ['아침 7시 반', '오전 7시 30분에', '오전 일곱시 반에', '07:30'],
    720: ['낮 12시', '정오에', '점심 12시에'],
    1110: ['저녁 6시 반', '오후 6시 30분에', '18:30', '저녁 여섯시 반에'],
    1290: ['밤 9시 반', '오후 9시 30분', '21시 30분에'],
  },
  en: {
    420: ['at 7 am', 'at 7am', 'at 7 in the morning'],
    450: ['at 7:30 am', 'at half past 7 in the morning', 'at 07:30'],
    720: ['at noon', 'at 12 pm'],
    1110: ['at 6:30 pm', 'at 18:30', 'at half past six in the evening'],
  },
}

/** What nobody may read past: it changes when it comes, or is said to. */
const MORE: Record<'ko' | 'en', string[]> = {
  ko: '비 오면|공휴일 빼고|휴가 때는 쉬고|홀수 주에만|방학 때만|격주로|이번 주는 빼고|겨울에만|네 번씩|처음에만|뉴욕 시간으로|안 바쁘면|30분 전에도|8시에도'.split(
    '|',
  ),
  en: 'if it rains|except on holidays|only in winter|every other week|London time|on odd days|but skip this week|four times'.split(
    '|',
  ),
}
/** What changes nothing. */
const FILLER: Record<'ko' | 'en', string[]> = { ko: ['꼭', '좀', '음'], en: ['please', 'um'] }

export interface ScheduleSentence {
  /** As `--repeat` takes it. */
  words: string
  /** As the chat takes it: a briefing of that time. */
  asked: string
  on: Often['on']
  minutes: number
  /** A word more, of which the rule must know, or somebody is asked. */
  more?: string
}

export function someSchedule(random: Random): ScheduleSentence {
  const language = random.pick(['ko', 'ko', 'en'] as const)
  const { words, on } = random.pick(OFTEN[language])
  const minutes = Number(random.pick(Object.keys(CLOCKS[language])))
  const clock = random.pick(CLOCKS[language][minutes] as string[])
  const more = random.chance(0.3) ? random.pick(MORE[language]) : undefined
  const filler = random.chance(0.1) ? random.pick(FILLER[language]) : undefined
  const parts = [random.pick(words), clock].toSorted(() => (random.chance(language === 'ko' ? 0.1 : 0.4) ? -1 : 0))
  if (more) parts.splice(random.int(0, 2), 0, more)
  const said = parts.join(' ')
  const hurried =
    language === 'ko' && !more && random.chance(0.2)
      ? said.replace(/(?<=매[일주달월년]|마다|\d) (?=[가-힣])/g, '')
      : said
  const asked =
    language === 'ko'
      ? `${filler ? `${filler} ` : ''}${hurried} ${random.pick(['일정 요약해서 보내줘', '브리핑해줘', '오늘 일정 브리핑해 줘', '일정 정리해서 알려줘'])}`
      : `${filler ? `${filler} ` : ''}${random.pick(['send me a summary of my schedule', 'give me a briefing', 'brief me'])} ${hurried}`
  return { words: hurried, asked, on, minutes, ...(more ? { more } : {}) }
}
