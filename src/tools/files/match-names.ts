import { matchesGlob } from 'node:path'
import { JobStopped, runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'

/** Return which of these names a glob means, by their places. */
interface GlobInput {
  glob: string
  names: string[]
}

/** Matches a pattern of braces, classes or many stars where it can be stopped: some take for ever. */
export const globJob: IsolatedJob<GlobInput, boolean[]> = {
  name: 'glob',
  load: async () => matchAll,
}

const matchAll = ({ glob, names }: GlobInput) => names.map((name) => matchesGlob(name, glob))

/** Names compared per batch, before the next check of the time limit. */
const batch = 500

/**
 * The paths of `paths` that `wanted` means. A glob is matched with the whole path when it has a slash, else with the
 * name; plain letters may stand anywhere in the name. Case and the spelling of Hangul do not matter. Throws
 * `JobStopped`, the signal's reason.
 */
export async function* matchingPaths(
  paths: AsyncIterable<string>,
  wanted: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const glob = foldCase(wanted)
  if (alternativesIn(glob) > mostAlternatives) throw new JobStopped('time', 'glob')
  const subjectOf = (path: string) =>
    glob.includes('/') ? foldCase(path) : foldCase(path.slice(path.lastIndexOf('/') + 1))
  if (!/[*?[{(]/.test(glob)) {
    for await (const path of paths) if (foldCase(path.slice(path.lastIndexOf('/') + 1)).includes(glob)) yield path
    return
  }
  const isCheap = !/[[\]{}()!+@]/.test(glob) && glob.split('*').length <= mostStars
  for await (const some of inBatches(paths, isCheap ? 1 : batch)) {
    const input = { glob, names: some.map(subjectOf) }
    const hits = isCheap ? matchAll(input) : await runIsolated(globJob, input, { signal })
    yield* some.filter((_, at) => hits[at])
  }
}

/** Patterns that braces may stand for; each pair multiplies them, and all are made before the first is tried. */
const mostAlternatives = 1_000

/** So many patterns the braces of a glob stand for, at most: `{a,b}{c,d}` are four, `{1..9}` are nine. */
function alternativesIn(glob: string): number {
  let product = 1
  for (const [, inside = ''] of glob.matchAll(/\{([^{}]*)/g)) {
    const [, from, to] = /^(-?\d+)\.\.(-?\d+)/.exec(inside) ?? []
    product *= from === undefined ? inside.split(',').length : Math.abs(Number(to) - Number(from)) + 1
  }
  return product
}

/** Each star more multiplies the work for a name that does not match by its length. */
const mostStars = 4

async function* inBatches(paths: AsyncIterable<string>, size: number): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const path of paths) {
    some.push(path)
    if (some.length < size) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** One form for comparing: composed Hangul, no case. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()
