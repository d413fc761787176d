import { resolve } from 'node:path'
import { recordDeed } from '../../../app/context/record-deed.ts'
import { briefingContents } from '../../../app/schedules/briefing-contents.ts'
import { lookAgain, lookAt } from '../../../app/schedules/check-watch.ts'
import { hasScheduleClock } from '../../../app/schedules/clock-owner.ts'
import { runSchedulesHere, schedulesOf } from '../../../app/schedules/schedule-clock.ts'
import { skillsFor } from '../../../app/schedules/schedule-ports.ts'
import { isWebhookAllowed } from '../../../app/schedules/webhooks.ts'
import { whenText } from '../../../core/reminders/reminder-text.ts'
import type { Schedule } from '../../../core/schedules/schedule.ts'
import type { ScheduleArgs } from '../../../core/schedules/schedule-args.ts'
import { lookLine, resultLine, resultText } from '../../../core/schedules/schedule-text.ts'
import { performSchedule, skillsFault, toolsFault } from '../../../core/schedules/tools.ts'
import { scheduleMessages } from '../../../messages/engine/schedules.ts'
import { parseBudget } from '../../../protocol/index.ts'
import { sleep } from '../../../std/abort.ts'
import { ulid } from '../../../std/ulid.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { printToolResult } from '../../output/tool-result.ts'

/** Milliseconds between two looks at a turn that was asked for now. */
const lookMs = 200

/** `schedule list [--json]`: the next one first. */
export const listSchedules: CommandRun = (cli, call) => changeSchedules(cli, call, { action: 'list' })

/** `schedule add <prompt…> [--at <when>] [--repeat <words>]`: a request that is done at its time. */
export const addSchedule: CommandRun = (cli, call) =>
  changeSchedules(cli, call, { action: 'create', prompt: call.args.join(' '), ...scheduleOptions(cli, call) })

/** An address is a page or a feed, `mail:` a sender and `calendar:` words of events, anything else a file. */
function watchOf(
  { environment: { cwd } }: Cli,
  { watchFor, watchCommand }: CommandCall['options'],
): Partial<ScheduleArgs> {
  if (typeof watchCommand === 'string') return { watch: { kind: 'command', target: watchCommand } }
  if (typeof watchFor !== 'string') return {}
  const isNamed = /^(?:https?:\/\/|mail:|calendar:)/.test(watchFor)
  return { watch: isNamed ? watchFor : { kind: 'file', target: resolve(cwd, watchFor) } }
}

/** `schedule show <id>`: what it does, when, and what became of it. */
export const showSchedule: CommandRun = async (cli, call) => {
  const status = await changeSchedules(cli, call, { action: 'show', id: call.args[0] ?? '' })
  if (status !== 0 || call.options.json) return status
  const { parts } = await cli.assistant()
  const found = (await schedulesOf(parts).all()).get(call.args[0] ?? '')
  const contents = found && (await briefingContents(parts, found.prompt))
  if (contents) await cli.terminal.print(contents)
  return status
}
/** `schedule pause <id>`: its times pass until it is resumed. */
export const pauseSchedule: CommandRun = (cli, call) =>
  changeSchedules(cli, call, { action: 'pause', id: call.args[0] ?? '' })
/** `schedule resume <id>`: from the first time after now. */
export const resumeSchedule: CommandRun = (cli, call) =>
  changeSchedules(cli, call, { action: 'resume', id: call.args[0] ?? '' })
/** `schedule remove <id>`: its earlier answers stay in their conversation. */
export const removeSchedule: CommandRun = (cli, call) =>
  changeSchedules(cli, call, { action: 'remove', id: call.args[0] ?? '' })

/** `schedule edit <id>`: other words, another time, other ways; an empty value takes away what was chosen. */
export const editSchedule: CommandRun = (cli, call) =>
  changeSchedules(cli, call, {
    action: 'edit',
    id: call.args[0] ?? '',
    ...textOptions(call.options, ['prompt']),
    ...scheduleOptions(cli, call),
  })

/** `schedule history <id>`: what became of its last times. */
export const showHistory: CommandRun = async (cli, call) => {
  const { parts } = await cli.assistant()
  const found = (await schedulesOf(parts).all()).get(call.args[0] ?? '')
  const say = scheduleMessages[cli.language]
  if (!found) return noteRefusal(cli, say.unknown(call.args[0] ?? ''))
  const reader = { language: cli.language, zone: parts.zone, now: parts.now() }
  const { results, looks = [] } = found
  const all = [
    ...results.map((one) => ({ at: one.at, line: resultLine(one, reader) })),
    ...looks.map((one) => ({ at: one.at, line: lookLine(one, reader) })),
  ]
  const lines = all.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
  if (call.options.json) await cli.terminal.json(found.watch ? { results, looks } : results)
  else await cli.terminal.print(lines.join('\n') || say.noResults)
  return 0
}

