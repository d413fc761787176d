import { undoCountOf } from '../../../std/korean/dialogue/take-back.ts'
import type { Family } from '../intent.ts'

const THAT = /그거|그것|방금|금방|지금 막|\b(?:that|it|this|what you)\b/i

/** "방금 그거 취소해", "undo the last two": the tool takes back what was done last, of whatever kind. */
export const undo: Family = ({ text, tools, undone, say }) => {
  const count = undoCountOf(text)
  if (count === undefined || !tools.has('undo')) return undefined
  // "Undo that" after a no: the deed before it was not meant. "Undo" names none.
  if (count === 1 && undone && THAT.test(text)) return { weight: 3, answer: () => say.notDone }
  return { weight: 3, call: { name: 'undo', args: count > 1 ? { count } : {} }, answer: (result) => result }
}
