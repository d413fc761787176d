import { matchWake } from '../../std/korean/dialogue/wake.ts'
import { toJamo } from '../../std/korean/spelling/jamo.ts'
import { readKorean } from './aloud/speak-korean.ts'
import { isBackchannel, isNoise, overrulesSpeech, wantsSilence } from './end-words.ts'

/** Barge-in mode (SPEC §7): any words stop our voice, only wake and stop words, or none while we speak. */
export type BargeIn = 'full' | 'keyword' | 'off'

/** Only what sounds; a recogniser may write 20 where the loudspeaker said 이십. */
const lettersOf = (text: string) =>
  readKorean(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Up to this share of wrong sounds what is heard is what is being said: a recogniser mishears some sounds of every
 * loudspeaker.
 */
const echoErrors = 0.34

/**
 * Check whether `heard` is only the loudspeaker's: its sounds stand in `spoken`, nearly as they are and in one piece.
 * One or two syllables count only when they stand there exactly.
 */
export function isEcho(heard: string, spoken: readonly string[]): boolean {
  const said = lettersOf(spoken.join(' ')).slice(-1_000)
  const own = lettersOf(heard).slice(0, 100)
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
  /** Our sentences of now and just before; empty while nothing sounds. */
  spoken: readonly string[]
  /** The part of it that sounded while the speech was heard; all of it if that is unknown. */
  during?: readonly string[]
  wakeWords: readonly string[]
}

/** Check whether speech heard while the assistant thinks or speaks is meant to interrupt. */
export function isBargeIn(mode: BargeIn, { text, spoken, during = spoken, wakeWords }: SpeechOverAnswer): boolean {
  if (isNoise(text)) return false
  const silent = spoken.length === 0
  if (silent) return !isBackchannel(text)
  if (mode === 'off') return false
  if (lastWords(text).some((words) => isCommand(words, wakeWords) && !saysItself(words, during))) return true
  return mode === 'full' && !isBackchannel(text) && isForeign(text, during)
}

/** Up to this share of wrong sounds words before those of a person are ours, and are left out. */
const ownErrors = 0.2

/** Remove our own words from the beginning of a person's words. */
export function withoutOwn(text: string, during: readonly string[]): string {
  const words = text.trim().split(/\s+/)
  const said = toJamo(lettersOf(during.join(' ')).slice(-1_000))
  let best = { at: 0, cost: 0 }
  for (let at = 1; at < words.length; at++) {
    const ours = lettersOf(words.slice(0, at).join(' '))
    const sounds = toJamo(ours)
    const errors = nearestIn(sounds, said)
    // A sound that we said too speaks for it, one that we did not against it: the best place is where our words end.
    const cost = errors - sounds.length / 2
    if (ours.length >= foreignLetters && errors / sounds.length <= ownErrors && cost < best.cost) best = { at, cost }
  }
  return words.slice(best.at).join(' ')
}

/** Check whether we say it ourselves, to the letter or but for one sound: a stop is taken for an echo for no less. */
function saysItself(words: string, during: readonly string[]): boolean {
  const said = lettersOf(during.join(' ')).slice(-1_000)
  const own = lettersOf(words)
  return said.includes(own) || (said !== '' && nearestIn(toJamo(own), toJamo(said)) <= 1)
}

/** From so many letters on words are told from our own by their sounds alone. */
const foreignLetters = 3

/** Check whether it holds words that we do not say: all of it together, or its end, said into our own words. */
function isForeign(text: string, spoken: readonly string[]): boolean {
  if (lettersOf(text).length < 2) return false
  if (!isEcho(text, spoken)) return true
  const said = toJamo(lettersOf(spoken.join(' ')).slice(-1_000))
  return lastWords(text).some((words) => {
    const own = lettersOf(words)
    const sounds = toJamo(own)
    return own.length >= foreignLetters && nearestIn(sounds, said) / sounds.length > 0.5
  })
}

/**
 * Return the possible beginnings of a person's words after ours: its last word, last two words, up to the last five.
 */
function lastWords(text: string): string[] {
  const words = text.trim().split(/\s+/).slice(-5)
  return words.map((_, at) => words.slice(at).join(' '))
}

/** Check for words that stop us in every mode. */
const isCommand = (words: string, wakeWords: readonly string[]) =>
  wantsSilence(words) || overrulesSpeech(words) || matchWake(words, wakeWords) !== undefined
