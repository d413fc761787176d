import { addMailbox, removeMailbox } from '../../../app/accounts/mail-admin.ts'
import { deedPartsOf, recordAccount } from '../../../app/context/record-deed.ts'
import { setUpNetwork } from '../../../app/environment/load-config.ts'
import { loadSettings } from '../../../config/settings.ts'
import { accountCommandMessages } from '../../../messages/tools/account-commands.ts'
import type { CommandCall, CommandRun } from '../../command-context.ts'
import { askLine } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'
import { passwordFrom } from './password.ts'

/** `mail add [address]`: tried first, then written; the password goes into secrets.json. */
export const connectMailbox: CommandRun = async (cli, { args, options }) => {
  const say = accountCommandMessages[cli.language]
  const { canAsk } = cli.terminal
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  setUpNetwork(loaded, cli.environment.env)
  const address = args[0] ?? (canAsk ? await askLine(cli, say.mailAddress) : '')
  const wanted = {
    ...{ address, ...mailOptions(options) },
    password: () => passwordFrom(cli, options.passwordFile, say.password),
    askHost: async () => (canAsk ? await askLine(cli, say.host) : ''),
  }
  await cli.terminal.note(say.testing, 'quiet')
  const { name, unread } = await recordAccount(deedPartsOf(loaded, cli.now), 'mail', () =>
    addMailbox(loaded, wanted, { now: cli.now, signal: cli.stop }),
  )
  await cli.terminal.note(say.addedMail(name, unread))
  return 0
}

function mailOptions(options: CommandCall['options']) {
  const words = ['name', 'user', 'imapHost', 'smtpHost'].filter((one) => typeof options[one] === 'string')
  const numbers = ['imapPort', 'smtpPort'].filter((one) => typeof options[one] === 'string')
  return Object.fromEntries([
    ...words.map((one) => [one, options[one]]),
    ...numbers.map((one) => [one, Number(options[one])]),
  ])
}

/** `mail list [--json]`: what is connected; no server is asked. */
export const listMailboxes: CommandRun = async (cli, { options }) => {
  const say = accountCommandMessages[cli.language]
  const { settings } = await loadSettings({ ...cli.environment, now: cli.now() })
  const all = Object.entries(settings.mail)
  if (options.json) await cli.terminal.json(all.map(([name, account]) => ({ name, ...account })))
  else if (all.length === 0) await cli.terminal.print(say.noneMail)
  else
    await cli.terminal.print(
      textTable(
        say.mailHeads,
        all.map(([name, { address, host }]) => [name, address, host]),
      ),
    )
  return 0
}

/** `mail remove <name>`: the connection and its password; nothing on the server. */
export const disconnectMailbox: CommandRun = async (cli, { args: [name = ''] }) => {
  const say = accountCommandMessages[cli.language]
  const loaded = await loadSettings({ ...cli.environment, now: cli.now() })
  const remove = async () => ((await removeMailbox(loaded, name, cli.now())) ? { name } : undefined)
  const isGone = (await recordAccount(deedPartsOf(loaded, cli.now), 'mail', remove)) !== undefined
  await cli.terminal.note(isGone ? say.removed(name) : say.unknown(name), isGone ? undefined : 'error')
  return isGone ? 0 : 1
}
