import type { Id, Json } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { recordDeed } from '../context/record-deed.ts'
import type { MemoryAdmin } from './memory-admin.ts'

type Changed = { undo?: Id; trash?: string } | undefined

/** Memory by hand whose changes are noted as deeds of the tools of memory. */
export function recordMemoryDeeds(
  memory: MemoryAdmin,
  parts: Pick<AppContext, 'loaded' | 'now' | 'deeds'>,
  profile: string,
): MemoryAdmin {
  const record = <T extends Changed>(tool: string, object: string, change: () => Promise<T>) =>
    recordDeed(parts, { tool, object, who: { profile, by: 'owner' } }, change, (changed) => deedOf(object, changed))
  return {
    ...memory,
    add: (text, scope) => record('save_memory', text, () => memory.add(text, scope)),
    forget: (text, scope) => record('update_memory', text, () => memory.forget(text, scope)),
    rewrite: (fact, to) => record('update_memory', to.text, () => memory.rewrite(fact, to)),
    takeOver: (facts) => record('save_memory', facts[0]?.text ?? '', () => memory.takeOver(facts)),
  }
}

function deedOf(object: string, changed: Changed): { object: string; undo: Json } | undefined {
  const { undo, trash } = changed ?? {}
  if (undo === undefined) return undefined
  return { object, undo: { changes: [undo], trash: trash === undefined ? [] : [trash] } }
}
