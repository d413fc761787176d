import { inOneLine } from '../std/text/pattern.ts'

/**
 * A verdict on a passage: it says what was asked; it comes nearest and lacks words of the question; it has nothing
 * to do with it.
 */
export type PassageVerdict = 'says' | 'nearest' | 'nothing'

/** A verdict on a passage of a search. */
export interface JudgedPassage {
  verdict: PassageVerdict
  /** Words of the question that it lacks. */
  missing: string[]
  /** The sentence of it that answers, as it stands there. */
  span?: string
}

/** Days of two documents that say the same differently. */
export interface Disagreement {
  /** The number of the passage that says it otherwise than the first, which is the newer one. */
  other: number
  /** Days (`YYYY-MM-DD`) of the first passage and of the other. */
  days: [string, string]
}

/** The degree to which passages of documents answer a question: the first one, or the first for each of its parts. */
export interface Assessment extends JudgedPassage {
  differs?: Disagreement
  /** The number of the last passage that comes near as the first does, where none says what was asked. */
  next?: number
  /** So many of the first passages were computed over tables, and are no quotations. */
  computed?: number
  /**
   * The questions that it consists of, where several passages answer: the first passage is for the first of them, and
   * so on.
   */
  parts?: AssessedPart[]
}

/** One of several questions in one. */
export interface AssessedPart extends JudgedPassage {
  part: string
}

/** Return the end of what a search of documents gives a model: quote it, or say what was not found. */
export function assessmentLine({ differs, parts, computed, next, ...judged }: Assessment): string {
  if (computed !== undefined) return `(computed over tables by code: [1] to [${computed}])`
  if (parts) return parts.map(({ part, ...one }, at) => judgedLine(at + 1, `“${part}”`, one)).join('\n')
  const difference =
    differs && `([1] of ${differs.days[0]} and [${differs.other}] of ${differs.days[1]} differ: tell both)`
  return [...(difference ? [difference] : []), judgedLine(1, 'it', judged, next)].join('\n')
}

function judgedLine(number: number, asked: string, judged: JudgedPassage, next?: number): string {
  const { verdict, missing, span } = judged
  if (verdict === 'nothing') return `(none of them says anything of ${asked})`
  if (verdict === 'says') return `([${number}] says ${asked}${span === undefined ? '' : `: ${span}`})`
  const then = next === undefined ? '' : next === 2 ? ', then [2]' : `, then [2] to [${next}]`
  return `([${number}] is nearest to ${asked}${then}${missing.length === 0 ? '' : `; not there: ${missing.join(', ')}`})`
}

const asked = '(?:it|“[^”\\n]*”)'
const judgedForm = new RegExp(
  inOneLine`
    (?:^|\\n)\\((?:\\[\\d+\\] says (?<says>${asked})(?:: (?<span>[^\\n]*))?|
    \\[\\d+\\] is nearest to (?<nearest>${asked})(?:, then (?:\\[2\\] to )?\\[(?<next>\\d+)\\])?
    (?:; not there: (?<missing>[^\\n]+))?|
    none of them says anything of (?<nothing>${asked}))\\)\\s*$`,
)
const computedForm = /(?:^|\n)\(computed over tables by code: \[1\] to \[(\d+)\]\)\s*$/
const differenceForm = /(?:^|\n)\(\[1\] of (\S+) and \[(\d+)\] of (\S+) differ: tell both\)\s*$/

/** Read those lines where they are the last ones, and the text before them. */
export function readAssessment(text: string): { text: string; assessment?: Assessment } {
  const computed = computedForm.exec(text)
  if (computed) {
    const assessment: Assessment = { verdict: 'says', missing: [], computed: Number(computed[1]) }
    return { text: text.slice(0, computed.index), assessment }
  }
  const parts: AssessedPart[] = []
  let left = text
  for (let found = judgedForm.exec(left); found; found = judgedForm.exec(left)) {
    const { says, nearest, nothing = '', missing, span, next } = found.groups ?? {}
    const verdict = says === undefined ? (nearest === undefined ? 'nothing' : 'nearest') : 'says'
    const part = says ?? nearest ?? nothing
    const one = { verdict, missing: missing?.split(', ') ?? [], ...(span !== undefined && { span }) } as const
    left = left.slice(0, found.index)
    if (part === 'it')
      return parts.length > 0
        ? { text }
        : withDifference(left, { ...one, ...(next !== undefined && { next: Number(next) }) })
    parts.unshift({ part: part.slice(1, -1), ...one })
  }
  const [first] = parts
  if (!first) return { text }
  const verdict = parts.some((one) => one.verdict === 'says') ? 'says' : first.verdict
  return { text: left, assessment: { verdict, missing: [], parts } }
}

function withDifference(text: string, one: Assessment): { text: string; assessment: Assessment } {
  const found = differenceForm.exec(text)
  if (!found) return { text, assessment: one }
  const [, newer = '', other, older = ''] = found
  const differs: Disagreement = { other: Number(other), days: [newer, older] }
  return { text: text.slice(0, found.index), assessment: { ...one, differs } }
}
