import { itemText, parseItem } from '../../../std/korean/numbers/item.ts'
import { categoryNamed, categoryOf, isPaidPlace } from '../../../std/korean/search/categories.ts'
import { isPastVerb } from '../../../std/korean/search/named-item.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { addDays, todayIn } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import { bareWords, oneDay, readEnglishQuestion, withoutDays } from './english-money-question.ts'
import type { MoneyAround, MoneyCall, SaidItem } from './money-call.ts'

/** Read what an English sentence tells or asks of money, whole; undefined for one that speaks of something else. */
export function readEnglishMoney(said: string, around: MoneyAround): MoneyCall | undefined {
  const text = said.replace(GROUPED, '$1 won')
  return (
    readEnglishQuestion(text, around) ?? readTeaching(text) ?? readCorrection(text, around) ?? readBooking(text, around)
  )
}

/** "put taxi under business", "books are leisure". */
function readTeaching(text: string): MoneyCall | undefined {
  const [, what, category] =
    /^(?:please )?(?:put|file|book|count) (?:the )?(.+?) (?:under|as) ([a-z]+)$/i.exec(text) ?? []
  if (what && category) return { action: 'teach', what: singularOf(what), to: { category } }
  const [, thing, named = ''] = /^(.+?) (?:is|are) ([a-z]+)$/i.exec(text) ?? []
  return thing && categoryNamed(named) !== undefined && !/^(?:it|that|this|he|she|they)$/i.test(thing)
    ? { action: 'teach', what: singularOf(thing), to: { category: named } }
    : undefined
}
const singularOf = (word: string) => word.replace(/(?<=[a-z]{3})s$/, '')

const CALL = /^(?:(?:no|wait|oops|sorry|actually|oh|and)[,\s]+)+/i
const NEWEST = /^(?:that|it|this|the last (?:one|entry|thing))$/i

