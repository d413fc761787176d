import { addCalendar, removeCalendar } from '../../../app/accounts/calendar-admin.ts'
import { deedPartsOf, recordAccount } from '../../../app/context/record-deed.ts'
import { setUpNetwork } from '../../../app/environment/load-config.ts'
import { loadSettings } from '../../../config/settings.ts'
import { accountCommandMessages as messages } from '../../../messages/tools/account-commands.ts'
import type { CommandRun } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'
import { passwordFrom } from './password.ts'

/**
 * `calendar add [where]`: tried first, then written; the password and a subscription's address go into secrets.json.
 */
export const connectCalendar: CommandRun = async (cli, { args, options }) => {
  const say = messages[cli.language]
  const { canAsk } = cli.terminal
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  setUpNetwork(loaded, cli.environment.env)
  const where = args[0] ?? (canAsk ? await askLine(cli, say.where) : '')
  await cli.terminal.note(say.testing, 'quiet')
  const wanted = {
    where,
    ...(typeof options.name === 'string' ? { name: options.name } : {}),
    ...(typeof options.user === 'string' ? { user: options.user } : {}),
    password: () => passwordFrom(cli, options.passwordFile, say.password),
    askUser: async () => (canAsk ? await askLine(cli, say.user) : ''),
  }
  const { name, calendars } = await recordAccount(deedPartsOf(loaded, cli.now), 'calendars', async () =>
    addCalendar(loaded, wanted, { cwd: cli.environment.cwd, now: cli.now, signal: cli.stop }),
  )
  await cli.terminal.note(say.addedCalendar(name, calendars.join(', ')))
  return 0
}

/** `calendar list [--json]`: what is connected; no server is asked. */
export const listCalendars: CommandRun = async (cli, { options }) => {
  const say = messages[cli.language]
  const { settings } = await loadSettings({ ...cli.environment, now: cli.now() })
  const all = Object.entries(settings.calendars)
  if (options.json) await cli.terminal.json(all.map(([name, account]) => ({ name, ...account })))
  else if (all.length === 0) await cli.terminal.print(say.noneCalendar)
  else {
    const rows = all.map(([name, { kind, url, path, user }]) => [
      name,
      say.kinds[kind],
      [user, url ?? path].filter(Boolean).join(' @ '),
    ])
    await cli.terminal.print(textTable(say.heads, rows))
  }
  return 0
}

/** `calendar remove <name>`: the connection, its secrets and its copy; nothing on the server. */
export const disconnectCalendar: CommandRun = async (cli, { args: [name = ''] }) => {
  const say = messages[cli.language]
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  const remove = async () => ((await removeCalendar(loaded, name, cli.now())) ? { name } : undefined)
  const isGone = (await recordAccount(deedPartsOf(loaded, cli.now), 'calendars', remove)) !== undefined
  await cli.terminal.note(isGone ? say.removed(name) : say.unknown(name), isGone ? undefined : 'error')
  return isGone ? 0 : 1
}
