import { perform } from '../../../core/reminders/tools.ts'
import { tui } from '../../../messages/surfaces/tui.ts'
import { AssistantError } from '../../../protocol/index.ts'
import { readDuration } from '../../../std/korean/dates/time.ts'
import type { TuiEngine } from '../../../ui/tui/tui-host.ts'
import type { AppContext } from '../../context/app-context.ts'
import { followRingsHere, remindersOf } from '../../reminders/reminder-clock.ts'

/** A reminder is put off by so many minutes when nobody says by how many. */
const usualMinutes = 10

/** What rings in the TUI of this person, and how it is put off. */
export function ringing(parts: AppContext): Pick<TuiEngine, 'rings' | 'snooze'> {
  const { language, now, zone } = parts
  const { profile } = parts.loaded.settings
  return {
    async *rings(signal) {
      for await (const { text, markShown: told, canWait, conversation } of followRingsHere(parts, 'tui', signal, profile))
        yield { text, told: () => told().catch(unlessFull), canWait, ...(conversation ? { conversation } : {}) }
    },
    async snooze(words) {
      const wish = readSnooze(words)
      if (!wish) return tui[language].snoozeUsage
      const context = { now, zone, language, profile, by: 'owner' as const }
      return (await perform(remindersOf(parts), { action: 'snooze', ...wish }, context)).text
    },
  }
}

/** What a full disk does not take note of is told again by whoever comes next; the next ring is told all the same. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AssistantError) || error.failure.code !== 'storage') throw error
}

/** "10분", "30", "3번 1시간", "#3 1 hour", nothing: which reminder and by how many minutes. Pure. */
export function readSnooze(words: string): { id?: string; minutes: number } | undefined {
  const [whole, hash, ordinal] = /^\s*(?:#(\d+)|(\d+)\s*번)?\s*/.exec(words) ?? ['']
  const id = hash ?? ordinal
  const rest = words.slice(whole.length).trim()
  const minutes = rest === '' ? usualMinutes : /^\d+$/.test(rest) ? Number(rest) : (readDuration(rest)?.ms ?? 0) / 60_000
  return minutes > 0 ? { ...(id ? { id } : {}), minutes } : undefined
}
