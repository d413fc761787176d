import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, ensureDir, fileMode, isMissing } from '../../../std/fs/files.ts'
import { once } from '../../../std/once.ts'

/**
 * Leads from the place of a conversation to its session, for clients that send a conversation and not its name. A place
 * is taken when somebody goes on from it, so that going on from the same one twice is two conversations; several that
 * went alike so far stand at one place, and each is taken once. A loss here only costs that the client's own account is
 * used in place of ours.
 */
export interface Heads {
  take(key: string): Promise<string | undefined>
  put(key: string, session: string): Promise<void>
}

/** So many places are kept at most; those of conversations that nobody went on with longest go first. */
const mostHeads = 20_000
/** So many conversations that went alike are told apart. */
const mostAlike = 10
const alike = Array.from({ length: mostAlike }, (_, i) => i)

/** Places of one process, gone with it. */
export function headsInMemory(): Heads {
  const known = new Map<string, string[]>()
  return {
    async take(key) {
      const [first, ...rest] = known.get(key) ?? []
      if (rest.length > 0) known.set(key, rest)
      else known.delete(key)
      return first
    },
    async put(key, session) {
      const sessions = [...(known.get(key) ?? []), session].slice(-mostAlike)
      known.delete(key)
      known.set(key, sessions)
      for (const oldest of known.keys()) {
        if (known.size <= mostHeads) return
        known.delete(oldest)
      }
    },
  }
}

/** Places that nobody went on from for so long are forgotten, in milliseconds. */
const keptMs = 30 * 86_400_000

/** A file for each place, in one folder, so that any process may take it, and only one does. */
export function headsOnDisk(folder: string, now: () => number): Heads {
  const tidied = once(() => removeOld(folder, now() - keptMs))
  return {
    async take(key) {
      for (const i of alike) {
        const session = await takeFile(join(folder, `${key}.${i}`))
        if (session) return session
      }
      return undefined
    },
    async put(key, session) {
      await ensureDir(folder)
      void tidied()
      for (const i of alike) {
        const free = await writeFile(join(folder, `${key}.${i}`), session, { flag: 'wx', mode: fileMode }).then(
          () => true,
          (error) => (codeOf(error) === 'EEXIST' ? false : Promise.reject(error)),
        )
        if (free) return
      }
    },
  }
}

/** The content of a file that is ours alone from here on; undefined where somebody else was first. */
async function takeFile(path: string): Promise<string | undefined> {
  const mine = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await rename(path, mine)
    const session = await readFile(mine, 'utf8')
    await unlink(mine)
    return session
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const old = await stat(path).catch(() => undefined)
    if (old && old.mtimeMs < before) await unlink(path).catch(() => {})
  }
}

/** The commands of Redis that the places need. */
interface ListStore {
  lpop(key: string): Promise<string | null>
  rpush(key: string, value: string): Promise<unknown>
  pexpire(key: string, ms: number): Promise<unknown>
}

/** Places that all processes on one Redis share. */
export function headsInRedis(redis: ListStore): Heads {
  const keyOf = (key: string) => `assistant:head:{${key}}`
  return {
    take: async (key) => (await redis.lpop(keyOf(key))) ?? undefined,
    async put(key, session) {
      await Promise.all([redis.rpush(keyOf(key), session), redis.pexpire(keyOf(key), keptMs)])
    },
  }
}
