import { categoryNamed } from '../../../std/korean/search/categories.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { addDays, type CivilDate, todayIn, type When, weekdayOf } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import type { MoneyAround, MoneyCall } from './money-call.ts'

interface Days {
  day?: CivilDate
  until?: CivilDate
}

/** Take the article off a thing. */
export const bareWords = (words: string) =>
  tidyWords(words).replace(/^(?:the|my|his|her|their|some|more|a|an)\s(?=\S)/i, '')

/** Take the days out of the words: "yesterday", "this week", "in May", "this weekend". */
export function withoutDays(text: string, when: When): { days: Days; rest: string } {
  const weekend = /\s?\b(?:this|on the|over the|last)? ?weekend\b/i.exec(text)
  if (weekend) {
    const saturday = addDays(todayIn(when), -((weekdayOf(todayIn(when)) + 1) % 7))
    const rest = tidyWords(text.slice(0, weekend.index) + text.slice(weekend.index + weekend[0].length))
    return { days: { day: saturday, until: addDays(saturday, 1) }, rest }
  }
  const sentence = readSentence(text)
  const period = sentence.text === text ? sentence.period(when) : undefined
  if (!period) return { days: {}, rest: tidyWords(text) }
  const before = text.slice(0, period.from).replace(/\s(?:in|on|of|for|from|during)\s?$/i, ' ')
  const rest = tidyWords(before + text.slice(period.to).replace(/^['’]s\b/, ''))
  return { days: { day: period.first, until: period.last }, rest }
}

/** A period that is one day. */
export const oneDay = ({ day, until }: Days): { day?: CivilDate } => (day !== undefined && day === until ? { day } : {})

/** "how much did I spend on food?", "and food?", "what did I spend the most on?", "show my expenses". */
export function readEnglishQuestion(text: string, { when, asked, isGoingOn }: MoneyAround): MoneyCall | undefined {
  if (readSentence(text).amounts.length > 0) return undefined
  const { days, rest } = withoutDays(
    text.replace(/\b(?:for|of) (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$)/i, 'in '),
    when,
  )
  if (
    /^show (?:me )?(?:all )?(?:(?:my |the )?(?:expenses|spending|money book|book|accounts)|what I spent)$/i.test(rest)
  )
    return { action: 'ask', ask: /what/i.test(rest) ? 'sum' : 'list', ...days }
  if (/^what did I spend (?:the )?most(?: money)? on$/i.test(rest)) return { action: 'ask', ask: 'most', ...days }
  if (/^how much (?:money )?(?:is|do I have) left$/i.test(rest)) return { action: 'ask', ask: 'left', ...days }
  const [, paid] = /^when did (?:I )?(?:my |the )?(.+?) (?:come in|go out|arrive)$/i.exec(rest) ?? []
  if (paid && isGoingOn) return { action: 'ask', ask: 'when', what: paid }
  if (asked && isGoingOn && /^what did I (?:spend money(?: on)?|buy)$/i.test(rest))
    return { action: 'ask', ask: 'list', ...days }
  const [, of] =
    /^(?:(?:tell me )?how much (?:have I|did I|I)|what (?:have I|did I)) (?:spend|spent|pay|paid)(?: (.+))?$/i.exec(
      rest,
    ) ?? []
  if (/^(?:tell me )?(?:how much|what) (?:have I |did I |I )(?:spend|spent|pay|paid)\b/i.test(rest))
    return { action: 'ask', ...days, ...aimOf(of ?? '') }
  const [, to] = /^how much (?:have I|did I) (?:give|given|send|sent) (?:to )?(?:my |the )?(.+)$/i.exec(rest) ?? []
  if (to) return { action: 'ask', person: to, ...days }
  if (/^(?:how much|what) (?:have I|did I) (?:earn|earned|make|made|receive|received|get)$/i.test(rest))
    return { action: 'ask', kind: 'income', ...days }
  const total = readTotal(rest, days, { isGoingOn, asked })
  if (total) return total
  const [, was] = /^how much (?:was|were) (?:the |my )?(.+)$/i.exec(rest) ?? []
  if (was && asked && isGoingOn) return { action: 'ask', ask: 'when', what: was, ...days }
  const [, topic] = /^(?:and |how much (?:on|for) |what about )?(?:the |my )?([a-z]+)$/i.exec(rest) ?? []
  const category = topic === undefined ? undefined : categoryNamed(topic)
  if (category === undefined || !asked || !(isGoingOn || /^how much/i.test(rest) || days.day)) return undefined
  return category === 'income'
    ? { action: 'ask', kind: 'income', ...days }
    : { action: 'ask', category: topic as string, ...days }
}

/** "on coffee", "at Starbucks", "with Minsu". */
function aimOf(words: string): Pick<MoneyCall, 'what' | 'place' | 'person' | 'category'> {
  const [, how = '', of = ''] = /^(on|for|at|with|to)\s(.+)$/i.exec(words) ?? []
  if (of === '') return {}
  const named = of.replace(/^(?:the|my)\s/i, '')
  if (/^at$/i.test(how)) return { place: named }
  if (/^(?:with|to)$/i.test(how)) return { person: named }
  if (categoryNamed(named) !== undefined) return { category: named }
  return /^[A-Z]/.test(named) ? { person: named } : { what: named }
}

/** Words of a question of a sum, beside of what. */
const LITTLE = new Set(
  'how,much,what,is,the,my,was,total,in,all,together,now,for,on,to,at,of,do,did,does,i,we,have,has,money,and,spending,it,altogether,so,far,most,where'.split(
    ',',
  ),
)
const OUT = /^(?:spend|spent|spending|pay|paid|go|went|goes|give|gave|cost|total)$/i
const IN = /^(?:earn|earned|make|made|income|get|got|receive|received)$/i

/** "what's my total for today?", "how much went to food?", "leisure spending?": whole, in any order. */
function readTotal(
  rest: string,
  days: Days,
  { isGoingOn, asked }: Pick<MoneyAround, 'isGoingOn' | 'asked'>,
): MoneyCall | undefined {
  if (!asked || !isGoingOn) return undefined
  const person = /^how much did I (?:get|receive) from (.+)$/i.exec(rest)?.[1]
  if (person) return { action: 'ask', kind: 'income', person, ...days }
  const given = /^how much did I (?:spend|pay) with (\S+)$/i.exec(rest)?.[1]
  if (given) return { action: 'ask', person: given, ...days }
  const place = /^how much (?:do I spend |did I spend |have I spent )?at ((?:the )?[A-Z]\S+)$/.exec(rest)?.[1]
  if (place) return { action: 'ask', place, ...days }
  const words = rest
    .replace(/['’]s\b/g, ' is')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (/^where did most of my money go$/i.test(rest)) return { action: 'ask', ask: 'most', ...days }
  const income = words.some((word) => IN.test(word))
  const isSum =
    income || words.some((word) => OUT.test(word)) || /^how much/i.test(rest) || /total|together/i.test(rest)
  const left = words.filter((word) => !LITTLE.has(word.toLowerCase()) && !OUT.test(word) && !IN.test(word))
  if (!isSum || left.length > 1) return undefined
  const kind = income ? { kind: 'income' as const } : {}
  const [of] = left
  if (of === undefined) return income || days.day ? { action: 'ask', ...kind, ...days } : undefined
  const category = categoryNamed(of) ?? categoryNamed(of.replace(/s$/, ''))
  return category === undefined ? undefined : { action: 'ask', category: of.replace(/s$/, ''), ...kind, ...days }
}
