/**
 * The store of a person's events: a CalDAV server, a calendar file on the web (its address is a secret), or a file
 * here.
 */
export interface CalendarAccount {
  kind: 'caldav' | 'feed' | 'file'
  /** Of a CalDAV server. */
  url?: string | undefined
  user?: string | undefined
  /** Of a file, absolute. */
  path?: string | undefined
  /** The profile that owns it; absent: the one that the settings name. */
  profile?: string | undefined
}

/** A mailbox, reached by IMAP; mail is sent by SMTP. */
export interface MailAccount {
  host: string
  /** Default: 993. Other ports begin in plain text and must change to TLS. */
  port?: number | undefined
  user: string
  /** Sender of outgoing mail. */
  address: string
  /** Without it nothing can be sent; drafts can be written. */
  smtpHost?: string | undefined
  /** Default: 465. */
  smtpPort?: number | undefined
  profile?: string | undefined
}

/** Pattern of an account's name: part of the name of its secrets, too. */
export const accountName = /^[\p{L}\p{N}-]{1,32}$/u

/**
 * The name under which a secret of an account is kept: CALENDAR_WORK_PASSWORD, CALENDAR_HOLIDAYS_URL,
 * MAIL_NAVER_PASSWORD.
 */
export const accountSecret = (of: 'calendar' | 'mail', name: string, what: 'password' | 'url'): string =>
  `${of}_${name.replaceAll('-', '_')}_${what}`.toUpperCase()
