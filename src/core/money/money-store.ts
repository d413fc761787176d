import { join } from 'node:path'
import type { Id, Json, MoneyItem, Principal, UndoOutcome } from '../../protocol/index.ts'
import { parseItem } from '../../std/korean/numbers/item.ts'
import { categoryOf } from '../../std/korean/search/categories.ts'
import { ulid } from '../../std/ulid.ts'
import { FoldedLog, type LogOf } from '../jobs/folded-log.ts'
import type { Trace } from '../jobs/trace.ts'
import {
  type BookItem,
  type CategoryRule,
  foldMoney,
  isMoneyLine,
  type MoneyEntry,
  type MoneyLine,
} from './money-book.ts'

/** The name of the journal of money in a home. */
const moneyName = 'money.jsonl'

const logOfMoney: LogOf<BookItem, MoneyLine> = {
  isEntry: isMoneyLine,
  fold: foldMoney,
  restored: (id, item) =>
    item === null
      ? [{ type: 'removed', id, at: 0 }]
      : 'rule' in item
        ? [{ type: 'rule', rule: item.rule }]
        : [{ type: 'booked', entry: item.entry }],
}

/** The person who books, and the moment. */
export interface Booker {
  profile: string
  by: Principal
  now: Date
}

/** The book of one home: a journal that is only added to. What a method returns is on the disk. */
export class MoneyStore {
  readonly path: string
  readonly #log: FoldedLog<BookItem, MoneyLine>

  constructor(home: string) {
    this.path = join(home, moneyName)
    this.#log = new FoldedLog(this.path, logOfMoney)
  }

  /** The lines of one person, in the order in which they were booked. */
  async entries(profile: string): Promise<MoneyEntry[]> {
    return entriesOf(await this.#log.all(), profile)
  }

  /** The person's own words for categories. */
  async words(profile: string): Promise<ReadonlyMap<string, string>> {
    return wordsOf(await this.#log.all(), profile)
  }

  /** Books payments and incomes. One whose `key` is in the book already is left out. */
  async book(items: readonly (MoneyItem & { key?: string })[], booker: Booker, trace: Trace): Promise<MoneyEntry[]> {
    return await this.#log.change((all) => {
      const [own, before] = [wordsOf(all, booker.profile), entriesOf(all, booker.profile)]
      const known = new Set(before.flatMap(({ key }) => key ?? []))
      const fresh = items.filter(({ key }) => key === undefined || !known.has(key))
      const entries = fresh.map((item) => ({ ...item, ...ownerOf(booker), category: categoryFor(item, own) }))
      const lines = entries.map((entry) => ({ type: 'booked' as const, entry }))
      return { entries: lines, result: () => entries }
    }, trace)
  }

  /** Writes corrections of lines. */
  async correct(entries: readonly MoneyEntry[], at: number, trace: Trace): Promise<void> {
    await this.#log.change(() => {
      const lines = entries.map((entry) => ({ type: 'corrected' as const, entry, at }))
      return { entries: lines, result: () => undefined }
    }, trace)
  }

  /** Takes lines out of the book. */
  async remove(ids: readonly Id[], at: number, trace: Trace): Promise<void> {
    await this.#log.change(() => {
      const lines = ids.map((id) => ({ type: 'removed' as const, id, at }))
      return { entries: lines, result: () => undefined }
    }, trace)
  }

  /** Keeps a word of the person's for a category, from now on and for what was booked under that word. */
  async teach(word: string, category: string, booker: Booker, trace: Trace): Promise<MoneyEntry[]> {
    return await this.#log.change((all) => {
      const known = [...all.values()].flatMap((one) => ('rule' in one ? [one.rule] : []))
      const same = known.find((rule) => rule.profile === booker.profile && rule.word === word)
      const at = +booker.now
      const rule: CategoryRule = { id: same?.id ?? ulid(at), word, category, profile: booker.profile, at }
      const own = new Map([[word, category]])
      const changed = entriesOf(all, booker.profile)
        .filter((entry) => entry.category !== category && categoryOf(wordsFor(entry), own) === category)
        .map((entry) => ({ ...entry, category }))
      const lines: MoneyLine[] = [
        { type: 'rule', rule },
        ...changed.map((entry) => ({ type: 'corrected' as const, entry, at })),
      ]
      return { entries: lines, result: () => changed }
    }, trace)
  }

  /** Makes the book stand as before a deed, by lines of its own. */
  takeBack(kept: Json): Promise<UndoOutcome> {
    return this.#log.takeBack(kept)
  }
}

const ownerOf = ({ profile, by, now }: Booker) => ({ id: ulid(+now), profile, by, at: +now })

const entriesOf = (all: ReadonlyMap<Id, BookItem>, profile: string): MoneyEntry[] =>
  [...all.values()].flatMap((one) => ('entry' in one && one.entry.profile === profile ? [one.entry] : []))

const wordsOf = (all: ReadonlyMap<Id, BookItem>, profile: string): Map<string, string> =>
  new Map(
    [...all.values()].flatMap((one) =>
      'rule' in one && one.rule.profile === profile ? [[one.rule.word, one.rule.category] as const] : [],
    ),
  )

const wordsFor = ({ what, place = '' }: Pick<MoneyItem, 'what' | 'place'>) => parseItem(what).name || place

/** The category of a payment: as it was said, by the person's words, by everybody's. */
function categoryFor(item: MoneyItem, own: ReadonlyMap<string, string>): string {
  if (item.category) return item.category
  if (item.kind === 'income') return 'income'
  const known = categoryOf(parseItem(item.what).name, own) ?? (item.place && categoryOf(item.place, own))
  return known ?? (item.person && item.what === '' ? 'gifts' : 'other')
}
