import type { When } from '../../time/calendar.ts'
import { KIN } from '../grammar/kin.ts'
import { carriedOver, type Thing, thingsIn } from './things.ts'

// Everything is bounded, so that a long text is read in linear time.
const THING = '(?:(?:그|이|저|다른|딴)\\s?)?(?:게|거|건|것|걸)'
/** A word that nobody reads, with the unit that belongs to it: "짜장면", "다섯 켤레". */
const WORD = '(?:[^\\s,.!?]|(?<=\\d)[,.](?=\\d)){1,30}(?:\\s(?:원|명|개|건|시|일))?'
/** "엄마 아빠 말고": kin are named one after the other without a joint. */
const LAST_WORD = new RegExp(`(?:(?:${KIN})\\s){0,3}(?:${THING}|${WORD})(?:\\s?(?:이|가|은|는|에))?\\s{0,3}$`)
const BACK = /(?:말고|아니라|아니고|대신에?)(?:요|는)?(?![가-힣])[\s,]*/g
/** Between something said and what takes it back. */
const TAIL = /^(?:씩|쯤|정도)?(?:이|가|은|는|을|를|에|으로|로|도|만)?\s{0,3}$/
/** "잊지 말고", "빼먹지 말고" take nothing back: they only ask for it the more. */
const FORGET =
  /(?:^|[\s,])(?:절대\s?)?(?:잊어?(?:버리|먹)?|까먹|빼먹|빠뜨리|빠트리|빠지|놓치|거르|깜빡하|미루|늦)지(?:는|를)?\s{0,3}$/
/** "보내지 말고": the deed is taken back. */
const DEED = /[가-힣]지(?:는|를)?\s{0,3}$/
const ENDS = /^[\s.!?~]*$/
/** Words of one thought go back no further than this. */
const longest = 60
/** A sentence takes back no more than this. */
const most = 8
/** Where something stands does not depend on when it is read. */
const anyDay: When = { now: new Date(0), zone: 'UTC' }

/**
 * The text without what is taken back in it: "만원 말고 2만원" → "2만원", "엄마가 아니라 아빠" → "아빠", "다음 주 금요일 말고 토요일" → "다음 주
 * 토요일", "내일 보내지 말고 오늘" → "오늘", "5만원 보내줘, 3만원 말고" → "5만원 보내줘". Amounts, days, times, counts and people are found
 * first: they are taken back whole or not at all. Where nothing would be left, the text as it is.
 */
export function withoutTakenBack(text: string): string {
  const rest = withoutEnglish(withoutKorean(text))
  return rest.trim() ? rest : text
}

function withoutKorean(text: string): string {
  let said = text
  const mark = new RegExp(BACK)
  for (let count = 0, hit = mark.exec(said); hit && count < most; hit = mark.exec(said)) {
    const without = cut(said, hit.index, hit.index + hit[0].length, hit[0])
    if (without === undefined) continue
    said = without
    mark.lastIndex = 0
    count++
  }
  return said
}

const isWhen = ({ kind }: Thing) => kind === 'day' || kind === 'time'

/**
 * Without what the words from `at` to `end` take back; undefined where they take nothing back that anybody can tell.
 */
function cut(said: string, at: number, end: number, mark: string): string | undefined {
  const things = thingsIn(said, anyDay)
  const before = things.filter(({ to }) => to <= at)
  const after = things.filter(({ from }) => from >= end)
  const forget = FORGET.exec(said.slice(0, at))
  if (forget && mark.startsWith('말고')) return `${said.slice(0, forget.index)} ${said.slice(end)}`.trim()
  const direct = before.at(-1)
  const isDirect = direct !== undefined && TAIL.test(said.slice(direct.to, at))
  // "엄마 대신 아빠한테" may be for her: only what is said twice is in the place of the first.
  if (
    mark.startsWith('대신') &&
    !(isDirect && direct.kind !== 'person' && after.some(({ kind }) => kind === direct.kind))
  )
    return undefined
  if (ENDS.test(said.slice(end))) {
    const isOther = isDirect && before.slice(0, -1).some(({ kind }) => kind === direct.kind)
    return isOther && mark.startsWith('말고')
      ? said.slice(0, direct.from).replace(/[\s,]+$/, '') + said.slice(end)
      : undefined
  }
  // "설날은 말고 매일 8시에": a day or time is taken back where another one takes its place.
  if (isDirect && isWhen(direct) && !after.some(({ kind }) => kind === direct.kind)) return undefined
  if (isDirect) return joined(said, parallel(said, before, after), end)
  if (mark.startsWith('말고') && DEED.test(said.slice(0, at))) return withoutDeed(said, at, end, before, after)
  const word = LAST_WORD.exec(said.slice(Math.max(0, at - 2 * longest), at))
  if (!word) return undefined
  const from = at - word[0].length
  return joined(said, [{ from: before.find((one) => one.from < from && one.to > from)?.from ?? from }], end)
}

interface Taken {
  from: number
  /** Where what takes its place stands, and what of it goes on to hold there. */
  next?: Thing
  carried?: string
}

