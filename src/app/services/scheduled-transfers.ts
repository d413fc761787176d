import { join } from 'node:path'
import type { JsonObject } from '../../protocol/index.ts'
import type { Ledger } from '../../services/transfer/ledger.ts'
import type { ScheduledRun } from '../../services/transfer/ledger-entries.ts'
import { sleep } from '../../std/abort.ts'
import { fileExists } from '../../std/fs/files.ts'
import { RotatingLog } from '../../std/fs/rotating-log.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import { once } from '../../std/once.ts'
import type { Announcement } from '../context/announcement.ts'
import type { AppContext } from '../context/app-context.ts'
import { externalBank } from './external-bank.ts'

type TransferDeps = Pick<AppContext, 'loaded' | 'now' | 'hub'>

/**
 * The file of this home's transfers: the embedded ledger, or the record of questions to a bank outside. Each bank has
 * its own, so that play money that was booked is never sent by a real one.
 */
export function ledgerPath({ paths, settings }: AppContext['loaded']): string {
  return join(paths.home, settings.bank.server ? `bank-${settings.bank.server}.jsonl` : 'ledger.jsonl')
}

/** The ledger of this home. */
export async function openLedgerFile(parts: TransferDeps): Promise<Ledger> {
  const { openLedger } = await import('../../services/transfer/ledger.ts')
  return openLedger(ledgerPath(parts.loaded), parts.now, externalBank(parts))
}

const calendar = once(() => import('../../std/time/calendar.ts'))

/** Sends what was booked for today or earlier; any process may, each booking goes once. */
export async function sendDue(
  { now, zone }: Pick<AppContext, 'now' | 'zone'>,
  ledger: Ledger,
  signal = AbortSignal.timeout(60_000),
) {
  const { todayIn } = await calendar()
  return ledger.runDue(todayIn({ now: now(), zone }), signal)
}

/** The ledger, once there is one: until then nothing of it is loaded. */
function booksIfThere(parts: TransferDeps): () => Promise<Ledger | undefined> {
  let books: Promise<Ledger> | undefined
  return async () => {
    if (!books && (await fileExists(ledgerPath(parts.loaded)))) books = openLedgerFile(parts)
    return books
  }
}

/** Pause between two looks at due bookings, in milliseconds. */
const lookMs = 60_000

/**
 * Sends every booking on its day until the signal aborts. One that cannot be looked at now is looked at again; why
 * stands in the log. `wait` is, in tests, another way of passing time.
 */
export async function runScheduledTransfers(
  parts: TransferDeps & Pick<AppContext, 'zone' | 'secrets'>,
  signal: AbortSignal,
  wait: typeof sleep = sleep,
): Promise<void> {
  const books = booksIfThere(parts)
  const look = async () => {
    const ledger = await books()
    if (ledger) await sendDue(parts, ledger, signal)
  }
  while (!signal.aborted) {
    await look().catch((error) => logService(parts, { service: 'transfer', error: String(error) }))
    await wait(lookMs, signal).catch(() => {})
  }
}

/**
 * Follows the outcomes of bookings: first those that nobody was told yet, then each as it ends, whichever process sent
 * it. A result that is not marked as told is told again to the next follower.
 */
export async function* followTransferResults(
  parts: TransferDeps & Pick<AppContext, 'language' | 'secrets'>,
  surface: string,
  signal: AbortSignal,
  profile?: string,
): AsyncGenerator<Announcement> {
  const books = booksIfThere(parts)
  // A ledger that cannot be read now keeps nobody from hearing of other things.
  const unread = async (error: unknown): Promise<ScheduledRun[]> => {
    await logService(parts, { service: 'transfer', error: String(error) })
    return []
  }
  const left = new AbortController()
  const file = watchFile(ledgerPath(parts.loaded), AbortSignal.any([signal, left.signal]))
  const since = +parts.now()
  const given = new Set<string>()
  try {
    while (!signal.aborted) {
      const ledger = await books()
      for (const ran of ledger ? await ledger.ran().catch(unread) : []) {
        const { booking, end, told } = ran
        const owner = booking.profile ?? parts.loaded.settings.profile
        const key = `booking-${booking.key.replaceAll('/', '-')}-${end.at}`
        if (given.has(key) || (told && end.at < since) || (profile !== undefined && owner !== profile)) continue
        given.add(key)
        const text = await ranSentence(ran, parts.language)
        yield {
          key,
          text,
          profile: owner,
          by: booking.by ?? 'owner',
          canWait: false,
          isTold: async () => (await ledger?.ran())?.find((one) => one.booking.key === booking.key)?.told === true,
          markShown: async () => ledger?.tell(booking.key, surface),
        }
      }
      await file.wait((either) => sleep(file.tells() ? lookMs : lookMs / 12, either))
    }
  } finally {
    left.abort()
  }
}

/** Tells the outcome of a booking to its owner. */
export async function ranSentence(ran: ScheduledRun, language: 'ko' | 'en'): Promise<string> {
  const [{ ranText }, { transferMessages }] = await Promise.all([
    import('../../services/transfer/booked-transfers.ts'),
    import('../../services/transfer/messages.ts'),
  ])
  return ranText(ran, transferMessages[language])
}

/**
 * Adds a line to the log of what went wrong in services without disturbing a turn; a log that cannot be written
 * disturbs none.
 */
export async function logService(
  { loaded, now, secrets }: Pick<AppContext, 'loaded' | 'now' | 'secrets'>,
  entry: JsonObject,
) {
  const line = secrets.redact(JSON.stringify({ at: now().toISOString(), ...entry }))
  await new RotatingLog(join(loaded.paths.state, 'services.log')).add(line).catch(() => {})
}
