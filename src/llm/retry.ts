import {
  AssistantError,
  type Failure,
  limits,
  type ModelPart,
  type Provider,
  type RetryAttempt,
} from '../protocol/index.ts'

/** Waits for milliseconds; the signal ends it early with its reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export interface RetryLimits {
  delaysMs: readonly number[]
  rateLimitDefaultMs: number
  rateLimitMaxMs: number
}

const defaults: RetryLimits = {
  delaysMs: limits.retryDelaysMs,
  rateLimitDefaultMs: limits.rateLimitDefaultMs,
  rateLimitMaxMs: limits.rateLimitMaxMs,
}

/** Return true for a part that reached, or could have reached, a person: from then on a request is never repeated. */
export function isShown(part: ModelPart): boolean {
  return !['opened', 'progress', 'notice', 'failed'].includes(part.type)
}

/**
 * Asks again, visibly, while nothing of the request was shown (SPEC §2): a server or network failure after
 * 250 and 750 ms, or later where the server said so; a rate limit once, after the time the provider asked for (5 s
 *   where it named none), unless that is more than a minute.
 */
export function withRetry(provider: Provider, sleep: Sleep, how: Partial<RetryLimits> = {}): Provider {
  const retry = { ...defaults, ...how }
  return async function* (request, signal) {
    const waits = new Waits(retry)
    while (true) {
      let shown = false
      let again: { waitMs: number; attempt: RetryAttempt } | undefined
      try {
        for await (const part of provider(request, signal)) {
          shown ||= isShown(part)
          yield part
        }
        return
      } catch (error) {
        if (!(error instanceof AssistantError) || shown || signal.aborted) throw error
        again = waits.next(error.failure)
        if (again === undefined) throw error
        yield { type: 'failed', failure: error.failure, next: 'retry', ...again }
      }
      await sleep(again.waitMs, signal)
    }
  }
}

/** The remaining retries of one request. */
class Waits {
  readonly #how: RetryLimits
  readonly #delays: number[]
  #limited = false
  #tries = 1

  constructor(how: RetryLimits) {
    this.#how = how
    this.#delays = [...how.delaysMs]
  }

  /** The wait after this failure and the try that comes then; undefined where there is none. */
  next(failure: Failure): { waitMs: number; attempt: RetryAttempt } | undefined {
    const waitMs = this.#wait(failure)
    if (waitMs === undefined) return undefined
    this.#tries++
    const further = failure.code === 'rate-limited' ? 0 : this.#delays.length
    return { waitMs, attempt: { number: this.#tries, of: this.#tries + further } }
  }

  #wait({ code, retryAfterMs = 0, data }: Failure): number | undefined {
    // Not worth a retry: a wrong certificate, name or address stays wrong.
    if (data?.lasting === true) return undefined
    // A text that the model could not write may succeed at the next try.
    if (data?.again === true && this.#tries === 1) return this.#delays[0]
    if (code === 'server' || code === 'network') {
      const delayMs = this.#delays.shift()
      return delayMs === undefined || retryAfterMs > this.#how.rateLimitMaxMs
        ? undefined
        : Math.max(delayMs, retryAfterMs)
    }
    if (code !== 'rate-limited' || this.#limited) return undefined
    this.#limited = true
    const waitMs = retryAfterMs || this.#how.rateLimitDefaultMs
    return waitMs > this.#how.rateLimitMaxMs ? undefined : waitMs
  }
}
