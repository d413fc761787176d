/**
 * Yield the values of several sources, each as it comes. Nothing is asked for ahead of its time, a failure of one is a
 * failure of all, and leaving closes them; one that is silent just then is not waited for.
 */
export async function* merge<T>(...sources: AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = (source: AsyncGenerator<T>) => source.next().then((result) => ({ source, result }))
  const pending = new Map(sources.map((source) => [source, next(source)]))
  try {
    while (pending.size > 0) {
      const { source, result } = await Promise.race(pending.values())
      if (result.done) {
        pending.delete(source)
        continue
      }
      yield result.value
      pending.set(source, next(source))
    }
  } finally {
    for (const [source, waiting] of pending) {
      waiting.catch(() => {})
      void source.return(undefined).catch(() => {})
    }
  }
}
