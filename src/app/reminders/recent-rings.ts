import { join } from 'node:path'
import { recentRings } from '../../core/reminders/answer-ring.ts'
import { reminderLine } from '../../core/reminders/reminder-text.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import { reminderMessages } from '../../messages/engine/reminders.ts'
import type { Thread } from '../../threads/thread.ts'
import type { AppContext } from '../context/app-context.ts'
import { answersText } from '../schedules/recent-answers.ts'

type TellingParts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now'>

/**
 * Return the late news of this person from outside this conversation: reminders that rang, and answers of schedules
 * elsewhere.
 */
export async function toldLately(
  parts: TellingParts,
  thread: Pick<Thread, 'id' | 'profile' | 'messages'>,
): Promise<string> {
  return [await rangText(parts, thread.profile), await answersText(parts, thread)].filter(Boolean).join('\n\n')
}

/**
 * Return the reminders that rang lately for this person and wait for an answer, as a model is told of them: "응 방금 먹었어".
 * Empty if there are none.
 */
async function rangText(parts: TellingParts, profile: string): Promise<string> {
  const store = stores.get(parts.loaded) ?? new ReminderStore(join(parts.loaded.paths.home, 'reminders.jsonl'))
  stores.set(parts.loaded, store)
  const recent = await recentRings(store, profile, +parts.now())
  if (recent.length === 0) return ''
  const reader = { language: parts.language, zone: parts.zone, now: parts.now() }
  return reminderMessages[parts.language].rang(recent.slice(0, mostRang).map((one) => `- ${reminderLine(one, reader)}`))
}

/** One for all turns of a home, which reads its file only when that has changed. */
const stores = new WeakMap<TellingParts['loaded'], ReminderStore>()

const mostRang = 5
