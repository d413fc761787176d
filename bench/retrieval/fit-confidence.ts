// `node bench/retrieval/fit-confidence.ts`: the weights of `src/retrieval/answers/confidence.ts`, fitted to questions
// that may set them: every second one of `heldout/` and the Korean test set. Each question is also asked of the
// documents without the one that answers it, and without its sentence alone: then no passage is right, and what still
// looks like an answer is what people are to be spared.

import { writeFileSync } from 'node:fs'
import { type Evidence, evidenceOf } from '../../src/retrieval/answers/confidence.ts'
import { createLibrary, type Library } from '../../src/retrieval/library.ts'
import { wordsAsked } from '../../src/std/korean/search/asked-words.ts'
import { corpus, questions } from './corpus.ts'
import { type HeldOut, heldOutDocuments, heldOutQuestions, withFiles } from './held-out.ts'

interface Sample {
  /** Evidence, whether it stands first, and 1. */
  x: number[]
  right: boolean
}
/** A question's passages, best first; `answerable` where one of its documents answers it. */
interface Case {
  group: 'ko' | 'en' | 'own'
  answerable: boolean
  /** False where the document was left out, or what answers of it. */
  asWritten: boolean
  samples: Sample[]
}

const never = new AbortController().signal
/** So many of the passages that are wrong are shown to the fit: later ones are easy. */
const wrongShown = 3

async function casesOf(group: Case['group'], documents: Map<string, string>, asked: HeldOut[]): Promise<Case[]> {
  const cases: Case[] = []
  await withFiles(documents, async (folder, files) => {
    const library = createLibrary({ dir: `${folder}/index`, now: () => new Date() })
    const drain = async (events: AsyncIterable<unknown>) => {
      for await (const _ of events);
    }
    await drain(library.add([files], never))
    for (const one of asked) {
      cases.push(await caseOf(group, library, one, true))
      const text = documents.get(one.file ?? '')
      if (text === undefined) continue
      const sentences = text.split(/(?<=\n)|(?<=[.!?。]\s)/)
      const others = sentences.filter((sentence) => !sentence.includes(one.words))
      if (others.length === sentences.length) continue
      writeFileSync(`${files}/${one.file}`, others.join(''))
      cases.push(await caseOf(group, library, one, false))
      writeFileSync(`${files}/${one.file}`, text)
    }
    for (const file of new Set(asked.flatMap((one) => one.file ?? []))) {
      await library.remove([`${files}/${file}`], never)
      for (const one of asked) if (one.file === file) cases.push(await caseOf(group, library, one, false))
      await drain(library.add([`${files}/${file}`], never))
    }
    await library.close()
  })
  return cases
}

async function caseOf(
  group: Case['group'],
  library: Library,
  { question, file, words }: HeldOut,
  asWritten: boolean,
): Promise<Case> {
  const answerable = asWritten && file !== undefined
  const hits = (await library.search(question, 5, never)).sort((a, b) => b.score - a.score)
  const terms = wordsAsked(question).flatMap((word) => word.terms)
  const evidence = evidenceOf(question, hits, await library.rarity(terms, never))
  const samples = hits.flatMap((hit, at): Sample[] => {
    const isThere = answerable && hit.file.endsWith(file ?? '\0')
    const right = isThere && hit.text.includes(words)
    // Another passage of the right document is neither an answer nor a stranger.
    return isThere && !right ? [] : [{ x: [...Object.values(evidence[at] as Evidence), at === 0 ? 1 : 0, 1], right }]
  })
  return { group, answerable, asWritten, samples }
}

const sigmoid = (z: number) => 1 / (1 + Math.exp(-z))
const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

