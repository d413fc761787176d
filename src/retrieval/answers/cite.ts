import { basename, relative } from 'node:path'
import { type Assessment, assessmentLine, type JudgedPassage, type Source } from '../../protocol/index.ts'
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
  return `${text}\n\n${assessmentLine({ ...judged, ...nextNearest(judged, hits[1]?.judged), ...more })}`
}

/** The second passage, if both come near only, and the words that stand in neither. */
function nextNearest(first: JudgedPassage, second: JudgedPassage | undefined): Partial<Assessment> | undefined {
  if (first.verdict !== 'nearest' || second?.verdict !== 'nearest') return undefined
  return { next: 2, missing: first.missing.filter((word) => second.missing.includes(word)) }
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
