import type { CommandRow } from './command-context.ts'
import { conversationsRows } from './commands/conversations/rows.ts'
import { accountRows } from './commands/data/account-rows.ts'
import { dataRows } from './commands/data/rows.ts'
import { mcpRows } from './commands/mcp/rows.ts'
import { memoryRows } from './commands/memory/rows.ts'
import { peopleRows } from './commands/people/rows.ts'
import { settingsRows, setupRows } from './commands/settings/rows.ts'
import { surfacesRows } from './commands/surfaces/rows.ts'
import { syncRows } from './commands/sync/rows.ts'
import { timeRows } from './commands/time/rows.ts'

/**
 * Every subcommand, in the order of the help. A new one is a row in the `rows.ts` beside its code, and a sentence for
 * each language in messages/commands/subcommands.ts.
 */
export const rows: readonly CommandRow[] = [
  ...setupRows,
  ...conversationsRows,
  ...memoryRows,
  ...peopleRows,
  ...timeRows,
  ...accountRows,
  ...dataRows,
  ...syncRows,
  ...mcpRows,
  ...surfacesRows,
  ...settingsRows,
]

/** First words of subcommands by what they are for, in the order of the help. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  talk: ['conversations', 'agent', 'voice'],
  know: ['memory', 'docs', 'skills'],
  time: ['reminders', 'lists', 'money', 'schedule', 'calendar'],
  connect: ['setup', 'models', 'mail', 'mcp', 'tools', 'service'],
  share: ['sync', 'telegram', 'serve', 'acp', 'profile', 'workspace'],
  care: ['config', 'permissions', 'usage', 'doctor', 'backup', 'restore', 'home', 'trash', 'daemon'],
  more: ['context', 'transfer', 'ledger', 'jobs', 'trust', 'completion', 'help'],
}

/** The first words: what may not be a question's first word without `-p`. */
export const commandNames: readonly string[] = [...new Set(rows.map(({ path }) => path.split(' ')[0] ?? '')), 'help']
