import type { FromEngine, ToEngine } from '../engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from '../engine-supervisor.ts'

/** Somebody in a process of its own who is asked about utterances, while they may still go on. */
export interface ReadAhead<T> {
  /**
   * Begins with an utterance that may be over. What it says; undefined when nothing reads, and when another was begun
   * with since.
   */
  ahead(samples: Int16Array): Promise<T | undefined>
  /**
   * Return the reading; undefined if it is not there in time or no reader runs. `ahead`: the last utterance begun is
   * complete.
   */
  read(samples: Int16Array, ahead: boolean): Promise<T | undefined>
  /** Process id of its engine, for tests. */
  pid(): number | undefined
  close(): void
}

/** The engine messages of one reader: `answer` picks its result out of the engine's messages. */
interface ReadAheadRequests<T> {
  load: ToEngine
  ask(samples: Int16Array): ToEngine
  answer(message: FromEngine): T | undefined
  /** Wait at most so long for an answer, in milliseconds from the end of the utterance. */
  waitMs: number
  /** Called when the engine is given up: it is not restarted any more. */
  lost(): void
}

/** A reading that takes longer never ends, in milliseconds. */
const hungMs = 60_000

interface Reading<T> {
  samples: Int16Array
  done: Promise<T | undefined>
  settle(answer: T | undefined): void
}

/**
 * Opens it in a process of its own, which is restarted by itself: one that dies or is late costs its answer, nothing
 * more.
 */
export function openReadAhead<T>(
  options: EngineOptions,
  { load, ask, answer, waitMs, lost }: ReadAheadRequests<T>,
): ReadAhead<T> {
  const readings = new Readings<T>(ask)
  const engine: SupervisedEngine = new SupervisedEngine(options, {
    load,
    message: (message) => {
      const answered = answer(message)
      if (answered !== undefined) readings.settle(answered)
      readings.next(engine)
    },
    fell: () => readings.settle(undefined),
    lost: () => {
      lost()
      readings.settle(undefined)
    },
  })
  return {
    async ahead(samples) {
      const reading = readings.add(engine, samples)
      const answer = await reading.done
      return readings.last === reading ? answer : undefined
    },
    async read(samples, ahead) {
      const reading = (ahead && readings.last) || readings.add(engine, samples)
      const late = Promise.withResolvers<undefined>()
      const timer = setTimeout(late.resolve, waitMs, undefined)
      return Promise.race([reading.done, late.promise]).finally(() => clearTimeout(timer))
    },
    pid: () => engine.pid,
    close() {
      engine.close()
      readings.settle(undefined)
    },
  }
}

/** One reading is under way at most, and the newest waits: whoever goes on speaking makes the others useless. */
class Readings<T> {
  readonly #ask: ReadAheadRequests<T>['ask']
  last: Reading<T> | undefined
  #current: Reading<T> | undefined
  #waiting: Reading<T> | undefined
  #hung: NodeJS.Timeout | undefined

  constructor(ask: ReadAheadRequests<T>['ask']) {
    this.#ask = ask
  }

  add(engine: SupervisedEngine, samples: Int16Array): Reading<T> {
    const { promise, resolve } = Promise.withResolvers<T | undefined>()
    this.last = { samples, done: promise, settle: resolve }
    this.#waiting?.settle(undefined)
    this.#waiting = this.last
    this.next(engine)
    return this.last
  }

  next(engine: SupervisedEngine): void {
    const reading = this.#waiting
    if (this.#current || !reading) return
    this.#waiting = undefined
    const sent = engine.send(this.#ask(reading.samples))
    if (sent) {
      this.#current = reading
      engine.expect()
      this.#hung = setTimeout(() => engine.restart(), hungMs)
    } else reading.settle(undefined)
  }

  /** The one under way is over; with undefined, nothing will come of the one that waits either. */
  settle(answer: T | undefined): void {
    clearTimeout(this.#hung)
    this.#current?.settle(answer)
    this.#current = undefined
    if (answer === undefined) {
      this.#waiting?.settle(undefined)
      this.#waiting = undefined
    }
  }
}
