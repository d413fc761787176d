/** A measure of how far passages of documents answer a question. */
export interface Assessment {
  /** Confidence in the first one, 0 to 1. */
  confidence: number
  /** Words of the question that stand in none of them. */
  missing: string[]
  /**
   * The questions that it consists of, where several passages answer: the first passage is for the first of them, and
   * so on.
   */
  parts?: AssessedPart[]
}

/** One of several questions in one. */
export interface AssessedPart {
  part: string
  confidence: number
  missing: string[]
}

/** From here on a passage is quoted as the answer (set and measured by `bench/retrieval/held-out.ts`). */
const sureEnough = 0.5
/** Below this not even the place is worth a look. */
const worthALook = 0.1

/** Classify a passage as the answer, near it, or neither. */
export function verdictOf({ confidence }: Assessment): 'answer' | 'near' | 'nothing' {
  if (confidence >= sureEnough) return 'answer'
  return confidence >= worthALook ? 'near' : 'nothing'
}

/** Words that stand in a passage never prove that it answers. */
const almost = 0.99

/** The end of what a search of documents gives a model: it says whether to quote, or to say what was not found. */
export function assessmentLine({ confidence, missing, parts }: Assessment): string {
  if (parts) return parts.map((one, at) => sureSentence(`[${at + 1}]`, ` “${one.part}”`, one)).join('\n')
  return sureSentence('[1]', '', { confidence, missing })
}

const sureSentence = (number: string, part: string, { confidence, missing }: Assessment) =>
  `(how surely ${number} answers${part}: ${Math.min(confidence, almost).toFixed(2)}${missing.length === 0 ? '' : `; in none of them: ${missing.join(', ')}`})`

const form = /(?:^|\n)\(how surely \[\d+\] answers(?: “([^”\n]*)”)?: (\d\.\d\d)(?:; in none of them: (.*))?\)\s*$/

/** Reads those lines where they are the last ones, and what stands before them. */
export function readAssessment(text: string): { text: string; assessment?: Assessment } {
  const parts: AssessedPart[] = []
  let left = text
  for (let found = form.exec(left); found; found = form.exec(left)) {
    const [, part, sure, missing] = found
    const one = { confidence: Number(sure), missing: missing?.split(', ') ?? [] }
    left = left.slice(0, found.index)
    if (part === undefined) return parts.length > 0 ? { text } : { text: left, assessment: one }
    parts.unshift({ part, ...one })
  }
  if (parts.length === 0) return { text }
  return { text: left, assessment: { confidence: Math.max(...parts.map((one) => one.confidence)), missing: [], parts } }
}
