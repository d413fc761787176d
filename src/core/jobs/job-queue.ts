import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onDisk } from '../../memory/storage-failure.ts'
import { AssistantError, type Id, type JsonObject } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { quarantineFile } from '../../std/fs/damage.ts'
import {
  ensureDir,
  isMissing,
  makeDurable,
  removeFile,
  renamePath,
  unlessSystem,
  writeAtomic,
  writeUnsynced,
} from '../../std/fs/files.ts'

/** A background job. Its file stays until some process has done it. */
export interface Job {
  id: Id
  kind: string
  data: JsonObject
  /** The number of failed attempts. */
  tries: number
}

export interface JobQueue {
  /**
   * Resolves when the job outlives this process; on the disk it is a moment later, so that no answer waits for it.
   * Throws `storage`.
   */
  put(kind: string, id: Id, data: JsonObject): Promise<void>
  /** Waiting jobs, oldest first. */
  waiting(): Promise<Job[]>
  /**
   * Does what waits and what comes, until the signal aborts; jobs that are done together come with the first of them.
   * Only one process may run it at a time (`runExclusively`). `once`: returns when everything that is due was tried.
   */
  run(work: JobHandler, signal: AbortSignal, once?: boolean): Promise<void>
}

type JobHandler = (job: Job, signal: AbortSignal, along: readonly Job[]) => Promise<void>

/** Jobs that are done together, and the time from which they need not wait for more of their kind. */
export interface Batching {
  /** The same for jobs that belong together; undefined for one that is done alone and at once. */
  groupOf(job: Job): string | undefined
  /** So many are enough to begin, and no more are done at once. */
  most: number
  /** After so long the oldest does not wait for others any more, in milliseconds. */
  waitMs: number
  /** Time at which a job was put, in milliseconds since 1970. */
  putAt(job: Job): number
}

/** After so many failures a job is set aside as `<id>.failed`: its words stay. */
const mostTries = 3
/** Intervals of looking for jobs of other processes and of resting after a failure, in milliseconds. */
const lookMs = 15_000
const restMs = 30_000

/** A queue of small jobs, one file each, in a folder. */
export function openQueue(folder: string, now: () => Date, batching?: Batching): JobQueue {
  return new FolderQueue(folder, now, batching)
}

class FolderQueue implements JobQueue {
  readonly #folder: string
  readonly #now: () => Date
  readonly #batching: Batching | undefined
  /** Jobs that an earlier process left have waited long enough. */
  readonly #openedAt: number
  readonly #resting = new Map<Id, number>()
  #kick = Promise.withResolvers<void>()

  constructor(folder: string, now: () => Date, batching: Batching | undefined) {
    this.#folder = folder
    this.#now = now
    this.#batching = batching
    this.#openedAt = +now()
  }

  waiting(): Promise<Job[]> {
    return readJobs(this.#folder, this.#now())
  }

  async put(kind: string, id: Id, data: JsonObject): Promise<void> {
    await this.#save({ id, kind, data, tries: 0 }, writeUnsynced)
    this.#kick.resolve()
    // It may be done, and gone, by then.
    void makeDurable(this.#file(id)).catch(unlessSystem)
  }

  async run(work: JobHandler, signal: AbortSignal, once = false): Promise<void> {
    while (!signal.aborted) {
      this.#kick = Promise.withResolvers()
      const at = { now: +this.#now(), openedAt: this.#openedAt, all: once }
      for (const jobs of dueJobs(await this.#rested(), this.#batching, at)) {
        if (signal.aborted) return
        await this.#attempt(jobs, work, signal)
      }
      if (once) return
      await Promise.race([this.#kick.promise, sleep(lookMs, signal).catch(() => {})])
    }
  }

  async #rested(): Promise<Job[]> {
    return (await this.waiting()).filter(({ id }) => (this.#resting.get(id) ?? 0) <= +this.#now())
  }

  async #attempt(jobs: readonly [Job, ...Job[]], work: JobHandler, signal: AbortSignal) {
    const [first, ...along] = jobs
    try {
      await work(first, signal, along)
      for (const job of jobs) await removeFile(this.#file(job.id)).catch(unlessMissing)
    } catch (error) {
      if (signal.aborted) return
      for (const job of jobs) await this.#putBack(job)
      if (!(error instanceof AssistantError)) throw error
    }
  }

  /** A job that failed rests; after the last try it is set aside. */
  async #putBack(job: Job) {
    const tries = job.tries + 1
    this.#resting.set(job.id, +this.#now() + restMs)
    await this.#save({ ...job, tries })
    if (tries >= mostTries)
      await renamePath(this.#file(job.id), join(this.#folder, `${job.id}.failed`)).catch(unlessMissing)
  }

  async #save(job: Job, write: (path: string, text: string) => Promise<void> = writeAtomic) {
    await onDisk(this.#folder, async () => {
      await ensureDir(this.#folder)
      await write(this.#file(job.id), `${JSON.stringify(job)}\n`)
    })
  }

  #file(id: Id): string {
    return join(this.#folder, `${id}.json`)
  }
}

/** Those that may be done now, together with what belongs to them; `all`: nobody will come for the others later. */
function dueJobs(
  jobs: readonly Job[],
  batching: Batching | undefined,
  at: { now: number; openedAt: number; all: boolean },
): [Job, ...Job[]][] {
  const groups: [Job, ...Job[]][] = []
  const open = new Map<string, [Job, ...Job[]]>()
  for (const job of jobs) {
    const name = batching?.groupOf(job) ?? job.id
    const group = open.get(name)
    if (group && group.length < (batching?.most ?? 1)) group.push(job)
    else {
      const begun: [Job] = [job]
      groups.push(begun)
      open.set(name, begun)
    }
  }
  return groups.filter(([first, ...along]) => {
    if (at.all || !batching || batching.groupOf(first) === undefined || along.length + 1 >= batching.most) return true
    const putAt = batching.putAt(first)
    return putAt < at.openedAt || at.now - putAt >= batching.waitMs
  })
}

async function readJobs(folder: string, now: Date): Promise<Job[]> {
  const jobs: Job[] = []
  for (const name of await jobFiles(folder)) {
    const job = await readJob(join(folder, name), now)
    if (job) jobs.push(job)
  }
  return jobs
}

async function jobFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => (isMissing(error) ? [] : Promise.reject(error)))
  return names.filter((each) => each.endsWith('.json')).sort()
}

/** Reads a job from its file. A damaged file is quarantined. */
async function readJob(path: string, now: Date): Promise<Job | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8'))
    if (typeof value?.id === 'string' && typeof value.kind === 'string' && typeof value.data === 'object') return value
  } catch (error) {
    if (isMissing(error)) return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  await quarantineFile(path, now).catch(unlessMissing)
  return undefined
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
