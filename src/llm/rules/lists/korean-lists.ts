import type { ListStep } from '../../../protocol/index.ts'
import { parseAmount, parseItem } from '../../../std/korean/numbers/item.ts'
import { purposeOfList } from '../../../std/korean/search/list-names.ts'
import { deedStems, isSameName } from '../../../std/korean/search/named-item.ts'
import type { When } from '../../../std/time/calendar.ts'
import { itemsCalled, itemsEndedBy, type KnownLists, type LastListDeed } from './known-lists.ts'
import {
  itemPhrases,
  type ListClause,
  listClausesOf,
  plain,
  verbOf,
  WHOLE,
  withoutDueDay,
  withoutList,
  withoutParticle,
} from './korean-clause.ts'
import type { ListCall } from './list-call.ts'

/** The lists, the turns before and the moment, beside the words of a sentence. */
export interface ListsAround {
  known: KnownLists
  last?: LastListDeed | undefined
  asked: boolean
  when: When
}

const SHOWN =
  /^(?:(?:뭐\S*|뭘|무엇\S*|무슨|있\S*|남\S*|거|것|게|건|보여\S*|읽어\S*|알려\S*|말해\S*|줘\S*|좀|다|전부|전체|내용|지금|내|사야|해야|할|돼\S*|하\S*|야|이야|몇|개\S*|샀\S*|산|일|돼)(?:\s|$))+$/
const FORBIDDEN = /\S지\s?(?:말고|마(?:라|요|세요)?|말아\S*|말자)$/
const UNWANTED =
  /^(.*?)\s?(?:안\s?(?:사도|해도|가도|넣어도)\s?(?:돼|될|되)\S*|안\s?(?:살래|할래|사|해)(?:요)?|필요\s?없\S*)$/
const ENOUGH = /^(.*?)(?:이)?면\s?(?:돼|될|되|충분)\S*$/
const CLEARED =
  /^(?:산|끝난|한|다\s?한|다\s?산|끝낸|완료된|완료한|체크된|체크한)\s?(?:거|것|건|일|할\s?일|항목)?(?:들)?(?:은|을|만)?$/

/** Read what a Korean sentence asks of lists, whole; undefined for one that speaks of something else. */
export function readKoreanLists(text: string, around: ListsAround): ListCall | undefined {
  const looked = readLook(text, around)
  if (looked) return looked
  const steps: ListStep[] = []
  let list: string | undefined
  for (const words of listClausesOf(text)) {
    if (FORBIDDEN.test(words)) {
      list ??= withoutList(words, around.known).list
      continue
    }
    const step = readClause(words, list, around)
    if (!step) return undefined
    list ??= step.list
    steps.push(step)
  }
  return steps.length > 0 ? { steps } : undefined
}

/** A question of what stands on a list, or whether something does. */
function readLook(text: string, { known, last, asked, when }: ListsAround): ListCall | undefined {
  const dued = withoutDueDay(text, when)
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
  if (items.length > 0)
    return { steps: [], show: { items: [...new Set(items.map(({ name }) => name))], ...(list ? { list } : {}) } }
  return list !== undefined && thing ? { steps: [], show: { list, items: [phrase] } } : undefined
}

/** The words that tell of a deed: what in front of its verb, and the verb's stems. */
function deedIn(words: string): { of: string; stems: readonly string[]; isNot: boolean } | undefined {
  const [, before = '', verb = ''] =
    /^(.*?)(?:(?<=^|\s)((?:사|갔다|다녀|가져|챙겨)\s?왔\S*)|(?<=^|\s)(\S+)|(\S*(?:완료|끝)))$/
      .exec(words)
      ?.filter((one) => one !== undefined) ?? []
  const stems = deedStems(verb.replace(/(?:고|는데|은데|지만|니|나|지)$/, '어'))
  if (stems.length === 0 || verb === '' || /(?:다가|으면|면|을|ㄹ)$/.test(verb)) return undefined
  const not = /(?:^|\s)(?:안|못)$/.exec(before.trim())
  const of = not ? before.trim().slice(0, not.index) : before
  return { of: plain(of), stems, isNot: not !== null }
}

function readClause(said: string, carried: string | undefined, around: ListsAround): ListStep | undefined {
  const { known, last, when } = around
  const dued = withoutDueDay(said, when)
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
      return removeStep(
        verb.rest,
        verb.verb,
        { ...at, isNamed: named.list !== undefined, role: named.role, isCancel: /취소\S*(?:\s\S+)?$/.test(words) },
        around,
      )
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
  const [, said = ''] =
    ENOUGH.exec(words) ?? /^(.+?)(?:으로|로)\s?(?:바꿔|바꾸|변경|수정|고쳐|해)\S*(?:\s?줘\S*)?$/.exec(words) ?? []
  if (said === '') return undefined
  const { name, quantities } = parseItem(said.replace(/(\S)[은는을를]\s(?=\S+\s?\S+$)/, '$1 '))
  const item = itemsCalled(known, withoutParticle(name))
  if (quantities.length === 0 || item.length === 0) return undefined
  const [quantity] = quantities
  return { action: 'set', items: [`${item[0]?.name} ${quantity?.count}${quantity?.unit}`], ...at }
}

