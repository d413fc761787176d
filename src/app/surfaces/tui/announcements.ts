import { snoozeBy } from '../../../core/reminders/read-snooze.ts'
import { tuiMessages } from '../../../messages/surfaces/tui.ts'
import { AssistantError } from '../../../protocol/index.ts'
import type { TuiEngine } from '../../../ui/tui/tui-host.ts'
import type { AppContext } from '../../context/app-context.ts'
import { followRingsHere } from '../../reminders/reminder-clock.ts'
import { answerReminders } from '../../reminders/reminder-store.ts'

/** Return what rings in the TUI of this person, and how it is put off. */
export function ringFeed(parts: AppContext): Pick<TuiEngine, 'rings' | 'snooze'> {
  const { language, now, zone } = parts
  const { profile } = parts.loaded.settings
  return {
    async *rings(signal) {
      for await (const { text, markShown: told, canWait, conversation } of followRingsHere(
        parts,
        'tui',
        signal,
        profile,
      ))
        yield { text, told: () => told().catch(unlessFull), canWait, ...(conversation ? { conversation } : {}) }
    },
    async snooze(words) {
      const context = { now, zone, language, profile, by: 'owner' as const }
      return (
        (await answerReminders(parts, context, (store, trace) => snoozeBy(store, words, context, trace))) ??
        tuiMessages[language].snoozeUsage
      )
    },
  }
}

/** Leave a full disk's ring to the next process that tells; it is told all the same. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AssistantError) || error.failure.code !== 'storage') throw error
}
