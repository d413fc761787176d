import { lastDay } from '../../../std/korean/dates/until.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { pastStems } from '../../../std/korean/grammar/predicate.ts'
import { parseAmount, parseItem } from '../../../std/korean/numbers/item.ts'
import { bareListName } from '../../../std/korean/search/list-names.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { finalConsonant } from '../../../std/korean/spelling/jamo.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { todayIn, type When } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import type { KnownLists } from './known-lists.ts'

/** One clause of a sentence: which list it speaks of and how, until when, and the words that are left. */
export interface ListClause {
  list?: string
  /** The particle behind the list. */
  role: string
  due?: string
  words: string
}

const ALIASES =
  '장보기|장볼\\s?거|장바구니|쇼핑|살\\s?(?:거|것)|사야\\s?할\\s?(?:거|것)|해야\\s?할\\s?일|할\\s?일|투두|to-?do'
const ROLE = '(에다가|에다|에서|에는|에|으로|로|을|를|은|는|의|이|가|:)?'
const LIST_WORD = '(?:목록|리스트|메모)'
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s?')

/** Takes the list that a clause names out of it. */
export function withoutList(words: string, { names, items }: KnownLists): Pick<ListClause, 'list' | 'role' | 'words'> {
  const known = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const shapes = [
    new RegExp(
      `(^|\\s)(?:내\\s|우리\\s|제\\s)?(${[...known, ALIASES].join('|')})(?:\\s?${LIST_WORD})?${ROLE}(?=\\s|$|,)`,
      'i',
    ),
    new RegExp(`(^)(?:내\\s|우리\\s)?((?:[가-힣a-z0-9]+\\s){0,2}?[가-힣a-z0-9]+)\\s?${LIST_WORD}${ROLE}(?=\\s|$)`, 'i'),
  ]
  const ends = new Map(names.flatMap((name) => (lastWordOf(name, names) ? [[lastWordOf(name, names), name]] : [])))
  if (ends.size > 0)
    shapes.push(new RegExp(`(^)(${[...ends.keys()].map(escaped).join('|')})(에다가|에다|에서|에)(?=\\s)`))
  for (const shape of shapes) {
    const hit = shape.exec(words)
    const list = ends.get(hit?.[2] ?? '') ?? hit?.[2]
    if (!hit || !list || NO_NAME.test(list)) continue
    // "우유 필요 없어 목록에서 빼줘": what stands on a list names none.
    if (shape === shapes[1] && items.some(({ name }) => list.startsWith(`${name} `))) continue
    const rest = `${words.slice(0, hit.index)} ${words.slice(hit.index + hit[0].length)}`
    return { list: bareListName(list), role: hit[3] ?? '', words: withoutListWord(tidyWords(rest)) }
  }
  return { role: '', words: withoutListWord(words) }
}

/** The last word of a list's name, where no other name ends in it: "준비물에" of "캠핑 준비물". */
function lastWordOf(name: string, names: readonly string[]): string {
  const word = name.split(' ').at(-1) ?? ''
  const isOwn = word !== name && word.length > 1 && names.filter((one) => one.endsWith(word)).length === 1
  return isOwn && !new RegExp(`^(?:${ALIASES})$`).test(word) ? word : ''
}

/** "목록에" alone is the list that is spoken of. */
const withoutListWord = (words: string) =>
  tidyWords(words.replace(new RegExp(`(?<=\\S\\s)(?:그\\s)?${LIST_WORD}(?:에다가|에다|에서|에|으로|로)(?=\\s)`), ' '))

/** Words in front of 목록 that name none. */
const NO_NAME =
  /^(?:.*(?:다시|사야 해|사야 돼)|이|그|저|내|전체|모든|다른|새|무슨|어떤|알림|일정|예약|파일|문서|대화|메일|연락처|설정)$/

