import { reminderMessages } from '../../messages/engine/reminders.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import type { Trace } from '../jobs/trace.ts'
import { answerRing, type RingChoice } from './answer-ring.ts'
import type { Reader } from './reminder-text.ts'
import type { ReminderStore } from './store.ts'
import { perform } from './tools.ts'

/** A reminder is put off by so many minutes when nobody says by how many. */
const usualMinutes = 10

const words: readonly [Exclude<RingChoice, 'later'>, RegExp][] = [
  ['done', /^(?:완료|다 ?했어요?|했어요?|끝|done)$/i],
  ['tomorrow', /^(?:내일|tomorrow)$/i],
]

/** "10분", "30", "3번 1시간", "#3 1 hour", "내일", "3번 완료", nothing: which reminder, and what becomes of it. Pure. */
export function readSnooze(
  text: string,
): { id?: string; minutes: number } | { id?: string; choice: RingChoice } | undefined {
  const [whole, hash, ordinal] = /^\s*(?:#(\d+)|(\d+)\s*번)?\s*/.exec(text) ?? ['']
  const id = hash ?? ordinal
  const which = id ? { id } : {}
  const rest = text.slice(whole.length).trim()
  const choice = words.find(([, said]) => said.test(rest))?.[0]
  if (choice) return { ...which, choice }
  const minutes =
    rest === '' ? usualMinutes : /^\d+$/.test(rest) ? Number(rest) : (readSentence(rest).durations[0]?.ms ?? 0) / 60_000
  return minutes > 0 ? { ...which, minutes } : undefined
}

/** Does what stood behind `/snooze`. The sentence about it; undefined where it could not be read. */
export async function snoozeBy(
  store: ReminderStore,
  text: string,
  context: Parameters<typeof perform>[2],
  trace: Trace = [],
): Promise<string | undefined> {
  const act = (args: Parameters<typeof perform>[1]) => perform(store, args, context, undefined, trace)
  const snooze = readSnooze(text)
  if (!snooze) return undefined
  if ('minutes' in snooze) return (await act({ action: 'snooze', ...snooze })).text
  const { id, choice } = snooze
  if (choice === 'done') return (await act({ action: 'complete', ...(id ? { id } : {}) })).text
  const { language, zone, profile, now } = context
  const rung = [...(await store.all()).values()].filter(
    (one) => one.profile === profile && one.ring && (!id || one.id === id),
  )
  const last = rung.toSorted((a, b) => (b.ring?.at ?? 0) - (a.ring?.at ?? 0))[0]
  const reader: Reader & { profile: string } = { language, zone, now: now(), profile }
  const receipt = last?.ring && (await answerRing(store, { ids: [last.id], at: last.ring.at }, choice, reader, trace))
  return receipt ?? reminderMessages[language].noneRang
}
