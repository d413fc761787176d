import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { AccountAnswer } from '../accounts/fault.ts'
import type { MailFound, MailRequest, MailServer } from './mailbox.ts'

/** Asks an IMAP server where it can be stopped: what it sends may be without end. */
export const mailJob: IsolatedJob<{ server: MailServer; request: MailRequest }, AccountAnswer<MailFound>> = {
  name: 'mail',
  load: async () => (await import('./mailbox.ts')).askMailbox,
}
