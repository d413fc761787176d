import { lastDay } from '../../../std/korean/dates/until.ts'
import { pastStems } from '../../../std/korean/grammar/predicate.ts'
import { readItem, readQuantity } from '../../../std/korean/numbers/item.ts'
import { bareListName, listKind } from '../../../std/korean/search/list-names.ts'
import { deedStems, endsItem } from '../../../std/korean/search/named-item.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { finalConsonant } from '../../../std/korean/spelling/jamo.ts'
import { todayIn, type When } from '../../../std/time/calendar.ts'
import { itemsCalled, type KnownLists, type LastListDeed } from './known-lists.ts'
import type { ListCall, ListStep } from './list-call.ts'

/** What a reader of lists knows besides the words. */
export interface ListsAround {
  known: KnownLists
  last?: LastListDeed | undefined
  asked: boolean
  when: When
}

/** One clause of a sentence: which list it speaks of and how, until when, and the words that are left. */
interface Clause {
  list?: string
  /** The particle behind the list. */
  role: string
  due?: string
  words: string
}

const ALIASES =
  '장보기|장볼\\s?거|장바구니|쇼핑|살\\s?(?:거|것)|사야\\s?할\\s?(?:거|것)|해야\\s?할\\s?일|할\\s?일|투두|to-?do'
const ROLE = '(에다가|에다|에서|에는|에|으로|로|을|를|은|는|의|이|가|:)?'
const LIST_WORD = '(?:목록|리스트)'
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s?')

/** Takes the list that a clause names out of it. */
function withoutList(words: string, { names }: KnownLists): Pick<Clause, 'list' | 'role' | 'words'> {
  const known = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const shapes = [
    new RegExp(`(^|\\s)(?:내\\s|우리\\s|제\\s)?(${[...known, ALIASES].join('|')})(?:\\s?${LIST_WORD})?${ROLE}(?=\\s|$|,)`, 'i'),
    new RegExp(`(^)(?:내\\s|우리\\s)?((?:[가-힣a-z0-9]+\\s){0,2}?[가-힣a-z0-9]+)\\s?${LIST_WORD}${ROLE}(?=\\s|$)`, 'i'),
  ]
  for (const shape of shapes) {
    const hit = shape.exec(words)
    const list = hit?.[2]
    if (!hit || !list || NO_NAME.test(list)) continue
    const rest = `${words.slice(0, hit.index)} ${words.slice(hit.index + hit[0].length)}`
    return { list: bareListName(list), role: hit[3] ?? '', words: tidied(rest) }
  }
  return { role: '', words }
}

/** Words in front of 목록 that name none. */
const NO_NAME = /^(?:이|그|저|내|전체|모든|다른|새|무슨|어떤|알림|일정|예약|파일|문서|대화|메일|연락처|설정)$/

const tidied = (words: string) => words.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,:]+$/g, '')

