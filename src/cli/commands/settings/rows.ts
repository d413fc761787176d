import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands that a person meets first: setup and settings. */
export const setupRows: readonly CommandRow[] = [
  {
    path: 'setup',
    options: ['--provider <name>', '--key-file <file>', '--base-url <url>', '--model <name>', '--no-test'],
    load: async () => (await import('./setup.ts')).setup,
  },
  { path: 'config get <key>', options: [json], load: async () => (await import('./config.ts')).get },
  { path: 'config set <key> [value]', load: async () => (await import('./config.ts')).set },
  { path: 'config list', options: [json], load: async () => (await import('./config.ts')).list },
  { path: 'config path', load: async () => (await import('./config.ts')).path },
  { path: 'config validate', load: async () => (await import('./config.ts')).validate },
]

/** The subcommands of models, rights and the state of things. */
export const settingsRows: readonly CommandRow[] = [
  { path: 'tools', options: [json], load: async () => (await import('./tools.ts')).list },
  { path: 'tools list', options: [json], load: async () => (await import('./tools.ts')).list },
  {
    path: 'tools call <name> [arguments]',
    options: [json, '--yes'],
    load: async () => (await import('./tools.ts')).call,
  },
  { path: 'permissions', options: [json], load: async () => (await import('./permissions.ts')).permissions },
  {
    path: 'permissions why <what...>',
    options: [json],
    load: async () => (await import('./permissions.ts')).why,
  },
  { path: 'permissions allow <rule...>', load: async () => (await import('./permissions.ts')).allow },
  { path: 'permissions ask <rule...>', load: async () => (await import('./permissions.ts')).ask },
  { path: 'permissions deny <rule...>', load: async () => (await import('./permissions.ts')).deny },
  { path: 'permissions remove <rule...>', load: async () => (await import('./permissions.ts')).remove },
  {
    path: 'trust [folder]',
    options: [json, '--yes', '--remove'],
    load: async () => (await import('./trust.ts')).trust,
  },
  { path: 'service new <name>', options: ['--code'], load: async () => (await import('./service.ts')).make },
  { path: 'service list', options: [json], load: async () => (await import('./service.ts')).list },
  { path: 'service check [name]', options: [json], load: async () => (await import('./service.ts')).check },
  { path: 'service test [name]', load: async () => (await import('./service.ts')).test },
  { path: 'service show <name>', options: ['--svg <file>'], load: async () => (await import('./service.ts')).show },
  { path: 'service enable <name>', load: async () => (await import('./service.ts')).enable },
  { path: 'service disable <name>', load: async () => (await import('./service.ts')).disable },
  { path: 'models show [name]', options: [json], load: async () => (await import('./chat-models.ts')).show },
  { path: 'models list', options: [json], load: async () => (await import('./models.ts')).list },
  { path: 'models pull <name>', options: ['--yes'], load: async () => (await import('./models.ts')).pull },
  { path: 'models verify [name]', load: async () => (await import('./models.ts')).verify },
  { path: 'models remove <name>', options: ['--yes'], load: async () => (await import('./models.ts')).remove },
  {
    path: 'doctor',
    options: [json, '--fix', '--security'],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  { path: 'completion <shell> [list]', load: async () => (await import('./completion.ts')).completion },
]
