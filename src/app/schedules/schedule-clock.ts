import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resumeAfterFaults, runExclusively } from '../../core/jobs/single-runner.ts'
import { type Performed, runSchedules, type ScheduleClock } from '../../core/schedules/clock.ts'
import type { Schedule } from '../../core/schedules/schedule.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import type { WatchTarget } from '../../core/schedules/watch.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import {
  type Attachment,
  type Conversation,
  type Event,
  type Failure,
  type FailureCode,
  fail,
  failureOf,
  type Id,
  type Input,
  isEnding,
  isSilent,
  messengerOf,
  silentSign,
  type TurnEnding,
  type TurnEvent,
} from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { ulid } from '../../std/ulid.ts'
import type { Assistant } from '../assistant.ts'
import type { AppContext } from '../context/app-context.ts'
import { zoneNow } from '../environment/zone-now.ts'
import * as role from '../sync/role.ts'
import { scheduleLockOf } from './clock-owner.ts'
import { idleMailboxes } from './idle-mailboxes.ts'
import { deliverWebhooks } from './webhooks.ts'

/** A question of a turn, as its event tells it. */
export type TurnAsk = Extract<TurnEvent, { type: 'tool.asked' }>

/** The schedules of this home. */
export function schedulesOf({ loaded }: Pick<AppContext, 'loaded'>): ScheduleStore {
  return new ScheduleStore(join(loaded.paths.home, 'schedules.jsonl'))
}

export interface ScheduleClockOptions {
  /** Return the conversation of this person's chat right now: its answers become part of it. */
  conversationOf?(schedule: Schedule): Promise<Id | undefined>
  /** Tell whether somebody can be asked while its turn runs; if nobody can, tools that need a yes are denied. */
  canAsk?(schedule: Schedule): Promise<boolean>
  /** A tool of its turn needs a yes; `answer` brings it. */
  asked?(whose: Pick<Schedule, 'profile' | 'by'>, conversation: Conversation, ask: TurnAsk): void
  /** A question of its turn was answered, here or elsewhere. */
  answered?(whose: Pick<Schedule, 'profile' | 'by'>, conversation: Id, ask: Id, allowed: boolean): void
  failed?(error: unknown): void
  only?: Id
  wait?: ScheduleClock['wait']
}

/**
 * Runs the schedules of this home until the signal aborts, in one process at a time: the daemon if there is one, else
 * whichever surface came first.
 */
export function runSchedulesHere(
  assistant: Assistant,
  rank: 'daemon' | 'surface',
  signal: AbortSignal,
  options: ScheduleClockOptions = {},
): Promise<void> {
  const { loaded, environment, now } = assistant.parts
  const store = schedulesOf(assistant.parts)
  const clock: ScheduleClock = {
    now,
    newId: () => ulid(+now()),
    perform: async (schedule, until) => {
      const isOurs = options.only !== undefined || (await role.isOurTurn(loaded.paths, schedule, until))
      return isOurs ? performTurn(assistant, store, schedule, options, until) : undefined
    },
    look: async (schedule, until) => (await import('./check-watch.ts')).lookAgain(assistant.parts, schedule, until),
    ...(loaded.settings.reminders.followZone ? { zone: () => zoneNow(assistant.parts) } : {}),
    failed: options.failed ?? (() => {}),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(options.wait ? { wait: options.wait } : {}),
  }
  const runner = { path: scheduleLockOf(loaded), pid: environment.pid, rank }
  const work = async (until: AbortSignal) => {
    // A webhook that cannot be sent stops no turn.
    const sending = options.only ? undefined : deliverWebhooks(assistant.parts, store, until).catch(clock.failed)
    const idling = options.only ? undefined : idleMailboxes(assistant.parts, store, until).catch(clock.failed)
    await Promise.all([runSchedules(store, clock, until), sending, idling])
  }
  // A turn that a person asks for now runs here; of those that come by themselves, one device does it.
  return runExclusively(
    runner,
    options.only ? work : async (until) => role.whileRunning(loaded.paths, resumeAfterFaults(work), until),
    signal,
  )
}

/** Failures that may be over in a minute: it is tried again if nothing of the turn had happened. */
const passing: readonly FailureCode[] = ['rate-limited', 'server', 'network', 'timeout', 'interrupted', 'busy']

/**
 * The turn of a schedule, begun or gone on with: its input has an id of its own, so that a conversation that knows it
 * does not run it twice. What needs a yes is asked about where somebody can be reached, and denied elsewhere.
 */