/** "엄마한테 5만원 말고 아빠한테 3만원": as many things in a row as are said again in the same order; the last one at least. */
function parallel(said: string, before: readonly Thing[], after: readonly Thing[]): Taken[] {
  let length = 1
  for (let more = 2; more <= Math.min(before.length, after.length); more++) {
    const row = before.slice(-more)
    const isRow = row.every((one, at) => at === 0 || TAIL.test(said.slice((row[at - 1] as Thing).to, one.from)))
    if (!isRow) break
    if (row.every(({ kind }, at) => kind === after[at]?.kind)) length = more
  }
  const row = before.slice(-length)
  return row.map((one, at) => {
    const next = length > 1 ? after[at] : after.find(({ kind }) => kind === one.kind)
    if (!next || next.kind !== one.kind) return { from: one.from }
    return { from: one.from, next, carried: carriedOver(said.slice(one.from, one.to), said.slice(next.from, next.to)) }
  })
}

/**
 * Without the text from the first that is taken back up to `end`; two amounts do not become one by what is gone
 * between them.
 */
function joined(said: string, taken: readonly Taken[], end: number): string {
  const from = (taken[0] as Taken).from
  let rest = said.slice(end)
  for (const { next, carried } of [...taken].reverse())
    if (next && carried) rest = rest.slice(0, next.from - end) + carried + rest.slice(next.from - end)
  const head = said.slice(0, from)
  const melts = /[\d십백천만억조]\s*$/.test(head) && /^[\d일이삼사오육칠팔구십백천만억]/.test(rest)
  return (melts ? `${head.trimEnd()}, ` : head) + rest
}

/** "엄마한테 5만원 보내지 말고 3만원 보내줘": what is said anew takes its place; a deed without a second one is dropped whole. */
function withoutDeed(
  said: string,
  at: number,
  end: number,
  before: readonly Thing[],
  after: readonly Thing[],
): string | undefined {
  const inThing = (place: number) => before.some(({ from, to }) => from <= place && to > place)
  let from = at
  while (from > 0 && at - from < longest && (inThing(from - 1) || !/[,.!?]/.test(said[from - 1] as string))) from--
  const clause = before.filter((one) => one.from >= from)
  const anew = new Set(after.map(({ kind }) => kind))
  // "내일 뛰지 말고 3시에 걷기": the day holds for both.
  if (clause.length > 0 && clause.every(isWhen) && !clause.some(({ kind }) => anew.has(kind))) return undefined
  const stays = clause.some(({ kind }) => anew.has(kind)) ? clause.filter(({ kind }) => !anew.has(kind)) : []
  const kept = stays.map((one) => `${said.slice(one.from, one.to)} `).join('')
  return `${said.slice(0, from)}${from > 0 && kept ? ' ' : ''}${kept}${said.slice(end)}`
}

/** "not at 7, at 8", "not Ann, Ben", "not tomorrow but Monday". */
const NOT = /(?:^|(?<=\s))not (?:(?:at|on|to|for) )?/gi
const NOT_WORD =
  /^(?!(?:now|yet|sure|really|bad)\b)(?:[\w:']|(?<=\d)[,.](?=\d)){1,20}(?: ?[ap]m)?(?=, (?:but )?\S| but \S)/i
const BUT = /^(?:, (?:but )?| but )(?=\S)/i

/** "at 8 instead of 7", "to Ben rather than Ann". */
const INSTEAD = /,?(?:^|\s)(?:instead of|rather than) (?:(?:at|on|to|for) )?/gi
const INSTEAD_WORD = /^(?!(?:it|that|this|doing)\b)(?:[\w:']|(?<=\d)[,.](?=\d)){1,20}(?: ?[ap]m)?(?=$|[\s,.!?])/i

function withoutEnglish(text: string): string {
  if (!/\b(?:not|instead of|rather than) /i.test(text)) return text
  return without(without(text, NOT, notIn), INSTEAD, insteadIn)
}

type Cutter = (
  said: string,
  hit: RegExpExecArray,
  thing: Thing | undefined,
  things: readonly Thing[],
) => string | undefined

function without(text: string, pattern: RegExp, cutter: Cutter): string {
  let said = text
  const mark = new RegExp(pattern)
  for (let count = 0, hit = mark.exec(said); hit && count < most; hit = mark.exec(said), count++) {
    const [from, end] = [hit.index, hit.index + hit[0].length]
    const things = thingsIn(said, anyDay)
    // "at 7" is a time with its preposition.
    const thing = things.find((one) => one.from > from && one.from <= end && one.to > end)
    const rest = cutter(said, hit, thing, things)
    if (rest === undefined) continue
    said = rest
    mark.lastIndex = 0
  }
  return said
}

const notIn: Cutter = (said, hit, thing, things) => {
  const end = hit.index + hit[0].length
  const to = thing?.to ?? end + (NOT_WORD.exec(said.slice(end))?.[0].length ?? 0)
  if (to === end) return undefined
  const but = BUT.exec(said.slice(to))?.[0].length
  if (but !== undefined) return said.slice(0, hit.index) + said.slice(to + but)
  const isOther = thing && things.some((one) => one.to <= hit.index && one.kind === thing.kind)
  return isOther && ENDS.test(said.slice(to))
    ? said.slice(0, hit.index).replace(/[\s,]+$/, '') + said.slice(to)
    : undefined
}

const insteadIn: Cutter = (said, hit, thing) => {
  const end = hit.index + hit[0].length
  const to = thing?.to ?? end + (INSTEAD_WORD.exec(said.slice(end))?.[0].length ?? 0)
  return to === end ? undefined : said.slice(0, hit.index) + said.slice(to)
}
