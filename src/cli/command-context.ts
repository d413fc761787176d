import type { Assistant } from '../app/assistant.ts'
import type { Environment } from '../app/environment/environment.ts'
import type { Language } from '../messages/language.ts'
import type { Misuse } from './flags.ts'
import type { StandardStreams } from './output/terminal.ts'

/** The context of every subcommand. */
export interface Cli {
  environment: Environment
  language: Language
  terminal: StandardStreams
  /** Goes on with another home: a folder, or an address of Redis. `begins`: makes one where there is none. */
  chooseHome(place: string, begins: boolean): Promise<void>
  /** The engine. Created on first use, closed after the subcommand. */
  assistant(): Promise<Assistant>
  now(): Date
  /** Aborts with a `Stop` when the run is to end. */
  stop: AbortSignal
  /** Every subcommand: handed in, because the table loads the commands. */
  rows: readonly CommandRow[]
  /** Return the sentence for a mistyped command line; `typed`: the words of the subcommand. */
  misuseText(misuse: Misuse, typed: readonly string[]): Promise<string>
}

export interface CommandCall {
  args: (string | undefined)[]
  /** The words of a variadic last argument. */
  rest: string[]
  options: Record<string, string | boolean | undefined>
}

/** A subcommand: does its work, returns the exit status; throws an `AssistantError` whose sentence is then shown. */
export type CommandRun = (cli: Cli, call: CommandCall) => Promise<number>

/** A subcommand. Its meaning stands in messages/commands/subcommands.ts under its words. */
export interface CommandRow {
  /** The words that lead to it and its arguments as commander writes them: `config set <key> [value]`. */
  path: string
  /** Its flags as commander writes them; their meanings stand in messages/commands/options.ts under the long name. */
  options?: readonly string[]
  choices?: Record<string, readonly string[]>
  /** `itself`: the command opens the home, where that is in Redis. */
  opensHome?: 'itself'
  /** `itself`: the command reacts to the stop signal; others are abandoned when it aborts. */
  ends?: 'itself'
  /** It changes what nothing takes back: "undo that" says so, and leaves what was done before it. */
  changes?: true
  /** Imports the code on use, so that no subcommand slows the start of another. */
  load(): Promise<CommandRun>
}
