import type { CommandRow } from '../../command-context.ts'

const json = '--json'
const scope = '--scope <scope>'
const scopes = { '--scope': ['personal', 'workspace', 'agent'] }

/** The subcommands of memory, as lines of the command table. */
export const memoryRows: readonly CommandRow[] = [
  {
    path: 'memory list',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./memory.ts')).listMemory,
  },
  {
    path: 'memory add <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./memory.ts')).addFact,
  },
  { path: 'memory search <query...>', options: [json], load: async () => (await import('./memory.ts')).searchMemory },
  {
    path: 'memory forget <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./memory.ts')).forgetFact,
  },
  { path: 'memory trust <text...>', options: [json], load: async () => (await import('./memory.ts')).trustFact },
  { path: 'memory why <text...>', options: [json], load: async () => (await import('./memory.ts')).explainFact },
  {
    path: 'memory review [number] [verdict] [value...]',
    options: [json],
    load: async () => (await import('./review.ts')).reviewMemory,
  },
  {
    path: 'memory export',
    options: ['--format <format>', scope],
    choices: { '--format': ['markdown', 'json'], ...scopes },
    load: async () => (await import('./exchange.ts')).exportAll,
  },
  {
    path: 'memory import <file>',
    options: ['--yes', '--own', json],
    load: async () => (await import('./exchange.ts')).importFrom,
  },
  { path: 'memory undo [id]', options: [json], load: async () => (await import('./memory.ts')).undoMemory },
  { path: 'memory conflicts', options: [json], load: async () => (await import('./memory.ts')).listConflicts },
  { path: 'memory settle <id> <choice>', load: async () => (await import('./memory.ts')).settleConflict },
  { path: 'memory snapshots', options: [json], load: async () => (await import('./memory.ts')).listSnapshots },
  { path: 'memory restore <snapshot>', load: async () => (await import('./memory.ts')).restoreSnapshot },
  { path: 'memory diff <snapshot>', options: [json], load: async () => (await import('./memory.ts')).diffSnapshot },
]
