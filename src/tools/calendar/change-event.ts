import { accountMessages } from '../../messages/tools/accounts.ts'
import { eventMessages } from '../../messages/tools/events.ts'
import { deedText, refuse, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { runIsolated } from '../../std/process/isolated.ts'
import type { AccountFault } from '../accounts/fault.ts'
import { refuses, tool } from '../tool.ts'
import { sentenceOf } from '../web/api-client.ts'
import { draftJob } from './calendar-jobs.ts'
import type { AccountEvent, Calendars } from './calendars.ts'
import type { EventDraft } from './draft-event.ts'
import { eventId } from './event-id.ts'
import { movedTimes, ruleOf, timesOf } from './event-times.ts'
import { wholeWhen } from './tell-events.ts'
import { keepEvent, undoEvent } from './undo-event.ts'

const schema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['create', 'change', 'delete'] },
    id: { type: 'string', maxLength: 20 },
    title: { type: 'string', maxLength: 300 },
    start: { type: 'string', maxLength: 60, description: 'ISO 8601 with offset; a date alone: all day' },
    end: { type: 'string', maxLength: 60, description: 'of whole days the last one' },
    minutes: { type: 'integer' },
    repeat: { type: 'string', maxLength: 200 },
    location: { type: 'string', maxLength: 300 },
    notes: { type: 'string', maxLength: 2_000 },
    calendar: { type: 'string', maxLength: 100 },
    all: { type: 'boolean', description: 'every time of what repeats; default this one' },
  },
  required: ['action'],
  additionalProperties: false,
} as const

