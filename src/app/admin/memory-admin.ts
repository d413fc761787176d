import { join, relative } from 'node:path'
import { type ImportedFact, type ReadExport, readExport } from '../../memory/exchange.ts'
import { pathsIn } from '../../memory/home-layout.ts'
import {
  type Conflict,
  type ConflictChoice,
  Notebook,
  type PlacedFact,
  pageOf,
  type Scope,
  scopes,
  type Undone,
} from '../../memory/notebook.ts'
import type { Provenance } from '../../memory/page.ts'
import { type FactOrigin, type FindSource, originOf } from '../../memory/provenance/origin.ts'
import { coveredBy } from '../../memory/search.ts'
import { listSnapshots, readSnapshot, restoreSnapshot, type Snapshot } from '../../memory/snapshots.ts'
import { type Change, type Receipt, readPage } from '../../memory/store.ts'
import type { ConversationScope } from '../../protocol/index.ts'
import { fail, type Id } from '../../protocol/index.ts'
import { holdsUntil } from '../../std/korean/dates/until.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { ulid } from '../../std/ulid.ts'
import { diffLines } from '../../tools/files/diff.ts'

/**
 * A snapshot with the page it was taken of, a page of memory or the persona of the agent; `name` is its place under
 * the home.
 */
export interface PlacedSnapshot extends Snapshot {
  scope: Scope
  page: string
}

/**
 * Memory by hand, for commands and screens: everything in it is the owner's own doing. Files are told relative to the
 * home.
 */
export interface MemoryAdmin {
  list(scope?: Scope): Promise<PlacedFact[]>
  /** Lines whose time is over. */
  archived(scope?: Scope): Promise<PlacedFact[]>
  /** Return the sources of the lines that these words mean, best first. */
  why(text: string): Promise<FactOrigin[]>
  add(text: string, scope: Scope): Promise<Receipt & { undo?: Id }>
  search(query: string, limit: number): Promise<PlacedFact[]>
  /** The lines that these words may mean, on the pages of this scope or on all. */
  meant(text: string, scope?: Scope): Promise<PlacedFact[]>
  /** Removes the one line that is meant; undefined when none or several are. */
  forget(text: string, scope?: Scope): Promise<(Change & { undo?: Id }) | undefined>
  /** Takes the mark of text from outside off the one line that is meant; undefined when none or several are. */
  trust(text: string): Promise<Change | undefined>
  /**
   * Writes a line anew: with another text, with the day on which it ends, or as `sure`, without the marks that call
   * it noticed or from outside. Undefined when it has changed meanwhile.
   */
  rewrite(
    fact: PlacedFact,
    to: { text: string; sure?: boolean; until?: string },
  ): Promise<(Change & { undo?: Id }) | undefined>
  /**
   * Return the facts of an export that are not remembered yet, in any wording; undefined where the file holds no facts.
   */
  preview(text: string): Promise<{ kind: ReadExport['kind']; facts: ImportedFact[]; known: number } | undefined>
  /** Takes facts over; one `undo` takes all of them back. Returns how many lines were new. */
  takeOver(facts: readonly ImportedFact[]): Promise<{ count: number; undo: Id }>
  /** The last change, or the one of that name. Undefined when there is none. */
  undo(id?: Id): Promise<Undone | undefined>
  conflicts(): Promise<Conflict[]>
  settle(id: Id, how: ConflictChoice): Promise<boolean>
  snapshots(): Promise<PlacedSnapshot[]>
  /** Puts a snapshot back byte for byte; tells the page. Throws `bad-input` {snapshot}. */
  restore(name: string): Promise<string>
  /** Return the changes since: `- ` lines of the snapshot, `+ ` lines of the page as it is. */
  diff(name: string): Promise<string[]>
}

/** Memory by hand, of one person in one workspace with one agent. */
export function createMemoryAdmin(
  home: string,
  scope: ConversationScope,
  zone: string,
  now: () => Date,
  find: FindSource,
): MemoryAdmin {
  const notebook = new Notebook(home)
  return {
    ...factReader(notebook, scope, find),
    ...factWriter(notebook, scope, zone, now),
    ...exchange(notebook, scope, zone, now),
    ...snapshotAdmin(home, scope, now),
  }
}

type SnapshotAdmin = Pick<MemoryAdmin, 'snapshots' | 'restore' | 'diff'>
type FactReader = Pick<MemoryAdmin, 'list' | 'archived' | 'why' | 'search' | 'meant' | 'conflicts'>

/** Files as they are told: relative to the home. */
const withRelativeFile = <T extends { file: string }>(home: string, one: T): T => ({
  ...one,
  file: relative(home, one.file),
})

/** Lines that one question is answered with. */
const mostOrigins = 3

function factReader(notebook: Notebook, who: ConversationScope, find: FindSource): FactReader {
  const { home } = notebook
  const showRelative = <T extends { file: string }>(one: T): T => withRelativeFile(home, one)
  const findMeant = (text: string, scope?: Scope) => notebook.meant(text, who, scope ? [scope] : scopes)
  return {
    list: async (scope) => (await notebook.facts(who, scope ? [scope] : scopes)).map(showRelative),
    archived: async (scope) => (await notebook.archived(who, scope ? [scope] : scopes)).map(showRelative),
    async why(text) {
      // A line of one's own page by its number, as `memory list` shows it.
      const numbered = /^\d+$/.test(text.trim()) ? await notebook.facts(who, ['personal']) : []
      const there = numbered.filter(({ line }) => line === Number(text))
      const named = there.length > 0 ? there : await findMeant(text)
      const facts = named.length > 0 ? named : await notebook.search(text, who, mostOrigins)
      return Promise.all(facts.slice(0, mostOrigins).map((fact) => originOf(home, fact, find)))
    },
    search: async (query, limit) => (await notebook.search(query, who, limit)).map(showRelative),
    meant: async (text, scope) => (await findMeant(text, scope)).map(showRelative),
    conflicts: async () => (await notebook.conflicts()).map(showRelative),
  }
}

