import type { Sound } from '../protocol/speech.ts'
import { makeTone } from './frames.ts'

/** Sample rate of earcons. It equals espeak-ng's, so that one player can play both. */
const rate = 22_050

/** Pitches (Hz) and length (ms): up = your turn, short = taken, down = over, low = something is wrong. */
const earcons = { wake: [660, 990, 90], taken: [880, 880, 40], end: [880, 440, 140], fault: [220, 180, 220] } as const

/** An earcon: a short sound for a change of state. `like` gives the sample rate of the voice. */
export function renderEarcon(name: keyof typeof earcons, like = rate): Sound {
  const [from, to, ms] = earcons[name]
  return { samples: makeTone(from, to, ms, like), rate: like }
}