interface Args {
  action: 'create' | 'change' | 'delete'
  id?: string
  title?: string
  start?: string
  end?: string
  minutes?: number
  repeat?: string
  location?: string
  notes?: string
  calendar?: string
  all?: boolean
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

const dayMs = 86_400_000
/** The days in which an event is searched for by its number. */
const reach = { before: 30, after: 115 }
const timeoutMs = 60_000

/**
 * Puts events on a calendar, moves, changes and deletes them: asked, with the whole date and the zone. Nothing waits
 * for a network.
 */
export function changeEvent(calendars: Calendars): Tool {
  /** What cards showed, by turn and arguments. An event that has changed on the server since is not touched. */
  const shown = new Map<string, EventPlan>()
  const keyOf = (args: Args, { turn }: ToolContext) => `${turn} ${JSON.stringify(args)}`
  return tool({
    name: 'change_event',
    facts: { group: 'calendar', kind: 'other', subject: 'arguments', reads: 'calendar', leavesNothing: false },
    deeds: {
      object: ({ title, id }) => deedText(title ?? id),
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
        if (shown.size > 50) shown.clear()
        shown.set(keyOf(args, context), plan)
        return { effect: plan.card, risk: args.action === 'delete' ? 'medium' : 'low' }
      } catch (error) {
        return { refused: sentenceOf(error) ?? rethrow(error) }
      }
    },
    async run(given, context) {
      const args = given as Args
      try {
        const plan = shown.get(keyOf(args, context)) ?? (await planOf(calendars, args, context))
        shown.delete(keyOf(args, context))
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
  const told = async (isGone: boolean): Promise<ToolResult> => {
    const undo = await keepEvent(calendars, plan, isGone, context)
    return { text: done, deed: { object: plan.title, ...(undo === undefined ? {} : { undo }) } }
  }
  if (draft === 'delete') {
    const answer = await calendars.ask(account, { do: 'delete', href, etag: etag ?? '' }, signal)
    return 'fault' in answer ? refuses(faultText(answer, context)) : told(true)
  }
  const ics = await runIsolated(draftJob, draft, { signal })
  const answer = await calendars.ask(account, { do: 'put', href, ics, ...(etag === undefined ? {} : { etag }) }, signal)
  return 'fault' in answer ? refuses(faultText(answer, context)) : told(false)
}

async function planNew(calendars: Calendars, args: Args, context: ToolContext): Promise<EventPlan> {
  const say = eventMessages[context.language]
  const title = args.title?.trim() || refuse(say.needTitle)
  const times = timesOf(args, args.start ?? refuse(say.needStart), context)
  const { account, url, name } = await placeFor(calendars, args.calendar, context)
  const rule = args.repeat === undefined ? undefined : ruleOf(args.repeat, context)
  const uid = crypto.randomUUID()
  const when = [wholeWhen(times, context), ...(args.repeat === undefined ? [] : [args.repeat])].join(' · ')
  const lines = [when, ...(args.location ? [args.location] : []), ...(args.notes ? [args.notes] : [])]
  return {
    ...{ account, href: new URL(`${uid}.ics`, url.endsWith('/') ? url : `${url}/`).href },
    draft: {
      ...{ do: 'create', uid, times, words: wordsOf(args, title), now: +context.now(), zone: context.zone },
      ...(rule === undefined ? {} : { rule }),
    },
    ...{ title, before: null },
    card: say.cardNew(title, lines.join('\n'), name || account),
    done: say.made(title, when),
  }
}

async function planChange(calendars: Calendars, args: Args, context: ToolContext): Promise<EventPlan> {
  const say = eventMessages[context.language]
  const event = await findEvent(calendars, args.id ?? refuse(say.needId), context)
  const { account, href, etag, occurrence } = event
  if (href === undefined || !etag) return refuse(say.readOnly(account))
  const base = { account, href, etag }
  const title = event.title || say.untitled
  const before = wholeWhen(event.days ?? event, context)
  const one = occurrence !== undefined && args.all !== true ? occurrence : undefined
  const which = occurrence === undefined ? '' : one === undefined ? say.everyTime : say.thisTime
  const stamp = { now: +context.now(), zone: context.zone }
  const file = await fileOf(calendars, base, context)
  const known = { ...base, title, before: file.ics }
  if (args.action === 'delete') {
    const draft =
      one === undefined ? ('delete' as const) : { do: 'drop' as const, ics: file.ics, occurrence: one, ...stamp }
    return { ...known, draft, card: say.cardDelete(title, before, which), done: say.deleted(title, before) }
  }
  const isMoved = args.start !== undefined || args.end !== undefined || args.minutes !== undefined
  if (isMoved && occurrence !== undefined && one === undefined) return refuse(say.seriesTime)
  const times = isMoved ? movedTimes(args, event, context) : undefined
  const words = wordsOf(args, args.title?.trim() || undefined)
  if (!times && Object.keys(words).length === 0) return refuse(say.nothing)
  const after = times ? wholeWhen(times, context) : before
  const changes = [...(times ? [`${before} → ${after}`] : [before]), ...Object.values(words)]
  return {
    ...known,
    draft: {
      ...{ do: 'change', ics: file.ics, words, ...stamp },
      ...(times ? { times } : {}),
      ...(one === undefined ? {} : { occurrence: one }),
    },
    card: say.cardChange(title, changes.join('\n'), which),
    done: say.changed(words.title ?? title, after),
  }
}

/** Fetches the current file of an event. Fails when its version is not the one that was shown. */
async function fileOf(
  calendars: Calendars,
  { account, href, etag }: { account: string; href: string; etag: string },
  context: ToolContext,
) {
  const current = await calendars.ask(account, { do: 'get', href }, context.signal)
  if ('fault' in current) return refuse(faultText(current, context))
  const [file] = current.value.files
  if (!file || (file.etag !== undefined && file.etag !== etag))
    return refuse(accountMessages[context.language].faults.changed())
  return file
}

const wordsOf = ({ location, notes }: Args, title: string | undefined) => ({
  ...(title === undefined ? {} : { title }),
  ...(location === undefined ? {} : { location }),
  ...(notes === undefined ? {} : { notes }),
})

/** The event of that number, among those around today. */
async function findEvent(calendars: Calendars, id: string, context: ToolContext): Promise<AccountEvent> {
  const now = +context.now()
  const range = { from: now - reach.before * dayMs, to: now + reach.after * dayMs, zone: context.zone }
  const { events, notes } = await calendars.events(range, context)
  const found = events.find((event) => eventId(event) === id.replace(/^[#[]+|\]+$/g, ''))
  const stale = found && notes.find(({ account }) => account === found.account)
  // A cached copy may differ from the server.
  if (stale) return refuse(faultText(stale, context))
  return found ?? refuse(eventMessages[context.language].unknownId(id))
}

/** The calendar for new events: the named one, else the first. */
async function placeFor(calendars: Calendars, wanted: string | undefined, context: ToolContext) {
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

const faultText = (
  { fault, detail = '' }: { fault: AccountFault; detail?: string },
  { language }: Pick<ToolContext, 'language'>,
) => accountMessages[language].faults[fault](detail)
