import { mailMessages } from '../../messages/tools/mail.ts'
import type { ToolContext } from '../../protocol/index.ts'
import { addDays, partsOf } from '../../std/time/calendar.ts'
import { isoDate, toInstant } from '../../std/time/local-time.ts'
import { readDate } from '../datetime/read.ts'
import type { MailQuery } from './mail-message.ts'

/** Read the days or hours between which mail came; the sentence that says which of them cannot be read. */
export function mailDays(
  said: { since?: string; until?: string },
  { now, zone, language }: ToolContext,
): Pick<MailQuery, 'since' | 'before'> | string {
  const [since, until] = [said.since, said.until].map((text) =>
    text === undefined ? undefined : (readDate(text, zone, +now()) ?? mailMessages[language].since(text)),
  )
  if (typeof since === 'string') return since
  if (typeof until === 'string') return until
  return {
    ...(since ? { since: since.at } : {}),
    ...(until ? { before: until.timed ? until.at : startOfNextDay(until.at, zone) } : {}),
  }
}

function startOfNextDay(at: number, zone: string): number {
  const [year, month, day] = partsOf(addDays(isoDate(at, zone), 1))
  return +toInstant({ year, month, day, hour: 0, minute: 0, second: 0 }, zone)
}
