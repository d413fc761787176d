import { toJamo } from './jamo.ts'
import { plain } from './span.ts'

/** A wake word heard at the start of an utterance; `rest` is what was said after it; `distance` 0 is exact. */
export interface Wake {
  word: string
  rest: string
  distance: number
}

/** Sounds that speech recognition takes for one another: they count half. Initial and final consonants, vowels with a glide. */
const ALIKE = ['ᄀᄁᄏ', 'ᄃᄄᄐ', 'ᄇᄈᄑ', 'ᄉᄊ', 'ᄌᄍᄎ', 'ᅡᅣ', 'ᅥᅧ', 'ᅩᅭ', 'ᅮᅲ', 'ᅢᅦ', 'ᅤᅨ', 'ᅫᅬᅰ', 'ᆨᆩᆿ', 'ᆫᆼ', 'ᆮᆺᆽᆾᇀᆻ', 'ᆸᇁ']
const FILLER = /^(?:음+|어+|아|저기|헤이|hey)[\s,.…~]+/

/**
 * The wake word the utterance begins with. The closest of `words` wins, the longer one on a tie. How far it may be off depends on its
 * length: up to 7 sounds half a sound ("토치야" for 도치야, not "고치야" nor "코디야"), up to 10 one, beyond that one in seven.
 * A word that is not exact must end where a word ends.
 */
export function matchWake(utterance: string, words: readonly string[]): Wake | undefined {
  const heard = utterance.normalize('NFC').slice(0, 2000).trimStart()
  const starts = [heard, heard.replace(FILLER, '')]
  const found = starts.flatMap((start) => words.flatMap((word) => matchesOf(start, word)))
  return found.sort((a, b) => a.distance - b.distance || b.word.length - a.word.length)[0]
}

function matchesOf(heard: string, word: string): Wake[] {
  const sounds = toJamo(letters(word))
  const size = [...letters(word)].length
  if (size === 0) return []
  return prefixes(heard, size)
    .map(({ said, rest, whole }) => ({ whole, wake: { word, rest, distance: distance(toJamo(said), sounds) } }))
    .filter(({ whole, wake }) => wake.distance === 0 || (whole && wake.distance <= tolerance(sounds.length)))
    .map(({ wake }) => wake)
}

const tolerance = (sounds: number) => (sounds <= 7 ? 0.5 : sounds <= 10 ? 1 : Math.floor(sounds / 7))

const letters = (text: string) => plain(text.normalize('NFC')).replace(/[^\p{L}\p{N}]/gu, '')

/** The beginnings of the utterance that have about as many letters as the word, blanks and punctuation not counted. */
function prefixes(heard: string, size: number): { said: string; rest: string; whole: boolean }[] {
  const found: { said: string; rest: string; whole: boolean }[] = []
  let said = ''
  for (let at = 0; at < heard.length && said.length <= size; at++) {
    const letter = letters(heard[at] as string)
    said += letter
    const tail = heard.slice(at + 1)
    if (letter && said.length >= size - 1)
      found.push({ said, rest: tail.replace(/^[^\p{L}\p{N}]+/u, ''), whole: !/^[\p{L}\p{N}]/u.test(tail) })
  }
  return found
}

/** Levenshtein over sounds, where sounds that are alike cost a half. */
function distance(a: string[], b: string[]): number {
  let row = b.map((_, i) => i + 1)
  row.unshift(0)
  for (const [i, sound] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries()) {
      next.push(Math.min((row[j] as number) + cost(sound, other), (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

function cost(a: string, b: string): number {
  if (a === b) return 0
  return ALIKE.some((alike) => alike.includes(a) && alike.includes(b)) ? 0.5 : 1
}
