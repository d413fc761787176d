import type * as Sherpa from 'sherpa-onnx-node'
import { frameSamples, listenRate } from '../../protocol/speech.ts'
import type { ModelFiles } from '../engine-messages.ts'
import { joinSamples } from '../recognisers.ts'

/**
 * Compute the voiceprint, independent of the words; undefined if there is too little voice. Samples of 16 kHz, −1…1.
 */
export type Voiceprints = (samples: Float32Array) => Float32Array | undefined

/**
 * Less than that of a voice tells nobody apart, in frames: 0.8 s. An estimate: published error rates are of
 * utterances of several seconds and grow by a multiple below one.
 */
const leastFrames = 40
/** Sound quieter than the loudest frame by more than this is a gap between words, as a factor of energy: 30 dB. */
const quieter = 1_000

/** Loads a speaker embedding network. Throws when it cannot be loaded. */
export function sherpaVoiceprints(engine: typeof Sherpa, { config }: ModelFiles): Voiceprints {
  const extractor = new engine.SpeakerEmbeddingExtractor({ numThreads: 1, ...config, debug: false, provider: 'cpu' })
  return (samples) => {
    const voice = withoutGaps(samples)
    if (!voice) return undefined
    const stream = extractor.createStream()
    stream.acceptWaveform({ samples: voice, sampleRate: listenRate })
    stream.inputFinished()
    // A copy: the engine's own memory cannot be sent to another process.
    return Float32Array.from(extractor.compute(stream, false))
  }
}

function withoutGaps(samples: Float32Array): Float32Array | undefined {
  const frames: { frame: Float32Array; energy: number }[] = []
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    const frame = samples.subarray(at, at + frameSamples)
    frames.push({ frame, energy: frame.reduce((sum, sample) => sum + sample * sample, 0) })
  }
  const loudest = Math.max(0, ...frames.map(({ energy }) => energy))
  const voice = frames.filter(({ energy }) => energy > 0 && energy * quieter >= loudest)
  return voice.length < leastFrames ? undefined : joinSamples(voice.map(({ frame }) => frame))
}