/** Takes "금요일까지", "수요일 3시까지로" out of the words. */
export function withoutDueDay(words: string, when: When): Pick<ListClause, 'due' | 'words'> {
  const at = /까지(?:로|는|요|야|예요|이야|다|임)?(?=\s|$)/.exec(words)
  if (!at) return { words }
  const said = words.slice(0, at.index)
  const sentence = readSentence(said)
  if (sentence.text !== said) return { words }
  const [day, time] = [sentence.days(when).findLast(({ to }) => touches(said, to)), sentence.times.at(-1)]
  const isTimed = time !== undefined && !('invalid' in time) && touches(said, time.to)
  const before = isTimed
    ? sentence.days(when).findLast(({ to }) => /^\s*(?:에\s)?$/.test(said.slice(to, time.from)))
    : day
  const date = before && 'date' in before ? before.date : isTimed ? todayIn(when) : undefined
  const from = before?.from ?? (isTimed ? time.from : undefined)
  const rest = (start: number) => tidyWords(`${said.slice(0, start)} ${words.slice(at.index + at[0].length)}`)
  if (date !== undefined && from !== undefined) {
    // Nobody has to be done at three in the night.
    const hour = isTimed ? (time.ambiguous && time.hour < 8 ? time.hour + 12 : time.hour) : 0
    const clock = isTimed ? ` ${String(hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}` : ''
    return { due: date + clock, words: rest(from) }
  }
  const [stretch = ''] = /(?:이번|다음|요번)\s?[주달]$/.exec(said) ?? []
  const last = stretch ? lastDay(stretch, when) : undefined
  return last === undefined ? { words } : { due: last, words: rest(said.length - stretch.length) }
}

const touches = (said: string, to: number) => said.slice(to).trim() === ''

const DOES = patternOf()`해${GIVE}?$`
const TAIL = `(?:${GIVE}|\\s?(?:줄\\s?수\\s?있어요?|놓아|버려|라|요|자|야지|고|서|는데|지만))*`
const VERBS = {
  untick: '체크\\s?(?:해제|취소|풀)(?:해|하|어)?',
  tick: '체크(?:해|하)?|완료\\s?(?:로\\s)?(?:표시|처리)?(?:해|하)?|표시해',
  add: '(?:추가|등록|기록|메모)(?:해|하)?|넣어?|적어?|써|올려|올리|담아?',
  clear: '비워|비우|초기화(?:해|하)?',
  tidy: '정리(?:해|하)?',
  remove: '빼|없애|지워|지우|삭제(?:해|하)?|제거(?:해|하)?|제외(?:해|하)?|취소(?:해|하)?',
  move: '옮겨|옮기|이동(?:해|하)?|보내',
  make: '만들어|만들',
  change: '바꿔|바꾸|변경(?:해|하)?|수정(?:해|하)?|고쳐|해',
} as const
type Verb = keyof typeof VERBS

const shapes = Object.entries(VERBS).map(
  ([verb, stems]) => [verb as Verb, new RegExp(`^(.*?)\\s?(?:${stems})${TAIL}$`)] as const,
)

/** The verb that a clause ends in, and the words in front of it. */
export function verbOf(words: string): { verb: Verb; rest: string } | undefined {
  for (const [verb, shape] of shapes) {
    const rest = shape.exec(words)?.[1]
    // 해 alone is a verb only behind what something is made into.
    if (rest !== undefined && (verb !== 'change' || /로$/.test(rest.trim()) || !DOES.test(words) || / 해/.test(words)))
      return { verb, rest: rest.trim() }
  }
  return undefined
}

/** Words that say how it was done and not what. */
const ADVERBS =
  /(?:^|\s)(?:다|모두|전부|싹|벌써|방금|아까|지금|드디어|이미|오늘|좀|꼭|이제|겨우|혹시|아직|다시|진짜|정말|나|난|나는|내가|제가)(?=\s|$)/g
const CALLS = /^(?:(?:아|앗|아니|아니다|아니야|아냐|어|헉|참|네|응|그리고|근데)[\s,]+)+/
/** Take away what somebody calls before a sentence. */
export const withoutCalls = (text: string) => text.replace(CALLS, '')
/** Take away the words that only say how or that somebody calls. */
export const plain = (words: string) => tidyWords(withoutCalls(words).replace(ADVERBS, ' ').replace(ADVERBS, ' '))

/** Nouns that end as a noun with its particle does. */
export const WHOLE = /(?<![가-힣])(?:[청건]?포도|지도|온도|한과|약과|사과|모과|견과|다과|고과|효과|성과)$/

