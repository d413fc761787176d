/** How far passages of documents answer a question. */
export interface Assessment {
  /** How surely the first one does, 0 to 1. */
  confidence: number
  /** Words of the question that stand in none of them. */
  missing: string[]
}

/** From here on a passage is quoted as the answer (set and measured by `bench/retrieval/held-out.ts`). */
const sureEnough = 0.5
/** Below this not even the place is worth a look. */
const worthALook = 0.1

/** Whether a passage is the answer, near it, or neither. */
export function verdictOf({ confidence }: Assessment): 'answer' | 'near' | 'nothing' {
  if (confidence >= sureEnough) return 'answer'
  return confidence >= worthALook ? 'near' : 'nothing'
}

/** Words that stand in a passage never prove that it answers. */
const almost = 0.99

/** The last line of what a search of documents gives a model: it says whether to quote, or to say what was not found. */
export function assessmentLine({ confidence, missing }: Assessment): string {
  const lacking = missing.length === 0 ? '' : `; in none of them: ${missing.join(', ')}`
  return `(how surely [1] answers: ${Math.min(confidence, almost).toFixed(2)}${lacking})`
}

const form = /(?:^|\n)\(how surely \[1\] answers: (\d\.\d\d)(?:; in none of them: (.*))?\)\s*$/

/** Reads that line where it is the last one, and what stands before it. */
export function readAssessment(text: string): { text: string; assessment?: Assessment } {
  const found = form.exec(text)
  if (!found) return { text }
  const missing = found[2]?.split(', ') ?? []
  return { text: text.slice(0, found.index), assessment: { confidence: Number(found[1]), missing } }
}
