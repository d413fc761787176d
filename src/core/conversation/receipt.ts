import type { DeedReceipt } from '../../protocol/index.ts'
import type { RunningTurn } from '../../threads/thread.ts'

/** What a turn did, and what its answer claims beyond that; undefined where there was neither. */
export function receiptOf({ deeds = [], asked }: RunningTurn, _answer: string): DeedReceipt | undefined {
  const unbacked: string[] = []
  if (deeds.length === 0 && unbacked.length === 0) return undefined
  return { deeds, unbacked, ...(asked?.provider === 'offline' ? { told: true } : {}) }
}