async function performTurn(
  assistant: Assistant,
  store: ScheduleStore,
  schedule: Schedule,
  options: ScheduleClockOptions,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { language } = assistant
  const plain = plainNews(schedule, language)
  if (plain !== undefined) return { outcome: 'done', text: plain, tokens: 0 }
  try {
    // Another agent than the chat's answers in a conversation of its own.
    const isChats = schedule.agent === undefined && schedule.workspace === undefined
    const chat = isChats ? await options.conversationOf?.(schedule) : undefined
    const known = schedule.running?.conversation ?? chat ?? schedule.conversation
    const conversation = await openConversation(assistant, schedule, known, (await options.canAsk?.(schedule)) ?? false)
    try {
      if (schedule.running?.conversation !== conversation.id) await store.opened(schedule.id, conversation.id)
      const input = await inputOf(assistant, schedule)
      const performed = await followTurn(assistant, conversation, input, schedule, options, signal)
      return performed?.outcome === 'done' ? keptInFile(schedule, performed, assistant) : performed
    } finally {
      await conversation.close()
    }
  } catch (error) {
    if (signal.aborted) return undefined
    const failure = failureOf(error)
    // A fault of the program is told like any other end: begun again, it would only happen again.
    if (failure.code === 'internal') options.failed?.(error)
    return failedAs(failure, 0, language, passing.includes(failure.code))
  }
}

/** The conversation of before; a new one where there is none, or where it was deleted. */
async function openConversation(
  assistant: Assistant,
  { agent, workspace, profile, model }: Schedule,
  known: Id | undefined,
  canAsk: boolean,
): Promise<Conversation> {
  const scope = { ...(agent ? { agent } : {}), ...(workspace ? { workspace } : {}) }
  const isThere = known !== undefined && (await assistant.conversations.resolve(known)) === known
  if (isThere) return assistant.open({ kind: 'id', id: known }, { canAsk, goesOn: true })
  return assistant.open({ kind: 'new' }, { canAsk, goesOn: true, profile, ...scope, ...(model ? { model } : {}) })
}

