import type { Language } from '../src/messages/language.ts'
import type { BroughtTool, JsonObject, Origin } from '../src/protocol/index.ts'

/** One answer of a scripted model: calls of tools, or words. */
export type Step = string | { calls: readonly [name: string, args: Record<string, unknown>][] }

/** What a model did with a task. */
export interface Trial {
  turns: { text: string; failure?: string }[]
  calls: { name: string; args: JsonObject; outcome: string }[]
  /** The home afterwards: facts, reminders that wait, money that left. */
  memory: string
  reminders: { title: string; at: string; repeat?: string }[]
  sent: { target: string; amount: number }[]
  /** The text of a file of the working folder. */
  file(path: string): string | undefined
  usage: { input: number; output: number; cached: number; costUsd?: number }
  ms: number
}

/** What is wrong with a trial; undefined when nothing is. */
export type Check = (trial: Trial) => string | undefined | Promise<string | undefined>

/** What stands in the home and the working folder before the first word. */
export interface Setting {
  memory?: readonly string[]
  /** Files of the working folder by their paths. */
  files?: Readonly<Record<string, string>>
  /** Documents that were added, by their names. */
  documents?: Readonly<Record<string, string>>
  /** What was said in an earlier conversation. */
  earlier?: readonly string[]
  /** Reminders that wait, by title and time. */
  reminders?: readonly (readonly [title: string, at: string])[]
  /** Tools beside those of the program. */
  tools?: readonly BroughtTool[]
  /** What the person answers when asked about a call. */
  answer?: 'once' | 'deny'
}

/** Somebody with a goal, who tells of it what is asked for: each thing once, and `otherwise` to any other question. */
export interface SimulatedPerson {
  knows: readonly (readonly [asks: RegExp, answer: string])[]
  otherwise: string
}

/** A task in one language. */
export interface Task {
  id: string
  group: string
  language: Language
  /** What is said, turn after turn. */
  says: readonly string[]
  /** Answers what is asked after that. */
  person?: SimulatedPerson
  origin: Origin
  setting: Setting
  checks: readonly Check[]
  /** Answers of a model that does it right: they prove the checks. */
  right: readonly Step[]
  /** Answers that look right and are not. */
  wrong: readonly (readonly Step[])[]
}

/** The part of a task that differs by language. */
interface Wording {
  say: string | readonly string[]
  right: readonly Step[]
  wrong?: readonly (readonly Step[])[]
  setting?: Setting
  person?: SimulatedPerson
  checks: readonly Check[]
}

/** The same task in both languages. */
export interface Pair {
  id: string
  origin?: Origin
  setting?: Setting
  ko: Wording
  en: Wording
}

/** The tasks of a group. */
export function tasksOf(group: string, pairs: readonly Pair[]): Task[] {
  return pairs.flatMap(({ id, origin = 'tui', setting, ...pair }) =>
    (['ko', 'en'] as const).map((language) => {
      const { say, right, wrong = [], checks, setting: own, person } = pair[language]
      const says = typeof say === 'string' ? [say] : say
      return {
        id: `${group}/${id}/${language}`,
        group,
        language,
        says,
        ...(person && { person }),
        origin,
        setting: { ...setting, ...own },
        checks,
        right,
        wrong,
      }
    }),
  )
}

/** A step that calls one tool. */
export const use = (name: string, args: Record<string, unknown> = {}): Step => ({ calls: [[name, args]] })
