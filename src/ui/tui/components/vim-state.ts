import type { Key } from '../terminal/key-decoder.ts'

/** The keys of Vim in the input line. */
export interface Vim {
  mode: 'normal' | 'insert'
  /** What was typed of a command that is not whole yet. */
  pending: string
  /** What was taken last are whole lines. */
  isLines: boolean
  /** Keys of the last change, for `.`, and of the one that is being made. */
  last: readonly Key[]
  making: readonly Key[]
  /** The column that j and k aim for. */
  goal?: number
  /**
   * How many times more what is being typed is wanted, from which key on, and whether each time on a line of its own.
   */
  again?: { times: number; from: number; isOpened: boolean }
}
