import { undoCountOf } from '../../../std/korean/dialogue/take-back.ts'
import type { Family } from '../intent.ts'

/** "방금 그거 취소해", "undo the last two": the tool takes back what was done last, of whatever kind. */
export const undo: Family = ({ text, tools }) => {
  const count = undoCountOf(text)
  if (count === undefined || !tools.has('undo')) return undefined
  return { weight: 3, call: { name: 'undo', args: count > 1 ? { count } : {} }, answer: (result) => result }
}
