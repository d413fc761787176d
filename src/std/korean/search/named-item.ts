import { stemmer } from 'stemmer'
import { inOneLine } from '../../text/pattern.ts'
import { namedStem, nounOfVerb, pastStems } from '../grammar/predicate.ts'
import { bareNoun, isSameNoun } from '../grammar/same-word.ts'
import { withFinal } from '../spelling/jamo.ts'
import { hasQuantities, purposeOfList } from './list-names.ts'

const RIEUL = 8

/** The words of an item's name, and the verb that says what is to be done with it. */
interface NamedWords {
  nouns: readonly string[]
  verb?: string
}

const isKorean = (word: string) => /[가-힣]/.test(word)
const LITTLE = new Set('the,a,an,my,some,our,of,to,for,at,in,on,up,from,and,your,his,her'.split(','))

/** English verbs whose past is another word. */
const PAST: Readonly<Record<string, string>> = Object.fromEntries(
  inOneLine`
    buy:bought get:got get:gotten go:went go:gone go:been send:sent pay:paid make:made write:wrote write:written 
    take:took take:taken do:did do:done read:read give:gave find:found bring:brought tell:told meet:met see:saw 
    see:seen sell:sold keep:kept leave:left put:put cut:cut set:set eat:ate eat:eaten drink:drank think:thought 
    build:built feed:fed ring:rang sing:sang run:ran withdraw:withdrew lend:lent lose:lost draw:drew win:won 
    wear:wore speak:spoke
  `
    .split(' ')
    .map((pair) => pair.split(':').reverse()),
)

/** Return true if an English word tells of something past. */
export const isPastVerb = (word: string): boolean => /^[a-z]+ed$/i.test(word) || PAST[word.toLowerCase()] !== undefined

/** An English word as it is compared: its verb in the present, without its ending. */
export const englishStem = (word: string): string => stemmer(PAST[word.toLowerCase()] ?? word.toLowerCase())

/** Words without brackets, marks and little words; a name that is nothing else keeps them. */
function wordsOf(name: string): string[] {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
  const bare = words(name.replace(/\([^)]*\)/g, ' '))
  const kept = bare.filter((word) => !LITTLE.has(word.toLowerCase()))
  return kept.length > 0 ? kept : words(name)
}

/** "세탁소 들르기" → 세탁소 + 들르; "이력서 수정하기" → 이력서, 수정; "pick up dry cleaning" has no verb apart. */
export function namedWords(name: string): NamedWords {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const stem = isKorean(last) && words.length > 0 ? namedStem(last) : undefined
  if (stem === undefined) return { nouns: words }
  const noun = nounOfVerb(stem)
  const nouns = [...words.slice(0, -1), ...(noun ? [noun] : [])]
  return noun || nouns.length === 0 ? { nouns: nouns.length > 0 ? nouns : words } : { nouns, verb: stem }
}

function isSameWord(a: string, b: string): boolean {
  if (isKorean(a) || isKorean(b)) return isSameNoun(a, b) || bareNoun(a).noun === bareNoun(b).noun || isSame(a, b)
  return englishStem(a) === englishStem(b)
}
/** "부모님께" and "부모님", "은행에" and "은행": a name keeps what says where to. */
const isSame = (a: string, b: string) => a.replace(/(?:께|에게|한테|에)$/, '') === b.replace(/(?:께|에게|한테|에)$/, '')

const covers = (some: readonly string[], all: readonly string[]) =>
  some.every((word) => all.some((other) => isSameWord(word, other)))

const keyOf = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(?:(?:the|a|an|my|some) )+/, '')
    .replace(/\s/g, '')

/** Return true if two names are one name in another spelling. */
export const isSameName = (a: string, b: string): boolean => keyOf(a) === keyOf(b)

/**
 * Those that a name means: of that very name, else those whose names hold all its words. "은행 가는 건" means "은행 가기", "커피
 * 원두" "커피 원두 (디카페인)".
 */
export function findNamed<T extends { name: string }>(items: readonly T[], said: string): T[] {
  const exact = items.filter(({ name }) => isSameName(name, said))
  if (exact.length > 0) return exact
  const { nouns, verb } = namedWords(said.replace(/\s?(?:건|거|것|걸|일)$/, ''))
  if (nouns.length === 0) return []
  return items.filter(({ name }) => {
    const other = namedWords(name)
    const all = other.verb === undefined ? other.nouns : [...other.nouns, other.verb]
    return covers(nouns, all) && (verb === undefined || other.verb === undefined || isSameVerb([verb], other.verb))
  })
}

const GOING = new Set(['가', '다녀오', '갔다오', '들르', '갔'])
const isSameVerb = (stems: readonly string[], verb: string) =>
  stems.includes(verb) || (GOING.has(verb) && stems.some((stem) => GOING.has(stem)))

