/** The nineteen initials in the order of Unicode, one for each block of 588 syllables. */
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
/** Two initials that an input method has joined into a final. */
const JOINED: Record<string, string> = {
  ...{ ㄳ: 'ㄱㅅ', ㄵ: 'ㄴㅈ', ㄶ: 'ㄴㅎ', ㄺ: 'ㄹㄱ', ㄻ: 'ㄹㅁ', ㄼ: 'ㄹㅂ' },
  ...{ ㄽ: 'ㄹㅅ', ㄾ: 'ㄹㅌ', ㄿ: 'ㄹㅍ', ㅀ: 'ㄹㅎ', ㅄ: 'ㅂㅅ' },
}
const [FIRST, EACH] = [0xac00, 588]

/** True for initials that stand for a word (ㅈㅊ), not for laughter (ㅋㅋ, ㅎㅎㅎ). */
export function isInitials(word: string): boolean {
  return /^[ㄱ-ㅎ]{2,20}$/.test(word) && !/^(?:ㅋ+|ㅎ+)$/.test(word)
}

/**
 * The ranges of syllables that initials stand for, "[자-짛]", "[차-칳]": for a regular expression, and for GLOB of
 * SQLite.
 */
export function initialRanges(word: string): string[] {
  const letters = [...word].flatMap((letter) => [...(JOINED[letter] ?? letter)])
  return letters.map((letter) => {
    const first = FIRST + INITIALS.indexOf(letter) * EACH
    return `[${String.fromCharCode(first)}-${String.fromCharCode(first + EACH - 1)}]`
  })
}

/**
 * Where `text` holds what a person typed to find it: the word itself, or syllables with its initials, blanks between
 * them or not (ㅈㅈㄷ → 제주도). -1 if nowhere. Both in NFC.
 */
export function indexOfTyped(text: string, typed: string): number {
  const at = text.indexOf(typed)
  return at >= 0 || !isInitials(typed) ? at : text.search(new RegExp(initialRanges(typed).join(' ?')))
}
