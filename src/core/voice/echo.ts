import { matchWake } from '../../std/korean/dialogue/wake.ts'
import { toJamo } from '../../std/korean/spelling/jamo.ts'
import { readKorean } from './aloud/speak-korean.ts'
import { isBackchannel, isNoise, overrules, wantsSilence } from './end-words.ts'

/** When somebody's voice stops ours (SPEC §7): whatever is said, only wake and stop words, or never while we speak. */
export type BargeIn = 'full' | 'keyword' | 'off'

/** Only what sounds; a recogniser may write 20 where the loudspeaker said 이십. */
const letters = (text: string) =>
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
 * Whether `heard` is only what the loudspeaker says: its sounds stand somewhere in `spoken`, nearly as they are and
 * in one piece. One or two syllables count only when they stand there exactly.
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
  /** What of it sounded while the speech was heard; all of it where that is not known. */
  during?: readonly string[]
  wakeWords: readonly string[]
}

/** Whether what is heard while the assistant thinks or speaks is somebody who wants to be heard. */
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

/** What a person said over our own voice: without words of ours before theirs. */
export function withoutOwn(text: string, during: readonly string[]): string {
  const words = text.trim().split(/\s+/)
  const said = toJamo(letters(during.join(' ')).slice(-1_000))
  let best = { at: 0, cost: 0 }
  for (let at = 1; at < words.length; at++) {
    const ours = letters(words.slice(0, at).join(' '))
    const sounds = toJamo(ours)
    const errors = nearestIn(sounds, said)
    // A sound that we said too speaks for it, one that we did not against it: the best place is where our words end.
    const cost = errors - sounds.length / 2
    if (ours.length >= foreignLetters && errors / sounds.length <= ownErrors && cost < best.cost) best = { at, cost }
  }
  return words.slice(best.at).join(' ')
}

/**
 * Whether we say it ourselves, to the letter or but for one sound: what is meant as a stop is taken for an echo for
 * no less.
 */
function saysItself(words: string, during: readonly string[]): boolean {
  const said = letters(during.join(' ')).slice(-1_000)
  const own = letters(words)
  return said.includes(own) || (said !== '' && nearestIn(toJamo(own), toJamo(said)) <= 1)
}

/** From so many letters on words are told from our own by their sounds alone. */
const foreignLetters = 3

/** Whether there are words in it that we do not say: all of it together, or the end of it, said into our own words. */
function isForeign(text: string, spoken: readonly string[]): boolean {
  if (letters(text).length < 2) return false
  if (!isEcho(text, spoken)) return true
  const said = toJamo(letters(spoken.join(' ')).slice(-1_000))
  return lastWords(text).some((words) => {
    const own = letters(words)
    const sounds = toJamo(own)
    return own.length >= foreignLetters && nearestIn(sounds, said) / sounds.length > 0.5
  })
}

/**
 * What is heard over our own voice may begin with words of ours: its last word, its last two words, up to all of the
 * last five.
 */
function lastWords(text: string): string[] {
  const words = text.trim().split(/\s+/).slice(-5)
  return words.map((_, at) => words.slice(at).join(' '))
}

/** What stops us whatever mode it is. */
const isCommand = (words: string, wakeWords: readonly string[]) =>
  wantsSilence(words) || overrules(words) || matchWake(words, wakeWords) !== undefined
