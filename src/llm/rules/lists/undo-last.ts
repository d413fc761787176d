import type { Family } from '../intent.ts'

const KOREAN =
  /^(?:(?:아|앗|아차|어|아니|참)[\s,]*)*(?:(?:방금|지금)\s?)?(?:(?:그거|그건|이거|거|것|건|한\s?거)\s?)?(?:다시\s?)?(?:취소|되돌려|되돌리기|되돌|원래대로)(?:해|하)?(?:\s?(?:줘|주세요|놔|봐))?(?:요)?$/
const ENGLISH =
  /^(?:(?:oops|no|wait|sorry)[,\s]+)*(?:undo(?: that| it)?|take (?:that|it) back|revert(?: that)?|bring (?:it|them) back)$/i

/** "방금 그거 취소해", "undo that", right after lists or the money book were changed. */
export const undoLast: Family = ({ text, lastTool, tools }) => {
  if (!tools.has('undo') || !/^(?:lists|money)$/.test(lastTool ?? '')) return undefined
  const isUndo = KOREAN.test(text) || ENGLISH.test(text)
  return isUndo ? { weight: 3, call: { name: 'undo', args: {} }, answer: (receipt) => receipt } : undefined
}
