// What people mean, first; then how they say it at each door. The truth is what was meant: nothing here asks a reader.
import type { Random } from '../random.ts'
import { someAmount } from './amounts.ts'
import { someDay } from './days.ts'

/** Something at a moment, with somebody or for a sum: each door says of it what it needs. */
export interface Meaning {
  date: string
  /** "15:20". */
  clock: string
  title: string
  people: number
  receiver: string
  won: number
}

/** A meaning as it is said at one door. */
export interface SaidMeaning {
  meant: Meaning
  door: 'reminder' | 'alarm' | 'event' | 'option' | 'booking' | 'transfer' | 'dated transfer'
  text: string
}

const NATIVE = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열', '열한', '열두']
const COUNTED = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const two = (n: number) => String(n).padStart(2, '0')

/** Halves of the day as people call them at an hour. */
function halfOf(hour: number, random: Random): string {
  if (hour < 6) return random.pick(['새벽', '오전'])
  if (hour < 12) return random.pick(hour < 10 ? ['아침', '오전'] : ['오전'])
  if (hour < 18) return random.pick(hour < 14 ? ['오후', '낮'] : ['오후'])
  return random.pick(hour < 21 ? ['저녁', '오후'] : ['밤', '오후'])
}

function someClock(random: Random): { clock: string; text: string } {
  const [hour, minute] = [random.int(6, 22), random.pick([0, 0, 0, 30, 30, random.int(1, 11) * 5])]
  const clock = `${two(hour)}:${two(minute)}`
  if (hour === 12 && minute === 0) return { clock, text: random.pick(['정오', '낮 12시', '12:00']) }
  if (random.chance(0.12)) return { clock, text: hour > 11 ? `${hour}:${two(minute)}` : `오전 ${hour}:${two(minute)}` }
  if (random.chance(0.08) && hour > 12) return { clock, text: `${hour}시${minute ? ` ${minute}분` : ''}` }
  const shown = hour > 12 ? hour - 12 : hour
  const half = halfOf(hour, random)
  const name = random.chance(0.7) ? `${shown}시` : `${NATIVE[shown]} 시`
  const rest = minute === 0 ? '' : minute === 30 ? random.pick([' 반', ' 30분']) : ` ${minute}분`
  const text = `${half} ${name}${rest}`
  return { clock: hour === 12 && half === '오전' ? `00:${two(minute)}` : clock, text }
}

/** What people have to do, each as a thing and as a deed. */
const DEEDS: readonly (readonly [thing: string, deed: string])[] = [
  ['치과', '치과 가라'],
  ['팀 회의', '팀 회의 들어가라'],
  ['택배', '택배 받으라'],
  ['약', '약 먹으라'],
  ['보고서', '보고서 내라'],
  ['월세', '월세 내라'],
  ['빨래', '빨래 널라'],
  ['분리수거', '분리수거하라'],
  ['미용실', '미용실 가라'],
  ['할머니 전화', '할머니께 전화하라'],
  ['화분 물', '화분에 물 주라'],
  ['면접', '면접 준비하라'],
  ['세차', '세차하라'],
  ['강아지 산책', '강아지 산책시키라'],
  ['민수 생일 선물', '민수 생일 선물 사라'],
  ['관리비 납부', '관리비 납부하라'],
  ['동창 모임', '동창 모임 나가라'],
  ['운동', '운동하라'],
]
const EVENTS = [
  '치과',
  '팀 회의',
  '회식',
  '면접',
  '동창 모임',
  '김과장 면담',
  '발표',
  '건강 검진',
  '점심 약속',
  '세미나',
]
const NAMES = ['엄마', '아빠', '민호', '수진', '김철수', '이영희', '동생', '지은이', '현우', '할머니']
const PLEASE = ['줘', ' 줘', ' 주세요', '줘요', '줄래', ' 줄래요?', '주라']

