/** What the simulated servers do and are asked. Times are in milliseconds. */
export interface World {
  processes: number
  /** Turns that begin in a second, at random. */
  perSecond: number
  /** CPU of a turn; half of it before the model answers, half after. */
  cpuMs: number
  /** How long a model answers, in the middle; half of all answers are within a factor of 1.5 of it. */
  modelMs: number
  /** Turns that a process runs at once; more are refused. */
  mostAtOnce: number
  seconds: number
}

export interface Outcome {
  /** What a turn takes beside the model: waiting and work. */
  ownP50: number
  ownP95: number
  /** Share of the time that a process is at work. */
  busy: number
  /** Turns that run at once in all processes: in the mean, and at most. */
  running: number
  mostRunning: number
  refused: number
}

/** Numbers from 0 to 1 that are the same every time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Half of the values of a lognormal with this sigma are within a factor of 1.5 of the middle. */
const sigma = Math.log(1.5) / 0.6745

interface Job {
  at: number
  process: number
  /** When the turn was asked for, and what of its time was the model's. */
  asked: number
  model: number
  isLast: boolean
}

/**
 * Servers of one core each in front of a model that is never short: turns come at random, go to a process at random,
 * wait for its core, work, wait for the model, work again.
 */
export function simulate({ processes, perSecond, cpuMs, modelMs, mostAtOnce, seconds }: World): Outcome {
  const random = dice(7)
  const jobs = new Heap()
  const free = new Float64Array(processes)
  const running = new Int32Array(processes)
  const own: number[] = []
  let [all, most, refused, sum, last] = [0, 0, 0, 0, 0]
  const next = (at: number) => at - (Math.log(1 - random()) / perSecond) * 1_000
  let arrival = next(0)
  const end = seconds * 1_000
  const work = (job: Job): number => {
    const begin = Math.max(job.at, free[job.process] ?? 0)
    free[job.process] = begin + cpuMs / 2
    return begin + cpuMs / 2
  }
  while (arrival < end || jobs.size > 0) {
    const job = jobs.peek()
    const isArrival = arrival < end && (!job || arrival <= job.at)
    const at = isArrival ? arrival : (job?.at ?? 0)
    sum += all * (Math.min(at, end) - Math.min(last, end))
    last = at
    if (isArrival) {
      const process = Math.floor(random() * processes)
      arrival = next(arrival)
      if ((running[process] ?? 0) >= mostAtOnce) {
        refused++
        continue
      }
      running[process] = (running[process] ?? 0) + 1
      most = Math.max(most, ++all)
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      const model = modelMs * Math.exp(sigma * normal)
      const begun = { at, process, asked: at, model, isLast: false }
      jobs.push({ ...begun, at: work(begun) + model, isLast: true })
    } else if (job) {
      jobs.pop()
      own.push(work(job) - job.asked - job.model)
      running[job.process] = (running[job.process] ?? 0) - 1
      all--
    }
  }
  own.sort((a, b) => a - b)
  const part = (share: number) => own[Math.floor((own.length - 1) * share)] ?? 0
  const busy = (own.length * cpuMs) / (end * processes)
  return { ownP50: part(0.5), ownP95: part(0.95), busy, running: sum / end, mostRunning: most, refused }
}

/** Jobs, the earliest first. */
class Heap {
  readonly #jobs: Job[] = []

  get size(): number {
    return this.#jobs.length
  }

  peek(): Job | undefined {
    return this.#jobs[0]
  }

  push(job: Job): void {
    const jobs = this.#jobs
    jobs.push(job)
    for (let i = jobs.length - 1; i > 0; ) {
      const up = (i - 1) >> 1
      if ((jobs[up] as Job).at <= job.at) break
      jobs[i] = jobs[up] as Job
      jobs[up] = job
      i = up
    }
  }

  pop(): void {
    const jobs = this.#jobs
    const job = jobs.pop()
    if (!job || jobs.length === 0) return
    jobs[0] = job
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2]
      let least = i
      if (left < jobs.length && (jobs[left] as Job).at < (jobs[least] as Job).at) least = left
      if (right < jobs.length && (jobs[right] as Job).at < (jobs[least] as Job).at) least = right
      if (least === i) return
      jobs[i] = jobs[least] as Job
      jobs[least] = job
      i = least
    }
  }
}
