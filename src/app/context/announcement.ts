import type { Id } from '../../protocol/index.ts'

/** A reminder that rang, a booked transfer that had its day, or a schedule that ran, as the sentence for the person. */
export interface Announcement {
  key: string
  text: string
  profile: string
  by: string
  /** It can be put off (`/snooze`): a reminder, not money that has moved. */
  canWait: boolean
  /** It stands in this conversation, too: whoever shows that one need not tell it. */
  conversation?: Id
  /** Notes on disk that this surface has told it. */
  markShown(): Promise<unknown>
}
