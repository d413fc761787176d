import type { ThemeName } from './theme.ts'

/** Runs a program that takes the whole terminal, and resolves with its exit status when it has given it back. */
export type RunOutside = (argv: readonly [string, ...string[]]) => Promise<number>

/** The terminal, and what only the process can do. Everything is given by `cli/`. */
export interface Terminal {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  /** Colours may be used (NO_COLOR, FORCE_COLOR and TERM were looked at). */
  colour: boolean
  /** The person's theme; the terminal's own sixteen colours where there is none. */
  theme?: ThemeName
  /** Paragraphs are broken where a row is full, by the terminal itself. */
  cutsWords?: boolean
  /** It shows colours of 24 bits. */
  trueColour?: boolean
  /** It follows addresses behind words (OSC 8). */
  links?: boolean
  /** The sequence by which it shows notifications of the desktop, where it does. */
  notices?: 'osc9' | 'osc777' | 'osc99' | 'tmux'
  /** It shows progress in its tab or in the task bar (OSC 9;4). */
  progress?: boolean
  /** It may not tell whether it has the focus (CSI ?1004): tmux and screen pass that on only where they are told to. */
  hidesFocus?: boolean
  /** It breaks rows that got too long when it gets narrower: all of them, or all but the cursor's. */
  reflow?: 'all' | 'others'
  /** Runs a program in this terminal, which was given back before. */
  outside?: RunOutside
  /** Runs a command line of the person's in their shell; `take` is given its output. Resolves with its exit status. */
  run?(command: string, take: (text: string) => void, signal: AbortSignal): Promise<number>
  /** Aborted when the process is asked to end (SIGTERM, SIGHUP): the terminal is restored and `runTui` returns. */
  signal: AbortSignal
  /** Stops the process as Ctrl+Z does, and resolves when it goes on. The terminal is restored meanwhile. */
  suspend?(): Promise<void>
  /** Calls `stop` when somebody outside asks the process to pause (SIGTSTP). Returns how to take that back. */
  onSuspend?(stop: () => void): () => void
}

export type ExitReason = 'quit' | 'interrupt' | 'end-of-input' | 'signal'
