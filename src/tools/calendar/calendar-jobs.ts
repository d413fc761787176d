import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { AccountAnswer } from '../accounts/fault.ts'
import type { CaldavFound, CaldavRequest, CaldavServer } from './caldav.ts'
import type { DraftedFiles, EventDraft } from './draft-event.ts'
import type { EventsFound } from './event.ts'
import type { ReadEventsInput } from './read-events.ts'

/** Parses iCalendar text in a process that can be killed. */
export const eventsJob: IsolatedJob<ReadEventsInput, EventsFound> = {
  name: 'events',
  load: async () => (await import('./read-events.ts')).readEvents,
}

/** Queries a CalDAV server in a process that can be killed. */
export const caldavJob: IsolatedJob<{ server: CaldavServer; wanted: CaldavRequest }, AccountAnswer<CaldavFound>> = {
  name: 'caldav',
  load: async () => (await import('./caldav.ts')).askCaldav,
}

/** Writes a calendar file, or changes one that somebody else wrote. */
export const draftJob: IsolatedJob<EventDraft, DraftedFiles> = {
  name: 'draft-event',
  load: async () => (await import('./draft-event.ts')).draftEvent,
}
