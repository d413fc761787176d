import {
  frameSamples,
  type Microphone,
  type RecognizedSpeech,
  SpeechError,
  type SpeechInput,
} from '../protocol/speech.ts'
import { sleep } from '../std/abort.ts'
import { openSecondPass, type SecondPass } from './ahead/second-pass.ts'
import type { FarEnd } from './echo/far-end.ts'
import type { ModelFiles, ToEngine } from './engine-messages.ts'
import { type EngineOptions, SupervisedEngine } from './engine-supervisor.ts'
import { AttendedEars } from './remote/attended.ts'
import type { LiveEars } from './remote/live-ears.ts'
import { readElsewhere } from './remote/read-elsewhere.ts'
import { openSpeakerJudge, type SpeakerJudge, type SpeakerOptions } from './speaker/speaker-judge.ts'
import { openTurnJudge, type TurnJudge } from './turn/turn-judge.ts'

export interface SpeechInputOptions extends EngineOptions {
  microphone: Microphone
  /** The loudspeaker's sound; with it the engine cancels the echo. */
  farEnd?: FarEnd | undefined
  models: Omit<Extract<ToEngine, { do: 'hear' }>, 'do'>
  /** Called when the models are loaded, after each start of the engine. */
  opened?: (() => void) | undefined
  /** Ears elsewhere, in place of the recogniser's words at the end of an utterance. */
  transcribe?: ((samples: Int16Array, signal: AbortSignal) => Promise<string>) | undefined
  /** Ears elsewhere that hear while somebody speaks; `partial`: what they understood so far. */
  live?: ((partial: (text: string) => void) => LiveEars) | undefined
  /**
   * An accurate recogniser of this machine that writes the final text; where it is late, the first one's text is
   * taken.
   */
  second?: ModelFiles | undefined
  /** Longest wait for it, in milliseconds. */
  secondMs?: number | undefined
  /** Judges by the sound whether a pause is the end of an utterance. */
  turn?: ModelFiles | undefined
  /** Says whose voice it is, at the end of an utterance. */
  speaker?: SpeakerOptions | undefined
  /**
   * Told about five times a second how loud the loudest sample was (dB below full scale), and of silence when the
   * microphone is closed.
   */
  level?: ((db: number) => void) | undefined
}

/** Interval at which a lost microphone is looked for again, in milliseconds. */
const againMs = 3_000
/** An utterance that was not read after this long never will be, in milliseconds: 30 s of sound on a slow machine. */
const decodeMs = 60_000
/** So many initial frames of zeros (15 s) mean that the microphone is muted: even a quiet room has noise. */
const silentFrames = 750
/** From so many waiting events on the partial texts among them are dropped: a newer one replaces them. */
const waiting = 200

type Hears = (heard: RecognizedSpeech) => void

/** Results the engine still owes: the end of a voice, and of an utterance. */
class Owed {
  take: Hears = () => {}
  /** The engine has not read an utterance in time. */
  late: () => void = () => {}
  #final = false
  /** A voice is heard. */
  voice = false
  #overdue: NodeJS.Timeout | undefined

