import type { CommandRow } from '../../command-context.ts'

const json = '--json'

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
    options: [
      ...['--at <when>', '--repeat <words>', '--title <words>', '--missed <how>', '--tokens <n>', '--minutes <n>'],
      ...[
        '--tools <names>',
        '--if-new',
        '--watch-for <what>',
        '--watch-command <command>',
        '--webhook <url>',
        '--to-file <path>',
        '-w, --workspace <name>',
        '-a, --agent <name>',
        '-m, --model <name>',
        json,
      ],
    ],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).add,
  },
  { path: 'schedule show <id>', options: [json], load: async () => (await import('./schedule.ts')).show },
  { path: 'schedule run <id>', options: [json], load: async () => (await import('./schedule.ts')).run },
  { path: 'schedule pause <id>', load: async () => (await import('./schedule.ts')).pause },
  { path: 'schedule resume <id>', load: async () => (await import('./schedule.ts')).resume },
  {
    path: 'schedule edit <id>',
    options: [
      ...['--prompt <words>', '--at <when>', '--repeat <words>', '--title <words>', '--missed <how>'],
      ...['--tokens <n>', '--minutes <n>', '--tools <names>', json],
    ],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).edit,
  },
  { path: 'schedule remove <id>', load: async () => (await import('./schedule.ts')).remove },
  { path: 'schedule history <id>', options: [json], load: async () => (await import('./schedule.ts')).history },
]
