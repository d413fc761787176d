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
    load: async () => (await import('./memory.ts')).list,
  },
  {
    path: 'memory add <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./memory.ts')).add,
  },
  { path: 'memory search <query...>', options: [json], load: async () => (await import('./memory.ts')).search },
  {
    path: 'memory forget <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./memory.ts')).forget,
  },
  { path: 'memory trust <text...>', options: [json], load: async () => (await import('./memory.ts')).trust },
  { path: 'memory why <text...>', options: [json], load: async () => (await import('./memory.ts')).why },
  {
    path: 'memory review [number] [verdict] [value...]',
    options: [json],
    load: async () => (await import('./review.ts')).review,
  },
  {
    path: 'memory export',
    options: ['--format <format>', scope],
    choices: { '--format': ['markdown', 'json'], ...scopes },
    load: async () => (await import('./exchange.ts')).exportAll,
  },
  {
    path: 'memory import <file>',
    options: ['--yes', json],
    load: async () => (await import('./exchange.ts')).importFrom,
  },
  { path: 'memory undo [id]', options: [json], load: async () => (await import('./memory.ts')).undo },
  { path: 'memory conflicts', options: [json], load: async () => (await import('./memory.ts')).conflicts },
  { path: 'memory settle <id> <choice>', load: async () => (await import('./memory.ts')).settle },
  { path: 'memory snapshots', options: [json], load: async () => (await import('./memory.ts')).snapshots },
  { path: 'memory restore <snapshot>', load: async () => (await import('./memory.ts')).restore },
  { path: 'memory diff <snapshot>', options: [json], load: async () => (await import('./memory.ts')).diff },
]
