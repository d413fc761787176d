import type { JsonObject, MoneyItem } from '../../../protocol/index.ts'
import type { When } from '../../../std/time/calendar.ts'

/** A payment as it was said. */
export type SaidItem = Partial<MoneyItem>

/** The arguments of a call of the money book. */
export interface MoneyCall {
  action: 'book' | 'price' | 'correct' | 'remove' | 'teach' | 'ask'
  items?: SaidItem[]
  to?: SaidItem
  what?: string
  was?: number
  day?: string
  until?: string
  place?: string
  person?: string
  category?: string
  last?: true
  ask?: 'sum' | 'left' | 'most' | 'list' | 'when'
  kind?: 'spent' | 'income'
}

/** The turns before and the moment, beside the words of a sentence. */
export interface MoneyAround {
  /** The last deed was one of the book. */
  isGoingOn: boolean
  asked: boolean
  when: When
}

/** A call as the tool takes it. */
export const moneyArgs = (call: MoneyCall): JsonObject => JSON.parse(JSON.stringify(call)) as JsonObject
