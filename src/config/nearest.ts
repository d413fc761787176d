/** The name among `known` that `typed` was most likely meant to be, or undefined when none is near (Levenshtein ≤ a third). */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  const ranked = known.map((name) => ({ name, far: distance(wanted, name.toLowerCase()) })).sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best && best.far <= Math.max(1, Math.floor(typed.length / 3)) ? best.name : undefined
}

/** Edits (insert, remove, replace, swap of neighbours) that lead from one word to the other. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? Number.POSITIVE_INFINITY
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(1, 0) + 1,
        (row[j - 1] ?? 0) + 1,
        at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? Number.POSITIVE_INFINITY
}
