import type { Id, Json } from './json.ts'

/** A change that one call made: its object as a person calls it, and what its inverse needs. */
export interface Deed {
  object: string
  /** Kept in the journal of deeds for the tool's own inverse; absent where this one cannot be taken back. */
  undo?: Json
}

/** The outcome of taking a deed back. `changed`: somebody has changed the same thing since, and nothing was touched. */
export type UndoOutcome = 'undone' | 'changed'

/** A deed of a turn as its receipt tells it. */
export interface ReceiptLine {
  tool: string
  /** The tool's own title, where another program brought it. */
  title?: string
  object: string
  state: 'done' | 'refused' | 'failed' | 'waiting'
  /** Its number in the journal of deeds. */
  id?: Id
  /** It cannot be taken back. */
  final?: true
  /** The person refused it themselves. */
  byPerson?: true
}

/** The deeds of a turn, folded from the results of its tools. Absent for no deed and no false claim. */
export interface DeedReceipt {
  deeds: ReceiptLine[]
  /** Claims of the answer that no deed stands behind, in its own words. */
  unbacked: string[]
  /**
   * The same for a person, a line for each state; none where the answer is code's own words, which say it, or JSON that
   * a program waits for.
   */
  lines: string[]
}

/** Return an argument as the object of a deed: a text on one line, nothing else. */
export const deedText = (value: Json | undefined): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 200) : ''
