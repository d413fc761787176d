import { setTimeout as sleep } from 'node:timers/promises'
import { frameSamples, listenRate, type Microphone, type Player, type Sound } from '../../protocol/speech.ts'
import { levelOf } from '../frames.ts'
import { openEchoCanceller } from './echo-canceller.ts'
import type { FarEnd } from './far-end.ts'

/** The echo of the loudspeaker in the microphone. Levels in dB. */
export interface EchoMeasure {
  /** The loudspeaker cannot be heard: headphones, a canceller of the system, or no sound at all. */
  silent: boolean
  /** From playing to hearing, in milliseconds. */
  delayMs: number
  /** Attenuation of the echo by the canceller (echo return loss enhancement). */
  erleDb: number
  /** Attenuation of an equally loud voice over the echo. */
  lostDb: number
}

/** Choose the barge-in mode such an echo allows: anything, or wake and stop words only. */
export const modeFor = ({ silent, erleDb, lostDb }: EchoMeasure): 'full' | 'keyword' =>
  silent || (erleDb >= 15 && lostDb <= 15) ? 'full' : 'keyword'

const sweepMs = 4_000
const roomMs = 500
/** The loudspeaker is heard when it is so much louder than the room. */
const heardDb = 6
const longestDelayMs = 500

/** A sweep through the sounds of speech, then syllables of noise: a canceller learns no room from single tones. */
export function makeSweep(): Sound {
  let phase = 0
  let noise = 0
  let random = 1
  const samples = Int16Array.from({ length: (sweepMs * listenRate) / 1000 }, (_, i) => {
    const at = i / listenRate
    phase += (2 * Math.PI * 150 * 40 ** Math.min(1, at)) / listenRate
    if (at < 1) return Math.round(6_000 * Math.sin(phase) * Math.sin(Math.PI * at))
    random = (random * 48_271) % 2_147_483_647
    noise = 0.6 * noise + (random / 1_073_741_823.5 - 1)
    return Math.round(5_000 * noise * Math.abs(Math.sin(2 * Math.PI * 2 * at)))
  })
  return { samples, rate: listenRate }
}

/** Plays it and records it. Throws a `SpeechError` where either cannot be done. */
export async function measureEcho(
  { microphone, player, farEnd, now }: { microphone: Microphone; player: Player; farEnd: FarEnd; now(): number },
  signal: AbortSignal,
): Promise<EchoMeasure> {
  const over = new AbortController()
  const near: Int16Array[] = []
  const far: Int16Array[] = []
  const playing = Promise.withResolvers<void>()
  playing.promise.catch(() => {})
  for await (const frame of microphone(AbortSignal.any([signal, over.signal]))) {
    near.push(frame)
    far.push(farEnd.frame(now()))
    if (near.length === (roomMs * listenRate) / 1000 / frameSamples) {
      player
        .play(makeSweep(), () => {})
        .then(() => sleep(longestDelayMs))
        .then(playing.resolve, playing.reject)
        .finally(() => over.abort())
    }
  }
  await playing.promise
  return judgeEcho(near, far)
}

/** Measure the echo from frames of microphone and loudspeaker taken at the same times. */
export async function judgeEcho(near: readonly Int16Array[], far: readonly Int16Array[]): Promise<EchoMeasure> {
  const first = far.findIndex((frame) => frame.some((sample) => sample !== 0))
  const [heard, played] = [joinFrames(near), joinFrames(far)]
  // The second half of the sweeps: until then the canceller has learnt the room.
  const from = (first + sweepMs / 2 / 20) * frameSamples
  const to = (first + sweepMs / 20) * frameSamples
  const levelDuring = (samples: Int16Array) => levelOf(samples.subarray(from, to))
  const silent =
    first < 0 || levelDuring(heard) < levelOf(heard.subarray(0, Math.max(1, first) * frameSamples)) + heardDb
  if (silent) return { silent, delayMs: 0, erleDb: 0, lostDb: 0 }
  const voice = voiceLike(heard.length, 10 ** (levelDuring(heard) / 20) * 32_768)
  const both = heard.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + (voice[i] as number))))
  const [alone, over] = [await cancelEcho(heard, played), await cancelEcho(both, played)]
  const left = over.map((sample, i) => sample - (alone[i] as number))
  return {
    silent,
    delayMs: delayOf(heard, played, from, to),
    erleDb: levelDuring(heard) - levelDuring(alone),
    lostDb: levelDuring(voice) - levelDuring(left),
  }
}

function joinFrames(frames: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(frames.length * frameSamples)
  for (const [i, frame] of frames.entries()) all.set(frame, i * frameSamples)
  return all
}

async function cancelEcho(near: Int16Array, far: Int16Array): Promise<Int16Array> {
  const canceller = await openEchoCanceller()
  const out = new Int16Array(near.length)
  for (let at = 0; at < near.length; at += frameSamples)
    out.set(canceller.cancel(near.subarray(at, at + frameSamples), far.subarray(at, at + frameSamples)), at)
  return out
}

/** Something that comes and goes four times a second and has the pitches of a voice. `rms` of a sample. */
function voiceLike(length: number, rms: number): Int16Array {
  return Int16Array.from({ length }, (_, i) => {
    const at = i / listenRate
    const tones = [140, 280, 420, 700, 1_120, 2_240].reduce(
      (sum, hz, n) => sum + Math.sin(2 * Math.PI * hz * at + n),
      0,
    )
    return Math.round(((rms * tones) / Math.sqrt(3)) * Math.max(0, Math.sin(2 * Math.PI * 4 * at)) * 2)
  })
}

/** Return the delay at which the played sound correlates best with the heard one, in milliseconds. */
function delayOf(heard: Int16Array, played: Int16Array, from: number, to: number): number {
  let best = { delay: 0, sum: 0 }
  for (let delay = 0; delay <= (longestDelayMs * listenRate) / 1000; delay += 4) {
    let sum = 0
    for (let at = from; at < to; at += 2) sum += (heard[at] as number) * (played[at - delay] ?? 0)
    if (Math.abs(sum) > best.sum) best = { delay, sum: Math.abs(sum) }
  }
  return (1000 * best.delay) / listenRate
}
