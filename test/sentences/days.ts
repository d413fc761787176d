// Days as people name them, seen from Saturday, 21 November 2026. The truth is counted in UTC days here; nothing asks
// a reader.
import type { Random } from '../random.ts'

export interface SaidDay {
  date: string
  text: string
}

const DAY = 86_400_000
/** Noon of the day on which everything is said. */
export const today = Date.UTC(2026, 10, 21)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const plus = (days: number) => iso(today + days * DAY)
const LETTERS = '월화수목금토일'
/** Monday 0 … Sunday 6. */
const weekday = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7
const monday = today - weekday(today) * DAY
const on = (year: number, month: number, day: number) => iso(Date.UTC(year, month, day))
const lastOf = (month: number) => iso(Date.UTC(2026, 11 + month, 0))
const next = (month: number, day: number) => {
  const here = Date.UTC(2026, month - 1, day)
  return here >= today ? iso(here) : on(2027, month - 1, day)
}
const NATIVE = ['', '하루', '이틀', '사흘', '나흘', '닷새', '엿새', '이레', '여드레', '아흐레', '열흘']
const SINO = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구', '십', '십일', '십이']
const COUNT = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const ORDER = ['', '첫 번째', '두 번째', '세 번째', '네 번째']
const ORDER2 = ['', '첫째', '둘째', '셋째', '넷째']

/** Months ahead on the same day; the 21st is in every month. */
const months = (count: number) => on(2026, 10 + count, 21)

function nth(month: number, order: number, day: number): string {
  const first = Date.UTC(2026, month, 1)
  return iso(first + (((day - weekday(first) + 7) % 7) + (order - 1) * 7) * DAY)
}

type Style = (random: Random) => SaidDay

const styles: Style[] = [
  (r) => {
    const [text, days] = r.pick([
      ['오늘', 0],
      ['내일', 1],
      ['낼', 1],
      ['모레', 2],
      ['내일모레', 2],
      ['낼모레', 2],
      ['내일 모레', 2],
      ['글피', 3],
    ] as const)
    return { text, date: plus(days) }
  },
  (r) => {
    const n = r.int(1, 30)
    return { text: `${n}${r.pick(['', ' '])}일${r.pick(['', ' '])}${r.pick(['뒤', '후'])}`, date: plus(n) }
  },
  (r) => {
    const n = r.int(2, 10)
    return { text: `${NATIVE[n]} ${r.pick(['뒤', '후'])}`, date: plus(n) }
  },
  (r) => {
    const n = r.int(1, 5)
    return {
      text: `${r.pick([String(n), `${SINO[n]}`])}주${r.pick(['', ' '])}${r.pick(['뒤', '후'])}`,
      date: plus(n * 7),
    }
  },
  (r) => {
    const n = r.int(1, 6)
    const said = n === 3 ? r.pick(['세', '석']) : n === 4 ? r.pick(['네', '넉']) : (COUNT[n] as string)
    return { text: r.pick([`${n}개월 뒤`, `${said} 달 뒤`, `${said}달 후`]), date: months(n) }
  },
  (r) => {
    const [day, weeks] = [r.int(0, 6), r.int(1, 2)]
    const week =
      weeks === 1 ? r.pick(['다음 주', '다음주', '담주', '담 주']) : r.pick(['다다음 주', '다다음주', '다담주'])
    const named = r.pick([`${LETTERS[day]}요일`, `${LETTERS[day]}욜`])
    return { text: `${week} ${named}`, date: iso(monday + (weeks * 7 + day) * DAY) }
  },
  (r) => {
    const day = r.int(0, 6)
    const ahead = ((day - weekday(today) + 6) % 7) + 1
    return {
      text: r.pick([`${LETTERS[day]}요일`, `${LETTERS[day]}욜`, `돌아오는 ${LETTERS[day]}요일`]),
      date: plus(ahead),
    }
  },
  () => ({ text: '이번 주 일요일', date: iso(monday + 6 * DAY) }),
  (r) => {
    const [month, day] = [r.int(1, 12), r.int(1, 28)]
    const text = r.pick([`${month}월 ${day}일`, `${month}월${day}일`, `${month}/${day}`, `${month} 월 ${day} 일`])
    return { text, date: next(month, day) }
  },
  (r) => {
    const [month, day] = [r.int(1, 12), r.int(1, 28)]
    const spoken = month === 6 ? '유' : month === 10 ? '시' : SINO[month]
    const tens = Math.floor(day / 10)
    const said = `${tens > 1 ? SINO[tens] : ''}${tens > 0 ? '십' : ''}${SINO[day % 10]}`
    return { text: `${spoken}월 ${said}일`, date: next(month, day) }
  },
  (r) => {
    const [year, month, day] = [r.int(2027, 2028), r.int(1, 12), r.int(1, 28)]
    const two = (n: number) => String(n).padStart(2, '0')
    const text = r.pick([
      `${year}년 ${month}월 ${day}일`,
      `${year}-${two(month)}-${two(day)}`,
      `${year}.${month}.${day}`,
      `내년 ${month}월 ${day}일`,
    ])
    return { text, date: on(text.startsWith('내년') ? 2027 : year, month - 1, day) }
  },
  (r) => {
    const day = r.int(1, 28)
    return { text: `${r.pick(['다음 달', '다음달', '담달'])} ${day}일`, date: on(2026, 11, day) }
  },
  (r) =>
    r.pick([
      { text: '이달 말일', date: lastOf(0) },
      { text: '이번 달 말일', date: lastOf(0) },
      { text: '다음 달 말일', date: lastOf(1) },
      { text: '담달 마지막 날', date: lastOf(1) },
    ]),
  (r) => {
    const [order, day] = [r.int(1, 4), r.int(0, 6)]
    return { text: `다음 달 ${r.pick([ORDER[order], ORDER2[order]])} ${LETTERS[day]}요일`, date: nth(11, order, day) }
  },
  // Feasts and their days are from the almanac: 설날 2027-02-07, 추석 2027-09-15.
  (r) =>
    r.pick([
      { text: '크리스마스', date: '2026-12-25' },
      { text: '크리스마스 이브', date: '2026-12-24' },
      { text: '크리스마스 다음 날', date: '2026-12-26' },
      { text: '크리스마스 전날', date: '2026-12-24' },
      { text: '설날', date: '2027-02-07' },
      { text: '설날 전날', date: '2027-02-06' },
      { text: '추석', date: '2027-09-15' },
      { text: '추석 전날', date: '2027-09-14' },
      { text: '추석 다음날', date: '2027-09-16' },
      { text: '어린이날', date: '2027-05-05' },
    ]),
]

/** Some day to come, in some words. */
export function someDay(random: Random): SaidDay {
  return random.pick(styles)(random)
}