/** Logistic regression with a little ridge, by Newton's steps; a right passage counts twice, for there are few. */
function fitted(cases: readonly Case[]): number[] {
  const samples = cases.flatMap((one) => one.samples.filter(({ right }, at) => right || at < wrongShown))
  const size = samples[0]?.x.length ?? 0
  let weights = new Array<number>(size).fill(0)
  for (let round = 0; round < 12; round++) {
    const slope = weights.map((weight, at) => (at === size - 1 ? 0 : -weight))
    const bend = weights.map((_, row) => weights.map((_, at) => (row === at && at < size - 1 ? 1 : 0)))
    for (const { x, right } of samples) {
      const [often, chance] = [right ? 2 : 1, sigmoid(product(x, weights))]
      for (let row = 0; row < size; row++) {
        slope[row]! += often * (Number(right) - chance) * (x[row] as number)
        for (let at = 0; at < size; at++)
          bend[row]![at]! += often * chance * (1 - chance) * (x[row] as number) * (x[at] as number)
      }
    }
    const step = solved(bend, slope)
    weights = weights.map((weight, at) => weight + (step[at] as number))
  }
  return weights
}

/** Gauss and Jordan: the matrix is positive definite. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] as number])
  for (const [at, pivot] of rows.entries()) {
    const by = pivot[at] as number
    for (const [n, value] of pivot.entries()) pivot[n] = value / by
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[at] as number)
      for (const [n, value] of pivot.entries()) row[n]! -= factor * value
    }
  }
  return rows.map((row) => row.at(-1) as number)
}

/** Points by which both aims (88 % right, 80 % declined) are met by answering from `least` on; the smaller one. */
function margin(cases: readonly Case[], scores: ReadonlyMap<Sample, number>, least: number): number {
  const best = ({ samples }: Case) =>
    samples.reduce<Sample | undefined>((a, b) => (a && scores.get(a)! >= scores.get(b)! ? a : b), undefined)
  const [asked, none] = [cases.filter((one) => one.answerable), cases.filter((one) => !one.answerable)]
  const told = (one: Case) => (scores.get(best(one) as Sample) ?? 0) >= least
  const right = asked.filter((one) => told(one) && best(one)?.right).length / asked.length
  const declined = none.filter((one) => !told(one)).length / none.length
  return 100 * Math.min(right - 0.88, declined - 0.8)
}

const documentsOf = () => new Map(corpus().map(({ path, text }) => [path, text]))
const own = (['questions', 'questions-b'] as const)
  .flatMap((set) => questions(set))
  .map(({ phrase, ...one }) => ({ ...one, words: phrase }))
const all = [
  ...(await casesOf('ko', heldOutDocuments('ko'), heldOutQuestions('ko', 'fit'))),
  ...(await casesOf('en', heldOutDocuments('en'), heldOutQuestions('en', 'fit'))),
  ...(await casesOf('own', documentsOf(), own)),
]
// What a fit says of questions that it has not seen decides from when on is answered.
const folds = 8
const scores = new Map<Sample, number>()
for (let fold = 0; fold < folds; fold++) {
  const weights = fitted(all.filter((_, at) => at % folds !== fold))
  for (const [at, { samples }] of all.entries())
    if (at % folds === fold) for (const one of samples) scores.set(one, sigmoid(product(one.x, weights)))
}
const weights = fitted(all)
console.log(
  'together kind noKind beside over absent ahead mass first:',
  weights
    .slice(0, -1)
    .map((one) => one.toFixed(2))
    .join(' '),
)
for (const group of ['ko', 'en'] as const) {
  const cases = all.filter((one) => one.group === group && one.asWritten)
  const limits = Array.from({ length: 70 }, (_, at) => 0.15 + at / 100)
  const margins = limits.map((least) => margin(cases, scores, least))
  // Thirty questions without an answer are few: what is good must be good around it, too.
  const around = (at: number) => margins.slice(Math.max(0, at - 5), at + 6)
  const smooth = margins.map((_, at) => around(at).reduce((sum, one) => sum + one, 0) / around(at).length)
  const least = limits[smooth.indexOf(Math.max(...smooth))] as number
  const bias = (weights.at(-1) ?? 0) - Math.log(least / (1 - least))
  console.log(`${group}: answered from ${least.toFixed(2)} on, so that a half is a bias of ${bias.toFixed(2)}`)
}
