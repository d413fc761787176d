import { resolve } from 'node:path'
import { openHomePlace, shownAddress } from '../../../app/sync/shared-home.ts'
import { pathsOf } from '../../../config/paths.ts'
import { homeMessages } from '../../../messages/commands/home.ts'
import { refuse } from '../../../protocol/index.ts'
import { LockBusy } from '../../../std/fs/lock.ts'
import { MoveDiffers, moveHome } from '../../../sync/home/move-home.ts'
import { isRedisAddress } from '../../../sync/stores/store.ts'
import type { CommandRun } from '../../command-context.ts'

/** `home move <place>`: to Redis or to a folder; every file is compared before the old one counts no more. */
export const moveHomeTo: CommandRun = async (cli, { args: [to = ''] }) => {
  const say = homeMessages[cli.language]
  const { env, userHome, cwd } = cli.environment
  const place = isRedisAddress(to) ? to : resolve(cwd, to)
  const stamp = cli
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  const openHome = (address: string | undefined) =>
    openHomePlace(
      address !== undefined && isRedisAddress(address)
        ? address
        : pathsOf({ ...env, ...(address === undefined ? {} : { ASSISTANT_HOME: address }) }, userHome, cwd),
      stamp,
      cli.language,
    )
  const [from, target] = [openHome(env.ASSISTANT_HOME), openHome(place)]
  try {
    const moved = (await moveHome(from.home, target.home)) ?? refuse(say.taken(shownAddress(place)))
    await cli.terminal.print(say.moved(moved.files, shownAddress(place)))
    if (moved.keptAt) await cli.terminal.note(say.keptAt(moved.keptAt))
    if (moved.keptAt && isRedisAddress(place)) await cli.terminal.note(say.secretsStay)
    return 0
  } catch (error) {
    if (error instanceof LockBusy) return refuse(say.inUse(error.holder.pid))
    if (error instanceof MoveDiffers) return refuse(say.different(error.message))
    throw error
  } finally {
    await Promise.all([from.close(), target.close()])
  }
}
