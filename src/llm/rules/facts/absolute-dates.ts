import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { When } from '../../../std/time/calendar.ts'
import { todayIn } from '../../../std/time/calendar.ts'

// Words whose day moves with the day on which they are said. 오늘의집 is a shop, "다음 곡" is no day.
const moving = patternOf('i')`
  (?<![가-힣])(?:오늘(?!의)|내일|모레|글피|어제|그저께|(?:이번|다음|다다음|지난|저번) ?(?:주|달|해|학기|분기|[월화수목금토일]요일)|주말에|작년|올해|내년)|[\d가-힣] ?(?:일|
  주일?|주|달|개월|년) ?(?:뒤|후)|\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|month|year|spring|
  summer|fall|autumn|winter|[a-z]+day)|in \w+ (?:days?|weeks?|months?|years?))\b
`

/**
 * "내일" means nothing next week: a line that speaks of such a day gets its date behind it, "내일 면접 봄 (2026-11-22)";
 * where the words leave room ("다음 달"), the day on which they were said.
 */
export function withAbsoluteDates(line: string, said: When): string {
  if (!moving.test(line)) return line
  const day = readSentence(line).days(said)[0]
  if (day && 'date' in day && !day.approximate) return `${line} (${day.date})`
  const today = todayIn(said)
  return /[가-힣]/.test(line) ? `${line} (${today} 기준)` : `${line} (as of ${today})`
}
