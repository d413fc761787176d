import { createHash } from 'node:crypto'
import { baseOf, longestInOrder } from './in-order.ts'
import { type Position, placesBetween } from './position.ts'

/** One line of a page, or one entry of a log. */
export interface SharedLine {
  place: Position
  value: string
  /** The line that it was written in the place of: two that replaced the same one contradict each other. */
  was?: string
}

/**
 * The lines of a file as all devices know them: those that are there and the names of those that somebody removed,
 * for good. Two such sets are joined by taking everything of both, so that neither order nor repetition matters. A
 * line is named by what it says and by how often that was said before: what two devices write alike is one line, and
 * what comes back after it was removed is another.
 */
export interface Lines {
  there: Map<string, SharedLine>
  gone: Set<string>
  /** Lines in this device's file when it was last read or written, in order. */
  shown: readonly string[]
}

/** Addition of one device to what others know. */
export interface LinesChange {
  there: ReadonlyMap<string, SharedLine>
  gone: ReadonlySet<string>
}

export interface LinesRules {
  /** The part of a line that makes it the same line. */
  identity(value: string): string
  /** Only ever added to: what this device lost (a damaged disk) was not removed by a person. */
  grows: boolean
}

/** The rules of a page: a line is what it says. */
export const pageRules: LinesRules = { identity: (value) => value, grows: false }

/** Of a file that nobody has told of. */
export const noLines = (): Lines => ({ there: new Map(), gone: new Set(), shown: [] })

/** The name of a line, but for how often it was said before. */
export const nameOf = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 20)
const numberedName = (base: string, count: number): string => (count === 0 ? base : `${base}.${count}`)

/**
 * Takes in what another device knows. Changes `lines`; what this device shows is written afterwards. Returns whether
 * anything was new.
 */
export function joinLines(lines: Lines, change: LinesChange): boolean {
  let isNew = false
  for (const name of change.gone) {
    if (lines.gone.has(name)) continue
    lines.gone.add(name)
    lines.there.delete(name)
    isNew = true
  }
  for (const [name, line] of change.there) {
    if (lines.gone.has(name)) continue
    const known = lines.there.get(name)
    const joined = known ? joinedLine(known, line) : line
    if (joined === known) continue
    lines.there.set(name, joined)
    isNew = true
  }
  return isNew
}

/** Two devices wrote the same: the earlier place counts. */
function joinedLine(known: SharedLine, line: SharedLine): SharedLine {
  const place = lesserText(line.place, known.place)
  const value = lesserText(line.value, known.value)
  const was = [known.was, line.was].filter((one) => one !== undefined).sort()[0]
  if (place === known.place && value === known.value && was === known.was) return known
  return { place, value, ...(was === undefined ? {} : { was }) }
}

/** The lines in their order, by name. */
export function orderedLines({ there }: Pick<Lines, 'there'>): [string, SharedLine][] {
  const comparePlaces = ([a, { place: x }]: [string, SharedLine], [b, { place: y }]: [string, SharedLine]) =>
    x < y ? -1 : x > y ? 1 : a < b ? -1 : 1
  return [...there].sort(comparePlaces)
}

/**
 * Take in an edit of the file since it was last shown: its lines now are `values`. Changes `lines`, and returns what
 * other devices have to know.
 */
export function editLines(
  lines: Lines,
  values: readonly string[],
  mark: string,
  rules: LinesRules = pageRules,
): LinesChange {
  const bases = values.map((value) => nameOf(rules.identity(value)))
  const kept = keptNames(lines, bases)
  const stays = new Set(kept)
  const gone = new Set(rules.grows ? [] : lines.shown.filter((name) => !stays.has(name) && lines.there.has(name)))
  const last = lastNumbers(lines, gone.size > 0 || kept.includes(undefined) ? bases : [])
  const names = namesOf(lines, kept, bases, gone, last)
  const there = newLines(lines, values, names, rules.grows ? () => undefined : findReplacements(lines, kept))
  if (!rules.grows) keepLast(lines, values, names, gone, there, last)
  placeNewLines(lines, names, there, mark)
  for (const [name, line] of there) lines.there.set(name, line)
  for (const name of gone) {
    lines.there.delete(name)
    lines.gone.add(name)
  }
  lines.shown = names
  return { there, gone }
}

