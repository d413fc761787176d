import { readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AssistantError, type Id, type JsonObject } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { codeOf, ensureDir, isMissing, quarantine, writeAtomic } from '../../std/fs/files.ts'

/** A background job. Its file stays until some process has done it. */
export interface Job {
  id: Id
  kind: string
  data: JsonObject
  /** The number of failed attempts. */
  tries: number
}

export interface JobQueue {
  /** Resolves when the job is on the disk. Throws `storage`. */
  put(kind: string, id: Id, data: JsonObject): Promise<void>
  /** Waiting jobs, oldest first. */
  waiting(): Promise<Job[]>
  /**
   * Does what waits and what comes, until the signal aborts; jobs that are done together come with the first of them. Only one process
   * may run it at a time (`runExclusively`). `once`: returns when everything that is due was tried.
   */
  run(work: Work, signal: AbortSignal, once?: boolean): Promise<void>
}

type Work = (job: Job, signal: AbortSignal, along: readonly Job[]) => Promise<void>

/** Which jobs are done together, and since when they need not wait for more of their kind. */
export interface Batching {
  /** The same for jobs that belong together; undefined for one that is done alone and at once. */
  groupOf(job: Job): string | undefined
  /** So many are enough to begin, and no more are done at once. */
  most: number
  /** After so long the oldest does not wait for others any more, in milliseconds. */
  waitMs: number
  /** When a job was put, in milliseconds since 1970. */
  putAt(job: Job): number
}

/** After so many failures a job is set aside as `<id>.failed`: its words stay. */
const mostTries = 3
/** How often the folder is looked at for jobs of other processes, and how long a failed one rests, in milliseconds. */
const lookMs = 15_000
const restMs = 30_000

/** A queue of small jobs, one file each, in a folder. */
export function openQueue(folder: string, now: () => Date, batching?: Batching): JobQueue {
  // What an earlier process left has waited long enough.
  const openedAt = +now()
  let kick = Promise.withResolvers<void>()
  const resting = new Map<Id, number>()
  const fileOf = (id: Id) => join(folder, `${id}.json`)
  const save = async (job: Job) => {
    try {
      await ensureDir(folder)
      await writeAtomic(fileOf(job.id), `${JSON.stringify(job)}\n`)
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new AssistantError({ code: 'storage', detail: String(codeOf(error)), data: { path: folder } }, { cause: error })
    }
  }

  async function attempt(jobs: readonly [Job, ...Job[]], work: Work, signal: AbortSignal) {
    const [first, ...along] = jobs
    try {
      await work(first, signal, along)
      for (const job of jobs) await unlink(fileOf(job.id)).catch(unlessMissing)
    } catch (error) {
      if (signal.aborted) return
      for (const job of jobs) {
        resting.set(job.id, +now() + restMs)
        await save({ ...job, tries: job.tries + 1 })
        if (job.tries + 1 >= mostTries) await rename(fileOf(job.id), join(folder, `${job.id}.failed`)).catch(unlessMissing)
      }
      if (!(error instanceof AssistantError)) throw error
    }
  }

  const waiting = () => readJobs(folder, now())
  const rested = async () => (await waiting()).filter(({ id }) => (resting.get(id) ?? 0) <= +now())

  return {
    waiting,
    async put(kind, id, data) {
      await save({ id, kind, data, tries: 0 })
      kick.resolve()
    },
    async run(work, signal, once = false) {
      while (!signal.aborted) {
        kick = Promise.withResolvers()
        for (const jobs of due(await rested(), batching, { now: +now(), openedAt, all: once })) {
          if (signal.aborted) return
          await attempt(jobs, work, signal)
        }
        if (once) return
        await Promise.race([kick.promise, sleep(lookMs, signal).catch(() => {})])
      }
    },
  }
}

/** Those that may be done now, together with what belongs to them; `all`: nobody will come for the others later. */
function due(
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
  await quarantine(path, now).catch(unlessMissing)
  return undefined
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
