// The doors through which a sentence is acted on, each as what comes of the words: values, or undefined where it asks.
import { planOf } from '../../src/core/reminders/plan.ts'
import type { Slot } from '../../src/core/service/slots.ts'
import { newFlowState } from '../../src/core/service/state.ts'
import { enqueueTasks } from '../../src/core/service/task-queue.ts'
import { readSlots } from '../../src/services/declared/read.ts'
import { loadRecurrence, nextOccurrences } from '../../src/std/time/recurrence.ts'
import { collect, now, requestOf, zone } from '../llm/rules/world.ts'
import { stateAfter, transfersOf } from './read-transfer.ts'

export const when = { now, zone }

/** A deed of the chat: its tool and arguments. */
export async function deedOf(text: string): Promise<{ name: string; args: Record<string, unknown> } | undefined> {
  const tools = 'reminders timer schedule list_events change_event save_memory'
  const parts = await collect(requestOf({ text, setting: [`with ${tools}`] }))
  return parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))[0]
}

/** The first two times of `--at` and `--repeat`. */
export async function optionTimes(at: string | undefined, repeat: string | undefined): Promise<number[] | undefined> {
  await loadRecurrence()
  const plan = await planOf(at, repeat, when)
  if (typeof plan === 'string' || 'unread' in plan || plan.also) return undefined
  return plan.rule === undefined ? [plan.next] : timesOf(plan.rule)
}

/** The first two times of what a reminder's call sets. */
export async function ringsOf({ args }: { args: Record<string, unknown> }): Promise<number[] | undefined> {
  const { at, repeat } = args as { at?: string; repeat?: string }
  return optionTimes(at, repeat)
}

const timesOf = (rule: Parameters<typeof nextOccurrences>[0]) => nextOccurrences(rule, now, zone, 2).map(Number)

/** The transfers that wait for a yes; undefined where something is asked first. */
export async function transfersAsked(text: string) {
  const state = await stateAfter(text)
  return state.stage === 'READY' && Object.keys(state.errors).length === 0 ? transfersOf(state) : undefined
}

const errors = { invalid: '?', half: '?' }
/** A table for some people, as a declared service keeps it. */
const tableSlots: readonly Slot[] = [
  { name: 'day', type: 'date', required: true, label: '날짜', questions: ['언제?'], errors },
  { name: 'hour', type: 'time', required: true, label: '시간', questions: ['몇 시?'], errors },
  { name: 'party', type: 'count', unit: '명', required: true, label: '인원', questions: ['몇 명?'], errors },
]

/** The booking of a declared service that waits for a yes. */
export function bookingAsked(text: string): Record<string, unknown> | undefined {
  const context = { when, language: 'ko' as const, asked: undefined, stage: 'INIT' as const, known: {}, waiting: [] }
  const { state } = enqueueTasks(tableSlots, newFlowState('turn'), readSlots(tableSlots, text, context), when)
  return state.stage === 'READY' && Object.keys(state.errors).length === 0 ? state.slots : undefined
}
