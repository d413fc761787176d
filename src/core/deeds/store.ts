import type { Id, Json, Principal } from '../../protocol/index.ts'
import { fits, type Shape } from '../../std/json-guards.ts'
import { FoldedLog, type LogOf, nextNumber } from '../jobs/folded-log.ts'

/** A deed that was asked for: which tool, of what, and for whom. */
export interface DeedPlan {
  at: number
  profile: string
  by: Principal
  tool: string
  title?: string
  object: string
}

/**
 * A deed of the journal. `begun`: its program ended before anybody knew; `told`: a person was told that it stays as it
 * is.
 */
export interface KeptDeed extends DeedPlan {
  id: Id
  state: 'begun' | 'done' | 'undone' | 'told'
  /** For the inverse of its tool; absent where there is none. */
  undo?: Json
}

type DeedEntry =
  | { type: 'begun'; deed: DeedPlan & { id: Id } }
  | { type: 'kept'; deed: KeptDeed }
  | { type: 'done'; id: Id; object: string; undo?: Json }
  | { type: 'dropped' | 'undone' | 'told'; id: Id }

/** Deeds that are kept in the journal: more than anybody takes back. */
const most = 200

const plan: Shape = { id: 'string', at: 'number', profile: 'string', by: 'string', tool: 'string', object: 'string' }

/** Return true if a line of the journal is one of ours. */
function isDeedEntry(value: unknown): value is DeedEntry {
  if (!fits(value, { type: 'string' })) return false
  if (value.type === 'begun') return fits(value.deed, plan)
  if (value.type === 'kept') return fits(value.deed, { ...plan, state: 'string' })
  if (value.type === 'done') return fits(value, { id: 'string', object: 'string' })
  return ['dropped', 'undone', 'told'].includes(String(value.type)) && fits(value, { id: 'string' })
}

function foldDeed(all: Map<Id, KeptDeed>, entry: DeedEntry): void {
  if (entry.type === 'begun') return void all.set(entry.deed.id, { ...entry.deed, state: 'begun' })
  if (entry.type === 'kept') return void all.set(entry.deed.id, entry.deed)
  const before = all.get(entry.id)
  if (!before) return
  if (entry.type === 'dropped') return void all.delete(entry.id)
  const { object = before.object, undo } = entry.type === 'done' ? entry : before
  all.set(entry.id, { ...before, object, state: entry.type, ...(undo === undefined ? {} : { undo }) })
}

const logOfDeeds: LogOf<KeptDeed, DeedEntry> = {
  isEntry: isDeedEntry,
  fold: foldDeed,
  tidied: (all) => [...all.values()].slice(-most).map((deed) => ({ type: 'kept', deed })),
  restored: (_, deed) => (deed ? [{ type: 'kept', deed }] : []),
}

/** The name of the journal of deeds in a home. */
export const deedsName = 'deeds.jsonl'

/** The journal of deeds of one home: what was done and how it is taken back, the newest last. */
export class DeedStore {
  readonly path: string
  readonly #log: FoldedLog<KeptDeed, DeedEntry>

  constructor(path: string) {
    this.path = path
    this.#log = new FoldedLog(path, logOfDeeds)
  }

  /** Notes a deed before it is done, and gives it its number. */
  begin(deed: DeedPlan): Promise<Id> {
    return this.#log.change((all) => {
      const id = nextNumber(all)
      return { entries: [{ type: 'begun', deed: { id, ...deed } }], result: () => id }
    })
  }

  /** Notes that a begun one was done; without a deed, that it changed nothing. */
  async end(id: Id, deed: { object: string; undo?: Json } | undefined): Promise<void> {
    await this.#append(deed ? { type: 'done', id, ...deed } : { type: 'dropped', id })
  }

  /** The journal for tools that run for one person. */
  journalOf(profile: string, by: Principal, now: () => Date) {
    return {
      begin: (deed: Pick<DeedPlan, 'tool' | 'title' | 'object'>) => this.begin({ ...deed, at: +now(), profile, by }),
      end: (id: Id, deed: { object: string; undo?: Json } | undefined) => this.end(id, deed),
    }
  }

  async settle(id: Id, how: 'undone' | 'told'): Promise<void> {
    await this.#append({ type: how, id })
  }

  /** The deeds of one person that stand, the newest first. */
  async open(profile: string, by: Principal): Promise<KeptDeed[]> {
    const all = [...(await this.#log.all()).values()]
    const isOpen = (one: KeptDeed) => one.state === 'begun' || one.state === 'done'
    return all.filter((one) => one.profile === profile && one.by === by && isOpen(one)).reverse()
  }

  #append(entry: DeedEntry): Promise<void> {
    return this.#log.change(() => ({ entries: [entry], result: () => undefined }))
  }
}
