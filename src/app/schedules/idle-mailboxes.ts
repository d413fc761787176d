import type { ScheduleStore } from '../../core/schedules/store.ts'
import { sleep } from '../../std/abort.ts'
import { mailboxesOf } from '../accounts/account-stores.ts'
import type { AppContext } from '../context/app-context.ts'

/** Interval of the check for mail that is waited for, in milliseconds. */
const lookMs = 15_000
/** Pauses before a lost line is tried again: a server that is away is not asked without end. */
const retryMs = [2_000, 30_000, 120_000, 600_000] as const
/** A line that held so long is tried again at once: its server was there. */
const heldMs = 120_000

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
  const hurried = new Set<string>()
  for (let tries = 0; !signal.aborted; ) {
    const begun = +parts.now()
    const mailboxes = mailboxesOf(parts.loaded, parts.secrets)
    await mailboxes.idle(account, () => void hurrySchedules(parts, store, { profile, hurried }, signal), signal)
    if (+parts.now() - begun > heldMs) tries = 0
    await sleep(retryMs[tries] ?? retryMs[0], signal).catch(() => {})
    tries = Math.min(tries + 1, retryMs.length - 1)
  }
}

/** Makes what waits for a person's mail due now; `hurried`: those that are about to be. */
async function hurrySchedules(
  parts: Pick<AppContext, 'now'>,
  store: ScheduleStore,
  { profile, hurried }: { profile: string; hurried: Set<string> },
  signal: AbortSignal,
): Promise<void> {
  for (const { id, state, watch, profile: whose } of (await store.all()).values()) {
    if (state !== 'active' || watch?.kind !== 'mail' || whose !== profile || hurried.has(id)) continue
    hurried.add(id)
    void hurrySchedule(parts, store, id, signal).finally(() => hurried.delete(id))
  }
}

const runningMs = 1_000

/**
 * One that is running may have looked before the mail came: it is due again afterwards. A full disk leaves it to its
 * own time.
 */
async function hurrySchedule(
  { now }: Pick<AppContext, 'now'>,
  store: ScheduleStore,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  let found = (await store.all()).get(id)
  while (!signal.aborted && found?.running) {
    await sleep(runningMs, signal).catch(() => {})
    found = (await store.all()).get(id)
  }
  if (signal.aborted || found?.state !== 'active') return
  // A time alone would be its only one: the rule stays beside it.
  await store
    .edit(id, { next: +now(), ...(found.rule === undefined ? {} : { rule: found.rule }) })
    .catch(() => undefined)
}
