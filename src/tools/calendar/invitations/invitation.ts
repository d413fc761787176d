import type { CalendarEvent } from '../event.ts'
import { parseCalendars, readEvents } from '../read-events.ts'

/** An invitation as a mail brings it: what it asks for (iTIP's METHOD), and the event. */
export interface Invitation {
  method: string
  event: CalendarEvent
  /** True if it repeats; `event` is then its first time. */
  repeats: boolean
}

/** From 1970 to 2100: an invitation is read whenever it was for. */
const always = { from: 0, to: 4_102_444_800_000 }
const yearMs = 366 * 86_400_000

/** The invitation in a calendar text; undefined where it holds no event. */
export function readInvitation(ics: string, zone: string, own: readonly string[]): Invitation | undefined {
  const [calendar] = parseCalendars(ics, { unread: 0 })
  const first = calendar?.getFirstSubcomponent('vevent')
  if (!calendar || !first) return undefined
  const method = String(calendar.getFirstPropertyValue('method') ?? '').toUpperCase()
  const repeats = first.getFirstProperty('rrule') !== null
  // A message that cancels or answers is read as the event it is about.
  const plain = ics.replace(/^METHOD:.*$/gim, 'METHOD:PUBLISH').replace(/^STATUS:CANCELLED\s*$/gim, 'STATUS:CONFIRMED')
  const start = first.getFirstPropertyValue('dtstart')
  const at = Date.parse(String(start).slice(0, 10))
  const range = repeats && !Number.isNaN(at) ? { from: at - yearMs / 366, to: at + yearMs } : always
  const { events } = readEvents({ files: [{ calendar: '', ics: plain }], own, ...range, zone })
  const [event] = events
  return event ? { method, event, repeats } : undefined
}
