import { join, relative, sep } from 'node:path'
import type { ConversationScope } from '../protocol/index.ts'
import { AssistantError, type Id } from '../protocol/index.ts'
import { keepInTrash } from '../std/fs/trash.ts'
import { hasInitials } from '../std/korean/search/ranking.ts'
import { ulid } from '../std/ulid.ts'
import { type ChangeSource, type Record, readHistory, recordHistory } from './history.ts'
import { pathsIn } from './home-layout.ts'
import { type Fact, factLine, factText, type Provenance, tidyText } from './page.ts'
import { PageIndex } from './page-index.ts'
import { archivesOf } from './provenance/archive.ts'
import { addLines, type Compressed, compressPage, rawFacts, undoCompression } from './snapshots.ts'
import { addFact, type Change, forgetFact, listFacts, type Receipt, readPage, undoChange, updateFact } from './store.ts'

/** The page of a fact (SPEC §4): about a person, about the project or team, or about how this agent should act. */
export type Scope = 'personal' | 'workspace' | 'agent'
export const scopes: readonly Scope[] = ['personal', 'workspace', 'agent']

/** A fact and its place. */
export interface PlacedFact extends Fact {
  scope: Scope
  file: string
}

/** Two or more lines that may contradict each other; `id` is that of the change that brought the newest one. */
export interface Conflict {
  id: Id
  file: string
  text: string
  others: string[]
}

export type Undoable = Extract<Record, { change: Change } | { compressed: object }>

/** The result of an undo; `taken` is false when the line was edited since: a person's edit has priority. */
export interface Undone {
  taken: boolean
  file: string
  /** The line that was restored, before and after the change; absent for a page that was summarised. */
  before?: string | null
  after?: string | null
}

export type ConflictChoice = 'keep' | 'new' | 'both'

/** The file of the page that `scope` means for these names. */
export function pageOf(home: string, scope: Scope, { workspace, agent, profile }: ConversationScope): string {
  const paths = pathsIn(home)
  if (scope === 'personal') return paths.personal(profile)
  return scope === 'workspace' ? paths.workspace(workspace).memory : paths.agent(workspace, agent).memory
}

/** A page whose summary was undone is summarised again only after it has grown by this factor. */
const grown = 1.1

/** The pages of a home and their history: every change made here can be undone. */
export class Notebook {
  readonly home: string
  readonly #index: PageIndex

  constructor(home: string) {
    this.home = home
    this.#index = new PageIndex(home)
  }

