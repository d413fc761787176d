import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { Language } from '../../messages/language.ts'
import { nextOccurrences } from '../../std/time/recurrence.ts'
import { type Reader, repeatText, whenText } from '../reminders/reminder-text.ts'
import type { Schedule, SchedulePlan, ScheduleRun, WatchLook } from './schedule.ts'
import type { ScheduleLimits } from './schedule-args.ts'
import type { WatchCondition, WatchTarget } from './watch.ts'

/** Times that a person is shown beforehand. */
const timesShown = 3

/** Return the repetition of a schedule in words, and its next times. */
export function timesText({ rule, next, zone }: Pick<SchedulePlan, 'rule' | 'next' | 'zone'>, reader: Reader): string {
  if (next === undefined) return ''
  const later = rule ? nextOccurrences(rule, new Date(next), zone, timesShown - 1).map(Number) : []
  const times = [next, ...later].map((at) => whenText(at, reader))
  return scheduleMessages[reader.language].when(repeatText(rule, reader.language, reader.zone), times)
}

/** One line of a list. */
export function scheduleLine(schedule: Schedule, reader: Reader): string {
  const say = scheduleMessages[reader.language]
  const { running, state } = schedule
  const mark = running
    ? running.again === undefined
      ? say.state.running
      : say.state.waiting
    : state === 'active'
      ? ''
      : say.state[state]
  return say.line(schedule.id, [timesText(schedule, reader), mark].filter(Boolean).join(' '), schedule.title)
}

/** Return the limits of one turn in words. `most`: the highest price of its tokens in US dollars, if known. */
export function limitsText({ tokens, minutes, usd }: ScheduleLimits, language: 'ko' | 'en', most?: number): string {
  const say = scheduleMessages[language]
  const known = most !== undefined && (usd === undefined || most < usd) ? say.about(money(most)) : ''
  return [usd === undefined ? '' : `$${money(usd)}`, say.tokens(tokens) + known, say.minutes(minutes)]
    .filter(Boolean)
    .join(', ')
}

/** Dollars with as many digits as say something of them. */
const money = (usd: number) => (usd === 0 ? '0' : usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(1))

/** The event that a schedule waits for. */
function watchText({ kind, target }: WatchTarget, language: Language): string {
  const say = scheduleMessages[language]
  return kind === 'mail'
    ? say.watchesMail(target)
    : kind === 'calendar'
      ? say.watchesEvents(target)
      : say.watches(target)
}

/** A schedule whole: what it does, when, where and how, within which limits, and what became of it lately. */
export function scheduleText(schedule: Schedule, reader: Reader): string {
  const say = scheduleMessages[reader.language]
  const { watch, tools, skills = [], agent, workspace, model, folder, file, webhook, quiet } = schedule
  const results = schedule.results.map((result) => resultLine(result, reader))
  const named = Object.entries({ agent, workspace, model, skills: skills.join(', '), folder, file, webhook })
  const ways = [
    ...(watch ? watchLines(watch, reader.language) : []),
    ...(tools ? [say.mayUse(tools)] : []),
    ...named.flatMap(([name, value]) => (value ? [`${say.names[name as keyof typeof say.names]}: ${value}`] : [])),
    ...(quiet ? [say.onlyNews] : []),
    say.limits(limitsText(schedule, reader.language)),
  ]
  const told = results.length > 0 ? results : [say.noResults]
  return [scheduleLine(schedule, reader), '', schedule.prompt, '', ...ways, '', ...told].join('\n')
}

/** One time of a schedule, in one line. */
export function resultLine({ at, outcome, text, tokens }: ScheduleRun, reader: Reader): string {
  const first = text.split('\n').find((line) => line.trim()) ?? ''
  const words = [...first].length > 100 ? `${[...first].slice(0, 100).join('')}…` : first
  return [
    whenText(at, reader),
    scheduleMessages[reader.language].outcome[outcome],
    tokens > 0 ? `${tokens}` : '',
    words,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Return the text for the person when a turn of a schedule has ended. */
export function resultText(
  { title, next }: Schedule,
  { outcome, text, missed, due }: ScheduleRun,
  reader: Reader,
): string {
  const say = scheduleMessages[reader.language]
  if (outcome === 'left-out') return say.leftOut(title, whenText(due, reader))
  if (outcome === 'failed') return say.failed(title, text, next === undefined ? '' : whenText(next, reader))
  return [say.told(title, text), missed > 0 ? say.missed(missed) : ''].filter(Boolean).join('\n\n')
}

/** The watched source, the part of it, and the condition of news. */
export function watchLines(watch: WatchTarget, language: Language): string[] {
  const { part, when } = watch
  const condition = when && conditionText(when, language)
  return [[watchText(watch, language), part].filter(Boolean).join(' · '), ...(condition ? [condition] : [])]
}

function conditionText(when: WatchCondition, language: 'ko' | 'en'): string {
  const say = scheduleMessages[language].condition
  return 'value' in when ? say[when.is](when.value) : say[when.is](when.words.join(', '))
}

/** One look in one line. */
export function lookLine({ at, found, text = '' }: WatchLook, reader: Reader): string {
  const first = text.split('\n').join(' ')
  const words = [...first].length > 100 ? `${[...first].slice(0, 100).join('')}…` : first
  return [whenText(at, reader), scheduleMessages[reader.language].seenAt[found], words].filter(Boolean).join(' · ')
}
