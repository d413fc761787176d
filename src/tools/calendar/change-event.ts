import { accountMessages } from '../../messages/tools/accounts.ts'
import { eventMessages } from '../../messages/tools/events.ts'
import { deedText, type Json, refuse, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { runIsolated } from '../../std/process/isolated.ts'
import { zoneNamed } from '../../std/time/zone-names.ts'
import type { AccountFault } from '../accounts/fault.ts'
import { ShownPlans } from '../accounts/shown-plans.ts'
import { refuses, tool } from '../tool.ts'
import { sentenceOf } from '../web/api-client.ts'
import { draftJob } from './calendar-jobs.ts'
import type { AccountEvent, Calendars } from './calendars.ts'
import type { EventDraft } from './draft-event.ts'
import type { EventTimes } from './event-file.ts'
import { firstOfRule, movedTimes, ruleOf, timesOf } from './event-times.ts'
import { faultText, findEvent, findTitled } from './find-event.ts'
import { wholeWhen } from './tell-events.ts'
import { keepEvent, undoEvent } from './undo-event.ts'

const schema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['create', 'change', 'delete'] },
    id: { type: 'string', maxLength: 20 },
    find: { type: 'string', maxLength: 200, description: 'instead of id: words of its title' },
    on: { type: 'string', maxLength: 40, description: 'with find: its day' },
    title: { type: 'string', maxLength: 300 },
    start: {
      type: 'string',
      maxLength: 60,
      description: 'ISO 8601 with offset; a date alone: all day; change: HH:MM alone: that hour of its day',
    },
    end: { type: 'string', maxLength: 60, description: 'of whole days the last one' },
    minutes: { type: 'integer' },
    later: { type: 'integer', description: 'change: minutes to move it by, below 0 earlier' },
    repeat: { type: 'string', maxLength: 200 },
    location: { type: 'string', maxLength: 300 },
    notes: { type: 'string', maxLength: 2_000 },
    calendar: { type: 'string', maxLength: 100 },
    scope: { type: 'string', enum: ['one', 'following', 'all'], description: 'of what repeats; default one' },
    zone: { type: 'string', maxLength: 60, description: 'IANA zone its hours are written in; default its own' },
  },
  required: ['action'],
  additionalProperties: false,
} as const

interface Args {
  action: 'create' | 'change' | 'delete'
  id?: string
  find?: string
  on?: string
  title?: string
  start?: string
  end?: string
  minutes?: number
  later?: number
  repeat?: string
  location?: string
  notes?: string
  calendar?: string
  scope?: 'one' | 'following' | 'all'
  zone?: string
}

/** A fully understood change: shown on the approval card and performed after approval. */
interface EventPlan {
  account: string
  href: string
  /** The version (ETag) that was shown; absent for a new event. */
  etag?: string
  draft: EventDraft | 'delete'
  title: string
  /** The file as it was; null for a new event. */
  before: string | null
  /** The text of the approval card. */
  card: string
  done: string
}

const timeoutMs = 60_000

/**
 * Puts events on a calendar, moves, changes and deletes them: asked, with the whole date and the zone. Nothing waits
 * for a network.
 */
export function changeEvent(calendars: Calendars): Tool {
  // An event that has changed on the server since its card is not touched.
  const shown = new ShownPlans<EventPlan>()
  return tool({
    name: 'change_event',
    facts: { group: 'calendar', kind: 'other', subject: 'arguments', reads: 'calendar', leavesNothing: false },
    deeds: {
      object: ({ title, find, id }) => deedText(title ?? find ?? id),
      undo: (kept, context) => undoEvent(calendars, kept, context),
    },
    category: 'sensitive',
    effect: () => 'sends',
    timeoutMs,
    description: 'Create, change (move) or delete an event of the user’s calendar; id from list_events.',
    schema,
    async explain(given, context) {
      const args = given as Args
      try {
        const plan = await planOf(calendars, args, context)
        shown.keep(args, context, plan)
        return { effect: plan.card, risk: args.action === 'delete' ? 'medium' : 'low' }
      } catch (error) {
        return { refused: sentenceOf(error) ?? rethrow(error) }
      }
    },
    async run(given, context) {
      const args = given as Args
      try {
        const plan = await shown.take(args, context, () => planOf(calendars, args, context))
        return await carryOut(calendars, plan, context)
      } catch (error) {
        return refuses(sentenceOf(error) ?? rethrow(error))
      }
    },
  })
}

function rethrow(error: unknown): never {
  throw error
}

function planOf(calendars: Calendars, args: Args, context: ToolContext): Promise<EventPlan> {
  return args.action === 'create' ? planNew(calendars, args, context) : planChange(calendars, args, context)
}

