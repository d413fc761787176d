import { isDeepStrictEqual } from 'node:util'
import type { Id, Json } from '../../protocol/index.ts'

/** Changes of numbered things: each before and after, null where there was none. Plain JSON. */
export type Trace = { id: Id; before: Json; after: Json }[]

const plain = (item: unknown): Json => (item === undefined ? null : (JSON.parse(JSON.stringify(item)) as Json))

/** Add what a change did to `trace`: one that is known there keeps how it stood first. */
export function addToTrace(trace: Trace, before: ReadonlyMap<Id, unknown>, after: ReadonlyMap<Id, unknown>): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(id) === after.get(id)) continue
    const known = trace.find((one) => one.id === id)
    if (known) known.after = plain(after.get(id))
    else trace.push({ id, before: plain(before.get(id)), after: plain(after.get(id)) })
  }
}

/** Compare things as they stand with a side of a trace; `planned`: the part of a new one that only people change. */
export function standsAs(
  all: ReadonlyMap<Id, unknown>,
  trace: Trace,
  side: 'before' | 'after',
  planned: (item: Json) => Json = (item) => item,
): boolean {
  return trace.every(({ id, before, [side]: was }) => {
    const part = before === null && was !== null ? planned : (item: Json) => item
    return isDeepStrictEqual(part(plain(all.get(id))), part(was))
  })
}

/** Read a trace that was kept; undefined for what is none. */
export function readTrace(kept: Json | undefined): Trace | undefined {
  const isStep = (one: Json) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && typeof one.id === 'string' && 'before' in one
  return Array.isArray(kept) && kept.every(isStep) ? (kept as Trace) : undefined
}
