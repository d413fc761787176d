/**
 * What `load` gives, asked for at the first need and kept; after a failure it is asked again. For an `import()` that
 * every turn passes: when nothing is to be loaded any more, its look-ups still cost tens of microseconds.
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
