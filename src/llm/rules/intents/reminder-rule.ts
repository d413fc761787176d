import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { type ReadRecurrence, withTime } from '../../../std/korean/dates/recurrence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import { partsOf, weekdayOf } from '../../../std/time/calendar.ts'
import { toRuleText } from '../../../std/time/recurrence.ts'
import type { Utterance } from '../intent.ts'

/**
 * A rule that says more than its days: it is handed on as RFC 5545 text, for its words may stand anywhere in the
 * sentence.
 */
export const isRich = ({ rule, others }: ReadRecurrence) => {
  const { every, nth, more, until, count, except, lunar } = rule
  const all = [others, nth, more, until, count, except, lunar]
  return every === 'hour' || every === 'minute' || all.some((one) => one !== undefined)
}

const isLeftOut = ({ from, to }: Span, body: string) => /(?:빼고|말고|제외(?:하고|한)?)$/.test(body.slice(from, to))

/** The person's own wording; what is left out stands before its verb: not "매일 7시 일요일 빼고에". */
export const wordsOf = ({ spans }: ReadRecurrence, body: string) =>
  spans
    .toSorted((a, b) => Number(isLeftOut(b, body)) - Number(isLeftOut(a, body)) || a.from - b.from)
    .map(
      ({ from, to }) =>
        (/(?:^|\s)(?:at|on|for|until|from|in) $/i.exec(body.slice(0, from))?.[0].trimStart() ?? '') +
        body.slice(from, to),
    )
    .join(' ')

/** The keyword of a simple rule. */
export function plainWord({ rule: { every, interval, weekdays, day } }: ReadRecurrence): Plain | undefined {
  if (interval === 1 && weekdays?.join('') === '12345') return 'weekdays'
  const isPlain = interval === 1 && (weekdays?.length ?? 1) === 1 && day !== 'last'
  return isPlain
    ? ({ day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const)[every as 'day']
    : undefined
}

type Plain = 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'yearly'

/**
 * Return the repetition: one word for the plain rules, else the person's own words, which whoever keeps the reminder
 * can read again.
 */
export function wordOf(repeat: ReadRecurrence, body: string, utterance: Utterance): string {
  const { rule, others = [] } = repeat
  // A month may lack the day: the first time of "매달 31일" can be a 30th, and one word beside it would mean every 30th.
  const isShort = typeof rule.day === 'number' && rule.day > 28
  if (isRich(repeat) || isShort)
    return [rule, ...others].map((one) => toRuleText(withTime(one, utterance), utterance.zone)).join('\n\n')
  return plainWord(repeat) ?? wordsOf(repeat, body)
}

/** Return the repetition in the words of the answer; the person's own if no plain word says it. */
export function oftenText(
  { language, say }: Utterance,
  often: string,
  { rule }: ReadRecurrence,
  clock: string,
): string {
  const { weekdays: [weekday] = [weekdayOf(rule.anchor)], anchor } = rule
  const [, month, date] = partsOf(anchor)
  const day = typeof rule.day === 'number' ? rule.day : date
  const tell = calendarMessages[language]
  if (often === 'daily' || often === 'weekdays') return say.repeats[often](clock)
  if (often === 'weekly') return say.repeats.weekly(clock, tell.weekday(weekday as number))
  if (often === 'monthly') return say.repeats.monthly(clock, String(day))
  return often === 'yearly' ? say.repeats.yearly(clock, tell.dayOfYear(rule.month ?? month, day)) : often
}