/** Without the marks that call a line noticed or from outside. */
const confirmProvenance = ({ by: _, source: __, ...known }: Provenance): Provenance => known

/**
 * Return the source of a line that the person rewrote: their hand on that day, no longer the message. An end goes over
 * to the new words unless the old ones had told it ("이번 주는 재택").
 */
function inOtherWords(
  { conversation: _, until, ...known }: Provenance,
  before: Provenance,
  after: Provenance,
): Provenance {
  return { ...known, ...(until && !before.until ? { until } : {}), ...after }
}

const importedFrom = ({ date, until, source }: ImportedFact, today: string): Provenance => ({
  date: date ?? today,
  by: 'imported',
  ...(until ? { until } : {}),
  ...(source ? { source } : {}),
})

function factWriter(
  notebook: Notebook,
  who: ConversationScope,
  zone: string,
  now: () => Date,
): Omit<MemoryAdmin, keyof SnapshotAdmin | keyof FactReader | keyof Exchange> {
  const { home } = notebook
  const showRelative = <T extends { file: string }>(one: T): T => withRelativeFile(home, one)
  const shownIf = <T extends { file: string }>(one: T | undefined) => one && showRelative(one)
  const from = (text = ''): Provenance => {
    const until = holdsUntil(text, { now: now(), zone })
    return { date: isoDate(now(), zone), ...(until ? { until } : {}) }
  }
  return {
    add: async (text, scope) =>
      showRelative(await notebook.add(pageOf(home, scope, who), text, from(text), 'person', now())),
    async forget(text, scope) {
      const [line, other] = await notebook.meant(text, who, scope ? [scope] : scopes)
      return shownIf(line && !other ? await notebook.forget(line.file, line.text, 'person', now()) : undefined)
    },
    async trust(text) {
      const [line, other] = (await notebook.meant(text, who)).filter(({ from }) => from?.source)
      if (!line?.from || other) return undefined
      return showRelative(
        (await notebook.update(line.file, line.text, line.text, confirmProvenance(line.from), 'person', now())) ??
          fail('busy'),
      )
    },
    async rewrite({ file, text, from: was }, { text: wanted, sure, until }) {
      const known = sure ? confirmProvenance(was ?? from()) : (was ?? from())
      const next = wanted === text ? known : inOtherWords(known, from(text), from(wanted))
      const lasting = { ...next, ...(until ? { until } : {}) }
      return shownIf(await notebook.update(join(home, file), text, wanted, lasting, 'person', now()))
    },
    undo: async (id) => shownIf(await notebook.undo(now(), id)),
    settle: async (id, how) => (await notebook.settle(id, how, now())) !== undefined,
  }
}

type Exchange = Pick<MemoryAdmin, 'preview' | 'takeOver'>

function exchange(notebook: Notebook, who: ConversationScope, zone: string, now: () => Date): Exchange {
  const { home } = notebook
  return {
    async preview(text) {
      const { noticeFacts } = await import('../../llm/rules/facts/notice.ts')
      const found = readExport(text, (words, at) => noticeFacts(words, { now: at, zone }))
      if (!found) return undefined
      const there = (await notebook.facts(who)).map((fact) => fact.text)
      const isThere = coveredBy(there)
      const facts = found.facts.filter((fact) => !isThere(fact.text))
      return { kind: found.kind, facts, known: found.facts.length - facts.length }
    },
    async takeOver(facts) {
      const id = ulid(+now())
      const counts: number[] = []
      for (const scope of scopes) {
        const lines = facts
          .filter((fact) => fact.scope === scope)
          .map((fact) => ({ text: fact.text, from: importedFrom(fact, isoDate(now(), zone)) }))
        counts.push(await notebook.takeOver(pageOf(home, scope, who), lines, now(), id))
      }
      return { count: counts.reduce((sum, one) => sum + one, 0), undo: id }
    },
  }
}

function snapshotAdmin(home: string, who: ConversationScope, now: () => Date): SnapshotAdmin {
  const pages = [
    ...scopes.map((scope) => ({ scope, file: pageOf(home, scope, who) })),
    { scope: 'agent' as const, file: pathsIn(home).agent(who.workspace, who.agent).persona },
  ]
  const placedSnapshots = async (): Promise<PlacedSnapshot[]> => {
    const all = pages.map(async ({ scope, file }) => {
      const page = relative(home, file)
      const taken = await listSnapshots(file)
      return taken.map((one) => ({ ...one, scope, page, name: join(page, '..', one.name) }))
    })
    return (await Promise.all(all)).flat()
  }
  /** The page of a snapshot, and the snapshot's file beside it. */
  const findSnapshot = async (name: string) => {
    const found = (await placedSnapshots()).find((one) => one.name === name)
    if (!found) return fail('bad-input', { detail: `no snapshot ${name}`, data: { snapshot: name } })
    return { page: found.page, path: join(home, found.page), file: name.slice(name.lastIndexOf('/') + 1) }
  }
  return {
    snapshots: placedSnapshots,
    async restore(name) {
      const { page, path, file } = await findSnapshot(name)
      await restoreSnapshot(path, file, now(), home)
      await new Notebook(home).keepWhole(path, now())
      return page
    },
    async diff(name) {
      const { path, file } = await findSnapshot(name)
      const old = (await readSnapshot(path, file)).toString('utf8')
      return diffLines(old.split('\n'), (await readPage(path)).split('\n'))
    },
  }
}
