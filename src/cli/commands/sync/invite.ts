import { syncMessages } from '../../../messages/engine/sync.ts'
import { qrCode } from '../../../std/text/qr-code.ts'
import { writeInvitation } from '../../../sync/invitation.ts'
import { isAddress } from '../../../sync/stores/store.ts'
import type { CommandRun } from '../../command-context.ts'
import { withSync } from './session.ts'

/** `sync invite`: what to type on one more device: the store's address, and a code that opens its key once. */
export const inviteDevice: CommandRun = (cli) =>
  withSync(cli, async ({ configuration, store, key }) => {
    const say = syncMessages[cli.language]
    const code = key && (await writeInvitation(store, key, +cli.now(), cli.stop))
    const isEverywhere = isAddress(configuration.store)
    const place = isEverywhere ? `'${configuration.store.replaceAll("'", String.raw`'\''`)}'` : say.thePlace
    const command = ['assistant sync init', place, ...(code ? ['--invitation', code] : [])].join(' ')
    // A camera brings it to a screen from which it can be copied.
    if (isEverywhere && cli.terminal.canAsk) await cli.terminal.print(await qrCode(command))
    await cli.terminal.print(command)
    await cli.terminal.note(code ? say.invited : say.invitedOpen)
    return 0
  })
