import { reminderMessages } from '../../messages/engine/reminders.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { isoSecond } from '../../std/time/local-time.ts'
import { nextOccurrence } from '../../std/time/recurrence.ts'
import { type Plan, planOf } from '../reminders/plan.ts'
import { repeatText, whenText } from '../reminders/reminder-text.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduleArgs, ScheduleAsker } from './schedule-args.ts'
import type { WatchTarget } from './watch.ts'

/** Interval of looks unless somebody says otherwise; the first look comes with the next minute. */
const everyFew = (watch: WatchTarget | string) =>
  `RRULE:FREQ=MINUTELY;INTERVAL=${/^(?:mail|calendar)/.test(typeof watch === 'string' ? watch : watch.kind) ? 5 : 15}`
const minuteMs = 60_000

/** The times of a run, or the sentence that says why they could not be read. */
export async function plannedTimes(
  { at, repeat, prompt, watch }: ScheduleArgs,
  context: ScheduleAsker,
): Promise<Plan | string> {
  const { now, zone, language } = context
  if (!prompt?.trim() && !watch) return scheduleMessages[language].empty
  if (typeof watch === 'string' && !/^(?:https?:\/\/|mail:|calendar:)/.test(watch))
    return scheduleMessages[language].noPage
  if (watch && at === undefined && repeat === undefined)
    return readPlan(isoSecond(new Date((Math.floor(+now() / minuteMs) + 1) * minuteMs), zone), everyFew(watch), context)
  return readPlan(at, repeat, { now, zone, language })
}

async function readPlan(
  at: string | undefined,
  repeat: string | undefined,
  { now, zone, language }: Pick<ScheduleAsker, 'now' | 'zone' | 'language'>,
): Promise<Plan | string> {
  const say = reminderMessages[language]
  const plan = await planOf(at, repeat, { now: now(), zone })
  if (typeof plan === 'string') return say.unplanned[plan]
  if (!('unread' in plan)) return plan
  const { next, rule } = plan.understood
  const understood = [repeatText(rule, language, zone), whenText(next, { language, zone, now: now() })]
    .filter(Boolean)
    .join(', ')
  return say.unread(plan.unread, understood)
}

/**
 * The times of a change. Another time for what repeats leaves its days as they are; only an empty repetition makes it
 * single.
 */
export async function changedPlan(
  { rule }: Schedule,
  { at, repeat }: Pick<ScheduleArgs, 'at' | 'repeat'>,
  context: ScheduleAsker,
): Promise<Plan | string | undefined> {
  if (at === undefined && repeat === undefined) return undefined
  if (repeat !== undefined || rule === undefined) return readPlan(at, repeat, context)
  // Nobody can know the one of its times that is meant.
  if (/BYHOUR|BYMINUTE|FREQ=(?:HOURLY|MINUTELY)/.test(rule)) return scheduleMessages[context.language].severalTimes
  const plan = await readPlan(await hourOf(at ?? '', context), rule.replace(/^DTSTART[^\n]*\n/, ''), context)
  const next =
    typeof plan === 'string' || !plan.rule ? undefined : nextOccurrence(plan.rule, context.now(), context.zone)
  return typeof plan === 'string' || !next ? plan : { ...plan, next: +next }
}

/**
 * An hour alone is read as one of a repetition: "8시" is in the morning, whatever time it is now. Anything else stays
 * as it is.
 */
async function hourOf(at: string, { now, zone }: ScheduleAsker): Promise<string> {
  if (/\d{4}-/.test(at)) return at
  const daily = await planOf(undefined, /[가-힣]/.test(at) ? `매일 ${at}` : `every day at ${at}`, { now: now(), zone })
  return typeof daily === 'object' && 'next' in daily && !daily.also ? isoSecond(new Date(daily.next), zone) : at
}
