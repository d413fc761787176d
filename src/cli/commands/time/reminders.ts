import { recordDeed } from '../../../app/context/record-deed.ts'
import { unheardReason } from '../../../app/reminders/reminder-clock.ts'
import { remindersOf } from '../../../app/reminders/reminder-store.ts'
import { perform } from '../../../core/reminders/tools.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { printToolResult } from '../../output/tool-result.ts'

/** `reminders list [--json]`: what will ring next comes first. */
export const listReminders: CommandRun = (cli, call) => changeReminders(cli, call, { action: 'list' })

/** `reminders add <title> --at <when> [--repeat <words>]`: times and repetitions as people say them, or ISO 8601. */
export const addReminder: CommandRun = (cli, call) => {
  const { at, repeat } = call.options
  const when = { ...(typeof at === 'string' ? { at } : {}), ...(typeof repeat === 'string' ? { repeat } : {}) }
  return changeReminders(cli, call, { action: 'create', title: call.args[0] ?? '', ...when })
}

/** `reminders done <id>`: this time, for one that repeats. */
export const completeReminder: CommandRun = (cli, call) =>
  changeReminders(cli, call, { action: 'complete', id: call.args[0] ?? '' })

/** `reminders cancel <id>`: for good. */
export const cancelReminder: CommandRun = (cli, call) =>
  changeReminders(cli, call, { action: 'cancel', id: call.args[0] ?? '' })

/** `reminders snooze <id> [minutes]`: ten minutes unless it says otherwise. */
export const snoozeReminder: CommandRun = (cli, call) =>
  changeReminders(cli, call, { action: 'snooze', id: call.args[0] ?? '', minutes: Number(call.args[1] ?? 10) })

async function changeReminders(
  cli: Cli,
  { options }: CommandCall,
  args: Parameters<typeof perform>[1],
): Promise<number> {
  const { parts } = await cli.assistant()
  const { now, zone, language } = parts
  const context = { now, zone, language, profile: parts.loaded.settings.profile, by: 'owner' as const }
  const run = () => perform(remindersOf(parts), args, context, () => unheardReason(parts))
  const named = { tool: 'reminders', object: args.title ?? args.id ?? '' }
  const result = args.action === 'list' ? await run() : await recordDeed(parts, named, run, ({ deed }) => deed)
  return printToolResult(cli, result, options.json)
}
