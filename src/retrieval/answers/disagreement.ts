import { basename } from 'node:path'
import { terms } from '../../std/korean/search/analysis.ts'
import type { PassageHit } from '../ports.ts'

/** Of their other words, sentences about one thing share so much. */
const leastShared = 0.5

/**
 * Put the newer of two documents first that say the same with other numbers, the older one behind it, and note their
 * days. A file tells its own day, or `modifiedOf` does (milliseconds since 1970).
 */
export async function withDisagreement(
  hits: PassageHit[],
  modifiedOf: (path: string) => Promise<number>,
): Promise<PassageHit[]> {
  const [first, ...rest] = hits
  const second = first && rest.find((one) => one.file !== first.file && disagree(first, one))
  if (!first || !second) return hits
  const dated = await Promise.all(
    [first, second].map(async (hit) => ({
      hit,
      day: dayOf(hit) ?? new Date(await modifiedOf(hit.file)).toISOString().slice(0, 10),
    })),
  )
  const [newer, older] = dated.sort((a, b) => (a.day < b.day ? 1 : -1)) as [Dated, Dated]
  const others = rest.filter((one) => one !== second)
  return [{ ...newer.hit, differs: { other: 2, days: [newer.day, older.day] } }, older.hit, ...others]
}

interface Dated {
  hit: PassageHit
  day: string
}

/** Tell whether both say what was asked, in the same words and with other numbers. */
function disagree({ judged: one }: PassageHit, { judged: other }: PassageHit): boolean {
  if (one?.verdict !== 'says' || other?.verdict !== 'says') return false
  const [a, b] = [readSentence(one.span ?? ''), readSentence(other.span ?? '')]
  if (a.numbers.size === 0 || b.numbers.size === 0 || a.numbers.symmetricDifference(b.numbers).size === 0) return false
  return a.words.intersection(b.words).size >= leastShared * Math.min(a.words.size, b.words.size)
}

/** A number with its unit: 12만 원, $60, 3.5%. */
const number = /\d[\d,.]*\s?(?:[만천억백]\s?)*/g

function readSentence(text: string): { numbers: Set<string>; words: Set<string> } {
  // The day of a rule is not what it says, unless it says nothing else.
  const undated = text.replace(date, ' ')
  const said = /\d/.test(undated) ? undated : text
  const numbers = new Set(Array.from(said.matchAll(number), ([one]) => one.replace(/[\s,]|\.$/g, '')))
  return { numbers, words: new Set(terms(said.replace(number, ' '))) }
}

const date = /(20\d\d)(?:\s?[-./년_]\s?(1[0-2]|0?[1-9])(?:\s?[-./월_]\s?(3[01]|[12]\d|0?[1-9]))?)?(?!\d)/g

/** Return the day that a document names: in its file's name, else the latest above or in the passage. */
function dayOf({ file, heading, text }: PassageHit): string | undefined {
  for (const said of [basename(file), heading, text]) {
    const days = Array.from(said.matchAll(date), ([, year, month = '1', day = '1']) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    const latest = days.sort().at(-1)
    if (latest !== undefined) return latest
  }
  return undefined
}