/** Takes "금요일까지", "수요일 3시까지로" out of the words. */
function withoutDue(words: string, when: When): Pick<Clause, 'due' | 'words'> {
  const at = /까지(?:로|는|요)?(?=\s|$)/.exec(words)
  if (!at) return { words }
  const said = words.slice(0, at.index)
  const sentence = readSentence(said)
  if (sentence.text !== said) return { words }
  const [day, time] = [sentence.days(when).findLast(({ to }) => touches(said, to)), sentence.times.at(-1)]
  const isTimed = time !== undefined && !('invalid' in time) && touches(said, time.to)
  const before = isTimed ? sentence.days(when).findLast(({ to }) => /^\s*(?:에\s)?$/.test(said.slice(to, time.from))) : day
  const date = before && 'date' in before ? before.date : isTimed ? todayIn(when) : undefined
  const from = before?.from ?? (isTimed ? time.from : undefined)
  const rest = (start: number) => tidied(`${said.slice(0, start)} ${words.slice(at.index + at[0].length)}`)
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

const TAIL = '(?:\\s?(?:줘요?|주세요|주라|줄래요?|둬|놔|놓아|봐요?|버려|라|요|자|야지|고|는데|지만))*'
const VERBS = {
  untick: '체크\\s?(?:해제|취소|풀)(?:해|하|어)?',
  tick: '체크(?:해|하)?|완료\\s?(?:로\\s)?(?:표시|처리)?(?:해|하)?|표시해',
  add: '(?:추가|등록|기록|메모)(?:해|하)?|넣어?|적어?|써|올려|올리|담아?',
  clear: '비워|비우|초기화(?:해|하)?',
  tidy: '정리(?:해|하)?',
  remove: '빼|지워|지우|삭제(?:해|하)?|제거(?:해|하)?|제외(?:해|하)?|없애|취소(?:해|하)?',
  move: '옮겨|옮기|이동(?:해|하)?',
  make: '만들어|만들',
  change: '바꿔|바꾸|변경(?:해|하)?|수정(?:해|하)?|고쳐|해',
} as const
type Verb = keyof typeof VERBS

const shapes = Object.entries(VERBS).map(
  ([verb, stems]) => [verb as Verb, new RegExp(`^(.*?)\\s?(?:${stems})${TAIL}$`)] as const,
)

/** The verb that a clause ends in, and the words in front of it. */
function verbOf(words: string): { verb: Verb; rest: string } | undefined {
  for (const [verb, shape] of shapes) {
    const rest = shape.exec(words)?.[1]
    // 해 alone is a verb only behind what something is made into.
    if (rest !== undefined && (verb !== 'change' || /로$/.test(rest.trim()) || !/해(?:\s?줘)?$/.test(words) || / 해/.test(words)))
      return { verb, rest: rest.trim() }
  }
  return undefined
}

/** Words that say how it was done and not what. */
const ADVERBS = /(?:^|\s)(?:다|모두|전부|싹|벌써|방금|아까|지금|드디어|이미|오늘|좀|꼭|이제|겨우|혹시|아직|아|앗|아니|어|참|네|응)(?=\s|$)/g
const plain = (words: string) => tidied(words.replace(ADVERBS, ' ').replace(ADVERBS, ' '))

/** Nouns that end as a noun with its particle does. */
const WHOLE = /(?:포도|지도|파도|온도|한과|약과|사과|모과|견과|다과|고과|효과|성과)$/

/** The things of a phrase: "우유랑 계란 두 판", "두부하고 콩나물도", "여권, 충전기, 수영복". */
export function itemPhrases(words: string): string[] {
  const quotes: string[] = []
  const kept = words.replace(/["“']([^"”']+)["”']/g, (_, inner: string) => `〈${quotes.push(inner) - 1}〉`)
  const joined = kept.replace(/(\S+?)(이?랑|하고|과|와)(?=\s)/g, (all, word: string, joint: string) =>
    isJoint(word, joint) ? `${word},` : all,
  )
  return joined
    .split(/\s*(?:,|、|\s그리고\s|\s및\s)\s*/)
    .map((one) => withoutParticle(plain(one)))
    .map((one) => one.replace(/〈(\d+)〉/g, (_, at: string) => quotes[Number(at)] ?? ''))
    .filter((one) => one !== '')
}

function isJoint(word: string, joint: string): boolean {
  if (WHOLE.test(word + joint)) return false
  const final = finalConsonant(word.slice(-1))
  if (final === undefined) return true
  return joint === '과' || joint === '이랑' ? final > 0 : joint === '하고' || final === 0
}

function withoutParticle(phrase: string): string {
  const word = phrase.replace(/(?:이요|요)$/, '')
  if (WHOLE.test(word)) return word
  const [noun, particle] = [word.slice(0, -1), word.slice(-1)]
  const final = finalConsonant(noun.slice(-1))
  if (final === undefined) return word.replace(/(?<=[a-z0-9)])(?:을|를|은|는|도|만)$/i, '')
  const isOne = final > 0 ? /[을은도만]/.test(particle) : /[를는도만]/.test(particle)
  return isOne && noun.trim().length > 0 && !/\s$/.test(noun) ? noun : word
}

