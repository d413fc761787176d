import type { Language } from '../../messages/language.ts'
import { dateMessages } from '../../messages/tools/dates.ts'
import { toLocalTime, type Zone } from '../../std/time/local-time.ts'

/** The surroundings of the program; only `cli/` makes one out of `process`. */
export interface Environment {
  env: Record<string, string | undefined>
  cwd: string
  pid: number
  /** `process.platform` and `process.arch`. */
  platform: string
  machine: string
  /** `process.execPath`: the Node that runs this program. */
  node: string
  /** The machine's zone (`Asia/Seoul`). */
  zone: string
  /** True if that is the zone of this process, so that `Date` reads it: a formatter would cost 8 ms and some MB. */
  zoneIsLocal?: boolean
  /** The same, asked now: a long-lived process may be carried to another zone. */
  zoneNow?(): string
  userHome: string
  tempDir: string
  /** The machine's clock, in milliseconds since 1970. */
  clock(): number
  /** The file of an organisation's policy for this machine; absent: nobody decides over the person. */
  policyFile?: string
  /** Rules of the command line, for this run. */
  rules?: { allow: readonly string[]; deny: readonly string[] }
  /** Flags of the command line that are settings, by setting name. They win over everything else. */
  flags: Record<string, unknown>
}

/** The program's time: the machine's, or one that `ASSISTANT_NOW` started elsewhere and that runs on from there. */
export function timeFrom(start: string | undefined, clock: () => number): () => Date {
  const shift = start === undefined ? 0 : Date.parse(start) - clock()
  return () => new Date(clock() + shift)
}

/** Date, weekday and zone for the system prompt: what changes once a day. The clock time stands with each message. */
export function todayLine(now: Date, zone: Zone, name: string, language: Language): string {
  const { year, month, day, weekday } = toLocalTime(+now, zone)
  const { today, weekdays, months } = dateMessages[language]
  return today(year, months[month - 1] ?? '', day, weekdays[weekday] ?? '', name)
}
