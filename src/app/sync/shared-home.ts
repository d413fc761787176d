import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { homeMessages } from '../../messages/commands/home.ts'
import type { Language } from '../../messages/language.ts'
import { fail, refuse } from '../../protocol/index.ts'
import { codeOf, ensureDir } from '../../std/fs/files.ts'
import { format, formatOfHome } from '../../std/fs/format.ts'
import { setSharedFolder } from '../../std/fs/shared-folder.ts'
import { processOf, writerTag } from '../../std/fs/writer-tag.ts'
import { identifyProcess } from '../../std/process/process-id.ts'
import { HomeCopy } from '../../sync/home/home-copy.ts'
import { type HomeStore, metaKey, openHomeStore } from '../../sync/home/home-store.ts'
import { folderHome, type HomePlace, isMoving, redisHome } from '../../sync/home/move-home.ts'
import { readRedisAddress } from '../../sync/stores/redis-place.ts'
import type { Environment } from '../environment/environment.ts'

/** A home in Redis that this process uses: its environment, in which the copy on this machine is the home. */
export interface SharedHome {
  environment: Environment
  copy: HomeCopy
  store: HomeStore
  /** True if there was none before. */
  isNew: boolean
  close(): Promise<void>
}

/** A store that hangs is waited for this long, and others' changes are looked for so often, in milliseconds. */
const [answerMs, lookMs] = [10_000, 1_000]

/** An address without the password in it. */
export const shownAddress = (address: string): string => address.replace(/\/\/[^@/]*@/, '//')

/**
 * Opens a home in Redis: a copy of it in a folder of this process alone. `begins`: makes one where there is none.
 * Throws `bad-input` with a sentence, or `storage`.
 */
export async function openSharedHome(
  address: string,
  environment: Environment,
  language: Language,
  begins: boolean,
): Promise<SharedHome> {
  const say = homeMessages[language]
  const place = readRedisAddress(address) ?? refuse(say.badAddress)
  const store = openHomeStore(place, answerMs)
  try {
    const fresh = randomUUID()
    const id = await store.homeOpen(metaKey, begins ? fresh : '').catch((error) => {
      fail('storage', { data: { sentence: say.away(shownAddress(address)) }, detail: String(error) }, error)
    })
    if (id === null) return refuse(say.none(shownAddress(address)))
    if (isMoving(id)) return refuse(say.moving)
    const folder = await makeFolder(environment.tempDir)
    const copy = new HomeCopy(folder, store, { id, pid: environment.pid, isReplicated: place.kind === 'sentinel' })
    await copy.refresh()
    if (formatOfHome(folder) > format) return refuse(say.newer)
    setSharedFolder(copy)
    const looking = setInterval(() => void copy.refresh().catch(() => {}), lookMs).unref()
    return {
      environment: {
        ...environment,
        env: { REDIS_URL: address, ...environment.env, ASSISTANT_HOME: folder },
      },
      copy,
      store,
      isNew: id === fresh,
      async close() {
        clearInterval(looking)
        setSharedFolder(undefined)
        await store.quit().catch(() => store.disconnect())
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    store.disconnect()
    throw error
  }
}

/** Opens a place that a home is moved from or to: an address of Redis, or folders of this machine. */
export function openHomePlace(
  place: string | Paths,
  stamp: string,
  language: Language,
): { home: HomePlace; close(): Promise<void> } {
  if (typeof place !== 'string') return { home: folderHome(place, stamp), close: async () => {} }
  const store = openHomeStore(readRedisAddress(place) ?? refuse(homeMessages[language].badAddress), answerMs)
  return { home: redisHome(store), close: async () => void (await store.quit().catch(() => store.disconnect())) }
}

const prefix = 'assistant-shared-'

/** A folder for the copy of this process. Those of processes that were killed are removed. */
async function makeFolder(temporary: string): Promise<string> {
  await ensureDir(temporary)
  for (const name of readdirSync(temporary).filter((one) => one.startsWith(prefix))) {
    const pid = processOf(name.slice(prefix.length, name.lastIndexOf('-')))
    if (pid !== undefined && !(await identifyProcess(pid))) removeIfOurs(join(temporary, name))
  }
  return mkdtemp(join(temporary, `${prefix}${writerTag()}-`))
}

function removeIfOurs(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    // Somebody else's on this machine.
    if (codeOf(error) === undefined) throw error
  }
}
