import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of what runs by itself or speaks elsewhere. */
export const surfacesRows: readonly CommandRow[] = [
  { path: 'daemon', ends: 'itself', load: async () => (await import('./daemon.ts')).runInForeground },
  { path: 'daemon status', options: [json], load: async () => (await import('./daemon.ts')).showDaemonStatus },
  { path: 'daemon start', load: async () => (await import('./daemon.ts')).startInBackground },
  { path: 'daemon stop', load: async () => (await import('./daemon.ts')).stopInBackground },
  { path: 'daemon logs', load: async () => (await import('./daemon.ts')).showDaemonLogs },
  { path: 'daemon install', changes: true, load: async () => (await import('./daemon.ts')).installDaemon },
  { path: 'daemon uninstall', changes: true, load: async () => (await import('./daemon.ts')).uninstallDaemon },
  {
    path: 'telegram setup',
    options: ['--key-file <file>', '-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram-setup.ts')).telegramSetup,
  },
  {
    path: 'telegram pair <code>',
    changes: true,
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram.ts')).pairChat,
  },
  {
    path: 'telegram invite',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>', json],
    load: async () => (await import('./telegram.ts')).inviteToTelegram,
  },
  { path: 'telegram list', options: [json], load: async () => (await import('./telegram.ts')).listChats },
  {
    path: 'telegram map <id>',
    changes: true,
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./telegram.ts')).mapChat,
  },
  { path: 'telegram grant <id> <what>', changes: true, load: async () => (await import('./telegram.ts')).grantTools },
  { path: 'telegram revoke <id> [what]', changes: true, load: async () => (await import('./telegram.ts')).revokeTools },
  {
    path: 'telegram handoff [id]',
    options: [json],
    load: async () => (await import('./telegram.ts')).handOff,
  },
  {
    path: 'serve',
    options: ['--host <name>', '--port <n>', '--home <place>', '--sessions <kind>', '--allow-origin <list>'],
    choices: { '--sessions': ['memory', 'disk', 'redis'] },
    ends: 'itself',
    load: async () => (await import('./serve.ts')).serveHttp,
  },
  {
    path: 'serve token list',
    options: ['--home <place>', json],
    load: async () => (await import('./serve.ts')).listTokens,
  },
  {
    path: 'serve token add <name>',
    changes: true,
    options: ['--home <place>', '--profile <name>', '--people', '--calendar'],
    load: async () => (await import('./serve.ts')).addToken,
  },
  {
    path: 'serve token revoke <name>',
    changes: true,
    options: ['--home <place>'],
    load: async () => (await import('./serve.ts')).revokeToken,
  },
  {
    path: 'serve token grant <name> <what>',
    changes: true,
    options: ['--home <place>', '--off'],
    load: async () => (await import('./serve.ts')).grantToken,
  },
  {
    path: 'serve person export <name>',
    options: ['--home <place>', '--person <id>'],
    load: async () => (await import('./serve-person.ts')).exportPersonOf,
  },
  {
    path: 'serve person remove <name>',
    changes: true,
    options: ['--home <place>', '--person <id>', '-y, --yes'],
    load: async () => (await import('./serve-person.ts')).removePersonOf,
  },
  { path: 'acp', load: async () => (await import('./acp.ts')).serveAcp },
  { path: 'voice', options: ['--check'], load: async () => (await import('./voice.ts')).runVoice },
  {
    path: 'voice setup',
    changes: true,
    options: ['-y, --yes'],
    load: async () => (await import('./voice-setup.ts')).setUpVoice,
  },
  { path: 'voice enrol', changes: true, load: async () => (await import('./voice-owner.ts')).enrolOwner },
  {
    path: 'voice forget',
    changes: true,
    options: ['-y, --yes'],
    load: async () => (await import('./voice-owner.ts')).forgetOwner,
  },
]
