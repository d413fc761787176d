import type { almanacMessages } from '../../../messages/engine/almanac.ts'
import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import { type CivilDate, partsOf } from '../../../std/time/calendar.ts'
import type { Utterance } from '../intent.ts'

/** The values read from a sentence, and the remaining words, which must belong to a question. */
export interface AlmanacQuestion {
  text: string
  utterance: Utterance
  today: CivilDate
  say: (typeof almanacMessages)['ko']
}
/** Tells the day or count that is asked for; undefined for another question. */
export type AlmanacReader = (asked: AlmanacQuestion) => string | undefined

/** Words that may stand in any question for a day and do not tell the day: a regular expression. */
const filler = inOneLine`
    은|는|이|가|의|을|를|에|도|날|요|야|이야|이에요|예요|에요|인가요|인가|이지|지|죠|니|임|냐|일까요?|였(?:어|지|더라|나)|이었(?:어|지|더라|나|나요|어요)|언제|며칠|몇 ?일|몇 ?월|
    날짜|(?:무슨|몇) ?요일|요일|뭐|어떻게 ?(?:돼|되)|알려|말해|계산해|가르쳐|${GIVE}|있|와|좀|그럼|돼|되|나요?|어|인데|쯤|정확히|오는|다음에|돌아오는|양력|양력으로|으로|로|
    남|했|해|\\s|[,?!.]
  `
const filling = new RegExp(`^(?:${filler})*$`)
const fillingEnglish = /^(?:what|when|which|is|the|of|date|day|in|on|does|fall|was|will|be|'s|s|\s|[,?!.])*$/i
/** Return true if the remaining words belong to a question. */
export const isFilling = (rest: string) => filling.test(rest.trim()) || fillingEnglish.test(rest.trim())

const years: Record<string, number> = {
  올해: 0,
  금년: 0,
  내년: 1,
  내후년: 2,
  작년: -1,
  재작년: -2,
  'this year': 0,
  'next year': 1,
}
/** Words for a year seen from this one. */
export const yearWords = Object.keys(years).join('|')

/** The year that digits or a word name; undefined where none is named. */
export function yearOf(
  { today }: AlmanacQuestion,
  digits: string | undefined,
  word: string | undefined,
): number | undefined {
  if (digits !== undefined) return Number(digits)
  return word === undefined ? undefined : partsOf(today)[0] + (years[word.toLowerCase()] as number)
}

/** A day as it is told: with its year where that is another one. */
export function dayText({ utterance, today }: AlmanacQuestion, date: CivilDate): string {
  return calendarMessages[utterance.language].day({ date, year: date.slice(0, 4) !== today.slice(0, 4) })
}
