import { itemText, parseItem } from '../../../std/korean/numbers/item.ts'
import { categoryNamed, categoryOf } from '../../../std/korean/search/categories.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { addDays, type CivilDate, todayIn, type When, weekdayOf } from '../../../std/time/calendar.ts'
import { tidyWords } from '../parse/tidy-words.ts'
import type { MoneyAround, MoneyCall, SaidItem } from './money-call.ts'

interface Days {
  day?: CivilDate
  until?: CivilDate
}

const bareWords = (words: string) => tidyWords(words).replace(/^(?:the|my|some|more|a|an)\s(?=\S)/i, '')

/** Takes the days out of the words: "yesterday", "this week", "in May", "this weekend". */
function withoutDays(text: string, when: When): { days: Days; rest: string } {
  const weekend = /\s?\b(?:this|on the|over the|last)? ?weekend\b/i.exec(text)
  if (weekend) {
    const saturday = addDays(todayIn(when), -((weekdayOf(todayIn(when)) + 1) % 7))
    const rest = tidyWords(text.slice(0, weekend.index) + text.slice(weekend.index + weekend[0].length))
    return { days: { day: saturday, until: addDays(saturday, 1) }, rest }
  }
  const sentence = readSentence(text)
  const period = sentence.text === text ? sentence.period(when) : undefined
  if (!period) return { days: {}, rest: tidyWords(text) }
  const before = text.slice(0, period.from).replace(/\s(?:in|on|of|for|from|during)\s?$/i, ' ')
  const rest = tidyWords(before + text.slice(period.to).replace(/^['’]s\b/, ''))
  return { days: { day: period.first, until: period.last }, rest }
}

const oneDay = ({ day, until }: Days): { day?: CivilDate } => (day !== undefined && day === until ? { day } : {})

/** Read what an English sentence tells or asks of money, whole; undefined for one that speaks of something else. */
export function readEnglishMoney(text: string, around: MoneyAround): MoneyCall | undefined {
  return readQuestion(text, around) ?? readTeaching(text) ?? readCorrection(text, around) ?? readBooking(text, around)
}

/** "how much did I spend on food?", "and food?", "what did I spend the most on?", "show my expenses". */
function readQuestion(text: string, { when, asked, isGoingOn }: MoneyAround): MoneyCall | undefined {
  if (readSentence(text).amounts.length > 0) return undefined
  const { days, rest } = withoutDays(
    text.replace(/\b(?:for|of) (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$)/i, 'in '),
    when,
  )
  if (
    /^show (?:me )?(?:all )?(?:(?:my |the )?(?:expenses|spending|money book|book|accounts)|what I spent)$/i.test(rest)
  )
    return { action: 'ask', ask: /what/i.test(rest) ? 'sum' : 'list', ...days }
  if (/^what did I spend (?:the )?most(?: money)? on$/i.test(rest)) return { action: 'ask', ask: 'most', ...days }
  if (/^how much (?:money )?(?:is|do I have) left$/i.test(rest)) return { action: 'ask', ask: 'left', ...days }
  const [, paid] = /^when did (?:I )?(?:my |the )?(.+?) (?:come in|go out|arrive)$/i.exec(rest) ?? []
  if (paid && isGoingOn) return { action: 'ask', ask: 'when', what: paid }
  const [, of] =
    /^(?:(?:tell me )?how much (?:have I|did I|I)|what (?:have I|did I)) (?:spend|spent|pay|paid)(?: (.+))?$/i.exec(
      rest,
    ) ?? []
  if (/^(?:tell me )?(?:how much|what) (?:have I |did I |I )(?:spend|spent|pay|paid)\b/i.test(rest))
    return { action: 'ask', ...days, ...aimOf(of ?? '') }
  const [, to] = /^how much (?:have I|did I) (?:give|given|send|sent) (?:to )?(.+)$/i.exec(rest) ?? []
  if (to) return { action: 'ask', person: to, ...days }
  if (/^(?:how much|what) (?:have I|did I) (?:earn|earned|make|made|receive|received|get)$/i.test(rest))
    return { action: 'ask', kind: 'income', ...days }
  const [, was] = /^how much (?:was|were) (?:the |my )?(.+)$/i.exec(rest) ?? []
  if (was && asked && isGoingOn) return { action: 'ask', ask: 'when', what: was, ...days }
  const [, topic] = /^(?:and |how much (?:on|for) |what about )?(?:the |my )?([a-z]+)$/i.exec(rest) ?? []
  const category = topic === undefined ? undefined : categoryNamed(topic)
  if (category === undefined || !asked || !(isGoingOn || /^how much/i.test(rest) || days.day)) return undefined
  return category === 'income'
    ? { action: 'ask', kind: 'income', ...days }
    : { action: 'ask', category: topic as string, ...days }
}

/** "on coffee", "at Starbucks", "with Minsu". */
function aimOf(words: string): Pick<MoneyCall, 'what' | 'place' | 'person' | 'category'> {
  const [, how = '', of = ''] = /^(on|for|at|with|to)\s(.+)$/i.exec(words) ?? []
  if (of === '') return {}
  const named = of.replace(/^(?:the|my)\s/i, '')
  if (/^at$/i.test(how)) return { place: named }
  if (/^(?:with|to)$/i.test(how)) return { person: named }
  if (categoryNamed(named) !== undefined) return { category: named }
  return /^[A-Z]/.test(named) ? { person: named } : { what: named }
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

const CALL = /^(?:(?:no|wait|oops|sorry|actually|oh)[,\s]+)+/i
const NEWEST = /^(?:that|it|this|the last one)$/i

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
    /^(?:delete|remove|take out|drop) (.+?)(?: (?:from|out of) (?:the|my) (?:book|expenses))?$/i.exec(text) ?? []
  if (gone !== '' && !amount && (isGoingOn || / (?:book|expenses)$/i.test(text)))
    return { action: 'remove', ...aimAt(gone.replace(/\sof$/, '')) }
  const [, unpaid] = /^I (?:didn['’]?t|did not) pay for (.+)$/i.exec(text) ?? []
  if (unpaid && isGoingOn) return { action: 'remove', ...aimAt(unpaid) }
  const [, of = ''] = /^change (.+?) to $/i.exec(amount ? text.slice(0, amount.from) : '') ?? []
  if (amount && 'won' in amount && of !== '' && text.length === amount.to)
    return { action: 'correct', ...aimAt(of), to: { won: amount.won } }
  const [, what = ''] =
    /^(.+?) (?:was|were|came to|cost)(?: about| around)? ?$/i.exec(amount ? text.slice(0, amount.from) : '') ?? []
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
  const [, moved = '', bought] = /^(that|it) was$|^I (?:bought|paid for|had) (.+)$/i.exec(text) ?? []
  const thing = bought ?? moved
  return thing === ''
    ? undefined
    : { action: 'correct', ...(NEWEST.test(thing) ? { last: true } : { what: bareWords(thing) }), to: day }
}

const SPENT =
  /^(?:I |we )?(?:have |['’]ve )?(?:just |also )?(?:spent|paid|bought|had|gave|splurged|add|book|record)\b\s?/i
const CAME = /\b(?:came in|received|earned|got|sold|income|refund)\b/i
const UNTOLD =
  /\b(?:will|want|should|could|would|if|didn['’]?t|did not|never|not|going to|split|send|transfer|lend|owe|is|are|have(?= \d| a))\b/i

/** "I spent 4500 won on coffee", "bus 1,500 won", "bought coffee for 4,500 won and bread for 3,200 won". */
function readBooking(said: string, { asked, when }: MoneyAround): MoneyCall | undefined {
  if (asked || UNTOLD.test(said.replace(/\bhave (?:just )?(?:spent|paid)\b/i, ''))) return undefined
  const { days, rest } = withoutDays(said.replace(CALL, ''), when)
  const text = rest
    .replace(/ (?:to|in) (?:the|my) (?:book|expenses)$/i, '')
    .replace(/,? by (?:card|cash)$|,? in cash$/i, '')
  const sentence = readSentence(text)
  if (sentence.text !== text || sentence.amounts.length === 0 || sentence.amounts.some((one) => !('won' in one)))
    return undefined
  const income = CAME.test(text)
  if (ORDERED.test(text)) return undefined
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
    const { count = 1, ...told } = item
    // Without a verb only what everybody knows as an expense: "bus 1,500 won".
    const known = categoryOf(told.what ?? '') ?? (told.place && categoryOf(told.place))
    if (!isTold && (known === undefined || (told.what ?? '').split(' ').length > 4)) return undefined
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

/** An order to pay, and words of prices and trade: nothing was paid. */
const ORDERED =
  /^(?:please )?(?:send|pay|transfer|wire|give|lend|make|set|change)\b|\b(?:wants?|costs?|price|sales|budget|per|worth)\b|%/i
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
  const who = takeOut(/\bwith ((?:[A-Z]\S*|mom|dad))\b/)
  const from = takeOut(/\bfrom (.+?)(?=\s¤|$)/i)
  const forWhom = takeOut(/\bfor ([A-Z]\S+)$/)
  words = words.replace(/¤,?\s(?:of\s)?(?:money\s)?(?:back\s)?(?:came in|in)?/i, '¤ ').replace(/\bof ¤/i, '¤')
  const [, given] = /^(?:I )?gave (\S+)(?= ¤)/i.exec(words) ?? []
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
  const counted = parseItem(bareWords(what.replace(/^of /i, '')))
  const isPerson = from !== undefined && /^(?:[A-Z]|mom$|dad$)/.test(from)
  const person = who ?? forWhom ?? given ?? (isPerson ? from : undefined)
  const thing =
    income && from !== undefined && !isPerson
      ? from
      : bareWords(itemText({ ...counted, name: bareWords(counted.name) }))
  if (thing.split(' ').length > 6 || /¤/.test(thing)) return undefined
  return {
    what: thing,
    ...(place ? { place } : {}),
    ...(person ? { person } : {}),
    ...(named ? { category: named } : {}),
    ...(counted.quantities[0] ? { count: counted.quantities[0].count } : {}),
  }
}
