/** The words of speech: what sound is, and the ports between the voice loop and whatever hears and speaks. No I/O. */

/** Sound: signed 16-bit samples of one channel. */
export interface Sound {
  samples: Int16Array
  /** Samples per second. */
  rate: number
}

/** Everything that listens works at this rate, in frames of 20 ms. */
export const listenRate = 16_000
export const frameSamples = 320

/**
 * Frames of 20 ms at 16 kHz until the signal aborts. Throws a `SpeechError` when there is nothing to hear with. While
 * `resting` says yes they may come up to 0.2 s late and several at a time; none is lost.
 */
export type Microphone = (signal: AbortSignal, resting?: () => boolean) => AsyncIterable<Int16Array>

/** Detects speech, frame by frame (16 kHz, −1…1). `silentMs`: the length of the silence so far, when it says no. */
export type Vad = (frame: Float32Array) => { voice: boolean; silentMs: number }

/**
 * Takes one utterance at a time. `text` is what has been understood so far; `pause`: the person is silent for a
 * moment; `finish` hears it out and begins anew, so does `drop` without an answer. None of them keeps the next frame
 * waiting for long.
 */
export interface SpeechToText {
  accept(frame: Float32Array, voice: boolean): void
  text(): string
  pause(): void
  finish(): Promise<string>
  drop(): void
}

/** The wake word that the frame completed. */
export type WakeWord = (frame: Float32Array) => string | undefined

/**
 * Recognised speech, in order. `final` answers `finish` and may be empty; `lost`: nothing will be heard until `back`;
 * `silent`: the microphone works and has delivered nothing but zeros, as one that is turned off does.
 */
export type RecognizedSpeech =
  | { type: 'voice.started' }
  | { type: 'voice.ended'; silentMs: number }
  | { type: 'partial'; text: string }
  /**
   * `first`: what a quicker recogniser understood, where it is something else. `whose`: its voice, where one is
   * enrolled.
   */
  | { type: 'final'; text: string; first?: string; whose?: Whose }
  | { type: 'keyword'; word: string }
  /**
   * The loudest level of the utterance so far, in dB below full scale; `room`: the level that is there all the time.
   */
  | { type: 'level'; db: number; room?: number }
  /**
   * The judgement of the sound about the pause that the last `voice.ended` began: the end of the utterance, or not. It
   * may never come.
   */
  | { type: 'turn'; isOver: boolean }
  /**
   * The text that a more accurate recogniser reads of the utterance up to that pause: its `final`, if nothing more is
   * said. It may never come.
   */
  | { type: 'read'; text: string }
  | { type: 'lost'; why: SpeechFault }
  | { type: 'back' }
  | { type: 'silent' }
  /** An utterance was not understood for a reason that may pass; its `final` follows. */
  | { type: 'trouble'; why: SpeechFault }

/** The owner of a voice, as far as one is enrolled. */
export type Whose = 'own' | 'other' | 'unknown'

/** Faults of hearing and speaking; each has a sentence in messages/surfaces/voice.ts that says what to do. */
export const speechFaults = [
  'no-microphone',
  'microphone-refused',
  'microphone-silent',
  'no-recorder',
  'no-ears',
  'ears-died',
  'no-speaker',
  'no-voice',
  'no-engine',
  'no-such-model',
  'ears-key',
  'ears-away',
  'reader-died',
  'owner-unknown',
  'voice-key',
  'voice-away',
] as const
export type SpeechFault = (typeof speechFaults)[number]

/** Microphone, VAD, recogniser and keyword spotter together, wherever they run. */
export interface SpeechInput {
  /** Everything that is heard until the signal aborts. */
  hear(signal: AbortSignal): AsyncIterable<RecognizedSpeech>
  /** Ends the utterance: a `final` follows. `here`: only this machine may read it. */
  finish(here?: boolean): void
  /** Forgets the utterance: no `final` follows. */
  drop(): void
  /** Begins an utterance now, whether a voice is noticed or not; it lasts until `finish` or `drop`. */
  begin(): void
  /**
   * Tell that somebody is being talked with: only then what is said may be heard elsewhere while it is said. `nearDb`:
   * how loud they were when they last asked, in dB below full scale.
   */
  attend?(called: boolean, nearDb?: number): void
  /** Closed, nothing of what the microphone delivers is listened to. */
  close(closed: boolean): void
}

/** A sentence as sound, at `pace` times the voice's own speed. Throws a `SpeechError` when it cannot be spoken. */
export type TextToSpeech = (text: string, signal: AbortSignal, pace: number) => Promise<Sound>

/** Plays sounds one after the other. */
export interface Player {
  /**
   * `started` is called when the first sample can be heard. Resolves when the last one was, or at once after `stop`.
   */
  play(sound: Sound, started: () => void): Promise<void>
  /** Silence within 200 ms; everything that waits is forgotten. */
  stop(): void
  /** Silence at once, as by `stop`, but nothing is forgotten: `resume` goes on at the last gap between words. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

/** A failure of hearing or speaking. The conversation goes on in text. */
export class SpeechError extends Error {
  override name = 'SpeechError'
  readonly fault: SpeechFault
  constructor(fault: SpeechFault, detail?: string) {
    super(detail ?? fault)
    this.fault = fault
  }
}
