import type { ListStep } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { parseAmount, parseItem } from '../../../std/korean/numbers/item.ts'
import { purposeOfList } from '../../../std/korean/search/list-names.ts'
import { isSameName } from '../../../std/korean/search/named-item.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { itemsCalled, itemsEndedBy, type KnownLists, type LastListDeed } from './known-lists.ts'
import {
  itemPhrases,
  type ListClause,
  listClausesOf,
  plain,
  verbOf,
  WHOLE,
  withoutCalls,
  withoutDueDay,
  withoutList,
  withoutParticle,
} from './korean-clause.ts'
import { deedIn, readLook } from './korean-look.ts'
import { MISTAKEN, ordered } from './korean-order.ts'
import type { ListCall } from './list-call.ts'
import type { ListsAround } from './lists-around.ts'

const SWAPPED = patternOf()`
    ^(.+?)(?:\s(말고)|[을를])\s(.+?)(?:으로|로)(?:\s?(?:바꿔|바꾸|변경|교체|수정|해)\S*${GIVE}?)?$`
const CHANGED_TO = patternOf()`^(.+?)(?:으로|로)(?:요|\s?(?:바꿔|바꾸|변경|수정|고쳐|해)\S*${GIVE}?)?$`
const WITHOUT_DAY = patternOf()`
    ^(.+?)(?:의)?\s(?:기한|마감(?:일)?|날짜)(?:은|는|을|를)?\s?(?:없애|빼|지워|삭제해)${GIVE}?$`
const MOVES = patternOf()`\s?(?:로\s)?(?:해|바꿔|변경해|미뤄|옮겨|수정해|고쳐)${GIVE}?$`
const FORBIDDEN = /\S지\s?(?:말고|마(?:라|요|세요)?|말아\S*|말자)$/
const UNWANTED =
  /^(.*?)\s?(?:안\s?(?:사도|해도|가도|넣어도)\s?(?:돼|될|되)\S*|안\s?(?:살래|할래|사|해)(?:요)?|필요\s?없\S*)$/
const ENOUGH = /^(.*?)(?:이)?면\s?(?:돼|될|되|충분)\S*$/
/** A thing that is still needed, right after a list for shopping was spoken of: "계란 한 판도 사야 돼". */
const NEEDED = /^(\S+(?:\s\S+){0,3}?)\s(?:(?:사|챙겨)야\s?(?:돼|되|해|하|겠|함|됨)\S*|필요해(?:요)?)$/
const CLEARED =
  /^(?:산|끝난|한|다\s?한|다\s?산|끝낸|완료된|완료한|체크된|체크한)\s?(?:거|것|건|일|할\s?일|항목)?(?:들)?(?:은|을|만)?$/

/** Read what a Korean sentence asks of lists, whole; undefined for one that speaks of something else. */
export function readKoreanLists(said: string, around: ListsAround): ListCall | undefined {
  const text = ordered(withoutCalls(said).replace(MISTAKEN, ''), around.known)
  const looked = readLook(text, around)
  if (looked) return looked
  const steps: ListStep[] = []
  let list: string | undefined
  for (const words of listClausesOf(text)) {
    if (FORBIDDEN.test(words)) {
      list ??= withoutList(words, around.known).list
      continue
    }
    if (steps.length > 0 && isOpenStill(words, around)) continue
    const step = readClause(words, list, around)
    if (!step) return undefined
    list ??= step.list
    steps.push(step)
  }
  return steps.length > 0 ? { steps } : undefined
}

/** "물티슈는 아직이야": it stays as it is. */
const isOpenStill = (words: string, { known }: ListsAround): boolean => {
  const [, thing = ''] = /^(.+?)(?:은|는)?\s아직(?:이야|이에요|이다|\s?(?:안|못)\s\S+)?$/.exec(words) ?? []
  return thing !== '' && itemsCalled(known, thing).some(({ done }) => !done)
}

