import { dirname } from 'node:path'
import { ensureDir, syncDir } from '../../std/fs/files.ts'
import { openLog, readLog } from '../../std/fs/jsonl.ts'
import { withLock } from '../../std/fs/lock.ts'
import { type Books, type Entry, emptyBooks, enterAll } from './books.ts'

/** Lines to write, and what is answered once they are on the disk. */
interface Decision<T> {
  lines: Entry[]
  result: T
}

/** The append-only file: read from where the last reading ended, changed under a lock. */
export class BookFile {
  readonly #path: string
  readonly #opening: readonly number[]
  readonly #now: () => number
  #known = { offset: 0, books: emptyBooks() }
  #last: Promise<unknown> = Promise.resolve()

  /** `opening`: deposits, in won, that a file without any move begins with. */
  constructor(path: string, opening: readonly number[], now: () => number) {
    this.#path = path
    this.#opening = opening
    this.#now = now
  }

  async read(): Promise<Books> {
    const entries: Entry[] = []
    let { offset } = this.#known
    for await (const { value, to } of readLog(this.#path, offset)) {
      entries.push(value as Entry)
      offset = to
    }
    if (entries.length > 0) this.#known = { offset, books: enterAll(this.#known.books, entries) }
    return this.#known.books
  }

  /** Reads, decides and writes as one step that nobody can come between. The lines are on the disk when it resolves. */
  change<T>(decide: (books: Books) => Decision<T>): Promise<T> {
    const work = async () => {
      const before = await this.read()
      const opening = before.moves.length > 0 ? [] : this.#openingEntries()
      const { lines, result } = decide(enterAll(before, opening))
      if (lines.length > 0) await this.#append([...opening, ...lines])
      return result
    }
    // One after the other here, so that many turns of one process do not race each other for the lock.
    const result = this.#last.then(() => ensureDir(dirname(this.#path))).then(() => withLock(this.#path, work))
    this.#last = result.catch(() => {})
    return result
  }

  #openingEntries(): Entry[] {
    return this.#opening.map((amount) => ({ type: 'deposit', at: this.#now(), amount }))
  }

  async #append(lines: readonly Entry[]) {
    const log = await openLog(this.#path)
    const first = log.size === 0
    try {
      await log.append(lines, true)
      if (first) await syncDir(dirname(this.#path))
    } finally {
      await log.close()
    }
  }
}
