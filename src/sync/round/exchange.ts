import { apply } from './apply.ts'
import { collect } from './collect.ts'
import { receive } from './receive.ts'
import type { RoundOptions, RoundReport } from './round.ts'
import { send, tidyCopies } from './send.ts'

/**
 * One exchange with the store: what was changed here is told, what others told is taken in and written. Throws
 * `StoreFault`.
 */
export async function exchange(options: RoundOptions): Promise<RoundReport> {
  const report: RoundReport = {
    sent: { segments: 0, bytes: 0, files: 0 },
    received: { segments: 0, bytes: 0, files: [] },
    waiting: [],
    refused: [],
    copies: 0,
  }
  report.sent.files += await collect(options)
  const there = await options.store.list('log/', options.signal)
  await tidyCopies(options, there, report)
  await send(options, there, report)
  await receive(options, there, report)
  await apply(options, report)
  // What was found changed at the last moment.
  if (options.replica.own().some(({ isSent }) => !isSent)) await send(options, there, report)
  return report
}
