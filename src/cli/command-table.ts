import type { Run } from './command-context.ts'

/** A subcommand. Its meaning stands in messages/subcommands.ts under its words. */
export interface CommandRow {
  /** The words that lead to it and its arguments as commander writes them: `config set <key> [value]`. */
  path: string
  /** Its flags as commander writes them; their meanings stand in messages/options.ts under the long name. */
  options?: readonly string[]
  choices?: Record<string, readonly string[]>
  /** It ends by itself when it is asked to stop, instead of being left where it is. */
  ends?: 'itself'
  /** Loaded when it runs, so that no subcommand costs another one's start. */
  load(): Promise<Run>
}

const json = '--json'
const scope = '--scope <scope>'
const scopes = { '--scope': ['personal', 'workspace', 'agent'] }

/** Every subcommand: a new one is a line here, two sentences in messages/subcommands.ts and a file in commands/. */
export const rows: readonly CommandRow[] = [
  {
    path: 'setup',
    options: ['--provider <name>', '--key-file <file>', '--base-url <url>', '--model <name>', '--no-test'],
    load: async () => (await import('./commands/settings/setup.ts')).setup,
  },
  { path: 'config get <key>', options: [json], load: async () => (await import('./commands/settings/config.ts')).get },
  { path: 'config set <key> [value]', load: async () => (await import('./commands/settings/config.ts')).set },
  { path: 'config list', options: [json], load: async () => (await import('./commands/settings/config.ts')).list },
  { path: 'config path', load: async () => (await import('./commands/settings/config.ts')).path },
  { path: 'config validate', load: async () => (await import('./commands/settings/config.ts')).validate },
  { path: 'conversations list', options: [json], load: async () => (await import('./commands/data/conversations.ts')).list },
  { path: 'conversations show <id>', load: async () => (await import('./commands/data/conversations.ts')).show },
  {
    path: 'conversations export <id>',
    options: ['--format <format>'],
    choices: { '--format': ['markdown', 'json'] },
    load: async () => (await import('./commands/data/conversations.ts')).exportTo,
  },
  {
    path: 'conversations search <query...>',
    options: [json],
    load: async () => (await import('./commands/data/conversations.ts')).search,
  },
  {
    path: 'conversations delete <id>',
    options: ['--yes'],
    load: async () => (await import('./commands/data/conversations.ts')).remove,
  },
  {
    path: 'conversations fork <id>',
    options: ['--message <id>', '--before', json],
    load: async () => (await import('./commands/data/conversations-change.ts')).fork,
  },
  {
    path: 'conversations rename <id> <title...>',
    load: async () => (await import('./commands/data/conversations-change.ts')).rename,
  },
  {
    path: 'conversations import <file>',
    options: [json],
    load: async () => (await import('./commands/data/conversations-change.ts')).importFrom,
  },
  { path: 'conversations compact <id>', load: async () => (await import('./commands/data/conversations-change.ts')).compact },
  {
    path: 'memory list',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./commands/data/memory.ts')).list,
  },
  {
    path: 'memory add <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./commands/data/memory.ts')).add,
  },
  { path: 'memory search <query...>', options: [json], load: async () => (await import('./commands/data/memory.ts')).search },
  {
    path: 'memory forget <text...>',
    options: [scope, json],
    choices: scopes,
    load: async () => (await import('./commands/data/memory.ts')).forget,
  },
  { path: 'memory trust <text...>', options: [json], load: async () => (await import('./commands/data/memory.ts')).trust },
  { path: 'memory undo [id]', options: [json], load: async () => (await import('./commands/data/memory.ts')).undo },
  { path: 'memory conflicts', options: [json], load: async () => (await import('./commands/data/memory.ts')).conflicts },
  { path: 'memory settle <id> <choice>', load: async () => (await import('./commands/data/memory.ts')).settle },
  { path: 'memory snapshots', options: [json], load: async () => (await import('./commands/data/memory.ts')).snapshots },
  { path: 'memory restore <snapshot>', load: async () => (await import('./commands/data/memory.ts')).restore },
  { path: 'memory diff <snapshot>', options: [json], load: async () => (await import('./commands/data/memory.ts')).diff },
  { path: 'agent list', options: [json], load: async () => (await import('./commands/data/agents.ts')).listAgents },
  {
    path: 'agent create <name>',
    options: ['--wake-word <word>', '--persona <text>'],
    load: async () => (await import('./commands/data/agents.ts')).createAgent,
  },
  { path: 'agent use <name>', load: async () => (await import('./commands/data/agents.ts')).useAgent },
  {
    path: 'agent edit <find> [replace]',
    options: ['--name <agent>', '--memory', '--yes'],
    load: async () => (await import('./commands/data/agents.ts')).editAgent,
  },
  { path: 'workspace list', options: [json], load: async () => (await import('./commands/data/agents.ts')).listWorkspaces },
  { path: 'workspace create <name>', load: async () => (await import('./commands/data/agents.ts')).createWorkspace },
  { path: 'workspace use <name>', load: async () => (await import('./commands/data/agents.ts')).useWorkspace },
  { path: 'profile list', options: [json], load: async () => (await import('./commands/data/agents.ts')).listProfiles },
  { path: 'profile create <name>', load: async () => (await import('./commands/data/agents.ts')).createProfile },
  { path: 'profile alias <name> <alias>', load: async () => (await import('./commands/data/agents.ts')).aliasProfile },
  { path: 'profile rename <name> <new>', load: async () => (await import('./commands/data/agents.ts')).renameProfile },
  { path: 'profile merge <name> <into>', load: async () => (await import('./commands/data/agents.ts')).mergeProfiles },
  { path: 'reminders list', options: [json], load: async () => (await import('./commands/data/reminders.ts')).list },
  {
    path: 'reminders add <title...>',
    options: ['--at <when>', '--repeat <words>', json],
    load: async () => (await import('./commands/data/reminders.ts')).add,
  },
  { path: 'reminders done <id>', load: async () => (await import('./commands/data/reminders.ts')).done },
  { path: 'reminders cancel <id>', load: async () => (await import('./commands/data/reminders.ts')).cancel },
  { path: 'reminders snooze <id> [minutes]', load: async () => (await import('./commands/data/reminders.ts')).snooze },
  { path: 'schedule list', options: [json], load: async () => (await import('./commands/data/schedule.ts')).list },
  {
    path: 'schedule add <prompt...>',
    options: [
      ...['--at <when>', '--repeat <words>', '--title <words>', '--missed <how>', '--tokens <n>', '--minutes <n>'],
      ...[
        '--tools <names>',
        '--if-new',
        '--to-file <path>',
        '-w, --workspace <name>',
        '-a, --agent <name>',
        '-m, --model <name>',
        json,
      ],
    ],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./commands/data/schedule.ts')).add,
  },
  { path: 'schedule show <id>', options: [json], load: async () => (await import('./commands/data/schedule.ts')).show },
  { path: 'schedule run <id>', options: [json], load: async () => (await import('./commands/data/schedule.ts')).run },
  { path: 'schedule pause <id>', load: async () => (await import('./commands/data/schedule.ts')).pause },
  { path: 'schedule resume <id>', load: async () => (await import('./commands/data/schedule.ts')).resume },
  {
    path: 'schedule edit <id>',
    options: [
      ...['--prompt <words>', '--at <when>', '--repeat <words>', '--title <words>', '--missed <how>'],
      ...['--tokens <n>', '--minutes <n>', '--tools <names>', json],
    ],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./commands/data/schedule.ts')).edit,
  },
  { path: 'schedule remove <id>', load: async () => (await import('./commands/data/schedule.ts')).remove },
  { path: 'schedule history <id>', options: [json], load: async () => (await import('./commands/data/schedule.ts')).history },
  { path: 'daemon', ends: 'itself', load: async () => (await import('./commands/surfaces/daemon.ts')).daemon },
  { path: 'daemon status', options: [json], load: async () => (await import('./commands/surfaces/daemon.ts')).status },
  { path: 'daemon start', load: async () => (await import('./commands/surfaces/daemon.ts')).start },
  { path: 'daemon stop', load: async () => (await import('./commands/surfaces/daemon.ts')).stop },
  { path: 'daemon logs', load: async () => (await import('./commands/surfaces/daemon.ts')).logs },
  { path: 'daemon install', load: async () => (await import('./commands/surfaces/daemon.ts')).install },
  { path: 'daemon uninstall', load: async () => (await import('./commands/surfaces/daemon.ts')).uninstall },
  {
    path: 'telegram pair <code>',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./commands/surfaces/telegram.ts')).pair,
  },
  { path: 'telegram list', options: [json], load: async () => (await import('./commands/surfaces/telegram.ts')).list },
  {
    path: 'telegram map <id>',
    options: ['-w, --workspace <name>', '-a, --agent <name>', '--profile <name>'],
    load: async () => (await import('./commands/surfaces/telegram.ts')).map,
  },
  { path: 'telegram grant <id> <what>', load: async () => (await import('./commands/surfaces/telegram.ts')).grant },
  { path: 'telegram revoke <id> [what]', load: async () => (await import('./commands/surfaces/telegram.ts')).revoke },
  { path: 'telegram handoff [id]', options: [json], load: async () => (await import('./commands/surfaces/telegram.ts')).handoff },
  { path: 'jobs', load: async () => (await import('./commands/data/jobs.ts')).jobs },
  {
    path: 'context [id]',
    options: [json, '--for <question>'],
    load: async () => (await import('./commands/data/context.ts')).context,
  },
  { path: 'usage [id]', options: [json, '--latency'], load: async () => (await import('./commands/data/usage.ts')).usage },
  { path: 'tools', options: [json], load: async () => (await import('./commands/settings/tools.ts')).list },
  { path: 'tools list', options: [json], load: async () => (await import('./commands/settings/tools.ts')).list },
  {
    path: 'tools call <name> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./commands/settings/tools.ts')).call,
  },
  { path: 'permissions', options: [json], load: async () => (await import('./commands/settings/permissions.ts')).permissions },
  {
    path: 'permissions why <what...>',
    options: [json],
    load: async () => (await import('./commands/settings/permissions.ts')).why,
  },
  { path: 'permissions allow <rule...>', load: async () => (await import('./commands/settings/permissions.ts')).allow },
  { path: 'permissions ask <rule...>', load: async () => (await import('./commands/settings/permissions.ts')).ask },
  { path: 'permissions deny <rule...>', load: async () => (await import('./commands/settings/permissions.ts')).deny },
  { path: 'permissions remove <rule...>', load: async () => (await import('./commands/settings/permissions.ts')).remove },
  {
    path: 'trust [folder]',
    options: [json, '--yes', '--remove'],
    load: async () => (await import('./commands/settings/trust.ts')).trust,
  },
  {
    path: 'mcp add <name> [command...]',
    options: ['--url <url>', '--header <pair...>', '--env <pair...>', '--cwd <folder>', '--safe', '--yes'],
    load: async () => (await import('./commands/settings/mcp-servers.ts')).add,
  },
  { path: 'mcp list', options: [json], load: async () => (await import('./commands/settings/mcp-servers.ts')).list },
  { path: 'mcp remove <name>', load: async () => (await import('./commands/settings/mcp-servers.ts')).remove },
  {
    path: 'mcp search <word...>',
    options: [json],
    load: async () => (await import('./commands/settings/mcp-search.ts')).search,
  },
  { path: 'mcp set <name> <field> [value]', load: async () => (await import('./commands/settings/mcp-servers.ts')).set },
  { path: 'mcp import', options: [json], load: async () => (await import('./commands/settings/mcp-servers.ts')).importAll },
  { path: 'mcp connect <name>', options: ['--yes'], load: async () => (await import('./commands/settings/mcp.ts')).connect },
  { path: 'mcp tools [name]', options: [json], load: async () => (await import('./commands/settings/mcp.ts')).tools },
  { path: 'mcp resources <name> [uri]', load: async () => (await import('./commands/settings/mcp.ts')).resources },
  {
    path: 'mcp call <name> <tool> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./commands/settings/mcp.ts')).call,
  },
  { path: 'mcp serve', load: async () => (await import('./commands/surfaces/mcp-serve.ts')).serve },
  {
    path: 'docs add <path...>',
    options: [json, '--watch', '--workspace <name>'],
    load: async () => (await import('./commands/data/docs.ts')).add,
  },
  { path: 'docs list', options: [json, '--workspace <name>'], load: async () => (await import('./commands/data/docs.ts')).list },
  {
    path: 'docs remove <path...>',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./commands/data/docs.ts')).remove,
  },
  {
    path: 'docs search <query...>',
    options: [json, '--count <n>', '--workspace <name>'],
    load: async () => (await import('./commands/data/docs.ts')).search,
  },
  {
    path: 'docs reindex',
    options: [json, '--thorough', '--watch', '--workspace <name>'],
    load: async () => (await import('./commands/data/docs.ts')).reindex,
  },
  {
    path: 'docs status',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./commands/data/docs.ts')).status,
  },
  {
    path: 'serve',
    options: ['--host <name>', '--port <n>', '--sessions <kind>', '--allow-origin <list>'],
    choices: { '--sessions': ['memory', 'disk', 'redis'] },
    load: async () => (await import('./commands/surfaces/serve.ts')).serve,
  },
  { path: 'serve token list', options: [json], load: async () => (await import('./commands/surfaces/serve.ts')).listTokens },
  { path: 'serve token add <name>', load: async () => (await import('./commands/surfaces/serve.ts')).addToken },
  { path: 'serve token revoke <name>', load: async () => (await import('./commands/surfaces/serve.ts')).revokeToken },
  {
    path: 'serve token grant <name> <what>',
    options: ['--off'],
    load: async () => (await import('./commands/surfaces/serve.ts')).grantToken,
  },
  { path: 'skills list', options: [json], load: async () => (await import('./commands/data/skills.ts')).list },
  { path: 'skills add <folder>', load: async () => (await import('./commands/data/skills.ts')).add },
  { path: 'skills remove <name>', options: ['--yes'], load: async () => (await import('./commands/data/skills.ts')).remove },
  { path: 'skills check', load: async () => (await import('./commands/data/skills.ts')).check },
  { path: 'service new <name>', load: async () => (await import('./commands/settings/service.ts')).make },
  { path: 'service list', options: [json], load: async () => (await import('./commands/settings/service.ts')).list },
  { path: 'service check [name]', options: [json], load: async () => (await import('./commands/settings/service.ts')).check },
  { path: 'service enable <name>', load: async () => (await import('./commands/settings/service.ts')).enable },
  { path: 'service disable <name>', load: async () => (await import('./commands/settings/service.ts')).disable },
  { path: 'ledger', options: [json], load: async () => (await import('./commands/data/ledger.ts')).balance },
  { path: 'ledger balance', options: [json], load: async () => (await import('./commands/data/ledger.ts')).balance },
  { path: 'ledger history', options: [json], load: async () => (await import('./commands/data/ledger.ts')).history },
  {
    path: 'ledger deposit <amount...>',
    options: ['--id <id>'],
    load: async () => (await import('./commands/data/ledger.ts')).deposit,
  },
  { path: 'ledger alias [name] [target]', options: [json], load: async () => (await import('./commands/data/ledger.ts')).alias },
  { path: 'voice', options: ['--check'], load: async () => (await import('./commands/surfaces/voice.ts')).voice },
  { path: 'models show [name]', options: [json], load: async () => (await import('./commands/settings/chat-models.ts')).show },
  { path: 'models list', options: [json], load: async () => (await import('./commands/settings/models.ts')).list },
  { path: 'models pull <name>', options: ['--yes'], load: async () => (await import('./commands/settings/models.ts')).pull },
  { path: 'models verify [name]', load: async () => (await import('./commands/settings/models.ts')).verify },
  { path: 'models remove <name>', options: ['--yes'], load: async () => (await import('./commands/settings/models.ts')).remove },
  {
    path: 'doctor',
    options: [json, '--fix', '--security'],
    load: async () => (await import('./commands/settings/doctor.ts')).doctor,
  },
  { path: 'completion <shell> [list]', load: async () => (await import('./commands/settings/completion.ts')).completion },
]

/** The first words: what may not be a question's first word without `-p`. */
export const commandNames: readonly string[] = [...new Set(rows.map(({ path }) => path.split(' ')[0] ?? '')), 'help']
