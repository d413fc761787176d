/** The best score of a list counts as one: what two lists find is comparable then, whatever their scores mean. */
export function fuseRankings(rankings: { id: number; score: number }[][], k: number): { id: number; score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    const best = Math.max(...ranking.map(({ score }) => score), Number.MIN_VALUE)
    for (const { id, score } of ranking) scores.set(id, (scores.get(id) ?? 0) + Math.max(0, score) / best)
  }
  const fused = [...scores].map(([id, score]) => ({ id, score }))
  return fused.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k)
}
