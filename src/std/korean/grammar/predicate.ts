import { finalConsonant, withFinal, withoutFinal } from '../spelling/jamo.ts'

const [DIGEUT, RIEUL, BIEUP, SIOT, SSANG_SIOT] = [7, 8, 17, 19, 20]

/** The final consonant that a stem had before its ending took it: 들(었) of 듣다, 지(었) of 짓다, 도오(았) of 돕다. */
function irregular(stem: string): string[] {
  const [rest, last] = [stem.slice(0, -1), stem.slice(-1)]
  const final = finalConsonant(last)
  if (final === RIEUL) return [rest + withFinal(withoutFinal(last), DIGEUT)]
  const before = rest.slice(-1)
  const bent = /[오우]/.test(last) && finalConsonant(before) === 0 ? [rest.slice(0, -1) + withFinal(before, BIEUP)] : []
  return final === 0 ? [...bent, rest + withFinal(last, SIOT)] : bent
}

/** Vowels of a syllable that 아 or 어 was drawn into, and what they may have been: 와 → 오, 셔 → 시, 러 → 르. */
const DRAWN: Readonly<Record<number, readonly number[]>> = { 0: [18], 4: [18], 6: [20], 9: [8], 10: [11], 14: [13] }

function undrawn(stem: string): string[] {
  const last = stem.slice(-1)
  if (last === '해') return [`${stem.slice(0, -1)}하`]
  const code = last.charCodeAt(0) - 0xac00
  if (finalConsonant(last) !== 0) return []
  const vowel = Math.floor((code % 588) / 28)
  return (DRAWN[vowel] ?? []).map(
    (was) => stem.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 28 * (was - vowel)),
  )
}

/** Stems in 르 double their ㄹ before 어: 질러 is of 지르다. */
function undoubled(stem: string): string[] {
  const before = stem.at(-2) ?? ''
  return stem.endsWith('르') && finalConsonant(before) === RIEUL
    ? [`${stem.slice(0, -2)}${withoutFinal(before)}르`]
    : []
}

/**
 * List the stems that a predicate in the past may have: 샀어 → 사, 들렀어요 → 들르, 보냈습니다 → 보내, 들었다 → 듣 or 들. Empty for a word
 * that tells of nothing past.
 */
export function pastStems(word: string): string[] {
  const at = [...word].findLastIndex((one) => finalConsonant(one) === SSANG_SIOT && !/[있겠]/.test(one))
  if (at < 0) return []
  const syllable = word[at] as string
  const open = word.slice(0, at) + withoutFinal(syllable)
  const isAdded = /[었았였]/.test(syllable) && at > 0
  const stem = isAdded ? word.slice(0, at) : open
  const plain = isAdded ? [stem, ...irregular(stem)] : [stem, ...undrawn(stem), ...undrawn(stem).flatMap(irregular)]
  const all = [...plain, ...plain.flatMap(undoubled)]
  return [...new Set(all.flatMap((one) => (/.시$/.test(one) ? [one, one.slice(0, -1)] : [one])))]
}

/** The stem of what is to be done, where it is named by its verb: 보내기 → 보내, 가는 → 가, 검토하기 → 검토하. */
export function namedStem(word: string): string | undefined {
  return /^(.+)(?:기|는)$/.exec(word)?.[1]
}

/** A verb that a noun was made into, without what makes it one: 제출하 → 제출, 전화드리 → 전화. */
export function nounOfVerb(stem: string): string | undefined {
  return /^(..+)(?:하|드리|되|시키)$/.exec(stem)?.[1]
}
