import { readSentence } from '../../std/korean/sentence.ts'
import { type CivilDate, todayIn, type When } from '../../std/time/calendar.ts'
import type { Ledger } from './ledger.ts'
import type { Booked, Books, ScheduledRun } from './ledger-entries.ts'
import { type TransferSentences, transferReport } from './messages.ts'

/** Lists the bookings, by their days. */
export function bookingsText(booked: readonly Booked[], say: TransferSentences, when: When): string {
  const all = booked.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return all.length === 0 ? say.noBookings : say.bookings(all.map((one) => say.booking(reportOf(one, todayIn(when)))))
}

const reportOf = (one: Booked, today: CivilDate) => transferReport({ ...one }, today)

const ALL = /모두|전부|모조리|싹|(?:^|\s)다(?:\s|$)|\ball\b/

/** Cancels the bookings that a sentence means; where it may mean several, asks which. */
export async function dropBookings(
  text: string,
  { booked }: Books,
  ledger: Ledger,
  say: TransferSentences,
  when: When,
): Promise<string> {
  const all = [...booked.values()]
  if (all.length === 0) return say.noBookings
  const chosen = bookingsNamed(text, all, when)
  if (chosen.length === 0 || (chosen.length > 1 && !ALL.test(text)))
    return `${say.whichBooking}\n${bookingsText(chosen.length > 0 ? chosen : all, say, when)}`
  const lines: string[] = []
  for (const one of chosen) if (await ledger.drop(one.key)) lines.push(say.unbooked(reportOf(one, todayIn(when))))
  return lines.join('\n') || say.noBookings
}

/** The bookings that a sentence means: those of whom and of the day that it names, else all. */
function bookingsNamed(text: string, all: readonly Booked[], when: When): Booked[] {
  const said = readSentence(text)
  const day = said.days(when)[0]
  const people = said.people.map(({ name }) => name)
  const isNamed = (name: string | undefined) =>
    name !== undefined && (people.includes(name) || text.startsWith(name) || text.includes(` ${name}`))
  const byName = all.filter(({ target, alias }) => isNamed(target) || isNamed(alias))
  const named = byName.length > 0 || people.length > 0 ? byName : all
  return named.filter(({ date }) => !day || ('date' in day && date === day.date))
}

/** Tells the outcome of a booking to its owner. */
export function ranText({ booking, end }: ScheduledRun, say: TransferSentences): string {
  if (end.type === 'sent') return say.ranSent(reportOf(booking, booking.date))
  if (end.type !== 'refused') return say.ranUnknown(reportOf(booking, booking.date))
  return say.ranFailed(
    reportOf(booking, booking.date),
    end.reason === 'balance' ? say.lowBalance : say.refused(end.reason),
  )
}
