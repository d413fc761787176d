import type { Family } from '../intent.ts'

/** A cancel that names nothing: what it means is told by what came just before. */
const BARE = /^(?:(?:아|앗|아차|어|아니|참)[\s,]*)*(?:다시\s?)?(?:취소|되돌려)(?:해)?(?:\s?(?:줘|놔))?(?:요)?$/
const ENGLISH =
  /^(?:(?:oops|no|wait|sorry)[,\s]+)*(?:undo(?: that| it)?|take (?:that|it) back|bring (?:it|them) back)$/i

/**
 * "앗 취소해줘", "oops, undo" right after lists or the money book were changed. What names a deed is read everywhere, see
 * `std/korean/dialogue/take-back.ts`.
 */
export const undoLast: Family = ({ text, lastTool, tools }) => {
  if (!tools.has('undo') || !/^(?:lists|money)$/.test(lastTool ?? '')) return undefined
  const isUndo = BARE.test(text) || ENGLISH.test(text)
  return isUndo ? { weight: 3, call: { name: 'undo', args: {} }, answer: (receipt) => receipt } : undefined
}
