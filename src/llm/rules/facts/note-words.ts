import { josa } from '../../../std/korean/grammar/particles.ts'

// The words of notes and of questions about them, brought to one form.

/** Words for the same thing; the first one stands for all. Both languages, because a note may be in the other one. */
const synonyms: string[][] = [
  ['이름', '성함', 'name'],
  ['생일', '생신', 'birthday'],
  ['엄마', '어머니', '어머님', '모친', 'mother', 'mom', 'mum'],
  ['아빠', '아버지', '아버님', '부친', 'father', 'dad'],
  ['전화번호', '핸드폰 번호', '휴대폰 번호', '연락처', '폰번호', 'phone number'],
  ['주소', 'address'],
  ['회의', '미팅', 'meeting'],
  ['마감', '데드라인', 'deadline', '마감일'],
  ['배포', '릴리스', 'deploy', 'deployment', 'release'],
  ['비밀번호', '비번', '암호', 'password'],
  ['결혼기념일', 'wedding anniversary'],
  ['혈액형', 'blood type'],
  ['커피', 'coffee'],
  ['좋아', 'favorite', 'favourite', 'like'],
  ['강아지', '개', 'dog'],
  ['고양이', 'cat'],
  ['아내', '와이프', 'wife'],
  ['남편', 'husband'],
  ['차', '자동차', 'car'],
  ['집', 'home'],
  ['누나', '언니', 'sister'],
  ['형', '오빠', 'brother'],
  ['친구', 'friend'],
  ['아들', 'son'],
  ['딸', 'daughter'],
]
/** Words for other people. A fact about one of them does not answer a question about the person. */
export const owners =
  /엄마|아빠|누나|형(?!태|식|광)|동생|친구|아내|남편|아들|딸|강아지|고양이|할머니|할아버지|이모|삼촌|고모|사촌|상사|동료|팀장|사장|선생/
/** 고양이 ends in no particle. */
const owner = new RegExp(`^(?:${owners.source})$`)

/** 이 after a vowel and 를 after a consonant are no particles: 와이파이, 라디오를. */
const particles =
  /(?:에서는|에게서|에서|에게|한테|이라고|라고|이랑|하고|으로|까지|부터|이|가|은|는|을|를|의|도|로|에|랑|와|과)$/
const verbs = /(?:하는|한다는|했던|하던|하기로|받은|사는)$/
const noise =
  /^(?:내|제|나|저|우리|저희|내가|제가|나의|그|이|저번|아까|번|것|거|게|걸|건|사실|the|a|an|my|our|is|was|to|of|favorite thing)$/i

/** The words of a question that carry meaning, each as a stem with its synonyms brought together. */
export function wordsOf(phrase: string): string[] {
  return unify(phrase)
    .split(/\s+/)
    .filter((word) => !noise.test(word))
    .map(stem)
    .filter((word) => word && !noise.test(word))
}

function stem(said: string): string {
  const word = said.replace(/['’]s$/, '')
  if (word.length <= 2 || owner.test(word)) return word
  if (verbs.test(word)) return word.replace(verbs, '')
  return word.replace(particles, (particle, ...[at]) => (fits(word.slice(0, at), particle) ? '' : particle))
}

/** Return true if a particle that changes with the sound before it stands in the form that belongs there. */
function fits(noun: string, particle: string): boolean {
  const pair = PAIRED.find((forms) => forms.split('/').includes(particle))
  return pair === undefined || !/[가-힣]$/.test(noun) || josa(noun, pair) === noun + particle
}
const PAIRED = ['이/가', '은/는', '을/를', '과/와', '이랑/랑', '이라고/라고'] as const

/** Every synonym replaced by the word that stands for it. Longer ones first, so that "여동생" is not read as "동생". */
export function unify(text: string): string {
  const pairs = synonyms.flatMap(([head, ...others]) => others.map((other) => [other, head as string] as const))
  const small = text.toLowerCase()
  return pairs
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((done, [other, head]) => done.replace(boundary(other), head), small)
}

const boundaries = new Map<string, RegExp>()
/** A Latin word ends where it ends; a Korean one begins where a word begins and may carry particles. */
function boundary(word: string): RegExp {
  const made =
    boundaries.get(word) ??
    new RegExp(
      /[a-z]/.test(word)
        ? `\\b${word}s?\\b`
        : word.length > 1
          ? `(?<![가-힣])${word}`
          : `(?<![가-힣])${word}(?=[\\s은는이가을를의])`,
      'g',
    )
  boundaries.set(word, made)
  return made
}

/** A word of one syllable stands alone in the fact; a longer one may be part of a word. */
export function holds(text: string, word: string): boolean {
  return word.length > 1
    ? text.includes(word)
    : new RegExp(`(?<![가-힣a-z])${word.replace(/[^가-힣a-z\\d]/g, '.')}(?:[은는이가을를의도]?(?![가-힣a-z]))`).test(
        text,
      )
}
