// Rules as people say them, and what they mean: days are counted here on the calendar, with no reader and no library.
import type { Random } from '../random.ts'

export interface SaidRule {
  text: string
  /** Whether the rule comes on this day; the clock times of such a day. */
  isOn(day: Date): boolean
  clocks: string[]
}

const LETTERS = '월화수목금토일'
const ENGLISH = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const two = (n: number) => String(n).padStart(2, '0')
const weekday = (day: Date) => (day.getUTCDay() + 6) % 7
const lastDate = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
const HOURS = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열', '열한', '열두']
const ORDER = ['', '첫째', '둘째', '셋째', '넷째']
const ENGLISH_ORDER = ['', 'first', 'second', 'third', 'fourth']

type Days = { text: string; english?: boolean; isOn(day: Date): boolean }

const days: readonly ((random: Random) => Days)[] = [
  (r) => ({ text: r.pick(['매일', '날마다', '매일매일']), isOn: () => true }),
  () => ({ text: 'every day', english: true, isOn: () => true }),
  (r) => ({
    text: r.pick([
      '평일',
      '매주 평일',
      '평일마다',
      '월요일부터 금요일까지 매주',
      '매주 월-금',
      '매일 주말 빼고',
      '매일 주말 제외하고',
    ]),
    isOn: (day) => weekday(day) < 5,
  }),
  (r) => ({ text: r.pick(['every weekday', 'monday to friday']), english: true, isOn: (day) => weekday(day) < 5 }),
  (r) => ({ text: r.pick(['매주 주말', '주말마다']), isOn: (day) => weekday(day) > 4 }),
  (r) => {
    const n = r.int(0, 6)
    return {
      text: r.pick([
        `매주 ${LETTERS[n]}요일`,
        `매주 ${LETTERS[n]}욜`,
        `${LETTERS[n]}요일마다`,
        `매주 ${LETTERS[n]}요일마다`,
      ]),
      isOn: (day) => weekday(day) === n,
    }
  },
  (r) => {
    const n = r.int(0, 6)
    return { text: `every ${ENGLISH[n]}`, english: true, isOn: (day) => weekday(day) === n }
  },
  (r) => {
    const [a, b] = [r.int(0, 2), r.int(3, 6)]
    return {
      text: r.pick([
        `매주 ${LETTERS[a]}요일과 ${LETTERS[b]}요일`,
        `매주 ${LETTERS[a]}·${LETTERS[b]}`,
        `매주 ${LETTERS[a]}${LETTERS[b]}`,
        `매주 ${LETTERS[a]}, ${LETTERS[b]}요일`,
      ]),
      isOn: (day) => [a, b].includes(weekday(day)),
    }
  },
  (r) => {
    const n = r.int(1, 31)
    return {
      text: r.pick([`매달 ${n}일`, `매월 ${n}일`]),
      isOn: (day) => day.getUTCDate() === Math.min(n, lastDate(day)),
    }
  },
  (r) => {
    const n = r.int(1, 31)
    const said = `${n}${n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'}`
    return {
      text: r.pick([`every month on the ${said}`, `on the ${said} of every month`]),
      english: true,
      isOn: (day) => day.getUTCDate() === Math.min(n, lastDate(day)),
    }
  },
  (r) => ({
    text: r.pick(['매달 말일', '매월 말일', '매달 마지막 날']),
    isOn: (day) => day.getUTCDate() === lastDate(day),
  }),
  () => ({ text: 'last day of every month', english: true, isOn: (day) => day.getUTCDate() === lastDate(day) }),
  (r) => {
    const [order, n] = [r.int(1, 4), r.int(0, 6)]
    const isOn = (day: Date) => weekday(day) === n && Math.ceil(day.getUTCDate() / 7) === order
    return r.chance(0.7)
      ? { text: `${r.pick(['매달', '매월'])} ${ORDER[order]} ${LETTERS[n]}요일`, isOn }
      : { text: `${ENGLISH_ORDER[order]} ${ENGLISH[n]} of every month`, english: true, isOn }
  },
  (r) => {
    const n = r.int(0, 6)
    return {
      text: `매달 마지막 ${LETTERS[n]}요일`,
      isOn: (day) => weekday(day) === n && day.getUTCDate() + 7 > lastDate(day),
    }
  },
  (r) => {
    const [month, n] = [r.int(1, 12), r.int(1, 28)]
    return {
      text: r.pick([`매년 ${month}월 ${n}일`, `해마다 ${month}월 ${n}일`]),
      isOn: (day) => day.getUTCMonth() + 1 === month && day.getUTCDate() === n,
    }
  },
]

/** Some rule with its times. */
export function someRule(random: Random): SaidRule {
  const said = random.pick(days)(random)
  if (said.english) {
    const hour = random.int(1, 11)
    const late = random.chance(0.5)
    return {
      text: `${said.text} at ${hour}${late ? 'pm' : 'am'}`,
      isOn: said.isOn,
      clocks: [`${two(late ? hour + 12 : hour)}:00`],
    }
  }
  const [early, late] = [random.int(6, 11), random.int(1, 9)]
  const minute = random.pick(['', '', ' 반', ' 15분'])
  const clock = (hour: number) => `${two(hour)}:${minute === ' 반' ? '30' : minute ? '15' : '00'}`
  const kind = random.int(0, 3)
  if (kind === 0)
    return {
      text: `${said.text} 오전 ${early}시${minute}${random.pick([/[반분]$/.test(minute) ? '과' : '와', '하고'])} 오후 ${late}시${minute}`,
      isOn: said.isOn,
      clocks: [clock(early), clock(late + 12)],
    }
  if (kind === 1)
    return { text: `${said.text} 오후 ${HOURS[late]} 시${minute}`, isOn: said.isOn, clocks: [clock(late + 12)] }
  return {
    text: `${said.text} 아침 ${early}시${minute}${random.pick(['', '에'])}`,
    isOn: said.isOn,
    clocks: [clock(early)],
  }
}
