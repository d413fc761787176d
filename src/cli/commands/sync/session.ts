import { withoutPassword } from '../../../app/sync/device.ts'
import { openSync, type SyncSession } from '../../../app/sync/sync-session.ts'
import type { Paths } from '../../../config/paths.ts'
import { syncMessages } from '../../../messages/engine/sync.ts'
import { fail } from '../../../protocol/index.ts'
import { StoreFault } from '../../../sync/stores/store.ts'
import type { Cli } from '../../command-context.ts'
import { settingsOf } from '../mcp/servers.ts'

/**
 * Runs `work` over the sync of this home, and closes it. Fails with a sentence where it was not set up, or the store
 * refuses.
 */
export async function withSync<T>(cli: Cli, work: (session: SyncSession, paths: Paths) => Promise<T>): Promise<T> {
  const { paths } = await settingsOf(cli)
  return withStoreSentence(cli, '', async () => {
    const session = await openSync(paths, () => +cli.now())
    if (!session) return fail('bad-input', { data: { sentence: syncMessages[cli.language].none } })
    try {
      return await withStoreSentence(cli, withoutPassword(session.configuration.store), () => work(session, paths))
    } finally {
      await session.close()
    }
  })
}

/** A store's refusal as a sentence. */
export async function withStoreSentence<T>({ language }: Cli, place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    return fail(
      'bad-input',
      { data: { sentence: syncMessages[language].faults[error.fault](place, error.message) } },
      error,
    )
  }
}
