import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family } from '../intent.ts'

/** A call before a cancel: "헉 아니야", "실수야", "no no", "oops". */
const CALLED =
  /^(?:(?:아|앗|아차|어|헉|참|아니(?:야|다)?|아냐|실수(?:야|예요|했어)?|oops|no|wait|sorry|ah|actually)[\s,.!]+)*/i
/** A cancel that names nothing: what it means is told by what came just before. */
const BARE = patternOf()`
    ^(?:(?:방금|아까)\s)?(?:(?:그거|그것|지운|뺀|넣은|적은)\s?(?:거|것|건)?\s?)?(?:다시\s?)?(?:취소)?(?:취소|되돌려|되살려|복구)
    (?:해)?${GIVE}?(?:요)?$`
const ENGLISH = patternOf('i')`
    ^(?:please )?(?:undo(?: (?:that|it|this))?|take (?:that|it) back|(?:bring|put) (?:it|that|them|those) back)
    (?: please)?$`

/**
 * "앗 취소해줘", "oops, undo" right after lists or the money book were changed. What names a deed is read everywhere, see
 * `std/korean/dialogue/take-back.ts`.
 */
export const undoLast: Family = ({ text, lastTool, tools }) => {
  if (!tools.has('undo') || !/^(?:lists|money)$/.test(lastTool ?? '')) return undefined
  const said = text.replace(CALLED, '')
  const isUndo = BARE.test(said) || ENGLISH.test(said)
  return isUndo ? { weight: 3, call: { name: 'undo', args: {} }, answer: (receipt) => receipt } : undefined
}
