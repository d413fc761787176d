import { dirname } from 'node:path'
import { type FileFault, tellFaults } from '../../std/fs/damage.ts'
import { codeOf, ensureDir, inodeOf, syncDir } from '../../std/fs/files.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { healLog, openTwinLog, readTwinLog } from '../../std/fs/mirrored-log.ts'
import { oneByOne } from '../../std/once.ts'
import { type Books, type Entry, emptyBooks, enterAll, isEntry, unfitEntry } from './ledger-entries.ts'

/** Lines to write, and what is answered once they are on the disk. */
interface Decision<T> {
  lines: Entry[]
  result: T
}

/** The books, and whether every line of the file is as it was written. */
interface Reading {
  books: Books
  isWhole: boolean
}

/** The append-only file: read from where the last reading ended, changed under a lock. */
export class BookFile {
  readonly #path: string
  readonly #opening: readonly number[]
  readonly #now: () => number
  #known = { offset: 0, inode: 0, books: emptyBooks() }
  readonly #inTurn = oneByOne()
  readonly #changeInTurn = oneByOne()

  /** `opening`: deposits, in won, that a file without any move begins with. */
  constructor(path: string, opening: readonly number[], now: () => number) {
    this.#path = path
    this.#opening = opening
    this.#now = now
  }

  /** The books as they stand; what a disk did to the file is mended from its copy first, since the balance decides. */
  async read(): Promise<Books> {
    const { books, isWhole } = await this.#readOnce()
    if (isWhole) return books
    return withLock(this.#path, () => this.#readWhole()).catch((error) => {
      // If nothing can be written, the result is the readable part.
      if (codeOf(error) === undefined && !(error instanceof LockBusy)) throw error
      return books
    })
  }

  /** The caller holds the lock. */
  async #readWhole(): Promise<Books> {
    const { books, isWhole } = await this.#readOnce()
    if (isWhole) return books
    await healLog(this.#path)
    return (await this.#readOnce()).books
  }

  /**
   * The books, and whether every line of the file is as it was written. One reading after the other: two that began at
   * the same place would enter the same lines twice.
   */
  #readOnce(): Promise<Reading> {
    return this.#inTurn(() => this.#readOn())
  }

  /** Reads on from where the last reading ended; only `#readOnce` may call it. */
  async #readOn(): Promise<Reading> {
    const inode = inodeOf(this.#path)
    const known = inode === this.#known.inode ? this.#known : { offset: 0, inode, books: emptyBooks() }
    const [entries, faults, unknown]: [Entry[], FileFault[], FileFault[]] = [[], [], []]
    let { offset } = known
    for await (const { value, from, to } of readTwinLog(this.#path, offset, (found) => void faults.push(...found))) {
      if (isEntry(value)) entries.push(value)
      else unknown.push({ kind: 'unknown', at: from, of: JSON.stringify(value) })
      offset = to
    }
    // Another file took its place meanwhile: its lines begin elsewhere.
    if (inodeOf(this.#path) !== inode) return this.#readOn()
    const isWhole = !faults.some(({ kind }) => kind !== 'newer')
    const books = enterAll(known.books, entries)
    this.#known = { offset, inode, books }
    // Bookings of a newer version are not known: then nothing can be said of the balance.
    if (books.unbalanced > known.books.unbalanced && !faults.some(({ kind }) => kind === 'newer'))
      faults.push({ kind: 'missing', at: offset, of: `balance ${offset}` })
    await tellFaults(this.#path, [...faults, ...unknown])
    return { books, isWhole }
  }

  /** Reads, decides and writes as one step that nobody can come between. The lines are on the disk when it resolves. */
  change<T>(decide: (books: Books) => Decision<T>): Promise<T> {
    const work = async () => {
      const before = await this.#readWhole()
      const opening = before.moves.length > 0 ? [] : this.#openingEntries()
      const start = enterAll(before, opening)
      const { lines, result } = decide(start)
      const unfit = unfitEntry(start, lines, this.#opening.length > 0)
      if (unfit) throw new Error(`the ledger would not agree with itself: ${JSON.stringify(unfit)}`)
      if (lines.length > 0) await this.#append([...opening, ...lines])
      return result
    }
    // One after the other here, so that many turns of one process do not race each other for the lock.
    return this.#changeInTurn(async () => {
      await ensureDir(dirname(this.#path))
      return withLock(this.#path, work)
    })
  }

  #openingEntries(): Entry[] {
    return this.#opening.map((amount) => ({ type: 'deposit', at: this.#now(), amount }))
  }

  async #append(lines: readonly Entry[]) {
    const log = await openTwinLog(this.#path)
    const first = log.size === 0
    try {
      await log.append(lines, true)
      if (first) await syncDir(dirname(this.#path))
    } finally {
      await log.close()
    }
  }
}
