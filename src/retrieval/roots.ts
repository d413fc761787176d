import { join } from 'node:path'
import { ensureDir } from '../std/fs/files.ts'
import { withLock } from '../std/fs/lock.ts'
import { readBackup, readState, stateText, writeState } from '../std/fs/state-file.ts'

/**
 * The files of a library: everything below the `documents`, and nothing below the paths that were taken out again.
 * Absolute paths.
 */
export interface Chosen {
  documents: string[]
  without: string[]
}

/** True for the path itself and everything in that folder. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
}

/** Of what was added and taken out above a path, the nearest decides. */
export function isChosen(path: string, { documents, without }: Chosen): boolean {
  const nearest = (all: string[]) =>
    Math.max(-1, ...all.filter((one) => isBelow(path, one)).map(({ length }) => length))
  return nearest(documents) > nearest(without)
}

/** With these paths. What was taken out below one of them stays out until it is added by its own name. */
export function withAdded({ documents, without }: Chosen, paths: readonly string[]): Chosen {
  const left = without.filter((one) => !paths.includes(one))
  return tidyChosen({ documents: [...documents, ...paths], without: left })
}

/** Without these paths and all that is below them. */
export function withTaken({ documents, without }: Chosen, paths: readonly string[]): Chosen {
  const outside = (all: string[]) => all.filter((one) => !paths.some((path) => isBelow(one, path)))
  return tidyChosen({ documents: outside(documents), without: [...outside(without), ...paths] })
}

/** Only what changes something: an entry whose folder is chosen, or not, just as it is itself says nothing. */
function tidyChosen({ documents, without }: Chosen): Chosen {
  const all = { documents: [...new Set(documents)].sort(), without: [...new Set(without)].sort() }
  const above = (path: string): Chosen => ({
    documents: all.documents.filter((one) => one !== path),
    without: all.without.filter((one) => one !== path),
  })
  return {
    documents: all.documents.filter((one) => !isChosen(one, above(one))),
    without: all.without.filter((one) => isChosen(one, above(one))),
  }
}

/** The chosen paths, in a file that a person can read. */
export class RootList {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Of a damaged file, what the program last wrote there. */
  async read(): Promise<Chosen> {
    return (await readState(this.#path, rootsOf)) ?? readBackup(this.#path, rootsOf) ?? { documents: [], without: [] }
  }

  /** Alone among all processes. */
  async change(edit: (before: Chosen) => Chosen): Promise<void> {
    await ensureDir(join(this.#path, '..'))
    await withLock(this.#path, async () => {
      const { documents, without } = edit(await this.read())
      const kept = { documents, ...(without.length > 0 ? { without } : {}) }
      await writeState(this.#path, stateText(kept))
    })
  }
}

/** Read the chosen paths out of a file's content; undefined if it is no list of ours. */
export function rootsOf(value: unknown): Chosen | undefined {
  const { documents, without = [] } = (value ?? {}) as { documents?: unknown; without?: unknown }
  return arePaths(documents) && arePaths(without) ? { documents, without } : undefined
}

const arePaths = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