function readClause(said: string, carried: string | undefined, around: ListsAround): ListStep | undefined {
  const { known, last, when } = around
  const dued = withoutDueDay(said, when)
  const named = withoutList(dued.words, known)
  const list = named.list ?? carried
  const at = list === undefined ? {} : { list }
  const due = dued.due === undefined ? {} : { due: dued.due }
  const words = named.words
  const changed =
    readNoDue(words, at, around) ??
    readChange(words, at, around) ??
    (due.due ? readDue(words, due.due, at, around) : undefined)
  if (changed) return changed
  const verb = verbOf(words)
  const phrases = verb ? itemPhrases(verb.rest) : []
  switch (verb?.verb) {
    case 'add': {
      // A thing with a place of its own ("캘린더에") is not for the list that was spoken of last.
      if (list === undefined && /\S에(?:다가?)?$/.test(phrases.at(-1) ?? '')) return undefined
      const more = /(?:^|\s)더$/.test(verb.rest)
      const items = (more ? itemPhrases(verb.rest.replace(/\s?더$/, '')) : phrases).map((one) =>
        itemsCalled(known, one).length > 0 ? one : one.replace(/^(?:산|사\s?온|챙긴|뺀|지운)\s(?=\S)/, ''),
      )
      if (items.some(isSaying)) return undefined
      return addStep(items, { ...at, ...due }, more, around)
    }
    case 'make':
      return named.list !== undefined && /^(?:하나|한 개|새로|새|)$/.test(verb.rest)
        ? { action: 'create', list: named.list }
        : undefined
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
  const [, old, joint, fresh] = SWAPPED.exec(words) ?? []
  const [renamed] = old && fresh ? itemsCalled(known, withoutParticle(old)) : []
  const amount = fresh === undefined ? undefined : parseAmount(fresh)
  if (renamed && fresh && amount && joint)
    return { action: 'set', items: [`${renamed.name} ${amount.count}${amount.unit}`], ...at }
  if (renamed && fresh && !amount)
    return { action: 'rename', items: [withoutParticle(old as string)], to: fresh, ...at }
  const unwanted = UNWANTED.exec(words)?.[1]
  if (unwanted && known.items.length > 0) return markStep(itemPhrases(unwanted), 'remove', at, known)
  const [, said = ''] = ENOUGH.exec(words) ?? CHANGED_TO.exec(words) ?? []
  if (said === '') return undefined
  const { name, quantities } = parseItem(said.replace(/(\S)[은는을를]\s(?=\S+\s?\S+$)/, '$1 '))
  const item = itemsCalled(known, withoutParticle(name))
  if (quantities.length === 0 || item.length === 0) return undefined
  const [quantity] = quantities
  return {
    action: 'set',
    items: [`${item[0]?.name} ${quantity?.count}${quantity?.unit}`],
    ...(item.length === 1 ? { list: item[0]?.list ?? '' } : {}),
    ...at,
  }
}

/** "이력서 고치기 기한 없애줘". */
function readNoDue(words: string, at: { list?: string }, { known }: ListsAround): ListStep | undefined {
  const [, of = ''] = WITHOUT_DAY.exec(words) ?? []
  const [item] = of === '' ? [] : itemsCalled(known, of)
  return item && { action: 'due', items: [item.name], list: item.list, ...at }
}

function readDue(words: string, due: string, at: { list?: string }, { known }: ListsAround): ListStep | undefined {
  const phrase = withoutParticle(words.replace(MOVES, ''))
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
  const words = plain(rest.replace(/^(?:에\s?)?(?:있는|적힌)\s(?=\S)/, ''))
  if (CLEARED.test(words) && (isNamed || known.names.length > 0)) {
    const kind = /할\s?일|끝|한/.test(rest) && list === undefined ? '할 일' : (list ?? '장보기')
    return { action: 'clear', list: list ?? kind, done: true }
  }
  if (words === '' && list !== undefined && isNamed) {
    const isAll = /(?:^|\s)(?:다|모두|전부|싹)(?:\s|$)/.test(rest) || role === '에서'
    return isAll ? { action: 'clear', list } : { action: 'delete', list }
  }
  if (verb === 'tidy' || words === '') return undefined
  const phrases = itemPhrases(words).flatMap((one) => namedIn(one, known))
  // "회의 취소해 줘" is of something else, unless just that stands on a list.
  const isKnown = phrases.every((phrase) =>
    itemsCalled(known, phrase).some(({ name }) => !isCancel || isSameName(name, phrase)),
  )
  if (!isNamed && list === undefined && !isKnown) return undefined
  const one = listOfAll(phrases, known)
  const from = list ?? one
  return { action: 'remove', items: phrases, ...(from === undefined ? {} : { list: from }) }
}

/** The list on which all of these stand, if it is one. */
function listOfAll(phrases: readonly string[], known: KnownLists): string | undefined {
  const lists = new Set(phrases.flatMap((phrase) => itemsCalled(known, phrase).map(({ list }) => list)))
  return lists.size === 1 ? [...lists][0] : undefined
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

/** The ends of what is told and not named: "집에 있더라", "취소됐어". */
const SAID = /(?:어|아|해|네|다|대|라|지|까|요|돼|래)$/
const isSaying = (item: string) => {
  const { name } = parseItem(item)
  return name.includes(' ') && SAID.test(name) && /(?:^|\s)(?:뭐|뭘|있|없|사야|안|못)|[었았했됐]\S$/.test(name)
}

/** The things of which a phrase speaks: itself, several side by side, or one of which more is told. */
function namedIn(phrase: string, known: KnownLists): string[] {
  if (itemsCalled(known, phrase).length > 0) return [phrase]
  const words = phrase.split(' ')
  const parts: string[] = []
  for (let from = 0; from < words.length; ) {
    const to = words.findLastIndex(
      (_, at) => at >= from && itemsCalled(known, withoutParticle(words.slice(from, at + 1).join(' '))).length > 0,
    )
    if (to < from) {
      const isTold = parts.length === 1 && SAID.test(phrase)
      return isTold ? parts : [phrase]
    }
    parts.push(withoutParticle(words.slice(from, to + 1).join(' ')))
    from = to + 1
  }
  return parts
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
  if (
    /^(?:나머지|남은\s?(?:거|것|건)|전부)?[은는도]?$/.test(of) &&
    /(?:^|\s)(?:다|모두|전부|나머지\S?|남은)\s/.test(words) &&
    stems.some((stem) => ['사', '사오'].includes(stem))
  )
    return known.names.some((name) => purposeOfList(name) === 'shopping') ? { action: 'tick', ...at } : undefined
  const phrases = of === '' ? [''] : itemPhrases(of).flatMap((one) => namedSideBySide(one, stems, known, !isNot))
  const found = phrases.map((phrase) => endedBy(phrase, stems, known, !isNot))
  const first = found[0]?.list
  if (first === undefined || found.some((one) => one === undefined)) return undefined
  const items = found.flatMap((one) => (one ? [one.phrase] : []))
  const isOne = found.every((one) => one?.list === first)
  return { action: isNot ? 'untick' : 'tick', items, ...(isOne ? { list: first } : {}), ...at }
}

/** "애호박 감자 샀어": two things without a word between them. */
function namedSideBySide(phrase: string, stems: readonly string[], known: KnownLists, preferOpen: boolean): string[] {
  return endedBy(phrase, stems, known, preferOpen) ? [phrase] : namedIn(phrase, known)
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
  const needed = NEEDED.exec(words)?.[1]
  if (needed && list === undefined && last?.list && purposeOfList(last.list) === 'shopping' && !around.asked)
    return addStep(itemPhrases(needed), at, false, around)
  const phrases = itemPhrases(words)
  const isShort = phrases.every((one) => one.split(' ').length <= 4) && phrases.length <= 12 && !around.asked
  if (words === '' || !isShort || /(?:이?랑|하고|와|과|,)$/.test(words)) return undefined
  if (role === ':' && list !== undefined) return { action: 'add', items: itemPhrases(words), ...at }
  const isNoun = !/(?:[네다어아지군까래걸죠줘봐]|어요|아요|니다)$/.test(words) || /(?:이|도)요$/.test(words)
  if (list !== undefined && /^에(?:다가?)?$/.test(role) && isNoun) return { action: 'add', items: phrases, ...at }
  if (/\s더$/.test(words)) {
    const phrase = words.replace(/\s더$/, '')
    return hasAmount(phrase) && itemsCalled(around.known, phrase).length > 0
      ? addStep([phrase], at, true, around)
      : undefined
  }
  const goesOn =
    last !== undefined &&
    /^(?:add|set)$/.test(last.action) &&
    isNoun &&
    !/로$/.test(words) &&
    (/\S도(?:요)?$/.test(words) || phrases.every(hasAmount))
  return goesOn && !WHOLE.test(words) ? addStep(itemPhrases(words), at, false, around) : undefined
}

const hasAmount = (phrase: string) =>
  parseItem(phrase).quantities.length > 0 || parseAmount(phrase.split(' ').at(-1) ?? '') !== undefined
