/** A name without the count of how often its line was said before. */
export const baseOf = (name: string | undefined): string | undefined => name?.split('.')[0]

/** Of the lines that both have, the most that stand in the same order (the longest increasing subsequence). */
export function longestInOrder(shown: readonly string[], bases: readonly string[]): (string | undefined)[] {
  const waiting = new Map<string, number[]>()
  shown.forEach((name, at) => {
    const base = baseOf(name) ?? ''
    waiting.set(base, [...(waiting.get(base) ?? []), at])
  })
  const pairs = bases.map((base) => waiting.get(base)?.shift())
  const tops: { at: number; from: number }[] = []
  const before = new Map<number, number | undefined>()
  pairs.forEach((from, at) => {
    if (from === undefined) return
    let [pile, above] = [0, tops.length]
    while (pile < above) {
      const half = (pile + above) >> 1
      if ((tops[half]?.from ?? 0) < from) pile = half + 1
      else above = half
    }
    before.set(at, tops[pile - 1]?.at)
    tops[pile] = { at, from }
  })
  const kept = new Set<number>()
  for (let at = tops.at(-1)?.at; at !== undefined; at = before.get(at)) kept.add(at)
  return pairs.map((from, at) => (from !== undefined && kept.has(at) ? shown[from] : undefined))
}
