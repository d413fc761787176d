import { dirname, join } from 'node:path'
import { reminderMessages } from '../../messages/engine/reminders.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { Id, JsonObject, Tool, ToolContext, ToolResult } from '../../protocol/index.ts'
import { isoSecond } from '../../std/time/local-time.ts'
import { type Plan, planOf } from '../reminders/plan.ts'
import { repeatText, whenText } from '../reminders/reminder-text.ts'
import { checklistName, tickOff } from './checklist.ts'
import { type MissedPolicy, missedChoices, type Schedule, type ScheduleChanges } from './schedule.ts'
import { scheduleLine, scheduleText, timesText } from './schedule-text.ts'
import type { ScheduleStore } from './store.ts'
import type { WatchTarget } from './watch.ts'

/** What one turn of a schedule may use when nobody says otherwise: a briefing of some tools takes a tenth of it. */
const usual = { tokens: 50_000, minutes: 10 }
/** Characters of a title that is made out of the prompt. */
const titleChars = 40

const properties = {
  action: { enum: ['create', 'list', 'show', 'pause', 'resume', 'remove'] },
  prompt: { type: 'string', maxLength: 4_000, description: 'what to do then, as a request to yourself, without its time' },
  title: { type: 'string', maxLength: 100 },
  at: { type: 'string', description: 'ISO 8601 with offset, or words' },
  repeat: { type: 'string', description: 'daily, weekly, weekdays, monthly, yearly, or words' },
  id: { type: 'string' },
  tools: { type: 'array', items: { type: 'string' }, description: 'names of tools it needs that ask first' },
  watch: { type: 'string', description: 'address of a page or feed: done only when something on it is new' },
  quiet: { type: 'boolean', description: 'tell nobody when there is nothing new' },
}

export interface ScheduleArgs {
  action: 'create' | 'list' | 'show' | 'pause' | 'resume' | 'remove' | 'edit'
  prompt?: string
  title?: string
  at?: string
  repeat?: string
  id?: Id
  missed?: MissedPolicy
  /** Names of sensitive tools that its turns may ask for. */
  tools?: string[]
  quiet?: boolean
  watch?: WatchTarget | string
  webhook?: string
  tokens?: number
  minutes?: number
  agent?: string
  workspace?: string
  model?: string
  file?: string
}

type Asker = Pick<ToolContext, 'now' | 'zone' | 'language' | 'profile' | 'by' | 'sources'> & {
  conversation?: Id
  agent?: string
  workspace?: string
}

