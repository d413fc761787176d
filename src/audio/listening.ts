import type { SpeechToText, Vad, WakeWord } from '../protocol/speech.ts'
import { Loudness, loudnessMs } from './echo/loudness.ts'
import type { FromEngine } from './engine-messages.ts'
import type { Recorded } from './remote/recorded.ts'

/**
 * Frames before the start of speech that the recogniser gets, too: Silero notices speech after 0.2 s, at worst after
 * 0.6 s (test/audio/detector.ts: fan, pink noise and music as loud as the voice).
 */
const prerollFrames = 40
/** In dB: less is not heard as louder. */
const louderBy = 2
/**
 * Beside a room as loud as speech a voice begins where it stands out of the room, or comes near to how loud the person
 * was, and lasts while it is above the second level; in dB.
 */
const aboveRoomDb = { begins: 6, lasts: 3 }
const belowPersonDb = { begins: 6, lasts: 8 }
/** Frames of silence (3 s) after which an utterance that nobody requested is discarded. */
const staleFrames = 150

/** Turns frames into speech events. It holds no native code itself: `vad`, `stt` and `wake` do. */
export class Listening {
  readonly #vad: Vad
  readonly #stt: SpeechToText
  readonly #wake: WakeWord | undefined
  readonly #send: (message: FromEngine) => void
  /** The sound of the utterance, where it is wanted. */
  readonly #sound: Recorded | undefined
  #preroll: Float32Array[] = []
  #voice = false
  #open = false
  #text = ''
  #silent = 0
  readonly #loudness = new Loudness()
  /** The loudest level reported for this utterance. */
  #told = Number.NEGATIVE_INFINITY
  #near: number | undefined
  /** Somebody holds the key. */
  #held = false

  constructor(
    vad: Vad,
    stt: SpeechToText,
    wake: WakeWord | undefined,
    send: (message: FromEngine) => void,
    sound?: Recorded,
  ) {
    this.#sound = sound
    this.#vad = vad
    this.#stt = stt
    this.#wake = wake
    this.#send = send
  }

  take(frame: Float32Array): void {
    const { voice: isSpeech, silentMs: sinceSpeech } = this.#vad(frame)
    this.#loudness.take(frame, this.#voice && this.#near !== undefined)
    const voice = isSpeech && this.#isNear()
    const silentMs = isSpeech ? loudnessMs : sinceSpeech
    if (voice && this.#open) this.#level()
    if (voice && !this.#voice) this.#begin()
    if (this.#open) this.#hear(frame, voice)
    this.#keep(frame, voice)
    if (!voice && this.#voice) {
      this.#stt.pause()
      this.#partial()
      this.#tell({ type: 'voice.ended', silentMs })
      this.#sound?.pause()
    }
    this.#voice = voice
    this.#silent = voice ? 0 : this.#silent + 1
    if (this.#open && !this.#held && this.#silent > staleFrames) this.drop()
  }

  /** Takes for a voice only what may be the person's, who was so loud; of anybody where that is not known. */
  attendTo(db: number | undefined): void {
    this.#near = db
  }

  #isNear(): boolean {
    if (this.#near === undefined || this.#held) return true
    const when = this.#voice ? 'lasts' : 'begins'
    const { db, room } = this.#loudness
    return db >= Math.min(room + aboveRoomDb[when], this.#near - belowPersonDb[when])
  }

  /** An utterance from now on, whether the detector notices a voice or not. */
  begin(): void {
    this.#held = true
    this.#openUp()
  }

  async finish(): Promise<void> {
    const text = this.#stt.finish()
    const taken = this.#sound?.take()
    this.#close()
    if (taken) this.#send({ type: 'utterance', ...taken, text: await text })
    else this.#tell({ type: 'final', text: await text })
  }

  drop(): void {
    this.#stt.drop()
    this.#close()
  }

  #begin(): void {
    this.#level()
    this.#tell({ type: 'voice.started' })
    this.#openUp()
  }

  /** Tells what it has been so far at its loudest, in steps that can be heard. */
  #level(): void {
    const { db, room } = this.#loudness
    if (db < this.#told + louderBy) return
    this.#told = db
    this.#tell({ type: 'level', db, room })
  }

  #openUp(): void {
    if (this.#open) return
    this.#open = true
    for (const frame of this.#preroll) this.#hear(frame, true)
  }

  #hear(frame: Float32Array, voice: boolean): void {
    this.#stt.accept(frame, voice)
    this.#sound?.add(frame, voice)
    const word = this.#wake?.(frame)
    if (word) this.#tell({ type: 'keyword', word })
    this.#partial()
  }

  #partial(): void {
    const text = this.#stt.text()
    if (text === this.#text || text === '') return
    this.#text = text
    this.#tell({ type: 'partial', text })
  }

  /** Buffers the last frames, also during an utterance: the next one may start before the detector has noticed it. */
  #keep(frame: Float32Array, voice: boolean): void {
    this.#preroll = voice ? [] : [...this.#preroll, frame].slice(-prerollFrames)
  }

  /** Ends the utterance; when the person goes on speaking, a new one starts at once. */
  #close(): void {
    this.#sound?.forget()
    this.#open = this.#voice
    this.#held = false
    this.#text = ''
    this.#told = Number.NEGATIVE_INFINITY
  }

  #tell(heard: Extract<FromEngine, { type: 'heard' }>['heard']): void {
    this.#send({ type: 'heard', heard })
  }
}
