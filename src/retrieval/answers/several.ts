import type { AssessedPart } from '../../protocol/index.ts'
import type { PassageHit } from '../ports.ts'
import { questionParts } from './question-parts.ts'

/**
 * Passages for a question, best first; where it consists of several, each of its `parts` has its best passage first,
 * those that answer before the others.
 */
export interface Answering {
  hits: PassageHit[]
  parts: AssessedPart[]
  /** So many of the first passages were computed over tables. */
  computed?: number
}

type Search = (query: string) => Promise<PassageHit[]>

/**
 * Searches for a question, and where it consists of several, for each of them. The parts are told where several
 * passages answer, or where one of them has an answer and the whole has none.
 */
export async function searchAnswers(search: Search, question: string, k: number): Promise<Answering> {
  const whole = await search(question)
  const parts = questionParts(question)
  if (parts.length < 2) return { hits: whole, parts: [] }
  const found: { part: string; hits: PassageHit[] }[] = []
  for (const part of parts) found.push({ part, hits: await search(part) })
  const isSure = (hits: readonly PassageHit[]) => hits[0]?.judged?.verdict === 'says'
  // Answers come first: a passage that is quoted has the number of its source.
  found.sort((a, b) => Number(isSure(b.hits)) - Number(isSure(a.hits)))
  const best = found.flatMap(({ hits: [hit] }) => (hit ? [hit] : []))
  const isSeveral = new Set(best.map(keyOf)).size === parts.length
  const told = found.every(({ hits }) => isSure(hits)) || (found.some(({ hits }) => isSure(hits)) && !isSure(whole))
  // One passage may answer all of them.
  const [first] = best
  if (
    !isSeveral &&
    first &&
    !isSure(whole) &&
    found.every(({ hits }) => isSure(hits)) &&
    new Set(best.map(keyOf)).size === 1
  )
    return {
      hits: [
        { ...first, judged: { verdict: 'says', missing: [] } },
        ...whole.filter((hit) => keyOf(hit) !== keyOf(first)),
      ],
      parts: [],
    }
  if (!isSeveral || !told) return { hits: whole, parts: [] }
  const rest = [...found.flatMap(({ hits }) => hits.slice(1)), ...whole]
  const hits = new Map(
    [...best, ...rest.sort((a, b) => Number(b.judged?.verdict === 'says') - Number(a.judged?.verdict === 'says'))].map(
      (hit) => [keyOf(hit), hit],
    ),
  )
  return { hits: [...hits.values()].slice(0, Math.max(k, parts.length)), parts: found.map(assessed) }
}

const assessed = ({ part, hits: [hit] }: { part: string; hits: PassageHit[] }): AssessedPart => ({
  part,
  ...(hit?.judged ?? { verdict: 'nothing', missing: [] }),
})

const keyOf = ({ file, line, page, text }: PassageHit) => `${file}\n${page ?? ''}:${line}\n${text}`
