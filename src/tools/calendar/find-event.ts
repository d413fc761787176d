import { accountMessages } from '../../messages/tools/accounts.ts'
import { eventMessages } from '../../messages/tools/events.ts'
import { refuse, type ToolContext } from '../../protocol/index.ts'
import { isoDate } from '../../std/time/local-time.ts'
import type { AccountFault } from '../accounts/fault.ts'
import { readDate } from '../datetime/read.ts'
import type { AccountEvent, Calendars } from './calendars.ts'
import { eventId } from './event-id.ts'
import { wholeWhen } from './tell-events.ts'

const dayMs = 86_400_000
/** Events that a question names. */
const mostNamed = 10
/** The days in which an event is searched for by its number: those that are kept here, then all that are listed. */
const reaches = [
  { before: 30, after: 115 },
  { before: 400, after: 800 },
] as const

/** The event of that number, among those around today, then among all that are listed. */
export async function findEvent(calendars: Calendars, id: string, context: ToolContext): Promise<AccountEvent> {
  const now = +context.now()
  for (const { before, after } of reaches) {
    const range = { from: now - before * dayMs, to: now + after * dayMs, zone: context.zone }
    const { events, notes } = await calendars.events(range, context)
    const found = events.find((event) => eventId(event) === id.replace(/^[#[]+|\]+$/g, ''))
    const stale = found && notes.find(({ account }) => account === found.account)
    // A cached copy may differ from the server.
    if (stale) return refuse(faultText(stale, context))
    if (found) return found
  }
  return refuse(eventMessages[context.language].unknownId(id))
}

/** The day of an event, or the first one on which it may be. */
export interface DayWanted {
  on?: string | undefined
  isOnwards?: boolean
}

/**
 * The event whose title has some words: on a day, else the next one. Several on one day are asked about. `isWanted`: by
 * default those that can be changed.
 */
export async function findTitled(
  calendars: Calendars,
  words: string,
  on: DayWanted,
  context: ToolContext,
  isWanted?: (event: AccountEvent) => boolean,
): Promise<AccountEvent> {
  const found = await lookForTitled(calendars, words, on, context, isWanted)
  return found ?? refuse(eventMessages[context.language].unknownTitle(words))
}

/** The same, or undefined where there is none. `namesOf`: the words that an event is known by. */
export async function lookForTitled(
  calendars: Calendars,
  words: string,
  { on, isOnwards = false }: DayWanted,
  context: ToolContext,
  isWanted: (event: AccountEvent) => boolean = ({ href }) => href !== undefined,
  namesOf: (event: AccountEvent) => string = ({ title }) => title,
): Promise<AccountEvent | undefined> {
  const say = eventMessages[context.language]
  const { zone } = context
  const day = on === undefined ? undefined : readDate(on, zone, +context.now())
  if (on !== undefined && !day) return refuse(say.when(on))
  const from = day ? day.at : +context.now()
  const { events, notes } = await calendars.events(
    { from, to: from + (day && !isOnwards ? 1 : reaches[1].after) * dayMs, zone },
    context,
  )
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '')
  const found = events.filter((one) => isWanted(one) && plain(namesOf(one)).includes(plain(words)))
  const [first, second] = found
  const stale = first && notes.find(({ account }) => account === first.account)
  if (stale) return refuse(faultText(stale, context))
  if (!first) return undefined
  const isSame = second && isoDate(first.start, zone) === isoDate(second.start, zone)
  const names = found.slice(0, mostNamed).map((one) => `${one.title}: ${wholeWhen(one.days ?? one, context)}`)
  return isSame ? refuse(say.whichEvent(words, names.join('\n'))) : first
}

/** The sentence of a fault. */
export const faultText = (
  { fault, detail = '' }: { fault: AccountFault; detail?: string },
  { language }: Pick<ToolContext, 'language'>,
) => accountMessages[language].faults[fault](detail)
