import { finalConsonant, withFinal, withoutFinal } from '../spelling/jamo.ts'

/** The role that a particle gives a noun: the topic, the object, or neither said. */
type Role = 'topic' | 'object' | 'bare'

/**
 * A noun without the particles that say the same of it in any wording; 은, 이 and 을 stand only behind a final, 는, 가 and
 * 를 never.
 */
export function bareNoun(word: string): { noun: string; role: Role } {
  const [noun, particle] = [word.slice(0, -1), word.slice(-1)]
  const final = finalConsonant(noun.slice(-1))
  if (final === undefined) {
    // Letters do not say the sound of Anna or NAS.
    const role = /^[a-z]+$/i.test(noun)
      ? ({ 은: 'topic', 는: 'topic', 이: 'topic', 가: 'topic', 을: 'object', 를: 'object' } as const)[particle]
      : undefined
    return role ? { noun, role } : { noun: word, role: 'bare' }
  }
  const closed = final > 0
  if (!adverb.test(word) && (closed ? /[은이]/.test(particle) : /[는가]/.test(particle))) return { noun, role: 'topic' }
  if (closed ? particle === '을' : particle === '를') return { noun, role: 'object' }
  return { noun: particle === '의' && noun.length > 1 ? noun : word, role: 'bare' }
}

/** Words that end as a noun with a particle does. */
const adverb = /^(?:많이|같이|깊이|높이|굳이|없이|일찍이|가까이|틈틈이|나날이|다달이)$/

/**
 * Return true if two words name the same and nothing says that they do so in different roles: 알레르기가 and 알레르기, 서준이는 and
 * 서준은.
 */
export function isSameNoun(a: string, b: string): boolean {
  if (a === b) return true
  const [left, right] = [bareNoun(a), bareNoun(b)]
  if (left.role !== right.role && left.role !== 'bare' && right.role !== 'bare') return false
  // 원숭이 is a word as it stands; 서준이 is 서준.
  return left.noun === right.noun || isFamiliar(a, right.noun) || isFamiliar(b, left.noun)
}

/**
 * Return true if a word is this name of two syllables with the 이 that names take behind a final, and perhaps a
 * particle.
 */
function isFamiliar(word: string, name: string): boolean {
  const isName = name.length === 2 && (finalConsonant(name.slice(-1)) ?? 0) > 0 && !otherWith.test(name)
  return isName && bareNoun(word).noun === `${name}이`
}

/** With 이 behind them these are other words. */
const otherWith = /^(?:고양|어린|젊은|늙은|높은|깊은)$/

/** Return true if two predicates say the same in another style: 있다, 있음, 있어요 and 있습니다. `anyTense`: 했어요 and 해요, too. */
export function isSamePredicate(a: string, b: string, anyTense = false): boolean {
  const left = readings(a, anyTense)
  return [...readings(b, anyTense)].some((one) => left.has(one))
}

/** Return true if a word is 있다 in any style: it may be left out of a note. */
export const isThere = (word: string): boolean => readings(word, false).has('verb 있')

/**
 * Return the readings of a predicate: a noun, a noun with the copula, a verb's stem. 바다 is no 바, though 지우다 may be
 * 지우예요: 다 alone makes a copula only beside another.
 */
function readings(word: string, anyTense: boolean): ReadonlySet<string> {
  const verbs = new Set(verbEndings.flatMap((ending) => (ending.test(word) ? [word.replace(ending, '')] : [])))
  for (const [final, ending] of closings) {
    const open = word.endsWith(ending) ? word.slice(0, word.length - ending.length) : ''
    if (finalConsonant(open.slice(-1)) === final)
      for (const stem of stemsBefore(open.slice(-1), final)) verbs.add(open.slice(0, -1) + stem)
  }
  for (const stem of [...verbs]) verbs.add(uncontracted(stem))
  if (anyTense) for (const stem of [...verbs]) verbs.add(present(stem))
  const clear = copula.exec(word)?.[1]
  const noun = clear ?? /^(.+)다$/.exec(word)?.[1]
  verbs.delete('')
  return new Set([
    `noun ${word}`,
    ...(clear ? [`noun ${clear}`] : []),
    ...(noun ? [`copula ${noun}`] : []),
    ...[...verbs].map((stem) => `verb ${stem}`),
  ])
}

/** 임 closes many nouns of two syllables: 책임, 모임. */
const copula = /^(.+?)(?:이다|입니다|이에요|예요|이야|야|(?<=..)임)$/

/** Endings that are added to a stem. */
const verbEndings = [/다$/, /는다$/, /습니다$/, /음$/, /[어아]$/, /[어아]요$/, /요$/]

/** Endings that close the last syllable of a stem: 한다, 합니다, 함. */
const closings = [
  [4, '다'],
  [17, '니다'],
  [16, ''],
  [10, ''],
] as const

/**
 * Return the syllables that an ending may have closed: 하 of 한다, 합니다 and 함; 들, whose ㄹ gives way to ㄴ and ㅂ, of 만든다 and
 * 만듦.
 */
function stemsBefore(syllable: string, final: number): string[] {
  const open = withoutFinal(syllable)
  if (final === 10) return [withFinal(open, 8)]
  return final === 16 ? [open] : [open, withFinal(open, 8)]
}

/** Vowels of contracted syllables and what they were made of, counted as in Unicode: 마셔 is 마시, 와 is 오, 배워 is 배우. */
const contracted: Readonly<Record<number, number>> = { 6: 20, 9: 8, 14: 13 }

function uncontracted(stem: string): string {
  const last = stem.slice(-1)
  if (last === '해') return `${stem.slice(0, -1)}하`
  if (finalConsonant(last) !== 0) return stem
  const code = last.charCodeAt(0) - 0xac00
  const vowel = Math.floor((code % 588) / 28)
  return stem.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 28 * ((contracted[vowel] ?? vowel) - vowel))
}

/** 했 is 하, 먹었 is 먹. */
function present(stem: string): string {
  if (/[었았였]$/.test(stem)) return stem.slice(0, -1)
  const last = stem.slice(-1)
  return finalConsonant(last) === 20 && !/[있겠]$/.test(stem)
    ? uncontracted(stem.slice(0, -1) + withoutFinal(last))
    : stem
}
