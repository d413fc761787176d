import type { RecognizedSpeech } from '../protocol/speech.ts'

/** A model for the engine's process: its kind, and its configuration with absolute paths. */
/** Likeness (cosine) of two voices: from `own` on they are one voice, below `other` two; in between nobody knows. */
export interface Likeness {
  own: number
  other: number
}

export interface ModelFiles {
  name: string
  kind: 'vad' | 'online' | 'offline' | 'keywords' | 'tts' | 'turn' | 'speaker'
  config: Record<string, unknown>
  /** For `tts`: what each sentence is generated with (speaker, speed, language). */
  generate?: Record<string, unknown>
  /** Seconds of sound that an offline recogniser reads at once. */
  longest?: number
  /** For `speaker`: likenesses of two prints, and what they say. */
  likeness?: Likeness
  /** For `keywords`: lines of sherpa's keyword format, `@` and the word at the end. */
  keywords?: string
}

/** Messages to the engine's process. Frames go to its standard input: 16-bit samples at 16 kHz. */
export type ToEngine =
  /** `cancelEcho`: each frame is followed by what was played meanwhile, a frame of its own. */
  /**
   * `record`: an utterance comes as sound, too, for ears elsewhere; then no recogniser of this machine is needed.
   * `live`: in pieces while it is spoken. `breaths`: also as far as it goes whenever the voice stops, so that it can
   * be read ahead and its end be judged.
   */
  | {
      do: 'hear'
      vad: ModelFiles
      stt?: ModelFiles
      record?: true | 'live'
      breaths?: true
      wake?: ModelFiles
      cancelEcho?: true
      suppressNoise?: true
    }
  | { do: 'voice'; tts: ModelFiles }
  | { do: 'try'; model: ModelFiles }
  /** Loads an offline recogniser, and has it read an utterance. */
  | { do: 'reader'; stt: ModelFiles }
  | { do: 'read'; samples: Int16Array }
  /** Loads what judges the end of a turn by its sound, and has it judge an utterance. */
  | { do: 'turn'; model: ModelFiles }
  | { do: 'judge'; id: number; samples: Int16Array }
  /** Loads what tells voices apart, and has it describe the voice of an utterance. */
  | { do: 'speaker'; model: ModelFiles }
  | { do: 'print'; samples: Int16Array }
  | { do: 'note'; stt: ModelFiles; note: Uint8Array }
  | { do: 'finish' | 'drop' | 'begin' }
  /** The level of the person who is being talked with; without it nobody is, or it is not known. */
  | { do: 'near'; db?: number }
  | { do: 'speak'; id: number; text: string; pace: number }

/**
 * Messages from the engine's process. `alive` comes once per second of frames; a missing one means that the process
 * hangs.
 */
export type FromEngine =
  | { type: 'ready' }
  | { type: 'alive' }
  | { type: 'heard'; heard: RecognizedSpeech }
  /**
   * The end of an utterance that was recorded, with what its recogniser understood. `ahead`: the last breath held all
   * of its voice.
   */
  | { type: 'utterance'; samples: Int16Array; text: string; ahead: boolean }
  | { type: 'breath'; samples: Int16Array }
  | { type: 'read'; text: string }
  /** Probability that the utterance is over: 0…1. */
  | { type: 'judged'; id: number; over: number }
  /** A voice as the network describes it; empty when there was too little of it. */
  | { type: 'print'; values: Float32Array }
  /** A tenth of a second of an utterance that is recorded live; the last may be shorter. */
  | { type: 'piece'; samples: Int16Array; first: boolean; last: boolean }
  /** The text of a voice message; absent when the file is no readable sound. */
  | { type: 'note'; text?: string }
  | { type: 'sound'; id: number; samples: Int16Array; rate: number }
  | { type: 'unspeakable'; id: number; why: string }
