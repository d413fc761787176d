import type { LedgerEntry } from '../ledger-entries.ts'
import type { ChatKey } from '../place.ts'
import type { Incoming } from './incoming.ts'

export interface BacklogLimits {
  /** SPEC §8: 20. */
  newest: number
  /** SPEC §8: 15 minutes, in milliseconds. */
  withinMs: number
}

/**
 * Choose the updates from before the start that still run: the newest few that are not too old. The rest is counted per
 * chat, for the person to be told; old buttons and edits are dropped.
 */
export function settleBacklog(
  waiting: readonly Incoming[],
  { newest, withinMs }: BacklogLimits,
  now: number,
): { run: Incoming[]; skip: LedgerEntry | undefined } {
  const young = waiting.filter(({ kind, at }) => kind !== 'message' || now - at <= withinMs)
  const run = young.toSorted((a, b) => a.id - b.id).slice(-newest)
  const over = waiting.filter((one) => !run.includes(one))
  if (over.length === 0) return { run, skip: undefined }
  const missed = new Map<ChatKey, number>()
  for (const { kind, chat } of over) if (kind === 'message') missed.set(chat, (missed.get(chat) ?? 0) + 1)
  return { run, skip: { type: 'skipped', updates: over.map(({ id }) => id), missed: [...missed] } }
}
