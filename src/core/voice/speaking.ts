import { type Player, type Sound, SpeechError, type SpeechFault, type TextToSpeech } from '../../protocol/speech.ts'

export interface SpokenReport {
  /** `ms`: how long it sounds. */
  playing(line: number, ms: number): void
  played(line: number): void
  mute(why: SpeechFault): void
}

interface Waiting {
  line: number
  sound: Promise<Sound | SpeechError>
}

/** Sentences on their way to the loudspeaker: while one sounds, the next is made. */
export class SpeakingQueue {
  readonly #speak: TextToSpeech
  readonly #player: Player
  readonly #told: SpokenReport
  #waiting: Waiting[] = []
  #running = false
  #abort = new AbortController()

  constructor(speak: TextToSpeech, player: Player, told: SpokenReport) {
    this.#speak = speak
    this.#player = player
    this.#told = told
  }

  /** `pace`: how fast it is said. */
  add(line: number, text: string, pace: number): void {
    const { signal } = this.#abort
    // One after the other: the first sentence must not share the processor with the third.
    const before = this.#waiting.at(-1)?.sound ?? Promise.resolve()
    const sound = before.then(() => this.#make(text, pace, signal)).catch((error) => asFault(error))
    this.#waiting.push({ line, sound })
    if (!this.#running) void this.#run(signal)
  }

  /** Silence; what waits is forgotten, and nobody is told of it. */
  hush(): void {
    this.#abort.abort(new SpeechError('no-voice', 'hushed'))
    this.#abort = new AbortController()
    this.#waiting = []
    this.#running = false
    this.#player.stop()
  }

  /** A voice that died is tried once more: it has been started again meanwhile. */
  async #make(text: string, pace: number, signal: AbortSignal): Promise<Sound> {
    signal.throwIfAborted()
    return this.#speak(text, signal, pace).catch((error) => {
      signal.throwIfAborted()
      if (error instanceof SpeechError) return this.#speak(text, signal, pace)
      throw error
    })
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#running = true
    let last: Promise<void> = Promise.resolve()
    for (let next = this.#waiting[0]; next && !signal.aborted; next = this.#waiting[0]) {
      const { line } = next
      const sound = await next.sound
      if (signal.aborted) return
      this.#waiting.shift()
      if (sound instanceof SpeechError) return this.#fail(sound.fault)
      const before = last
      // Given to the player while the one before still sounds: no gap between sentences.
      last = this.#play(line, sound, before, signal).catch((error) => {
        if (!signal.aborted) this.#fail(asFault(error).fault)
      })
      if (this.#waiting.length === 0) await last
    }
    if (!signal.aborted) this.#running = false
  }

  async #play(line: number, sound: Sound, before: Promise<void>, signal: AbortSignal): Promise<void> {
    const heard = this.#player.play(sound, () => {
      if (!signal.aborted)
        void before.then(() => !signal.aborted && this.#told.playing(line, (1000 * sound.samples.length) / sound.rate))
    })
    await heard
    await before
    if (!signal.aborted) this.#told.played(line)
  }

  #fail(why: SpeechFault): void {
    this.hush()
    this.#told.mute(why)
  }
}

/** A bug in a voice is told like any fault of it: the answer stands on the screen. */
const asFault = (error: unknown): SpeechError =>
  error instanceof SpeechError ? error : new SpeechError('no-voice', String(error))
