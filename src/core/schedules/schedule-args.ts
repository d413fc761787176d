import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { Id, ToolContext } from '../../protocol/index.ts'
import { type MissedPolicy, missedChoices, type ScheduleChanges, type SchedulePlan } from './schedule.ts'
import { readWatch, type WatchCondition, type WatchTarget } from './watch.ts'

/**
 * A request about schedules, by a person or a model. In an edit, an empty text or list takes away the former choice.
 */
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
  /** Names of skills that its turns follow. */
  skills?: string[]
  quiet?: boolean
  watch?: WatchTarget | string
  /** The part of the page, and the condition, of a watch that is given as an address. */
  part?: string
  below?: number
  above?: number
  appears?: string
  gone?: string
  webhook?: string
  tokens?: number
  minutes?: number
  usd?: number
  conversation?: Id
  agent?: string
  workspace?: string
  /** An absolute path. */
  folder?: string
  model?: string
  file?: string
}

/** Limits of one turn of a schedule unless somebody says otherwise: a briefing of some tools takes a tenth of it. */
const usual = { tokens: 50_000, minutes: 10 }
/** Characters of a title that is made out of the prompt. */
const titleChars = 40

/** Limits of one turn: tokens, minutes, and US dollars if somebody said so. */
export type ScheduleLimits = Pick<SchedulePlan, 'tokens' | 'minutes' | 'usd'>

/** The limits that are asked for, and the usual ones where none are. */
export function limitsOf({ tokens, minutes, usd }: ScheduleArgs): ScheduleLimits {
  return { tokens: tokens ?? usual.tokens, minutes: minutes ?? usual.minutes, ...(usd === undefined ? {} : { usd }) }
}

/** The title that is given, or the beginning of the prompt. */
export function titleOf({ title, prompt = '' }: Pick<ScheduleArgs, 'title' | 'prompt'>): string {
  const said = (title ?? prompt).replace(/\s+/g, ' ').trim()
  return [...said].length > titleChars ? `${[...said].slice(0, titleChars).join('')}…` : said
}

/** The one who asks for a schedule, and where. */
export type ScheduleAsker = Pick<ToolContext, 'now' | 'zone' | 'language' | 'profile' | 'by' | 'sources' | 'cwd'> & {
  conversation?: Id
}

/** A schedule as it is asked for, but for its times. */
export function fieldsOf(
  args: ScheduleArgs,
  { now, zone, profile, by, language, sources = [], conversation, cwd }: ScheduleAsker,
) {
  const watched = watchOf(args).watch?.target
  const said = args.prompt?.trim() ?? ''
  const prompt = said || (watched === undefined ? '' : scheduleMessages[language].tellNews)
  return {
    ...{ title: titleOf({ ...args, prompt: said || (watched ?? '') }), prompt, zone, profile, by, createdAt: +now() },
    ...{ missed: args.missed ?? 'once', ...limitsOf(args) },
    ...given({ conversation: (args.conversation ?? conversation) || undefined, folder: args.folder ?? cwd }),
    ...given({
      agent: args.agent,
      workspace: args.workspace,
      model: args.model,
      file: args.file,
      webhook: args.webhook,
    }),
    ...given({ source: sources.join(', ') || undefined }),
    ...(args.tools && args.tools.length > 0 ? { tools: args.tools } : {}),
    ...(args.skills && args.skills.length > 0 ? { skills: args.skills } : {}),
    ...(args.quiet ? { quiet: true as const } : {}),
    // Without a request of the person's own the change itself is all there is to tell.
    ...(said === '' && watched !== undefined && !args.skills?.length ? { plain: true as const } : {}),
    ...watchOf(args),
  }
}

/** Return the changes of an edit besides the times. */
export function changesOf(args: ScheduleArgs): ScheduleChanges {
  const { prompt, missed, tokens, minutes, usd, tools, skills, quiet, agent, workspace } = args
  const title = args.title ?? (prompt === undefined ? undefined : titleOf({ prompt }))
  // Another agent does not go on in the conversation of this one.
  const conversation = args.conversation ?? (agent === undefined && workspace === undefined ? undefined : '')
  const changes = {
    ...{ prompt, title, missed, tokens, minutes, usd, tools, skills, quiet, agent, workspace, conversation },
    ...{ model: args.model, folder: args.folder, file: args.file, webhook: args.webhook, ...watchOf(args) },
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as ScheduleChanges
}

/** Return the target that is looked at before the turn; an address alone is a page or a feed. */
export function watchOf({ watch, part, ...args }: ScheduleArgs): { watch?: WatchTarget } {
  if (!watch) return {}
  const target: WatchTarget = typeof watch === 'string' ? readWatch(watch) : watch
  const when = conditionOf(args)
  return { watch: { ...target, ...(part ? { part } : {}), ...(when ? { when } : {}) } }
}

function conditionOf({ below, above, appears, gone }: ScheduleArgs): WatchCondition | undefined {
  const words = (text: string) => text.split('|').flatMap((word) => word.trim() || [])
  if (below !== undefined) return { is: 'below', value: below }
  if (above !== undefined) return { is: 'above', value: above }
  if (appears) return { is: 'appears', words: words(appears) }
  return gone ? { is: 'gone', words: words(gone) } : undefined
}

/** Without the fields that have no value. */
function given<T extends Record<string, string | undefined>>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
}

/** The sentence that says which limit is none; undefined where all are. */
export function limitsFault({ tokens, minutes, usd, missed }: ScheduleArgs, language: 'ko' | 'en'): string | undefined {
  const say = scheduleMessages[language]
  if (tokens !== undefined && !(tokens >= 1)) return say.number('tokens')
  if (minutes !== undefined && !(minutes >= 1)) return say.number('minutes')
  if (usd !== undefined && !(usd > 0)) return say.noMoney
  return missed === undefined || missedChoices.includes(missed) ? undefined : missedChoices.join(' | ')
}
