import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of sync. */
export const syncRows: readonly CommandRow[] = [
  {
    path: 'sync init [place]',
    options: ['--name <name>', '--encrypt', '--password-file <path>', '--invitation <code>'],
    load: async () => (await import('./setup.ts')).init,
  },
  { path: 'sync invite', load: async () => (await import('./invite.ts')).invite },
  { path: 'sync status', options: [json], load: async () => (await import('./sync.ts')).status },
  { path: 'sync now', options: [json], ends: 'itself', load: async () => (await import('./sync.ts')).now },
  { path: 'sync pause', load: async () => (await import('./setup.ts')).pause },
  { path: 'sync resume', load: async () => (await import('./setup.ts')).resume },
  {
    path: 'sync devices',
    options: [json, '--runner <name>'],
    load: async () => (await import('./sync.ts')).devices,
  },
  { path: 'sync kinds [kind] [state]', options: [json], load: async () => (await import('./setup.ts')).kinds },
  { path: 'sync log', options: [json], load: async () => (await import('./changes.ts')).log },
  { path: 'sync undo <number>', load: async () => (await import('./changes.ts')).undo },
  {
    path: 'sync resolve [number]',
    options: [json, '--keep <which>'],
    choices: { keep: ['now', 'other', 'both'] },
    load: async () => (await import('./changes.ts')).resolve,
  },
  { path: 'sync leave', load: async () => (await import('./setup.ts')).leave },
]
