import { failureOf, type Json, type Principal } from '../../protocol/index.ts'
import type { AppContext } from './app-context.ts'

/** The person of a deed; the owner of this home unless it says otherwise. */
export interface DeedAsker {
  profile: string
  by: Principal
}

type DeedParts = Pick<AppContext, 'loaded' | 'now' | 'deeds'>

/**
 * Do what a command asks for, and note it as a deed of a tool: the same sentence takes it back as one of the chat.
 * What the disk did not take may have been done by half, and stays noted as begun.
 */
export async function recordDeed<T>(
  { deeds, loaded, now }: DeedParts,
  { tool, object, who }: { tool: string; object: string; who?: DeedAsker | undefined },
  perform: () => Promise<T>,
  deedOf: (result: T) => { object: string; undo?: Json } | undefined,
): Promise<T> {
  const { profile, by } = who ?? { profile: loaded.settings.profile, by: 'owner' as const }
  const journal = deeds.journalOf(profile, by, now)
  const id = await journal.begin({ tool, object })
  try {
    const result = await perform()
    await journal.end(id, deedOf(result))
    return result
  } catch (error) {
    if (failureOf(error).code !== 'storage') await journal.end(id, undefined)
    throw error
  }
}