/** "no, lunch was 9,500 won", "change that to 36,000 won", "delete that", "that was yesterday". */
function readCorrection(said: string, { isGoingOn, asked, when }: MoneyAround): MoneyCall | undefined {
  if (asked) return undefined
  const { days, rest: text } = withoutDays(said.replace(CALL, ''), when)
  const day = oneDay(days)
  const sentence = readSentence(text)
  const [amount, more] = sentence.text === text ? sentence.amounts : []
  const aimAt = (what: string): Partial<MoneyCall> =>
    NEWEST.test(what) ? { last: true } : { what: bareWords(what), ...day }
  const [, gone = ''] =
    /^(?:delete|remove|take out|drop|cancel) (?:the entry (?:for|of) )?(.+?)(?: (?:from|out of) (?:the|my) (?:book|expenses))?$/i.exec(
      text,
    ) ?? []
  if (gone !== '' && !amount && (isGoingOn || / (?:book|expenses)$/i.test(text)))
    return { action: 'remove', ...aimAt(gone.replace(/\sof$/, '')) }
  const [, unpaid] = /^I (?:didn['’]?t|did not) pay for (.+)$/i.exec(text) ?? []
  if (unpaid && isGoingOn) return { action: 'remove', ...aimAt(unpaid) }
  const [, of = ''] = /^(?:change|correct|fix) (.+?) to $/i.exec(amount ? text.slice(0, amount.from) : '') ?? []
  if (amount && 'won' in amount && of !== '' && text.length === amount.to)
    return { action: 'correct', ...aimAt(of), to: { won: amount.won } }
  const [, what = ''] =
    /^(.+?) (?:was|were|came to|cost)(?: (?:about|around|actually|really|only))? ?$/i.exec(
      amount ? text.slice(0, amount.from) : '',
    ) ?? []
  if (amount && 'won' in amount && !more && what !== '') {
    const tail = text.slice(amount.to).trim()
    const [, old = ''] = /^,? ?not ([\d,]+)$/.exec(tail) ?? []
    if (old !== '' && isGoingOn)
      return { action: 'correct', what: bareWords(what), was: Number(old.replaceAll(',', '')), to: { won: amount.won } }
    if (tail !== '') return undefined
    return NEWEST.test(what) && isGoingOn
      ? { action: 'correct', last: true, to: { won: amount.won } }
      : isGoingOn || categoryOf(what) !== undefined
        ? { action: 'price', ...aimAt(what), to: { won: amount.won } }
        : undefined
  }
  if (amount || !isGoingOn || day.day === undefined) return undefined
  const [, moved = '', bought] =
    /^(that|it|(?:the |my )?.+?) (?:was|were)(?: on)?$|^I (?:bought|paid for|had) (.+)$/i.exec(text) ?? []
  const thing = bought ?? moved
  // A payment lies behind: "on Friday" is the last one.
  const paid = day.day > todayIn(when) && /day\b/i.test(said) ? addDays(day.day, -7) : day.day
  return thing === ''
    ? undefined
    : { action: 'correct', ...(NEWEST.test(thing) ? { last: true } : { what: bareWords(thing) }), to: { day: paid } }
}

/** Digits in groups behind what was bought are won. */
const GROUPED = /(?<=[a-z]\s)(?<!\bnot\s)(\d{1,3}(?:,\d{3})+)$/i
/**
 * The same payment in the plain order: what somebody did first says with whom and where, and how it was charged is none
 * of it.
 */
const told = (text: string) =>
  text
    .replace(/^(?:I )?(?:ate|had) (.+?) and (?:I )?paid /i, 'paid $1 ')
    .replace(
      /^(?:I )?(?:went to|stopped at) ((?:the |a )?\S+)(?: with (\S+))? and (?:spent|paid) (.+)$/i,
      (_, place, who, rest) => `spent ${rest} at ${place}${who ? ` with ${who}` : ''}`,
    )
    .replace(/^(.+?) (?:cost|charged|set) me /i, 'paid $1 ')
    .replace(/^topped up (?:my |the )?(.+?) with (?=\d)/i, 'paid $1 ')
    .replace(/^log (?=\S)/i, 'spent ')
    .replace(/^(.+?),? paid (?=¤|[\d])/i, (all, what: string) =>
      /^(?:(?:I|we)(?: (?:just|also|have))?|and|got|get|was)$/i.test(what) || /\d/.test(what) ? all : `paid ${what} `,
    )
    .replace(/,? paid$/i, '')
    .replace(/ (?:by|on|with) (?:my )?(?:credit )?card$/i, '')
    .replace(/^got (?:a |an |the )?(?=\S+(?: \S+)? for \d)/i, 'bought ')
    .replace(/^(?:I )?got paid (?=\d)/i, 'received salary ')
    .replace(/^(?:I )?won (?=\d)/i, 'received ')

const SPENT = patternOf('i')`
    ^(?:I |we )?(?:have |['’]ve )?(?:just |also )?(?:spent|paid|bought|had|gave|ordered|transferred|splurged|add|book|
    record)\b\s?`
const CAME = /\b(?:came in|received|earned|got|sold|income|refund)\b/i
const UNTOLD = patternOf('i')`
    \b(?:will|want|should|could|would|if|didn['’]?t|did not|never|not|going to|split|send|transfer|lend|owe|is|are|
    have(?= \d| a))\b`

/** "I spent 4500 won on coffee", "bus 1,500 won", "bought coffee for 4,500 won and bread for 3,200 won". */
function readBooking(said: string, { asked, when, isGoingOn }: MoneyAround): MoneyCall | undefined {
  if (asked || UNTOLD.test(said.replace(/\bhave (?:just )?(?:spent|paid)\b/i, ''))) return undefined
  const { days, rest } = withoutDays(said.replace(CALL, ''), when)
  const text = told(rest)
    .replace(/ (?:to|in) (?:the|my) (?:book|expenses)$/i, '')
    .replace(/,? by (?:card|cash)$|,? in cash$/i, '')
  const sentence = readSentence(text)
  if (sentence.text !== text || sentence.amounts.length === 0 || sentence.amounts.some((one) => !('won' in one)))
    return undefined
  const income = CAME.test(text)
  if (ORDERED.test(text)) return undefined
  const sender = /^([A-Z]\w+|mom|dad) (?:sent|paid|gave) me (?:back )?$/.exec(
    text.slice(0, sentence.amounts[0]?.from),
  )?.[1]
  const [only] = sentence.amounts
  if (sender && only && 'won' in only && /^(?: back)?$/.test(text.slice(only.to)))
    return {
      action: 'book',
      items: [{ person: sender, what: '', won: only.won, kind: 'income', said: tidyWords(text), ...oneDay(days) }],
    }
  const isTold = income || SPENT.test(text) || PASSED.test(text)
  const pieces = piecesOf(
    text,
    sentence.amounts.map(({ from, to }) => ({ from, to })),
  )
  const items: SaidItem[] = []
  for (const [at, piece] of pieces.entries()) {
    const amount = sentence.amounts[at]
    if (!amount || !('won' in amount)) return undefined
    const item = itemOf(piece, income)
    if (!item) return undefined
    const { count = 1, ...told } = placed(item)
    // Without a verb only what everybody knows as an expense: "bus 1,500 won".
    const known = categoryOf(told.what ?? '') ?? (told.place && categoryOf(told.place))
    const isBought = isTold || (told.place !== undefined && told.what !== '')
    if (!isBought && ((known === undefined && !isGoingOn) || (told.what ?? '').split(' ').length > 4)) return undefined
    if (SAYING.test(told.what ?? '') || (known === undefined && isPastVerb(told.what?.split(' ')[0] ?? '')))
      return undefined
    items.push({
      ...told,
      ...oneDay(days),
      won: amount.won * (amount.each ? count : 1),
      kind: income ? 'income' : 'spent',
      said: tidyWords(piece),
    })
  }
  const place = items.at(-1)?.place
  const isOpen = items.some(({ what, place: at, person }) => !what && !at && !person)
  if (isOpen) return undefined
  return { action: 'book', items: items.map((one) => ({ ...one, ...(place && items.length > 1 ? { place } : {}) })) }
}

/** A thing that still tells what somebody did is no thing. */
const SAYING = /\b(?:I|me|stopped|went|signed|filled|topped|dined|charged|won|paid|spent|bought|ordered|gave)\b/i
/** "Starbucks 5,600 won": a name by which everybody knows a place. */
const placed = <T extends SaidItem>(item: T): T =>
  item.what && !item.place && isPaidPlace(item.what) ? { ...item, what: '', place: item.what } : item

/** An order to pay, and words of prices and trade: nothing was paid. */
const ORDERED = patternOf('i')`
    ^(?:please )?(?:send|pay|transfer|wire|give|lend|make|set|change)\b|
    \b(?:wants?|costs?|price|sales|budget|per|worth)\b|%`
const PASSED = /\b(?:went out|was charged|came to)\b/i

/** The words of each payment with ¤ for its amount; they part at ", " and "and" between two amounts. */
function piecesOf(text: string, spans: readonly { from: number; to: number }[]): string[] {
  const pieces: string[] = []
  let start = 0
  spans.forEach(({ from, to }, at) => {
    const next = spans[at + 1]
    const between = next ? text.slice(to, next.from) : text.slice(to)
    const cut = next ? /^(.*?)(?:,\s(?:and\s)?|\sand\s)(?!.*(?:,\s|\sand\s))/.exec(between) : undefined
    const end = next ? to + (cut?.[1]?.length ?? 0) : text.length
    pieces.push(`${text.slice(start, from)}¤${text.slice(to, end)}`)
    start = next ? to + (cut?.[0].length ?? 0) : text.length
  })
  return pieces
}

/** One payment: "spent ¤ on coffee", "coffee for ¤", "bus ¤", "¤ at Starbucks", "got ¤ from mom". */
function itemOf(piece: string, income: boolean): (SaidItem & { count?: number }) | undefined {
  let words = tidyWords(
    piece.replace(
      /^(?:I )?had (?:a )?(?:dinner|lunch|breakfast|coffee|drinks) with (\S+) and paid/i,
      (all, who: string) => `${/had (?:a )?(\S+)/.exec(all)?.[1]} with ${who}`,
    ),
  )
  const category = /(?:^|\s)¤,? ([a-z]+)$/i.exec(words)?.[1]
  const named = category !== undefined && categoryNamed(category) !== undefined ? category : undefined
  if (named) words = words.replace(/,? [a-z]+$/i, '')
  const takeOut = (shape: RegExp): string | undefined => {
    const hit = shape.exec(words)
    if (!hit) return undefined
    words = tidyWords(`${words.slice(0, hit.index)} ${words.slice(hit.index + hit[0].length)}`)
    return bareWords(hit[1] as string)
  }
  words = words
    .replace(/,?\s(?:each|apiece)\b/i, '')
    .replace(/¤ (?:went out|was charged|came in)$/i, '¤')
    .replace(/\b(?:went out|was charged)\b/i, '')
  const place = takeOut(/\bat (?:the )?((?!¤).+?)(?=\s(?:for|on|with|¤)|,|$)/i)
  const who = takeOut(/\bwith ((?:[A-Z]\w*|mom|dad|friends))\b/)
  const shop = takeOut(/\bfrom the (pharmacy|bakery|market|supermarket|store|shop|cafe|convenience store)(?=\s|,|$)/i)
  const from = takeOut(/\bfrom (.+?)(?=\s¤|$)/i)
  const forWhom = takeOut(/\bfor ([A-Z]\S+)$/)
  words = words.replace(/¤,?\s(?:of\s)?(?:money\s)?(?:back\s)?(?:came in|in)?/i, '¤ ').replace(/\bof ¤/i, '¤')
  const [, given] = /^(?:I )?gave (?:my )?(\S+)(?= ¤)/i.exec(words) ?? []
  if (given) words = words.replace(new RegExp(`\\b${given}\\b`), '')
  words = tidyWords(
    words.replace(/ for (?:lunch|dinner|breakfast)(?=,? ¤|$)/i, (all) =>
      /^(?:I )?(?:spent|paid) ¤/i.test(words) || /^(?:I )?had/i.test(words) ? all : '',
    ),
  )
  const meal = /^(?:I )?had (.+?) for (?:lunch|dinner|breakfast),? ¤$/i.exec(words)?.[1]
  const what =
    meal ??
    tidyWords(
      words
        .replace(SPENT, '')
        .replace(/^(?:I )?(?:got|received|earned|sold)\b/i, '')
        .replace(/\b(?:came in|my|back)\b/gi, ' ')
        .replace(/^(?:a |an )?(?:income)\b/i, '')
        .replace(/(?:(?<=^|\s)(?:on|for|of|at|in|from)\s)?¤(?:\s(?:on|for|of|from)(?=\s|$))?/i, ' ')
        .replace(/¤/g, ' '),
    )
  const thingSaid = what.replace(/^of /i, '')
  const measured = parseItem(thingSaid)
  const counted = measured.quantities.some(({ unit }) => unit !== '') ? measured : parseItem(bareWords(thingSaid))
  const isPerson = from !== undefined && /^(?:[A-Z]|mom$|dad$)/.test(from)
  const person = who ?? forWhom ?? given ?? (isPerson ? from : undefined)
  const thing =
    income && from !== undefined && !isPerson
      ? from
      : bareWords(itemText({ ...counted, name: bareWords(counted.name) }))
  if (thing.split(' ').length > 6 || /¤/.test(thing)) return undefined
  return {
    what: thing,
    ...(place || shop ? { place: place ?? shop ?? '' } : {}),
    ...(person ? { person } : {}),
    ...(named ? { category: named } : {}),
    ...(counted.quantities[0] ? { count: counted.quantities[0].count } : {}),
  }
}
