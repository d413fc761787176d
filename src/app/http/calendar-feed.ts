import { createHash } from 'node:crypto'
import { listedItems } from '../../core/lists/list-page.ts'
import { ListStore } from '../../core/lists/list-store.ts'
import type { Reminder } from '../../core/reminders/reminder.ts'
import { repeatText } from '../../core/reminders/reminder-text.ts'
import { serveMessages } from '../../messages/commands/serve.ts'
import { civilDate } from '../../std/time/calendar.ts'
import { toInstant } from '../../std/time/local-time.ts'
import { loadRecurrence, partsOfRule } from '../../std/time/recurrence.ts'
import type { FeedEntry } from '../../tools/calendar/feed/write-feed.ts'
import type { AppContext } from '../context/app-context.ts'
import { remindersOf } from '../reminders/reminder-store.ts'

type FeedParts = Pick<AppContext, 'loaded' | 'environment' | 'language' | 'zone' | 'now'>

/** Return a person's reminders and the days of their lists as a calendar that other programs show. */
export async function calendarFeedOf(parts: FeedParts, profile: string): Promise<string> {
  const { loaded, language, zone, now } = parts
  const [{ writeFeed }, all, items] = await Promise.all([
    import('../../tools/calendar/feed/write-feed.ts'),
    remindersOf(parts).all(),
    new ListStore(loaded.paths.home, profile).pages().then((pages) => [...pages]),
    loadRecurrence(),
  ])
  const reminders = [...all.values()].filter((one) => one.profile === profile)
  const entries = [
    ...reminders.flatMap((one) => reminderEntry(one, parts)),
    ...items.flatMap(([list, page]) => dayEntries(list, page, zone)),
  ]
  const whose = profile === loaded.settings.profile ? undefined : profile
  return writeFeed(serveMessages[language].feedName(whose), entries, +now())
}

/** Timers are of the moment, and what a list says stands with the list. */
function reminderEntry(reminder: Reminder, { language }: FeedParts): FeedEntry[] {
  const { id, kind, title, next, snoozed, ring, rule, zone, createdAt, state, item } = reminder
  if (kind === 'timer' || item !== undefined || state === 'cancelled' || state === 'completed') return []
  const entry = { uid: `reminder-${id}-${createdAt}@assistant`, title, made: createdAt }
  const parts = rule && partsOfRule(rule)
  if (rule && parts) {
    // What comes many times a day would bury all else.
    if (parts.FREQ === 'HOURLY' || parts.FREQ === 'MINUTELY') return []
    return [{ ...entry, note: repeatText(rule, language), time: { rule, from: createdAt, zone: parts.TZID ?? zone } }]
  }
  const at = snoozed ?? next ?? ring?.due
  return at === undefined ? [] : [{ ...entry, time: { at, zone } }]
}

function dayEntries(list: string, page: string, zone: string): FeedEntry[] {
  return listedItems(list, page).flatMap(({ name, done, due = '' }) => {
    const [year = 0, month = 0, day = 0, hour, minute = 0] = due.split(/\D/).filter(Boolean).map(Number)
    const date = civilDate(year, month, day)
    if (done || date === undefined) return []
    const key = createHash('sha256')
      .update(JSON.stringify([list, name]))
      .digest('hex')
      .slice(0, 24)
    const at = hour === undefined ? undefined : +toInstant({ year, month, day, hour, minute, second: 0 }, zone)
    const time = at === undefined ? { day: date } : { at, zone }
    return [{ uid: `list-${key}@assistant`, title: name, note: list, made: Date.parse(`${date}T00:00:00Z`), time }]
  })
}
