import type { CommandRow } from '../../command-context.ts'

/** The subcommands of calendars and mail. */
export const accountRows: readonly CommandRow[] = [
  {
    path: 'calendar add [where]',
    options: ['--name <name>', '--user <name>', '--password-file <file>'],
    load: async () => (await import('./calendar.ts')).connectCalendar,
  },
  { path: 'calendar list', options: ['--json'], load: async () => (await import('./calendar.ts')).listCalendars },
  { path: 'calendar remove <name>', load: async () => (await import('./calendar.ts')).disconnectCalendar },
  {
    path: 'mail add [address]',
    options: [
      ...['--name <name>', '--user <name>', '--password-file <file>', '--imap-host <host>', '--imap-port <n>'],
      ...['--smtp-host <host>', '--smtp-port <n>'],
    ],
    load: async () => (await import('./mail.ts')).connectMailbox,
  },
  { path: 'mail list', options: ['--json'], load: async () => (await import('./mail.ts')).listMailboxes },
  { path: 'mail remove <name>', load: async () => (await import('./mail.ts')).disconnectMailbox },
]
