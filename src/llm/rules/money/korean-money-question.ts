import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { categoryNamed } from '../../../std/korean/search/categories.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, type CivilDate, todayIn, type When, weekdayOf } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import type { MoneyAround, MoneyCall } from './money-call.ts'

/** The end of a question of what was paid: it tells of the past. */
const PAID = patternOf()`
    ^(?:썼|냈|샀|줬|드렸|들었|나갔|나왔|결제했|였|이었|낸|쓴)(?:어|어요|지|지요|나|니|더라|는지|냐|을까)?
    (?:\s?(?:알려|말해|보여)${GIVE})?$`
const EARNED = patternOf()`^(?:벌었|들어왔|받았|생겼)(?:어|어요|지|나|니|는지)?(?:\s?알려${GIVE})?$`
const BOOK = patternOf()`
    ^(?:내\s)?(?:가계부|지출\s?(?:내역|목록)?|쓴\s?돈|소비\s?내역|돈\s?쓴\s?(?:거|것)|수입\s?지출)(?:을|를)?\s?
    (?:좀\s)?(?:보여|알려|읽어|말해)${GIVE}$`

/** A question of the book: "이번 달 얼마 썼어?", "식비는?", "스타벅스에서 얼마 썼어?", "뭐에 제일 많이 썼어?". */
export function readKoreanQuestion(text: string, around: MoneyAround): MoneyCall | undefined {
  const { when, asked, isGoingOn } = around
  if (readSentence(text).amounts.length > 0) return undefined
  const { days, rest } = withoutDays(text, when)
  if (BOOK.test(rest)) return { action: 'ask', ask: 'list', ...days }
  if (
    /^(?:뭐에|뭐에다|어디에|어디다|무엇에)\s(?:제일|가장)\s?(?:많이|돈을?\s?많이)\s썼\S*$|^(?:제일|가장)\s?(?:많이|돈을?\s?많이)\s쓴\s(?:데|곳|거|게|것)\S*(?:\s(?:어디|뭐)\S*)?$/.test(
      rest,
    )
  )
    return { action: 'ask', ask: 'most', ...days }
  if (asked && isGoingOn && /^(?:뭐에|뭐|어디에|어디)\s(?:썼|샀|쓴)\S*$/.test(rest))
    return { action: 'ask', ask: 'list', ...days }
  const whenPaid = /^(\S+?)(?:은|는|이|가)?\s?언제\s?(?:들어왔|나갔|냈|샀|썼|받았)\S*$/.exec(rest)?.[1]
  if (whenPaid && isGoingOn) return { action: 'ask', ask: 'when', what: whenPaid }
  const total = readTotal(rest, days, around)
  if (total) return total
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

/**
 * Words of a question of a sum, beside of what: that all is meant, that it is money, how it was moved, and to be told.
 */
const OF_ALL = new Set(
  '총,총합,합계,합쳐서,전부,다,모두,다시,좀,돈,돈은,돈이,거,것,게,금액,지출,나,내가,제가'.split(','),
)
const OUT = /^(?:쓴|나간|든|낸|지출한)$|^(?:썼|나갔|들었|냈)\S*$/
const IN = /^(?:번|받은|들어온)$|^(?:벌었|들어왔)\S*$|^(?:수입|소득)(?:은|이)?$/
const TELL = patternOf()`^(?:얼마\S*|(?:알려|정리해|말해|보여)\S*|${GIVE}|\S{0,2}는지)$`
/** "이번 달 번 돈 얼마야?", "의료비 총합", "주거비 총 얼마야", "오늘 쓴 돈 정리해줘": whole, in any order. */
function readTotal(rest: string, days: Days, { isGoingOn, asked }: MoneyAround): MoneyCall | undefined {
  const words = rest.split(' ').filter((word) => word !== '')
  const isOf = (shape: RegExp) => words.some((word) => shape.test(word))
  const [out, income, told] = [isOf(OUT), isOf(IN), isOf(TELL)]
  const all = words.some((word) => /^(?:총합|합계|합쳐서|총)$/.test(word))
  const money = /(?:^|\s)돈(?:은|이)?(?:\s|$)/.test(rest)
  if (!(told || all || (asked && money)) || !(out || income || all || isGoingOn || days.day)) return undefined
  const left = words.filter((word) => !OF_ALL.has(word) && !OUT.test(word) && !IN.test(word) && !TELL.test(word))
  const kind = income ? { kind: 'income' as const } : {}
  if (left.length === 0) return out || income ? { action: 'ask', ...kind, ...days } : undefined
  const of = left.join(' ').replace(/(?<=[가-힣])(?:은|는|이|가|에)$/, '')
  if (left.length > 1 || (categoryNamed(of) === undefined && !/[가-힣]비$/.test(of))) return undefined
  return categoryNamed(of) === 'income'
    ? { action: 'ask', kind: 'income', ...days }
    : { action: 'ask', category: of, ...kind, ...days }
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
  const what = words.replace(/\s값$/, '').replace(/(?<=[가-힣])(?:에다가?|에|은|는|을|를|이|가|으로|로)$/, '')
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
