import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** When, how and within which limits a schedule is done. */
const ways = [
  ...['--at <when>', '--repeat <words>', '--title <words>', '--missed <how>'],
  ...['--budget <amount>', '--tokens <n>', '--minutes <n>', '--tools <names>', '--skills <names>', '--folder <path>'],
  ...['-w, --workspace <name>', '-a, --agent <name>', '-m, --model <name>'],
  ...['--watch-for <what>', '--watch-command <command>', '--if-new'],
  ...['--conversation <id>', '--webhook <url>', '--to-file <path>'],
]

/** The subcommands of reminders and schedules. */
export const timeRows: readonly CommandRow[] = [
  { path: 'reminders list', options: [json], load: async () => (await import('./reminders.ts')).list },
  {
    path: 'reminders add <title...>',
    options: ['--at <when>', '--repeat <words>', json],
    load: async () => (await import('./reminders.ts')).add,
  },
  { path: 'reminders done <id>', load: async () => (await import('./reminders.ts')).done },
  { path: 'reminders cancel <id>', load: async () => (await import('./reminders.ts')).cancel },
  { path: 'reminders snooze <id> [minutes]', load: async () => (await import('./reminders.ts')).snooze },
  { path: 'schedule list', options: [json], load: async () => (await import('./schedule.ts')).list },
  {
    path: 'schedule add [prompt...]',
    options: [...ways, json],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).add,
  },
  { path: 'schedule show <id>', options: [json], load: async () => (await import('./schedule.ts')).show },
  { path: 'schedule run <id>', options: [json], load: async () => (await import('./schedule.ts')).run },
  { path: 'schedule pause <id>', load: async () => (await import('./schedule.ts')).pause },
  { path: 'schedule resume <id>', load: async () => (await import('./schedule.ts')).resume },
  {
    path: 'schedule edit <id>',
    options: ['--prompt <words>', ...ways, '--no-if-new', json],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).edit,
  },
  { path: 'schedule remove <id>', load: async () => (await import('./schedule.ts')).remove },
  { path: 'schedule history <id>', options: [json], load: async () => (await import('./schedule.ts')).history },
]
