import type { ReadContext } from '../../core/service/service.ts'
import type { Operation } from '../../core/service/state.ts'
import { type ReadAmount, readAmounts } from '../../std/korean/amount.ts'
import { readDate } from '../../std/korean/date.ts'
import { type Person, readName, readPeople } from '../../std/korean/people.ts'

/** What one sentence says of one transfer, as words: the slots cast and judge them. */
interface Wish {
  target?: string
  amount?: string | number
}

const QUOTED = `["'“‘「]([^"'”’」]{1,100})["'”’」]`
const PLEASE = '(?:\\s?(?:줘|주세요|줄래|둬|놔)(?:요)?)'
const WRITE = '(?:적어|남겨|써|추가해|넣어|달아|저장해|바꿔)'
/** How a note is ended: "…라고 해줘", "…로 적어 주세요", "… 남겨줘". A bare "해" belongs to the note ("축하해"). */
const SAY = `(?:\\s*(?:이?라고|으?로)\\s*(?:(?:해|불러|${WRITE})${PLEASE}?)?|\\s*(?:을|를)?\\s*${WRITE}${PLEASE}?|\\s*해${PLEASE})?(?:요)?\\s*[.!]*`
const NOTE = (word: string) =>
  [
    new RegExp(`(?:${word})\\s*(?:는|은|로|으로|에|에는|:|=)?\\s*${QUOTED}${SAY}`),
    new RegExp(`${QUOTED}\\s*(?:이?라고|으?로)?\\s*(?:${word})(?:를|을|도)?${SAY}`),
    new RegExp(
      `(?:${word})\\s*(?:는|은|로|으로|에|에는|:|=)\\s*([^,.!?\\n]{1,100}?)(?:(?:이야|이에요|예요|입니다|요)|${SAY})\\s*$`,
    ),
  ] as const
const MEMO = NOTE('메모|memo')
const ALIAS = NOTE('별칭|별명|애칭')
const DROP = (word: string) => new RegExp(`(?:${word})(?:는|은|을|를|도)?\\s*(?:빼|지워|없애|필요\\s?없|삭제|취소)`)
const DROPS = { memo: DROP('메모'), alias: DROP('별칭|별명|애칭'), transfer_date: DROP('날짜|이체일|예약') }

/** Every transfer that a sentence asks for, in its order; one list of operations each. Empty when it says nothing of one. */
export function readTransfers(text: string, context: ReadContext): Operation[][] {
  const [withoutMemo, memo] = cut(text.normalize('NFC'), MEMO)
  const [rest, alias] = cut(withoutMemo, ALIAS)
  const dropped = context.stage === 'INIT' ? [] : dropsIn(rest)
  const wishes = dropped.length > 0 ? [] : wishesIn(rest, context)
  const date = dropped.length > 0 ? undefined : dateIn(rest, context)
  const shared: Operation[] = [
    ...dropped,
    ...(date ? [set('transfer_date', date)] : []),
    ...(memo ? [set('memo', memo)] : []),
    ...(alias ? [set('alias', alias)] : []),
  ]
  if (wishes.length === 0) return shared.length > 0 ? [shared] : []
  return wishes.map(({ target, amount }) => [
    ...(target === undefined ? [] : [set('target', target)]),
    ...(amount === undefined ? [] : [set('amount', amount)]),
    ...shared,
  ])
}

const set = (slot: string, value: string | number): Operation => ({ op: 'set', slot, value })

/** The text without a note, and the note. */
function cut(text: string, patterns: readonly RegExp[]): [string, string | undefined] {
  for (const pattern of patterns) {
    const hit = pattern.exec(text)
    const note = hit?.[1]?.trim()
    if (hit && note) return [`${text.slice(0, hit.index)} ${text.slice(hit.index + hit[0].length)}`.trim(), note]
  }
  return [text, undefined]
}

function dropsIn(text: string): Operation[] {
  return Object.entries(DROPS).flatMap(([slot, pattern]) => (pattern.test(text) ? [{ op: 'clear' as const, slot }] : []))
}

