import type { ListStep } from '../../../protocol/index.ts'
import { parseAmount, parseItem } from '../../../std/korean/numbers/item.ts'
import { purposeOfList } from '../../../std/korean/search/list-names.ts'
import { englishStem, isSameName } from '../../../std/korean/search/named-item.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { readEnglishLook } from './english-look.ts'
import { bare, endedBy, itemPhrases, listName, listShape, withoutDue } from './english-names.ts'
import { itemsCalled, type KnownLists } from './known-lists.ts'
import type { ListCall } from './list-call.ts'
import type { ListsAround } from './lists-around.ts'

const DONE_THINGS = patternOf('i')`
  ^(?:the )?(?:ticked|finished|done|completed|checked|bought)(?: off)?(?: (?:items|things|ones|tasks|to-?dos))?$|
  ^(?:what|everything) I(?:'ve| have)? (?:bought|done|finished)$
`

/** Read what an English sentence asks of lists, whole; undefined for one that speaks of something else. */
export function readEnglishLists(said: string, around: ListsAround): ListCall | undefined {
  const looked = readEnglishLook(said.replace(CALLED, ''), around)
  if (looked) return looked
  const steps: ListStep[] = []
  const kept = said.replace(/^(?:please )?(?:don['’]?t|do not) (?:add|put) [^,]+,\s*/i, '')
  const text = ordered(kept.replace(CALLED, '').replace(MISTAKEN, ''), around)
  const parts = text.split(
    /\s+and\s+(?=(?:I\s|remove |delete |add |put |move |tick |take off ))|,\s+(?=(?:add|remove|move)\s)/i,
  )
  const lists = parts.map((part) => listOf(part, around.known))
  for (const [at, part] of parts.entries()) {
    const list = lists[at] ?? lists.find(Boolean) ?? steps.at(-1)?.list
    const found = clause(part, list, around)
    if (!found) return undefined
    steps.push(...found)
  }
  return steps.length > 0 ? { steps } : undefined
}

/** A call before a sentence. */
const CALLED = /^(?:(?:oh|and then|ok(?:ay)?|no|oops|well|so|hey|actually|wait)[,\s]+)+(?=\S)/i
/** That it was a mistake changes nothing of what was said; neither does that it is surely so. */
const MISTAKEN = /,\s*(?:(?:it was )?my (?:mistake|bad)|sorry|really|I was wrong)$/i
const ASKED = /^(?:can|could|would|will) you (?:please )?/i

/** The same request as one imperative: a thing that is told of first stands where "it" stood. */
function ordered(said: string, { known }: ListsAround): string {
  const shape = listShape(known)
  const text = said
    .replace(ASKED, '')
    .replace(/\s(?:please|as well|too|again)$/i, (end, at: number) =>
      /^(?:add|put|move|remove|delete|take|drop|tick|clear|one|two|three|another|\d)\b/i.test(
        said.slice(0, at).replace(ASKED, ''),
      )
        ? ''
        : end,
    )
  const [, needed, to] =
    new RegExp(
      `^(?:I|we) (?:need|have|want)(?: to)? (.+?)[,.;]? (?:so )?(?:add|put) (?:it|that|them) (?:to|on|onto) (${shape})$`,
      'i',
    ).exec(text) ?? []
  if (needed && to) return `add ${needed} to ${to}`.replace(/^add (.+)\s(by \S.*?) to (.+)$/i, 'add $1 to $3 $2')
  const [, asked, on] =
    new RegExp(`^(?:can|could|should) (.+?) (?:go|be) (?:on|onto) (${shape})$`, 'i').exec(text) ?? []
  if (asked && on) return `add ${asked} to ${on}`
  const [, told = '', verb] =
    /^(.+?), (take|remove|drop|delete|tick|cross) (?:it|that|them)(?: off)?$/i.exec(text) ?? []
  if (verb) return `${verb} ${spokenOf(told, known).join(' and ')}`
  const [, opened = ''] =
    /^(.+?), (?:it['’]?s|they['’]?re|it is|they are) not (?:\S+ed|done|bought)(?: yet)?$/i.exec(text) ?? []
  if (opened) return `untick ${spokenOf(opened, known).join(' and ')}`
  return text
}

/** The things of lists whose names stand in some words. */
const spokenOf = (words: string, { items }: KnownLists): string[] => {
  const said = ` ${words.toLowerCase()} `
  return [...new Set(items.map(({ name }) => name).filter((name) => said.includes(` ${name.toLowerCase()} `)))]
}

const listOf = (part: string, known: KnownLists): string | undefined => {
  const hit = new RegExp(`\\b(?:to|on|onto|from|off) (${listShape(known)})(?:,? by .*)?$`, 'i').exec(part)?.[1]
  return (hit && listName(hit)) || undefined
}

function clause(said: string, list: string | undefined, around: ListsAround): ListStep[] | undefined {
  const { words: all, due } = withoutDue(said, around.when)
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
  const filled =
    as('(?:make|create|start) (?:me )?(?:a |an |the )?(?:new )?(\\S+(?: \\S+)??) list (?:with|of|for): ?(.+)') ??
    as('(?:make|create|start) (?:me )?(?:a |an |the )?(?:new )?(\\S+(?: \\S+)??) list with (.+)')
  if (filled) return [{ action: 'add', list: listName(filled[1] ?? ''), items: itemPhrases(filled[2] ?? '') }]
  const cleared =
    as('(?:clear|empty|wipe)(?: out)?(?: everything (?:on|from))? LIST') ??
    as('(?:remove|delete) everything (?:on|from) LIST')
  if (cleared) return [{ action: 'clear', list: listName(cleared[1] as string) }]
  const deleted = as('(?:delete|remove|drop|get rid of) (?:my |the )?((?:(?!from |on |off )\\S+ ){0,3}?\\S+) list')
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
  const [, swapped, renamed, fresh] =
    matchWith(
      known,
      words,
      '(?:(?:replace|swap) (.+?) (?:with|for)|(?:rename|change) (.+?) to) (.+?)(?: (?:on|in) LIST)?',
    ) ?? []
  const old = swapped ?? renamed
  if (!old || !fresh || itemsCalled(known, bare(old)).length === 0) return undefined
  const amount = parseAmount(fresh)
  return amount
    ? [{ action: 'set', items: [`${bare(old)} × ${fresh}`], ...at }]
    : [{ action: 'rename', items: [bare(old)], to: bare(fresh), ...at }]
}

/** "add milk to the shopping list", "add another 300g of pork". */
function adds(
  words: string,
  { list, ...until }: { list?: string; due?: string },
  { known, last }: ListsAround,
): ListStep[] | undefined {
  const [, again] = matchWith(known, words, 'put (.+?) back(?: (?:to|on|onto|in) LIST)?') ?? []
  if (again) {
    const those = itemPhrases(again).map(bare)
    const isDone = those.every((one) => itemsCalled(known, one).some(({ done }) => done))
    return [{ action: isDone ? 'untick' : 'add', items: those, ...(list === undefined ? {} : { list }) }]
  }
  const [, more, said, to, bareThings, on] =
    matchWith(known, words, '(?:add|put) (another )?(.+?)(?: (?:to|on|onto|in) LIST)?') ??
    matchWith(known, words, '()()()((?:(?!add |put |is |are |what|which|how ).)+?) (?:on|for|onto) LIST') ??
    []
  const things = said || bareThings
  if (!things || (on && !isListing(bareThings ?? ''))) return undefined
  // A thing with a place of its own ("to my calendar") is not for the list that was spoken of last.
  if (!to && !on && / (?:to|into|onto|in|on) (?:my|the|our) /i.test(things)) return undefined
  const items = itemPhrases(things)
  const known1 = more === undefined ? undefined : itemsCalled(known, items[0] ?? '')[0]?.list
  const where =
    ((to || on) && listName((to || on) as string)) || (list ?? known1 ?? last?.list) || (to ? 'shopping' : undefined)
  return where === undefined
    ? undefined
    : [{ action: 'add', list: where, items, ...until, ...(more === undefined ? {} : { more: true }) }]
}

/** Return true if words are things alone, without a verb: "zucchini and three potatoes". */
const isListing = (words: string) =>
  !patternOf('i')`
    \b(?:is|are|was|were|do|does|did|have|has|I|we|you|it|that|what|who|show|read|tell|clear|empty|make|create|move|
    remove|delete|tick|check|cross|take|buy|bought|get|got)\b
  `.test(words)

/** "tick", "cross off", "untick", "remove". */
function marks(words: string, at: { list?: string }, { known }: ListsAround): ListStep[] | undefined {
  const shape = listShape(known)
  const [, verb = '', phrase = ''] =
    new RegExp(
      inOneLine`
        ^(untick|uncheck|tick off|tick|check off|check|cross off|cross out|mark|remove|delete|drop|scratch|strike|
        take off|take) (.+?)(?: (?:on|from|off) ${shape}| as done| off)?$
      `,
      'i',
    ).exec(words) ?? []
  if (verb === '') return undefined
  const action = /^un/i.test(verb)
    ? 'untick'
    : /^(?:remove|delete|drop|scratch|strike|take)/i.test(verb)
      ? 'remove'
      : 'tick'
  const whole = known.items.some(({ name }) => isSameName(name, phrase))
  const items = whole
    ? [phrase]
    : itemPhrases(phrase).map((one) => (parseItem(one).quantities.length > 0 ? one : bare(one)))
  const isKnown = items.every((one) => itemsCalled(known, one).length > 0)
  const lists = new Set(items.flatMap((one) => itemsCalled(known, one).map(({ list }) => list)))
  const where = lists.size === 1 && at.list === undefined ? { list: [...lists][0] as string } : at
  return isKnown || at.list !== undefined ? [{ action, items, ...where }] : undefined
}

function changes(
  words: string,
  { list, due }: { list?: string; due?: string },
  { known }: ListsAround,
): ListStep[] | undefined {
  const at = list === undefined ? {} : { list }
  const [, unwanted] =
    /^(?:(?:I|we) (?:don['’]?t|do not|no longer) (?:need|want)|never mind|forget about) (.+?)(?: (?:anymore|any more|any longer))?$/i.exec(
      words,
    ) ?? []
  if (unwanted && itemsCalled(known, bare(unwanted)).length > 0)
    return [{ action: 'remove', items: [bare(unwanted)], ...at }]
  const [, item, quantity, whole, enough] =
    patternOf('i')`
    ^make (?:it|that|(?:the )?(.+?)) ((?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an) \S+)$|^make (?:it|
    that) (.+)$|^(.+?) (?:(?:is|are) enough|will do)$
  `.exec(words) ?? []
  const phrase = enough ?? whole ?? (item ? `${item} × ${quantity}` : quantity) ?? ''
  const read = phrase === '' ? undefined : parseItem(phrase)
  const [counted, other] = read && read.quantities.length > 0 ? itemsCalled(known, read.name) : []
  if (counted) return [{ action: 'set', items: [phrase], ...(other ? {} : { list: counted.list }), ...at }]
  const [, undated] =
    /^(?:remove|drop|clear|delete) the (?:due date|deadline|date) (?:from|of|for) (.+)$/i.exec(words) ?? []
  const [free] = undated ? itemsCalled(known, bare(undated)) : []
  if (free) return [{ action: 'due', items: [free.name], list: free.list }]
  const named = words
    .replace(/\s(?:is|are)$/i, '')
    .replace(/^(?:push|move|postpone|delay|reschedule|change|set) (?:the (?:due date|deadline|date) (?:of|for) )?/i, '')
  const [thing] = due === undefined ? [] : itemsCalled(known, bare(named))
  if (thing && due) return [{ action: 'due', items: [thing.name], list: thing.list, due }]
  const [, count, more] = /^(?:(\S+) more|another) (.+)$/i.exec(words) ?? []
  const phrase1 = more && parseItem(`${count ?? 'one'} ${more}`).quantities.length > 0 && !/^\d/.test(more)
  const wanted = phrase1 ? `${count ?? 'one'} ${more}` : more
  const known1 = wanted ? itemsCalled(known, wanted)[0] : undefined
  return known1 && wanted ? [{ action: 'add', items: [wanted], list: known1.list, more: true }] : undefined
}

/** "I bought milk", "the quote is done", "I haven't gone to the bank yet". */
function deeds(words: string, at: { list?: string }, { known, asked }: ListsAround): ListStep[] | undefined {
  if (asked) return undefined
  const [, over] = /^(.+?)[,:]? (?:is |are )?(?:done|finished|bought|check|checked)$/i.exec(words) ?? []
  const [, undone] =
    /^(.+?) (?:isn['’]?t|aren['’]?t|is not|are not) (?:done|finished|bought|packed)(?: yet)?$/i.exec(words) ?? []
  if (undone && itemsCalled(known, bare(undone)).length > 0) return [{ action: 'untick', items: [bare(undone)], ...at }]
  const [, not, verb = '', of = ''] =
    over !== undefined
      ? [undefined, undefined, 'finish', over]
      : (patternOf('i')`
        ^(?:(?:I|we)(?:['’]ve| have)? )?((?:haven['’]?t|didn['’]?t|couldn['’]?t|have not|did not|could not) )?(?:(?:just|
        already|only|also|finally) )*(\S+?)(?: (.+))?$
      `.exec(words) ?? [])
  const isTold =
    not !== undefined ||
    over !== undefined ||
    /(?:ed|ght|ot|ut|ent|ade|ead|ook|one|id|ave|een|ore|aid|old|ept|eft|rew)$/i.test(verb)
  if (verb === '' || !isTold) return undefined
  if (!not && /^(?:everything(?: else)?|the rest)$/i.test(of))
    return known.names.some((name) => purposeOfList(name) === 'shopping') ? [{ action: 'tick', ...at }] : undefined
  const stems = [englishStem(verb)]
  const [those = '', others] = of.replace(/\s(?:yet|too|as well|already)$/i, '').split(/\s+but not\s+/i)
  const step = (text: string, action: 'tick' | 'untick'): ListStep | undefined => {
    const found = (text === '' ? [''] : itemPhrases(text)).map((phrase) =>
      endedBy(phrase, stems, known, action === 'tick'),
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

/** Words without a verb: "shopping list: two bottles of shampoo", "and sunscreen". */
function bareWords(
  words: string,
  until: { due?: string },
  { known, last, asked }: ListsAround,
): ListStep[] | undefined {
  const [, list, items] = new RegExp(`^((?:new )?task|${listShape(known)}|to[- ]?do): ?(.+)$`, 'i').exec(words) ?? []
  if (list && items)
    return [{ action: 'add', list: listName(list.replace(/^new /i, '')), items: itemPhrases(items), ...until }]
  const needed = /^(?:I|we) (?:(?:also|still) )?need(?: to (?:buy|get))?(?: also)? (.+)$/i.exec(words)?.[1]
  if (needed && last?.list && purposeOfList(last.list) === 'shopping' && isListing(needed) && !/^to\s/.test(needed))
    return [{ action: 'add', list: last.list, items: itemPhrases(bare(needed)), ...until }]
  const more = /^(?:and|also|plus) (.+)$/i.exec(words)?.[1] ?? /^(.+?),? (?:too|as well)$/i.exec(words)?.[1]
  const phrases = itemPhrases(more ?? words)
  const goesOn = more !== undefined || phrases.every((one) => parseItem(one).quantities.length > 0)
  const isAdding = last?.list !== undefined && /^(?:add|set)$/.test(last.action) && !asked
  return goesOn && isAdding && isListing(more ?? words)
    ? [{ action: 'add', list: last.list as string, items: phrases, ...until }]
    : undefined
}
