import { scheduleMessages } from '../../messages/engine/schedules.ts'
import type { ScheduleArgs, ScheduleAsker } from './schedule-args.ts'
import { watchLines } from './schedule-text.ts'
import type { WatchReading, WatchTarget } from './watch.ts'

/** One look at what is to be watched, for the first time. */
export type LookPort = (watch: WatchTarget, signal?: AbortSignal) => Promise<WatchReading>

type Asked = Pick<ScheduleAsker, 'language'>

/** Lines of what was seen that a person is shown. */
const linesShown = 3

/** The sentence that says why something is not watched. */
export const cannotWatch = (
  { target }: WatchTarget,
  { failed, why = failed }: { failed: string; why?: string },
  { language }: Asked,
): string => scheduleMessages[language].cannotWatch(target, why)

/** The first lines that were seen, the part and the condition, and that it holds already. */
export function seenNow(watch: WatchTarget, seen: WatchReading, { language }: Asked): string[] {
  if (!('lines' in seen)) return []
  const say = scheduleMessages[language]
  const [, ...condition] = watchLines(watch, language)
  return [say.seenNow(seen.lines.slice(0, linesShown)), ...condition, ...(seen.met ? [say.alreadySo] : [])]
}

/** The command that does the same, where nobody can be asked. */
export function byHand({ watch, prompt = '', below, above, appears, gone }: ScheduleArgs): { byHand?: string } {
  if (typeof watch !== 'string') return {}
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const options = Object.entries({ below, above, appears, gone }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${typeof value === 'string' ? quoted(value) : value}`],
  )
  return {
    byHand: ['assistant schedule add', prompt && quoted(prompt), '--watch-for', quoted(watch), ...options]
      .filter(Boolean)
      .join(' '),
  }
}