const JOINTS = /(?<=\S)(고|는데|은데|지만)\s+/g

/** Where one clause ends and another begins: behind a verb that goes on. */
function clausesOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const hit of text.matchAll(JOINTS)) {
    const said = text.slice(from, hit.index)
    const word = said.split(' ').at(-1) ?? ''
    const isVerb = pastStems(word).length > 0 || /(?:^|\s)(?:빼|넣|담|적|지우|옮기|(?:추가|삭제|등록)하|\S+지\s?말)$/.test(said)
    if (!isVerb || (word === '말' && !/지\s?말$/.test(said))) continue
    parts.push(text.slice(from, hit.index + hit[1]?.length))
    from = hit.index + hit[0].length
  }
  return [...parts, text.slice(from)]
}

const SHOWN =
  /^(?:(?:뭐\S*|뭘|무엇\S*|무슨|있\S*|남\S*|거|것|게|건|보여\S*|읽어\S*|알려\S*|말해\S*|줘\S*|좀|다|전부|전체|내용|지금|내|사야|해야|할|돼\S*|하\S*|야|이야|몇|개\S*|샀\S*|산|일|돼)(?:\s|$))+$/
const FORBIDDEN = /\S지\s?(?:말고|마(?:라|요|세요)?|말아\S*|말자)$/
const UNWANTED = /^(.*?)\s?(?:안\s?(?:사도|해도|가도|넣어도)\s?(?:돼|될|되)\S*|안\s?(?:살래|할래|사|해)(?:요)?|필요\s?없\S*)$/
const ENOUGH = /^(.*?)(?:이)?면\s?(?:돼|될|되|충분)\S*$/
const CLEARED = /^(?:산|끝난|한|다\s?한|다\s?산|끝낸|완료된|완료한|체크된|체크한)\s?(?:거|것|건|일|할\s?일|항목)?(?:들)?(?:은|을|만)?$/
const UNDO =
  /^(?:(?:아|앗|아차|어|아니|참)[\s,]*)*(?:(?:방금|지금)\s?)?(?:(?:그거|그건|이거|거|것|건|한\s?거)\s?)?(?:다시\s?)?(?:취소|되돌려|되돌리기|되돌|원래대로)(?:해|하)?(?:\s?(?:줘|주세요|놔|봐))?(?:요)?$/

/** Read what a Korean sentence asks of lists, whole; undefined for one that speaks of something else. */
export function readKoreanLists(text: string, around: ListsAround): ListCall | undefined {
  if (around.last && UNDO.test(text)) return { steps: [], undo: true }
  const looked = readLook(text, around)
  if (looked) return looked
  const steps: ListStep[] = []
  let list: string | undefined
  let dropped = 0
  for (const words of clausesOf(text)) {
    if (FORBIDDEN.test(words)) {
      list ??= withoutList(words, around.known).list
      dropped++
      continue
    }
    const step = readClause(words, list, around)
    if (!step) return undefined
    list ??= step.list
    steps.push(step)
  }
  return steps.length > 0 ? { steps } : dropped > 0 ? undefined : undefined
}

