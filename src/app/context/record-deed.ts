import { join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { DeedStore, deedsName } from '../../core/deeds/store.ts'
import { failureOf, type Json, type Principal } from '../../protocol/index.ts'
import { backupPath } from '../../std/fs/state-file.ts'
import { ulid } from '../../std/ulid.ts'
import { keepFiles } from '../../tools/checkpoints/checkpointed.ts'
import { checkpointsOf } from '../../tools/checkpoints/store.ts'
import type { AppContext } from './app-context.ts'

/** The person of a deed; the owner of this home unless it says otherwise. */
export interface DeedAsker {
  profile: string
  by: Principal
}

/** Parts that note a deed. */
export type DeedParts = Pick<AppContext, 'loaded' | 'now' | 'deeds'>

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

/** Make the parts that note a deed, for a command that runs without an engine. */
export const deedPartsOf = (loaded: LoadedSettings, now: () => Date): DeedParts => ({
  ...{ loaded, now },
  deeds: new DeedStore(join(loaded.paths.home, deedsName)),
})

/** Do what a command changes in these files, and note it as a deed of a tool that puts files back. */
export async function recordFileDeed<T>(
  parts: DeedParts,
  { tool, object, paths }: { tool: string; object: string; paths: readonly string[] },
  perform: () => Promise<T>,
): Promise<T> {
  const store = checkpointsOf(parts.loaded.paths.home, parts.now)
  const turn = { turn: ulid(+parts.now()), now: parts.now }
  const keep = () => keepFiles(store, turn, { by: tool, paths }, perform)
  const { result } = await recordDeed(parts, { tool, object }, keep, ({ change, isChanged }) =>
    isChanged ? { object, undo: change } : undefined,
  )
  return result
}

/** Do what a command changes in the file of settings. */
export function recordSettings<T>(parts: DeedParts, key: string, perform: () => Promise<T>): Promise<T> {
  const path = parts.loaded.paths.config
  return recordFileDeed(parts, { tool: 'settings', object: key, paths: [path, backupPath(path)] }, perform)
}

/** Do what a command does with an account; its secrets are kept nowhere else, so nothing takes that back. */
export function recordAccount<T extends { name: string } | undefined>(
  parts: DeedParts,
  setting: 'calendars' | 'mail',
  perform: () => Promise<T>,
): Promise<T> {
  const objectOf = ({ name }: { name: string }) => ({ object: `${setting}.${name}` })
  return recordDeed(parts, { tool: 'settings', object: setting }, perform, (account) => account && objectOf(account))
}

/** Note a command that has changed what nothing takes back; `object`: what it changed. */
export async function recordCommand({ deeds, loaded, now }: DeedParts, title: string, object: string): Promise<void> {
  const journal = deeds.journalOf(loaded.settings.profile, 'owner', now)
  await journal.end(await journal.begin({ tool: title.replaceAll(' ', '-'), title, object }), { object })
}
