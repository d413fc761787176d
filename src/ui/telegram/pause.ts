import { randomInt } from 'node:crypto'
import type { BotError } from './bot.ts'

/**
 * Whatever is tried while the net is away begins at least this often, in milliseconds: what waits is heard so soon
 * after it is back.
 */
const unreachableMs = 5_000
/** Nothing is tried again sooner, in milliseconds. */
const leastMs = 400

/**
 * Return the milliseconds to wait after a failed call: the server's own number, else `usual`; with no net less the time
 * of the attempt, since it costs nobody a request. After an outage all clients would be back in the same moment: each
 * waits a half to the whole.
 */
export function pauseAfter({ fault, retryAfterMs, tookMs }: BotError, usual: number): number {
  if (retryAfterMs !== undefined || fault === 'conflict') return retryAfterMs ?? usual
  const most = fault === 'network' ? Math.max(leastMs, Math.min(usual, unreachableMs - tookMs)) : usual
  return randomInt(Math.floor(most / 2), Math.floor(most) + 1)
}