/** Verbs that end any task; that get a thing; that hand a thing over, which ends a task named by the thing alone. */
const FINISHED = new Set('끝내,끝나,마치,완료하,처리하,해치우,다하,완료,끝,해결하'.split(','))
const GOT = new Set('사,사오,구하,구입하,구매하,주문하,챙기,담,가져오,장만하,넣'.split(','))
const HANDED = new Set('보내,내,제출하,쓰,부치,올리,넘기,전달하,드리,치,작성하'.split(','))
const DONE_ENGLISH = new Set(['do', 'finish', 'complet', 'done'].map((word) => stemmer(word)))
const GOT_ENGLISH = new Set(
  ['buy', 'get', 'pick', 'order', 'pack', 'purchas', 'grab', 'bring', 'pack'].map((word) => stemmer(word)),
)

const HANDED_ENGLISH = new Set(
  ['make', 'send', 'write', 'pay', 'submit', 'book', 'schedule', 'arrange', 'file', 'order'].map((word) =>
    stemmer(word),
  ),
)
/** Movies are watched and books are read. */
const verbsOf = (list: string): string[] =>
  /movie|film|show/i.test(list) ? ['watch', 'see'] : /book/i.test(list) ? ['read'] : []

/** Words of a sentence that tells of something done: what was done, and by which verb, by its possible stems. */
export interface ToldDeed {
  /** The words in front of the verb. */
  of: string
  stems: readonly string[]
}

/**
 * Return true if what somebody tells that they did ends an item of a list: "우유 샀어" 우유, "세탁소 들렀어" 세탁소 들르기, "다 읽었어"
 * what stands under 읽을 책. "우유 마셨어" ends nothing.
 */
export function endsItem({ of, stems }: ToldDeed, name: string, list: string): boolean {
  const item = namedWords(name)
  const verbal = stems.flatMap((stem) => nounOfVerb(stem) ?? [])
  const nouns = [...namedWords(of).nouns, ...(item.nouns.some((noun) => verbal.includes(noun)) ? verbal : [])]
  const isTask = purposeOfList(list) === 'todo'
  const isWhole = covers(item.nouns, nouns) && covers(nouns, item.nouns)
  if (isKorean(name) || isKorean(of)) {
    if (nouns.length === 0) return false
    // "화분 물 줬어" ends "화분 물주기", "소포 부쳤어" "우체국 가서 소포 부치기".
    if (isTask && stems.some((stem) => isSpelledSo(name, of + stem))) return true
    if (isTask && item.verb !== undefined && isSameVerb(stems, item.verb) && covers(nouns, item.nouns.slice(-1)))
      return true
    // "관리비 냈어" ends "관리비 납부".
    const things = item.nouns.slice(0, -1)
    const isHanded = isTask && item.verb === undefined && stems.some((stem) => HANDED.has(stem))
    if (isHanded && things.length > 0 && covers(nouns, things) && covers(things, nouns)) return true
    if (stems.some((stem) => FINISHED.has(stem))) return covers(nouns, item.nouns)
    if (stems.includes('하') || verbal.some((noun) => item.nouns.includes(noun))) return isWhole
    if (!isWhole) return !isTask && stems.some((stem) => GOT.has(stem)) && covers(nouns, item.nouns)
    if (item.verb !== undefined) return isSameVerb(stems, item.verb)
    if (stems.some((stem) => list.includes(stem) && stem.length > 0 && !hasQuantities(list) && !isTask)) return true
    return stems.some((stem) => (isTask ? HANDED : GOT).has(stem) || listVerb(list, stem))
  }
  return endsEnglish({ of, stems }, name, list)
}

const isSpelledSo = (name: string, said: string) => name.replace(/\s|기$/g, '') === said.replace(/\s/g, '')

/** "읽을 책" is read, "볼 영화" is seen. */
const listVerb = (list: string, stem: string) =>
  stem.length > 0 && (list.startsWith(stem) || list.startsWith(stem.slice(0, -1) + withFinal(stem.slice(-1), RIEUL)))

function endsEnglish({ of, stems }: ToldDeed, name: string, list: string): boolean {
  const words = wordsOf(of)
  const item = wordsOf(name)
  if (words.length === 0 && stems.length === 0) return false
  const isTask = purposeOfList(list) === 'todo'
  const [verb = '', ...nouns] = item
  if (covers(words, item) && words.length > 0) {
    if (stems.some((stem) => DONE_ENGLISH.has(stem))) return true
    if (stems.includes(englishStem(verb)) && covers(nouns, words)) return true
    if (!isTask && stems.some((stem) => GOT_ENGLISH.has(stem))) return true
    if (isTask && covers(item, words) && stems.some((stem) => HANDED_ENGLISH.has(stem))) return true
    return (
      !isTask &&
      stems.some((stem) => [list.split(' ')[0] ?? '', ...verbsOf(list)].some((one) => englishStem(one) === stem))
    )
  }
  // "I exercised" ends "exercise".
  return words.length === 0 && item.length === 1 && stems.includes(englishStem(verb))
}

/** The stems of the verb that a clause ends in: "사 왔어" → 사오, "갔다 왔어" → 다녀오. */
export function deedStems(verb: string): string[] {
  const said = verb.replace(/\s/g, '')
  if (/^(?:갔다왔|다녀왔)/.test(said)) return ['다녀오']
  if (/(?:완료|끝)$/.test(said)) return ['완료']
  return pastStems(said)
}
