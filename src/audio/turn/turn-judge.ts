import type { ModelFiles } from '../engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from '../engine-supervisor.ts'
import { turnSamples } from './turn-network.ts'

/** Judges by the sound of an utterance whether a pause is its end. */
export interface TurnJudge {
  /** The voice has paused after these samples of 16 kHz. What was asked before is not answered any more. */
  judge(samples: Int16Array): void
  /** Nobody waits for an answer any more: somebody speaks again. */
  forget(): void
  /** Process id of its engine, for tests. */
  pid(): number | undefined
  close(): void
}

/**
 * An answer later than that comes after the decision, in milliseconds: the detector needs 200 ms, and 800 ms of
 * silence end an utterance.
 */
const judgeMs = 500
/** So many late answers in a row mean that this machine is too slow for it. */
const lateAtMost = 5
/** From this probability on it is the end: as the network was trained. */
const threshold = 0.5

/**
 * Opens it in a process of its own, which is restarted by itself. It tells what it thinks, or nothing at all: when it
 * is late, when it has died, and when it cannot be loaded, the words alone decide.
 */
export function openTurnJudge(options: EngineOptions, model: ModelFiles, tell: (isOver: boolean) => void): TurnJudge {
  let asked: { id: number; at: number } | undefined
  let waiting: Int16Array | undefined
  let [id, late, busy] = [0, 0, false]
  const engine: SupervisedEngine = new SupervisedEngine(options, {
    load: { do: 'turn', model },
    message(message) {
      if (message.type !== 'judged') return
      busy = false
      if (asked?.id === message.id) {
        late = options.now() - asked.at > judgeMs ? late + 1 : 0
        if (late === 0) tell(message.over >= threshold)
        asked = undefined
      }
      judgeNext()
    },
    fell: () => {
      busy = false
      asked = undefined
    },
    lost: () => {},
  })
  /** One at a time, and the newest waits: whoever has gone on speaking makes the others useless. */
  const judgeNext = () => {
    if (busy || !waiting || late >= lateAtMost) return
    busy = engine.send({ do: 'judge', id, samples: waiting })
    waiting = undefined
    if (busy) engine.expect()
  }
  return {
    judge(samples) {
      asked = { id: ++id, at: options.now() }
      waiting = samples.slice(-turnSamples)
      judgeNext()
    },
    forget() {
      asked = waiting = undefined
    },
    pid: () => engine.pid,
    close: () => engine.close(),
  }
}

/**
 * Measure the time the judge takes for an utterance, in milliseconds, and decide if that is too long; undefined if it
 * cannot be used.
 */
export function measureTurnJudge(
  options: EngineOptions,
  model: ModelFiles,
): Promise<{ ms: number; isLate: boolean } | undefined> {
  const { promise, resolve } = Promise.withResolvers<{ ms: number; isLate: boolean } | undefined>()
  // Of the first one much is made when it is needed.
  const rounds = 3
  let at = 0
  const engine: SupervisedEngine = new SupervisedEngine(options, {
    load: { do: 'turn', model },
    message(message) {
      const id = message.type === 'judged' ? message.id + 1 : 0
      const ms = options.now() - at
      if (id === rounds) return resolve({ ms, isLate: ms > judgeMs })
      at = options.now()
      engine.send({ do: 'judge', id, samples: new Int16Array(turnSamples) })
      engine.expect()
    },
    fell() {},
    lost: () => resolve(undefined),
  })
  return promise.finally(() => engine.close())
}
