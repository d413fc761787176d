import type { Assistant } from '../app/assistant.ts'
import type { Surroundings } from '../app/surroundings.ts'
import type { Language } from '../messages/language.ts'
import type { Terminal } from './terminal.ts'

/** What every subcommand is given. */
export interface Cli {
  surroundings: Surroundings
  language: Language
  terminal: Terminal
  /** The program without a surface; assembled when it is first asked for, closed after the subcommand. */
  assistant(): Promise<Assistant>
  now(): Date
  /** Aborts with a `Stop` when the run is to end. */
  stop: AbortSignal
}

export interface Call {
  args: (string | undefined)[]
  /** The words of a last argument that takes any number of them, one by one. */
  rest: string[]
  options: Record<string, string | boolean | undefined>
}

/** A subcommand: does its work, returns the exit status; throws an `AssistantError` whose sentence is then shown. */
export type Run = (cli: Cli, call: Call) => Promise<number>