/** The things of a phrase: "우유랑 계란 두 판", "두부하고 콩나물도", "여권, 충전기, 수영복". */
export function itemPhrases(words: string): string[] {
  const quotes: string[] = []
  const kept = words.replace(/["“']([^"”']+)["”']/g, (_, inner: string) => `〈${quotes.push(inner) - 1}〉`)
  const joined = kept.replace(/(\S+?)(이?랑|하고|과|와)(?=\s)/g, (all, word: string, joint: string) =>
    isJoint(word, joint) ? `${word},` : all,
  )
  const each = [/\s(\S+)씩$/, /\s(\S+\s\S+)씩$/].map((shape) => shape.exec(joined)?.[1] ?? '').find(parseAmount)
  // "샴푸랑 린스 하나씩": so much of each.
  if (each) return itemPhrases(joined.slice(0, -each.length - 2)).map((one) => `${one} ${each}`)
  return joined
    .split(/\s*(?:,|、|\s그리고\s|\s및\s)\s*/)
    .flatMap((one) => countedApart(withoutParticle(withoutJoint(plain(one)))))
    .map((one) => one.replace(/〈(\d+)〉/g, (_, at: string) => quotes[Number(at)] ?? ''))
    .filter((one) => one !== '')
}

/** "햇반이랑 다 샀어": nothing follows that it would join. */
function withoutJoint(phrase: string): string {
  const [, word = '', joint = ''] = /^(.*\S)(이?랑|하고)$/.exec(phrase) ?? []
  return word !== '' && isJoint(word, joint) ? word : phrase
}

/** "소주 두 병 맥주 여섯 캔": behind an amount another thing begins. A particle in front of an amount is none of the name. */
function countedApart(phrase: string): string[] {
  const words = phrase.split(' ')
  const parts: string[] = []
  let from = 0
  for (let to = from + 2; to <= words.length; to++) {
    const said = words.slice(from, to).join(' ')
    const next = words.slice(from, to + 1).join(' ')
    const { name, quantities } = parseItem(said)
    if (quantities.length === 0 || (to < words.length && parseItem(next).quantities.length > 0)) continue
    const amount = said.slice(name.length)
    parts.push(withoutTopic(name) + amount)
    from = to
  }
  return from === words.length ? parts : [phrase]
}

/** "분유도 한 통", "감자는 다섯 알". */
function withoutTopic(name: string): string {
  const noun = name.slice(0, -1)
  const final = finalConsonant(noun.slice(-1))
  const isTopic =
    /[은는도]$/.test(name) && (noun.length > 1 || /도$/.test(name)) && final !== undefined && !WHOLE.test(name)
  return isTopic && (/도$/.test(name) || /은$/.test(name) === final > 0) ? noun : name
}

function isJoint(word: string, joint: string): boolean {
  if (WHOLE.test(word + joint)) return false
  const final = finalConsonant(word.slice(-1))
  if (final === undefined) return true
  return joint === '과' || joint === '이랑' ? final > 0 : joint === '하고' || final === 0
}

/** Take the particle from the end of a phrase. */
export function withoutParticle(phrase: string): string {
  const word = phrase.replace(/(?<=[가-힣])(?:이요|요)$/, '')
  if (WHOLE.test(word)) return word
  const [noun, particle] = [word.slice(0, -1), word.slice(-1)]
  const final = finalConsonant(noun.slice(-1))
  if (final === undefined) return word.replace(/(?<=[a-z0-9)])(?:을|를|은|는|도|만)$/i, '')
  const isOne = final > 0 ? /[을은도만]/.test(particle) : /[를는도만]/.test(particle)
  return isOne && noun.trim().length > 0 && !/\s$/.test(noun) ? noun : word
}

const JOINTS = /(?<=\S)(고|는데|은데|지만|서)\s+/g

/** Part a sentence into clauses: one ends behind a verb that goes on. */
export function listClausesOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const hit of text.matchAll(JOINTS)) {
    const said = text.slice(from, hit.index)
    const word = said.split(' ').at(-1) ?? ''
    const isVerb =
      pastStems(word).length > 0 ||
      /(?:^|\s)(?:빼|넣|담|적|지우|옮기|만들어?|(?:추가|삭제|등록)하|\S+지\s?말)$/.test(said)
    if (!isVerb || (word === '말' && !/지\s?말$/.test(said))) continue
    parts.push(text.slice(from, hit.index + (hit[1] ?? '').length))
    from = hit.index + hit[0].length
  }
  return [...parts, text.slice(from)]
}
