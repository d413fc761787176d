/** Cormack, Clarke and Büttcher (SIGIR 2009): the rank where a list's opinion has lost half its weight. */
const softening = 60

/** Several rankings as one, by reciprocal rank: what stands high in many lists wins, whatever their scores mean. */
export function fuseRankings(rankings: { id: number }[][], k: number): { id: number; score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings)
    for (const [rank, { id }] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (softening + rank + 1))
  const fused = [...scores].map(([id, score]) => ({ id, score }))
  return fused.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k)
}
