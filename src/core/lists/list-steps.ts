import type { Language } from '../../messages/language.ts'
import { listMessages } from '../../messages/tools/lists.ts'
import type { ListStep } from '../../protocol/index.ts'
import {
  addAmounts,
  type CountedItem,
  inUnitOf,
  itemText,
  parseAmount,
  parseItem,
  takeAmounts,
} from '../../std/korean/numbers/item.ts'
import { bareListName, hasQuantities, purposeOfList } from '../../std/korean/search/list-names.ts'
import { isSameName } from '../../std/korean/search/named-item.ts'
import { type ChecklistEdit, editChecklist } from '../../std/text/checklist.ts'
import { type ListedItem, listedItems, listedText, newPage } from './list-page.ts'
import { type ListPages, listNamed } from './list-store.ts'
import { findMeant, type MeantItem, mergeItems, withoutArticle } from './meant-items.ts'

/** The pages that come of some steps, and what is to be told of each. `fault`: nothing is to be written. */
export interface StepsResult {
  pages: Map<string, string | undefined>
  told: string[]
  fault?: string
}

type Say = (typeof listMessages)['ko']

/** Makes the steps one after the other; the first that cannot be made leaves everything as it was. */
export function applySteps(pages: ListPages, steps: readonly ListStep[], language: Language): StepsResult {
  const work = new StepsWork(pages, language)
  for (const step of steps) {
    const fault = work.make(step)
    if (fault) return { pages: new Map(), told: [], fault }
  }
  return { pages: work.pages, told: work.told }
}

class StepsWork {
  readonly pages: Map<string, string | undefined>
  readonly told: string[] = []
  readonly #say: Say

  constructor(pages: ListPages, language: Language) {
    this.pages = new Map(pages)
    this.#say = listMessages[language]
  }

  /** Makes one step; what is wrong with it, as a sentence. */
  make(step: ListStep): string | undefined {
    switch (step.action) {
      case 'create':
        return this.#create(step)
      case 'add':
        return this.#add(step)
      case 'tick':
        return this.#mark(step, true)
      case 'untick':
        return this.#mark(step, false)
      case 'remove':
        return this.#remove(step)
      case 'set':
        return this.#set(step)
      case 'rename':
        return this.#rename(step)
      case 'due':
        return this.#due(step)
      case 'move':
        return this.#move(step)
      case 'clear':
      case 'delete':
        return this.#clear(step)
      default:
        return step.action satisfies never
    }
  }

