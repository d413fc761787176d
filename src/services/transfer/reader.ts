import type { ReadContext } from '../../core/service/service.ts'
import type { Operation } from '../../core/service/state.ts'
import { saysNow } from '../../std/korean/dialogue/yesno.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { readAnother, readDrops, readNotes } from './notes.ts'
import { type ReadTransfers, readOfQueue } from './queue-words.ts'
import { readAnew, readRequests, relativeTo, type TransferRequest } from './read-requests.ts'
import { boundsSum, unreadWords } from './unexplained-words.ts'

/**
 * Every transfer that a sentence asks for, in its order; one list of operations each, an empty one for the transfer
 * at hand where the others come on top of it. No list when it says nothing of one.
 */
export function readTransfers(text: string, context: ReadContext): ReadTransfers {
  // "내일 할까?" wonders; nothing changes until it is said.
  if (context.stage === 'READY' && WONDERS.test(text)) return { tasks: [] }
  return (context.stage === 'INIT' ? undefined : readOfQueue(text, context, readOfTask)) ?? readOfTask(text, context)
}

const WONDERS = /(?<!안 )(?:할|보낼|바꿀|미룰)까(?:요|\s말까)?[\s.,!?~]*$/

function readOfTask(text: string, context: ReadContext): ReadTransfers {
  const { memo, alias, rest: noted } = readNotes(readSentence(text).kept.text)
  const corrected = readSentence(asRequested(withoutOccasion(noted))).corrected(context.when).text
  // Borrowed money is paid back to its lender: "민수한테 빌린 돈 3만원 갚아줘".
  const rest = (
    /갚|돌려\s?(?:줘|주|보내)/.test(corrected) ? corrected.replace(BORROWED, '$1 ') : corrected.replace(SOURCE, ' ')
  )
    .replace(WISHED, ' ')
    .replace(OCCASIONED, ' ')
    .replace(ENGLISH_PURPOSE, ' ')
    .trim()
  const notes = [...(memo ? [set('memo', memo)] : []), ...(alias ? [set('alias', alias)] : [])]
  const tasks = divided(rest, tasksIn(rest, text, notes, context))
  const emptied = tasks.flat().some(({ op }) => op === 'clear' || op === 'cancel')
  const unread = tasks.length > 0 && !emptied ? unreadWords(accounted(rest, tasks, context), tasks, context) : []
  return unread.length > 0 ? { tasks, unread: unread.join(' '), bounds: boundsSum(unread) } : { tasks }
}