/** `schedule`: a request that is done by itself at its time; what one makes is asked about with its next times. */
export function scheduleTool(store: ScheduleStore, kept: () => Promise<boolean>, grantable: () => readonly Tool[]): Tool {
  const isLook = ({ action }: JsonObject) => action === 'list' || action === 'show'
  return {
    name: 'schedule',
    category: 'sensitive',
    effect: (args) => (isLook(args) ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description: 'Does a request by itself at its time, once or again and again; the answer comes into this conversation.',
    schema: { type: 'object', properties, required: ['action'], additionalProperties: false },
    async explain(args, context) {
      const request = args as unknown as ScheduleArgs
      if (request.action !== 'create') return { effect: await effectOf(store, request, context), risk: 'low' }
      const plan = await planned(request, context)
      if (typeof plan === 'string') return { refused: plan }
      const say = scheduleMessages[context.language]
      const { also = [], ...first } = plan
      const when = [first, ...also].map((one) => timesText({ ...one, zone: context.zone }, readerOf(context))).join('\n')
      const wrong = toolsFault(request, grantable(), context.language)
      if (wrong) return { refused: wrong }
      const about = [titleOf(request), watchOf(request).watch?.target].filter(Boolean).join(' · ')
      return { effect: say.card(about, when, usual.tokens, usual.minutes, request.tools ?? []), risk: 'medium' }
    },
    async *run(args, context) {
      const request = args as unknown as ScheduleArgs
      const wrong = toolsFault(request, grantable(), context.language)
      return wrong ? { text: wrong, isError: true } : performSchedule(store, request, context, kept)
    },
  }
}

/** Why a schedule may not have the tools that are asked for: unknown ones, and those that only a person at the machine may allow. */
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

async function effectOf(store: ScheduleStore, request: ScheduleArgs, context: Asker): Promise<string> {
  const found = await findOwn(store, request.id, context)
  return found ? scheduleLine(found, readerOf(context)) : scheduleMessages[context.language].which
}

/** What somebody typed behind `/schedule`: one to be shown, paused, resumed or removed by its number, else the list. */
export function readScheduleRequest(words: string): ScheduleArgs {
  const [, verb, id] = /^(show|pause|resume|remove)(?:\s+(\S+))?$/.exec(words.trim()) ?? []
  return { action: (verb ?? 'list') as ScheduleArgs['action'], ...(id === undefined ? {} : { id }) }
}

/** Does what a person asked about schedules. The receipt is given when it is on the disk. */
export async function performSchedule(
  store: ScheduleStore,
  args: ScheduleArgs,
  context: Asker,
  kept: () => Promise<boolean> = async () => true,
): Promise<ToolResult> {
  if (args.action === 'list') return listed(store, context)
  const result = args.action === 'create' ? await create(store, args, context) : await change(store, args, context)
  const isPromise = !result.isError && (args.action === 'create' || args.action === 'resume')
  return isPromise && !(await kept()) ? { ...result, notice: { code: 'nobody-schedules', data: {} } } : result
}

const readerOf = ({ language, zone, now }: Asker) => ({ language, zone, now: now() })
const titleOf = ({ title, prompt = '' }: ScheduleArgs) => {
  const said = (title ?? prompt).replace(/\s+/g, ' ').trim()
  return [...said].length > titleChars ? `${[...said].slice(0, titleChars).join('')}…` : said
}

/** Those of one person; the next one first. */
async function own(store: ScheduleStore, { profile }: Asker): Promise<Schedule[]> {
  const all = [...(await store.all()).values()].filter((one) => one.profile === profile)
  return all.sort((a, b) => (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY))
}

async function findOwn(store: ScheduleStore, id: Id | undefined, context: Asker): Promise<Schedule | undefined> {
  return (await own(store, context)).find((one) => one.id === id)
}

async function listed(store: ScheduleStore, context: Asker): Promise<ToolResult> {
  const all = await own(store, context)
  const text = all.map((one) => scheduleLine(one, readerOf(context))).join('\n')
  const source = all.find((one) => one.source)?.source
  return {
    text: text || scheduleMessages[context.language].none,
    data: all.map(shown),
    ...(source === undefined ? {} : { untrusted: true, source: `schedule (${source})` }),
  }
}

/** A schedule for programs. */
function shown({ id, title, prompt, state, next, rule, results, conversation }: Schedule) {
  return {
    ...{ id, title, prompt, state },
    ...(next === undefined ? {} : { next: new Date(next).toISOString() }),
    ...(rule === undefined ? {} : { rule }),
    ...(conversation === undefined ? {} : { conversation }),
    results: results.map(({ due, at, outcome, text, tokens }) => ({
      ...{ due: new Date(due).toISOString(), at: new Date(at).toISOString(), outcome, text, tokens },
    })),
  }
}

/** How often something is looked at unless somebody says otherwise; the first look comes with the next minute. */
const every = 'RRULE:FREQ=MINUTELY;INTERVAL=15'
const minuteMs = 60_000

/** When it is to run, or the sentence that says why that could not be read. */
async function planned({ at, repeat, prompt, watch }: ScheduleArgs, context: Asker): Promise<Plan | string> {
  const { now, zone, language } = context
  if (!prompt?.trim() && !watch) return scheduleMessages[language].empty
  if (typeof watch === 'string' && !/^https?:\/\//.test(watch)) return scheduleMessages[language].noPage
  if (watch && at === undefined && repeat === undefined)
    return readPlan(isoSecond(new Date((Math.floor(+now() / minuteMs) + 1) * minuteMs), zone), every, context)
  return readPlan(at, repeat, { now, zone, language })
}

async function readPlan(
  at: string | undefined,
  repeat: string | undefined,
  { now, zone, language }: Pick<Asker, 'now' | 'zone' | 'language'>,
): Promise<Plan | string> {
  const say = reminderMessages[language]
  const plan = await planOf(at, repeat, { now: now(), zone })
  if (typeof plan === 'string') return say.unplanned[plan]
  if (!('unread' in plan)) return plan
  const { next, rule } = plan.understood
  const understood = [repeatText(rule, language), whenText(next, { language, zone, now: now() })].filter(Boolean).join(', ')
  return say.unread(plan.unread, understood)
}

async function create(store: ScheduleStore, args: ScheduleArgs, context: Asker): Promise<ToolResult> {
  const { language } = context
  const plan = await planned(args, context)
  const wrong = typeof plan === 'string' ? plan : limitsFault(args, language)
  if (typeof plan === 'string' || wrong) return { text: wrong ?? '', isError: true }
  const { also = [], ...first } = plan
  const texts: string[] = []
  const all: JsonObject[] = []
  for (const times of [first, ...also]) {
    const made = await store.create({ ...fieldsOf(args, context), ...times })
    texts.push(scheduleMessages[language].created(made.title, made.id), timesText(made, readerOf(context)))
    all.push(shown(made))
  }
  return { text: texts.join('\n'), data: all[0] ?? {} }
}

/** A schedule as it is asked for, but for its times. */
function fieldsOf(args: ScheduleArgs, { now, zone, profile, by, language, sources = [], conversation }: Asker) {
  const watched = watchOf(args).watch?.target
  const said = args.prompt?.trim() ?? ''
  const prompt = said || (watched === undefined ? '' : scheduleMessages[language].tellNews)
  return {
    ...{ title: titleOf({ ...args, prompt: said || (watched ?? '') }), prompt, zone, profile, by, createdAt: +now() },
    missed: args.missed ?? 'once',
    tokens: args.tokens ?? usual.tokens,
    minutes: args.minutes ?? usual.minutes,
    ...given({ conversation: conversation || undefined, agent: args.agent, workspace: args.workspace }),
    ...given({ model: args.model, file: args.file, source: sources.join(', ') || undefined, webhook: args.webhook }),
    ...(args.tools && args.tools.length > 0 ? { tools: args.tools } : {}),
    ...(args.quiet ? { quiet: true as const } : {}),
    ...watchOf(args),
  }
}

const watchOf = ({ watch }: ScheduleArgs): { watch?: WatchTarget } =>
  watch ? { watch: typeof watch === 'string' ? { kind: 'page', target: watch } : watch } : {}

/** Without the fields that have no value. */
function given<T extends Record<string, string | undefined>>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: string }
}

