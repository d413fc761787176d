/**
 * The name among `known` that `typed` was most likely meant to be, or undefined when none is near. Two words are as
 * far apart as the fewest edits between them (Damerau–Levenshtein: insert, remove, replace, swap neighbours),
 * capitals aside; a third of the typed letters may differ, and at least `tolerance` of them.
 */
export function closestMatch<N extends string>(typed: string, known: readonly N[], tolerance = 1): N | undefined {
  const wanted = typed.toLowerCase()
  const ranked = known
    .map((name) => ({ name, far: editDistance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best && best.far <= Math.max(tolerance, Math.floor(typed.length / 3)) ? best.name : undefined
}

/** Edits that lead from one word to the other, in UTF-16 units. */
function editDistance(a: string, b: string): number {
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
