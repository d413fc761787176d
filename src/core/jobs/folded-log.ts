import { dirname } from 'node:path'
import { AssistantError, type Id, type Json, type UndoOutcome } from '../../protocol/index.ts'
import { type FileFault, tellFaults, tellUnreadable } from '../../std/fs/damage.ts'
import { markOf } from '../../std/fs/file-cache.ts'
import { codeOf, ensureDir } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { healLog, openTwinLog, readTwinLog, writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { oneByOne } from '../../std/once.ts'
import { addToTrace, readTrace, standsAs, type Trace } from './trace.ts'

/** Size in bytes above which the file is written anew with what still matters. */
const tidyBytes = 256 << 10

/** Parts of a log of numbered things: recognising a line, applying it, and shortening a long log. */
export interface LogOf<Item, Entry extends object> {
  isEntry(value: unknown): value is Entry
  fold(all: Map<Id, Item>, entry: Entry): void
  /** The lines that say the same in fewer; a log without it is only ever added to. */
  tidied?(all: ReadonlyMap<Id, Item>): Entry[]
  /** The lines that make one stand as it did; null: it was not there. */
  restored(id: Id, item: Item | null): Entry[]
  /** The part of one that only people change, where it also changes by itself. */
  planned?(item: Json): Json
  /** Loads what reading this line needs. */
  prepare?(value: unknown): Promise<void>
}

type Decide<Item, Entry, T> = (all: ReadonlyMap<Id, Item>) => {
  entries: Entry[]
  /** Sees what stands afterwards. */
  result(after: ReadonlyMap<Id, Item>): T
}

/**
 * Numbered things of one home in a log that several processes append to under a lock. What a method returns is on the
 * disk; every decision is made under the lock on the newest state, so that no two processes decide the same thing.
 */
export class FoldedLog<Item, Entry extends object> {
  readonly path: string
  readonly #of: LogOf<Item, Entry>
  #seen: string | undefined
  readonly #inTurn = oneByOne()
  /** Nothing of what was seen was damaged. */
  #isWhole = false
  #all: ReadonlyMap<Id, Item> = new Map()
  /**
   * Lines of what was seen that say nothing known: of another program, or of another version of this one. They stay.
   */
  #unknown: readonly object[] = []

  constructor(path: string, of: LogOf<Item, Entry>) {
    this.path = path
    this.#of = of
  }

  /** Everything as it stands on disk; read again only when the file has changed. */
  all(): Promise<ReadonlyMap<Id, Item>> {
    // One reading after the other, and none beside a change: an older one that ends later would be believed.
    return markOf(this.path) === (this.#seen ?? '?')
      ? Promise.resolve(this.#all)
      : this.#inTurn(() => this.#readAgain())
  }

  async #readAgain(): Promise<ReadonlyMap<Id, Item>> {
    const mark = markOf(this.path)
    if (mark === undefined || mark !== this.#seen) {
      this.#isWhole = true
      try {
        this.#all = await this.#read(() => (this.#isWhole = false))
        this.#seen = mark
      } catch (error) {
        tellUnreadable(this.path, error)
        return new Map()
      }
    }
    return this.#all
  }

  /** Decides on the newest state and writes that down; `trace` is told what changed. Throws `storage`. */
  change<T>(decide: Decide<Item, Entry, T>, trace?: Trace): Promise<T> {
    // One after the other: waiting here is in order, waiting for a lock is not.
    return this.#inTurn(() => this.#change(decide, trace))
  }

  /** Makes everything of a trace stand as before, unless something of it has changed since. */
  takeBack(kept: Json): Promise<UndoOutcome> {
    const trace = readTrace(kept)
    if (!trace) return Promise.resolve('changed')
    return this.change((all) => {
      const isBack = standsAs(all, trace, 'before')
      const isOpen = !isBack && standsAs(all, trace, 'after', this.#of.planned)
      const entries = isOpen
        ? trace.toReversed().flatMap(({ id, before }) => this.#of.restored(id, before as Item | null))
        : []
      return { entries, result: (): UndoOutcome => (isBack || isOpen ? 'undone' : 'changed') }
    })
  }

  async #change<T>(decide: Decide<Item, Entry, T>, trace?: Trace): Promise<T> {
    try {
      await ensureDir(dirname(this.path))
      return await withLock(this.path, async () => {
        const all = await this.#whole()
        const { entries, result } = decide(all)
        const after = await this.#append(all, entries)
        this.#seen = markOf(this.path)
        this.#all = after
        this.#isWhole = true
        if (trace) addToTrace(trace, all, after)
        return result(after)
      })
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })
    }
  }

  async #whole(): Promise<ReadonlyMap<Id, Item>> {
    if (this.#isWhole && this.#seen !== undefined && markOf(this.path) === this.#seen) return this.#all
    let isWhole = true
    const all = await this.#read(() => (isWhole = false))
    if (isWhole) return all
    await healLog(this.path)
    return this.#read()
  }

  async #append(all: ReadonlyMap<Id, Item>, entries: Entry[]): Promise<ReadonlyMap<Id, Item>> {
    if (entries.length === 0) return all
    const log = await openTwinLog(this.path)
    try {
      await log.append(entries, true)
    } finally {
      await log.close()
    }
    const after = new Map(all)
    for (const entry of entries) {
      await this.#of.prepare?.(entry)
      this.#of.fold(after, entry)
    }
    const tidied = log.size > tidyBytes ? this.#of.tidied?.(after) : undefined
    if (tidied) await writeTwinLog(this.path, [...this.#unknown, ...tidied])
    return after
  }

  /** `damaged` is called when lines are not as they were written; a line that says nothing is only told. */
  async #read(damaged?: () => void): Promise<Map<Id, Item>> {
    const all = new Map<Id, Item>()
    const [faults, unknown, values]: [FileFault[], FileFault[], object[]] = [[], [], []]
    for await (const { value, from } of readTwinLog(this.path, 0, (found) => void faults.push(...found))) {
      await this.#of.prepare?.(value)
      if (this.#of.isEntry(value)) this.#of.fold(all, value)
      else {
        unknown.push({ kind: 'unknown', at: from, of: JSON.stringify(value) })
        values.push(value)
      }
    }
    this.#unknown = values
    if (faults.some(({ kind }) => kind !== 'newer')) damaged?.()
    await tellFaults(this.path, [...faults, ...unknown])
    return all
  }
}

/** The number of the next one: small, so that a person can say it. */
export function nextNumber(all: ReadonlyMap<Id, unknown>): Id {
  return String(Math.max(0, ...[...all.keys()].map(Number).filter(Number.isFinite)) + 1)
}
