import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of what runs by itself or speaks elsewhere. */
export const surfacesRows: readonly CommandRow[] = [
  { path: 'daemon', ends: 'itself', load: async () => (await import('./daemon.ts')).daemon },
  { path: 'daemon status', options: [json], load: async () => (await import('./daemon.ts')).status },
  { path: 'daemon start', load: async () => (await import('./daemon.ts')).start },
  { path: 'daemon stop', load: async () => (await import('./daemon.ts')).stop },
  { path: 'daemon logs', load: async () => (await import('./daemon.ts')).logs },
  { path: 'daemon install', load: async () => (await import('./daemon.ts')).install },
  { path: 'daemon uninstall', load: async () => (await import('./daemon.ts')).uninstall },
  {
    path: 'telegram setup',
    options: ['--key-file <file>', '-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram-setup.ts')).telegramSetup,
  },
  {
    path: 'telegram pair <code>',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram.ts')).pair,
  },
  {
    path: 'telegram invite',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>', json],
    load: async () => (await import('./telegram.ts')).invite,
  },
  { path: 'telegram list', options: [json], load: async () => (await import('./telegram.ts')).list },
  {
    path: 'telegram map <id>',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram.ts')).map,
  },
  { path: 'telegram grant <id> <what>', load: async () => (await import('./telegram.ts')).grant },
  { path: 'telegram revoke <id> [what]', load: async () => (await import('./telegram.ts')).revoke },
  { path: 'telegram handoff [id]', options: [json], load: async () => (await import('./telegram.ts')).handoff },
  {
    path: 'serve',
    options: ['--host <name>', '--port <n>', '--sessions <kind>', '--allow-origin <list>'],
    choices: { '--sessions': ['memory', 'disk', 'redis'] },
    ends: 'itself',
    load: async () => (await import('./serve.ts')).serve,
  },
  { path: 'serve token list', options: [json], load: async () => (await import('./serve.ts')).listTokens },
  {
    path: 'serve token add <name>',
    options: ['--profile <name>'],
    load: async () => (await import('./serve.ts')).addToken,
  },
  { path: 'serve token revoke <name>', load: async () => (await import('./serve.ts')).revokeToken },
  {
    path: 'serve token grant <name> <what>',
    options: ['--off'],
    load: async () => (await import('./serve.ts')).grantToken,
  },
  { path: 'acp', load: async () => (await import('./acp.ts')).acp },
  { path: 'voice', options: ['--check'], load: async () => (await import('./voice.ts')).voice },
  { path: 'voice enrol', load: async () => (await import('./voice-owner.ts')).enrol },
  { path: 'voice forget', options: ['-y, --yes'], load: async () => (await import('./voice-owner.ts')).forget },
]
