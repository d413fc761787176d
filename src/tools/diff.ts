/** Unchanged lines shown around a change. */
const around = 2
/** Above this many pairs of lines the middle is shown as wholly replaced, which is true, if less fine. */
const maxPairs = 1_000_000

/** The lines that differ, as `- old`, `+ new` and, around them, `  same`; `…` stands for the unchanged rest. */
export function diff(before: string[], after: string[]): string[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const changed = middle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  if (changed.length === 0) return []
  const same = (lines: string[]) => lines.map((line) => `  ${line}`)
  return folded([...same(before.slice(0, start)), ...changed, ...same(before.slice(before.length - end))])
}

/** The fewest removed and added lines that lead from one to the other, by the longest common subsequence. */
function middle(a: string[], b: string[]): string[] {
  if (a.length * b.length > maxPairs) return [...a.map((line) => `- ${line}`), ...b.map((line) => `+ ${line}`)]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, lines.push(`  ${a[i]}`) && j + 1]
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) lines.push(`- ${a[i++]}`)
    else lines.push(`+ ${b[j++]}`)
  }
  return lines
}

/** Long runs of unchanged lines become one `…`. */
function folded(lines: string[]): string[] {
  const near = new Set<number>()
  lines.forEach((line, i) => {
    if (!line.startsWith('  ')) for (let k = i - around; k <= i + around; k++) near.add(k)
  })
  return lines.flatMap((line, i) => (near.has(i) ? [line] : near.has(i - 1) || i === 0 ? ['…'] : []))
}