  get #known(): Map<string, string> {
    return new Map([...this.pages].flatMap(([list, page]) => (page === undefined ? [] : [[list, page]])))
  }

  #items(list?: string): ListedItem[] {
    const name = list === undefined ? undefined : this.#listOf(list)
    const all = [...this.#known].filter(([one]) => name === undefined || one === name)
    // A thing that stands on several lists is meant where it is to be bought.
    const rankOf = (one: string) => (purposeOfList(one) === 'shopping' ? 0 : 1)
    return all.sort(([a], [b]) => rankOf(a) - rankOf(b)).flatMap(([one, page]) => listedItems(one, page))
  }

  /** The page that a name means. A new list of a kind is called as the language calls it. */
  #listOf(said: string): string {
    const found = listNamed(this.#known, said)
    if (this.pages.get(found) !== undefined) return found
    const kind = purposeOfList(said)
    return kind === 'other' ? found : this.#say[kind]
  }

  #edit(list: string, edits: readonly ChecklistEdit[]): void {
    const page = this.pages.get(list)
    this.pages.set(list, editChecklist(page ?? newPage(list), edits))
  }

  #create({ list = '' }: ListStep): string | undefined {
    const name = this.#listOf(list)
    if (name === '' || bareListName(list) === '') return this.#say.badName
    const isKnown = this.pages.get(name) !== undefined
    if (!isKnown) this.pages.set(name, newPage(name))
    this.told.push(isKnown ? this.#say.known(name) : this.#say.made(name))
    return undefined
  }

  #add({ list: said = this.#say.shopping, items = [], due, more = false, sources = [] }: ListStep): string | undefined {
    const list = this.#listOf(said)
    if (list === '') return this.#say.badName
    if (items.length === 0) return this.#say.which
    const [fresh, there, again]: [string[], string[], string[]] = [[], [], []]
    for (const [index, phrase] of items.map((one) => one.trim()).entries()) {
      if (phrase === '') continue
      const source = sources[index]
      const item: CountedItem = hasQuantities(list) ? parseItem(phrase) : { name: phrase, quantities: [] }
      const wanted = {
        ...item,
        name: withoutArticle(item.name, list),
        ...(due ? { due } : {}),
        ...(source ? { source } : {}),
      }
      const before = this.#folded(list, wanted.name)
      if (!before) {
        this.#edit(list, [{ add: listedText(wanted) }])
        fresh.push(itemText(wanted))
        continue
      }
      const after = mergeItems(before, wanted, more)
      const text = listedText(after)
      const isSame = text === listedText(before)
      if (!isSame || before.done) this.#edit(list, [{ at: before.at, done: false, ...(isSame ? {} : { text }) }])
      if (before.done) again.push(itemText(after))
      else if (isSame) there.push(itemText(after))
      else if (itemText(before) !== itemText(after))
        this.told.push(this.#say.changed(list, itemText(before), itemText(after)))
    }
    const say = this.#say
    if (fresh.length > 0) this.told.push(say.added(list, fresh.join(', ')))
    if (again.length > 0) this.told.push(say.again(list, again.join(', ')))
    if (there.length > 0) this.told.push(say.there(list, there.join(', ')))
    return undefined
  }

  /** The thing of that name. Open ones that two devices or a hand wrote twice become one, with both amounts. */
  #folded(list: string, name: string): ListedItem | undefined {
    const same = this.#items(list).filter((one) => one.list === list && isSameName(one.name, name))
    const [first, ...more] = same.filter(({ done }) => !done)
    if (!first || more.length === 0) return first ?? same[0]
    const quantities = more.reduce((sum, one) => addAmounts(sum, one.quantities), first.quantities)
    const after = { ...first, quantities }
    this.#edit(list, [
      { at: first.at, text: listedText(after) },
      ...more.map(({ at }) => ({ at, remove: true as const })),
    ])
    return after
  }

  /** The things that are meant; a sentence where one is not there, or several could be. */
  #found({ items = [], list }: ListStep, prefer?: (item: ListedItem) => boolean): MeantItem[] | string {
    return findMeant(this.#items(list), items, this.#say, prefer)
  }

  #mark(step: ListStep, done: boolean): string | undefined {
    const say = this.#say
    if ((step.items ?? []).length === 0 && done) return this.#markAll(step)
    const found = this.#found(step, (item) => item.done !== done)
    if (typeof found === 'string') return found
    const [now, before]: [ListedItem[], ListedItem[]] = [[], []]
    for (const { item, phrase } of found) {
      const said = phrase === '' ? [] : inUnitOf(item.quantities, parseItem(phrase).quantities)
      const left = takeAmounts(item.quantities, said)
      const isPart =
        done && said.length > 0 && left.length > 0 && itemText(item) !== itemText({ ...item, quantities: left })
      if (item.done === done) before.push(item)
      else if (isPart) {
        const text = listedText({ ...item, quantities: left })
        this.#edit(item.list, [{ at: item.at, text }])
        this.told.push(say.partly(item.list, phrase, itemText({ ...item, quantities: left })))
      } else {
        this.#edit(item.list, [{ at: item.at, done }])
        now.push(item)
      }
    }
    for (const [list, items] of Map.groupBy(now, (item) => item.list)) {
      const names = items.map(itemText).join(', ')
      const left = this.#items(list).filter((item) => item.list === list && !item.done).length
      this.told.push(done ? say.ticked(list, names, left) : say.opened(list, names))
    }
    for (const [list, items] of Map.groupBy(before, (item) => item.list)) {
      const names = items.map(itemText).join(', ')
      this.told.push(done ? say.tickedBefore(list, names) : say.openBefore(list, names))
    }
    return undefined
  }

  #markAll({ list: said = this.#say.shopping }: ListStep): string | undefined {
    const list = this.#listOf(said)
    const open = this.#items(list).filter((item) => item.list === list && !item.done)
    if (this.pages.get(list) === undefined) return this.#noList(said)
    this.#edit(
      list,
      open.map(({ at }) => ({ at, done: true })),
    )
    this.told.push(open.length > 0 ? this.#say.ticked(list, open.map(itemText).join(', '), 0) : this.#say.head(list, 0))
    return undefined
  }

  #noList(said: string): string {
    return this.#say.unknownList(bareListName(said), [...this.#known.keys()].join(', '))
  }

  #remove(step: ListStep): string | undefined {
    const found = this.#found(step)
    if (typeof found === 'string') return found
    const gone: ListedItem[] = []
    for (const { item, phrase } of found) {
      const now = this.#items(item.list).find((one) => one.list === item.list && one.name === item.name) ?? item
      const said = phrase === '' ? [] : parseItem(phrase).quantities
      const left = takeAmounts(now.quantities, said)
      if (said.length > 0 && left.length > 0 && itemText({ ...now, quantities: left }) !== itemText(now)) {
        const text = listedText({ ...now, quantities: left })
        this.#edit(now.list, [{ at: now.at, text }])
        this.told.push(this.#say.changed(now.list, itemText(now), itemText({ ...now, quantities: left })))
        continue
      }
      this.#edit(now.list, [{ at: now.at, remove: true }])
      gone.push(now)
    }
    for (const [list, items] of Map.groupBy(gone, (item) => item.list))
      this.told.push(this.#say.removed(list, items.map(itemText).join(', ')))
    return undefined
  }

  #set(step: ListStep): string | undefined {
    const found = this.#found({ ...step, items: (step.items ?? []).map((phrase) => parseItem(phrase).name) })
    if (typeof found === 'string') return found
    found.forEach(({ item }, index) => {
      const phrase = step.items?.[index] ?? ''
      const said = parseItem(phrase).quantities
      const quantities = said.length > 0 ? said : [parseAmount(phrase) ?? []].flat()
      this.#rewrite(item, { ...item, quantities })
    })
    return undefined
  }

  #rewrite(item: ListedItem, after: ListedItem): void {
    this.#edit(item.list, [{ at: item.at, text: listedText(after) }])
    this.told.push(this.#say.changed(item.list, itemText(item), itemText(after)))
  }

  #rename(step: ListStep): string | undefined {
    const found = this.#found(step)
    if (typeof found === 'string') return found
    const { to = '' } = step
    for (const { item } of found) {
      const said = hasQuantities(item.list) ? parseItem(to) : { name: to, quantities: [] }
      this.#rewrite(item, {
        ...item,
        name: said.name,
        ...(said.quantities.length > 0 ? { quantities: said.quantities } : {}),
      })
    }
    return undefined
  }

  #due(step: ListStep): string | undefined {
    const found = this.#found(step, (item) => !item.done)
    if (typeof found === 'string') return found
    for (const { item } of found) {
      const { due: _, ...bare } = item
      const after = step.due ? { ...bare, due: step.due } : bare
      this.#edit(item.list, [{ at: item.at, text: listedText(after) }])
      if (!step.due) this.told.push(this.#say.noDue(itemText(item)))
    }
    return undefined
  }

  #move(step: ListStep): string | undefined {
    const found = this.#found(step, (item) => !item.done)
    if (typeof found === 'string') return found
    const to = this.#listOf(step.to ?? '')
    if (to === '') return this.#say.which
    for (const { item } of found) {
      if (item.list === to) continue
      const told = this.told.length
      const { due, source } = item
      const more = { ...(due === undefined ? {} : { due }), ...(source ? { sources: [source] } : {}) }
      this.#add({ action: 'add', list: to, items: [itemText(item)], ...more })
      this.told.length = told
      const now = this.#items(item.list).find((one) => one.list === item.list && one.name === item.name) ?? item
      this.#edit(now.list, [{ at: now.at, remove: true }])
      this.told.push(this.#say.moved(item.list, to, itemText(item)))
    }
    return undefined
  }

  #clear({ action, list: said = this.#say.shopping, done = false }: ListStep): string | undefined {
    const list = this.#listOf(said)
    if (this.pages.get(list) === undefined) return this.#noList(said)
    if (action === 'delete') {
      this.pages.set(list, undefined)
      this.told.push(this.#say.deleted(list))
      return undefined
    }
    const items = this.#items(list).filter((item) => item.list === list && (item.done || !done))
    this.#edit(
      list,
      items.map(({ at }) => ({ at, remove: true })),
    )
    this.told.push(items.length > 0 ? this.#say.cleared(list, items.length) : this.#say.clearedNone(list))
    return undefined
  }
}