async function carryOut(calendars: Calendars, plan: EventPlan, context: ToolContext): Promise<ToolResult> {
  const { account, href, etag, draft, done } = plan
  const { signal } = context
  const told = async (isGone: boolean, later?: string): Promise<ToolResult> => {
    const files = [plan, ...(later === undefined ? [] : [{ account, href: later, before: null }])]
    const kept = await Promise.all(files.map((file) => keepEvent(calendars, file, isGone, context)))
    const undo = kept.includes(undefined) ? undefined : (kept.flatMap((one) => one ?? []) as Json)
    return { text: done, deed: { object: plan.title, ...(undo === undefined ? {} : { undo }) } }
  }
  if (draft === 'delete') {
    const answer = await calendars.ask(account, { do: 'delete', href, etag: etag ?? '' }, signal)
    return 'fault' in answer ? refuses(faultText(answer, context)) : told(true)
  }
  const { ics, more } = await runIsolated(draftJob, draft, { signal })
  // The later part of a series comes first: a failure between the two shows it twice, and loses nothing.
  const later = more === undefined ? undefined : new URL(`${'uid' in draft ? draft.uid : ''}.ics`, href).href
  if (more !== undefined && later !== undefined) {
    const added = await calendars.ask(account, { do: 'put', href: later, ics: more }, signal)
    if ('fault' in added) return refuses(faultText(added, context))
  }
  const answer = await calendars.ask(account, { do: 'put', href, ics, ...(etag === undefined ? {} : { etag }) }, signal)
  return 'fault' in answer ? refuses(faultText(answer, context)) : told(false, later)
}

async function planNew(calendars: Calendars, args: Args, context: ToolContext): Promise<EventPlan> {
  const say = eventMessages[context.language]
  const title = args.title?.trim() || refuse(say.needTitle)
  const zone = zoneOf(args, context) ?? context.zone
  const times = timesOf(args, args.start ?? refuse(say.needStart), { ...context, zone })
  const { account, url, name } = await placeFor(calendars, args.calendar, context)
  const rule = args.repeat === undefined ? undefined : ruleOf(args.repeat, context)
  const uid = crypto.randomUUID()
  const when = [whenIn(times, zone, context), ...(args.repeat === undefined ? [] : [args.repeat])].join(' · ')
  const lines = [when, ...(args.location ? [args.location] : []), ...(args.notes ? [args.notes] : [])]
  return {
    ...{ account, href: new URL(`${uid}.ics`, url.endsWith('/') ? url : `${url}/`).href },
    draft: {
      ...{ do: 'create', uid, times, words: wordsOf(args, title), now: +context.now(), zone },
      ...(rule === undefined ? {} : { rule }),
    },
    ...{ title, before: null },
    card: say.cardNew(title, lines.join('\n'), name || account),
    done: say.made(title, when),
  }
}

/** The zone that was asked for, as Intl names it. */
function zoneOf({ zone }: Args, { language }: ToolContext): string | undefined {
  if (zone === undefined) return undefined
  return zoneNamed(zone) ?? refuse(eventMessages[language].badZone(zone))
}

/** Its time on the clock of its zone, and here if that is another one. */
function whenIn(times: EventTimes, zone: string, { language, zone: reader }: ToolContext): string {
  const there = wholeWhen(times, { language, zone })
  if ('from' in times || zone === reader) return there
  return `${there} = ${wholeWhen(times, { language, zone: reader })}`
}

