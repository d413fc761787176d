import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of documents, money, skills and what was used. */
export const dataRows: readonly CommandRow[] = [
  { path: 'jobs', load: async () => (await import('./jobs.ts')).jobs },
  {
    path: 'context [id]',
    options: [json, '--for <question>'],
    load: async () => (await import('./context.ts')).context,
  },
  {
    path: 'backup [path]',
    options: [json, '--encrypt', '--password-file <path>'],
    ends: 'itself',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    path: 'restore <path>',
    options: [json, '--dry-run', '--yes', '--password-file <path>'],
    load: async () => (await import('./backup.ts')).restore,
  },
  { path: 'usage [id]', options: [json, '--latency'], load: async () => (await import('./usage.ts')).usage },
  {
    path: 'docs add <path...>',
    options: [json, '--watch', '--see', '--workspace <name>'],
    load: async () => (await import('./docs.ts')).add,
  },
  { path: 'docs list', options: [json, '--workspace <name>'], load: async () => (await import('./docs.ts')).list },
  {
    path: 'docs remove <path...>',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./docs.ts')).remove,
  },
  {
    path: 'docs search <query...>',
    options: [
      json,
      '--count <n>',
      '--in <folder>',
      '--kind <kind>',
      '--since <day>',
      '--until <day>',
      '--workspace <name>',
    ],
    load: async () => (await import('./docs.ts')).search,
  },
  { path: 'docs open [place...]', options: [json], load: async () => (await import('./open-docs.ts')).open },
  {
    path: 'docs reindex',
    options: [json, '--thorough', '--watch', '--workspace <name>'],
    load: async () => (await import('./docs.ts')).reindex,
  },
  {
    path: 'docs status',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./docs.ts')).status,
  },
  {
    path: 'docs check',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./check-docs.ts')).check,
  },
  { path: 'skills list', options: [json], load: async () => (await import('./skills.ts')).list },
  { path: 'skills add <folder>', load: async () => (await import('./skills.ts')).add },
  { path: 'skills remove <name>', options: ['--yes'], load: async () => (await import('./skills.ts')).remove },
  { path: 'skills check', load: async () => (await import('./skills.ts')).check },
  { path: 'ledger', options: [json], load: async () => (await import('./ledger.ts')).balance },
  { path: 'ledger balance', options: [json], load: async () => (await import('./ledger.ts')).balance },
  { path: 'ledger history', options: [json], load: async () => (await import('./ledger.ts')).history },
  {
    path: 'ledger deposit <amount...>',
    options: ['--id <id>'],
    load: async () => (await import('./ledger.ts')).deposit,
  },
  { path: 'ledger alias [name] [target]', options: [json], load: async () => (await import('./ledger.ts')).alias },
]
