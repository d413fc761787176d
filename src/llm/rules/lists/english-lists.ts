import type { ListStep } from '../../../protocol/index.ts'
import { parseItem } from '../../../std/korean/numbers/item.ts'
import { bareListName, purposeOfList } from '../../../std/korean/search/list-names.ts'
import { englishStem, isSameName } from '../../../std/korean/search/named-item.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { todayIn, type When } from '../../../std/time/calendar.ts'
import { itemsCalled, itemsEndedBy, type KnownItem, type KnownLists } from './known-lists.ts'
import type { ListsAround } from './korean-lists.ts'
import type { ListCall } from './list-call.ts'

const ALIASES = 'shopping|grocer(?:y|ies)|to[- ]?dos?|tasks?'
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Match the names of lists: "my shopping list", "the list of things to buy", or a known name alone. */
function listShape({ names }: KnownLists): string {
  const known = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const name = [...known, ALIASES, "[a-z][a-z'-]*(?: [a-z'-]+){0,2}?"].join('|')
  const alone = [...known, 'grocer(?:y|ies)', 'to[- ]?dos', 'shopping', 'to[- ]?do'].join('|')
  return `(?:(?:my |the |our )?(?:${name})(?: list)|(?:my |the )?list of things to buy|(?:my |the )?(?:${alone}))`
}

const listName = (said: string): string =>
  /list of things to buy/i.test(said) ? 'shopping' : bareListName(said.replace(/^(?:my|the|our) /i, ''))

/** Take "by Friday", "by Wednesday at 3pm" off the end. */
export function withoutDue(text: string, when: When): { words: string; due?: string } {
  const hit = /^(.*?),?\s(?:by|due(?: by| on)?|until)\s(.+)$/i.exec(text)
  const said = hit?.[2] ?? ''
  const sentence = readSentence(said)
  const [day, time] = [sentence.days(when)[0], sentence.times[0]]
  if (!hit || sentence.text !== said) return { words: text }
  const left = said.slice(Math.max(day?.to ?? 0, time?.to ?? 0)).trim()
  const date = day && 'date' in day ? day.date : time && !('invalid' in time) ? todayIn(when) : undefined
  if (date === undefined || left !== '') return { words: text }
  const isTimed = time !== undefined && !('invalid' in time)
  const hour = isTimed ? (time.ambiguous && time.hour < 8 ? time.hour + 12 : time.hour) : 0
  const clock = isTimed ? ` ${String(hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}` : ''
  return { words: (hit[1] ?? '').trim(), due: date + clock }
}

/** The things of a phrase: "three onions, garlic and a loaf of bread". */
function itemPhrases(words: string): string[] {
  const quotes: string[] = []
  return words
    .replace(/["“]([^"”]+)["”]/g, (_, inner: string) => `〈${quotes.push(inner) - 1}〉`)
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+plus\s+/i)
    .map((one) => one.trim().replace(/\s(?:too|as well|please)$/i, ''))
    .map((one) => one.replace(/〈(\d+)〉/g, (_, at: string) => quotes[Number(at)] ?? ''))
    .filter((one) => one !== '')
}

