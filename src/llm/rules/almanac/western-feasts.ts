import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { addDays, type CivilDate, civilDate, partsOf, weekdayOf } from '../../../std/time/calendar.ts'
import { type AlmanacReader, dayText, isFilling, yearOf } from './almanac-question.ts'

const named =
  /(?:(\d{4})년 ?|(올해|내년|작년) ?)?(부활절|추수감사절|easter(?: sunday)?|thanksgiving(?: day)?|mother'?s day|father'?s day)(?: (?:in |of )?(?:(\d{4})|(this year|next year)))?/i

/** "When is Easter 2027?", "내년 부활절이 언제야?": feasts of the churches and of the United States that move. */
export const westernFeast: AlmanacReader = (asked) => {
  const match = named.exec(asked.text)
  if (!match || !(/언제|며칠|몇 ?월|요일|\bwhen\b|what (?:day|date)/i.test(asked.text) || asked.utterance.asked))
    return undefined
  const [all, before, word, name = '', after, english] = match
  if (/까지|남|전|뒤|후|until|till/.test(asked.text) || !isFilling(asked.text.replace(all, ' '))) return undefined
  const year = yearOf(asked, before ?? after, word ?? english)
  const [now] = partsOf(asked.today)
  const date =
    year === undefined
      ? [now, now + 1].map((one) => feastIn(name, one)).find((one) => one >= asked.today)
      : feastIn(name, year)
  return date && calendarMessages[asked.utterance.language].is(dayText(asked, date))
}

function feastIn(name: string, year: number): CivilDate {
  if (/부활|easter/i.test(name)) return easter(year)
  if (/추수|thanks/i.test(name)) return nth(year, 11, 4, 4)
  return /mother/i.test(name) ? nth(year, 5, 7, 2) : nth(year, 6, 7, 3)
}

/** The n-th such weekday (1 for Monday) of a month. */
function nth(year: number, month: number, weekday: number, n: number): CivilDate {
  const first = civilDate(year, month, 1) as CivilDate
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876 (Meeus, Jones and Butcher). */
function easter(year: number): CivilDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return civilDate(year, Math.floor(sum / 31), (sum % 31) + 1) as CivilDate
}
