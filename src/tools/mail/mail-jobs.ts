import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { AccountAnswer } from '../accounts/fault.ts'
import type { MailFound, MailRequest, MailServer } from './mailbox.ts'
import type { OutgoingDone, OutgoingRequest } from './outgoing.ts'

/** Queries an IMAP server in a process that can be killed: its responses may never end. */
export const mailJob: IsolatedJob<{ server: MailServer; request: MailRequest }, AccountAnswer<MailFound>> = {
  name: 'mail',
  load: async () => (await import('./mailbox.ts')).askMailbox,
}

/** Serializes a mail and sends it to an SMTP server. */
export const outgoingJob: IsolatedJob<OutgoingRequest, AccountAnswer<OutgoingDone>> = {
  name: 'outgoing-mail',
  load: async () => (await import('./outgoing.ts')).composeMail,
}
