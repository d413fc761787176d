import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, ensureDir, isClosedError, isMissing, writeAtomic } from '../../std/fs/files.ts'
import { fileMark, type SharedFile } from '../shared-file.ts'
import { newDeviceId } from './identity.ts'
import type { RoundOptions } from './round.ts'

/** A round that has begun. */
export interface StartedRound extends RoundOptions {
  folders: RoundFolders
}

/** Hidden file in a folder with a name of its own: it goes along with a drive, and with a copy of the home. */
const folderMark = '.sync-folder'

/**
 * The folders of a home, each of which may lie on a drive of its own. One that is not the folder that was read last is
 * in its place, or was away meanwhile: what it lacks was not removed.
 */
export class RoundFolders {
  readonly #options: RoundOptions
  readonly #doubted: ReadonlySet<string>
  readonly #lacking: ReadonlySet<string>
  readonly #unread = new Set<string>()

  constructor(options: RoundOptions) {
    this.#options = options
    const doubted = options.isReplaced ? [] : this.#shared().filter(({ name, path }) => this.#isAnother(name, path))
    this.#doubted = new Set(doubted.map(({ name }) => name))
    this.#lacking = new Set(this.#doubted.size > 0 ? this.#findLacking() : [])
  }

  /** True for a file that lies in another folder than the one that was read last. */
  isOther(file: SharedFile): boolean {
    return this.#doubted.has(folderOf(file.name) ?? '')
  }

  /** True for a file whose folder can be told from another one in its place. */
  isNamed(name: string): boolean {
    return this.#known(folderOf(name) ?? '') !== undefined
  }

  /**
   * True for a file whose folder is not there: nothing is written to what is in its place until somebody decides. What
   * it lacks may come back with it.
   */
  isAway(file: SharedFile): boolean {
    const { really, putBack, merged } = this.#options
    const isDecided = really || putBack || merged?.has(file.kind)
    return !isDecided && this.isOther(file) && this.#lacking.has(folderOf(file.name) ?? '')
  }

  /** Take note of a file that is there and could not be read: its folder is doubted further. */
  noteUnread({ name }: SharedFile): void {
    this.#unread.add(folderOf(name) ?? '')
  }

  /** Give a folder a name before anything is written to it. */
  async claim(files: readonly SharedFile[]): Promise<void> {
    const names = new Set(files.map(({ name }) => folderOf(name)))
    for (const { name, path } of this.#shared())
      if (names.has(name) && !this.#doubted.has(name) && this.#known(name) === undefined) {
        await ensureDir(path)
        await this.#keep(name, path)
      }
  }

  /** Note the folders that were read as a whole. */
  async accept(): Promise<void> {
    for (const { name, path, kind } of this.#shared()) {
      const file = { name: `home/${name}/`, kind } as SharedFile
      if (hasEntries(path) && !this.#unread.has(name) && !this.isAway(file)) await this.#keep(name, path)
    }
  }

  #shared() {
    return this.#options.files.folders?.() ?? []
  }

  #known(name: string): string | undefined {
    return this.#options.replica.text(`folder:${name}`)
  }

  #isAnother(name: string, path: string): boolean {
    const known = this.#known(name)
    return known !== undefined && hasEntries(path) && markIn(path) !== known
  }

  /** Keep the name that a folder has, or give it one. A folder that nobody can write to has none. */
  async #keep(name: string, path: string): Promise<void> {
    const own = markIn(path) ?? (await writeMark(path))
    if (own !== undefined && own !== this.#known(name)) this.#options.replica.setText(`folder:${name}`, own)
  }

  *#findLacking(): Generator<string> {
    const { replica, files } = this.#options
    for (const [name, mark] of replica.marks()) {
      const folder = folderOf(name)
      const file = mark === undefined || folder === undefined ? undefined : files.named(name)
      if (file && fileMark(file.path) === undefined && !files.isRemoved?.(name)) yield folder as string
    }
  }
}

/** The folder of the home in which a file lies; undefined for one that lies in the home itself. */
function folderOf(name: string): string | undefined {
  const [root, folder, ...below] = name.split('/')
  return root === 'home' && below.length > 0 ? folder : undefined
}

/**
 * False for a folder that is gone or empty: a place where a drive is not connected. Nobody sees what a closed one has.
 */
export function hasEntries(path: string): boolean {
  try {
    return readdirSync(path).length > 0
  } catch (error) {
    if (isMissing(error) || isClosedError(error)) return false
    throw error
  }
}

function markIn(folder: string): string | undefined {
  try {
    return /^[a-z0-9]{16}$/m.exec(readFileSync(join(folder, folderMark), 'utf8'))?.[0]
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}

async function writeMark(folder: string): Promise<string | undefined> {
  const own = newDeviceId()
  try {
    await writeAtomic(join(folder, folderMark), `${own}\n`)
    return own
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}
