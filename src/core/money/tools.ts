import { moneyMessages } from '../../messages/tools/money.ts'
import {
  deedText,
  type Json,
  type JsonObject,
  type MoneyItem,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UndoOutcome,
} from '../../protocol/index.ts'
import { categoryNamed } from '../../std/korean/search/categories.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { civilDate, todayIn } from '../../std/time/calendar.ts'
import type { Trace } from '../jobs/trace.ts'
import { askBook, type MoneyQuestion } from './ask-book.ts'
import { type Aim, findEntries } from './find-entries.ts'
import { isWon, type MoneyEntry } from './money-book.ts'
import type { MoneyStore } from './money-store.ts'
import { categoryText, entryText, type MoneyReader } from './money-text.ts'

const text = { type: 'string', maxLength: 200 }
const won = { type: 'integer' }
const item = {
  won,
  kind: { type: 'string', enum: ['spent', 'income'] },
  ...{ what: text, place: text, person: text, day: text, category: text, said: text },
}

/** A payment as a model or a reader gives it: the day may be missing. */
export type MoneyWish = Partial<MoneyItem> & { won?: number; key?: string }

/** A deed or a question of the money book. */
export interface MoneyArgs extends Aim {
  action: 'book' | 'price' | 'correct' | 'remove' | 'teach' | 'ask'
  items?: readonly MoneyWish[]
  /** `correct`: as it is to be. `teach`: the category for `what`. */
  to?: MoneyWish
  ask?: NonNullable<MoneyQuestion['ask']>
  kind?: MoneyItem['kind']
  until?: string
}

type Asker = Pick<ToolContext, 'now' | 'zone' | 'language' | 'profile' | 'by'>

/** `money`: the person's own book of payments and incomes. It moves no money. */
export function moneyTool(store: MoneyStore): Tool {
  return {
    name: 'money',
    facts: { group: 'lists', kind: 'other', subject: 'arguments', reads: 'memory', leavesNothing: true },
    deeds: {
      object: ({ action, what, items }) =>
        action === 'ask' ? undefined : deedText(what ?? (Array.isArray(items) ? whatOf(items[0]) : '')),
      undo: (kept) => undoMoney(store, kept),
    },
    category: 'safe',
    effect: ({ action }) => (action === 'ask' ? undefined : 'keeps'),
    idempotent: false,
    timeoutMs: 0,
    description: 'The book of what the user spent and earned, in won.',
    schema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['book', 'price', 'correct', 'remove', 'teach', 'ask'] },
        items: { type: 'array', items: { type: 'object', properties: item }, maxItems: 100 },
        to: { type: 'object', properties: item },
        ...{
          what: text,
          was: won,
          day: text,
          until: text,
          place: text,
          person: text,
          category: text,
          last: { type: 'boolean' },
        },
        ask: { type: 'string', enum: ['sum', 'left', 'most', 'list', 'when'] },
        kind: item.kind,
      },
      required: ['action'],
      additionalProperties: false,
    },
    async *run(args: JsonObject, context) {
      return performMoney(store, args as unknown as MoneyArgs, context)
    },
  }
}

const whatOf = (one: Json | undefined): Json =>
  typeof one === 'object' && one !== null && !Array.isArray(one) ? (one.what ?? '') : ''

const undoMoney = (store: MoneyStore, kept: Json): Promise<UndoOutcome> => store.takeBack(kept)

/** Do what a person asked of their book; the receipt is given when it is on the disk. */
export async function performMoney(store: MoneyStore, args: MoneyArgs, context: Asker): Promise<ToolResult> {
  const say = moneyMessages[context.language]
  const reader = { language: context.language, zone: context.zone, now: context.now() }
  const own = await store.words(context.profile)
  if (args.action === 'ask') return askBook(await store.entries(context.profile), [...own.values()], args, reader)
  const trace: Trace = []
  const told = await changeBook(store, args, { ...context, reader, trace })
  if ('fault' in told) return { text: told.fault, isError: true }
  const deed = trace.length > 0 ? { deed: { object: told.object, undo: trace as unknown as Json } } : {}
  return { text: told.lines.join('\n') || say.notThere, data: told.entries.map(dataOf), ...deed }
}

interface Told {
  lines: string[]
  object: string
  entries: readonly MoneyEntry[]
}
type Changing = Asker & { reader: MoneyReader; trace: Trace }

