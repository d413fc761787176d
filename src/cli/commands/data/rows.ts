import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** The subcommands of documents, money, skills and what was used. */
export const dataRows: readonly CommandRow[] = [
  { path: 'jobs', load: async () => (await import('./jobs.ts')).listJobs },
  {
    path: 'context [id]',
    options: [json, '--for <question>'],
    load: async () => (await import('./context.ts')).showContext,
  },
  {
    path: 'backup [path]',
    options: [json, '--encrypt', '--password-file <path>'],
    ends: 'itself',
    load: async () => (await import('./backup.ts')).backUpHome,
  },
  {
    path: 'restore <path>',
    options: [json, '--dry-run', '--preview', '--replace', '--yes', '--rights', '--password-file <path>'],
    load: async () => (await import('./backup.ts')).restoreHome,
  },
  { path: 'home move <place>', opensHome: 'itself', load: async () => (await import('./home.ts')).moveHomeTo },
  { path: 'trash list', options: [json], load: async () => (await import('./trash.ts')).listRemoved },
  {
    path: 'trash restore [numbers...]',
    changes: true,
    options: ['--since <when>'],
    load: async () => (await import('./trash.ts')).restoreRemoved,
  },
  {
    path: 'trash empty',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./trash.ts')).emptyRemoved,
  },
  { path: 'usage [id]', options: [json, '--latency'], load: async () => (await import('./usage.ts')).showUsage },
  {
    path: 'docs add <path...>',
    changes: true,
    options: [json, '--watch', '--see', '--workspace <name>'],
    load: async () => (await import('./docs.ts')).addDocuments,
  },
  {
    path: 'docs list',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./docs.ts')).listDocuments,
  },
  {
    path: 'docs remove <path...>',
    changes: true,
    options: [json, '--workspace <name>'],
    load: async () => (await import('./docs.ts')).removeDocuments,
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
    load: async () => (await import('./docs.ts')).searchDocuments,
  },
  { path: 'docs open [place...]', options: [json], load: async () => (await import('./open-docs.ts')).openDocument },
  {
    path: 'docs reindex',
    options: [json, '--thorough', '--watch', '--workspace <name>'],
    load: async () => (await import('./docs.ts')).reindexDocuments,
  },
  {
    path: 'docs status',
    options: [json, '--workspace <name>'],
    load: async () => (await import('./docs.ts')).showDocsStatus,
  },
  { path: 'skills list', options: [json], load: async () => (await import('./skills.ts')).printSkills },
  {
    path: 'skills add <folder>',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./skills.ts')).installSkill,
  },
  {
    path: 'skills remove <name>',
    changes: true,
    options: ['--yes'],
    load: async () => (await import('./skills.ts')).uninstallSkill,
  },
  { path: 'skills check', load: async () => (await import('./skills.ts')).checkSkills },
  { path: 'money [month]', options: [json, '--csv'], load: async () => (await import('./money.ts')).showMonth },
  {
    path: 'money add <words...>',
    options: ['--on <day>', '--place <name>', '--category <name>', '--income', json],
    load: async () => (await import('./money.ts')).addMoney,
  },
  {
    path: 'money import <file>',
    options: ['--columns <names>', '--yes', json],
    load: async () => (await import('./money.ts')).importCard,
  },
  {
    path: 'money receipt <file>',
    options: ['--yes', json],
    load: async () => (await import('./money.ts')).bookReceipt,
  },
  { path: 'transfer ledger', options: [json], load: async () => (await import('./ledger.ts')).showBalance },
  { path: 'transfer ledger balance', options: [json], load: async () => (await import('./ledger.ts')).showBalance },
  { path: 'transfer ledger history', options: [json], load: async () => (await import('./ledger.ts')).showLedger },
  {
    path: 'transfer ledger deposit <amount...>',
    changes: true,
    options: ['--id <id>'],
    load: async () => (await import('./ledger.ts')).depositMoney,
  },
  {
    path: 'transfer ledger alias [name] [target]',
    options: [json],
    load: async () => (await import('./ledger.ts')).changeAlias,
  },
  { path: 'ledger [words...]', load: async () => (await import('./ledger.ts')).tellLedgerMoved },
]
