import { dirname } from 'node:path'
import { reminderMessages } from '../../messages/engine/reminders.ts'
import { calendarMessages } from '../../messages/tools/calendar.ts'
import type { ToolName } from '../../messages/tools/tool-words.ts'
import {
  type Id,
  isMessenger,
  type JsonObject,
  type Origin,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../protocol/index.ts'
import { keepInTrash } from '../../std/fs/trash.ts'
import { instantOf } from '../../std/korean/dates/moment.ts'
import { isSameNoun } from '../../std/korean/grammar/same-word.ts'
import type { CivilDate } from '../../std/time/calendar.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { loadRecurrence, nextOccurrence } from '../../std/time/recurrence.ts'
import { dayOf, planOf } from './plan.ts'
import { dueOf, type Planned, type Reminder, type ReminderKind } from './reminder.ts'
import { followingText, reminderLine, repeatText, titleText, whenText } from './reminder-text.ts'
import type { ReminderStore } from './store.ts'

/** A snooze of more than a week is a new reminder. */
const longestSnooze = 7 * 24 * 60

const properties = {
  action: { type: 'string', enum: ['create', 'change', 'list', 'complete', 'cancel', 'snooze'] },
  title: { type: 'string', maxLength: 500 },
  // The guide of the tool says what it is; it is repeated here only for a list.
  at: { type: 'string', description: 'list: that day, or until to' },
  to: { type: 'string' },
  repeat: { type: 'string' },
  id: { type: 'string' },
  minutes: { type: 'number' },
}

interface Args {
  action: 'create' | 'change' | 'list' | 'complete' | 'cancel' | 'snooze'
  title?: string
  at?: string
  to?: string
  repeat?: string
  kind?: ReminderKind
  id?: string
  minutes?: number
}

/** Return true if the process of a surface keeps the time itself, as long as it lasts: chats and the daemon do. */
const keepsTime = (origin: Origin) => origin === 'tui' || origin === 'voice' || isMessenger(origin)

/** Why a ring would be heard by nobody: no process keeps the time, or the one that does has nobody to tell. */
export type UnheardReason = 'nobody-rings' | 'nobody-hears'

/** `reminders` (alarms too) and `timer`: one store, two names that models and people know. */
export function reminderTools(store: ReminderStore, unheard: () => Promise<UnheardReason | undefined>): Tool[] {
  const { action, title, at, to, repeat, id, minutes } = properties
  return [
    toolOf(
      store,
      unheard,
      'reminders',
      'reminder',
      'Reminders and alarms: told to the user when due, on every surface.',
      {
        ...{ action, title, at, to, repeat, id, minutes, kind: { type: 'string', enum: ['reminder', 'alarm'] } },
      },
    ),
    toolOf(store, unheard, 'timer', 'timer', 'Timers that ring once.', { action, title, at, id }),
  ]
}

function toolOf(
  store: ReminderStore,
  unheard: () => Promise<UnheardReason | undefined>,
  name: ToolName,
  kind: ReminderKind,
  description: string,
  props: JsonObject,
): Tool {
  return {
    name,
    facts: {
      group: kind === 'timer' ? 'computer' : 'core',
      kind: 'other',
      subject: 'arguments',
      reads: 'calendar',
      leavesNothing: true,
    },
    category: 'safe',
    effect: ({ action }) => (action === 'list' ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description,
    schema: { type: 'object', properties: props, required: ['action'], additionalProperties: false },
    async *run(args, context) {
      const keeps = keepsTime(context.origin)
      return perform(store, { kind, ...(args as unknown as Args) }, context, async () =>
        keeps ? undefined : unheard(),
      )
    },
  }
}

type Asker = Pick<ToolContext, 'now' | 'zone' | 'language' | 'profile' | 'by' | 'sources'> & { conversation?: Id }

/**
 * Does what a person asked about reminders; the receipt is given when it is on the disk. Where nobody would hear it,
 * that is told too.
 */
export async function perform(
  store: ReminderStore,
  args: Args,
  context: Asker,
  unheard: () => Promise<UnheardReason | undefined> = async () => undefined,
): Promise<ToolResult> {
  const result = await done(store, args, context)
  const isPromise = !result.isError && ['create', 'change', 'snooze'].includes(args.action)
  const code = isPromise ? await unheard() : undefined
  return code === undefined ? result : { ...result, notice: { code, data: {} } }
}

async function done(store: ReminderStore, { kind = 'reminder', ...args }: Args, context: Asker): Promise<ToolResult> {
  const say = reminderMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  if (args.action === 'list') {
    const all = await mine(store, context.profile, +reader.now)
    const day = (text: string | undefined) => (text === undefined ? undefined : dayOf(text, reader))
    const [first, last] = [day(args.at), day(args.to ?? args.at)]
    if (args.at !== undefined && (!first || !last || last < first)) return { text: say.unplanned.at, isError: true }
    const wanted = ofKind(all, kind)
    return first && last ? listedOn(wanted, { first, last }, reader) : listed(wanted, reader, say.none)
  }
  if (args.action === 'create') return create(store, { kind, ...args }, context)
  const all = await mine(store, context.profile, +reader.now)
  const isOfRing = args.action === 'snooze' || args.action === 'complete'
  const those = ofKind(all, kind)
  if (args.action === 'cancel' && kind === 'timer' && those.length === 0) return { text: say.noTimer }
  const called = args.action === 'cancel' ? calledBy(args, those, +reader.now) : undefined
  if (called && called.length !== 1) return { text: whichOf(called.length > 0 ? called : those, reader) }
  const id = called?.[0]?.id ?? args.id ?? (isOfRing ? rangLast(all, +reader.now)?.id : undefined)
  if (id === undefined) return { text: isOfRing ? say.noneRang : say.which, isError: true }
  const found = all.find((one) => one.id === id)
  if (!found) return { text: say.unknown(id), isError: true }
  if (args.action === 'snooze') return snooze(store, found, args.minutes ?? 10, reader)
  if (args.action === 'change') return change(store, found, args, context)
  const how = args.action === 'complete' ? 'completed' : 'cancelled'
  const removed = { by: 'person' as const, path: store.path, title: found.title, item: found }
  if (how === 'cancelled') await keepInTrash(dirname(store.path), +reader.now, removed)
  const settled = await store.settle(found.id, how)
  return settled
    ? { text: say[how](titleText(settled, context.language)), data: { id: settled.id } }
    : { text: say.unknown(found.id), isError: true }
}

/**
 * What rang longer ago, in milliseconds, and was told, is over: nobody looks for it, or means it by "again in ten
 * minutes".
 */
const freshMs = 24 * 3_600_000

/** The reminders of one person that are not over: the next one first, last what rang. */
async function mine(store: ReminderStore, profile: string, now: number): Promise<Reminder[]> {
  const isAlive = ({ state, ring }: Reminder) =>
    state === 'waiting' ||
    (state === 'rang' && ring !== undefined && (now - ring.at < freshMs || ring.told.length === 0))
  const alive = [...(await store.all()).values()].filter((one) => one.profile === profile && isAlive(one))
  const [next, rang] = [
    alive.filter((one) => dueOf(one) !== undefined),
    alive.filter((one) => dueOf(one) === undefined),
  ]
  return [...next.sort((a, b) => (dueOf(a) ?? 0) - (dueOf(b) ?? 0)), ...rang]
}

/** A timer is asked for by that word; reminders and alarms are one to people. */
const ofKind = (all: readonly Reminder[], kind: ReminderKind) =>
  all.filter((one) => kind !== 'timer' || one.kind === 'timer')

/** What was made longer ago, in milliseconds, was not made just now. */
const justNowMs = 10 * 60_000

/**
 * Those that may be meant: of that name, made just now ('newest'), or, where nothing names one, all there are.
 * Undefined: by its number.
 */
function calledBy(
  { id, title }: Pick<Args, 'id' | 'title'>,
  all: readonly Reminder[],
  now: number,
): readonly Reminder[] | undefined {
  if (id === 'newest') {
    const last = Math.max(now - justNowMs, ...all.map(({ createdAt }) => createdAt))
    return all.filter(({ createdAt }) => createdAt === last)
  }
  if (id !== undefined) return undefined
  return title === undefined ? all : titled(all, title)
}

/** Those whose titles say every word of a name: "약" is in "약 먹기", but not in "약속". */
function titled(all: readonly Reminder[], name: string): Reminder[] {
  const wordsOf = (text: string) => text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean)
  const says = (title: string[], word: string) =>
    title.some((one) => one === word || isSameNoun(one, word) || (word.length > 1 && one.startsWith(word)))
  return all.filter(({ title }) => wordsOf(name).every((word) => says(wordsOf(title), word)))
}

function whichOf(some: readonly Reminder[], reader: Reader): string {
  const say = reminderMessages[reader.language]
  return some.length > 0 ? say.whichOf(some.map((one) => reminderLine(one, reader)).join('\n')) : say.none
}

/** What rang last and was not put off since. */
function rangLast(all: Reminder[], now: number): Reminder | undefined {
  const fresh = all.filter(
    ({ ring, snoozed }) => ring && !ring.done && snoozed === undefined && now - ring.at < freshMs,
  )
  return fresh.toSorted((a, b) => (b.ring?.at ?? 0) - (a.ring?.at ?? 0))[0]
}

type Reader = Parameters<typeof whenText>[1]

interface Days {
  first: CivilDate
  last: CivilDate
}

/** What rings on those days, or rang on them: of what repeats the first time in them is shown. */
async function listedOn(all: readonly Reminder[], { first, last }: Days, reader: Reader): Promise<ToolResult> {
  if (all.some(({ rule }) => rule)) await loadRecurrence()
  const isIn = (at: number | undefined) => {
    const day = at === undefined ? '' : isoDate(at, reader.zone)
    return first <= day && day <= last
  }
  const before = new Date(Math.max(+reader.now, +instantOf(first, { hour: 0, minute: 0 }, reader.zone) - 1))
  const found = all.flatMap((one): Reminder[] => {
    if ([dueOf(one), one.next, one.ring?.due].some(isIn)) return [one]
    const next =
      one.state === 'waiting' && one.rule ? nextOccurrence(one.rule, before, reader.zone)?.getTime() : undefined
    const { snoozed: _, ...own } = one
    return next !== undefined && isIn(next) ? [{ ...own, next }] : []
  })
  const say = reminderMessages[reader.language]
  const named = (date: CivilDate) => calendarMessages[reader.language].day({ date, year: false })
  const nothing = first === last ? say.noneOn(named(first)) : say.noneBetween(named(first), named(last))
  const at = (one: Reminder) => dueOf(one) ?? one.ring?.due ?? 0
  return listed(
    found.toSorted((a, b) => at(a) - at(b)),
    reader,
    nothing,
  )
}

function listed(all: readonly Reminder[], reader: Reader, nothing: string): ToolResult {
  const lines = all.map((one) => reminderLine(one, reader))
  const data = all.map((one) => ({
    id: one.id,
    kind: one.kind,
    title: one.title,
    at: new Date(dueOf(one) ?? one.ring?.due ?? 0).toISOString(),
  }))
  const source = all.find((one) => one.source)?.source
  const mark = source === undefined ? {} : { untrusted: true, source: `reminder (${source})` }
  return { text: lines.join('\n') || nothing, data, ...mark }
}

async function create(store: ReminderStore, { kind = 'reminder', ...args }: Args, context: Asker): Promise<ToolResult> {
  const say = reminderMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  const made = await planned(store, { kind, ...args }, context)
  if (!Array.isArray(made)) return made
  const lines = made.flatMap((one) => {
    const [when, often] = [whenText(one.next ?? 0, reader), repeatText(one.rule, reader.language)]
    return [
      say.created(say.kinds[kind], one.title, when, often, say.number(one.id)),
      followingText(one, one.next ?? 0, reader) || [],
    ].flat()
  })
  return { text: lines.join('\n'), data: { id: made[0]?.id ?? '', at: new Date(made[0]?.next ?? 0).toISOString() } }
}

/** Makes what the words ask for, once it was read whole: one reminder, or one for each rule. */
async function planned(store: ReminderStore, args: Args, context: Asker): Promise<Planned[] | ToolResult> {
  const { kind = 'reminder', title = '', at, repeat } = args
  const { now, zone, language, profile, by, sources = [], conversation } = context
  const say = reminderMessages[language]
  if (!title.trim()) return { text: say.untitled, isError: true }
  const plan = await planOf(at, repeat, { now: now(), zone })
  if (typeof plan === 'string') return { text: say.unplanned[plan], isError: true }
  if ('unread' in plan) {
    const { next, rule } = plan.understood
    const understood = [repeatText(rule, language), whenText(next, { language, zone, now: now() })]
      .filter(Boolean)
      .join(', ')
    return { text: say.unread(plan.unread, understood), isError: true }
  }
  const { also = [], ...first } = plan
  const source = sources.length > 0 ? { source: sources.join(', ') } : {}
  const owner = { profile, by, createdAt: +now(), ...source, ...(conversation === undefined ? {} : { conversation }) }
  const made: Planned[] = []
  for (const one of [first, ...also])
    made.push(await store.create({ kind, title: title.trim(), ...one, zone, ...owner }))
  return made
}

/** Another time, rule or title for a reminder: the new one stands before the old one goes. What is not said stays. */
async function change(
  store: ReminderStore,
  found: Reminder,
  { title, at, repeat }: Args,
  context: Asker,
): Promise<ToolResult> {
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  const time = at ?? (repeat === undefined && found.next !== undefined ? new Date(found.next).toISOString() : undefined)
  // Another time for what repeats: its rule begins anew there.
  const rule = repeat ?? (at === undefined ? found.rule : found.rule?.replace(/^DTSTART[^\n]*\n/, ''))
  const request = { action: 'create' as const, kind: found.kind, title: title ?? found.title }
  const words = { ...request, ...(time ? { at: time } : {}), ...(rule ? { repeat: rule } : {}) }
  // Changed from elsewhere, it still rings where it was asked for.
  const made = await planned(
    store,
    words,
    found.conversation ? { ...context, conversation: found.conversation } : context,
  )
  if (!Array.isArray(made)) return made
  await store.settle(found.id, 'cancelled')
  const lines = made.map((one) =>
    reminderMessages[reader.language].changed(
      one.title,
      whenText(one.next ?? 0, reader),
      repeatText(one.rule, reader.language),
      reminderMessages[reader.language].number(one.id),
    ),
  )
  return { text: lines.join('\n'), data: { id: made[0]?.id ?? '' } }
}

async function snooze(store: ReminderStore, found: Reminder, minutes: number, reader: Reader): Promise<ToolResult> {
  const say = reminderMessages[reader.language]
  if (!(minutes >= 1 && minutes <= longestSnooze)) return { text: say.minutes, isError: true }
  const until = +reader.now + minutes * 60_000
  const settled = await store.settle(found.id, { snoozeUntil: until })
  if (!settled) return { text: say.unknown(found.id), isError: true }
  return { text: say.snoozed(titleText(settled, reader.language), whenText(until, reader)), data: { id: settled.id } }
}
