import { dirname, join } from 'node:path'
import type { Id } from '../../protocol/index.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'

/** The lines of the last look at what a schedule watches, in a file of the home: the log holds only their marks. */
export class WatchedLines {
  readonly #folder: string

  constructor(home: string) {
    this.#folder = join(home, 'watches')
  }

  async read(schedule: Pick<WatchedKey, 'id' | 'createdAt'>): Promise<string[]> {
    return ((await readTextIfThere(this.#path(schedule))) ?? '').split('\n').filter(Boolean)
  }

  /** Keeps new lines, with those of before: a process that dies before the log says so still knows both. */
  async write(schedule: WatchedKey, lines: readonly string[]): Promise<void> {
    const path = this.#path(schedule)
    await ensureDir(dirname(path))
    await writeAtomic(path, lines.join('\n'))
  }

  #path({ id, createdAt }: WatchedKey): string {
    return join(this.#folder, `${id}-${createdAt}.txt`)
  }
}

interface WatchedKey {
  id: Id
  createdAt: number
}
