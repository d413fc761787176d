import type { JsonObject } from '../../protocol/index.ts'

type News = { code: string; data: JsonObject }

/** What the person is told with the next answer, once each. */
let news: News[] = []

/** The same, and forgets it. */
export function syncNews(): News[] {
  const all = news
  news = []
  return all
}

/** Once for each time that a store goes away, and when it is back (no fault). */
export function tellStore(place: string, fault: { fault: string; message: string } | undefined): void {
  news = news.filter(({ code }) => code !== 'sync-away' && code !== 'sync-back')
  const data = fault && { fault: fault.fault, place, reason: fault.message }
  news.push(data ? { code: 'sync-away', data } : { code: 'sync-back', data: {} })
}

/** What was told of: a segment that is refused as a whole is refused in every round. */
const refusedBefore = new Set<string>()

/** What of the store was refused, by its path there; once each. */
export function tellRefused(paths: readonly string[]): void {
  const fresh = paths.filter((path) => !refusedBefore.has(path))
  for (const path of fresh) refusedBefore.add(path)
  if (fresh.length > 0) news.push({ code: 'sync-refused', data: { count: fresh.length, path: fresh[0] ?? '' } })
}

/** Other devices changed the same: so many contradictions there are now. */
export function tellContradictions(count: number): void {
  news = [...news.filter(({ code }) => code !== 'sync-contradicts'), { code: 'sync-contradicts', data: { count } }]
}
