import { docsMessages } from '../../messages/commands/docs.ts'
import { fail } from '../../protocol/index.ts'
import { createLibrary, type Library } from '../../retrieval/library.ts'
import { chosenEmbedder, type StoreDeps } from './document-stores.ts'

/** The documents of one folder, searched by words and by words and meaning. Both are to be closed. */
export interface BothWays {
  words: Library
  hybrid: Library
}

/**
 * Both ways of searching, whatever the settings say; vectors by the embedder that they choose, else by the usual one
 * for this machine.
 */
export async function bothWays(deps: StoreDeps & { now(): Date }, dir: string): Promise<BothWays> {
  if (deps.loaded.settings.docs.store === 'opensearch')
    return fail('config', { data: { sentence: docsMessages[deps.language].noCheck } })
  const { now } = deps
  const embedder = await chosenEmbedder(deps)
  const failed = (failure: Parameters<NonNullable<Parameters<typeof createLibrary>[0]['notice']>>[0]) =>
    fail(failure.code, failure)
  return { words: createLibrary({ dir, now }), hybrid: createLibrary({ dir, now, embedder, notice: failed }) }
}