async function changeBook(store: MoneyStore, args: MoneyArgs, context: Changing): Promise<Told | { fault: string }> {
  const say = moneyMessages[context.language]
  if (args.action === 'book') return bookAll(store, args.items ?? [], context)
  if (args.action === 'teach') return teachWord(store, args, context)
  // A price that is told of no day is one of today.
  const today = args.action === 'price' ? todayIn(context.reader) : undefined
  const day = args.day === undefined ? today : dayOf(args.day, context.reader)
  if (args.day !== undefined && day === undefined) return { fault: say.badDay }
  const all = await store.entries(context.profile)
  const found = findEntries(all, { ...args, ...(day === undefined ? {} : { day }) })
  if (args.action === 'price' && found.length === 0)
    return bookAll(store, [{ ...args.to, what: args.what ?? '', ...(day === undefined ? {} : { day }) }], context)
  const [entry] = found
  if (!entry) return { fault: say.notThere }
  if (args.action === 'remove') {
    await store.remove([entry.id], +context.now(), context.trace)
    return { lines: [say.removed(entryText(entry, context.reader))], object: entry.what, entries: [] }
  }
  const change = wishOf({ ...args.to, kind: args.to?.kind ?? entry.kind }, context, entry)
  if ('fault' in change) return change
  const { category, ...rest } = change
  const after: MoneyEntry = { ...entry, ...rest, category: category ?? entry.category, at: +context.now() }
  await store.correct([after], +context.now(), context.trace)
  const lines = [say.corrected(entryText(entry, context.reader), entryText(after, context.reader))]
  return { lines, object: after.what, entries: [after] }
}

async function bookAll(
  store: MoneyStore,
  wishes: readonly MoneyWish[],
  context: Changing,
): Promise<Told | { fault: string }> {
  const say = moneyMessages[context.language]
  if (wishes.length === 0) return { fault: say.what }
  const items: (MoneyItem & { key?: string })[] = []
  for (const wish of wishes) {
    const item = wishOf(wish, context)
    if ('fault' in item) return item
    items.push({ ...item, ...(wish.key === undefined ? {} : { key: wish.key }) })
  }
  const booker = { profile: context.profile, by: context.by, now: context.now() }
  const entries = await store.book(items, booker, context.trace)
  const left = items.length - entries.length
  const lines = entries.map((entry) => say.booked(entryText(entry, context.reader)))
  return {
    lines: left > 0 ? [...lines, say.known(left)] : lines,
    object: entries.map(({ what, place = '' }) => what || place).join(', '),
    entries,
  }
}

async function teachWord(store: MoneyStore, args: MoneyArgs, context: Changing): Promise<Told | { fault: string }> {
  const say = moneyMessages[context.language]
  const { what = '', to } = args
  if (what === '' || !to?.category) return { fault: say.what }
  const category = categoryNamed(to.category) ?? to.category
  const booker = { profile: context.profile, by: context.by, now: context.now() }
  const changed = await store.teach(what, category, booker, context.trace)
  const lines = [say.taught(what, categoryText(category, context.language), changed.length)]
  return { lines, object: what, entries: changed }
}

/** A payment with everything that the book needs; what is missing is taken from `before`. */
function wishOf(wish: MoneyWish, { language, reader }: Changing, before?: MoneyEntry): MoneyItem | { fault: string } {
  const say = moneyMessages[language]
  const amount = wish.won ?? before?.won
  if (!isWon(amount)) return { fault: say.badWon }
  const day = wish.day === undefined ? (before?.day ?? todayIn(reader)) : dayOf(wish.day, reader)
  if (day === undefined) return { fault: say.badDay }
  const named = wish.category === undefined ? undefined : (categoryNamed(wish.category) ?? wish.category)
  const { what = before?.what ?? '', place = before?.place, person = before?.person, said = before?.said } = wish
  return {
    ...{ won: amount, kind: wish.kind ?? 'spent', what: deedText(what), day },
    ...(place ? { place: deedText(place) } : {}),
    ...(person ? { person: deedText(person) } : {}),
    ...(named ? { category: deedText(named) } : {}),
    ...(said ? { said: deedText(said) } : {}),
  }
}

const dataOf = ({ day, won: amount, kind, what, category, place, person }: MoneyEntry): Json => ({
  ...{ day, won: amount, kind, what, category },
  ...(place === undefined ? {} : { place }),
  ...(person === undefined ? {} : { person }),
})

/** A day as ISO text or as a person says it. */
function dayOf(said: string, when: MoneyReader): string | undefined {
  const [, year = 0, month = 0, date = 0] = (/^(\d{4})-(\d\d)-(\d\d)/.exec(said) ?? []).map(Number)
  if (year) return civilDate(year, month, date)
  const read = readSentence(said).period(when)
  return read && read.first === read.last ? read.first : undefined
}