/**
 * Of lines that say the same, one that stays gets a name that nobody knows where the last of their names goes. Else
 * two devices that each remove one of two, or one that removes the copy to which another device has just moved the
 * line, would together remove both.
 */
function keepLast(
  lines: Lines,
  values: readonly string[],
  names: string[],
  gone: Set<string>,
  there: Map<string, SharedLine>,
  last: (base: string) => number,
): void {
  for (const name of [...gone]) {
    const base = baseOf(name) ?? ''
    const at = names.findLastIndex((one) => baseOf(one) === base)
    const [stays = '', value = ''] = [names[at], values[at]]
    const same = names.filter((one) => baseOf(one) === base)
    const isLater = same.some((one) => countOf(one) > countOf(name) && (lines.there.has(one) || there.has(one)))
    if (!value.trim() || isLater) continue
    if (lines.there.has(stays)) gone.add(stays)
    names[at] = numberedName(base, Math.max(last(base), ...same.map(countOf)) + 1)
    there.set(names[at] as string, { ...lines.there.get(stays), place: '', value })
  }
}

const countOf = (name: string) => Number(name.split('.')[1] ?? 0)

/** The name of each line now: that of a line that stayed, else one that nobody has used. */
function namesOf(
  lines: Lines,
  kept: readonly (string | undefined)[],
  bases: readonly string[],
  gone: ReadonlySet<string>,
  last: (base: string) => number,
): string[] {
  const taken = new Set([...kept, ...lines.shown].filter((name) => name !== undefined))
  return bases.map((base, at) => {
    const name = kept[at] ?? freeName(lines, base, taken, gone, last(base))
    taken.add(name)
    return name
  })
}

/** Those that nobody knows yet. Their places follow, when the whole gap is known. */
function newLines(
  lines: Lines,
  values: readonly string[],
  names: readonly string[],
  replaced: (at: number) => string | undefined,
): Map<string, SharedLine> {
  const there = new Map<string, SharedLine>()
  const shown = new Set(lines.shown)
  names.forEach((name, at) => {
    if (lines.there.has(name) || shown.has(name)) return
    const [value = '', was] = [values[at], replaced(at)]
    there.set(name, { place: '', value, ...(was !== undefined && value.trim() ? { was } : {}) })
  })
  return there
}

/** For each line now, which of those shown it is: as many as kept their order. */
function keptNames({ shown }: Lines, bases: readonly string[]): (string | undefined)[] {
  let head = 0
  while (head < shown.length && head < bases.length && baseOf(shown[head]) === bases[head]) head++
  let tail = 0
  const most = Math.min(shown.length, bases.length) - head
  while (tail < most && baseOf(shown[shown.length - 1 - tail]) === bases[bases.length - 1 - tail]) tail++
  const middle = longestInOrder(shown.slice(head, shown.length - tail), bases.slice(head, bases.length - tail))
  return [...shown.slice(0, head), ...middle, ...shown.slice(shown.length - tail)]
}

/** Find the line that each new one replaced: the first new one of a gap for the first that is missing there. */
function findReplacements(lines: Lines, kept: readonly (string | undefined)[]): (at: number) => string | undefined {
  const left = new Map<string | undefined, string[]>()
  const stays = new Set(kept)
  let anchor: string | undefined
  for (const name of lines.shown) {
    if (stays.has(name)) anchor = name
    else if (lines.there.get(name)?.value.trim()) left.set(anchor, [...(left.get(anchor) ?? []), name])
  }
  if (left.size === 0) return () => undefined
  return (at) => {
    const previous = kept.slice(0, at).findLast((name) => name !== undefined)
    const name = left.get(previous)?.shift()
    return name === undefined ? undefined : originOf(lines, name)
  }
}

