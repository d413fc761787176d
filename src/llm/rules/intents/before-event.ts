import type { Intent, Utterance } from '../intent.ts'
import { wakes } from '../parse/half-of-day.ts'
import { beforeEvent } from '../parse/reminder-body.ts'
import { withoutNumbers } from '../plans/told.ts'
import { titleOf } from './reminder-title.ts'

const dayMs = 24 * 3_600_000

/** "팀 회의 30분 전에 알려줘": the calendar knows its hour. A day says enough for what is to be days before it. */
export function beforeCalendarEvent(
  words: string,
  leadMs: number | undefined,
  utterance: Utterance,
): Intent | undefined {
  if (!utterance.tools.has('list_events') || (leadMs !== undefined && leadMs % dayMs === 0)) return undefined
  const found = beforeEvent(words, utterance)
  if (!found) return undefined
  const { event: name, minutes, on } = found
  const title = titleOf(found.title, undefined, utterance)
  const args = { action: 'create', event: name, minutes, ...(on ? { at: on } : {}), ...(title ? { title } : {}) }
  const call = { name: 'reminders', args: { ...args, ...(wakes.test(utterance.text) ? { kind: 'alarm' } : {}) } }
  return { weight: 2, call, answer: withoutNumbers }
}
