import type { When } from '../../../std/time/calendar.ts'
import type { KnownLists, LastListDeed } from './known-lists.ts'

/** The lists, the turns before and the moment, beside the words of a sentence. */
export interface ListsAround {
  known: KnownLists
  last?: LastListDeed | undefined
  asked: boolean
  when: When
}
