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
 * How long to wait after a call that failed, in milliseconds: what the server says, else `usual`; with no net less,
 * by what the attempt took already, since it costs nobody a request. Where a server was away, all who miss it would
 * be back in the same moment: each waits a half to the whole.
 */
export function pauseAfter({ fault, retryAfterMs, tookMs }: BotError, usual: number): number {
  if (retryAfterMs !== undefined || fault === 'conflict') return retryAfterMs ?? usual
  const most = fault === 'network' ? Math.max(leastMs, Math.min(usual, unreachableMs - tookMs)) : usual
  return randomInt(Math.floor(most / 2), Math.floor(most) + 1)
}
