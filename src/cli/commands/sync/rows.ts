import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of sync. */
export const syncRows: readonly CommandRow[] = [
  {
    path: 'sync init [place]',
    changes: true,
    options: ['--name <name>', '--encrypt', '--password-file <path>', '--invitation <code>'],
    load: async () => (await import('./setup.ts')).initSync,
  },
  { path: 'sync invite', load: async () => (await import('./invite.ts')).inviteDevice },
  { path: 'sync status', options: [json], load: async () => (await import('./sync.ts')).showSyncStatus },
  {
    path: 'sync now',
    options: [json, '--really', '--put-back'],
    ends: 'itself',
    load: async () => (await import('./sync.ts')).syncNow,
  },
  { path: 'sync verify', options: [json], load: async () => (await import('./sync.ts')).verifySync },
  { path: 'sync pause', changes: true, load: async () => (await import('./setup.ts')).pauseSync },
  { path: 'sync resume', changes: true, load: async () => (await import('./setup.ts')).resumeSync },
  {
    path: 'sync devices',
    options: [json, '--runner <name>'],
    load: async () => (await import('./sync.ts')).listDevices,
  },
  { path: 'sync kinds [kind] [state]', options: [json], load: async () => (await import('./setup.ts')).chooseKinds },
  { path: 'sync log', options: [json], load: async () => (await import('./changes.ts')).showSyncLog },
  { path: 'sync undo <number>', changes: true, load: async () => (await import('./changes.ts')).undoSyncChange },
  {
    path: 'sync resolve [number]',
    options: [json, '--keep <which>'],
    choices: { keep: ['now', 'other', 'both'] },
    load: async () => (await import('./changes.ts')).resolveCopy,
  },
  { path: 'sync leave', changes: true, load: async () => (await import('./setup.ts')).leaveSync },
]
