/**
 * The results of `work` for every item, in their order, with at most `most` under way at once: as many files as a
 * person has would be more than a process may hold open. The first rejection is the whole one's, and nothing new
 * begins after it.
 */
export async function mapLimit<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  let failed = false
  const worker = async () => {
    for (const [index, item] of rest) {
      if (failed) return
      results[index] = await work(item)
    }
  }
  const workers = Array.from({ length: Math.min(most, items.length) }, worker)
  try {
    await Promise.all(workers)
  } finally {
    failed = true
  }
  return results
}