async function inputOf({ parts, language }: Assistant, schedule: Schedule): Promise<Input> {
  const { running, prompt, title, by, model, source, tools = [], skills = [], quiet, watch, folder, usd } = schedule
  const rules = [
    ...(await skillTexts(parts, skills, folder)),
    ...(quiet ? [scheduleMessages[language].quietRule(silentSign)] : []),
  ]
  const options = {
    ...(model ? { model } : {}),
    ...(rules.length > 0 ? { append: rules.join('\n\n') } : {}),
    ...(usd === undefined ? {} : { budget: { usd } }),
  }
  return {
    id: running?.input ?? '',
    text: prompt,
    // A person elsewhere has no more rights while nobody looks.
    origin: messengerOf(by) ?? 'job',
    by,
    schedule: title,
    ...(folder === undefined ? {} : { folder }),
    ...(watch && running?.news ? { attachments: [newsOf(watch, running.news)] } : {}),
    unattended: { tools, ...(quiet ? { quiet } : {}) },
    ...(source === undefined ? {} : { untrusted: true, source }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }
}

/**
 * The skills that a schedule follows, whole. Throws `bad-input` where one is gone: without it the turn would be
 * another.
 */
async function skillTexts(parts: AppContext, names: readonly string[], folder: string | undefined): Promise<string[]> {
  if (names.length === 0) return []
  const { skillsFor } = await import('./schedule-ports.ts')
  const { readWholeSkill } = await import('../../memory/skills/skill-tool.ts')
  const known = await skillsFor(parts, folder)
  const texts = names.map(async (name) => {
    const skill = known.find((one) => one.name === name)
    if (!skill) fail('bad-input', { data: { sentence: scheduleMessages[parts.language].noSkill(name) } })
    return (await readWholeSkill(skill)).text
  })
  return Promise.all(texts)
}

/** New mail and events for somebody who only wants to be told of them: no model is asked. */
function plainNews({ watch, prompt, running }: Schedule, language: Language): string | undefined {
  const say = scheduleMessages[language]
  const isTold = [scheduleMessages.ko.tellNews, scheduleMessages.en.tellNews].includes(prompt)
  if (!isTold || running?.news === undefined) return undefined
  const lines = running.news.replace(/^\+ /gm, '- ')
  return watch?.kind === 'mail' ? say.newMail(lines) : watch?.kind === 'calendar' ? say.newEvents(lines) : undefined
}

/** Return the news as text: a file is the person's own, everything else comes from outside. */
const newsOf = ({ kind, target }: WatchTarget, text: string): Attachment =>
  kind === 'file' ? { name: target, text } : { name: target, text, untrusted: true, source: target }

async function followTurn(
  assistant: Assistant,
  conversation: Conversation,
  input: Input,
  schedule: Schedule,
  options: ScheduleClockOptions,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { turn, seq } = await conversation.submit(input, 'queue')
  let [tokens, isSpent, hasActed] = [0, false, false]
  const spend = async () => {
    isSpent = true
    await conversation.cancel(turn, 'person')
  }
  const limit = workLimit(schedule.minutes, () => void spend().catch(() => {}))
  for await (const { turn: of, event } of conversation.follow(seq, signal)) {
    if (of !== turn) continue
    limit.see(event)
    if (event.type === 'tool.asked') options.asked?.(schedule, conversation, event)
    if (event.type === 'tool.answered')
      options.answered?.(schedule, conversation.id, event.id, event.decision.choice !== 'deny')
    if (event.type === 'model.answered') tokens += event.usage.input + event.usage.output
    if (event.type === 'tool.started') hasActed = true
    if (event.type === 'tool.called' && tokens >= schedule.tokens) await spend()
    if (isEnding(event)) return endedAs(event, { tokens, isSpent, hasActed }, schedule, assistant)
  }
  limit.stop()
  // The program ends: what had not acted yet is begun again by whoever comes next.
  await conversation.cancel(turn, 'shutdown')
  return undefined
}

/**
 * Calls `over` after so many minutes of work: while a person is asked they stand still, and begin anew with the
 * answer.
 */
function workLimit(minutes: number, over: () => void) {
  const begin = () => setTimeout(over, minutes * 60_000)
  let timer = begin()
  const stop = () => clearTimeout(timer)
  return {
    stop,
    see(event: Event) {
      if (event.type === 'tool.asked' || isEnding(event)) stop()
      if (event.type !== 'tool.answered') return
      stop()
      timer = begin()
    },
  }
}

/** An answer with what its turn did. */
const withReceipt = ({ text, receipt }: Extract<TurnEnding, { type: 'turn.done' }>): string =>
  [text, ...(receipt?.lines ?? [])].filter(Boolean).join('\n\n')

function endedAs(
  event: TurnEnding,
  { tokens, isSpent, hasActed }: { tokens: number; isSpent: boolean; hasActed: boolean },
  { title, quiet }: Schedule,
  { language }: Assistant,
): Performed {
  const say = scheduleMessages[language]
  if (event.type === 'turn.done')
    return { outcome: quiet && isSilent(event.text) ? 'silent' : 'done', text: withReceipt(event), tokens }
  if (isSpent)
    return { outcome: 'exhausted', text: [event.partial, say.exhausted(title)].filter(Boolean).join('\n\n'), tokens }
  const isUntouched = !hasActed && event.partial === ''
  // A model without a price is not asked where money counts: nothing was spent then.
  if (event.type === 'turn.failed' && event.failure.code === 'budget' && tokens > 0) {
    const sentence = turnMessages[language].failure(event.failure)
    return { outcome: 'exhausted', text: [event.partial, sentence].filter(Boolean).join('\n\n'), tokens }
  }
  if (event.type === 'turn.failed')
    return failedAs(event.failure, tokens, language, isUntouched && passing.includes(event.failure.code))
  const text = turnMessages[language].cancelled(event.by)
  return { outcome: 'failed', text, tokens, ...(isUntouched && event.by === 'shutdown' ? { again: 'now' } : {}) }
}

function failedAs(failure: Failure, tokens: number, language: 'ko' | 'en', mayPass: boolean): Performed {
  return {
    outcome: 'failed',
    text: turnMessages[language].failure(failure),
    tokens,
    ...(mayPass ? { again: failure.code === 'interrupted' ? 'now' : 'later' } : {}),
  }
}

/**
 * Adds the answer to the file of the schedule, under its time. The answer stands in its conversation, whatever the
 * file does.
 */
async function keptInFile(
  { file, title }: Schedule,
  performed: Performed,
  { language, now, parts }: Assistant,
): Promise<Performed> {
  if (file === undefined) return performed
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: parts.zone,
  }).format(now())
  try {
    await appendFile(file, `## ${title} · ${time}\n\n${performed.text}\n\n`)
    return performed
  } catch (error) {
    const note = scheduleMessages[language].unwritten(file, codeOf(error) ?? String(error))
    return { ...performed, text: `${performed.text}\n\n${note}` }
  }
}
