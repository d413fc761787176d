// How well the detector that ships notices speech in a noisy room: espeak-ng as the person, noise at a known level, and
// the noise suppressor in front of it as in the program.
import { createRequire } from 'node:module'
import type * as Sherpa from 'sherpa-onnx-node'
import { openNoiseSuppressor } from '../../src/audio/echo/noise.ts'
import { toFloat } from '../../src/audio/frames.ts'
import { sherpaVad } from '../../src/audio/recognisers.ts'
import { frameSamples, listenRate } from '../../src/protocol/speech.ts'
import { numbers } from './echo-room.ts'
import { says, type Utterance } from './person.ts'
import { testModels } from './rig.ts'

/** Sounds of a room, of about the same power; a sample is a number around zero. */
export const roomSounds = {
  /** A fan: a motor and its overtones over a rush of air. */
  fan: () => {
    const random = numbers(3)
    return (i: number) => Math.sin(i * 0.047) + 0.5 * Math.sin(i * 0.094) + 0.3 * Math.sin(i * 0.47) + (random() - 0.5)
  },
  /** Pink noise by Paul Kellet's filter (https://www.firstpr.com.au/dsp/pink-noise/). */
  pink: () => {
    const random = numbers(5)
    const b = [0, 0, 0]
    return () => {
      const white = 2 * random() - 1
      b[0] = 0.99765 * (b[0] ?? 0) + white * 0.099046
      b[1] = 0.963 * (b[1] ?? 0) + white * 0.2965164
      b[2] = 0.57 * (b[2] ?? 0) + white * 1.0526913
      return (b[0] ?? 0) + (b[1] ?? 0) + (b[2] ?? 0) + white * 0.1848
    }
  },
  /** Four chords, half a second each, with overtones, as of an organ. */
  music: () => {
    const chords = [
      [262, 330, 392],
      [220, 262, 330],
      [175, 220, 262],
      [196, 247, 294],
    ]
    return (i: number) => {
      const chord = chords[Math.floor(i / (listenRate / 2)) % chords.length] ?? []
      return chord.reduce((sum, hertz) => {
        const turn = (2 * Math.PI * hertz * i) / listenRate
        return sum + Math.sin(turn) + 0.4 * Math.sin(2 * turn) + 0.2 * Math.sin(3 * turn)
      }, 0)
    }
  },
} as const

/** What became of some utterances in one room. */
export interface Detected {
  utterances: number
  /** Utterances of which not one frame was noticed. */
  missed: number
  /** The share of frames, half a second and more away from any speech, that were called speech. */
  falseShare: number
  /** Milliseconds from the first sound of an utterance to the first frame called speech: the middle one, and that of the slowest but one in twenty. */
  onset: { median: number; late: number }
}

const powerOf = (samples: ArrayLike<number>) =>
  Array.from(samples).reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length)

/** `snr`: how much more powerful the voice is than the room, in dB. */
export async function judgeDetector(
  utterances: readonly Utterance[],
  room: keyof typeof roomSounds,
  snr: number,
): Promise<Detected> {
  const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
  const detect = sherpaVad(engine, testModels.vad)
  const { clean } = await openNoiseSuppressor()
  const sound = roomSounds[room]()
  const quiet = listenRate * 2
  const noisePower = powerOf(Array.from({ length: listenRate }, (_, i) => sound(i)))
  const onsets: number[] = []
  let [missed, quietFrames, falseFrames, at] = [0, 0, 0, 0]
  for (const utterance of utterances) {
    const words = says(utterance.text, utterance)
    const loud = [...words].flatMap((sample, i) => (Math.abs(sample) > 300 ? [i] : []))
    const [first, last] = [(loud[0] ?? 0) + quiet, (loud.at(-1) ?? 0) + quiet]
    const gain = Math.sqrt(powerOf(words.subarray(first - quiet, last - quiet)) / 10 ** (snr / 10) / noisePower)
    let noticed: number | undefined
    const length = quiet + words.length + quiet
    for (let from = 0; from + frameSamples <= length; from += frameSamples) {
      const frame = Int16Array.from({ length: frameSamples }, (_, i) => {
        const sample = (words[from + i - quiet] ?? 0) + gain * sound(at++)
        return Math.max(-32_768, Math.min(32_767, Math.round(sample)))
      })
      const { voice } = detect(toFloat(clean(frame)))
      if (voice && from + frameSamples > first && from < last) noticed ??= from + frameSamples - first
      if (from + frameSamples < first || from > last + listenRate * 0.5) {
        quietFrames++
        if (voice) falseFrames++
      }
    }
    if (noticed === undefined) missed++
    else onsets.push((noticed * 1000) / listenRate)
  }
  const sorted = onsets.toSorted((a, b) => a - b)
  return {
    utterances: utterances.length,
    missed,
    falseShare: falseFrames / quietFrames,
    onset: {
      median: sorted[sorted.length >> 1] ?? Number.NaN,
      late: sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN,
    },
  }
}