/** A question of what stands on a list, or whether something does. */
function readLook(text: string, { known, last, asked, when }: ListsAround): ListCall | undefined {
  const dued = withoutDue(text, when)
  const { list, words } = withoutList(dued.words, known)
  const due = dued.due === undefined ? {} : { due: dued.due }
  const whole = /^(?:(?:내|제|모든|전체)\s)?(?:목록|리스트)(?:들)?(?:이|은|을)?\s?(.*)$/.exec(text)?.[1]
  if (whole !== undefined && list === undefined) return SHOWN.test(whole) ? { steps: [], show: {} } : undefined
  if (list !== undefined && (words === '' ? asked || dued.due !== undefined : SHOWN.test(words)))
    return { steps: [], show: { list, ...due } }
  if (list === undefined && last?.list && /^(?:뭐|뭘|이제 뭐)\s?(?:남았\S*|남은 거\S*|더 사야\S*)/.test(text))
    return { steps: [], show: { list: last.list, ...due } }
  const [, thing = ''] = /^(.+?)\s(?:있(?:어|나|니|지|나요|어요)|없어)$/.exec(words) ?? []
  const deed = asked ? deedIn(words) : undefined
  const phrase = withoutParticle(thing || deed?.of || '').replace(/(?<=\S)[이가]$/, '')
  if (!(asked && (thing || deed)) || phrase === '') return undefined
  const items = itemsCalled(known, withoutParticle(phrase))
  if (items.length > 0) return { steps: [], show: { items: [...new Set(items.map(({ name }) => name))], ...(list ? { list } : {}) } }
  return list !== undefined && thing ? { steps: [], show: { list, items: [phrase] } } : undefined
}

/** The words that tell of a deed: what in front of its verb, and the verb's stems. */
function deedIn(words: string): { of: string; stems: readonly string[]; isNot: boolean } | undefined {
  const [, before = '', verb = ''] = /^(.*?)(?:(?<=^|\s)((?:사|갔다|다녀|가져|챙겨)\s?왔\S*)|(?<=^|\s)(\S+)|(\S*(?:완료|끝)))$/.exec(words)?.filter((one) => one !== undefined) ?? []
  const stems = deedStems(verb.replace(/(?:고|는데|은데|지만|니|나|지)$/, '어'))
  if (stems.length === 0 || verb === '') return undefined
  const not = /(?:^|\s)(?:안|못)$/.exec(before.trim())
  const of = not ? before.trim().slice(0, not.index) : before
  return { of: plain(of), stems, isNot: not !== null }
}

function readClause(said: string, carried: string | undefined, around: ListsAround): ListStep | undefined {
  const { known, last, when } = around
  const dued = withoutDue(said, when)
  const named = withoutList(dued.words, known)
  const list = named.list ?? carried
  const at = list === undefined ? {} : { list }
  const due = dued.due === undefined ? {} : { due: dued.due }
  const words = named.words
  const changed = readChange(words, at, around) ?? (due.due ? readDue(words, due.due, at, around) : undefined)
  if (changed) return changed
  const verb = verbOf(words)
  const phrases = verb ? itemPhrases(verb.rest) : []
  switch (verb?.verb) {
    case 'add': {
      const more = /(?:^|\s)더$/.test(verb.rest)
      const items = more ? itemPhrases(verb.rest.replace(/\s?더$/, '')) : phrases
      return addStep(items, { ...at, ...due }, more, around)
    }
    case 'make':
      return named.list !== undefined && phrases.length === 0 ? { action: 'create', list: named.list } : undefined
    case 'clear':
      return list !== undefined && phrases.length === 0 ? { action: 'clear', list } : undefined
    case 'tidy':
    case 'remove':
      return removeStep(verb.rest, verb.verb, { ...at, isNamed: named.list !== undefined, role: named.role }, around)
    case 'move':
      return moveStep(verb.rest, named, around)
    case 'tick':
    case 'untick':
      return markStep(phrases, verb.verb, at, known)
    default:
      break
  }
  const deed = deedIn(words)
  if (deed && !around.asked) return deedStep(deed, words, at, around)
  return bareStep(words, named, { ...at, ...due }, last, around)
}

