import type { SpeechFault, Whose } from '../../protocol/speech.ts'
import { openReadAhead } from '../ahead/read-ahead.ts'
import type { ModelFiles } from '../engine-messages.ts'
import type { EngineOptions } from '../engine-supervisor.ts'

/** Options for telling voices apart. Without a model every voice is unknown. */
export interface SpeakerOptions {
  model: ModelFiles | undefined
  /** Decide whose voice it is; undefined is a voice that was too short or came too late. */
  whose(print: Float32Array | undefined): Whose
}

/** Says whose voice an utterance has. */
export interface SpeakerJudge {
  /**
   * The voice has paused: it is begun with what there is where somebody is `called`. Who only talks nearby is judged
   * at the end.
   */
  pause(samples: Int16Array, called: boolean): void
  /** `ahead`: all of it was there at the last pause. Never rejects. */
  whose(samples: Int16Array, ahead: boolean): Promise<Whose>
  close(): void
}

/**
 * Wait at most so long for an answer, in milliseconds: a network of 7 million weights needs a tenth of that for 10 s of
 * speech.
 */
const speakerMs = 700

/**
 * Opens it in a process of its own, which is restarted by itself. Where it is late, dead or was never there the voice
 * is unknown, so that nothing is agreed to; `trouble` is told once when that will stay so.
 */
export function openSpeakerJudge(
  options: EngineOptions,
  { model, whose }: SpeakerOptions,
  trouble: (why: SpeechFault) => void,
): SpeakerJudge {
  const lost = () => trouble('owner-unknown')
  if (!model) {
    queueMicrotask(lost)
    return { pause() {}, whose: async () => whose(undefined), close() {} }
  }
  let isBegun = false
  const prints = openReadAhead<Float32Array>(options, {
    load: { do: 'speaker', model },
    ask: (samples) => ({ do: 'print', samples }),
    answer: (message) => (message.type === 'print' ? message.values : undefined),
    waitMs: speakerMs,
    lost,
  })
  return {
    pause(samples, called) {
      isBegun = called
      if (called) prints.ahead(samples)
    },
    async whose(samples, ahead) {
      const print = await prints.read(samples, ahead && isBegun)
      return whose(print && print.length > 0 ? print : undefined)
    },
    close: prints.close,
  }
}
