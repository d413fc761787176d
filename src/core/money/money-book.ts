import type { Id, MoneyItem, Principal } from '../../protocol/index.ts'
import { fits, type Shape } from '../../std/json-guards.ts'

/** A line of a person's book. */
export interface MoneyEntry extends MoneyItem {
  id: Id
  category: string
  profile: string
  by: Principal
  /** The time when it was booked or last corrected, in milliseconds since 1970. */
  at: number
  /** By which the same payment of a card or a receipt is known again. */
  key?: string
}

/** A word of a person's own for a category. */
export interface CategoryRule {
  id: Id
  word: string
  category: string
  profile: string
  at: number
}

/** Everything that stands in the book: payments and incomes, and words for categories. */
export type BookItem = { entry: MoneyEntry } | { rule: CategoryRule }

/** A line of the journal. What was wrong is corrected by a line of its own. */
export type MoneyLine =
  | { type: 'booked'; entry: MoneyEntry }
  | { type: 'corrected'; entry: MoneyEntry; at: number }
  | { type: 'removed'; id: Id; at: number }
  | { type: 'rule'; rule: CategoryRule }

const entryShape: Shape = {
  ...{ id: 'string', won: 'number', kind: 'string', what: 'string', day: 'string', category: 'string' },
  ...{ profile: 'string', by: 'string', at: 'number', place: 'string?', person: 'string?', said: 'string?' },
  key: 'string?',
}
const ruleShape: Shape = { id: 'string', word: 'string', category: 'string', profile: 'string', at: 'number' }

/** Won that a line may hold: whole, and exact in any sum. */
export const isWon = (won: unknown): won is number =>
  typeof won === 'number' && Number.isSafeInteger(won) && won >= 1 && won <= 1e13

function isMoneyEntry(value: unknown): value is MoneyEntry {
  return (
    fits(value, entryShape) &&
    isWon(value.won) &&
    (value.kind === 'spent' || value.kind === 'income') &&
    /^\d{4}-\d\d-\d\d$/.test(String(value.day))
  )
}

/** Return true if a line of the journal is one of ours. */
export function isMoneyLine(value: unknown): value is MoneyLine {
  if (!fits(value, { type: 'string' })) return false
  if (value.type === 'booked') return isMoneyEntry(value.entry)
  if (value.type === 'corrected') return isMoneyEntry(value.entry) && fits(value, { at: 'number' })
  if (value.type === 'removed') return fits(value, { id: 'string', at: 'number' })
  return value.type === 'rule' && fits(value.rule, ruleShape)
}

/** Takes in one line; a correction of what was removed changes nothing. */
export function foldMoney(all: Map<Id, BookItem>, line: MoneyLine): void {
  if (line.type === 'booked') all.set(line.entry.id, { entry: line.entry })
  else if (line.type === 'rule') all.set(line.rule.id, { rule: line.rule })
  else if (line.type === 'removed') all.delete(line.id)
  else if (all.has(line.entry.id)) all.set(line.entry.id, { entry: line.entry })
}