async function planChange(calendars: Calendars, args: Args, context: ToolContext): Promise<EventPlan> {
  const say = eventMessages[context.language]
  const event =
    args.find === undefined
      ? await findEvent(calendars, args.id ?? refuse(say.needId), context)
      : await findTitled(calendars, args.find, { on: args.on, isOnwards: args.scope === 'following' }, context)
  const { account, href, etag, occurrence } = event
  if (href === undefined || !etag) return refuse(say.readOnly(account))
  const base = { account, href, etag }
  const zone = zoneOf(args, context) ?? (event.zone === 'UTC' ? undefined : event.zone) ?? context.zone
  const title = event.title || say.untitled
  const before = whenIn(event.days ?? event, zone, context)
  const rule = args.repeat === undefined ? undefined : ruleOf(args.repeat, context)
  // The times that have been stay as they were.
  const { scope = rule === undefined ? 'one' : 'following' } = args
  const which = occurrence === undefined ? '' : say.scopes[scope]
  const stamp = { now: +context.now(), zone }
  const { file, schedules } = await fileOf(calendars, base, context)
  const known = { ...base, title, before: file.ics }
  const guests = guestsText(event, schedules, context)
  const chosen = occurrence === undefined || scope === 'all' ? {} : { occurrence, isOnwards: scope === 'following' }
  if (args.action === 'delete') {
    const draft =
      chosen.occurrence === undefined
        ? ('delete' as const)
        : { do: 'drop' as const, ics: file.ics, ...chosen, occurrence: chosen.occurrence, ...stamp }
    const card = [say.cardDelete(title, before, which), ...guests].join('\n')
    return { ...known, draft, card, done: say.deleted(title, before) }
  }
  const start =
    args.start ?? (rule === undefined ? undefined : firstOfRule(args.repeat ?? '', event, { ...context, zone }))
  const isMoved = [start, args.end, args.minutes, args.later, args.zone].some((one) => one !== undefined)
  const said = { ...args, ...(start === undefined ? {} : { start }) }
  const times = isMoved ? movedTimes(said, event, { ...context, zone }) : undefined
  const words = wordsOf(args, args.title?.trim() || undefined)
  if (rule !== undefined && occurrence !== undefined && scope === 'one') return refuse(say.seriesRule)
  if (!times && rule === undefined && Object.keys(words).length === 0) return refuse(say.nothing)
  const after = times ? whenIn(times, zone, context) : before
  const changes = [
    ...(times ? [`${before} → ${after}`] : [before]),
    ...Object.values(words),
    ...(rule === undefined ? [] : [args.repeat]),
  ]
  const draft: EventDraft = {
    ...{ do: 'change', ics: file.ics, words, ...stamp, ...chosen },
    ...(rule === undefined ? {} : { rule }),
    ...(scope === 'following' ? { uid: crypto.randomUUID() } : {}),
    ...(times ? { times, before: event.days ?? { start: event.start, end: event.end } } : {}),
  }
  // A rule that cannot be moved is refused before anybody is asked.
  if (occurrence !== undefined && times && scope !== 'one') await tryDraft(draft, context)
  return {
    ...{ ...known, draft },
    card: [say.cardChange(title, changes.join('\n'), which), ...guests].join('\n'),
    done: say.changed(words.title ?? title, after),
  }
}

async function tryDraft(draft: EventDraft, { language, signal }: ToolContext): Promise<void> {
  const { isFixed } = await runIsolated(draftJob, draft, { signal })
  if (isFixed) refuse(eventMessages[language].seriesTime)
}

/** The people who are told of a change, and the teller. */
function guestsText(
  { attendees = [], organizer, answer }: AccountEvent,
  schedules: boolean,
  { language }: ToolContext,
) {
  const say = eventMessages[language]
  if (organizer !== undefined && answer !== 'organizer' && answer !== undefined) return [say.notOrganizer(organizer)]
  const guests = attendees.filter(({ isResource }) => !isResource).map(({ name, address }) => name || address)
  if (guests.length === 0) return []
  const names =
    guests.slice(0, mostNamed).join(', ') + (guests.length > mostNamed ? ` +${guests.length - mostNamed}` : '')
  return [schedules ? say.guestsTold(names) : say.guestsUntold(names)]
}

/** Guests that a card names. */
const mostNamed = 10

/** Fetches the current file of an event. Fails when its version is not the one that was shown. */
export async function fileOf(
  calendars: Calendars,
  { account, href, etag }: { account: string; href: string; etag: string },
  context: ToolContext,
) {
  const current = await calendars.ask(account, { do: 'get', href }, context.signal)
  if ('fault' in current) return refuse(faultText(current, context))
  const [file] = current.value.files
  if (!file || (file.etag !== undefined && file.etag !== etag))
    return refuse(accountMessages[context.language].faults.changed())
  return { file, schedules: current.value.schedules === true }
}

const wordsOf = ({ location, notes }: Args, title: string | undefined) => ({
  ...(title === undefined ? {} : { title }),
  ...(location === undefined ? {} : { location }),
  ...(notes === undefined ? {} : { notes }),
})

/** The calendar for new events: the named one, else the first. */
export async function placeFor(calendars: Calendars, wanted: string | undefined, context: ToolContext) {
  const say = eventMessages[context.language]
  const servers = calendars.of(context.profile).filter(([, { kind }]) => kind === 'caldav')
  if (servers.length === 0) return refuse(say.noServer)
  let fault: { fault: AccountFault; detail?: string } | undefined
  const names: string[] = []
  for (const [account] of servers) {
    const answer = await calendars.ask(account, { do: 'look' }, context.signal)
    if ('fault' in answer) {
      fault ??= answer
      continue
    }
    const all = answer.value.calendars
    const found = wanted === undefined || wanted === account ? all[0] : all.find(({ name }) => name === wanted)
    if (found) return { account, url: found.url, name: found.name }
    names.push(...all.map(({ name }) => name))
  }
  if (fault) return refuse(faultText(fault, context))
  return refuse(say.noAccount(wanted ?? '', names.join(', ')))
}
