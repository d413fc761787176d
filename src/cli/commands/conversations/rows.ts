import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of earlier conversations. */
export const conversationsRows: readonly CommandRow[] = [
  {
    path: 'conversations list',
    options: [json],
    load: async () => (await import('./conversations.ts')).listConversations,
  },
  { path: 'conversations show <id>', load: async () => (await import('./conversations.ts')).showConversation },
  {
    path: 'conversations export <id>',
    options: ['--format <format>'],
    choices: { '--format': ['markdown', 'json'] },
    load: async () => (await import('./conversations.ts')).exportTo,
  },
  {
    path: 'conversations search <query...>',
    options: [json],
    load: async () => (await import('./conversations.ts')).searchConversations,
  },
  {
    path: 'conversations delete <id>',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./conversations.ts')).removeConversation,
  },
  {
    path: 'conversations fork <id>',
    options: ['--message <id>', '--before', json],
    load: async () => (await import('./change.ts')).forkConversation,
  },
  {
    path: 'conversations rewind <id>',
    options: ['--message <id>', '--talk', '--files', '--edited', '--undo', json],
    load: async () => (await import('./rewind.ts')).rewindConversation,
  },
  {
    path: 'conversations rename <id> <title...>',
    changes: true,
    load: async () => (await import('./change.ts')).renameConversation,
  },
  {
    path: 'conversations import <file>',
    changes: true,
    options: ['--own', json],
    load: async () => (await import('./change.ts')).importFrom,
  },
  { path: 'conversations compact <id>', load: async () => (await import('./change.ts')).compactConversation },
]
