import { dirname } from 'node:path'
import { reminderMessages } from '../../messages/engine/reminders.ts'
import type { ToolName } from '../../messages/tools/tool-words.ts'
import {
  deedText,
  type Id,
  isMessenger,
  type Json,
  type JsonObject,
  type Origin,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UndoOutcome,
} from '../../protocol/index.ts'
import { dropEntry, keepInTrash } from '../../std/fs/trash.ts'
import { sentenceOf } from '../../tools/web/api-client.ts'
import type { Trace } from '../jobs/trace.ts'
import { type EventStart, withEventTime } from './event-time.ts'
import {
  findReminders,
  lastRung,
  listedOnDays,
  listReminders,
  ofKind,
  remindersCalled,
  whichReminder,
} from './list-reminders.ts'
import { dayOf, planOf } from './plan.ts'
import type { Planned, Reminder, ReminderKind } from './reminder.ts'
import { followingText, repeatText, titleText, whenText } from './reminder-text.ts'
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
  event: { type: 'string', description: 'create: event of the calendar, minutes before; at: its day' },
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
  event?: string
}

/** Return true if the process of a surface keeps the time itself, as long as it lasts: chats and the daemon do. */
const keepsTime = (origin: Origin) => origin === 'tui' || origin === 'voice' || isMessenger(origin)

/** The reason that nobody would hear a ring: no process keeps the time, or the one that does has nobody to tell. */
export type UnheardReason = 'nobody-rings' | 'nobody-hears'

