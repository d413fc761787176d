import { matchWake } from '../../std/korean/dialogue/wake.ts'
import { toJamo } from '../../std/korean/spelling/jamo.ts'
import { isNoise, wantsSilence } from './end-words.ts'
import { readKorean } from './speak-korean.ts'

/** When somebody's voice stops ours (SPEC §7): whatever is said, only wake and stop words, or never while we speak. */
export type BargeIn = 'full' | 'keyword' | 'off'

/** Only what sounds; a recogniser may write 20 where the loudspeaker said 이십. */
const letters = (text: string) =>
  readKorean(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Up to this share of wrong sounds what is heard is what is being said: a recogniser mishears some sounds of every loudspeaker. */
const echoErrors = 0.34

/**
 * Whether `heard` is only what the loudspeaker says: its sounds stand somewhere in `spoken`, nearly as they are and in one piece. One or
 * two syllables count only when they stand there exactly.
 */
export function isEcho(heard: string, spoken: readonly string[]): boolean {
  const said = letters(spoken.join(' ')).slice(-1_000)
  const own = letters(heard).slice(0, 100)
  if (own === '' || said.includes(own)) return own === '' || said !== ''
  if (own.length <= 2) return false
  const sounds = toJamo(own)
  return nearestIn(sounds, toJamo(said)) / sounds.length <= echoErrors
}

/** Fewest edits that turn `part` into any piece of `whole` (Sellers 1980: edit distance with a free start and end). */
function nearestIn(part: string[], whole: string[]): number {
  let row = Array.from({ length: whole.length + 1 }, () => 0)
  for (const [i, sound] of part.entries()) {
    const next = [i + 1]
    for (const [j, other] of whole.entries()) {
      const swap = (row[j] as number) + (sound === other ? 0 : 1)
      next.push(Math.min(swap, (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return Math.min(...row)
}

export interface SpeechOverAnswer {
  text: string
  /** What is being said now and was said just before; empty while nothing sounds. */
  spoken: readonly string[]
  wakeWords: readonly string[]
}

/** Whether what is heard while the assistant thinks or speaks is somebody who wants to be heard. */
export function isBargeIn(mode: BargeIn, { text, spoken, wakeWords }: SpeechOverAnswer): boolean {
  if (isNoise(text)) return false
  const silent = spoken.length === 0
  if (silent) return true
  if (mode === 'off' || isEcho(text, spoken)) return false
  if (mode === 'full') return letters(text).length >= 2
  return wantsSilence(text) || matchWake(text, wakeWords) !== undefined
}
