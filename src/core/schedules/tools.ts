import { dirname, join } from 'node:path'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import {
  deedText,
  type Json,
  type JsonObject,
  type Tool,
  type ToolResult,
  type UndoOutcome,
} from '../../protocol/index.ts'
import { dropEntry, keepInTrash } from '../../std/fs/trash.ts'
import type { Trace } from '../jobs/trace.ts'
import type { Plan } from '../reminders/plan.ts'
import { checklistName, tickOff, untick } from './checklist.ts'
import { findOwn, listSchedules, shown } from './list-schedules.ts'
import type { Schedule } from './schedule.ts'
import {
  changesOf,
  fieldsOf,
  limitsFault,
  limitsOf,
  type ScheduleArgs,
  type ScheduleAsker,
  titleOf,
  watchOf,
} from './schedule-args.ts'
import { limitsText, scheduleLine, scheduleText, timesText } from './schedule-text.ts'
import { changedPlan, plannedTimes } from './schedule-times.ts'
import type { ScheduleStore } from './store.ts'
import { byHand, cannotWatch, type LookPort, seenNow } from './watch-card.ts'
import { WatchedLines } from './watched-lines.ts'

const properties = {
  action: { type: 'string', enum: ['create', 'list', 'show', 'pause', 'resume', 'edit', 'remove'] },
  prompt: {
    type: 'string',
    maxLength: 4_000,
    description: 'what to do then, as a request to yourself, without its time',
  },
  title: { type: 'string', maxLength: 100 },
  at: { type: 'string', description: 'ISO 8601 with offset, or words' },
  repeat: { type: 'string', description: 'daily, weekly, weekdays, monthly, yearly, or words' },
  id: { type: 'string' },
  tools: { type: 'array', items: { type: 'string' }, description: 'names of tools it needs that ask first' },
  skills: { type: 'array', items: { type: 'string' }, description: 'names of skills to follow' },
  usd: { type: 'number', description: 'US dollars that one time may cost at most' },
  watch: { type: 'string', description: 'page or feed (https), mail:SENDER, calendar:WORDS: done only on news' },
  part: { type: 'string', description: 'watch only this: CSS selector, or table cell "row × column"' },
  below: { type: 'number', description: 'watch: only when the amount falls below' },
  above: { type: 'number' },
  appears: { type: 'string', description: 'watch: only when one of these words (a|b) comes to be there' },
  gone: { type: 'string', description: 'watch: only when none of these words is there any more' },
  quiet: { type: 'boolean', description: 'tell nobody when there is nothing new' },
}

/** Ports to the program around the tool. */
export interface SchedulePorts {
  /** Looks at what is to be watched. */
  look: LookPort
  /** Return true if something runs that begins what is due. */
  kept(): Promise<boolean>
  tools(): readonly Tool[]
  /** Names of the skills that a schedule of this folder can follow. */
  skills(folder: string | undefined): Promise<readonly string[]>
  /** The most that so many tokens cost, in US dollars; undefined where no price is known. */
  mostUsd(tokens: number, model: string | undefined): Promise<number | undefined>
}

