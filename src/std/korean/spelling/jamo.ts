const FIRST = 0xac00
const LAST = 0xd7a3
const CHOSEONG = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Unicode NFC: the one form in which Hangul is stored and compared (file names on macOS come decomposed). */
export function nfc(text: string): string {
  return text.normalize('NFC')
}

/** True if the text's first character is a composed Hangul syllable (가–힣). */
export function isHangul(text: string): boolean {
  const code = text.charCodeAt(0)
  return code >= FIRST && code <= LAST
}

/** Index 0–27 of the final consonant of a syllable, 0 = none, 8 = ㄹ; undefined for anything but a composed syllable. */
export function finalConsonant(char: string): number | undefined {
  return isHangul(char) ? (char.charCodeAt(0) - FIRST) % 28 : undefined
}

/** The same syllable without its final consonant ("할" → "하"); other characters as they are. */
export function withoutFinal(char: string): string {
  return isHangul(char) ? String.fromCharCode(char.charCodeAt(0) - (finalConsonant(char) as number)) : char
}

/**
 * A syllable that has no final consonant with the final of that index ("하", 17 → "합"); other characters as they are.
 */
export function withFinal(char: string, final: number): string {
  return finalConsonant(char) === 0 ? String.fromCharCode(char.charCodeAt(0) + final) : char
}

/** Conjoining jamo, one per sound: "도치" → ["ᄃ","ᅩ","ᄎ","ᅵ"]. Other characters stand for themselves, letters small. */
export function toJamo(text: string): string[] {
  return [...nfc(text).toLowerCase().normalize('NFD')]
}

/** Initial consonants, for filters typed by hand: "홍길동" → "ㅎㄱㄷ". Other characters as they are. */
export function choseong(text: string): string {
  return [...nfc(text)]
    .map((char) => (isHangul(char) ? (CHOSEONG[Math.floor((char.charCodeAt(0) - FIRST) / 588)] as string) : char))
    .join('')
}

/**
 * Levenshtein distance over jamo: how many sounds differ ("도치야" ~ "토치야" = 1). Meant for words: time and memory grow
 * with the product and the sum of both lengths, so only the first 200 jamo of each count.
 */
export function jamoDistance(a: string, b: string): number {
  const [left, right] = [toJamo(a).slice(0, 200), toJamo(b).slice(0, 200)]
  let row = Array.from({ length: right.length + 1 }, (_, i) => i)
  for (const [i, sound] of left.entries()) row = nextRow(row, i, sound, right)
  return row[right.length] as number
}

function nextRow(above: number[], i: number, sound: string, right: string[]): number[] {
  const row = [i + 1]
  for (const [j, other] of right.entries()) {
    const swap = (above[j] as number) + (sound === other ? 0 : 1)
    row.push(Math.min(swap, (above[j + 1] as number) + 1, (row[j] as number) + 1))
  }
  return row
}

/** Overlapping pairs of the letters of each run of Hangul: "서울시청" → 서울, 울시, 시청; a lone syllable stands alone. */
export function bigrams(text: string): string[] {
  return [...nfc(text).matchAll(/[가-힣]+/g)].flatMap(([run]) =>
    run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2)),
  )
}