/** `reminders` (alarms too) and `timer`: one store, two names that models and people know. */
export function reminderTools(
  store: ReminderStore,
  unheard: () => Promise<UnheardReason | undefined>,
  eventStart?: EventStart,
): Tool[] {
  const { action, title, at, to, repeat, id, minutes, event } = properties
  return [
    toolOf(
      store,
      unheard,
      'reminders',
      'reminder',
      'Reminders and alarms: told to the user when due, on every surface.',
      {
        ...{ action, title, at, to, repeat, id, minutes, ...(eventStart ? { event } : {}) },
        ...{ kind: { type: 'string', enum: ['reminder', 'alarm'] } },
      },
      eventStart,
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
  eventStart?: EventStart,
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
    deeds: {
      object: ({ action, title, id }) => (action === 'list' ? undefined : deedText(title ?? id)),
      undo: (kept) => undoReminders(store, kept),
    },
    category: 'safe',
    effect: ({ action }) => (action === 'list' ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description,
    schema: { type: 'object', properties: props, required: ['action'], additionalProperties: false },
    async *run(args, context) {
      const keeps = keepsTime(context.origin)
      try {
        const request = await withEventTime(args as unknown as Args, eventStart, context)
        return await perform(store, { kind, ...request }, context, async () => (keeps ? undefined : unheard()))
      } catch (error) {
        const sentence = sentenceOf(error)
        if (sentence === undefined) throw error
        return { text: sentence, isError: true }
      }
    },
  }
}

/** Makes reminders stand as before a deed; what it put in the trash is no more there. */
async function undoReminders(store: ReminderStore, kept: Json): Promise<UndoOutcome> {
  const { trace = null, trash } = (kept ?? {}) as { trace?: Json; trash?: string }
  const outcome = await store.takeBack(trace)
  if (outcome === 'undone' && trash !== undefined) await dropEntry(dirname(store.path), trash)
  return outcome
}

type Reader = Parameters<typeof whenText>[1]

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
  trace: Trace = [],
): Promise<ToolResult> {
  const { trash, ...told } = await done(store, args, context, trace)
  const say = reminderMessages[context.language]
  const [first] = trace.flatMap(({ before, after }) => (after ?? before) as unknown as Reminder)
  const named = first && `${titleText(first, context.language)} ${say.number(first.id)}`
  const undo = { trace, ...(trash === undefined ? {} : { trash }) }
  const result: ToolResult = named === undefined ? told : { ...told, deed: { object: named, undo } }
  const isPromise = !result.isError && ['create', 'change', 'snooze'].includes(args.action)
  const code = isPromise ? await unheard() : undefined
  return code === undefined ? result : { ...result, notice: { code, data: {} } }
}

async function done(
  store: ReminderStore,
  { kind = 'reminder', ...args }: Args,
  context: Asker,
  trace: Trace,
): Promise<ToolResult & { trash?: string }> {
  const say = reminderMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  if (args.action === 'list') {
    const all = await findReminders(store, context.profile, +reader.now)
    const day = (text: string | undefined) => (text === undefined ? undefined : dayOf(text, reader))
    const [first, last] = [day(args.at), day(args.to ?? args.at)]
    if (args.at !== undefined && (!first || !last || last < first)) return { text: say.unplanned.at, isError: true }
    const wanted = ofKind(all, kind)
    if (first && last) return listedOnDays(wanted, { first, last }, reader)
    const named = remindersCalled({ ...(args.title === undefined ? {} : { title: args.title }) }, wanted, +reader.now)
    const nothing = kind === 'timer' ? say.noTimer : say.none
    if (named?.length || args.title === undefined) return listReminders(named ?? wanted, reader, nothing)
    const { text, ...told } = listReminders(wanted, reader, nothing)
    return { ...told, text: say.noneCalled(args.title, text) }
  }
  if (args.action === 'create') return create(store, { kind, ...args }, context, trace)
  const all = await findReminders(store, context.profile, +reader.now)
  const isOfRing = args.action === 'snooze' || args.action === 'complete'
  const those = ofKind(all, kind)
  if (args.action === 'cancel' && kind === 'timer' && those.length === 0) return { text: say.noTimer }
  const called = args.action === 'cancel' ? remindersCalled(args, those, +reader.now) : undefined
  if (called && called.length !== 1) return { text: whichReminder(called.length > 0 ? called : those, reader) }
  const id = called?.[0]?.id ?? args.id ?? (isOfRing ? lastRung(all, +reader.now)?.id : undefined)
  if (id === undefined) return { text: isOfRing ? say.noneRang : say.which, isError: true }
  const found = all.find((one) => one.id === id)
  if (!found) return { text: say.unknown(id), isError: true }
  if (args.action === 'snooze') return snooze(store, found, args.minutes ?? 10, reader, trace)
  if (args.action === 'change') return change(store, found, args, context, trace)
  const how = args.action === 'complete' ? 'completed' : 'cancelled'
  const removed = { by: 'person' as const, path: store.path, title: found.title, item: found }
  const trash =
    how === 'cancelled' ? { trash: await keepInTrash(dirname(store.path), +reader.now, removed) } : undefined
  const settled = await store.settle(found.id, how, trace)
  return settled
    ? { text: say[how](titleText(settled, context.language)), data: { id: settled.id }, ...trash }
    : { text: say.unknown(found.id), isError: true }
}

async function create(
  store: ReminderStore,
  { kind = 'reminder', ...args }: Args,
  context: Asker,
  trace: Trace,
): Promise<ToolResult> {
  const say = reminderMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  const made = await planned(store, { kind, ...args }, context, trace)
  if (!Array.isArray(made)) return made
  const lines = made.flatMap((one) => {
    const [when, often] = [whenText(one.next ?? 0, reader), repeatText(one.rule, reader.language, reader.zone)]
    return [
      say.created(say.kinds[kind], one.title, when, often, say.number(one.id)),
      followingText(one, one.next ?? 0, reader) || [],
    ].flat()
  })
  return { text: lines.join('\n'), data: { id: made[0]?.id ?? '', at: new Date(made[0]?.next ?? 0).toISOString() } }
}

/** Makes what the words ask for, once it was read whole: one reminder, or one for each rule. */
async function planned(
  store: ReminderStore,
  args: Args,
  context: Asker,
  trace: Trace,
): Promise<Planned[] | ToolResult> {
  const { kind = 'reminder', title = '', at, repeat } = args
  const { now, zone, language, profile, by, sources = [], conversation } = context
  const say = reminderMessages[language]
  if (!title.trim()) return { text: say.untitled, isError: true }
  const plan = await planOf(at, repeat, { now: now(), zone })
  if (typeof plan === 'string') return { text: say.unplanned[plan], isError: true }
  if ('unread' in plan) {
    const { next, rule } = plan.understood
    const understood = [repeatText(rule, language, zone), whenText(next, { language, zone, now: now() })]
      .filter(Boolean)
      .join(', ')
    return { text: say.unread(plan.unread, understood), isError: true }
  }
  const { also = [], ...first } = plan
  const source = sources.length > 0 ? { source: sources.join(', ') } : {}
  const owner = { profile, by, createdAt: +now(), ...source, ...(conversation === undefined ? {} : { conversation }) }
  const known = await sameReminders(store, { kind, title: title.trim(), profile, plans: [first, ...also] })
  if (known)
    return {
      text: say.already(title.trim(), whenText(first.next, { language, zone, now: now() }), say.number(known.id)),
    }
  const made: Planned[] = []
  for (const one of [first, ...also])
    made.push(await store.create({ kind, title: title.trim(), ...one, zone, ...owner }, trace))
  return made
}

/** The reminder that says the same at the same times already, if all of a request are there. */
async function sameReminders(
  store: ReminderStore,
  {
    kind,
    title,
    profile,
    plans,
  }: Pick<Reminder, 'kind' | 'title' | 'profile'> & { plans: Pick<Planned, 'next' | 'rule'>[] },
): Promise<Reminder | undefined> {
  const alive = [...(await store.all()).values()].filter((one) => one.state === 'waiting' && one.profile === profile)
  const found = plans.map((plan) =>
    alive.find((one) => one.kind === kind && one.title === title && one.next === plan.next && one.rule === plan.rule),
  )
  return found.every(Boolean) ? found[0] : undefined
}

/** Another time, rule or title for a reminder: the new one stands before the old one goes. What is not said stays. */
async function change(
  store: ReminderStore,
  found: Reminder,
  { title, at, repeat }: Args,
  context: Asker,
  trace: Trace,
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
    trace,
  )
  if (!Array.isArray(made)) return made
  await store.settle(found.id, 'cancelled', trace)
  const lines = made.map((one) =>
    reminderMessages[reader.language].changed(
      one.title,
      whenText(one.next ?? 0, reader),
      repeatText(one.rule, reader.language, reader.zone),
      reminderMessages[reader.language].number(one.id),
    ),
  )
  return { text: lines.join('\n'), data: { id: made[0]?.id ?? '' } }
}

async function snooze(
  store: ReminderStore,
  found: Reminder,
  minutes: number,
  reader: Reader,
  trace: Trace,
): Promise<ToolResult> {
  const say = reminderMessages[reader.language]
  if (!(minutes >= 1 && minutes <= longestSnooze)) return { text: say.minutes, isError: true }
  const until = +reader.now + minutes * 60_000
  const settled = await store.settle(found.id, { snoozeUntil: until }, trace)
  if (!settled) return { text: say.unknown(found.id), isError: true }
  return { text: say.snoozed(titleText(settled, reader.language), whenText(until, reader)), data: { id: settled.id } }
}