/** `schedule run <id>`: now, besides its times; waits for the answer. A daemon that runs does it. */
export const runSchedule: CommandRun = async (cli, call) => {
  const assistant = await cli.assistant()
  const { parts, language } = assistant
  const store = schedulesOf(parts)
  const id = call.args[0] ?? ''
  const say = scheduleMessages[language]
  const known = (await store.all()).get(id)
  if (!known) return noteRefusal(cli, say.unknown(id))
  const begun = known.watch
    ? await store.looked(id, +parts.now(), ulid(+parts.now()), await lookAgain(parts, known, cli.stop), 'now')
    : await store.beginNow(id, +parts.now(), ulid(+parts.now()))
  if (begun && known.watch && !begun.running) return tellLook(cli, begun, call.options.json)
  if (!begun?.running) return noteRefusal(cli, say.busy)
  const { due } = begun.running
  const over = new AbortController()
  const until = AbortSignal.any([cli.stop, over.signal])
  const clock = runSchedulesHere(assistant, 'surface', until, { only: id })
  const ended = await endOf(() => store.all().then((all) => all.get(id)), due, until)
  over.abort()
  await clock
  if (!ended) return 130
  const [schedule, result] = ended
  await store.told(id, due, 'oneshot')
  const reader = { language, zone: parts.zone, now: parts.now() }
  if (call.options.json)
    await cli.terminal.json({ id, outcome: result.outcome, text: result.text, tokens: result.tokens })
  else if (result.outcome === 'failed') await cli.terminal.note(resultText(schedule, result, reader), 'error')
  else await cli.terminal.print(result.text)
  return result.outcome === 'failed' ? 1 : 0
}

/** Tells a look that found nothing new. */
async function tellLook(cli: Cli, { looks = [] }: Schedule, asJson: unknown): Promise<number> {
  const { parts, language } = await cli.assistant()
  const look = looks.at(-1)
  if (!look) return noteRefusal(cli, scheduleMessages[language].busy)
  const reader = { language, zone: parts.zone, now: parts.now() }
  const since = looks.findLast(({ found }) => found === 'first' || found === 'changed') ?? look
  const same = scheduleMessages[language].sameSince(whenText(since.at, reader))
  if (asJson) await cli.terminal.json(look)
  else if (look.found === 'unseen') await cli.terminal.note(look.text ?? '', 'error')
  else await cli.terminal.print(look.found === 'same' ? same : lookLine(look, reader))
  return look.found === 'unseen' ? 1 : 0
}

async function endOf(look: () => Promise<Schedule | undefined>, due: number, signal: AbortSignal) {
  while (!signal.aborted) {
    const schedule = await look()
    const result = schedule?.results.findLast((one) => one.due === due)
    if (schedule && result) return [schedule, result] as const
    await sleep(lookMs, signal).catch(() => {})
  }
  return undefined
}

/** Return what `add` and `edit` have in common. */
function scheduleOptions(cli: Cli, { options }: CommandCall): Partial<ScheduleArgs> {
  const numberOption = (name: string) => (typeof options[name] === 'string' ? { [name]: Number(options[name]) } : {})
  const namesOption = (name: string) =>
    typeof options[name] === 'string' ? { [name]: options[name].split(/[\s,]+/).filter(Boolean) } : {}
  const pathOption = (name: string, as: string) =>
    typeof options[name] === 'string' ? { [as]: options[name] && resolve(cli.environment.cwd, options[name]) } : {}
  return {
    ...textOptions(options, [
      'at',
      'repeat',
      'title',
      'missed',
      'agent',
      'workspace',
      'model',
      'webhook',
      'conversation',
    ]),
    ...{ ...numberOption('tokens'), ...numberOption('minutes'), ...budgetOf(options) },
    ...{
      ...namesOption('tools'),
      ...namesOption('skills'),
      ...pathOption('folder', 'folder'),
      ...pathOption('toFile', 'file'),
    },
    ...(typeof options.ifNew === 'boolean' ? { quiet: options.ifNew } : {}),
    ...watchOf(cli, options),
    ...textOptions(options, ['part', 'appears', 'gone']),
    ...{ ...numberOption('below'), ...numberOption('above') },
  }
}

/** Money or tokens; what names neither is none of them, and refused. */
function budgetOf({ budget }: CommandCall['options']): Pick<ScheduleArgs, 'usd' | 'tokens'> {
  return typeof budget === 'string' ? (parseBudget(budget) ?? { usd: 0 }) : {}
}

function textOptions(options: CommandCall['options'], names: readonly string[]): Partial<ScheduleArgs> {
  return Object.fromEntries(names.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : [])))
}

async function noteRefusal(cli: Cli, sentence: string): Promise<number> {
  await cli.terminal.note(sentence, 'error')
  return 1
}

async function changeSchedules(cli: Cli, { options }: CommandCall, asked: ScheduleArgs): Promise<number> {
  const { parts, conversations } = await cli.assistant()
  const { now, zone, language } = parts
  const conversation = asked.conversation && (await conversations.resolve(asked.conversation))
  if (asked.conversation && !conversation)
    return noteRefusal(cli, scheduleMessages[language].noConversation(asked.conversation))
  const args = { ...asked, ...(conversation === undefined ? {} : { conversation }) }
  const context = {
    cwd: cli.environment.cwd,
    now,
    zone,
    language,
    profile: parts.loaded.settings.profile,
    by: 'owner' as const,
  }
  const known = args.tools ? await parts.tools.tools() : []
  const skills = args.skills?.length ? (await skillsFor(parts, args.folder)).map(({ name }) => name) : []
  const wrong = toolsFault(args, known, language) ?? skillsFault(args, skills, language)
  if (wrong) return noteRefusal(cli, wrong)
  if (args.webhook && !isWebhookAllowed(parts.loaded.settings, args.webhook))
    return noteRefusal(cli, scheduleMessages[language].noWebhook(args.webhook))
  const run = () =>
    performSchedule(
      schedulesOf(parts),
      args,
      context,
      () => hasScheduleClock(parts),
      (watch) => lookAt(parts, watch, {}, cli.stop),
    )
  const named = { tool: 'schedule', object: args.title ?? args.prompt ?? args.id ?? '' }
  const isLook = args.action === 'list' || args.action === 'show'
  const result = isLook ? await run() : await recordDeed(parts, named, run, ({ deed }) => deed)
  return printToolResult(cli, result, options.json)
}
