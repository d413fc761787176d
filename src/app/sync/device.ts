import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { bytesAt } from '../../std/fs/state-file.ts'
import { syncFolder } from '../../sync/configuration.ts'
import { isRedisAddress, isWebdavAddress, type SyncStore } from '../../sync/stores/store.ts'

/** The store at a place: an address of Redis or WebDAV, or a folder. */
export async function storeAt(place: string): Promise<SyncStore> {
  if (isWebdavAddress(place)) return (await import('../../sync/stores/webdav.ts')).webdavStore(place)
  if (!isRedisAddress(place)) return (await import('../../sync/stores/folder.ts')).folderStore(place)
  const { redisStore } = await import('../../sync/stores/redis.ts')
  return redisStore(place)
}

const known = new Map<string, string>()

/** The name of this device; undefined where it has none yet. */
export function deviceOf({ state }: Pick<Paths, 'state'>): string | undefined {
  const path = join(syncFolder(state), 'device')
  const id = known.get(path) ?? bytesAt(path)?.toString().trim()
  if (id) known.set(path, id)
  return id
}

/** After it was given another one. */
export const forgetDevice = (): void => known.clear()

/** A store's address as it may be shown. */
export const withoutPassword = (store: string): string => store.replace(/(\/\/[^/@:]*:)[^/@]*@/, '$1••••@')
