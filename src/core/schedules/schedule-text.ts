import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { nextOccurrences } from '../../std/time/recurrence.ts'
import { type Reader, repeatText, whenText } from '../reminders/reminder-text.ts'
import type { Schedule, SchedulePlan, ScheduleRun } from './schedule.ts'

/** Times that a person is shown beforehand. */
const timesShown = 3

/** How a schedule comes again, and its next times. */
export function timesText({ rule, next, zone }: Pick<SchedulePlan, 'rule' | 'next' | 'zone'>, reader: Reader): string {
  if (next === undefined) return ''
  const later = rule ? nextOccurrences(rule, new Date(next), zone, timesShown - 1).map(Number) : []
  const times = [next, ...later].map((at) => whenText(at, reader))
  return scheduleMessages[reader.language].when(repeatText(rule, reader.language), times)
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

/** A schedule whole: what it does, when, within which limits, and what became of it lately. */
export function scheduleText(schedule: Schedule, reader: Reader): string {
  const say = scheduleMessages[reader.language]
  const results = schedule.results.map((result) => resultLine(result, reader))
  const watched = schedule.watch ? [say.watches(schedule.watch.target), ''] : []
  const tools = [...watched, ...(schedule.tools ? [say.mayUse(schedule.tools), ''] : [])]
  return [
    scheduleLine(schedule, reader),
    '',
    schedule.prompt,
    '',
    ...tools,
    ...(results.length > 0 ? results : [say.noResults]),
  ].join('\n')
}

/** One time of a schedule, in one line. */
export function resultLine({ at, outcome, text, tokens }: ScheduleRun, reader: Reader): string {
  const first = text.split('\n').find((line) => line.trim()) ?? ''
  const words = [...first].length > 100 ? `${[...first].slice(0, 100).join('')}…` : first
  return [whenText(at, reader), scheduleMessages[reader.language].outcome[outcome], tokens > 0 ? `${tokens}` : '', words]
    .filter(Boolean)
    .join(' · ')
}

/** What the person is told when a turn of a schedule has ended. */
export function resultText({ title, next }: Schedule, { outcome, text, missed, due }: ScheduleRun, reader: Reader): string {
  const say = scheduleMessages[reader.language]
  if (outcome === 'left-out') return say.leftOut(title, whenText(due, reader))
  if (outcome === 'failed') return say.failed(title, text, next === undefined ? '' : whenText(next, reader))
  return [say.told(title, text), missed > 0 ? say.missed(missed) : ''].filter(Boolean).join('\n\n')
}
