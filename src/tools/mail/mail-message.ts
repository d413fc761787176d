/** A message as its envelope tells it; its words are somebody else's. */
export interface MailHead {
  uid: number
  from: string
  subject: string
  /** Milliseconds since 1970, when the server got it. */
  at: number
  unread: boolean
  /** Bytes of all of it. */
  size: number
}

/** Something that hangs on a message. `part` is its place in it, by which it is fetched. */
export interface MailFile {
  part: string
  name: string
  type: string
  size: number
}

/** One message to be read. */
export interface MailText extends MailHead {
  to: string
  text: string
  /** There is more text than was fetched. */
  cut: boolean
  attachments: MailFile[]
  /** For an answer: the Message-ID, and those it follows. */
  messageId?: string
}

/** Which messages are wanted: the newest that fit, at most `limit`. Times are milliseconds since 1970. */
export interface MailQuery {
  unread?: boolean
  words?: string
  from?: string
  since?: number
  before?: number
  limit: number
}
