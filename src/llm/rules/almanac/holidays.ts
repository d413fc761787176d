import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, type CivilDate, civilDate, partsOf, weekdayOf } from '../../../std/time/calendar.ts'
import { feastOf } from '../../../std/time/lunar.ts'
import { type DayMention, whenIn } from '../parse/when.ts'
import { type AlmanacReader, dayText } from './almanac-question.ts'

interface Holiday {
  date: CivilDate
  name: string
}

/** Month, day and names of the holidays of Korea that fall on the same day each year. */
const FIXED: readonly (readonly [month: number, day: number, ko: string, en: string])[] = [
  [1, 1, '신정', "New Year's Day"],
  [3, 1, '삼일절', 'Independence Movement Day'],
  [5, 5, '어린이날', "Children's Day"],
  [6, 6, '현충일', 'Memorial Day'],
  [8, 15, '광복절', 'Liberation Day'],
  [10, 3, '개천절', 'National Foundation Day'],
  [10, 9, '한글날', 'Hangeul Day'],
  [12, 25, '성탄절', 'Christmas Day'],
]

/**
 * Holidays of Korea that have stood for long; days in lieu, elections and what a government adds are not known here.
 */
function holidaysOf(yearAsked: number, language: 'ko' | 'en'): Holiday[] {
  const fixed = FIXED.flatMap(([month, day, ko, en]) => {
    const date = civilDate(yearAsked, month, day)
    return date ? [{ date, name: language === 'ko' ? ko : en }] : []
  })
  const buddha = feastOf('부처님오신날', yearAsked)
  const lunar = (['설날', '추석'] as const).flatMap((feast) => {
    const date = feastOf(feast, yearAsked)
    const name = language === 'ko' ? feast : { 설날: 'Seollal', 추석: 'Chuseok' }[feast]
    const around = language === 'ko' ? `${feast} 연휴` : `${name} holidays`
    return date ? [-1, 0, 1].map((n) => ({ date: addDays(date, n), name: n === 0 ? name : around })) : []
  })
  const all = [
    ...fixed,
    ...lunar,
    ...(buddha ? [{ date: buddha, name: language === 'ko' ? '부처님오신날' : "Buddha's Birthday" }] : []),
  ]
  return all.sort((a, b) => (a.date < b.date ? -1 : 1))
}

const nextHoliday = patternOf('i')`
  ^(?:다음|가장 가까운|제일 가까운|돌아오는|이번) ?(?:공휴일|휴일|빨간 ?날|쉬는 ?날)(?:은|는|이|가)? ?(?:언제|며칠|뭐|무슨 ?날|몇 ?월 ?며칠)[가-힣 ]{0,6}$|
  ^when(?:'s| is) the next (?:public |national |korean )?holiday$
`
const span = patternOf()`
    ^(올해|내년|이번|다음|(\d{4})년)? ?(설날|설|추석) ?연휴(?:가|는|은|이)? ?(?:며칠|몇 ?일|언제|얼마나)
    (?:부터|까지|이나|동안)?(?: ?(?:언제|며칠)까지)?[가-힣 ]{0,5}$`
const isHoliday = patternOf('i')`
    (?:은|는|이|가|도)? ?(?:쉬는 ?날|공휴일|빨간 ?날|휴일)(?:이|인)?(?:야|지|니|가|가요|지요|에요|예요|맞아|맞지)*$|
    ^is (.+) a (?:public |national )?holiday$`

/** "다음 공휴일 언제야", "추석 연휴 며칠이야", "3월 1일은 쉬는 날이야?". */
export const holiday: AlmanacReader = (asked) => {
  const { text, today, say, utterance } = asked
  const [now] = partsOf(today)
  if (nextHoliday.test(text)) {
    const all = [now, now + 1].flatMap((one) => holidaysOf(one, utterance.language))
    const next = all.find(({ date }) => date > today)
    return next && say.nextHoliday(next.name, dayText(asked, next.date))
  }
  const named = span.exec(text)
  if (named) {
    const feast = named[3] === '추석' ? '추석' : '설날'
    const wanted = named[2] ? Number(named[2]) : named[1] === '내년' ? now + 1 : named[1] === '올해' ? now : undefined
    const dates = (wanted === undefined ? [now, now + 1] : [wanted]).map((one) => feastOf(feast, one))
    const date = dates.find((one) => one && (wanted !== undefined || addDays(one, 1) >= today))
    return date && say.holidays(feast, dayText(asked, addDays(date, -1)), dayText(asked, addDays(date, 1)))
  }
  if (!isHoliday.test(text)) return undefined
  const marks = whenIn({ ...utterance, text }).filter(({ kind }) => kind === 'd')
  const day = marks[0]?.value as DayMention | undefined
  if (!day || marks.length > 1 || day.rough || day.invalid || marks[0]?.from !== (/^is /i.exec(text)?.[0].length ?? 0))
    return undefined
  const known = holidaysOf(partsOf(day.date)[0], utterance.language).find(({ date }) => date === day.date)
  return say.holiday(dayText(asked, day.date), known?.name, weekdayOf(day.date) > 5)
}
