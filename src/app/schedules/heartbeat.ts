import { join } from 'node:path'
import { checklistName, openTasks } from '../../core/schedules/checklist.ts'
import { sleep } from '../../std/abort.ts'
import { readTextIfThere } from '../../std/fs/files.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import type { AppContext } from '../context/app-context.ts'
import { schedulesOf } from './schedule-clock.ts'

type HeartbeatParts = Pick<AppContext, 'loaded' | 'zone' | 'now'>

/** Milliseconds between looks at the checklist where the file tells nothing of its changes. */
const lookMs = 30_000
/** Minutes that one task may take. */
const minutes = 10

/** Keeps a schedule for each open line of `heartbeat.md` with a repeated time, until the signal aborts. */
export async function followHeartbeat(parts: HeartbeatParts, signal: AbortSignal): Promise<void> {
  const file = watchFile(pathOf(parts), signal)
  while (!signal.aborted) {
    await readHeartbeat(parts)
    await file.wait((either) => sleep(lookMs, either))
  }
}

const pathOf = ({ loaded }: HeartbeatParts) => join(loaded.paths.home, checklistName)

/**
 * Makes the schedules of the checklist what its lines say: one for a new line, none for a line that is done or gone.
 */
export async function readHeartbeat(parts: HeartbeatParts): Promise<void> {
  const { loaded, zone, now } = parts
  const { heartbeat, profile } = loaded.settings
  const store = schedulesOf(parts)
  const text = heartbeat.tokens > 0 ? await readTextIfThere(pathOf(parts)) : undefined
  const tasks = await openTasks(text ?? '', now(), zone)
  const kept = [...(await store.all()).values()].filter(({ line }) => line !== undefined)
  // The oldest counts: a device that shares the checklist may have made one for the same line.
  const first = new Map(
    kept.toSorted((a, b) => b.createdAt - a.createdAt || Number(b.id) - Number(a.id)).map((one) => [one.line, one.id]),
  )
  for (const { id, line } of kept)
    if (first.get(line) !== id || !tasks.some((task) => task.line === line)) await store.remove(id)
  for (const { line, prompt, rule, next } of tasks) {
    if (kept.some((one) => one.line === line)) continue
    const plan = { title: prompt.slice(0, 60), prompt, rule, next, line, zone, missed: 'once' as const }
    await store.create({ ...plan, tokens: heartbeat.tokens, minutes, profile, by: 'owner', createdAt: +now() })
  }
}
