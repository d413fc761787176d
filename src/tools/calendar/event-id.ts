import { createHash } from 'node:crypto'
import type { AccountEvent } from './calendars.ts'

/**
 * A short number for an event or one of its times: what people and models call it by. The same as long as the event
 * is.
 */
export function eventId({ account, calendar, uid, occurrence = '' }: AccountEvent): string {
  return createHash('sha256').update([account, calendar, uid, occurrence].join('\0')).digest('hex').slice(0, 6)
}
