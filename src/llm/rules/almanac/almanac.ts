import { almanacMessages } from '../../../messages/engine/almanac.ts'
import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { addDays, type CivilDate, civilDate, daysBetween, partsOf, todayIn } from '../../../std/time/calendar.ts'
import { lunarOf, solarOf } from '../../../std/time/lunar.ts'
import type { Family } from '../intent.ts'
import { type DayMention, whenIn } from '../parse/when.ts'
import { type AlmanacQuestion, type AlmanacReader, dayText, isFilling, yearOf, yearWords } from './almanac-question.ts'
import { holiday } from './holidays.ts'

// ---- the lunar calendar

const lunarDate = new RegExp(
  inOneLine`
    (?:(\\d{4})년 ?)?음력(?:으로)? ?(?:생일|생신|제사|기일)?(?:이|은|는|날)? ?(?:(\\d{4})년 ?|(${yearWords}) ?)?(윤 ?)?(\\d{1,2})
    월 ?(\\d{1,2})일`,
)
const fromLunar: AlmanacReader = (asked) => {
  const match = lunarDate.exec(asked.text)
  if (!match || isReminder(asked.text)) return undefined
  const [all, first, second, word, leap, month, day] = match
  const rest = asked.text.replace(all, ' ')
  const later = new RegExp(`(?:(\\d{4})년|(${yearWords}))`).exec(rest)
  const owner = /^(?:우리 ?|내 ?|제 ?)?[가-힣]{1,4}(?:의|이|은|는)? /.exec(rest.trim())?.[0] ?? ''
  const left = rest
    .replace(later?.[0] ?? '', ' ')
    .trim()
    .slice(owner.length)
  if (!isFilling(left) && !isFilling(rest.replace(later?.[0] ?? '', ' '))) return undefined
  const named = yearOf(asked, first ?? second ?? later?.[1], word ?? later?.[2])
  const parts = { month: Number(month), day: Number(day), leap: leap !== undefined }
  const date = named === undefined ? nextSolar(asked.today, parts) : solarOf({ year: named, ...parts })
  if (!date) return asked.say.noLunar
  const said = asked.say.lunarDay(parts.month, parts.day, parts.leap)
  return asked.say.solar(said, calendarMessages[asked.utterance.language].day({ date, year: true }))
}

/** The next time that a lunar day comes round, today included. */
function nextSolar(today: CivilDate, parts: { month: number; day: number; leap: boolean }): CivilDate | undefined {
  const [year] = partsOf(today)
  const dates = [-1, 0, 1, 2, 3].flatMap((more) => solarOf({ year: year + more, ...parts }) ?? [])
  return dates.find((date) => date >= today)
}

/** "음력 8월 15일에 알려줘" asks to be told then. */
const isReminder = (text: string) => /일에 ?(?:꼭 |다시 )?(?:알려|말해|깨워)/.test(text)

const toLunar: AlmanacReader = (asked) => {
  if (!/음력|\blunar\b/i.test(asked.text) || isReminder(asked.text)) return undefined
  const text = asked.text.replace(/음력(?:으로는|으로|은|이)?/, '  ')
  const marks = whenIn({ ...asked.utterance, text }).filter(({ kind }) => kind === 'd')
  const [only, more] = marks
  if (!only || more) return undefined
  const rest = `${text.slice(0, only.from)} ${text.slice(only.to)}`.replace(/\b(?:korean )?lunar(?: calendar)?\b/i, ' ')
  const { date, rough, invalid } = only.value as DayMention
  const lunar = invalid || rough ? undefined : lunarOf(date)
  return lunar && isFilling(rest)
    ? asked.say.lunar(dayText(asked, date), asked.say.lunarDay(lunar.month, lunar.day, lunar.leap))
    : undefined
}

const APART = /남|전(?!날)|뒤|후|까지|부터|지나|[었였]|\b(?:until|till|before|after|since|ago|was)\b/i

/** "내년 추석은 언제야?", "다음 달 첫째 월요일은 며칠이야?": a day that is named is told by its date. */
const namedDay: AlmanacReader = (asked) => {
  const { text, utterance } = asked
  const sentence = readSentence(text)
  const [day, more] = sentence.days(utterance)
  const said = day ? sentence.text.slice(day.from, day.to) : ''
  // "둘째 주 금요일" may be counted in two ways, and is told by its date.
  if (!day || more || 'invalid' in day || (day.approximate && !/요일$/.test(said))) return undefined
  const rest = `${sentence.text.slice(0, day.from)} ${sentence.text.slice(day.to)}`
  // What is a date already is asked about in another way.
  const isDate = /^(?:\d(?!.*요일$)|오늘|내일|모레|어제|today|tomorrow|yesterday)/i.test(said)
  // "오늘부터 3주 뒤" alone asks for its date.
  if (/(?:[뒤후전]|from today)$/i.test(said) ? rest.trim() !== '' : isDate || APART.test(rest) || !isFilling(rest))
    return undefined
  return calendarMessages[utterance.language].is(dayText(asked, day.date))
}

