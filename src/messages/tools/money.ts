import { grouped } from '../../std/korean/numbers/money.ts'
import { counted } from '../counted.ts'

/** Sentences of the money book: what was booked, corrected and added up. */
const ko = {
  categories: {
    food: '식비',
    cafe: '카페',
    transport: '교통',
    household: '생활',
    housing: '주거',
    phone: '통신',
    health: '의료',
    leisure: '문화',
    shopping: '쇼핑',
    education: '교육',
    gifts: '경조사',
    income: '수입',
    other: '기타',
  } as Record<string, string>,
  won: (won: number) => `${grouped(won)}원`,
  line: (day: string, what: string, won: string, category: string) => `${day} ${what} ${won} (${category})`,
  booked: (line: string) => `적었어요: ${line}`,
  known: (count: number) => `이미 적혀 있는 ${count}건은 다시 적지 않았어요.`,
  corrected: (before: string, after: string) => `고쳤어요: ${before} → ${after}`,
  removed: (line: string) => `지웠어요: ${line}`,
  taught: (word: string, category: string, count: number) =>
    `‘${word}’ → ${category}. 앞으로 이렇게 적을게요.${count > 0 ? ` 이미 적힌 ${count}건도 바꿨어요.` : ''}`,
  spent: (when: string, of: string, won: string, count: number) =>
    `${when} ${of && `${of} `}쓴 돈: ${won} (${count}건)`,
  earned: (when: string, of: string, won: string, count: number) =>
    `${when} ${of && `${of} `}들어온 돈: ${won} (${count}건)`,
  left: (when: string, won: string, earned: string, spent: string) =>
    `${when} 남은 돈: ${won} (들어온 돈 ${earned}, 쓴 돈 ${spent})`,
  most: (when: string, lines: string) => `${when} 많이 쓴 곳:\n${lines}`,
  share: (category: string, won: string) => `- ${category} ${won}`,
  item: (line: string) => `- ${line}`,
  more: (count: number) => `… 그 밖에 ${count}건`,
  none: (when: string) => `${when} 가계부에 적힌 것이 없어요.`,
  notThere: '그런 것은 가계부에 없어요. “가계부 보여줘”로 확인해 주세요.',
  whichLine: (lines: string) => `어느 것인지 알려주세요:\n${lines}`,
  what: '무엇에 얼마를 썼는지 알려주세요. 예: “커피 4500원 썼어”.',
  badDay: '언제인지 읽을 수 없어요. 2026-05-15처럼 알려주세요.',
  badWon: '금액은 1원부터 10조 원까지, 원 단위로 적어요.',
  month: (month: string) => `# ${month} 가계부`,
  monthName: (year: number | undefined, month: number) => `${year === undefined ? '' : `${year}년 `}${month}월`,
  heads: ['날짜', '무엇', '분류', '금액', '곳', '사람'],
  nothing: '(말 없음)',
  span: (first: string, last: string) => (first === last ? first : `${first} ~ ${last}`),
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')

const en: typeof ko = {
  categories: {
    food: 'food',
    cafe: 'cafe',
    transport: 'transport',
    household: 'household',
    housing: 'housing',
    phone: 'phone',
    health: 'health',
    leisure: 'leisure',
    shopping: 'shopping',
    education: 'education',
    gifts: 'gifts',
    income: 'income',
    other: 'other',
  },
  won: (won) => `${grouped(won)} won`,
  line: (day, what, won, category) => `${day}: ${what}, ${won} (${category})`,
  booked: (line) => `Booked: ${line}`,
  known: (count) => `${count} that stood there already were not booked again.`,
  corrected: (before, after) => `Corrected: ${before} → ${after}`,
  removed: (line) => `Removed: ${line}`,
  taught: (word, category, count) =>
    `‘${word}’ → ${category}, from now on.${count > 0 ? ` ${counted(count, 'booked line is', 'booked lines are')} changed, too.` : ''}`,
  spent: (when, of, won, count) => `Spent ${of && `on ${of} `}(${when}): ${won} (${counted(count, 'line')})`,
  earned: (when, of, won, count) => `Came in ${of && `from ${of} `}(${when}): ${won} (${counted(count, 'line')})`,
  left: (when, won, earned, spent) => `Left (${when}): ${won} (came in ${earned}, spent ${spent})`,
  most: (when, lines) => `Spent most (${when}):\n${lines}`,
  share: (category, won) => `- ${category} ${won}`,
  item: (line) => `- ${line}`,
  more: (count) => `… and ${count} more`,
  none: (when) => `Nothing stands in the book (${when}).`,
  notThere: 'That does not stand in the book. Say “show my expenses” to look.',
  whichLine: (lines) => `Which one do you mean?\n${lines}`,
  what: 'What was it for, and how much? For example “I spent 4500 won on coffee”.',
  badDay: 'The day cannot be read. Say it like 2026-05-15.',
  badWon: 'An amount is from 1 won to 10 trillion, in whole won.',
  month: (month) => `# Money of ${month}`,
  monthName: (year, month) => `${monthNames[month - 1]}${year === undefined ? '' : ` ${year}`}`,
  heads: ['day', 'what', 'category', 'won', 'place', 'person'],
  nothing: '(not said)',
  span: (first, last) => (first === last ? first : `${first} to ${last}`),
}

export const moneyMessages = { ko, en }