function readDue(words: string, due: string, at: { list?: string }, { known }: ListsAround): ListStep | undefined {
  const phrase = withoutParticle(
    words.replace(/\s?(?:로\s)?(?:해|바꿔|변경해|미뤄|옮겨|수정해|고쳐)(?:\s?줘\S*)?$/, ''),
  )
  const items = phrase === '' ? [] : itemsCalled(known, phrase)
  const [item] = items
  const isSpokenOf = phrase !== words || (item !== undefined && isSameName(item.name, phrase))
  return item && isSpokenOf && !verbIsAdd(words)
    ? { action: 'due', items: [item.name], due, list: item.list, ...at }
    : undefined
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
  { list, isNamed, role, isCancel }: { list?: string; isNamed: boolean; role: string; isCancel: boolean },
  { known }: ListsAround,
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
  // "회의 취소해 줘" is of something else, unless just that stands on a list.
  const isKnown = phrases.every((phrase) =>
    itemsCalled(known, phrase).some(({ name }) => !isCancel || isSameName(name, phrase)),
  )
  if (!isNamed && list === undefined && !isKnown) return undefined
  return { action: 'remove', items: phrases, ...(list === undefined ? {} : { list }) }
}

function moveStep(
  rest: string,
  named: Pick<ListClause, 'list' | 'role' | 'words'>,
  around: ListsAround,
): ListStep | undefined {
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
    return known.names.some((name) => purposeOfList(name) === 'shopping') ? { action: 'tick', ...at } : undefined
  const phrases = of === '' ? [''] : itemPhrases(of)
  const found = phrases.map((phrase) => endedBy(phrase, stems, known, !isNot))
  const first = found[0]?.list
  if (first === undefined || found.some((one) => one === undefined)) return undefined
  const items = found.flatMap((one) => (one ? [one.phrase] : []))
  const isOne = found.every((one) => one?.list === first)
  return { action: isNot ? 'untick' : 'tick', items, ...(isOne ? { list: first } : {}), ...at }
}

function endedBy(phrase: string, stems: readonly string[], known: KnownLists, preferOpen: boolean) {
  const { found, isWhole } = itemsEndedBy(known, phrase, stems, preferOpen)
  const [best] = found
  if (!best) return undefined
  const [quantity] = isWhole ? [] : parseItem(phrase).quantities
  const isOther = found.some((one) => one.name !== best.name && one.done === best.done)
  return {
    list: best.list,
    phrase: isOther ? phrase : quantity ? `${best.name} ${quantity.count}${quantity.unit}` : best.name,
  }
}

/** Words without a verb: "장보기에 빵이요", "할 일: 은행 가기", "선크림도", "휴지 한 개 더". */
function bareStep(
  words: string,
  { list, role }: Pick<ListClause, 'list' | 'role' | 'words'>,
  at: { list?: string; due?: string },
  last: LastListDeed | undefined,
  around: ListsAround,
): ListStep | undefined {
  const isShort = words.split(' ').length <= 8 && !around.asked
  if (words === '' || !isShort || /(?:이?랑|하고|와|과|,)$/.test(words)) return undefined
  if (role === ':' && list !== undefined) return { action: 'add', items: itemPhrases(words), ...at }
  const isNoun = !/(?:[네다어아지군까래걸죠]|어요|아요|니다)$/.test(words) || /[이]요$/.test(words)
  if (list !== undefined && /^에(?:다가?)?$/.test(role) && isNoun && words.split(' ').length <= 4)
    return { action: 'add', items: itemPhrases(words), ...at }
  if (/\s더$/.test(words)) {
    const phrase = words.replace(/\s더$/, '')
    return hasAmount(phrase) && itemsCalled(around.known, phrase).length > 0
      ? addStep([phrase], at, true, around)
      : undefined
  }
  const goesOn = last !== undefined && /^(?:add|remove|tick)$/.test(last.action) && /\S도$/.test(words) && isNoun
  return goesOn && !WHOLE.test(words) && last.action === 'add'
    ? addStep(itemPhrases(words), at, false, around)
    : undefined
}

const hasAmount = (phrase: string) =>
  parseItem(phrase).quantities.length > 0 || parseAmount(phrase.split(' ').at(-1) ?? '') !== undefined
