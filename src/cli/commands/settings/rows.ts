import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands that a person meets first: setup and settings. */
export const setupRows: readonly CommandRow[] = [
  {
    path: 'setup',
    options: ['--provider <name>', '--key-file <file>', '--base-url <url>', '--model <name>', '--no-test'],
    load: async () => (await import('./setup.ts')).runSetup,
  },
  { path: 'config get <key>', options: [json], load: async () => (await import('./config.ts')).getValue },
  { path: 'config set <key> [value]', load: async () => (await import('./config.ts')).setValue },
  { path: 'config list', options: ['--all', json], load: async () => (await import('./config.ts')).listValues },
  { path: 'config path', load: async () => (await import('./config.ts')).printPath },
  { path: 'config validate', load: async () => (await import('./config.ts')).validateConfig },
]

/** The subcommands of models, rights and the state of things. */
export const settingsRows: readonly CommandRow[] = [
  { path: 'tools', options: [json], load: async () => (await import('./tools.ts')).listTools },
  { path: 'tools list', options: [json], load: async () => (await import('./tools.ts')).listTools },
  {
    path: 'tools call <name> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./tools.ts')).callTool,
  },
  { path: 'permissions', options: [json], load: async () => (await import('./permissions.ts')).showPermissions },
  {
    path: 'permissions why <what...>',
    options: [json],
    load: async () => (await import('./permissions.ts')).explainVerdict,
  },
  { path: 'permissions allow <rule...>', load: async () => (await import('./permissions.ts')).allowRule },
  { path: 'permissions ask <rule...>', load: async () => (await import('./permissions.ts')).askRule },
  { path: 'permissions deny <rule...>', load: async () => (await import('./permissions.ts')).denyRule },
  { path: 'permissions remove <rule...>', load: async () => (await import('./permissions.ts')).removeRule },
  {
    path: 'trust [folder]',
    options: [json, '--yes', '--remove', '--own', '--foreign'],
    load: async () => (await import('./trust.ts')).trustFolder,
  },
  {
    path: 'service new <name>',
    changes: true,
    options: ['--code'],
    load: async () => (await import('./service.ts')).scaffoldService,
  },
  { path: 'service list', options: [json], load: async () => (await import('./service.ts')).listServices },
  { path: 'service check [name]', options: [json], load: async () => (await import('./service.ts')).checkService },
  { path: 'service test [name]', load: async () => (await import('./service.ts')).testService },
  {
    path: 'service show <name>',
    options: ['--svg <file>'],
    load: async () => (await import('./service.ts')).showService,
  },
  { path: 'service enable <name>', load: async () => (await import('./service.ts')).enableService },
  { path: 'service disable <name>', load: async () => (await import('./service.ts')).disableService },
  { path: 'models show [name]', options: [json], load: async () => (await import('./chat-models.ts')).showChatModels },
  { path: 'models forget [name]', load: async () => (await import('./chat-models.ts')).forgetLearnt },
  { path: 'models list', options: ['--all', json], load: async () => (await import('./models.ts')).listModels },
  { path: 'models add [file]', load: async () => (await import('./local-models.ts')).addModelFile },
  { path: 'models try [name]', load: async () => (await import('./local-models.ts')).tryChatModel },
  {
    path: 'models pull [name]',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./models.ts')).pullModel,
  },
  { path: 'models verify [name]', load: async () => (await import('./models.ts')).verifyModels },
  {
    path: 'models remove <name>',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./models.ts')).removeModel,
  },
  {
    path: 'doctor',
    options: [json, '--fix', '--security'],
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  { path: 'completion <shell> [list]', load: async () => (await import('./completion.ts')).printCompletion },
]