function limitsFault({ tokens, minutes, missed }: ScheduleArgs, language: 'ko' | 'en'): string | undefined {
  const say = scheduleMessages[language]
  if (tokens !== undefined && !(tokens >= 1)) return say.number('tokens')
  if (minutes !== undefined && !(minutes >= 1)) return say.number('minutes')
  return missed === undefined || missedChoices.includes(missed) ? undefined : missedChoices.join(' | ')
}

async function change(store: ScheduleStore, args: ScheduleArgs, context: Asker): Promise<ToolResult> {
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
      return done(say.paused(title, id), await store.pause(id))
    case 'resume': {
      const after = await store.resume(id, +context.now())
      return after?.state === 'active'
        ? done(say.resumed(title, timesText(after, readerOf(context))), after)
        : { text: say.over(title), isError: true }
    }
    case 'remove':
      // A line of the checklist that stood open would make it again.
      if (found.line !== undefined) await tickOff(join(dirname(store.path), checklistName), found.line)
      await store.remove(id)
      return done(say.removed(title))
    default:
      return edit(store, found, args, context)
  }
}

async function edit(store: ScheduleStore, found: Schedule, args: ScheduleArgs, context: Asker): Promise<ToolResult> {
  const { at, repeat, prompt, title, missed, tokens, minutes, tools } = args
  const plan = at === undefined && repeat === undefined ? {} : await readPlan(at, repeat, context)
  const several = typeof plan !== 'string' && 'also' in plan ? scheduleMessages[context.language].oneRule : undefined
  const wrong = typeof plan === 'string' ? plan : (several ?? limitsFault(args, context.language))
  if (typeof plan === 'string' || wrong) return { text: wrong ?? '', isError: true }
  const changes: ScheduleChanges = {
    ...plan,
    ...given({ prompt, title: title ?? (prompt === undefined ? undefined : titleOf({ action: 'edit', prompt })) }),
    ...(missed === undefined ? {} : { missed }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(tools === undefined ? {} : { tools }),
  }
  const after = (await store.edit(found.id, changes)) ?? found
  const text = [scheduleMessages[context.language].edited(after.title), timesText(after, readerOf(context))].join('\n')
  return { text, data: shown(after) }
}