/** `schedule`: a request that is done by itself at its time; what one makes is asked about with its next times. */
export function scheduleTool(store: ScheduleStore, ports: SchedulePorts): Tool {
  const isLook = ({ action }: JsonObject) => action === 'list' || action === 'show'
  return {
    name: 'schedule',
    facts: { group: 'computer', kind: 'other', subject: 'arguments', reads: 'calendar', leavesNothing: true },
    deeds: {
      object: (args) => (isLook(args) ? undefined : deedText(args.title ?? args.prompt ?? args.watch ?? args.id)),
      undo: (kept) => undoSchedules(store, kept),
    },
    category: 'sensitive',
    effect: (args) => (isLook(args) ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description:
      'Does a request by itself at its time, once or again and again; the answer comes into this conversation.',
    schema: { type: 'object', properties, required: ['action'], additionalProperties: false },
    async explain(args, context) {
      const request = args as unknown as ScheduleArgs
      const wrong = await faultOf(ports, request, context)
      if (wrong) return { refused: wrong }
      if (request.action !== 'create') return { effect: await effectOf(store, request, context), risk: 'low' }
      const plan = await plannedTimes(request, context)
      if (typeof plan === 'string') return { refused: plan }
      const { watch } = watchOf(request)
      const seen = watch && (await ports.look(watch, context.signal))
      if (watch && seen && 'failed' in seen) return { refused: cannotWatch(watch, seen, context) }
      const card = await cardOf(ports, request, plan, context)
      const now = watch && seen ? seenNow(watch, seen, context) : []
      return { effect: [card, ...now].join('\n'), risk: 'medium', ...byHand(request) }
    },
    async *run(args, context) {
      const request = args as unknown as ScheduleArgs
      const wrong = await faultOf(ports, request, context)
      return wrong ? { text: wrong, isError: true } : performSchedule(store, request, context, ports.kept, ports.look)
    },
  }
}

/** The kept result of a change of schedules, besides its trace. */
interface ScheduleUndo {
  trace: Trace
  /** The entry of the trash. */
  trash?: string
  /** The line of the checklist that was ticked off. */
  line?: string
}

/** Makes schedules stand as before a deed, with their entry of the trash and their line of the checklist. */
async function undoSchedules(store: ScheduleStore, kept: Json): Promise<UndoOutcome> {
  const { trace, trash, line } = (kept ?? {}) as unknown as Partial<ScheduleUndo>
  const home = dirname(store.path)
  const outcome = await store.takeBack((trace ?? null) as Json)
  if (outcome === 'undone' && trash !== undefined) await dropEntry(home, trash)
  if (outcome === 'undone' && line !== undefined) await untick(join(home, checklistName), line)
  return outcome
}

async function faultOf({ tools, skills }: SchedulePorts, request: ScheduleArgs, { language, cwd }: ScheduleAsker) {
  const known = request.skills ? await skills(cwd) : []
  return toolsFault(request, tools(), language) ?? skillsFault(request, known, language)
}

/** Return the question for the person: the deed, its next times, its price, and its tools. */
async function cardOf(
  { mostUsd }: SchedulePorts,
  request: ScheduleArgs,
  { also = [], ...first }: Plan,
  context: ScheduleAsker,
) {
  const when = [first, ...also].map((one) => timesText({ ...one, zone: context.zone }, readerOf(context))).join('\n')
  const about = [titleOf(request), watchOf(request).watch?.target].filter(Boolean).join(' · ')
  const limits = limitsOf(request)
  const most = await mostUsd(limits.tokens, request.model)
  return scheduleMessages[context.language].card(
    about,
    when,
    limitsText(limits, context.language, most),
    request.tools ?? [],
  )
}

/**
 * Return the reason that a schedule may not have the requested tools: unknown ones, and those that only a person at the
 * machine may allow.
 */
export function toolsFault(
  { tools = [] }: Pick<ScheduleArgs, 'tools'>,
  known: readonly Pick<Tool, 'name' | 'category'>[],
  language: 'ko' | 'en',
): string | undefined {
  const say = scheduleMessages[language]
  const odd = tools.find((name) => !name.startsWith('mcp_') && !known.some((one) => one.name === name))
  if (odd !== undefined) return say.noTool(odd)
  const never = known.find(({ name, category }) => category === 'restricted' && tools.includes(name))
  return never && say.restricted(never.name)
}

/** Return the reason that a schedule cannot follow the requested skills. */
export function skillsFault(
  { skills = [] }: Pick<ScheduleArgs, 'skills'>,
  known: readonly string[],
  language: 'ko' | 'en',
) {
  const odd = skills.find((name) => !known.includes(name))
  return odd === undefined ? undefined : scheduleMessages[language].noSkill(odd)
}

async function effectOf(store: ScheduleStore, request: ScheduleArgs, context: ScheduleAsker): Promise<string> {
  const found = await findOwn(store, request.id, context)
  if (!found) return scheduleMessages[context.language].which
  const line = scheduleLine(found, readerOf(context))
  const plan = await changedPlan(found, request, context)
  if (typeof plan === 'string') return plan
  const when = plan ? timesText({ ...plan, zone: context.zone }, readerOf(context)) : ''
  return [line, [when, request.prompt, request.tools?.join(', ')].filter(Boolean).join(' · ')]
    .filter(Boolean)
    .join('\n→ ')
}

/** Read the words behind `/schedule`: one to be shown, paused, resumed or removed by its number, else the list. */
export function readScheduleRequest(words: string): ScheduleArgs {
  const [, verb, id] = /^(show|pause|resume|remove)(?:\s+(\S+))?$/.exec(words.trim()) ?? []
  return { action: (verb ?? 'list') as ScheduleArgs['action'], ...(id === undefined ? {} : { id }) }
}

/** Does what a person asked about schedules. The receipt is given when it is on the disk. */
export async function performSchedule(
  store: ScheduleStore,
  args: ScheduleArgs,
  context: ScheduleAsker,
  kept: () => Promise<boolean> = async () => true,
  look?: LookPort,
): Promise<ToolResult> {
  if (args.action === 'list') return listSchedules(store, context)
  const left: ScheduleUndo = { trace: [] }
  const told =
    args.action === 'create' ? await create(store, args, context, left, look) : await change(store, args, context, left)
  const [first] = left.trace.flatMap(({ before, after }) => (after ?? before) as unknown as Schedule)
  const undo = left as unknown as Json
  const result: ToolResult = first
    ? { ...told, deed: { object: scheduleMessages[context.language].named(first.title, first.id), undo } }
    : told
  const isPromise = !result.isError && (args.action === 'create' || args.action === 'resume')
  return isPromise && !(await kept()) ? { ...result, notice: { code: 'nobody-schedules', data: {} } } : result
}

const readerOf = ({ language, zone, now }: ScheduleAsker) => ({ language, zone, now: now() })

async function create(
  store: ScheduleStore,
  args: ScheduleArgs,
  context: ScheduleAsker,
  { trace }: ScheduleUndo,
  look?: LookPort,
): Promise<ToolResult> {
  const { language } = context
  const plan = await plannedTimes(args, context)
  const wrong = typeof plan === 'string' ? plan : limitsFault(args, language)
  if (typeof plan === 'string' || wrong) return { text: wrong ?? '', isError: true }
  const { also = [], ...first } = plan
  const { watch } = watchOf(args)
  const seen = watch && look && (await look(watch))
  if (watch && seen && 'failed' in seen) return { text: cannotWatch(watch, seen, context), isError: true }
  const texts: string[] = []
  const all: JsonObject[] = []
  for (const times of [first, ...also]) {
    const made = await store.create({ ...fieldsOf(args, context), ...times }, trace)
    if (seen && 'lines' in seen) {
      await new WatchedLines(dirname(store.path)).write(made, seen.lines)
      await store.looked(made.id, +context.now(), '', seen, 'now', trace)
    }
    texts.push(scheduleMessages[language].created(made.title, made.id), timesText(made, readerOf(context)))
    if (watch && seen) texts.push(...seenNow(watch, seen, context))
    all.push(shown(made))
  }
  return { text: texts.join('\n'), data: all[0] ?? {} }
}

async function change(
  store: ScheduleStore,
  args: ScheduleArgs,
  context: ScheduleAsker,
  kept: ScheduleUndo,
): Promise<ToolResult> {
  const say = scheduleMessages[context.language]
  if (args.id === undefined) return { text: say.which, isError: true }
  const found = await findOwn(store, args.id, context)
  if (!found) return { text: say.unknown(args.id), isError: true }
  const { title, id } = found
  const done = (text: string, after: Schedule = found): ToolResult => ({ text, data: shown(after) })
  switch (args.action) {
    case 'show':
      return done(scheduleText(found, readerOf(context)))
    case 'pause':
      return done(say.paused(title, id), await store.pause(id, kept.trace))
    case 'resume': {
      const after = await store.resume(id, +context.now(), kept.trace)
      return after?.state === 'active'
        ? done(say.resumed(title, timesText(after, readerOf(context))), after)
        : { text: say.over(title), isError: true }
    }
    case 'remove':
      // A line of the checklist that stood open would make it again.
      if (found.line !== undefined) {
        await tickOff(join(dirname(store.path), checklistName), found.line)
        kept.line = found.line
      }
      kept.trash = await keepInTrash(dirname(store.path), +context.now(), {
        ...{ by: 'person', path: store.path, title, item: found },
      })
      await store.remove(id, kept.trace)
      return done(say.removed(title))
    default:
      return edit(store, found, args, context, kept.trace)
  }
}

async function edit(
  store: ScheduleStore,
  found: Schedule,
  args: ScheduleArgs,
  context: ScheduleAsker,
  trace: Trace,
): Promise<ToolResult> {
  const plan = (await changedPlan(found, args, context)) ?? {}
  const several = typeof plan !== 'string' && 'also' in plan ? scheduleMessages[context.language].oneRule : undefined
  const empty = args.prompt?.trim() === '' ? scheduleMessages[context.language].empty : undefined
  const wrong = typeof plan === 'string' ? plan : (several ?? empty ?? limitsFault(args, context.language))
  if (typeof plan === 'string' || wrong) return { text: wrong ?? '', isError: true }
  const after = (await store.edit(found.id, { ...plan, ...changesOf(args) }, trace)) ?? found
  const say = scheduleMessages[context.language]
  const isKept = args.at !== undefined && args.repeat === undefined && after.rule !== undefined
  const text = [
    say.edited(after.title),
    timesText(after, readerOf(context)),
    ...(isKept ? [say.stillRepeats] : []),
  ].join('\n')
  return { text, data: shown(after) }
}
