import type { ScheduleStore } from '../../core/schedules/store.ts'
import { sleep } from '../../std/abort.ts'
import { mailboxesOf } from '../accounts/account-stores.ts'
import type { AppContext } from '../context/app-context.ts'

/** Interval of the check for mail that is waited for, in milliseconds. */
const lookMs = 15_000
/** Pauses before a lost line is tried again: a server that is away is not asked without end. */
const retryMs = [30_000, 120_000, 600_000] as const

/**
 * Keeps a line to each mailbox whose mail a schedule waits for (IMAP IDLE): what comes is looked at within seconds. A
 * server that is away is looked at in the schedule's own time.
 */
export async function idleMailboxes(
  parts: Pick<AppContext, 'loaded' | 'secrets' | 'now'>,
  store: ScheduleStore,
  signal: AbortSignal,
): Promise<void> {
  const lines = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  while (!signal.aborted) {
    const waiting = [...(await store.all()).values()].filter(
      ({ state, watch }) => state === 'active' && watch?.kind === 'mail',
    )
    const mailboxes = mailboxesOf(parts.loaded, parts.secrets)
    const wanted = new Map(
      waiting.flatMap(({ profile }) => mailboxes.of(profile).map(([account]) => [account, profile] as const)),
    )
    for (const [account, profile] of wanted) {
      if (lines.has(account)) continue
      const stop = new AbortController()
      const until = AbortSignal.any([signal, stop.signal])
      lines.set(account, { stop, ended: keepLine(parts, store, { account, profile }, until) })
    }
    for (const [account, { stop }] of lines) {
      if (wanted.has(account)) continue
      stop.abort()
      lines.delete(account)
    }
    await sleep(lookMs, signal).catch(() => {})
  }
  await Promise.all([...lines.values()].map(({ ended }) => ended))
}

async function keepLine(
  parts: Pick<AppContext, 'loaded' | 'secrets' | 'now'>,
  store: ScheduleStore,
  { account, profile }: { account: string; profile: string },
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; !signal.aborted; ) {
    const begun = +parts.now()
    const mailboxes = mailboxesOf(parts.loaded, parts.secrets)
    await mailboxes.idle(account, () => void hurrySchedules(parts, store, profile), signal)
    // A line that held for a while is no failure.
    tries = +parts.now() - begun > retryMs[1] ? 0 : Math.min(tries + 1, retryMs.length - 1)
    await sleep(retryMs[tries] ?? retryMs[0], signal).catch(() => {})
  }
}

/** Makes what waits for a person's mail due now. A full disk leaves it to its own time. */
async function hurrySchedules({ now }: Pick<AppContext, 'now'>, store: ScheduleStore, profile: string): Promise<void> {
  for (const { id, state, watch, profile: whose, running } of (await store.all()).values())
    if (state === 'active' && watch?.kind === 'mail' && whose === profile && !running)
      await store.edit(id, { next: +now() }).catch(() => undefined)
}
