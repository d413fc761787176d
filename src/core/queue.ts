import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AssistantError, type Id, type JsonObject } from '../protocol/index.ts'
import { codeOf, ensureDir, isMissing, quarantine, writeAtomic } from '../std/files.ts'
import { sleep } from '../std/until.ts'

/** Work that is done behind the answers: on the disk until it is done, whichever process does it. */
export interface Job {
  id: Id
  kind: string
  data: JsonObject
  /** How often it was tried in vain. */
  tries: number
}

export interface JobQueue {
  /** Resolves when the job is on the disk. Throws `storage`. */
  put(kind: string, id: Id, data: JsonObject): Promise<void>
  /** Jobs that wait, oldest first. */
  waiting(): Promise<Job[]>
  /** Does what waits and what comes, until the signal aborts. Only one process may run it at a time (`runAlone`). */
  run(work: (job: Job, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>
}

/** After so many failures a job is given up: what it wanted was a help, not a promise. */
const mostTries = 3
/** Where nobody ever does them, no more than these wait; the oldest go. */
const mostWaiting = 200
/** How often the folder is looked at for jobs of other processes, and how long a failed one rests, in milliseconds. */
const lookMs = 15_000
const restMs = 30_000

/** A queue of small jobs, one file each, in a folder. */
export function openQueue(folder: string, now: () => Date): JobQueue {
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

  async function attempt(job: Job, work: (job: Job, signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
    try {
      await work(job, signal)
      await unlink(fileOf(job.id)).catch(unlessMissing)
    } catch (error) {
      if (signal.aborted) return
      resting.set(job.id, +now() + restMs)
      if (job.tries + 1 >= mostTries) await unlink(fileOf(job.id)).catch(unlessMissing)
      else await save({ ...job, tries: job.tries + 1 })
      if (!(error instanceof AssistantError)) throw error
    }
  }

  const waiting = async (): Promise<Job[]> => {
    const jobs: Job[] = []
    for (const name of await jobFiles(folder)) {
      const job = await readJob(join(folder, name), now())
      if (job) jobs.push(job)
    }
    return jobs
  }

  return {
    waiting,
    async put(kind, id, data) {
      await save({ id, kind, data, tries: 0 })
      const names = (await jobFiles(folder)).slice(0, -mostWaiting)
      for (const name of names) await unlink(join(folder, name)).catch(unlessMissing)
      kick.resolve()
    },
    async run(work, signal) {
      while (!signal.aborted) {
        kick = Promise.withResolvers()
        for (const job of await waiting()) {
          if (signal.aborted) return
          if ((resting.get(job.id) ?? 0) <= +now()) await attempt(job, work, signal)
        }
        await Promise.race([kick.promise, sleep(lookMs, signal).catch(() => {})])
      }
    },
  }
}

async function jobFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => (isMissing(error) ? [] : Promise.reject(error)))
  return names.filter((each) => each.endsWith('.json')).sort()
}

/** A job from its file; a damaged one is set aside. */
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