function dateIn(text: string, { when, asked }: ReadContext): string | undefined {
  const read = readDate(text, when)
  if (read) return 'date' in read ? read.date : text.slice(read.from, read.to)
  return asked === 'transfer_date' ? text.trim() : undefined
}

function wishesIn(text: string, context: ReadContext): Wish[] {
  const amounts = readAmounts(text)
  const people = [...englishPeople(text), ...readPeople(text).filter(({ name }) => !isDay(name, context))].sort(
    (a, b) => a.from - b.from,
  )
  if (people.length > 0) return paired(text, people, amounts)
  const named = nameBeforeEach(text, amounts)
  if (named.length > 0) return named
  const [amount] = amounts
  if (amount) return [{ amount: wordsOf(text, amount) }]
  const correction = /^(?:아니|아냐|아뇨|그게 아니라|말고)[\s,]*/.exec(text)?.[0] ?? ''
  const rest = text.slice(correction.length)
  if (context.asked === 'target' && !isDay(rest, context)) {
    const name = readName(rest)
    if (name) return [{ target: name.name }]
  }
  // The amount was asked for and something was said: the slot's own sentence tells what is wrong with it.
  return context.asked === 'amount' && /\d|원/.test(rest) ? [{ amount: rest.trim() }] : []
}

const isDay = (name: string, { when }: ReadContext) => {
  const read = readDate(name, when)
  return read !== undefined && read.to - read.from >= name.trim().length - 1
}

const wordsOf = (text: string, read: ReadAmount): string | number => ('won' in read ? read.won : text.slice(read.from, read.to))

/** "send 10,000 won to mom". */
function englishPeople(text: string): Person[] {
  return [...text.matchAll(/\bto\s+(?!me\b|send\b|transfer\b|pay\b)(?:my\s+)?([A-Za-z][\w'-]{0,30})/g)].map((hit) => {
    const name = hit[1] as string
    const from = hit.index + hit[0].length - name.length
    return { name, from, to: from + name.length }
  })
}

/**
 * Whose amount is whose: people named together ("엄마랑 아빠한테 만원씩") share the one that follows them; where an amount stands first
 * ("만원 엄마한테"), each belongs to whoever follows it.
 */
function paired(text: string, people: readonly Person[], amounts: readonly ReadAmount[]): Wish[] {
  const before = amounts[0] !== undefined && amounts[0].from < (people[0] as Person).from
  return people.map((person, at) => {
    const own = before ? lastBefore(amounts, people, at) : firstAfter(text, amounts, people, at)
    return { target: person.name, ...(own ? { amount: wordsOf(text, own) } : {}) }
  })
}

function lastBefore(amounts: readonly ReadAmount[], people: readonly Person[], at: number): ReadAmount | undefined {
  const { from } = people[at] as Person
  const since = people[at - 1]?.to ?? 0
  const near = amounts.findLast((amount) => amount.to <= from && amount.from >= since)
  return near ?? amounts.findLast((amount) => amount.to <= from && 'each' in amount)
}

function firstAfter(text: string, amounts: readonly ReadAmount[], people: readonly Person[], at: number): ReadAmount | undefined {
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
    : /^(?:,|랑|이랑|하고|와|과|및|그리고)+$/.test(between.replace(/\s/g, ''))
}

const FILLER =
  /이체|송금|보내|부쳐|입금|돈|그리고|하고|각각|총|그냥|좀|지금|바로|줘|주세요|아니|말고|바꿔|금액|으로|다시|정도|한\s|더|도$/

/** "엄마 만원 용걸이 5만원 보내줘": a bare name right before each amount. */
function nameBeforeEach(text: string, amounts: readonly ReadAmount[]): Wish[] {
  const wishes = amounts.map((amount, at) => {
    const piece = text
      .slice(amounts[at - 1]?.to ?? 0, amount.from)
      .replace(/^[\s,]*(?:이?랑|하고|그리고|씩)?[\s,]*/, '')
      .trim()
    const name = FILLER.test(piece) ? undefined : readName(piece)
    return name ? { target: name.name, amount: wordsOf(text, amount) } : undefined
  })
  return wishes.every((wish) => wish !== undefined) ? wishes : []
}
