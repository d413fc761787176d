import { join, relative } from 'node:path'
import { pathsIn } from '../../memory/home-layout.ts'
import {
  type Conflict,
  Notebook,
  type Placed,
  pageOf,
  type Scope,
  type Settling,
  scopes,
  type Undone,
} from '../../memory/notebook.ts'
import { listSnapshots, readSnapshot, restoreSnapshot, type Snapshot } from '../../memory/snapshots.ts'
import { type Change, type Receipt, readPage } from '../../memory/store.ts'
import type { ConversationScope } from '../../protocol/index.ts'
import { fail, type Id } from '../../protocol/index.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { diff } from '../../tools/files/diff.ts'

/** A snapshot with the page it was taken of, a page of memory or the persona of the agent; `name` is its place under the home. */
export interface PlacedSnapshot extends Snapshot {
  scope: Scope
  page: string
}

/** Memory by hand, for commands and screens: everything in it is the owner's own doing. Files are told relative to the home. */
export interface MemoryAdmin {
  list(scope?: Scope): Promise<Placed[]>
  add(text: string, scope: Scope): Promise<Receipt & { undo?: Id }>
  search(query: string, limit: number): Promise<Placed[]>
  /** The lines that these words may mean, on the pages of this scope or on all. */
  meant(text: string, scope?: Scope): Promise<Placed[]>
  /** Removes the one line that is meant; undefined when none or several are. */
  forget(text: string, scope?: Scope): Promise<(Change & { undo?: Id }) | undefined>
  /** Takes the mark of text from outside off the one line that is meant; undefined when none or several are. */
  trust(text: string): Promise<Change | undefined>
  /** The last change, or the one of that name. Undefined when there is none. */
  undo(id?: Id): Promise<Undone | undefined>
  conflicts(): Promise<Conflict[]>
  settle(id: Id, how: Settling): Promise<boolean>
  snapshots(): Promise<PlacedSnapshot[]>
  /** Puts a snapshot back byte for byte; tells the page. Throws `bad-input` {snapshot}. */
  restore(name: string): Promise<string>
  /** What changed since: `- ` lines of the snapshot, `+ ` lines of the page as it is. */
  diff(name: string): Promise<string[]>
}

/** Memory by hand, of one person in one workspace with one agent. */
export function createMemoryAdmin(home: string, scope: ConversationScope, zone: string, now: () => Date): MemoryAdmin {
  return { ...factAdmin(home, scope, zone, now), ...snapshotAdmin(home, scope, now) }
}

type SnapshotAdmin = Pick<MemoryAdmin, 'snapshots' | 'restore' | 'diff'>

function factAdmin(home: string, who: ConversationScope, zone: string, now: () => Date): Omit<MemoryAdmin, keyof SnapshotAdmin> {
  const notebook = new Notebook(home)
  const shown = <T extends { file: string }>(one: T): T => ({ ...one, file: relative(home, one.file) })
  const from = () => ({ date: isoDate(now(), zone) })
  const meant = (text: string, scope?: Scope) => notebook.meant(text, who, scope ? [scope] : scopes)
  return {
    list: async (scope) => (await notebook.facts(who, scope ? [scope] : scopes)).map(shown),
    add: async (text, scope) => shown(await notebook.add(pageOf(home, scope, who), text, from(), 'person', now())),
    search: async (query, limit) => (await notebook.search(query, who, limit)).map(shown),
    meant: async (text, scope) => (await meant(text, scope)).map(shown),
    async forget(text, scope) {
      const [line, other] = await meant(text, scope)
      const done = line && !other ? await notebook.forget(line.file, line.text, 'person', now()) : undefined
      return done && shown(done)
    },
    async trust(text) {
      const [line, other] = (await meant(text)).filter(({ from }) => from?.source)
      return line && !other
        ? shown((await notebook.update(line.file, line.text, line.text, from(), 'person', now())) ?? fail('busy'))
        : undefined
    },
    async undo(id) {
      const done = await notebook.undo(now(), id)
      return done && shown(done)
    },
    conflicts: async () => (await notebook.conflicts()).map(shown),
    settle: (id, how) => notebook.settle(id, how, now()),
  }
}

function snapshotAdmin(home: string, who: ConversationScope, now: () => Date): SnapshotAdmin {
  const pages = [
    ...scopes.map((scope) => ({ scope, file: pageOf(home, scope, who) })),
    { scope: 'agent' as const, file: pathsIn(home).agent(who.workspace, who.agent).persona },
  ]
  const snapshots = async (): Promise<PlacedSnapshot[]> => {
    const all = pages.map(async ({ scope, file }) => {
      const page = relative(home, file)
      const taken = await listSnapshots(file)
      return taken.map((one) => ({ ...one, scope, page, name: join(page, '..', one.name) }))
    })
    return (await Promise.all(all)).flat()
  }
  /** The page of a snapshot, and the snapshot's file beside it. */
  const named = async (name: string) => {
    const found = (await snapshots()).find((one) => one.name === name)
    if (!found) return fail('bad-input', { detail: `no snapshot ${name}`, data: { snapshot: name } })
    return { page: found.page, path: join(home, found.page), file: name.slice(name.lastIndexOf('/') + 1) }
  }
  return {
    snapshots,
    async restore(name) {
      const { page, path, file } = await named(name)
      await restoreSnapshot(path, file, now())
      await new Notebook(home).keepWhole(path, now())
      return page
    },
    async diff(name) {
      const { path, file } = await named(name)
      const old = (await readSnapshot(path, file)).toString('utf8')
      return diff(old.split('\n'), (await readPage(path)).split('\n'))
    },
  }
}
