import { listenRate } from '../../protocol/speech.ts'
import { loadNetwork } from '../../std/network.ts'
import type { ModelFiles } from '../engine-messages.ts'
import { bands, logMel } from './log-mel.ts'

/** The window of the network: the last 8 s. */
export const turnSamples = 8 * listenRate
const frames = turnSamples / 160

/** Estimate the probability that somebody who pauses after these samples (16 kHz, −1…1) has finished: 0…1. */
export type TurnNetwork = (samples: Float32Array) => Promise<number>

/**
 * Loads a network of the layout of pipecat's smart-turn v3: Whisper's features of 8 s as `input_features` (1 × 80 ×
 * 800) to `logits` (1 × 1), which in spite of its name is a probability. Throws when it cannot be loaded.
 */
export async function loadTurnNetwork({ config: { model, runtime } }: ModelFiles): Promise<TurnNetwork> {
  const network = await loadNetwork(String(model), String(runtime))
  return async (samples) => {
    const features = logMel(normaliseSamples(samples))
    const { values } = await network.run({ input_features: ['float32', features, [1, bands, frames]] }, 'logits')
    return values[0] ?? Number.NaN
  }
}

/**
 * The last 8 s with silence before them, and all of it with a mean of 0 and a variance of 1, as the network was
 * trained.
 */
function normaliseSamples(samples: Float32Array): Float32Array {
  const sound = new Float32Array(turnSamples)
  sound.set(samples.slice(-turnSamples), Math.max(0, turnSamples - samples.length))
  const mean = sound.reduce((sum, sample) => sum + sample, 0) / turnSamples
  const variance = sound.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / turnSamples
  const scale = 1 / Math.sqrt(variance + 1e-7)
  return sound.map((sample) => (sample - mean) * scale)
}
