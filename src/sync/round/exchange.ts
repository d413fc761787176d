import { applyReceived } from './apply.ts'
import { collectEdits } from './collect.ts'
import { RoundFolders } from './folders.ts'
import { renewIfCopied } from './identity.ts'
import { receiveSegments } from './receive.ts'
import type { RoundOptions, RoundReport } from './round.ts'
import { sendSegments, tidyCopies } from './send.ts'

/**
 * One exchange with the store: what was changed here is told, what others told is taken in and written. Throws
 * `StoreFault`.
 */
export async function runRound(given: RoundOptions): Promise<RoundReport> {
  const report: RoundReport = {
    sent: { segments: 0, bytes: 0, files: 0 },
    received: { segments: 0, bytes: 0, files: [] },
    ...{ waiting: [], refused: [], copies: 0, held: [], mended: [] },
  }
  const options = { ...given, folders: new RoundFolders(given) }
  const there = await options.store.list('log/', options.signal)
  await tidyCopies(options, there, report)
  const renewed = renewIfCopied(options, there)
  if (renewed !== undefined) report.renewed = renewed
  report.sent.files += await collectEdits(options, report)
  await sendSegments(options, there, report)
  await receiveSegments(options, there, report)
  await applyReceived(options, report)
  await options.folders.accept()
  // Send what was found changed at the last moment.
  const { replica } = options
  if (replica.own().some(({ isSent }) => !isSent) || replica.number('retell') > 0)
    await sendSegments(options, there, report)
  return report
}
