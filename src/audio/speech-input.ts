import { type Microphone, type RecognizedSpeech, SpeechError, type SpeechInput } from '../protocol/speech.ts'
import { sleep } from '../std/abort.ts'
import type { FarEnd } from './echo/far-end.ts'
import type { ToEngine } from './engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from './engine-supervisor.ts'

export interface SpeechInputOptions extends EngineOptions {
  microphone: Microphone
  /** What the loudspeaker plays; with it the engine cancels the echo. */
  farEnd?: FarEnd | undefined
  models: Omit<Extract<ToEngine, { do: 'hear' }>, 'do'>
  /** Called when the models are loaded, after each start of the engine. */
  opened?(): void
}

/** Interval at which a lost microphone is looked for again, in milliseconds. */
const againMs = 3_000
/** An utterance that was not read after this long never will be, in milliseconds: 30 s of sound on a slow machine. */
const decodeMs = 60_000
/** So many initial frames of zeros (15 s) mean that the microphone is muted: even a quiet room has noise. */
const silentFrames = 750
/** From so many waiting events on the partial texts among them are dropped: a newer one replaces them. */
const waiting = 200

/** Speech input: the microphone and the engine in its child process. `pid` is the engine's; `ready` says whether its models are loaded. */
export function openSpeechInput(options: SpeechInputOptions): SpeechInput & { pid(): number | undefined; ready(): boolean } {
  let engine: SupervisedEngine | undefined
  let take: (heard: RecognizedSpeech) => void = () => {}
  const asked = { final: false, voice: false }
  let overdue: NodeJS.Timeout | undefined
  const emit = (heard: RecognizedSpeech) => {
    if (heard.type === 'final') {
      asked.final = false
      clearTimeout(overdue)
    }
    if (heard.type === 'voice.started') asked.voice = true
    if (heard.type === 'voice.ended') asked.voice = false
    take(heard)
  }
  /** Emits the events that a dead engine still owed, so that no consumer waits for them. */
  const settle = () => {
    if (asked.voice) emit({ type: 'voice.ended', silentMs: 0 })
    if (asked.final) emit({ type: 'final', text: '' })
  }
  return {
    pid: () => engine?.pid,
    ready: () => engine?.ready === true,
    finish() {
      asked.final = true
      clearTimeout(overdue)
      overdue = setTimeout(() => engine?.restart(), decodeMs)
      if (engine?.send({ do: 'finish' })) engine.expect()
      else settle()
    },
    drop() {
      engine?.send({ do: 'drop' })
    },
    async *hear(signal) {
      const queue = new Queue()
      take = (heard) => queue.push(heard)
      engine = new SupervisedEngine(options, {
        load: { do: 'hear', ...options.models, ...(options.farEnd ? { cancelEcho: true } : {}) },
        message(message) {
          if (message.type === 'ready') options.opened?.()
          if (message.type === 'heard') emit(message.heard)
        },
        fell: settle,
        lost() {
          settle()
          take({ type: 'lost', why: 'ears-died' })
        },
      })
      const current = engine
      const stop = () => queue.end()
      signal.addEventListener('abort', stop, { once: true })
      void feed(options, current, (heard) => take(heard), signal)
      try {
        yield* queue
      } finally {
        clearTimeout(overdue)
        current.close()
      }
    },
  }
}

/** Feeds frames of the microphone to the engine. The loss of a microphone is reported once; it is looked for until it is back. */
async function feed(
  { microphone, farEnd, now }: SpeechInputOptions,
  engine: SupervisedEngine,
  tell: (heard: RecognizedSpeech) => void,
  signal: AbortSignal,
): Promise<void> {
  let zeros = 0
  for (let lost = false; !signal.aborted; ) {
    try {
      for await (const frame of microphone(signal)) {
        if (lost) tell({ type: 'back' })
        lost = false
        engine.frame(frame, ...(farEnd ? [farEnd.frame(now())] : []))
        if (zeros >= 0) zeros = frame.every((sample) => sample === 0) ? zeros + 1 : -1
        if (zeros === silentFrames) tell({ type: 'silent' })
      }
    } catch (error) {
      if (!lost) tell({ type: 'lost', why: error instanceof SpeechError ? error.fault : 'no-microphone' })
      lost = true
    }
    await sleep(againMs, signal).catch(() => {})
  }
}

class Queue implements AsyncIterable<RecognizedSpeech> {
  #items: RecognizedSpeech[] = []
  #wake: (() => void) | undefined
  #ended = false

  push(heard: RecognizedSpeech): void {
    if (this.#items.length >= waiting) this.#items = this.#items.filter(({ type }) => type !== 'partial')
    this.#items.push(heard)
    this.#wake?.()
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecognizedSpeech> {
    while (!this.#ended) {
      const item = this.#items.shift()
      if (item) yield item
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
