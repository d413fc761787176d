import type { ReadContext } from '../../core/service/service.ts'
import { PURPOSES } from '../../std/korean/dialogue/left-over.ts'
import { GIVE, GIVING } from '../../std/korean/grammar/ending.ts'
import { KIN } from '../../std/korean/grammar/kin.ts'
import { type Person, PLACE, withoutTopic } from '../../std/korean/grammar/people.ts'
import type { ReadAmount } from '../../std/korean/numbers/amount.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { englishPeople } from './english-people.ts'

/** A receiver and an amount, as words (the slots cast and judge them), and their places in the sentence. */
export interface TransferRequest {
  target?: string
  amount?: string | number
  from: number
  to: number
}

/** Everybody who is to get something, with what they are to get, as far as the sentence says it. */
export function readRequests(text: string, context: ReadContext): TransferRequest[] {
  const amounts = amountsIn(text)
  const named = readSentence(text).people.filter(({ name }) => !isDay(name, context))
  const said = besideDays(text, [...englishPeople(text, amounts), ...named], context)
  const people = once(
    text,
    withKin(text, said, amounts).sort((a, b) => a.from - b.from),
  )
  if (people.length > 0) return paired(text, people, amounts)
  const places = besideDays(text, placesIn(text, amounts, context), context)
  if (places.length > 0) return paired(text, places, amounts)
  const bare = nameBeforeEach(text, amounts, context)
  if (bare.length > 0) return bare
  const [amount] = amounts
  if (amount) return [{ amount: wordsOf(text, amount), from: amount.from, to: amount.to }]
  const correction = /^(?:아니|아냐|아뇨|그게 아니라|말고)[\s,]*/.exec(text)?.[0] ?? ''
  const rest = text.slice(correction.length)
  const span = { from: correction.length, to: text.length }
  if (context.asked === 'target' && !isDay(rest, context)) {
    const name = readSentence(rest).name
    if (name) return [{ target: name.name, ...span }]
  }
  // The amount was asked for and something was said: the slot's own sentence says what is wrong with it.
  return context.asked === 'amount' && /\d|원/.test(rest) ? [{ amount: rest.trim(), ...span }] : []
}

/** "십이월 이일에 사장님에게", "크리스마스 이브에": the words of a day are no part of a name. */
function besideDays(text: string, people: readonly Person[], { when }: ReadContext): Person[] {
  const days = readSentence(text).days(when)
  return people.flatMap((person) => {
    const day = days.find(({ from, to }) => from < person.from + person.name.length && to > person.from)
    if (!day) return [person]
    const rest = day.from <= person.from ? text.slice(day.to, person.to).replace(/^에(?=\s)/, '') : ''
    const read = rest.startsWith(' ') ? readSentence(rest.trim()).people[0] : undefined
    return read ? [{ ...person, name: read.name, from: person.to - rest.trim().length }] : []
  })
}

/** "3만원~5만원" is one thing that was said, and no amount. */
function amountsIn(text: string): ReadAmount[] {
  const joined: ReadAmount[] = []
  for (const read of readSentence(text).amounts) {
    const last = joined.at(-1)
    const low = 'refused' in read && read.refused === 'range' && last && last.to >= read.from ? joined.pop() : undefined
    if (!('refused' in read && read.refused === 'unclear')) joined.push(low ? { ...read, from: low.from } : read)
  }
  return joined
}

/** "민수한테 민수한테": somebody named twice in a row is one receiver. */
function once(text: string, people: readonly Person[]): Person[] {
  return people.filter(({ name, from }, at) => {
    const before = people[at - 1]
    return before?.name !== name || text.slice(before.to, from).trim() !== ''
  })
}

const isDay = (name: string, { when }: ReadContext) => {
  const read = readSentence(name).days(when)[0]
  return read !== undefined && read.to - read.from >= name.trim().length - 1
}

const wordsOf = (text: string, read: ReadAmount): string | number =>
  'won' in read ? read.won : text.slice(read.from, read.to)

/** "유니세프에 3만원", "12만원 관리사무소로 보내줘": an office or a shop that is to get it. */
function placesIn(text: string, amounts: readonly ReadAmount[], context: ReadContext): Person[] {
  if (amounts.length === 0) return []
  return [...text.matchAll(AT_PLACE)].flatMap((hit) => {
    const [whole, name = '', particle = ''] = hit
    const from = hit.index + whole.indexOf(name)
    const isOther =
      NO_PLACE.test(name) || PURPOSE.test(name) || isDay(name, context) || readSentence(name).times.length > 0
    const isPlace = !isOther && (particle.startsWith('에') || PLACE.test(name))
    return isPlace ? [{ name, particle: particle.trim(), from, to: from + name.length + particle.length }] : []
  })
}
const AT_PLACE = patternOf('g')`
    (?:^|\s)([가-힣a-zA-Z]{2,12}?)(에다가?|에|으?로)(?=\s?(?:좀\s?|바로\s?|[가-힣]{1,6}(?:비|값|금|료|
    세)\s)?(?:[₩\d일이삼사오육칠팔구십백천만억]{1,12}|보내|이체|송금|입금|부쳐|부쳐|넣어|내))(?=\s|\d)`
