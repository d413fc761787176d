import { join } from 'node:path'
import { recentRings } from '../../core/reminders/answer-ring.ts'
import { reminderLine } from '../../core/reminders/reminder-text.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import { reminderMessages } from '../../messages/engine/reminders.ts'
import type { AppContext } from '../context/app-context.ts'

type Parts = Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now'>

/** What rang for this person lately and waits for an answer, as a model is told of it: "응 방금 먹었어". Empty where nothing did. */
export async function rangText(parts: Parts, profile: string): Promise<string> {
  const store = new ReminderStore(join(parts.loaded.paths.home, 'reminders.jsonl'))
  const recent = await recentRings(store, profile, +parts.now())
  if (recent.length === 0) return ''
  const reader = { language: parts.language, zone: parts.zone, now: parts.now() }
  return reminderMessages[parts.language].rang(recent.slice(0, mostRang).map((one) => `- ${reminderLine(one, reader)}`))
}

const mostRang = 5
