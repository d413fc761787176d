import { patternOf } from '../../text/pattern.ts'
import { addDays, addMonths, type CivilDate, todayIn, type When } from '../../time/calendar.ts'
import { readDate } from './date.ts'
import { monday } from './date-rule.ts'

/** The last day of a week, a month or a year, counted from the present one. */
const weekEnd = (today: CivilDate, weeks: number) => addDays(monday(today), weeks * 7 + 6)
const monthEnd = (today: CivilDate, months: number) => addDays(addMonths(`${today.slice(0, 8)}01`, months + 1), -1)

/** Stretches that a sentence is about as a whole: "이번 주는 재택", "오늘은 쉬어", "this week I …". */
const stretches: readonly [RegExp, (today: CivilDate) => CivilDate][] = [
  [/(?:^|\s)오늘(?:은|만|만은|까지|까지만|까지는| 하루)?(?=[ ,]|$)|\b(?:today|tonight)\b/i, (today) => today],
  [/(?:^|\s)내일(?:은|만|까지|까지만|까지는)(?=[ ,]|$)|\btomorrow\b/i, (today) => addDays(today, 1)],
  [
    /(?:이번|금) ?주(?:는|엔|에는|에|만|까지|까지만|까지는| 내내|간)?(?=[ ,]|$)|\bthis week\b/i,
    (today) => weekEnd(today, 0),
  ],
  [/다음 ?주(?:는|엔|에는|까지|까지만|까지는| 내내)(?=[ ,]|$)|\bnext week\b/i, (today) => weekEnd(today, 1)],
  [
    /(?:이번|이) ?달(?:은|엔|에는|에|만|까지|까지만|까지는| 내내)?(?=[ ,]|$)|\bthis month\b/i,
    (today) => monthEnd(today, 0),
  ],
  [/다음 ?달(?:은|엔|에는|까지|까지만|까지는| 내내)(?=[ ,]|$)|\bnext month\b/i, (today) => monthEnd(today, 1)],
  [
    /(?:올해|금년)(?:는|엔|에는|에|만|까지|까지만|까지는| 내내)?(?=[ ,]|$)|\bthis year\b/i,
    (today) => `${today.slice(0, 4)}-12-31`,
  ],
]

/** "금요일까지 재택", "until Friday": the day stands before 까지, or behind until. */
const until = /(.{1,24}?)까지(?:는|만)?(?=[ ,]|$)|\b(?:until|till|through)\s+(.{2,24})/i

/** What happened, or comes back each year, stays true when its day is over. */
const lasting = patternOf('i')`
    (?:았|었|했|였|갔|왔|셨|됐|겼|렸|꿨|봤|샀|났)(?:어|다|어요|습니다|음|지|네)?[.!~]*$|생일|생신|기념일|기일|태어|
    \b(?:was|were|did|birthday|anniversary|born|moved|got|bought|\w+ed)\b`

/**
 * The last day on which a sentence holds that is true only for a while, seen from when it was said; undefined for one
 * that says nothing of its end. A day of an appointment is no end ("내일 3시 회의"), nor is what repeats.
 */
export function holdsUntil(sentence: string, said: When): CivilDate | undefined {
  const today = todayIn(said)
  const [, korean, english] = until.exec(sentence) ?? []
  const words = korean ?? english
  const named = words === undefined ? undefined : (stretchIn(`${words} `, today) ?? dayIn(words, said))
  return named ?? (lasting.test(sentence) ? undefined : stretchIn(sentence, today))
}

/**
 * The last day that somebody names on being asked until when: "일요일", "이번 주", "2026-12-01", "friday". Undefined for no
 * such day.
 */
export function lastDay(words: string, said: When): CivilDate | undefined {
  return holdsUntil(words, said) ?? dayIn(words, said)
}

function stretchIn(sentence: string, today: CivilDate): CivilDate | undefined {
  return stretches.find(([words]) => words.test(sentence))?.[1](today)
}

function dayIn(words: string, said: When): CivilDate | undefined {
  const day = readDate(words, said)
  return day && 'date' in day && day.date >= todayIn(said) ? day.date : undefined
}
