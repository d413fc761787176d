import { receiptLines } from '../../messages/engine/deeds.ts'
import type { Language } from '../../messages/language.ts'
import type { DeedReceipt } from '../../protocol/index.ts'
import type { RunningTurn } from '../../threads/thread.ts'

/** What a turn did, and what its answer claims beyond that; undefined where there was neither. */
export function receiptOf(
  { deeds = [], asked, input }: RunningTurn,
  _answer: string,
  language: Language,
): DeedReceipt | undefined {
  const isOwnWords = asked === undefined || asked.provider === 'offline'
  const unbacked: string[] = []
  if (deeds.length === 0 && unbacked.length === 0) return undefined
  const isTold = isOwnWords || input.options?.schema !== undefined
  return { deeds, unbacked, lines: isTold ? [] : receiptLines({ deeds, unbacked }, language) }
}