  /** Adds a fact; `undo` names the change where something changed. Throws `storage`, `busy` or `bad-input`. */
  async add(
    file: string,
    text: string,
    from: Provenance,
    by: ChangeSource,
    now: Date,
  ): Promise<Receipt & { undo?: Id }> {
    const marked = by === 'noticed' || by === 'kept' ? { ...from, by } : from
    const receipt = await addFact(file, text, marked, now)
    if (receipt.status === 'known') return receipt
    const conflicts = receipt.conflicts.map((fact) => fact.text)
    return { ...receipt, ...(await this.#note(receipt, by, now, conflicts)) }
  }

  /** Replaces the one fact that `old` names. Undefined when none or several are meant. */
  async update(file: string, old: string, text: string, from: Provenance, by: ChangeSource, now: Date) {
    const change = await updateFact(file, old, text, from, now)
    return change && { ...change, ...(await this.#note(change, by, now)) }
  }

  /** Removes the one fact that `text` names. Undefined when none or several are meant. */
  async forget(file: string, text: string, by: ChangeSource, now: Date) {
    const change = await forgetFact(file, text, now)
    const lines = change?.before === null || !change ? [] : [change.before]
    const trash =
      lines.length > 0
        ? {
            trash: await keepInTrash(this.home, +now, {
              ...{ by: 'person', path: file, title: factText(lines[0] ?? ''), lines },
            }),
          }
        : {}
    return change && { ...change, ...trash, ...(await this.#note(change, by, now)) }
  }

  /** The facts on the pages of these scopes, as they stand now. */
  async facts(who: ConversationScope, of: readonly Scope[] = scopes): Promise<PlacedFact[]> {
    const pages = of.map(async (scope) => {
      const file = pageOf(this.home, scope, who)
      return (await listFacts(file)).map((fact) => ({ ...fact, scope, file }))
    })
    return (await Promise.all(pages)).flat()
  }

  /** Lines of these pages that have expired. */
  async archived(who: ConversationScope, of: readonly Scope[] = scopes): Promise<PlacedFact[]> {
    const pages = of.flatMap((scope) => archivesOf(pageOf(this.home, scope, who)).map((file) => ({ scope, file })))
    const facts = pages.map(async (page) => (await listFacts(page.file)).map((fact) => ({ ...fact, ...page })))
    return (await Promise.all(facts)).flat()
  }

  /** Sources of the lines of these pages that were written after text from outside. */
  async sources(who: ConversationScope): Promise<string[]> {
    const named = (await this.facts(who)).flatMap(({ from }) => from?.source ?? [])
    return [...new Set(named)].map((source) => `memory (${source})`)
  }

  /** The lines that answer a query best: facts, and what else a person wrote on a page. */
  async search(
    query: string,
    who: ConversationScope,
    limit: number,
    of: readonly Scope[] = scopes,
  ): Promise<PlacedFact[]> {
    const pages = of.map((scope) => [pageOf(this.home, scope, who), scope] as const)
    // Expired lines are found, too: a question may be about the past.
    const files = new Map(
      pages.flatMap(([page, scope]) => [page, ...archivesOf(page)].map((file) => [file, scope] as const)),
    )
    const found = hasInitials(query)
      ? await this.#index.searchInitials(query, [...files.keys()], limit)
      : (await this.#index.search(query, [...files.keys()], limit, 0)).filter(({ matched }) => matched.length > 0)
    return found.map(({ file, block: { line, text, from } }) => ({
      scope: files.get(file) ?? 'personal',
      file,
      line,
      text,
      below: 0,
      ...(from ? { from } : {}),
    }))
  }

  /**
   * The facts that `words` may mean: the one at that place (`memory/me.md:3`), the one that says just that, else all
   * that hold them.
   */
  async meant(words: string, who: ConversationScope, of: readonly Scope[] = scopes): Promise<PlacedFact[]> {
    const wanted = tidyText(words).toLowerCase()
    const facts = await this.facts(who, of)
    const [, page, line] = /^(\S.*\.md):(\d+)$/.exec(words.trim()) ?? []
    if (page)
      return facts.filter(({ file, line: at }) => join(sep, file).endsWith(join(sep, page)) && at === Number(line))
    const exact = facts.filter(({ text }) => text.toLowerCase() === wanted)
    return exact.length > 0
      ? exact.slice(0, 1)
      : facts.filter(({ text }) => wanted !== '' && text.toLowerCase().includes(wanted))
  }

  /** Changes that were not undone, newest first. */
  async changes(): Promise<Undoable[]> {
    const records = await readHistory(this.home)
    const undone = new Set(records.flatMap((record) => ('undone' in record ? [record.undone] : [])))
    const open = records.filter((record) => ('change' in record || 'compressed' in record) && !undone.has(record.id))
    return (open as Undoable[]).reverse()
  }

  /**
   * Takes a change or a compression back, the last one unless `id` says which; undefined when there is nothing to undo.
   */
  async undo(now: Date, id?: Id): Promise<Undone | undefined> {
    if (id !== undefined && (await this.#reopen(id, now))) return { taken: true, file: this.home }
    const changes = await this.changes()
    const name = id ?? changes[0]?.id
    // Pages that were summarised together are restored together.
    const records = changes.filter((record) => record.id === name)
    if (name === undefined || records.length === 0) return undefined
    const noteUndo = (what: { undoing: Id; refused?: true } | { undone: Id }) =>
      recordHistory(this.home, { v: 1, id: ulid(+now), at: +now, ...what })
    const isBegun = await this.#isBegun(name)
    if (!isBegun) await noteUndo({ undoing: name })
    const undone: Undone[] = []
    for (const record of records) undone.push(await this.#takeBack(record, now))
    // Changes that a cut undo had made already is no edit of a person.
    const taken = isBegun || undone.every((one) => one.taken)
    await noteUndo(taken ? { undone: name } : { undoing: name, refused: true })
    return { ...(undone[0] as Undone), taken }
  }

  /** Takes the decision about a contradiction back; false where the id names none. */
  async #reopen(id: Id, now: Date): Promise<boolean> {
    const decision = (await readHistory(this.home)).find((record) => 'settled' in record && record.id === id)
    if (decision) await recordHistory(this.home, { v: 1, id: ulid(+now), at: +now, undone: id })
    return decision !== undefined
  }

  /** True if an undo of this change was begun and neither done nor refused. */
  async #isBegun(name: Id): Promise<boolean> {
    const last = (await readHistory(this.home)).findLast((record) => 'undoing' in record && record.undoing === name)
    return last !== undefined && 'undoing' in last && last.refused !== true
  }

  async #takeBack(record: Undoable, now: Date): Promise<Undone> {
    if ('compressed' in record) {
      const file = join(this.home, record.compressed.file)
      const taken = await undoCompression(file, record.compressed.snapshot, record.compressed.left, now, this.home)
      if (taken) await this.keepWhole(file, now)
      return { file, taken }
    }
    const change = { ...record.change, file: join(this.home, record.change.file) }
    return { file: change.file, taken: await undoChange(change, now), before: change.before, after: change.after }
  }

  /** Texts that were forgotten, replaced or undone: fact extraction must not add them again. */
  async forgotten(): Promise<string[]> {
    const records = await readHistory(this.home)
    const undone = new Set(records.flatMap((record) => ('undone' in record ? [record.undone] : [])))
    return records.flatMap((record) => {
      if (!('change' in record)) return []
      const { before, after } = record.change
      const gone = undone.has(record.id) ? after : before
      return gone === null ? [] : [factText(gone)]
    })
  }

  /** Contradictions that nobody has settled and of which both sides still stand. */
  async conflicts(): Promise<Conflict[]> {
    const records = await readHistory(this.home)
    const undone = new Set(records.flatMap((record) => ('undone' in record ? [record.undone] : [])))
    const settled = records.flatMap((r) => ('settled' in r && !undone.has(r.id) ? [r.settled] : []))
    const closed = new Set([...undone, ...settled])
    const pages = new Map<string, ReadonlySet<string>>()
    const open: Conflict[] = []
    for (const record of records) {
      if (!('change' in record) || !record.conflicts?.length || closed.has(record.id)) continue
      const file = join(this.home, record.change.file)
      const texts = pages.get(file) ?? new Set((await listFacts(file)).map(({ text }) => text))
      pages.set(file, texts)
      const [text, others] = [factText(record.change.after), record.conflicts.filter((other) => texts.has(other))]
      if (texts.has(text) && others.length > 0) open.push({ id: record.id, file, text, others })
    }
    return open
  }

  /**
   * Settles a contradiction: keep what stood before, use what is new, or let both stand. Resolves to what it changed,
   * the decision itself last; undefined when there is no such one.
   */
  async settle(id: Id, how: ConflictChoice, now: Date): Promise<{ undo?: Id; trash?: string }[] | undefined> {
    const conflict = (await this.conflicts()).find((one) => one.id === id)
    if (!conflict) return undefined
    const gone = how === 'both' ? [] : how === 'keep' ? [conflict.text] : conflict.others
    const changes: { undo?: Id; trash?: string }[] = []
    for (const text of gone) changes.push((await this.forget(conflict.file, text, 'person', now)) ?? {})
    const decision = ulid(+now)
    await recordHistory(this.home, { v: 1, id: decision, at: +now, settled: id })
    return [...changes, { undo: decision }]
  }

  /**
   * Replaces a page by a summary of it (see `compressPage`); `undo` names it. A page that stays whole is remembered
   * as such.
   */
  async compress(
    file: string,
    was: string,
    summary: string,
    now: Date,
    id = ulid(+now),
  ): Promise<Compressed & { undo?: Id }> {
    const done = await compressPage(file, was, summary, now, this.home)
    const place = relative(this.home, file)
    if (done.status === 'whole') await this.#log({ v: 1, id, at: +now, whole: { file: place, size: was.length } })
    if (done.status !== 'shorter') return done
    const left = rawFacts(await readPage(file))
    const noted = await this.#log({ v: 1, id, at: +now, compressed: { file: place, snapshot: done.snapshot, left } })
    return { ...done, ...(noted ? { undo: id } : {}) }
  }

  /**
   * Adds many facts at once, those that the page has not; `id` undoes it, the page then stands as before. Returns how
   * many were added.
   */
  async takeOver(
    file: string,
    facts: readonly { text: string; from: Provenance }[],
    now: Date,
    id: Id,
  ): Promise<number> {
    const there = new Set((await listFacts(file)).map(({ text }) => text.toLowerCase()))
    const fresh = facts.filter(({ text }) => tidyText(text) !== '' && !there.has(tidyText(text).toLowerCase()))
    if (fresh.length === 0) return 0
    const lines = fresh.map(({ text, from }) => factLine(text, from))
    const snapshot = await addLines(file, lines, now, this.home)
    const left = rawFacts(await readPage(file))
    await this.#log({ v: 1, id, at: +now, compressed: { file: relative(this.home, file), snapshot, left } })
    return fresh.length
  }

  /** Exempts a page from summaries, after a person has undone one. */
  async keepWhole(file: string, now: Date): Promise<void> {
    const { length } = await readPage(file)
    await this.#log({
      v: 1,
      id: ulid(+now),
      at: +now,
      whole: { file: relative(this.home, file), size: length, byPerson: true },
    })
  }

  /**
   * True if nothing shorter was found for this page as long as it is now, or a person brought it back and it has not
   * grown much since.
   */
  async staysWhole(file: string, size: number): Promise<boolean> {
    const place = relative(this.home, file)
    const last = (await readHistory(this.home)).findLast((record) => 'whole' in record && record.whole.file === place)
    if (last === undefined || !('whole' in last)) return false
    return size === last.whole.size || (last.whole.byPerson === true && size <= last.whole.size * grown)
  }

  async #note(
    { file, line, before, after }: Change,
    by: ChangeSource,
    now: Date,
    conflicts: string[] = [],
  ): Promise<{ undo?: Id }> {
    const id = ulid(+now)
    const change = { file: relative(this.home, file), line, before, after }
    const record: Record = { v: 1, id, at: +now, by, change, ...(conflicts.length > 0 ? { conflicts } : {}) }
    return (await this.#log(record)) ? { undo: id } : {}
  }

  /**
   * The page is what counts: when only its history cannot be written, the change stands and cannot be undone by name.
   */
  async #log(record: Record): Promise<boolean> {
    try {
      await recordHistory(this.home, record)
      return true
    } catch (error) {
      if (error instanceof AssistantError) return false
      throw error
    }
  }
}