/** "3시로", "4시 반으로". */
const to = (clock: string) => `${clock}${/[반분]$/.test(clock) ? '으로' : '로'}`
const at = (day: string, clock: string, random: Random) =>
  `${day}${random.chance(0.15) && /[가-힣]$/.test(day) ? '에' : ''} ${clock}`

type Shape = (parts: { day: string; clock: string; thing: string; deed: string; random: Random }) => string

const REMIND: readonly Shape[] = [
  ({ day, clock, deed, random }) => `${at(day, clock, random)}에 ${deed}고 알려${random.pick(PLEASE)}`,
  ({ day, clock, deed, random }) => `${at(day, clock, random)}에 ${deed}고 말해${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${at(day, clock, random)}에 ${thing} 알려${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${thing} ${at(day, clock, random)}에 알려${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${at(day, clock, random)} ${thing} 알림 맞춰${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${at(day, clock, random)}에 ${thing} 알림 설정해${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${thing} 알림 ${at(day, clock, random)}`,
]
const ALARM: readonly Shape[] = [
  ({ day, clock, random }) => `${at(day, clock, random)}에 깨워${random.pick(PLEASE)}`,
  ({ day, clock, random }) => `${at(day, clock, random)} 알람 맞춰${random.pick(PLEASE)}`,
  ({ day, clock, random }) => `알람 ${to(at(day, clock, random))} 맞춰${random.pick(PLEASE)}`,
]
const EVENT: readonly Shape[] = [
  ({ day, clock, thing, random }) => `${at(day, clock, random)}에 ${thing} 일정 추가해${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${at(day, clock, random)} ${thing} 일정 등록해${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `달력에 ${at(day, clock, random)} ${thing} 넣어${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `${thing} 일정 ${to(at(day, clock, random))} 잡아${random.pick(PLEASE)}`,
  ({ day, clock, thing, random }) => `캘린더에 ${thing} ${at(day, clock, random)} 추가해${random.pick(PLEASE)}`,
]

/** A party of people, in some words. */
const partyText = (people: number, random: Random) =>
  random.pick([`${people}명`, `${COUNTED[people]} 명`, `${COUNTED[people]} 사람`, `${people}인`])

/** Something that somebody means, said at some door. */
export function someMeaning(random: Random): SaidMeaning {
  const day = someDay(random)
  const { clock, text } = someClock(random)
  const [thing, deed] = random.pick(DEEDS)
  const event = random.pick(EVENTS)
  const [people, receiver, amount] = [random.int(2, 10), random.pick(NAMES), someAmount(random)]
  const meant = { date: day.date, clock, title: thing, people, receiver, won: amount.won }
  const parts = { day: day.text, clock: text, thing, deed, random }
  const party = partyText(people, random)
  const dative = random.pick(['한테', '에게'])
  const sum = amount.plain ? amount.text : `${amount.won}원`
  const give = random.pick(['보내', '이체해', '송금해', '부쳐'])
  const said: Record<SaidMeaning['door'], () => string> = {
    reminder: () => random.pick(REMIND)(parts),
    alarm: () => random.pick(ALARM)(parts),
    event: () => random.pick(EVENT)({ ...parts, thing: event }),
    option: () => at(day.text, text, random),
    booking: () =>
      random.pick([
        `${at(day.text, text, random)}에 ${party} 예약해${random.pick(PLEASE)}`,
        `${party} ${at(day.text, text, random)} 예약 부탁해요`,
        `${to(at(day.text, text, random))} ${party} 예약할게요`,
      ]),
    transfer: () => `${receiver}${dative} ${sum} ${give}${random.pick(PLEASE)}`,
    'dated transfer': () =>
      random.pick([
        `${day.text}에 ${receiver}${dative} ${sum} ${give}${random.pick(PLEASE)}`,
        `${receiver}${dative} ${day.text}에 ${sum} ${give}${random.pick(PLEASE)}`,
      ]),
  }
  const door = random.pick(Object.keys(said) as SaidMeaning['door'][])
  return { meant: door === 'event' ? { ...meant, title: event } : meant, door, text: said[door]() }
}
