import type { Random } from '../random.ts'

/** A booking as its speaker means it. `day` and `time` as slots keep them. */
export interface Booking {
  place: string
  date: string
  time: string
  people: number
}

/**
 * Values and how people say them, written down before a look at what is read. Said on Tuesday, 24 November 2026, at
 * 10.
 */
const DAYS: Record<string, string[]> = {
  '2026-11-24': ['오늘', '24일', '11월 24일'],
  '2026-11-25': ['내일', '낼', '25일', '11월 25일', '내일 수요일'],
  '2026-11-26': ['모레', '내일모레', '이번 주 목요일', '26일에'],
  '2026-11-27': ['글피', '이번 주 금요일', '금요일에', '금욜', '11/27'],
  '2026-11-28': ['이번 주 토요일', '토요일', '토욜에', '이번주 토욜'],
  '2026-12-02': ['다음 주 수요일', '담주 수요일에', '다음주 수욜', '12월 2일 수요일'],
  '2026-12-05': ['다음 달 5일', '12월 5일에', '담달 5일', '12월 5일'],
  '2026-12-24': ['크리스마스 이브', '12월 24일', '12월 24일 목요일', '크리스마스 이브에'],
}
const TIMES: Record<string, string[]> = {
  '11:00': ['오전 11시', '오전 열한 시에'],
  '12:00': ['낮 12시', '정오', '정오에', '낮 열두 시에', '점심 12시에'],
  '12:30': ['낮 12시 반', '점심 12시 30분', '12:30'],
  '18:00': ['저녁 6시', '오후 여섯 시', '18시', '오후 6시에', '저녁 여섯시에'],
  '18:30': ['저녁 6시 반', '오후 6시 30분에', '18:30', '저녁 여섯시 반', '저녁 6시반에'],
  '19:00': ['저녁 7시', '저녁 일곱 시에', '오후 7시', '저녁7시에', '19:00'],
  '20:15': ['저녁 8시 15분', '오후 8시 15분에', '밤 8시 15분'],
  '21:00': ['밤 9시', '저녁 아홉 시에', '21시'],
}
const PEOPLE: Record<number, string[]> = {
  2: ['두 명', '2명', '둘이서', '두 사람', '2인', '두명이서', '어른 하나 아이 하나'],
  3: ['세 명', '3명', '셋이서', '세 사람', '3인', '세명'],
  4: ['네 명', '4명', '넷이서', '네 사람', '4인', '4명이서', '총 4명'],
  5: [
    '어른 셋 아이 둘',
    '어른 3명 아이 2명',
    '성인 세 명하고 어린이 두 명',
    '다섯 명',
    '5명',
    '다섯이서',
    '다섯 사람',
    '5인',
  ],
  10: ['열 명', '10명', '열명이서', '10인', '저까지 10명'],
  12: ['열두 명', '12명', '12인', '열두명'],
  20: ['스무 명', '20명', '스무명이서'],
}
const PLACES = ['솔밭집', '한일관', '고향식당', '할머니집', '바다횟집', '대성관']
const VERBS = [
  '식당 예약해줘',
  '자리 예약해 주세요',
  '식당 예약 부탁해',
  '식당 예약 좀 해줘',
  '식당 예약',
  '식당 예약할게',
]

/** Said beside, it changes nothing. */
const ASIDE =
  '좀|저기|음|엄마 생신이라|오랜만에|급해|회식이야|비 온다던데|드디어|배고파서|친구들이랑|가족끼리|괜찮으면'.split('|')
/** Said beside, nothing can be booked as if it had not been. `of`: the value that it speaks of. */
const DOUBT: Record<'date' | 'time' | 'people', string[]> = {
  date: [
    '둘째, 넷째 일요일',
    '매달',
    '그리고 30일',
    '30일이랑',
    '아니면 토요일',
    '또는 30일',
    '30일도 괜찮고',
    '매주',
    '30일이나',
    '날짜는 아직 몰라',
  ],
  time: [
    '그리고 8시 40분',
    '8시 40분이랑',
    '아니면 8시 40분',
    '8시 40분도 되고',
    '9시 20분까지',
    '또는 오후 5시',
    '시간은 미정',
  ],
  people: ['아니면 여섯 명', '여섯 명일 수도', '최대', '한두 명 더 올 수도', '7~8명', '서너 명', '예닐곱 명'],
}

const keyOf = <T extends object>(random: Random, table: T) => random.pick(Object.keys(table)) as keyof T & string

/** A wording of a value; of those for a value there are several. */
function wordings(random: Random, { date, time, people, place }: Booking): string[] {
  const at = random.chance(0.3) ? '에서' : random.chance(0.2) ? '에' : ''
  return [
    random.pick(DAYS[date] as string[]),
    random.pick(TIMES[time] as string[]),
    random.pick(PEOPLE[people] as string[]),
    place + at,
  ]
}

const someBooking = (random: Random): Booking => ({
  place: random.pick(PLACES),
  date: keyOf(random, DAYS),
  time: keyOf(random, TIMES),
  people: Number(keyOf(random, PEOPLE)),
})

