/**
 * Keep the results made of a list's items for the list that it grows into: if a list begins with the very items of an
 * earlier one only the others are made. Values are shared: nobody may change them.
 */
export function grownMap<T extends object, R>(): (list: readonly T[], make: (item: T) => R) => readonly R[] {
  const known = new WeakMap<T, { list: readonly T[]; made: readonly R[] }>()
  return (list, make) => {
    const first = list[0]
    if (first === undefined) return []
    const before = known.get(first)
    if (before?.list === list) return before.made
    let same = 0
    while (before && same < list.length && list[same] === before.list[same]) same++
    const made = [...(before?.made.slice(0, same) ?? []), ...list.slice(same).map(make)]
    known.set(first, { list, made })
    return made
  }
}
