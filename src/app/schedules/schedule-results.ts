import { join } from 'node:path'
import type { Schedule, ScheduleRun } from '../../core/schedules/schedule.ts'
import { resultText } from '../../core/schedules/schedule-text.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import { sleep } from '../../std/abort.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import type { Announcement } from '../context/announcement.ts'
import type { AppContext } from '../context/app-context.ts'

/** Milliseconds between looks at the file where it tells of its changes, and where it does not. */
const lookMs = 30_000
const lookOftenMs = 2_000

/**
 * Follow the ends of scheduled turns: first those that nobody was told yet, then each as it ends, whichever process ran
 * it. A result that nobody calls told is told again to the next surface.
 */
export async function* followScheduleResults(
  { loaded, language, zone, now }: Pick<AppContext, 'loaded' | 'language' | 'zone' | 'now'>,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Announcement> {
  const store = new ScheduleStore(join(loaded.paths.home, 'schedules.jsonl'))
  const left = new AbortController()
  const file = watchFile(store.path, AbortSignal.any([signal, left.signal]))
  const since = +now()
  const given = new Set<string>()
  try {
    while (!signal.aborted) {
      for (const schedule of (await store.all()).values()) {
        if (profile !== undefined && schedule.profile !== profile) continue
        for (const result of schedule.results) {
          const key = `schedule-${schedule.id}-${result.due}`
          if (result.outcome === 'silent' || given.has(key) || (result.told.length > 0 && result.at < since)) continue
          given.add(key)
          const text = resultText(schedule, result, { language, zone, now: now() })
          yield announcementOf(store, schedule, result, { key, text, surface })
        }
      }
      await file.wait((either) => sleep(file.tells() ? lookMs : lookOftenMs, either))
    }
  } finally {
    left.abort()
  }
}

function announcementOf(
  store: ScheduleStore,
  { id, profile, by }: Schedule,
  { due, conversation }: ScheduleRun,
  { key, text, surface }: { key: string; text: string; surface: string },
): Announcement {
  return {
    ...{ key, text, profile, by, canWait: false },
    ...(conversation === undefined ? {} : { conversation, askedIn: conversation }),
    async isTold() {
      const now = (await store.all()).get(id)?.results.find((one) => one.due === due)
      return now === undefined || now.told.length > 0
    },
    markShown: () => store.told(id, due, surface),
  }
}