/** "양파 다섯 개로 바꿔줘", "물티슈는 다섯 개면 돼", "샴푸 말고 린스로 바꿔줘", "치약은 안 사도 돼". */
function readChange(words: string, at: { list?: string }, { known }: ListsAround): ListStep | undefined {
  const [, old, fresh] = /^(.+?)\s말고\s(.+?)(?:으로|로)?\s?(?:바꿔|변경|해)?\S*(?:\s?줘)?$/.exec(words) ?? []
  if (old && fresh && itemsCalled(known, withoutParticle(old)).length > 0) {
    const to = fresh.replace(/(?:으로|로)$/, '')
    return { action: 'rename', items: [withoutParticle(old)], to, ...at }
  }
  const unwanted = UNWANTED.exec(words)?.[1]
  if (unwanted && known.items.length > 0) return markStep(itemPhrases(unwanted), 'remove', at, known)
  const [, said = ''] = ENOUGH.exec(words) ?? /^(.+?)(?:으로|로)\s?(?:바꿔|바꾸|변경|수정|고쳐|해)\S*(?:\s?줘\S*)?$/.exec(words) ?? []
  if (said === '') return undefined
  const { name, quantities } = readItem(said.replace(/(\S)[은는을를]\s(?=\S+\s?\S+$)/, '$1 '))
  const item = itemsCalled(known, withoutParticle(name))
  if (quantities.length === 0 || item.length === 0) return undefined
  const [quantity] = quantities
  return { action: 'set', items: [`${item[0]?.name} ${quantity?.count}${quantity?.unit}`], ...at }
}

function readDue(words: string, due: string, at: { list?: string }, { known }: ListsAround): ListStep | undefined {
  const phrase = withoutParticle(words.replace(/\s?(?:로\s)?(?:해|바꿔|변경해|미뤄|옮겨|수정해|고쳐)(?:\s?줘\S*)?$/, ''))
  const items = phrase === '' ? [] : itemsCalled(known, phrase)
  const [item] = items
  return item && !verbIsAdd(words) ? { action: 'due', items: [item.name], due, list: item.list, ...at } : undefined
}
const verbIsAdd = (words: string) => verbOf(words)?.verb === 'add'

function addStep(
  items: readonly string[],
  at: { list?: string; due?: string },
  more: boolean,
  { known, last }: ListsAround,
): ListStep | undefined {
  if (items.length === 0) return undefined
  const isThere = itemsCalled(known, items[0] as string)[0]?.list
  const list = at.list ?? (more ? isThere : undefined) ?? last?.list ?? isThere
  return list === undefined ? undefined : { action: 'add', items, ...at, list, ...(more ? { more } : {}) }
}

function removeStep(
  rest: string,
  verb: 'tidy' | 'remove',
  { list, isNamed, role }: { list?: string; isNamed: boolean; role: string },
  { known, last }: ListsAround,
): ListStep | undefined {
  const words = plain(rest)
  if (CLEARED.test(words) && (isNamed || known.names.length > 0)) {
    const kind = /할\s?일|끝|한/.test(rest) && list === undefined ? '할 일' : (list ?? '장보기')
    return { action: 'clear', list: list ?? kind, done: true }
  }
  if (words === '' && list !== undefined && isNamed) {
    const isAll = /(?:^|\s)(?:다|모두|전부|싹)(?:\s|$)/.test(rest) || role === '에서'
    return isAll ? { action: 'clear', list } : { action: 'delete', list }
  }
  if (verb === 'tidy' || words === '') return undefined
  const phrases = itemPhrases(words)
  // "은행 취소" is of something else, unless it stands on a list.
  const isKnown = phrases.every((phrase) => itemsCalled(known, phrase).length > 0)
  if (!isNamed && list === undefined && !isKnown) return undefined
  return { action: 'remove', items: phrases, ...(list === undefined ? {} : { list }), ...(last ? {} : {}) }
}

function moveStep(rest: string, named: Pick<Clause, 'list' | 'role' | 'words'>, around: ListsAround): ListStep | undefined {
  const second = withoutList(rest, around.known)
  const isTo = /^(?:으로|로|에|)$/.test(named.role)
  const [to, from] = isTo ? [named.list, second.list] : [second.list, named.list]
  const items = itemPhrases(second.list === undefined ? rest : second.words)
  if (to === undefined || items.length === 0) return undefined
  return { action: 'move', items, to, ...(from === undefined ? {} : { list: from }) }
}

