import { readdir, readFile, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Id } from '../../protocol/index.ts'
import { ensureDir, fileExists, isMissing, writeAtomic } from '../../std/fs/files.ts'
import { openLog, readLog } from '../../std/fs/jsonl.ts'
import { once } from '../../std/once.ts'
import { type BytesStore, type PathState, readPathStates } from './entry.ts'

/** A change of files by one tool call, or by taking others back: what stood at each path before, and after. */
export interface FileChange {
  id: Id
  /** The tool that made the change, or `rewind`. */
  by: string
  before: Record<string, PathState>
  /** State afterwards; absent when the program ended before it was recorded. */
  after?: Record<string, PathState>
}

/** A rewind of a conversation, so that it can be taken back. */
export interface Rewind {
  id: Id
  at: number
  /** The conversation whose turns were left. */
  from: Id
  /** Paths and how they stood before it and after it. */
  before: Record<string, PathState>
  after: Record<string, PathState>
  /** It was taken back. */
  undone?: true
}

/** Age in milliseconds after which checkpoints are deleted. */
const keptMs = 30 * 24 * 3_600_000

/**
 * The content of files before and after our tools changed them: a log per turn (a fork keeps the turns it began with),
 * the bytes by their hash. An entry of 30 days goes.
 */
export class CheckpointStore implements BytesStore {
  readonly #folder: string
  readonly #now: () => number
  readonly #ready: () => Promise<void>

  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
    this.#ready = once(async () => {
      await Promise.all(['turns', 'bytes', 'rewinds'].map((name) => ensureDir(join(folder, name))))
      await this.#forget()
    })
  }

  async keep(bytes: Uint8Array, hash: string): Promise<void> {
    await this.#ready()
    const path = join(this.#folder, 'bytes', hash)
    const now = new Date(this.#now())
    if (await fileExists(path)) await utimes(path, now, now)
    else await writeAtomic(path, bytes)
  }

  bytesOf(hash: string): Promise<Buffer> {
    return readFile(join(this.#folder, 'bytes', hash))
  }

  /**
   * Runs `work`, which may change these paths, and notes how they stood before it, on disk before it begins, and
   * after it.
   */
  async around<T>(
    turn: Id,
    change: { id: Id; by: string; paths: readonly string[] },
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#ready()
    const { id, by, paths } = change
    const before = await readPathStates(paths, this)
    await this.#append('turns', turn, { id, by, before: Object.fromEntries(before) })
    try {
      return await work()
    } finally {
      const after = await readPathStates([...new Set([...paths, ...before.keys()])], this)
      await this.#append('turns', turn, { id, after: Object.fromEntries(after) })
    }
  }

  /** Changes of these turns, in order. */
  async changes(turns: readonly Id[]): Promise<FileChange[]> {
    const found: FileChange[] = []
    for (const turn of turns)
      for await (const { value } of readLog(this.#path('turns', turn))) {
        const line = value as Partial<FileChange> & { id: Id }
        const begun = found.find(({ id }) => id === line.id)
        if (line.before && line.by !== undefined) found.push({ id: line.id, by: line.by, before: line.before })
        else if (begun && line.after) begun.after = line.after
      }
    return found
  }

  /**
   * Notes that changes were taken back: as a change of the turn that was the last one, and for the conversation that
   * goes on.
   */
  async rewound(turn: Id, conversation: Id, rewind: Rewind): Promise<void> {
    await this.#ready()
    const { id, before, after } = rewind
    await this.#append('turns', turn, { id, by: 'rewind', before })
    await this.#append('turns', turn, { id, after })
    await this.#append('rewinds', conversation, { ...rewind })
  }

  /** The last rewind of a conversation that was not taken back. */
  async lastRewind(conversation: Id): Promise<Rewind | undefined> {
    const all = new Map<Id, Rewind>()
    for await (const { value } of readLog(this.#path('rewinds', conversation))) {
      const line = value as Rewind
      all.set(line.id, { ...all.get(line.id), ...line })
    }
    return [...all.values()].findLast(({ undone }) => !undone)
  }

  async undone(conversation: Id, id: Id): Promise<void> {
    await this.#append('rewinds', conversation, { id, undone: true })
  }

  #path(kind: 'turns' | 'rewinds', name: Id): string {
    return join(this.#folder, kind, `${name}.jsonl`)
  }

  async #append(kind: 'turns' | 'rewinds', name: Id, line: object): Promise<void> {
    const log = await openLog(this.#path(kind, name))
    try {
      await log.append([line], true)
    } finally {
      await log.close()
    }
  }

  async #forget(): Promise<void> {
    const before = this.#now() - keptMs
    for (const kind of ['turns', 'bytes', 'rewinds'])
      for (const name of await readdir(join(this.#folder, kind))) {
        const path = join(this.#folder, kind, name)
        const { mtimeMs } = await stat(path).catch(ignoreMissing)
        if (mtimeMs < before) await unlink(path).catch(ignoreMissing)
      }
  }
}

/** Ignores missing files: another process may delete the same checkpoints. */
function ignoreMissing(error: unknown): { mtimeMs: number } {
  if (isMissing(error)) return { mtimeMs: Number.POSITIVE_INFINITY }
  throw error
}

/** The checkpoints of a home. */
export function checkpointsOf(home: string, now: () => Date): CheckpointStore {
  return new CheckpointStore(join(home, 'checkpoints'), () => +now())
}
