import { isoMinute } from '../../src/std/time/local-time.ts'
import { decodeCalendar } from '../../src/tools/calendar/calendar-text.ts'
import { readEvents } from '../../src/tools/calendar/read-events.ts'

const zone = 'Asia/Seoul'
/** The days that the files are asked about. */
export const autumn = {
  from: Date.parse('2026-10-01T00:00:00+09:00'),
  to: Date.parse('2026-12-15T00:00:00+09:00'),
  zone,
}

/** What one calendar file tells of that autumn, a line for each event; at the end how many were not read. */
export function told(bytes: Buffer): string[] {
  const { events, unread } = readEvents({ files: [{ calendar: '', ics: decodeCalendar(bytes) }], ...autumn })
  const lines = events.map(({ start, days, title }) => `${days ? days.from : isoMinute(start, zone)} ${title}`)
  return [...lines.sort(), ...(unread > 0 ? [`unread ${unread}`] : [])]
}
