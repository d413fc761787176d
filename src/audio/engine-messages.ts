import type { RecognizedSpeech } from '../protocol/speech.ts'

/** A model as the engine's process needs it: what kind of thing it is, and its configuration with absolute paths. */
export interface ModelFiles {
  name: string
  kind: 'vad' | 'online' | 'offline' | 'keywords' | 'tts'
  config: Record<string, unknown>
  /** For `tts`: what each sentence is generated with (speaker, speed, language). */
  generate?: Record<string, unknown>
}

/** To the engine's process. Frames come on its standard input: 16-bit samples at 16 kHz. */
export type ToEngine =
  | { do: 'hear'; vad: ModelFiles; stt: ModelFiles; wake?: ModelFiles; keywords?: string }
  | { do: 'voice'; tts: ModelFiles }
  | { do: 'try'; model: ModelFiles }
  | { do: 'note'; stt: ModelFiles; note: Uint8Array }
  | { do: 'finish' | 'drop' }
  | { do: 'speak'; id: number; text: string }

/** From it. `alive` comes with about every second of frames: without it a process that hears hangs. */
export type FromEngine =
  | { type: 'ready' }
  | { type: 'alive' }
  | { type: 'heard'; heard: RecognizedSpeech }
  /** What a voice message says; without a text it is no sound that can be read. */
  | { type: 'note'; text?: string }
  | { type: 'sound'; id: number; samples: Int16Array; rate: number }
  | { type: 'unspeakable'; id: number; why: string }