// ---- days that are counted

const nthFrom = /(\d{1,6}|백|천)일(?:째)?(?:되는|이? ?되는)? ?(?:날)?/
const counted = /며칠 ?째|몇 ?일 ?째/

const dayCount: AlmanacReader = (asked) => {
  const from = whenIn({ ...asked.utterance, text: asked.text }).filter(
    ({ kind, to }) => kind === 'd' && /^ ?(?:부터|에서|로부터|에)/.test(asked.text.slice(to)),
  )
  const [start] = from
  if (!start || from.length !== 1) return undefined
  const { date, rough, invalid } = start.value as DayMention
  if (rough || invalid) return undefined
  const rest = `${asked.text.slice(0, start.from)} ${asked.text.slice(start.to)}`
    .replace(/부터(?:인데|니까|면|세면|시작해서)?|에서|로부터/, ' ')
    .replace(
      /우리|나|내가|저희|사귄 ?지|사귀기 ?시작|만난 ?지|결혼한 ?지|시작한 ?지|오늘(?:이|은)?|지금|(?<![가-힣])[가-힣]{1,8}[었았했됐였녔렸났](?:는데|으니까|고)/g,
      ' ',
    )
  if (counted.test(rest) && isFilling(rest.replace(counted, ' ')) && date <= asked.today)
    return asked.say.count(dayText(asked, date), daysBetween(date, asked.today) + 1)
  const nth = nthFrom.exec(rest)
  if (!nth || /뒤|후|전/.test(rest) || !isFilling(rest.replace(nth[0], ' '))) return undefined
  const count = { 백: 100, 천: 1_000 }[nth[1] as string] ?? Number(nth[1])
  return count > 0 && /째|부터/.test(asked.text)
    ? asked.say.nth(count, dayText(asked, addDays(date, count - 1)))
    : undefined
}

const BORN =
  /(?<!\d)(\d{4}|\d{2})년(?:도)?(?: ?(\d{1,2})월)?(?: ?(\d{1,2})일)?(?:에)? ?(?:생(?!일)|태어|출생)|born (?:in |on )?.*?(\d{4})/i
const ASKS_AGE = /몇 ?살|나이|\bhow old\b/i
const OF_SELF = /^(?:나|난|내|저|제)(?:는|가)?(?= |몇)|^how old am i/i
/** Words that only ask for an age. */
const ASKING_AGE = patternOf('i')`
  ^(?:[\s,.?!]|나|난|내|저|제|우리|올해|지금|현재|이제|만|으로|나이|로|몇|살|가|이|은|는|인데|이면|면|야|지|죠|예요|이에요|인가요|되\S*|
  돼|었으면|났으면|난|사람|계산해|알려|${GIVE}|
  how|old|is|am|are|i|someone|somebody|who|was|if|now|today)*$
`

/** "1990년생은 몇 살이야?", "나 몇 살이야?" where the person told when they were born: the age by the law. */
const birthAge: AlmanacReader = ({ text, today, say, utterance }) => {
  if (!ASKS_AGE.test(text)) return undefined
  const isOwn = OF_SELF.test(text) && !BORN.test(text)
  const told = isOwn ? utterance.facts.findLast((fact) => BORN.test(fact.text))?.text : text
  const found = told === undefined ? undefined : BORN.exec(told)
  if (!found || !ASKING_AGE.test(isOwn ? text : text.replace(found[0], ' '))) return undefined
  const [, korean, month, day, english] = found
  const [thisYear] = partsOf(today)
  const written = Number(korean ?? english)
  const year = written > 99 ? written : written + (written > thisYear % 100 ? 1900 : 2000)
  const exact = korean === undefined ? readSentence(found[0]).days(utterance)[0] : undefined
  const date = month && day ? civilDate(year, Number(month), Number(day)) : undefined
  const birth = date ?? (exact && 'date' in exact && !exact.approximate ? exact.date : undefined)
  if (year > thisYear || thisYear - year > 150 || (birth && birth > today)) return undefined
  const years = thisYear - year
  if (birth) return say.age(birth.slice(5) <= today.slice(5) ? years : years - 1)
  const months = Number(today.slice(5, 7)) - Number(month ?? Number.NaN)
  return months > 0 ? say.age(years) : months < 0 ? say.age(years - 1) : say.ageOfYear(years)
}

const readers: AlmanacReader[] = [fromLunar, toLunar, dayCount, birthAge, holiday]

/**
 * Lunar days, holidays, named and counted days: what an almanac tells, read in whatever order it is asked.
 */
export const almanac: Family = (utterance) => {
  const asked: AlmanacQuestion = {
    text: utterance.text,
    utterance,
    today: todayIn(utterance),
    say: almanacMessages[utterance.language],
  }
  for (const read of readers) {
    const said = read(asked)
    if (said !== undefined) return { weight: 3, answer: () => said }
  }
  const day = namedDay(asked)
  return day === undefined ? undefined : { weight: 1, answer: () => day }
}
