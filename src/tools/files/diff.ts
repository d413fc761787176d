/** Unchanged lines shown around a change. */
const around = 2
/**
 * Above this many removed and added lines all of it is shown as replaced, which is true, if less fine: the time that
 * Myers' algorithm takes grows with the square of them.
 */
const maxEdits = 2_000

/** The lines that differ, as `- old`, `+ new` and, around them, `  same`; `…` stands for the unchanged rest. */
export async function diffLines(before: string[], after: string[]): Promise<string[]> {
  const { diffArrays } = await import('diff')
  const changes = diffArrays(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  if (changes.every(({ added, removed }) => !added && !removed)) return []
  const signOf = ({ added, removed }: { added: boolean; removed: boolean }) => (removed ? '-' : added ? '+' : ' ')
  return foldUnchanged(changes.flatMap((change) => change.value.map((line) => `${signOf(change)} ${line}`)))
}

/** Long runs of unchanged lines become one `…`. */
function foldUnchanged(lines: string[]): string[] {
  const near = new Set<number>()
  lines.forEach((line, i) => {
    if (!line.startsWith('  ')) for (let k = i - around; k <= i + around; k++) near.add(k)
  })
  return lines.flatMap((line, i) => (near.has(i) ? [line] : near.has(i - 1) || i === 0 ? ['…'] : []))
}
