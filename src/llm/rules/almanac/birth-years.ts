import { nativeAt, numeralAt } from '../../../std/korean/numbers/number.ts'
import { partsOf } from '../../../std/time/calendar.ts'
import { type AlmanacReader, yearOf, yearWords } from './almanac-question.ts'

const asked = '(?:은|는|이|가|도)? ?(?:(?:몇|무슨) ?년(?:도)? ?(?:생|에 ?태어|출생)|태어난 ?(?:해|연도))[가-힣 ]{0,8}'
const ofAge = new RegExp(
  `^(?:올해 |지금 |현재 )?(?:만 ?)?(\\S{1,6}?)(?: ?(?:살|세))?(?:이면|면|인데|인 ?사람)?${asked}$|^(?:what year was (?:someone|somebody|a person) (?:who is )?|birth year (?:of|for) )(\\d{1,3})(?: years? old)?(?: born)?(?: in)?$`,
  'i',
)

/** "스무 살이면 몇 년생이야?": the year of birth by the age, of which there are two. */
export const bornInYear: AlmanacReader = ({ text, today, say }) => {
  const [, korean, english] = ofAge.exec(text) ?? []
  const word = korean ?? english ?? ''
  const age = /^\d+$/.test(word) ? Number(word) : wholly(word)
  if (age === undefined || age > 150) return undefined
  const year = partsOf(today)[0] - age
  return say.bornIn(age, year)
}

function wholly(word: string): number | undefined {
  const read = nativeAt(word, 0) ?? numeralAt(word, 0)
  return read && read.to === word.length ? read.value : undefined
}

const animals = ['쥐', '소', '호랑이', '토끼', '용', '뱀', '말', '양', '원숭이', '닭', '개', '돼지']
const beast = `(?:(?:무슨|어떤|몇) ?(?:띠|해)|띠(?:가|는|를)? ?(?:뭐|무엇))(?:이?야|이?지|예요|이에요|인가요?|일까요?|니|임|야\\? ?띠로)?(?: ?(?:알려|말해) ?줘)?`
const ofYear = new RegExp(
  `^(?:(\\d{4}|\\d{2})년(?:생|도)?|(${yearWords}))(?:은|는|이|가|이면|면)? ?${beast}(?:[?,.]? ?띠로)?$|^(?:what(?:'s| is)? (?:the )?)?(?:chinese )?(?:zodiac|animal)(?: animal)?(?: sign)? (?:of|for|is|was)(?: the year)? (\\d{4})$`,
  'i',
)

const ofAnimal = new RegExp(`^(${animals.join('|')})띠(?:는|가|면)?${asked}(?:이?야|이?지|예요|이에요|인가요?|임)?$`)

/** "닭띠는 몇 년생이야?": the last years of that animal. */
export const yearsOfAnimal: AlmanacReader = ({ text, today, say }) => {
  const name = ofAnimal.exec(text)?.[1]
  if (!name) return undefined
  const [now] = partsOf(today)
  const last = now - ((now + 8 - animals.indexOf(name)) % 12)
  return say.animalYears(
    name,
    Array.from({ length: 7 }, (_, back) => last - 12 * back),
  )
}

/** "88년생은 무슨 띠야?", "내년은 무슨 해야?": the animal of a year, which begins with the lunar new year. */
export const animalOfYear: AlmanacReader = (question) => {
  const [, digits, word, english] = ofYear.exec(question.text) ?? []
  const named = yearOf(question, digits ?? english, word)
  if (named === undefined) return undefined
  const [now] = partsOf(question.today)
  const year = named > 99 ? named : named + (named > now % 100 ? 1900 : 2000)
  return question.say.animal(year, animals[(year + 8) % 12] as string, (year + 8) % 12)
}
