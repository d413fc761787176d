import type { CommandRow } from '../../command-context.ts'

const json = '--json'

/** Flags for the time, manner and limits of a schedule. */
const ways = [
  ...['--at <when>', '--repeat <words>', '--title <words>', '--missed <how>'],
  ...['--budget <amount>', '--tokens <n>', '--minutes <n>', '--tools <names>', '--skills <names>', '--folder <path>'],
  ...['-w, --workspace <name>', '-a, --agent <name>', '-m, --model <name>'],
  ...['--watch-for <what>', '--watch-command <command>', '--if-new'],
  ...['--part <selector>', '--below <number>', '--above <number>', '--appears <words>', '--gone <words>'],
  ...['--conversation <id>', '--webhook <url>', '--to-file <path>'],
]

/** The subcommands of reminders and schedules. */
export const timeRows: readonly CommandRow[] = [
  { path: 'reminders list', options: [json], load: async () => (await import('./reminders.ts')).listReminders },
  {
    path: 'reminders add <title...>',
    options: ['--at <when>', '--repeat <words>', json],
    load: async () => (await import('./reminders.ts')).addReminder,
  },
  { path: 'reminders done <id>', load: async () => (await import('./reminders.ts')).completeReminder },
  { path: 'reminders cancel <id>', load: async () => (await import('./reminders.ts')).cancelReminder },
  { path: 'reminders snooze <id> [minutes]', load: async () => (await import('./reminders.ts')).snoozeReminder },
  { path: 'lists', options: [json], load: async () => (await import('./lists.ts')).listLists },
  { path: 'lists show <name...>', options: [json], load: async () => (await import('./lists.ts')).showList },
  {
    path: 'lists add <list> <things...>',
    options: ['--due <day>', json],
    load: async () => (await import('./lists.ts')).addToList,
  },
  {
    path: 'lists tick <things...>',
    options: ['--list <name>', json],
    load: async () => (await import('./lists.ts')).tickThings,
  },
  {
    path: 'lists untick <things...>',
    options: ['--list <name>', json],
    load: async () => (await import('./lists.ts')).untickThings,
  },
  {
    path: 'lists remove <things...>',
    options: ['--list <name>', json],
    load: async () => (await import('./lists.ts')).removeThings,
  },
  {
    path: 'lists move <to> <things...>',
    options: ['--list <name>', json],
    load: async () => (await import('./lists.ts')).moveThings,
  },
  {
    path: 'lists clear <list...>',
    options: ['--done', json],
    load: async () => (await import('./lists.ts')).clearList,
  },
  {
    path: 'lists from <file>',
    options: ['--list <name>', json],
    load: async () => (await import('./lists.ts')).takeFromNotes,
  },
  { path: 'lists delete <list...>', options: [json], load: async () => (await import('./lists.ts')).deleteList },
  { path: 'schedule list', options: [json], load: async () => (await import('./schedule.ts')).listSchedules },
  {
    path: 'schedule add [prompt...]',
    options: [...ways, json],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).addSchedule,
  },
  { path: 'schedule show <id>', options: [json], load: async () => (await import('./schedule.ts')).showSchedule },
  { path: 'schedule run <id>', options: [json], load: async () => (await import('./schedule.ts')).runSchedule },
  { path: 'schedule pause <id>', load: async () => (await import('./schedule.ts')).pauseSchedule },
  { path: 'schedule resume <id>', load: async () => (await import('./schedule.ts')).resumeSchedule },
  {
    path: 'schedule edit <id>',
    options: ['--prompt <words>', ...ways, '--no-if-new', json],
    choices: { '--missed': ['once', 'skip', 'all'] },
    load: async () => (await import('./schedule.ts')).editSchedule,
  },
  { path: 'schedule remove <id>', load: async () => (await import('./schedule.ts')).removeSchedule },
  { path: 'schedule history <id>', options: [json], load: async () => (await import('./schedule.ts')).showHistory },
]
