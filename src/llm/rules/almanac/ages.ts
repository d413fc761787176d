import { almanacMessages } from '../../../messages/engine/almanac.ts'
import { type CivilDate, civilDate, partsOf, todayIn } from '../../../std/time/calendar.ts'
import type { Family, Utterance } from '../intent.ts'

const born =
  /(?<!\d)(\d{4}|\d{2})년(?:도)?(?: ?(\d{1,2})월)?(?: ?(\d{1,2})일)?(?:에)? ?(?:생(?!일)|태어났으면|태어났는데|태어난 ?(?:사람|애|아이)|출생)(?:은|는|이면|인데|이|이고|이라면)?/
const bornEnglish = /born (?:in |on )?(?:([a-z]+) (?:(\d{1,2})(?:st|nd|rd|th)?,? )?)?(\d{4})/i
const rest =
  /^(?:[\s,?!.]|나는?|저는?|난|전|내|제|우리|올해|지금|현재|이제|만으로|만 ?나이로?|만(?![가-힣])|만 |만 ?나이|몇 ?살|몇(?= ?(?:이|야|$))|나이|살|가|이|은|는|야|이야|예요|이에요|인가요?|지|죠|니|게|임|되|돼|됐|어|요|얼마|알려 ?줘|계산해 ?줘)*$/
const restEnglish =
  /^(?:[\s,?!.]|how old|is|am|are|someone|somebody|who|was|were|a person|people|i|now|today|this year|if|would|be)*$/i

/** "1990년생은 몇 살이야?", "1995년 12월 25일에 태어났으면 지금 몇 살이야?": the age by the law, counted from the day of birth. */
export const ages: Family = (utterance) => {
  const found = korean(utterance.text) ?? englishBirth(utterance.text) ?? ownBirth(utterance)
  const said = found && ageAnswer(utterance, ...found)
  return said === undefined ? undefined : { weight: 3, answer: () => said }
}

const myAge = /^(?:나는?|난|내가|제가|저는?)? ?(?:지금|올해)? ?(?:몇 ?살|내 나이)|^how old am i/i

/** The birth that the person told: "나 몇 살이야?" after "나 1990년 5월생이야". */
function ownBirth({ text, facts }: Utterance): Birth | undefined {
  const told = myAge.test(text)
    ? facts.findLast((fact) => born.test(fact.text) || /\bborn (?:in|on) /i.test(fact.text))
    : undefined
  const match = told && born.exec(told.text)
  if (match)
    return match
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number) as Birth
  return told && englishYear(told.text)
}

type Birth = [year: number, month?: number, day?: number]

function korean(said: string): Birth | undefined {
  // "만 나이로 1985년 12월 1일": of what else than a birth?
  const text = /만 ?나이|나이 ?계산/.test(said)
    ? said.replace(/(\d{4}년 ?\d{1,2}월 ?\d{1,2}일)(?! ?(?:생|에|출생|태어))/, '$1생')
    : said
  const match = born.exec(text)
  if (!match || !/몇 ?살|나이/.test(text) || !rest.test(text.replace(match[0], ' '))) return undefined
  const [, year = '', month, day] = match
  return [Number(year), ...[month, day].filter((part) => part !== undefined).map(Number)] as Birth
}

const months = 'january february march april may june july august september october november december'.split(' ')

/** "born in May 1990", "born on August 20, 1995". */
function englishYear(text: string): Birth | undefined {
  const [, name = '', day, year = ''] =
    /born (?:in|on) (?:([a-z]+) (?:(\d{1,2})(?:st|nd|rd|th)?,? )?)?(\d{4})/i.exec(text) ?? []
  const month = name === '' ? 0 : months.findIndex((one) => one.startsWith(name.toLowerCase())) + 1
  if (year === '') return undefined
  if (month === 0) return [Number(year)]
  return day ? [Number(year), month, Number(day)] : [Number(year), month]
}

function englishBirth(said: string): Birth | undefined {
  // "12 May 1990" is May 12, 1990.
  const text = said.replace(
    /born (?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+),? (\d{4})/i,
    'born on $2 $1, $3',
  )
  const match = bornEnglish.exec(text)
  if (!match || !/how old/i.test(text) || !restEnglish.test(text.replace(match[0], ' '))) return undefined
  const [, name, day, year = ''] = match
  const month = name === undefined ? 0 : months.findIndex((one) => one.startsWith(name.toLowerCase())) + 1
  if (name !== undefined && month === 0) return undefined
  if (month === 0) return [Number(year)]
  return day === undefined ? [Number(year), month] : [Number(year), month, Number(day)]
}

function ageAnswer(
  { now, zone, language }: Utterance,
  written: number,
  month?: number,
  day?: number,
): string | undefined {
  const say = almanacMessages[language]
  const today = todayIn({ now, zone })
  const [thisYear, thisMonth] = partsOf(today)
  const year = written > 99 ? written : written + (written > thisYear % 100 ? 1900 : 2000)
  const full = thisYear - year
  if (full < 0 || full > 150) return undefined
  if (month === undefined) return say.ageOfYear(full)
  if (day === undefined) {
    if (month < 1 || month > 12) return say.noSuchDay
    return month === thisMonth ? say.ageOfYear(full) : say.age(month < thisMonth ? full : full - 1)
  }
  const birth: CivilDate | undefined = civilDate(year, month, day)
  if (!birth) return say.noSuchDay
  if (birth > today) return undefined
  return say.age(birth.slice(5) <= today.slice(5) ? full : full - 1)
}
