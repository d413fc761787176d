import type { JsonObject } from '../../protocol/index.ts'
import { asNumber, asObjects, asString } from '../json-values.ts'
import type { Dialect } from './dialect.ts'

/** Fields that hold thoughts in the pieces of an answer, by the servers that name them so. */
export const thoughtFields = ['reasoning_content', 'reasoning', 'thinking', 'thought'] as const

/**
 * Return OpenRouter's details as one for each thought: they come in pieces, and a signature holds for the whole. Pure.
 */
function mergeDetails(pieces: readonly JsonObject[]): JsonObject[] {
  const merged: JsonObject[] = []
  for (const piece of pieces) {
    const open = merged.findLast((one) => one.type === piece.type && asNumber(one.index) === asNumber(piece.index))
    const isAnother = open && piece.id && open.id && piece.id !== open.id
    if (!open || isAnother) {
      merged.push({ ...piece })
      continue
    }
    for (const [field, value] of Object.entries(piece)) {
      const grows = field === 'text' || field === 'summary' || field === 'data'
      if (grows) open[field] = asString(open[field]) + asString(value)
      else if (value !== null && value !== undefined) open[field] = value
    }
  }
  return merged
}

/** Return what an answer with calls brings back: thoughts go to whoever wrote them, while their tools are at work. */
export function carriedFields(
  carried: JsonObject | undefined,
  calls: number,
  { needsThoughts }: Pick<Dialect, 'needsThoughts'>,
): { fields: JsonObject; signatures: JsonObject[] } {
  if (calls === 0) return { fields: {}, signatures: [] }
  const fields: JsonObject = {}
  for (const field of thoughtFields) if (asString(carried?.[field]) !== '') fields[field] = asString(carried?.[field])
  const details = mergeDetails(asObjects(carried?.reasoning_details))
  if (details.length > 0) fields.reasoning_details = details
  // Some take no answer without thoughts, and no empty ones.
  if (needsThoughts && fields.reasoning_content === undefined) fields.reasoning_content = ' '
  return { fields, signatures: asObjects(carried?.calls) }
}
