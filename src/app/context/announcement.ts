/** A reminder that rang, or a booked transfer that had its day, as the sentence for the person. */
export interface Announcement {
  key: string
  text: string
  profile: string
  by: string
  /** It can be put off (`/snooze`): a reminder, not money that has moved. */
  canWait: boolean
  /** Notes on disk that this surface has told it. */
  markShown(): Promise<unknown>
}
