import type { Learnt } from './capability-types.ts'

/** Remembers what servers taught, by address and model. */
export interface LearntStore {
  get(server: string, model: string): Learnt
  /** Remember a refused field, a refused tool, or what a server states. */
  add(server: string, model: string, more: Learnt): void
  /** Forget what refusals taught of a model. Returns false where there was nothing. */
  forget(server: string, model: string): boolean
}

/** Join what is known of a model with more of it. */
export function joinLearnt(before: Learnt, { server, lacks, leftOut }: Learnt): Learnt {
  return {
    ...((server || before.server) && { server: { ...before.server, ...server } }),
    ...((lacks || before.lacks) && { lacks: { ...before.lacks, ...lacks } }),
    ...((leftOut || before.leftOut) && { leftOut: { ...before.leftOut, ...leftOut } }),
  }
}

/** A store in memory. */
export function memoryStore(known = new Map<string, Learnt>()): LearntStore {
  const keyOf = (server: string, model: string) => `${server} ${model}`
  return {
    get: (server, model) => known.get(keyOf(server, model)) ?? {},
    add: (server, model, more) =>
      known.set(keyOf(server, model), joinLearnt(known.get(keyOf(server, model)) ?? {}, more)),
    forget(server, model) {
      const { server: stated, ...taught } = known.get(keyOf(server, model)) ?? {}
      known.set(keyOf(server, model), { ...(stated && { server: stated }) })
      return Object.keys(taught).length > 0
    },
  }
}