function markStep(
  phrases: readonly string[],
  action: 'tick' | 'untick' | 'remove',
  at: { list?: string },
  known: KnownLists,
): ListStep | undefined {
  const isKnown = phrases.length > 0 && phrases.every((phrase) => itemsCalled(known, phrase).length > 0)
  return isKnown ? { action, items: phrases, ...at } : undefined
}

/** "우유 샀어" of what stands on a list; "포도는 못 샀어" of what was ticked too early. */
function deedStep(
  { of, stems, isNot }: { of: string; stems: readonly string[]; isNot: boolean },
  words: string,
  at: { list?: string },
  { known }: ListsAround,
): ListStep | undefined {
  if (of === '' && /(?:^|\s)(?:다|모두|전부)\s/.test(words) && stems.some((stem) => ['사', '사오'].includes(stem)))
    return known.names.some((name) => listKind(name) === 'shopping') ? { action: 'tick', ...at } : undefined
  const phrases = of === '' ? [''] : itemPhrases(of)
  const found = phrases.map((phrase) => endedBy(phrase, stems, known, !isNot))
  const first = found[0]?.list
  if (first === undefined || found.some((one) => one === undefined)) return undefined
  const items = found.flatMap((one) => (one ? [one.phrase] : []))
  const isOne = found.every((one) => one?.list === first)
  return { action: isNot ? 'untick' : 'tick', items, ...(isOne ? { list: first } : {}), ...at }
}

function endedBy(phrase: string, stems: readonly string[], { items }: KnownLists, preferOpen: boolean) {
  const { name, quantities } = readItem(phrase)
  const those = (words: string) => items.filter((item) => endsItem({ of: words, stems }, item.name, item.list))
  const whole = those(phrase)
  const found = whole.length > 0 ? whole : those(name)
  const order = (list: string) => (listKind(list) === 'shopping' ? 0 : 1)
  const [best] = found.toSorted(
    (a, b) => Number(a.done === preferOpen) - Number(b.done === preferOpen) || order(a.list) - order(b.list),
  )
  if (!best) return undefined
  const [quantity] = whole.length > 0 ? [] : quantities
  const isOther = found.some((one) => one.name !== best.name && one.done === best.done)
  return { list: best.list, phrase: isOther ? phrase : quantity ? `${best.name} ${quantity.count}${quantity.unit}` : best.name }
}

/** Words without a verb: "장보기에 빵이요", "할 일: 은행 가기", "선크림도", "휴지 한 개 더". */
function bareStep(
  words: string,
  { list, role }: Pick<Clause, 'list' | 'role' | 'words'>,
  at: { list?: string; due?: string },
  last: LastListDeed | undefined,
  around: ListsAround,
): ListStep | undefined {
  const isShort = words.split(' ').length <= 8 && !around.asked
  if (words === '' || !isShort) return undefined
  if (role === ':' && list !== undefined) return { action: 'add', items: itemPhrases(words), ...at }
  const isNoun = !/(?:[네다어아지군까래걸죠]|어요|아요|니다)$/.test(words) || /[이]요$/.test(words)
  if (list !== undefined && /^에(?:다가?)?$/.test(role) && isNoun && words.split(' ').length <= 4)
    return { action: 'add', items: itemPhrases(words), ...at }
  if (/\s더$/.test(words)) {
    const phrase = words.replace(/\s더$/, '')
    return readQuantityIn(phrase) && itemsCalled(around.known, phrase).length > 0
      ? addStep([phrase], at, true, around)
      : undefined
  }
  const goesOn = last !== undefined && /^(?:add|remove|tick)$/.test(last.action) && /\S도$/.test(words) && isNoun
  return goesOn && !/(?:포도|지도|파도|온도)$/.test(words) && last.action === 'add'
    ? addStep(itemPhrases(words), at, false, around)
    : undefined
}

const readQuantityIn = (phrase: string) =>
  readItem(phrase).quantities.length > 0 || readQuantity(phrase.split(' ').at(-1) ?? '') !== undefined
