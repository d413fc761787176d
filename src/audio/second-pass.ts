import type { FromEngine, ModelFiles } from './engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from './engine-supervisor.ts'

/** An accurate recogniser beside a streaming one: it writes the final text of an utterance that the other one has followed. */
export interface SecondPass {
  /** Begins to read an utterance that may be over. */
  ahead(samples: Int16Array): void
  /**
   * The text; undefined when it is not there in time, and when nothing reads. `ahead`: what was read ahead last is all of it. Rejects
   * with a `SpeechError` when the recogniser is given up.
   */
  read(samples: Int16Array, ahead: boolean): Promise<string | undefined>
  /** Process id of its engine, for tests. */
  pid(): number | undefined
  close(): void
}

/**
 * How long the final text is waited for, in milliseconds from the end of the utterance on: its reading began a pause earlier. A longer
 * silence than about a second before an answer is taken for trouble; the streaming recogniser's text is there already.
 */
const secondPassMs = 700
/** A reading that takes longer never ends, in milliseconds. */
const hungMs = 60_000

interface Reading {
  samples: Int16Array
  done: Promise<string | undefined>
  settle(text: string | undefined): void
}

/** Opens it in a process of its own, which is restarted by itself: one that dies or is late costs its text, nothing more. */
export function openSecondPass(options: EngineOptions, stt: ModelFiles, given: { waitMs?: number; lost(): Error }): SecondPass {
  let lost = false
  const readings = new Readings()
  const engine: SupervisedEngine = new SupervisedEngine(options, {
    load: { do: 'reader', stt },
    message: (message: FromEngine) => {
      if (message.type === 'read') readings.settle(message.text)
      readings.next(engine)
    },
    fell: () => readings.settle(undefined),
    lost: () => {
      lost = true
      readings.settle(undefined)
    },
  })
  return {
    ahead: (samples) => void readings.add(engine, samples),
    async read(samples, ahead) {
      if (lost) throw given.lost()
      const reading = (ahead && readings.last) || readings.add(engine, samples)
      const late = Promise.withResolvers<undefined>()
      const timer = setTimeout(late.resolve, given.waitMs ?? secondPassMs, undefined)
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
class Readings {
  last: Reading | undefined
  #current: Reading | undefined
  #waiting: Reading | undefined
  #hung: NodeJS.Timeout | undefined

  add(engine: SupervisedEngine, samples: Int16Array): Reading {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
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
    const sent = engine.send({ do: 'read', samples: reading.samples })
    if (sent) {
      this.#current = reading
      engine.expect()
      this.#hung = setTimeout(() => engine.restart(), hungMs)
    } else reading.settle(undefined)
  }

  /** The one under way is over; with undefined, nothing will come of the one that waits either. */
  settle(text: string | undefined): void {
    clearTimeout(this.#hung)
    this.#current?.settle(text)
    this.#current = undefined
    if (text === undefined) {
      this.#waiting?.settle(undefined)
      this.#waiting = undefined
    }
  }
}
