import type { RingRef } from '../../core/reminders/answer-ring.ts'
import type { Id } from '../../protocol/index.ts'

/** A reminder that rang, a booked transfer that had its day, or a schedule that ran, as the sentence for the person. */
export interface Announcement {
  key: string
  text: string
  profile: string
  by: string
  /** It can be put off (`/snooze`): a reminder, not money that has moved. */
  canWait: boolean
  /** The rings that it tells of: what can be answered with one touch. */
  rings?: RingRef
  /** It stands in this conversation, too: whoever shows that one need not tell it. */
  conversation?: Id
  /** The conversation in which it was asked for: told there, if that is a topic of a chat. */
  askedIn?: Id
  /** Tell whether another surface has told it meanwhile. */
  isTold(): Promise<boolean>
  /** Notes on disk that this surface has told it. */
  markShown(): Promise<unknown>
}