/** The words without those that only say that one sum is meant: with one receiver, or where it was divided. */
function accounted(text: string, tasks: readonly Operation[][], { stage }: ReadContext): string {
  const sum =
    tasks.length === 1 || DIVIDE.test(text) ? text.replace(/(?<![가-힣])(?:총|합쳐서?|합해서)(?![가-힣])/, ' ') : text
  const own = (tasks.length > 1 ? sum.replace(DIVIDE, ' ') : sum).replace(/'s(?= (?:bank )?account\b)/i, '')
  return own.replace(stage === 'INIT' ? MERELY : /(?<=원)만(?![가-힣\d])/, ' ')
}

/** "3만원만": no more than that; "3만원 더 보내줘": that once more. "좀 더" is a sum that nobody said. */
const MERELY = /(?<=원)(?:만|\s더)(?![가-힣\d])|(?<=\b(?:won|krw)) more\b(?! than)/i

/** The source of the money, who gets none of it: "철수한테 받은 만원", "영희에게 빌린 돈". */
const SOURCE =
  /[가-힣]{1,10}(?:\s?(?:씨|님))?(?:한테|에게|께)서?\s?(?:받은|빌린|꾼|얻은)(?:\s?(?:돈|거|것)(?:은|을)?(?![가-힣]))?/g

const BORROWED =
  /([가-힣]{1,10}(?:\s?(?:씨|님))?(?:한테|에게|께))서?\s?(?:받은|빌린|꾼|얻은)(?:\s?(?:돈|거|것)(?:은|을)?(?![가-힣]))?/g

/** The person who passes a wish on: "엄마가 이모한테 3만원 보내달래". */
const WISHED = /(?<![가-힣])[가-힣]{2,8}(?:이|가|께서)\s(?=.{0,60}(?:달래|주래|달라[고는던]))/

/** The wisher and the purpose of a sum, which change neither receiver nor amount: "영희가 부탁한 2만원", "강아지 병원비". */
const OCCASIONED = patternOf('g')`
  (?<![가-힣])[가-힣]{1,6}(?:이|가)\s(?:부탁한|말한|말했던|필요한|필요하다는|달라는|달라던|달라고\s?한|쓴|낸|산)\s(?=[\d일이삼사오육칠팔구십백천만])|
  (?<![가-힣\d])(?:강아지|고양이|우리\s?집|집|회사|학교|가족|모임|동호회|차|자동차|아이|아기|\d{1,2}월(?:분)?|이번\s?(?:달|주)|지난\s?(?:달|주)|저번\s?(?:달|
  주)?)(?:의)?\s(?=[가-힣]{0,6}(?:값|월세|요금|용돈|곗돈|회비|[가-힣]{2}비|[가-힣]{1,2}료|세금)(?:로|으로|를|을|은|는)?(?:\s|$))
`

/** "for dinner", "for the concert tickets"; "for mom" and "for Ann" name people. */
const ENGLISH_PURPOSE = patternOf('g')`
  \bfor (?:(?:the|my|our|a|some|this|last) )?(?!(?:mom|dad|mum|my|her|him|them|me|us|you|brother|sister|grandma|
  grandpa|tomorrow|today|tonight|now|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday|each|both|all|
  two|three|four|five)\b)[a-z]{3,20}(?: (?!to\b|on\b|tomorrow\b|today\b|next\b|please\b|
  now\b)[a-z]{3,20})?(?=[\s.,!?]|$)
`

/** "어제 밥값", "지난주 회비": a day that is over, before what the money is for, is no day of the transfer. */
const OCCASION = patternOf('g')`
  (?:어제|그저께|그제|엊그제|지난\s?(?:주|달|번)|저번\s?(?:주|달)?|아까|오늘)(?:의)?\s?(?=(?:먹은\s?)?[가-힣]{0,6}(?:밥값|술값|커피값|점심값|저녁값|값|회비|월세|
  요금|택시비|차비|점심|저녁|아침|커피|술)(?:으로|을|를|이야|요)?(?:\s|$))
`
const withoutOccasion = (text: string) => text.replace(OCCASION, '')

/** "I owe Kim 25,000 won, send it", "Kim paid 30,000 won, send it back": the debt names who and how much. */
const OWED = patternOf('i')`
    \b(?:i|we) (?:still )?owe (.{2,60}?),?(?: (?:so|and))?(?: please)? (?:send|pay|transfer|wire) (?:it|that)
    (?: back)?(?: to (?:him|her|them))?(?=$|[\s.,!])`
const PAID = patternOf('i')`
  (?:^|[\s,])(?!(?:i|we|you|he|she|they|it|who)\b)([A-Za-z][\w'-]{1,20}) paid (?:for )?(.{2,60}?),?(?: (?:so|
  and))?(?: please)? (?:send|pay|transfer|wire) (?:it|that) back(?: to (?:him|her|them))?(?=$|[\s.,!])
`
const DEBT = /(?<=[\s])빚(?:을)?\s?(?:졌|이\s?있)(?:어|는데|으니까?|거든|어서)(?:요)?[\s,.]*/

const asRequested = (text: string) => text.replace(OWED, 'send $1').replace(PAID, ' send $1 $2').replace(DEBT, ' ')

/** One sum for all of them. */
const DIVIDE = patternOf('i')`
  (?:총|합쳐서?|모두|전부\s)?\s?(?:(?:(?:똑같이|공평하게|반씩|반반(?:씩|으로)?)\s?)?(?:나눠서?|나누어서?|나눠|쪼개서?)(?=\s|$)|(?<![가-힣])(?:반반|
  절반)(?:씩|으로)?(?:\s?(?:나눠서?))?(?=\s|$)|(?<![가-힣])반씩(?=\s|$))|\b(?:split|divided?)(?:\s(?:evenly|equally|
  up))?(?:\s(?:between|among))?\b
`

function tasksIn(rest: string, text: string, notes: readonly Operation[], context: ReadContext): Operation[][] {
  const mid = context.stage !== 'INIT'
  const drops = mid ? readDrops(rest) : []
  if (drops.length > 0) return [[...drops, ...notes]]
  const left = mid ? leftOut(rest, context) : []
  if (left.length > 0) return left
  const anew = mid ? readAnew(rest, context) : undefined
  if (anew !== undefined) return [[set('target', anew), ...notes]]
  const { operations: another, behind } = readAnother(mid ? rest : '')
  if (another.length > 0) return [[...another, ...valuesBehind(behind, another, context), ...notes]]
  return tasksOf(rest, mid ? corrected(rest, text, context) : readRequests(rest, context), notes, context)
}

/** The value of a slot that was said to be wrong, where nothing else is said of it: "사람이 틀렸어 누나야". */
function valuesBehind(text: string, wrong: readonly Operation[], context: ReadContext): Operation[] {
  const asked = wrong.some((one) => 'slot' in one && one.slot === 'target') ? 'target' : 'amount'
  const [request, more] = readRequests(text.replace(/(?:이?야|이?에요|예요|입니다)[.!\s]*$/, ''), { ...context, asked })
  const value = more ? undefined : request?.[asked]
  return value === undefined ? [] : [set(asked, value)]
}

/** "엄마랑 아빠한테 10만원 나눠서": an equal part for each; a sum that cannot be divided is asked for. */
function divided(text: string, tasks: Operation[][]): Operation[][] {
  if (!DIVIDE.test(text) || tasks.length < 2) return tasks
  const sums = new Set(
    tasks
      .map((task) => task.find((one) => one.op === 'set' && one.slot === 'amount'))
      .map((one) => (one?.op === 'set' ? one.value : undefined)),
  )
  const [sum] = sums
  const part = sums.size === 1 && typeof sum === 'number' ? sum / tasks.length : undefined
  return tasks.map((task) => {
    const others = task.filter((one) => !(one.op === 'set' && one.slot === 'amount'))
    return part !== undefined && Number.isInteger(part) ? [...others, set('amount', part)] : others
  })
}

const set = (slot: string, value: string | number): Operation => ({ op: 'set', slot, value })

function tasksOf(
  text: string,
  requests: readonly TransferRequest[],
  notes: readonly Operation[],
  context: ReadContext,
): Operation[][] {
  const dates = datesOf(text, requests, context)
  if (requests.length === 0) {
    const shared = [...(dates[0] ? [set('transfer_date', dates[0])] : []), ...notes]
    return shared.length > 0 ? [shared] : []
  }
  const mid = context.stage !== 'INIT'
  const also = mid && ALSO.test(text) && requests.every(({ target }) => target && target !== context.known.target)
  const tasks = requests.map((request, at) => {
    const { target, amount } = request
    const sum =
      (mid ? relativeTo(text, request, context.known.amount) : undefined) ??
      amount ??
      (also || SAME.test(text) ? (requests[at - 1]?.amount ?? context.known.amount) : undefined)
    return [
      ...(target === undefined ? [] : [set('target', target)]),
      ...(sum === undefined || sum === null ? [] : [set('amount', sum as string | number)]),
      ...(dates[at] ? [set('transfer_date', dates[at])] : []),
      ...notes,
    ]
  })
  return also ? [[], ...tasks] : tasks
}

/** On top of the transfer at hand: "아빠한테도", "동생한테 3만원도", "아빠도 만원 보내줘". */
const ALSO =
  /^(?:아\s?)?(?:그리고|또)\s|(?:한테|에게|께)(?:다가?)?도|원(?:씩)?도(?=\s|$)|^\s*[가-힣]{2,}도\s|추가로|\b(?:also|as well|too)\b|^\s*and\s/i
const SAME = /똑같이|같은\s?(?:금액|액수)|동일|\bthe same(?: amount)?\b/i

/** "엄마 말고 아빠": what is left after a name was taken back is a name, though no particle marks it. */
function corrected(rest: string, text: string, context: ReadContext): TransferRequest[] {
  const { target } = context.known
  const named = typeof target === 'string' && text.includes(target) && !rest.includes(target)
  return readRequests(rest, named ? { ...context, asked: 'target' } : context)
}

const LEFT_OUT = /보내지\s?(?:마|말|않)|안\s?보내|빼|제외|취소|삭제|지워|\b(?:skip|drop|leave out|remove)\b/i

/** Transfers that somebody names to have them left out: "아빠한테는 보내지 마", "아빠 건은 빼줘". */
function leftOut(text: string, { known, waiting }: ReadContext): Operation[][] {
  if (!LEFT_OUT.test(text) || /\d|[만천백십]\s?원/.test(text)) return []
  const names = [known, ...waiting].map(({ target }) => target).filter((target) => typeof target === 'string')
  const named = [...new Set(names)].filter((name) => text.startsWith(name) || text.includes(` ${name}`))
  return named.map((name) => [set('target', name), { op: 'cancel' }])
}

/**
 * The day of each transfer. One day holds for all, unless it stands inside what is said of a later one ("엄마한테 5만원,
 * 아빠한테 내일 3만원"); where several are named, each has its own.
 */
function datesOf(text: string, requests: readonly TransferRequest[], context: ReadContext): (string | undefined)[] {
  const shared = dateIn(text, context)
  const from = requests.map((request, at) =>
    at === 0 ? 0 : borderOf(text, (requests[at - 1] as TransferRequest).to, request.from),
  )
  const own = from.map((start, at) => dateIn(text.slice(start, from[at + 1]), context))
  const inside = requests.findIndex(({ to }, at) => dateIn(text.slice(from[at], to), context) !== undefined)
  const days = new Set(own.filter((date) => date !== undefined))
  // Those who share an amount ("엄마랑 아빠한테 내일 만원씩") share the day.
  const apart = requests.findIndex(({ to }, at) => at > 0 && to !== requests[at - 1]?.to)
  return days.size > 1 || (apart > 0 && inside >= apart) ? own : [...requests, undefined].map(() => shared)
}

/** The border between one request and the next: behind the last comma or joining word between them. */
function borderOf(text: string, end: number, start: number): number {
  const joints = [...text.slice(end, Math.max(end, start)).matchAll(/,|그리고|고\s|랑\s/g)]
  return end + (joints.at(-1)?.index ?? 0)
}

const BOOKED = /(?:이체|송금)(?:을|를)?\s?예약|예약\s?(?:이체|송금)|^\s*예약(?=해|할)/
const REPEATED = patternOf('i')`
  매\s?(?:달|월|주|일|년)(?=\s|\d|$)|격주|마다(?=\s|$)|\b(?:every|each) (?:day|week|month|year|(?:mon|tues|wednes|thurs|fri|
  satur|sun)day)\b|\b(?:daily|weekly|monthly)\b
`

/** A day, or the words that meant one that there is not: 2월 30일, "매달". */
function dateIn(text: string, { when, asked, known }: ReadContext): string | undefined {
  const repeated = REPEATED.exec(text)?.[0]
  if (repeated) return repeated
  const read = readSentence(text).days(when)[0]
  // "다음 달에", "주말에": no one day.
  if (read) return 'date' in read && !read.approximate ? read.date : text.slice(read.from, read.to)
  // A booking without its day is not sent at once: the day is asked for.
  const booked = BOOKED.exec(text)?.[0]
  if (booked) return booked
  if (known.transfer_date && saysNow(text)) return todayIn(when)
  return asked === 'transfer_date' ? text.trim() : undefined
}
