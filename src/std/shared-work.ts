/**
 * Work whose result is the same for all who ask before it begins, such as a look at files: who asks while it runs is
 * served by the next run, together with everybody who asks until then. So nobody is given what was seen before they
 * asked, and a crowd costs what two do. What it gives belongs to several: nobody may change it.
 */
export function sharedWork<A extends unknown[], T>(
  keyOf: (...given: A) => string,
  work: (...given: A) => Promise<T>,
): (...given: A) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()
  const begin = (key: string, given: A): Promise<T> => {
    waiting.delete(key)
    const run = work(...given).finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run
  }
  return (...given) => {
    const key = keyOf(...given)
    const [now, next] = [running.get(key), waiting.get(key)]
    if (next) return next
    if (!now) return begin(key, given)
    const after = now.then(
      () => begin(key, given),
      () => begin(key, given),
    )
    waiting.set(key, after)
    return after
  }
}
