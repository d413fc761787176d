import type { Key } from '../terminal/key-decoder.ts'

/** The keys of Vim in the input line. */
export interface Vim {
  mode: 'normal' | 'insert'
  /** Begin of a command that is not whole yet. */
  pending: string
  /** The text taken last is whole lines. */
  isLines: boolean
  /** Keys of the last change, for `.`, and of the one that is being made. */
  last: readonly Key[]
  making: readonly Key[]
  /** The column that j and k aim for. */
  goal?: number
  /** Repetitions of the text being typed, the key they begin with, and true if each gets a line of its own. */
  again?: { times: number; from: number; isOpened: boolean }
}