/**
 * A line written in the place of another contradicts what that one did; of a line that was settled, only what replaces
 * that line, too.
 */
function originOf({ there, gone }: Pick<Lines, 'there' | 'gone'>, name: string): string {
  const was = there.get(name)?.was
  if (was === undefined) return name
  const isSettled = [...there].some(([other, line]) => line.was === was && gone.has(settledName(`${name} ${other}`)))
  return isSettled ? name : was
}

/**
 * A name that nobody has used: behind all that are known, for whoever used an earlier one may have removed it, too,
 * which is still on its way. That of a line another device wrote alike, and this one does not show yet, is taken
 * over.
 */
function freeName(
  lines: Lines,
  base: string,
  taken: ReadonlySet<string>,
  gone: ReadonlySet<string>,
  last: number,
): string {
  for (let count = 0; count <= last; count++) {
    const name = numberedName(base, count)
    if (lines.there.has(name) && !taken.has(name) && !gone.has(name)) return name
  }
  let count = last + 1
  while (taken.has(numberedName(base, count))) count++
  return numberedName(base, count)
}

/** For each line the last number that is known of its names; -1 for one that nobody has written. */
function lastNumbers(lines: Lines, bases: readonly string[]): (base: string) => number {
  const last = new Map(bases.map((base) => [base, -1]))
  for (const names of [lines.gone, lines.there.keys(), lines.shown])
    for (const name of names) {
      const known = last.get(baseOf(name) ?? '')
      if (known !== undefined && countOf(name) > known) last.set(baseOf(name) ?? '', countOf(name))
    }
  return (base) => last.get(base) ?? -1
}

/** Gives the new lines places between those that have one. */
function placeNewLines(lines: Lines, names: readonly string[], there: Map<string, SharedLine>, mark: string): void {
  const placeOf = (name: string | undefined) => (name === undefined ? undefined : lines.there.get(name)?.place)
  let before: Position | undefined
  for (let at = 0; at < names.length; ) {
    let end = at
    while (end < names.length && there.has(names[end] ?? '')) end++
    if (end > at) {
      const behind = before
      const after = names
        .slice(end)
        .map(placeOf)
        .find((one) => one !== undefined && (behind === undefined || one > behind))
      placesBetween(before, after, mark, end - at).forEach((one, i) => {
        const name = names[at + i] ?? ''
        const line = there.get(name)
        if (line) there.set(name, { ...line, place: one })
        before = one
      })
    }
    const next = placeOf(names[end])
    if (next !== undefined && (before === undefined || next > before)) before = next
    at = end + 1
  }
}

/** Lines that contradict each other: two devices wrote each its own in the place of the same line. */
export function findContradictions(lines: Pick<Lines, 'there'>): { name: string; value: string }[][] {
  const groups = new Map<string, { name: string; value: string }[]>()
  for (const [name, { was, value }] of orderedLines(lines))
    if (was !== undefined) groups.set(was, [...(groups.get(was) ?? []), { name, value }])
  return [...groups.values()].filter((group) => group.length > 1)
}

/**
 * That two lines both stay is told as one more name that is gone, which no line has (none holds a line break): it
 * travels as removals do, and older versions hand it on. `pair`: the names of both with a space between, in either
 * order.
 */
export const settledName = (pair: string): string => nameOf(`\n${pair.split(' ').sort().join(' ')}`)

/**
 * Settles a contradiction so that both lines stay, on all devices. Changes `lines`, and returns what others have to
 * know.
 */
export function settleLines(lines: Lines, pair: string): LinesChange {
  const name = settledName(pair)
  lines.gone.add(name)
  return { there: new Map(), gone: new Set([name]) }
}

function lesserText(a: string, b: string): string {
  if (a < b) return a
  return b
}