const DONE_THINGS =
  /^(?:the )?(?:ticked|finished|done|completed|checked|bought)(?: off)?(?: (?:items|things|ones|tasks|to-?dos))?$|^(?:what|everything) I(?:'ve| have)? (?:bought|done|finished)$/i

/** Read what an English sentence asks of lists, whole; undefined for one that speaks of something else. */
export function readEnglishLists(text: string, around: ListsAround): ListCall | undefined {
  const looked = readLook(text, around)
  if (looked) return looked
  const steps: ListStep[] = []
  const kept = text.replace(/^(?:please )?(?:don['’]?t|do not) (?:add|put) [^,]+,\s*/i, '')
  const parts = kept.split(/\s+and\s+(?=(?:I\s|remove |delete |add |put |move |tick ))|,\s+(?=(?:add|remove|move)\s)/i)
  const lists = parts.map((part) => listOf(part, around.known))
  for (const [at, part] of parts.entries()) {
    const found = clause(part, lists[at] ?? lists.find(Boolean), around)
    if (!found) return undefined
    steps.push(...found)
  }
  return steps.length > 0 ? { steps } : undefined
}

const listOf = (part: string, known: KnownLists): string | undefined => {
  const hit = new RegExp(`\\b(?:to|on|onto|from|off) (${listShape(known)})(?:,? by .*)?$`, 'i').exec(part)?.[1]
  return (hit && listName(hit)) || undefined
}

function readLook(text: string, { known, asked, when }: ListsAround): ListCall | undefined {
  const { words, due } = withoutDue(text, when)
  const until = due === undefined ? {} : { due }
  if (/^what (?:do I|should I|must I) (?:have to |need to )?do$/i.test(words) && due)
    return { steps: [], show: { list: 'to-do', ...until } }
  if (
    /^(?:what lists do I have|show (?:me )?(?:all )?(?:my|the) lists|list (?:all )?(?:my )?lists|which lists do I have)$/i.test(
      words,
    )
  )
    return { steps: [], show: {} }
  const shape = listShape(known)
  const asks = new RegExp(
    `^(?:what(?:['’]s| is| do I have)|show(?: me)?|read(?: out| me)?(?: out)?|tell me|open|see)(?: (?:left|still|all|what(?:['’]s| is)))*(?: (?:on|of|in))? (${shape})$`,
    'i',
  ).exec(words)?.[1]
  if (asks) return { steps: [], show: { list: listName(asks), ...until } }
  const [, thing, on] =
    new RegExp(`^(?:is|are|do I have|have I got|did I put) (.+?) (?:on|in) (?:the list|(${shape}))$`, 'i').exec(
      words,
    ) ?? []
  if (thing) return { steps: [], show: { items: [bare(thing)], ...(on ? { list: listName(on) } : {}) } }
  const [, verb = '', of = ''] = (asked && /^(?:did|have) I (?:already )?(\S+) (.+)$/i.exec(words)) || []
  const items = verb ? itemPhrases(of).flatMap((phrase) => ended(phrase, [englishStem(verb)], known, true) ?? []) : []
  return items.length > 0 ? { steps: [], show: { items: items.map(({ name }) => name) } } : undefined
}

const bare = (phrase: string) => phrase.replace(/^(?:the|my|some|any|an?)\s/i, '')

function clause(said: string, list: string | undefined, around: ListsAround): ListStep[] | undefined {
  const { words: all, due } = withoutDue(said.replace(/^(?:no|oops|ok|and then),?\s+(?=I\b)/i, ''), around.when)
  const words = all.replace(/^(?:please )/i, '')
  const at = list === undefined ? {} : { list }
  const until = due === undefined ? {} : { due }
  return (
    wholeLists(words, at, around) ??
    moves(words, at, around) ??
    adds(words, { ...at, ...until }, around) ??
    marks(words, at, around) ??
    changes(words, { ...at, ...until }, around) ??
    deeds(words, at, around) ??
    bareWords(words, until, around)
  )
}

/** Match words against a shape in which LIST is any name of a list. */
const matchWith = (known: KnownLists, words: string, source: string) =>
  new RegExp(`^${source.replaceAll('LIST', `(${listShape(known)})`)}$`, 'i').exec(words)

/** "make a packing list", "clear the shopping list", "delete the costco list", "clear what I bought". */
function wholeLists(words: string, at: { list?: string }, { known }: ListsAround): ListStep[] | undefined {
  const as = (source: string) => matchWith(known, words, source)
  const made = as(
    '(?:make|create|start|open) (?:me )?(?:a |an |the )?(?:new )?(?:list (?:called|named|for) (.+)|(.+?) list)',
  )
  if (made) return [{ action: 'create', list: listName(made[1] ?? made[2] ?? '') }]
  const cleared =
    as('(?:clear|empty|wipe)(?: out)?(?: everything (?:on|from))? LIST') ??
    as('(?:remove|delete) everything (?:on|from) LIST')
  if (cleared) return [{ action: 'clear', list: listName(cleared[1] as string) }]
  const deleted = as('(?:delete|remove|drop) (?:my |the )?((?:(?!from |on |off )\\S+ ){0,3}?\\S+) list')
  if (deleted) return [{ action: 'delete', list: listName(deleted[1] as string) }]
  const done = as(`(?:clear|remove|delete|clean up) (.+?)(?: (?:from|on|off) LIST)?`)
  if (!done || !DONE_THINGS.test(done[1] as string)) return undefined
  const kind = /to-?do|task|done|finished/i.test(done[1] as string) ? 'to-do' : 'shopping'
  return [{ action: 'clear', list: done[2] ? listName(done[2]) : (at.list ?? kind), done: true }]
}

/** "move sunscreen to the shopping list", "replace shampoo with conditioner". */
function moves(words: string, at: { list?: string }, { known }: ListsAround): ListStep[] | undefined {
  const moved = matchWith(known, words, 'move (.+?)(?: from LIST)? (?:to|onto) LIST')
  if (moved) {
    const [, things = '', from, to = ''] = moved
    const items = itemPhrases(bare(things))
    return [{ action: 'move', items, to: listName(to), ...(from ? { list: listName(from) } : {}) }]
  }
  const [, old, fresh] = matchWith(known, words, '(?:replace|swap) (.+?) (?:with|for) (.+?)(?: (?:on|in) LIST)?') ?? []
  return old && fresh ? [{ action: 'rename', items: [bare(old)], to: bare(fresh), ...at }] : undefined
}

/** "add milk to the shopping list", "add another 300g of pork". */
function adds(
  words: string,
  { list, ...until }: { list?: string; due?: string },
  { known, last }: ListsAround,
): ListStep[] | undefined {
  const [, more, things, to] = matchWith(known, words, '(?:add|put) (another )?(.+?)(?: (?:to|on|onto|in) LIST)?') ?? []
  if (things === undefined) return undefined
  const items = itemPhrases(things)
  const known1 = more === undefined ? undefined : itemsCalled(known, items[0] ?? '')[0]?.list
  const where = (to && listName(to)) || (list ?? known1 ?? last?.list) || (to ? 'shopping' : undefined)
  return where === undefined
    ? undefined
    : [{ action: 'add', list: where, items, ...until, ...(more === undefined ? {} : { more: true }) }]
}

/** "tick", "cross off", "untick", "remove". */
function marks(words: string, at: { list?: string }, { known }: ListsAround): ListStep[] | undefined {
  const shape = listShape(known)
  const [, verb = '', phrase = ''] =
    new RegExp(
      `^(untick|uncheck|tick|tick off|check off|check|cross off|cross out|mark|remove|delete|drop|take off|take) (.+?)(?: (?:on|from|off) ${shape}| as done| off)?$`,
      'i',
    ).exec(words) ?? []
  if (verb === '') return undefined
  const action = /^un/i.test(verb) ? 'untick' : /^(?:remove|delete|drop|take)/i.test(verb) ? 'remove' : 'tick'
  const whole = known.items.some(({ name }) => isSameName(name, phrase))
  const items = whole
    ? [phrase]
    : itemPhrases(phrase).map((one) => (parseItem(one).quantities.length > 0 ? one : bare(one)))
  const isKnown = items.every((one) => itemsCalled(known, one).length > 0)
  return isKnown || at.list !== undefined ? [{ action, items, ...at }] : undefined
}

function changes(
  words: string,
  { list, due }: { list?: string; due?: string },
  { known, last }: ListsAround,
): ListStep[] | undefined {
  const at = list === undefined ? {} : { list }
  const [, unwanted] =
    /^I (?:don['’]?t|do not|no longer) (?:need|want) (.+?)(?: (?:anymore|any more|any longer))?$/i.exec(words) ?? []
  if (unwanted && itemsCalled(known, bare(unwanted)).length > 0)
    return [{ action: 'remove', items: [bare(unwanted)], ...at }]
  const [, item, quantity, whole, enough] =
    /^make (?:it|that|(?:the )?(.+?)) ((?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an) \S+)$|^make it (.+)$|^(.+?) (?:is|are) enough$/i.exec(
      words,
    ) ?? []
  const phrase = enough ?? whole ?? (item ? `${item} × ${quantity}` : quantity) ?? ''
  const read = phrase === '' ? undefined : parseItem(phrase)
  if (read && read.quantities.length > 0 && itemsCalled(known, read.name).length > 0)
    return [{ action: 'set', items: [phrase], ...at }]
  const named = words.replace(/\s(?:is|are)$/i, '')
  const [thing] = due === undefined ? [] : itemsCalled(known, bare(named))
  if (thing && due) return [{ action: 'due', items: [thing.name], list: thing.list, due }]
  const more = /^(?:one|a|an) more (.+)$/i.exec(words)?.[1]
  const known1 = more ? itemsCalled(known, more)[0] : undefined
  if (known1) return [{ action: 'add', items: [`1 ${more}`], list: known1.list, more: true }]
  void last
  return undefined
}

/** "I bought milk", "the quote is done", "I haven't gone to the bank yet". */
function deeds(words: string, at: { list?: string }, { known, asked }: ListsAround): ListStep[] | undefined {
  if (asked) return undefined
  const [, over] = /^(.+?),? (?:is |are )?(?:done|finished|bought)$/i.exec(words) ?? []
  const [, not, verb = '', of = ''] =
    over !== undefined
      ? [undefined, undefined, 'finish', over]
      : (/^(?:(?:I|we)(?:['’]ve| have)? )?((?:haven['’]?t|didn['’]?t|couldn['’]?t|have not|did not|could not) )?(?:(?:just|already|only|also|finally) )*(\S+?)(?: (.+))?$/i.exec(
          words,
        ) ?? [])
  const isTold =
    not !== undefined ||
    over !== undefined ||
    /(?:ed|ght|ot|ut|ent|ade|ead|ook|one|id|ave|een|ore|aid|old|ept|eft|rew)$/i.test(verb)
  if (verb === '' || !isTold) return undefined
  if (!not && /^everything$/i.test(of))
    return known.names.some((name) => purposeOfList(name) === 'shopping') ? [{ action: 'tick', ...at }] : undefined
  const stems = [englishStem(verb)]
  const [those = '', others] = of.replace(/\s(?:yet|too|as well|already)$/i, '').split(/\s+but not\s+/i)
  const step = (text: string, action: 'tick' | 'untick'): ListStep | undefined => {
    const found = (text === '' ? [''] : itemPhrases(text)).map((phrase) =>
      ended(phrase, stems, known, action === 'tick'),
    )
    const first = found[0]?.list
    if (first === undefined || found.some((one) => one === undefined)) return undefined
    const isOne = found.every((one) => one?.list === first)
    return {
      action,
      items: found.flatMap((one) => (one ? [one.phrase] : [])),
      ...(isOne ? { list: first } : {}),
      ...at,
    }
  }
  const told = step(those, not ? 'untick' : 'tick')
  const left = told && others ? step(others, 'untick') : undefined
  return told ? [told, ...(left ? [left] : [])] : undefined
}

function ended(
  phrase: string,
  stems: readonly string[],
  known: KnownLists,
  preferOpen: boolean,
): (KnownItem & { phrase: string }) | undefined {
  const { found, isWhole } = itemsEndedBy(known, phrase, stems, preferOpen)
  const [best] = found
  if (!best) return undefined
  const [quantity] = isWhole ? [] : parseItem(phrase).quantities
  const often = quantity && `${quantity.count}${quantity.unit && ` ${quantity.unit}`}`
  return { ...best, phrase: often ? `${best.name} × ${often}` : best.name }
}

/** Words without a verb: "shopping list: two bottles of shampoo", "and sunscreen". */
function bareWords(
  words: string,
  until: { due?: string },
  { known, last, asked }: ListsAround,
): ListStep[] | undefined {
  const [, list, items] = new RegExp(`^(${listShape(known)}|to[- ]?do): ?(.+)$`, 'i').exec(words) ?? []
  if (list && items) return [{ action: 'add', list: listName(list), items: itemPhrases(items), ...until }]
  const [, more] = /^(?:and|also|plus) (.+)$/i.exec(words) ?? []
  return more && last?.action === 'add' && last.list && !asked && !/\b(?:is|are|was|what|how|do|does|I)\b/i.test(more)
    ? [{ action: 'add', list: last.list, items: itemPhrases(more), ...until }]
    : undefined
}