  emit(heard: RecognizedSpeech): void {
    if (heard.type === 'final') {
      this.#final = false
      clearTimeout(this.#overdue)
    }
    if (heard.type === 'voice.started') this.voice = true
    if (heard.type === 'voice.ended') this.voice = false
    this.take(heard)
  }

  expectFinal(): void {
    this.#final = true
    this.end()
    this.#overdue = setTimeout(() => this.late(), decodeMs)
  }

  /** Emits what a dead engine still owed, so that no consumer waits for it. */
  settle(): void {
    if (this.voice) this.emit({ type: 'voice.ended', silentMs: 0 })
    if (this.#final) this.emit({ type: 'final', text: '' })
  }

  end(): void {
    clearTimeout(this.#overdue)
  }
}

/**
 * Speech input: the microphone and the engine in its child process. `pid` is the engine's; `ready` says whether its
 * models are loaded.
 */
export function openSpeechInput(
  options: SpeechInputOptions,
): SpeechInput & Record<'pid' | 'secondPid' | 'turnPid', () => number | undefined> & { ready(): boolean } {
  let engine: SupervisedEngine | undefined
  let beside: ReturnType<typeof openBeside> | undefined
  const owed = new Owed()
  owed.late = () => engine?.restart()
  const person = { closed: false, here: false, called: false }
  let live: AttendedEars | undefined
  return {
    pid: () => engine?.pid,
    secondPid: () => beside?.second?.pid(),
    turnPid: () => beside?.turn?.pid(),
    ready: () => engine?.ready === true,
    finish(here = false) {
      person.here = here
      owed.expectFinal()
      if (engine?.send({ do: 'finish' })) engine.expect()
      else owed.settle()
    },
    drop() {
      live?.drop()
      engine?.send({ do: 'drop' })
    },
    begin() {
      engine?.send({ do: 'begin' })
    },
    close(closed) {
      person.closed = closed
    },
    attend(called, nearDb) {
      person.called = called
      engine?.send({ do: 'near', ...(nearDb === undefined ? {} : { db: nearDb }) })
      live?.attend(called)
    },
    async *hear(signal) {
      const queue = new Queue()
      owed.take = (heard) => queue.push(heard)
      // With a local recogniser the live text is its own: it comes sooner, and one of two is enough.
      const partial = (text: string) => options.models.stt || owed.emit({ type: 'partial', text })
      live = options.live && new AttendedEars(options.live(partial), signal)
      live?.attend(person.called)
      beside = openBeside(options, owed)
      const current = openEngine(options, { owed, person, live, ...beside }, signal)
      engine = current
      const stopHearing = () => queue.end()
      signal.addEventListener('abort', stopHearing, { once: true })
      const resting = () => !person.called && !owed.voice
      void feedEngine({ ...options, resting }, current, person, (heard) => owed.take(heard), signal)
      try {
        yield* queue
      } finally {
        owed.end()
        current.close()
        beside.close()
      }
    },
  }
}

/** The judges that run beside the engine, each in a process of its own. */
interface Beside {
  second: SecondPass | undefined
  turn: TurnJudge | undefined
  speaker: SpeakerJudge | undefined
}

function openBeside(options: SpeechInputOptions, owed: Owed): Beside & { close(): void } {
  const second = secondOf(options)
  const turn = options.turn && openTurnJudge(options, options.turn, (isOver) => owed.emit({ type: 'turn', isOver }))
  const speaker =
    options.speaker && openSpeakerJudge(options, options.speaker, (why) => owed.emit({ type: 'trouble', why }))
  const close = () => {
    for (const one of [second, turn, speaker]) one?.close()
  }
  return { second, turn, speaker, close }
}

interface Hearing extends Beside {
  owed: Owed
  /** Of what the engine is asked for next, whether only this machine may read it. */
  person: { here: boolean; called: boolean }
  live: AttendedEars | undefined
  second: SecondPass | undefined
  turn: TurnJudge | undefined
  speaker: SpeakerJudge | undefined
}

/** The engine, which hears as the options say and tells it to whom it owes it. */
function openEngine(
  options: SpeechInputOptions,
  { owed, person, live, second, turn, speaker }: Hearing,
  signal: AbortSignal,
): SupervisedEngine {
  const transcribe = live ? () => live.words() : options.transcribe
  const elsewhere = readElsewhere({ transcribe, second, speaker })
  return new SupervisedEngine(options, {
    load: {
      do: 'hear',
      ...options.models,
      ...(options.farEnd ? { cancelEcho: true } : {}),
      ...(live ? { record: 'live' } : options.transcribe ? { record: true } : {}),
      ...(second || turn || speaker ? { breaths: true } : {}),
    },
    message(message) {
      if (message.type === 'ready') options.opened?.()
      if (message.type === 'heard') {
        if (message.heard.type === 'voice.started') turn?.forget()
        owed.emit(message.heard)
      }
      if (message.type === 'piece') live?.take(message, person.here)
      if (message.type === 'breath') {
        void second?.ahead(message.samples).then((text) => text && owed.emit({ type: 'read', text }))
        turn?.judge(message.samples)
        speaker?.pause(message.samples, person.called)
      }
      if (message.type === 'utterance') void elsewhere({ ...message, here: person.here }, owed, signal)
    },
    fell: () => owed.settle(),
    lost() {
      owed.settle()
      owed.take({ type: 'lost', why: 'ears-died' })
    },
  })
}

/** One that reads at the end is enough: with a service none of this machine does. */
const secondOf = ({ second, secondMs, transcribe, live, ...engine }: SpeechInputOptions) =>
  second && !transcribe && !live
    ? openSecondPass(engine, second, {
        ...(secondMs === undefined ? {} : { waitMs: secondMs }),
        lost: () => new SpeechError('reader-died'),
      })
    : undefined

/**
 * Feeds frames of the microphone to the engine. The loss of a microphone is reported once; it is looked for until it
 * is back.
 */
async function feedEngine(
  { microphone, farEnd, now, level, resting }: SpeechInputOptions & { resting(): boolean },
  engine: SupervisedEngine,
  person: { closed: boolean },
  tell: (heard: RecognizedSpeech) => void,
  signal: AbortSignal,
): Promise<void> {
  let zeros = 0
  const waits: Int16Array[] = []
  const passFrames = () => engine.frames(waits.splice(0))
  const meter = new Meter(level)
  for (let lost = false; !signal.aborted; ) {
    try {
      for await (const frame of microphone(signal, resting)) {
        if (lost) tell({ type: 'back' })
        lost = false
        // Silence in its place: what was going on when it was closed comes to its end.
        const taken = person.closed ? silence : frame
        // Frames that arrive together are passed on together: each write wakes the engine.
        if (waits.length === 0) setImmediate(passFrames)
        waits.push(taken, ...(farEnd ? [farEnd.frame(now())] : []))
        meter.take(taken)
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

const silence = new Int16Array(frameSamples)
/** Frames of one reading of the level: 200 ms. */
const meterFrames = 10

/** Report the loudness a few times a second. */
class Meter {
  readonly #tell: SpeechInputOptions['level']
  #loudest = 0
  #frames = 0
  constructor(tell: SpeechInputOptions['level']) {
    this.#tell = tell
  }

  take(frame: Int16Array): void {
    if (!this.#tell) return
    for (const sample of frame) this.#loudest = Math.max(this.#loudest, Math.abs(sample))
    if (++this.#frames < meterFrames) return
    this.#tell(20 * Math.log10(Math.max(1, this.#loudest) / 32_768))
    this.#loudest = this.#frames = 0
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
