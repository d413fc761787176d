import { basename, relative } from 'node:path'
import { type Assessment, assessmentLine, type Source } from '../../protocol/index.ts'
import type { PassageHit } from '../ports.ts'
import type { Answering } from './several.ts'

/**
 * Return the place of a passage as people write it: `docs/a.md:12`, `b.pdf p. 3`. Below `cwd` relative to it; without
 * one the bare name.
 */
export function placeOf(
  { file, line, page }: Pick<PassageHit, 'file' | 'line' | 'page'>,
  cwd: string | undefined,
): string {
  const below = cwd === undefined ? basename(file) : relative(cwd, file)
  const shown = below === '' || below.startsWith('..') ? file : below
  return page === undefined ? `${shown}:${line}` : `${shown} p. ${page}`
}

/** Passages for somebody at another machine: names of files, no paths. */
export const forRemote = (hits: PassageHit[]): PassageHit[] => hits.map((hit) => ({ ...hit, file: basename(hit.file) }))

/**
 * Passages for a model or a person: each under its number and place, blank lines between. Numbers go on from `first`,
 * so that those of several searches in one turn stay apart.
 */
export function passagesText(hits: PassageHit[], cwd: string | undefined, first = 1): string {
  return hits.map((hit, at) => `[${first + at}] ${placeOf(hit, cwd)}\n${hit.text}`).join('\n\n')
}

/** The same with how far they answer the question, or each of its parts, as the last lines. */
export function assessedText({ hits, parts, computed }: Answering, cwd: string | undefined, first = 1): string {
  const { judged, differs } = hits[0] ?? {}
  const text = passagesText(hits, cwd, first)
  if (judged === undefined) return text
  const more = computed !== undefined ? { computed } : parts.length > 0 ? { parts } : differs && { differs }
  return `${text}\n\n${assessmentLine({ ...judged, ...nextNearest(hits), ...more })}`
}

/** So many passages are shown where none answers. */
const shownNearest = 3

/** The last of the first passages that all come near only, and the words that stand in none of them. */
function nextNearest(hits: readonly PassageHit[]): Partial<Assessment> | undefined {
  const first = hits.slice(0, shownNearest).map(({ judged }) => judged)
  const end = first.findIndex((one) => one?.verdict !== 'nearest')
  const near = first.slice(0, end < 0 ? undefined : end).flatMap((one) => one ?? [])
  if (near.length < 2) return undefined
  const missing = near.reduce(
    (words, one) => words.filter((word) => one.missing.includes(word)),
    near[0]?.missing ?? [],
  )
  return { next: near.length, missing }
}

/** Passages as the event `sources.found` and the result of the tool carry them. */
export function sourcesOf(hits: PassageHit[]): Source[] {
  return hits.map(({ file, line, page, heading, text, score }) => ({
    file,
    line,
    ...(page !== undefined && { page }),
    ...(heading && { heading }),
    text,
    score,
  }))
}
