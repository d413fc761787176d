import type { LinesRules } from './lines.ts'

/** An entry of a conversation without its number: where it stands is told by its place. */
function withoutNumber(value: string): string {
  const { epoch: _, seq: __, ...rest } = JSON.parse(value) as Record<string, unknown>
  return JSON.stringify(rest)
}

/** The rules of a conversation: its entries have numbers, which other devices may have given out as well. */
export const journalRules: LinesRules = { identity: withoutNumber, grows: true }

/** The rules of a log that is only added to. */
export const logRules: LinesRules = { identity: (value) => value, grows: true }

interface Numbered {
  epoch: number
  seq: number
}

/**
 * Entries in their order with numbers that only grow: what several devices wrote at once is counted on. Entries that
 * one device wrote keep theirs.
 */
export function renumberEntries<T extends Numbered>(entries: readonly T[]): T[] {
  let [epoch, seq] = [0, 0]
  return entries.map((entry) => {
    const keeps = entry.epoch >= epoch && entry.seq > seq
    epoch = Math.max(epoch, entry.epoch)
    seq = keeps ? entry.seq : seq + 1
    return keeps ? entry : { ...entry, epoch, seq }
  })
}
