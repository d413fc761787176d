import type { Settings } from '../../config/schema.ts'
import type { Schedule, ScheduleRun } from '../../core/schedules/schedule.ts'
import type { ScheduleStore } from '../../core/schedules/store.ts'
import { AssistantError } from '../../protocol/index.ts'
import { sleep } from '../../std/abort.ts'
import { watchFile } from '../../std/fs/watch-file.ts'
import { NetworkError, request } from '../../std/net/http.ts'
import type { AppContext } from '../context/app-context.ts'

/** An answer that could not be sent is tried again after this, for a day, in milliseconds. */
const againMs = 60_000
const longestMs = 24 * 3_600_000
const patienceMs = 30_000

/** Tell whether an address is on the person's own list, or below one that is. */
export function isWebhookAllowed({ schedules }: Pick<Settings, 'schedules'>, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { href, protocol, username, password } = new URL(address)
  const isBelow = (one: string) => {
    if (!URL.canParse(one)) return false
    const base = new URL(one).href
    return href === base || href.startsWith(base.endsWith('/') ? base : `${base}/`)
  }
  return /^https?:$/.test(protocol) && !username && !password && schedules.webhooks.some(isBelow)
}

/**
 * Sends the answers of schedules to the addresses that were chosen for them, until the signal aborts; each until it
 * was taken.
 */
export async function deliverWebhooks(
  { loaded, now }: AppContext,
  store: ScheduleStore,
  signal: AbortSignal,
): Promise<void> {
  const file = watchFile(store.path, signal)
  while (!signal.aborted) {
    for (const schedule of (await store.all()).values())
      for (const result of schedule.results) {
        const { webhook, id } = schedule
        const isOpen = result.outcome !== 'silent' && !result.told.includes('webhook') && +now() - result.at < longestMs
        if (!webhook || !isOpen || !isWebhookAllowed(loaded.settings, webhook)) continue
        if (await sendWebhook(webhook, schedule, result, signal)) await store.told(id, result.due, 'webhook')
      }
    await file.wait((either) => sleep(againMs, either)).catch(() => {})
  }
}

/**
 * One answer as JSON. The key says that a second one, after a crash in between, is the same. No redirect is followed.
 */
async function sendWebhook(
  url: string,
  { id, title }: Schedule,
  { due, at, outcome, text, tokens }: ScheduleRun,
  signal: AbortSignal,
) {
  const body = JSON.stringify({
    schedule: id,
    title,
    due: new Date(due).toISOString(),
    at: new Date(at).toISOString(),
    outcome,
    text,
    tokens,
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': `schedule-${id}-${due}` }
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const response = await request(url, { method: 'POST', headers, body, signal: until })
    await response.body.return?.()
    return response.status >= 200 && response.status < 300
  } catch (error) {
    // Away, refused or too slow: it is tried again.
    if (error instanceof NetworkError || error instanceof AssistantError || error instanceof DOMException) return false
    throw error
  }
}
