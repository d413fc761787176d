import type { BotInvitation } from '../../app/admin/telegram-link.ts'
import { telegramCommandMessages } from '../../messages/surfaces/telegram-commands.ts'
import { qrCode } from '../../std/text/qr-code.ts'
import type { Cli } from '../command-context.ts'

/** Shows the link, and where somebody looks at the screen its code for the camera of a phone. */
export async function showInvitation(cli: Cli, { name, link }: BotInvitation): Promise<void> {
  await cli.terminal.print(telegramCommandMessages[cli.language].invitation(name, link))
  if (cli.terminal.canAsk) await cli.terminal.print(`\n${await qrCode(link)}`)
}
