/**
 * Return the result of `load`, asked for at the first need and kept; after a failure it is asked again. For an
 * `import()` that every turn passes: when nothing is to be loaded any more, its look-ups still cost tens of
 * microseconds.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/**
 * Return the value of a key, loaded at the first need: whoever asks meanwhile waits for the same loading. One that
 * failed is forgotten, and only that one.
 */
export function onceFor<Key, T>(kept: Map<Key, Promise<T>>, key: Key, load: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known) return known
  const loading = load()
  kept.set(key, loading)
  loading.catch(() => {
    if (kept.get(key) === loading) kept.delete(key)
  })
  return loading
}

/** Runs one piece of work after the other, in the order they were given, whatever becomes of each. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