const NO_PLACE = patternOf()`
  ^(?:이번|한번|저번|다음|다음번|나중|[가-힣]*(?:아침|점심|저녁|밤|낮|새벽|오전|오후|주말|평일)|[가-힣]*(?:월초|월말|말|초|중순|뒤|후|전|날|달|주|번)|기회|덕분|김|때문|대신|안|
  밖|계좌|통장|여기|거기|저기|요일|동안|사이|중간|[가-힣]*(?:생일|생신|명절|추석|설날|기념일))$
`

const KIN_BEFORE = new RegExp(`(?:^|\\s)((?:(?:${KIN})\\s+)+)$`)

/** "엄마 아빠한테 5만원씩": each of them, though nothing joins the names. */
function withKin(text: string, people: readonly Person[], amounts: readonly ReadAmount[]): Person[] {
  if (!amounts.some((amount) => 'each' in amount) && !SHARED.test(text)) return [...people]
  return people.flatMap((person) => {
    const start = Math.max(0, person.from - 60)
    const before = text.slice(start, person.from)
    const hit = KIN_BEFORE.exec(before)
    if (!hit) return [person]
    const names = [...hit[0].matchAll(/\S+/g)].map(({ 0: name, index }) => {
      const from = start + hit.index + index
      return { name, particle: ',', from, to: from + name.length }
    })
    return [...names, person]
  })
}

/**
 * Pairs people with amounts: people named together ("엄마랑 아빠한테 만원씩") share the one that follows them; where an amount
 * stands first ("만원 엄마한테"), each belongs to the person that follows it.
 */
function paired(text: string, people: readonly Person[], amounts: readonly ReadAmount[]): TransferRequest[] {
  const before = amounts[0] !== undefined && amounts[0].from < (people[0] as Person).from
  return people.map((person, at) => {
    const own = before ? lastBefore(amounts, people, at, SHARED.test(text)) : firstAfter(text, amounts, people, at)
    const span = {
      from: Math.min(person.from, own?.from ?? person.from),
      to: Math.max(person.to, own?.to ?? person.to),
    }
    return { target: person.name, ...(own ? { amount: wordsOf(text, own) } : {}), ...span }
  })
}

/** One sum that several divide. */
const SHARED = /나눠|나누|쪼개|반반|반씩|\b(?:split|divide)/i

function lastBefore(
  amounts: readonly ReadAmount[],
  people: readonly Person[],
  at: number,
  isShared: boolean,
): ReadAmount | undefined {
  const { from } = people[at] as Person
  const since = people[at - 1]?.to ?? 0
  const near = amounts.findLast((amount) => amount.to <= from && amount.from >= since)
  return near ?? amounts.findLast((amount) => amount.to <= from && ('each' in amount || isShared))
}

function firstAfter(
  text: string,
  amounts: readonly ReadAmount[],
  people: readonly Person[],
  at: number,
): ReadAmount | undefined {
  let last = at
  while (people[last + 1] && areJoined(text, people[last] as Person, people[last + 1] as Person)) last++
  const from = (people[last] as Person).to
  const until = people[last + 1]?.from ?? text.length
  return amounts.find((amount) => amount.from >= from && amount.to <= until)
}

/** "엄마랑 아빠", "엄마, 아빠", "엄마한테랑 아빠한테": nothing but joining words in between. */
function areJoined(text: string, { particle = '', to }: Person, next: Person): boolean {
  const between = text.slice(to, next.from).trim()
  return between === ''
    ? /랑|하고|와|과|,|및/.test(particle)
    : /^(?:,|랑|이랑|하고|와|과|및|도|그리고|and|&|my|the|our)+$/.test(between.replace(/\s/g, ''))
}

const LABEL = '받는\\s?(?:사람|분)|받을\\s?(?:사람|분)|수취인|상대(?:방)?|^사람'
const ANEW = [
  new RegExp(`(?:${LABEL})(?:은|는|을|를|이|:)?\\s*(\\S+?(?:\\s씨)?)(?:이야|이에요|예요|입니다|요)?[\\s.!]*$`),
  new RegExp(`(?:${LABEL})(?:은|는|을|를|이|:)?\\s*(\\S+?)(?:으로|로)(?:\\s|$)`),
  patternOf()`
    (?:^|\s)([가-힣]{2,5}?)(?:으로|로)\s*(?:다시\s?)?(?:바꿔|변경|수정)(?:해)?(?:${GIVE}|\s?(?:할게|하자))?(?:요)?[\s.!]*$`,
  new RegExp(`(?:^|\\s)(${KIN})(?:으로|로)[\\s.!]*$`),
]

/** The receiver that somebody names in the place of the one before: "아빠로", "수취인을 홍길동으로 변경". */
export function readAnew(text: string, context: ReadContext): string | undefined {
  if (readSentence(text).amounts.length > 0) return undefined
  for (const pattern of ANEW) {
    const said = pattern.exec(text)?.[1]
    const name =
      said && !isDay(said, context) && !/으$|메모|날짜|금액|순서/.test(said) ? readSentence(said).name : undefined
    if (name) return name.name
  }
  return undefined
}

