import { finalConsonant, withFinal, withoutFinal } from '../spelling/jamo.ts'

const [B, M, L] = [17, 16, 8]
/** ㄻ, which ㄹ and ㅁ become together. */
const LM = 10

/** A verb's stem as the noun that Korean notes end in: 좋아하 → 좋아함, 먹 → 먹음, 살 → 삶. */
export function nominal(stem: string): string {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  if (finalConsonant(last) === L) return rest + withFinal(withoutFinal(last), LM)
  return finalConsonant(last) === 0 ? rest + withFinal(last, M) : `${stem}음`
}

/** A verb's stem in 합쇼체, the formal style: 좋아하 → 좋아합니다, 먹 → 먹습니다, 살 → 삽니다. */
export function formalForm(stem: string): string {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  const open = finalConsonant(last) === L ? withoutFinal(last) : last
  return finalConsonant(open) === 0 ? `${rest}${withFinal(open, B)}니다` : `${stem}습니다`
}

const vowels = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'
/** Vowels that a stem's own becomes with 아 or 어: 보 → 봐, 주 → 줘, 부치 → 부쳐. */
const contracted: Readonly<Record<string, string>> = { ㅗ: 'ㅘ', ㅜ: 'ㅝ', ㅣ: 'ㅕ', ㅡ: 'ㅓ' }
const [syllableBase, finals] = [0xac00, 28]
const vowelOf = (syllable: string) =>
  vowels[Math.floor((syllable.charCodeAt(0) - syllableBase) / finals) % vowels.length] as string
const withVowel = (syllable: string, vowel: string) =>
  String.fromCharCode(syllable.charCodeAt(0) + (vowels.indexOf(vowel) - vowels.indexOf(vowelOf(syllable))) * finals)

/** A regular verb's stem with 아 or 어, as it stands before 줘: 보내 → 보내, 하 → 해, 지우 → 지워, 만들 → 만들어. */
export function infinitive(stem: string): string {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  if (last === '하') return `${rest}해`
  if (finalConsonant(last) !== 0) return stem + (/[ㅏㅗ]/.test(vowelOf(last)) ? '아' : '어')
  const vowel = contracted[vowelOf(last)]
  return vowel ? rest + withVowel(last, vowel) : stem
}
