import type { MailAddress } from '../../std/mail/mail-header.ts'
import type { Invitation } from '../calendar/invitations/invitation.ts'

/** A message's envelope (IMAP). Its text is untrusted. */
export interface MailHead {
  uid: number
  from: string
  subject: string
  /** Time of arrival at the server, in milliseconds since 1970. */
  at: number
  unread: boolean
  /** Size of the whole message, in bytes. */
  size: number
}

/** An attachment. `part` is the IMAP part number that it is fetched by. */
export interface MailFile {
  part: string
  name: string
  type: string
  size: number
}

/** One message to be read. */
export interface MailText extends MailHead {
  to: string
  /** Others who got it, and who wants the answer where that is not the sender. */
  cc?: string
  replyTo?: string
  text: string
  /** True if the text was cut. */
  cut: boolean
  isLocked?: true
  attachments: MailFile[]
  /** The Message-ID, for replies, and those of the mails before it. */
  messageId?: string
  references?: string
  /** Receivers of a reply, and the further ones of a reply to all. */
  answerTo: MailAddress[]
  others: MailAddress[]
  /** iCalendar texts in it, and what they invite to. */
  calendars: string[]
  invitations: Invitation[]
}

/** A search: the newest matching messages, at most `limit`. Times are in milliseconds since 1970. */
export interface MailQuery {
  unread?: boolean
  words?: string
  from?: string
  since?: number
  before?: number
  limit: number
}