/** The amount after "만원 더" or "천원 빼고"; undefined where the words say it outright. */
export function relativeTo(text: string, { amount, to }: TransferRequest, known: unknown): number | undefined {
  const [, more, less] = /^\s*(?:(?:을|만)\s*)?(?:(더|추가|more\b)|(빼|덜|깎|less\b))/i.exec(text.slice(to)) ?? []
  if (typeof amount !== 'number' || typeof known !== 'number') return undefined
  return more ? known + amount : less ? known - amount : undefined
}

/** Words beside an amount that name nobody: verbs, hesitation, accounts. */
const FILLER = patternOf('i')`
  빨리|얼른|어서|제발|이체|송금|보내|부쳐|입금|돈|그리고|하고|각각|총|그냥|좀|지금|바로|${GIVING}|아니|말고|바꿔|금액|으로|다시|정도|한\s|더|미안|죄송|잠깐|잠시|아차|그럼|그러면|그게|차라리|
  합쳐|최종|총액|합계|원래|계좌|통장|은행|^(?:아|어|음|참|딱|꼭)(?:\s|$)|(?:^|\s)(?:절반|전부|전액|일부|나머지)(?:인|은|의|을|를)?$|(?:니|서|까|면)$|
  \b(?:make|change|set|it|to|send|pay|wire|transfer|only|just|no|sorry|actually|instead)\b
`
/** Purposes of money, which name nobody either: "월세 50만원", "점심값 만원". */
const PURPOSE = patternOf()`(?:${PURPOSES}|료)(?:으로|로)?$`

/** "엄마 만원 용걸이 5만원 보내줘": a bare name right before each amount. */
function nameBeforeEach(text: string, amounts: readonly ReadAmount[], context: ReadContext): TransferRequest[] {
  const requests = amounts.map((amount, at) => {
    const start = amounts[at - 1]?.to ?? 0
    const piece = text
      .slice(start, amount.from)
      .replace(/^[\s,]*(?:이?랑|하고|그리고|씩)?[\s,]*/, '')
      .trim()
    const target = bareName(piece, context)
    return target ? { target, amount: wordsOf(text, amount), from: start, to: amount.to } : undefined
  })
  return requests.every((request) => request !== undefined) ? requests : []
}

/** Words before an amount without a particle of giving that are no name: times, manners and means. */
const NOBODY = patternOf()`
    (?:에|에서|까지|부터|마다|동안|처럼|만큼|으로|[가-힣]{2}로|하게|[가-힣]히|는데|지만|려고|도록|사람당|인당)$|
    ^(?:쯤|그때|이때|그날|매번|이번|요번|저번|나중|나중에|방금|금방|당일|일찍|대신|역시|아마|제발|반드시|빨리|가능한|매달|매주|매월|매일)$`

/** Whoever is called before the request gets nothing: "비서야", "저기". */
const CALLS = /^(?:(?:비서야|비서님|저기요?|여기요|있잖아요?|이봐|야|자|그럼|그러면|혹시|근데|음+|어+|아)[\s,]+)+/

function bareName(piece: string, { known, waiting, stage, when }: ReadContext): string | undefined {
  const day = readSentence(piece).days(when)[0]
  const rest = day ? `${piece.slice(0, day.from)} ${piece.slice(day.to).replace(/^에\s/, '')}`.trim() : piece
  const called = rest.replace(CALLS, '')
  const said = stage === 'INIT' ? called : called.replace(/(?<=[가-힣]{2})도$/, '')
  // "에게 생일선물로 십만원": whoever it was is missing.
  if (/^(?:비서야|저기요?|여기요)?(?:에게|애게|한테|한태|께|에|로|으로|의)(?:\s|$)/.test(said)) return undefined
  // "저녁에 만원", "아침까지 만원": what is no receiver.
  if (NOBODY.test(said)) return undefined
  // "비서야 만원 보내줘" calls somebody, who gets nothing.
  if (/[가-힣]{2}야$/.test(said)) return undefined
  if (FILLER.test(said) || PURPOSE.test(said)) return undefined
  // "엄마가 5만원 보내달래": whoever wants it is no name with 가.
  if (WANTING.test(said)) return undefined
  const here = [known, ...waiting].find(
    ({ target }) => target === said || (typeof target === 'string' && TOPIC.test(said.replace(target, ''))),
  )
  if (typeof here?.target === 'string' && said.startsWith(here.target)) return here.target
  const name = readSentence(withoutTopic(said)).name?.name
  // "동생 음 한테": what ends in a particle was not read as one.
  return name && /(?:한테|한태|에게)$/.test(name) ? undefined : name
}

const WANTING = new RegExp(`^(?:${KIN})[이가]$|^[가-힣]{2,}[가]$`)
const TOPIC = /^(?:은|는|이|가)$/
