// A room by arithmetic: what a loudspeaker plays comes back into the microphone late, weaker, by other clocks and off
// the walls.
import { openEchoCanceller } from '../../src/audio/echo/echo-canceller.ts'
import { FarEnd } from '../../src/audio/echo/far-end.ts'
import { frameSamples, listenRate } from '../../src/protocol/speech.ts'

export interface RoomShape {
  /** From the player's clock to the microphone, in milliseconds. */
  delayMs: number
  /** How much faster the microphone's clock goes. */
  driftPpm?: number
  /** Of the first sound that comes back, against what was played. */
  echoDb: number
  /** After so long what rings in the room is 60 dB down; 0 for a room without walls. */
  reverbMs?: number
  /** One frame of five arrives up to so much later than it was recorded, and those behind it with it. */
  lateMs?: number
}

/** Numbers that are the same every time (mulberry32), from 0 up to 1. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const gain = (db: number) => 10 ** (db / 20)

/** What comes back of `played` to a microphone in such a room. */
export function echoOf(played: Int16Array, { delayMs, driftPpm = 0, echoDb, reverbMs = 0 }: RoomShape): Float32Array {
  const random = numbers(7)
  // The straight way, and reflections that become weaker.
  const paths = [{ ms: 0, gain: 1 }]
  for (let ms = 2; ms < reverbMs; ms += 1 + 6 * random())
    paths.push({ ms, gain: (random() - 0.5) * gain((-60 * ms) / reverbMs) })
  return Float32Array.from(played, (_, i) => {
    let sum = 0
    for (const path of paths) {
      const place = i * (1 + driftPpm / 1e6) - ((delayMs + path.ms) * listenRate) / 1000
      const [low, share] = [Math.floor(place), place - Math.floor(place)]
      sum += path.gain * ((played[low] ?? 0) * (1 - share) + (played[low + 1] ?? 0) * share)
    }
    return sum * gain(echoDb)
  })
}

/** A microphone hears `near` and the echo of `played`; what is left of it after the canceller. All at 16 kHz. */
export async function cancelled(played: Int16Array, near: Float32Array, shape: RoomShape) {
  const random = numbers(11)
  const canceller = await openEchoCanceller()
  const farEnd = new FarEnd()
  const echo = echoOf(played, shape)
  const heard = Int16Array.from(echo, (sample, i) =>
    Math.max(-32_768, Math.min(32_767, sample + (near[i] ?? 0) + (random() - 0.5) * 20)),
  )
  const clean = new Int16Array(heard.length)
  farEnd.play({ samples: played, rate: listenRate }, 0)
  const frameMs = (1000 * frameSamples) / listenRate / (1 + (shape.driftPpm ?? 0) / 1e6)
  let before = 0
  for (let at = 0; at + frameSamples <= heard.length; at += frameSamples) {
    const arrives = (at / frameSamples + 1) * frameMs + (random() < 0.2 ? (shape.lateMs ?? 0) * random() : 0)
    before = Math.max(before, arrives)
    clean.set(canceller.cancel(heard.subarray(at, at + frameSamples), farEnd.frame(before)), at)
  }
  return { heard, clean }
}

/** Samples from one second to another. */
export const seconds = (samples: Int16Array, from: number, to: number) =>
  samples.subarray(from * listenRate, to * listenRate)
