import type { Sound } from '../protocol/speech.ts'
import { tone } from './frames.ts'

/** Rate of sounds that are made here: espeak-ng's own, so that one player serves both. */
const rate = 22_050

/** Pitches (Hz) and length (ms): up = your turn, short = taken, down = over, low = something is wrong. */
const earcons = { wake: [660, 990, 90], taken: [880, 880, 40], end: [880, 440, 140], fault: [220, 180, 220] } as const

/** A short sound that says what happens without a word; `like` gives the rate of the voice. */
export function earcon(name: keyof typeof earcons, like = rate): Sound {
  const [from, to, ms] = earcons[name]
  return { samples: tone(from, to, ms, like), rate: like }
}
