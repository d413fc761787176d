/**
 * The value of `promise`, or a rejection with `signal.reason` as soon as the signal aborts, whichever is first. The
 * promise itself is not stopped (nobody can), only no longer waited for; its late rejection is swallowed.
 */
export async function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  promise.then(undefined, () => {})
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}

/** Waits `ms` milliseconds; rejects with the signal's reason when it aborts first. The process stays alive for it. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * A signal that aborts after `ms` milliseconds in which this process itself could run: an interval that comes late
 * counts as one. Where the machine is so busy that it lets even us wait, whoever is silent may only be waiting for
 * its turn. `end` when nobody waits any more.
 */
export function abortsWhenPatienceEnds(ms: number): { signal: AbortSignal; end(): void } {
  const [late, step] = [new AbortController(), Math.min(50, ms)]
  let waited = 0
  const timer = setInterval(() => {
    waited += step
    if (waited >= ms) late.abort()
  }, step)
  return { signal: late.signal, end: () => clearInterval(timer) }
}

/** A signal that aborts `ms` milliseconds after another one does: what was begun may still come to its end. */
export function abortsLater(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController()
  const begin = () => setTimeout(() => late.abort(signal.reason), ms).unref()
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return late.signal
}

/**
 * `until` for many waits on one signal: the signal is listened to once, which for a stream of small pieces is most of
 * the cost. One wait at a time; `end` when there will be no more.
 */
export function abortRace(signal: AbortSignal): { until<T>(promise: PromiseLike<T>): Promise<T>; end(): void } {
  let lose: (reason: unknown) => void = () => {}
  const stop = () => lose(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return {
    until: (promise) =>
      new Promise((resolve, reject) => {
        lose = reject
        promise.then(resolve, reject)
        if (signal.aborted) reject(signal.reason)
      }),
    end: () => signal.removeEventListener('abort', stop),
  }
}

/**
 * The values of `source` until the signal aborts; then throws its reason at once, even when the source is silent, and
 * closes the source without waiting for it.
 */
export async function* abortableIterator<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const race = abortRace(signal)
  let done = false
  try {
    while (true) {
      const next = await race.until(iterator.next())
      if (next.done) {
        done = true
        return
      }
      yield next.value
    }
  } finally {
    race.end()
    if (!done) void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
