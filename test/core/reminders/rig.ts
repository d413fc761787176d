import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { perform } from '../../../src/core/reminders/tools.ts'

/** A folder of reminders, a clock that stands until it is moved, and a person who speaks to it. */
export async function remindersAt(start: string, zone = 'Asia/Seoul') {
  const folder = await mkdtemp(join(tmpdir(), 'reminders-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'reminders.jsonl')
  const store = new ReminderStore(path)
  const clock = { at: Date.parse(start) }
  const now = () => new Date(clock.at)
  const asked = (args: Parameters<typeof perform>[1]) =>
    perform(store, args, { now, zone, language: 'ko', profile: 'me', by: 'owner' })
  return {
    ...{ folder, path, store, clock, now, asked },
    /** Lets time pass in steps as a scheduler sees it, and tells every ring as "title due". */
    async pass(until: string, stepMs = 3_600_000): Promise<string[]> {
      const rings: string[] = []
      for (const end = Date.parse(until); clock.at < end; ) {
        clock.at = Math.min(end, clock.at + stepMs)
        for (const { title, ring } of await store.ring(clock.at))
          rings.push(
            `${title} ${new Date(ring?.due ?? 0).toISOString().slice(0, 16)}${ring?.missed ? ` +${ring.missed}` : ''}${ring?.late ? ' late' : ''}`,
          )
      }
      return rings
    },
  }
}