function shuffled<T>(random: Random, all: readonly T[]): T[] {
  const left = [...all]
  return all.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Blanks as people leave them out or put them in: between words of one value, or before a verb. */
const spacedAnew = (random: Random, said: string) =>
  said.replace(/(?<=[가-힣\d]) (?=시|명|인|반|사람|해줘|해 주세요|부탁|예약)/g, (blank) =>
    random.chance(0.4) ? '' : blank,
  )

export type Kind = 'plain' | 'aside' | 'doubt' | 'corrected' | 'spaced'

/** A plain sentence with one of its values said twice or left out; `gone`: the slot of which nothing is said. */
export function mutatedSentence(random: Random): { said: string; booking: Booking; gone?: keyof Booking } {
  const booking = someBooking(random)
  const parts = wordings(random, booking)
  const at = random.below(parts.length)
  const isGone = random.chance(0.5)
  const words = isGone ? parts.toSpliced(at, 1) : parts.toSpliced(random.int(0, parts.length), 0, parts[at] as string)
  const gone = (['date', 'time', 'people', 'place'] as const)[at]
  return {
    said: [...shuffled(random, words), random.pick(VERBS)].join(' '),
    booking,
    ...(isGone && gone ? { gone } : {}),
  }
}

/** A sentence for a booking, what it must come to, and what kind it is. A doubt must be asked about. */
export function someSentence(random: Random): { said: string; booking: Booking; kind: Kind; of?: string } {
  const booking = someBooking(random)
  const kind = random.pick(['plain', 'plain', 'aside', 'doubt', 'corrected', 'spaced'] as const)
  const parts = shuffled(random, wordings(random, booking))
  const sentence = (words: string[]) =>
    (random.chance(0.8) ? [...words, random.pick(VERBS)] : [random.pick(VERBS), ...words]).join(' ')
  switch (kind) {
    case 'plain':
      return { said: sentence(parts), booking, kind }
    case 'spaced':
      return { said: spacedAnew(random, sentence(parts)), booking, kind }
    case 'aside':
      return { said: sentence(parts.toSpliced(random.int(0, parts.length), 0, random.pick(ASIDE))), booking, kind }
    case 'doubt': {
      const of = keyOf(random, DOUBT)
      return {
        said: sentence(parts.toSpliced(random.int(1, parts.length), 0, random.pick(DOUBT[of]))),
        booking,
        kind,
        of,
      }
    }
    case 'corrected': {
      const whole = wordings(random, booking)
      const other = wordings(random, someBooking(random))
      // "12월 5일 말고 24일" is the 24th of December: only days that name themselves whole take another's place here.
      const at = /^(?:오늘|내일|낼|모레|글피|크리스마스|1[12]월)/.test(whole[0] as string)
        ? random.below(3)
        : 1 + random.below(2)
      const [old, now] = [other[at] as string, whole[at] as string]
      whole[at] = `${old.replace(/에$/, '')} ${random.pick(['말고', '아니', '아니 아니'])} ${now}`
      return { said: sentence(whole), booking, kind }
    }
    default:
      return kind satisfies never
  }
}

/** The same in English, of the same days. */
const EN_DAYS: Record<string, string[]> = {
  '2026-11-24': ['today', 'on November 24'],
  '2026-11-25': ['tomorrow', 'on Nov 25', 'on the 25th'],
  '2026-11-27': ['this Friday', 'on November 27'],
  '2026-11-28': ['on Saturday', 'this Saturday'],
  '2026-12-02': ['next Wednesday', 'on December 2'],
  '2026-12-24': ['on Christmas Eve', 'on December 24'],
}
const EN_TIMES: Record<string, string[]> = {
  '11:00': ['at 11 am', 'at 11am'],
  '12:00': ['at noon', 'at 12 pm'],
  '12:30': ['at 12:30 pm', 'at 12:30'],
  '18:00': ['at 6 pm', 'at 6 in the evening', 'at 18:00'],
  '19:00': ['at 7 pm', 'at 7pm', 'at seven in the evening', 'at 7 p.m.'],
  '20:15': ['at 8:15 pm', 'at quarter past 8 in the evening'],
}
const EN_PEOPLE: Record<number, string[]> = {
  2: ['for two', 'for 2 people', 'for two people'],
  4: ['for four', 'for 4', 'for a party of 4', 'for 4 people', 'for two adults and two kids'],
  5: ['for five people', 'for 5 guests', 'for 3 adults and 2 children'],
  12: ['for twelve', 'for 12 people'],
}
const EN_PLACES = ['Olive Garden', 'The Blue Door', 'Marco Polo', 'Café Rouge', 'Nobu']
const EN_VERBS = ['book a table', 'please book a table', 'can you book a table', 'I want to book a table']
/** Said beside, nothing can be booked as if it had not been; the last are hours of either half of the day. */
const EN_DOUBT: Record<'date' | 'time' | 'people', string[]> = {
  date: ['or Sunday', 'every week', 'or the 30th'],
  time: ['or 8:40 pm', 'or 5 pm'],
  people: ['or six', 'at most', 'not sure'],
}
const HALFLESS = ['at 7', 'at 8:30', "at 9 o'clock"]

/** An English sentence for a booking; `halfless`: an hour of which nobody said whether it is of the morning. */
export function someEnglishSentence(random: Random): { said: string; booking: Booking; kind: Kind | 'halfless' } {
  const booking: Booking = {
    place: random.pick(EN_PLACES),
    date: keyOf(random, EN_DAYS),
    time: keyOf(random, EN_TIMES),
    people: Number(keyOf(random, EN_PEOPLE)),
  }
  const kind = random.pick(['plain', 'plain', 'plain', 'doubt', 'halfless'] as const)
  const time = kind === 'halfless' ? random.pick(HALFLESS) : random.pick(EN_TIMES[booking.time] as string[])
  const at = `at ${booking.place}`
  const parts = shuffled(random, [
    at,
    random.pick(EN_DAYS[booking.date] as string[]),
    time,
    random.pick(EN_PEOPLE[booking.people] as string[]),
  ])
  if (kind === 'doubt') parts.splice(random.int(1, 4), 0, random.pick(EN_DOUBT[keyOf(random, EN_DOUBT)]))
  return { said: `${random.pick(EN_VERBS)} ${parts.join(' ')}`, booking, kind }
}
