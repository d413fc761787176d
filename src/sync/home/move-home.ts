import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ensureDir, isMissing, writeAtomic } from '../../std/fs/files.ts'
import { holderOf, LockBusy } from '../../std/fs/lock.ts'
import type { Places } from '../kept-files.ts'
import { type HomeStore, metaKey, removeHome } from './home-store.ts'
import { isSharedName } from './shared-names.ts'

/** A place that a home can be moved from and to. Names have `/`, as in a home that is one folder. */
export interface HomePlace {
  /** Every shared file. Throws `LockBusy` where a program uses the home. */
  list(): Promise<string[]>
  read(name: string): Promise<Buffer | undefined>
  /** Makes a place ready; false where another home is. */
  begin(): Promise<boolean>
  write(name: string, bytes: Buffer): Promise<void>
  /** The written state counts from now on. */
  finish(): Promise<void>
  /** The home is elsewhere now. Returns where its files are kept, where they are. */
  retire(): Promise<string | undefined>
  /** Nothing was moved after all: it is used again as it was. */
  keep(): Promise<void>
}

/** A file that was not the same after it was moved. */
export class MoveDiffers extends Error {
  override name = 'MoveDiffers'
}

/**
 * Moves a home. Every file is read back and compared before the old one counts no more. Undefined where another home is
 * in the way; else how many files there are and where the old ones are kept.
 */
export async function moveHome(
  from: HomePlace,
  to: HomePlace,
): Promise<{ files: number; keptAt: string | undefined } | undefined> {
  const names = await from.list()
  try {
    if (!(await to.begin())) return void (await from.keep())
    for (const name of names) await to.write(name, (await from.read(name)) ?? Buffer.alloc(0))
    for (const name of names) {
      const [before, after] = await Promise.all([from.read(name), to.read(name)])
      if (!before || !after?.equals(before)) throw new MoveDiffers(name)
    }
    const more = (await to.list()).find((name) => !names.includes(name))
    if (more !== undefined) throw new MoveDiffers(more)
  } catch (error) {
    await from.keep()
    throw error
  }
  await to.finish()
  return { files: names.length, keptAt: await from.retire() }
}

/** A home on this machine's disk. `stamp`: part of the name of the folder in which its files are kept. */
export function folderHome(places: Pick<Places, 'home' | 'config' | 'state'>, stamp: string): HomePlace {
  const { home, config, state } = places
  const pathOf = (name: string) =>
    name.startsWith('state/')
      ? join(state, name.slice('state/'.length))
      : beside.has(name)
        ? join(dirname(config), name === 'config.json' ? basename(config) : name)
        : join(home, name)
  const names = () => {
    const found = new Set([...namesBelow(home, ''), ...namesBelow(state, 'state/'), ...beside])
    return [...found].filter((name) => isSharedName(name) && readIfThere(pathOf(name)) !== undefined).sort()
  }
  return {
    async list() {
      for (const folder of new Set([home, dirname(config), state])) await refuseUsed(folder)
      return names()
    },
    read: async (name) => readIfThere(pathOf(name)),
    begin: async () => names().length === 0,
    async write(name, bytes) {
      await ensureDir(dirname(pathOf(name)))
      await writeAtomic(pathOf(name), bytes)
    },
    finish: async () => {},
    async retire() {
      const kept = join(home, 'backups', `moved-${stamp}`)
      for (const name of names()) {
        await ensureDir(dirname(join(kept, name)))
        await rename(pathOf(name), join(kept, name))
      }
      return kept
    },
    keep: async () => {},
  }
}

/** Files that stand beside the settings. */
const beside = new Set(['config.json', 'keybindings.json', 'mcp.json', 'telegram.json', 'http-tokens.json'])

function namesBelow(folder: string, prefix: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((one) => one.isFile())
      .map((one) => prefix + join(one.parentPath, one.name).slice(folder.length + 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(join(folder, '.locks')).catch((error) => (isMissing(error) ? [] : Promise.reject(error)))
  for (const name of names) {
    const holder = await holderOf(join(folder, name))
    if (holder) throw new LockBusy(join(folder, name), holder)
  }
}

/** The name of a home while it is moved: nobody opens it, and what others still write is refused. */
const moving = 'moving-'

/** True for the id of a home that is being moved, or whose move was killed. */
export const isMoving = (id: string): boolean => id.startsWith(moving)

/** A home in Redis. */
export function redisHome(store: HomeStore): HomePlace {
  const own = moving + randomUUID()
  let before: string | null = null
  const idNow = (id: string) => store.hset(metaKey, 'id', id)
  const read = async (name: string) => {
    const [info, , bytes] = await store.homeFileBuffer(metaKey, own, name, '?', 0)
    return info && info.length > 0 && !/ - /.test(String(info)) ? bytes : undefined
  }
  return {
    async list() {
      if (before === null) before = await store.homeOpen(metaKey, '')
      if (before !== null && before !== own) await idNow(own)
      const [, , , ...pairs] = await store.homeChanges(metaKey, own, '0', '')
      return pairs.filter((_, at) => at % 2 === 0 && !/ - /.test(pairs[at + 1] ?? '')).sort()
    },
    read,
    async begin() {
      const id = await store.homeOpen(metaKey, own)
      if (id === own) return true
      if (!isMoving(id ?? '')) return false
      // The move before this one was killed.
      await removeHome(store)
      return (await store.homeOpen(metaKey, own)) === own
    },
    async write(name, bytes) {
      const answer = await store.homeStore(metaKey, own, randomUUID(), '', '', '', 'written', name, '', bytes)
      if (!answer.startsWith('stored')) throw new Error(`the store refused a file: ${answer}`)
    },
    finish: async () => void (await idNow(randomUUID())),
    async retire() {
      await removeHome(store)
      return undefined
    },
    keep: async () => void (before !== null && (await idNow(before))),
  }
}
