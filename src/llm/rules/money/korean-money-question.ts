import { categoryNamed } from '../../../std/korean/search/categories.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { addDays, type CivilDate, todayIn, type When, weekdayOf } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import type { MoneyAround, MoneyCall } from './money-call.ts'

/** The end of a question of what was paid: it tells of the past. */
const PAID =
  /^(?:썼|냈|샀|줬|드렸|들었|나갔|나왔|결제했|였|이었|낸|쓴)(?:어|어요|지|지요|나|니|더라|는지|냐|을까)?(?:\s?알려\s?줘|\s?말해\s?줘|\s?보여\s?줘)?$/
const EARNED = /^(?:벌었|들어왔|받았|생겼)(?:어|어요|지|나|니|는지)?(?:\s?알려\s?줘)?$/
const BOOK =
  /^(?:내\s)?(?:가계부|지출\s?(?:내역|목록)?|쓴\s?돈|소비\s?내역|돈\s?쓴\s?(?:거|것)|수입\s?지출)(?:을|를)?\s?(?:좀\s)?(?:보여|알려|읽어|말해)\s?줘$/

/** A question of the book: "이번 달 얼마 썼어?", "식비는?", "스타벅스에서 얼마 썼어?", "뭐에 제일 많이 썼어?". */
export function readKoreanQuestion(text: string, around: MoneyAround): MoneyCall | undefined {
  const { when, asked, isGoingOn } = around
  if (readSentence(text).amounts.length > 0) return undefined
  const { days, rest } = withoutDays(text, when)
  if (BOOK.test(rest)) return { action: 'ask', ask: 'list', ...days }
  if (/^(?:뭐에|뭐에다|어디에|어디다|무엇에)\s(?:제일|가장)\s?(?:많이|돈을?\s?많이)\s썼\S*$/.test(rest))
    return { action: 'ask', ask: 'most', ...days }
  const whenPaid = /^(\S+?)(?:은|는|이|가)?\s?언제\s?(?:들어왔|나갔|냈|샀|썼|받았)\S*$/.exec(rest)?.[1]
  if (whenPaid && isGoingOn) return { action: 'ask', ask: 'when', what: whenPaid }
  const topic = /^(\S+?)(?:은|는)$/.exec(rest)?.[1]
  if (topic !== undefined && asked) return askedOf(topic, days, isGoingOn)
  const [, before = '', after = ''] = /^(.*?)\s?(?:얼마(?:나)?|몇\s?원)\s?(.*)$/.exec(rest) ?? []
  if (!/얼마|몇\s?원/.test(rest)) return undefined
  if (/^남았(?:어|지|나|니|어요)?$/.test(after) && before === '') return { action: 'ask', ask: 'left', ...days }
  if (EARNED.test(after)) return { action: 'ask', kind: 'income', ...days, ...aimOf(before) }
  const named = categoryNamed(tidyWords(before).replace(/(?:은|는|이|가|에)$/, ''))
  if (/^(?:야|이야|예요|이에요|인가|되나|돼)?$/.test(after) && named !== undefined)
    return { action: 'ask', category: tidyWords(before).replace(/(?:은|는|이|가|에)$/, ''), ...days }
  // 얼마였지 asks of one payment, 얼마 썼지 of all.
  if (/^(?:이었|였)/.test(after) && !(isGoingOn && before !== '')) return undefined
  if (/^(?:이었|였)/.test(after)) return { action: 'ask', ask: 'when', ...days, ...aimOf(before) }
  const aim = aimOf(before)
  // "보증금 얼마 냈어?" may be asked of notes: of one thing 썼 alone is surely of the book.
  const isSure = isGoingOn || /^(?:썼|쓴)/.test(after) || (aim.what === undefined && aim.person === undefined)
  return PAID.test(after) && isSure ? { action: 'ask', ...days, ...aim } : undefined
}

/** "식비는?", "이번 달 수입은?", and "업무비는?" after the book was spoken of. */
function askedOf(topic: string, days: Days, isGoingOn: boolean): MoneyCall | undefined {
  const category = categoryNamed(topic)
  if (category === 'income') return { action: 'ask', kind: 'income', ...days }
  return category !== undefined || (isGoingOn && /비$/.test(topic))
    ? { action: 'ask', category: topic, ...days }
    : undefined
}

/** In what, where or for whom: "커피에", "스타벅스에서", "엄마한테", "민수랑". */
function aimOf(before: string): Pick<MoneyCall, 'what' | 'place' | 'person' | 'category'> {
  const words = tidyWords(before.replace(/(?<=^|\s)(?:내가|총|다|모두|돈을?|전부)(?=\s|$)/g, ' '))
  if (words === '') return {}
  const place = /^(.+?)에서$/.exec(words)?.[1]
  if (place) return { place }
  const person = /^(\S+?)(?:한테|에게|께|이랑|랑|하고)$/.exec(words)?.[1]
  if (person) return { person }
  const what = words.replace(/(?<=[가-힣])(?:에다가?|에|은|는|을|를|이|가|으로|로)$/, '')
  return categoryNamed(what) === undefined && !/[가-힣]비$/.test(what) ? { what } : { category: what }
}

interface Days {
  day?: CivilDate
  until?: CivilDate
}

/** Takes the days of which is asked out of the words: "어제", "지난주에", "5월에", "주말에". */
function withoutDays(text: string, when: When): { days: Days; rest: string } {
  const weekend = /(?:이번\s)?주말(?:에)?(?=\s|$)/.exec(text)
  if (weekend) {
    const today = todayIn(when)
    // The one that holds today or is over: its Saturday.
    const saturday = addDays(today, -((weekdayOf(today) + 1) % 7))
    const rest = tidyWords(text.slice(0, weekend.index) + text.slice(weekend.index + weekend[0].length))
    return { days: { day: saturday, until: addDays(saturday, 1) }, rest }
  }
  const sentence = readSentence(text)
  const period = sentence.text === text ? sentence.period(when) : undefined
  if (!period) return { days: {}, rest: tidyWords(text) }
  const rest = tidyWords(
    text.slice(0, period.from) + text.slice(period.to).replace(/^(?:에는|에|동안|은|의)(?=\s|$)/, ''),
  )
  return { days: { day: period.first, until: period.last }, rest }
}
