import type { Family } from '../intent.ts'
import { isStatement } from './notice.ts'

/** What points at something, or at one of the two who talk, is no fact by itself. */
const pointing = /^(?:이|그|저|이건|그건|저건|이거|그거|이게|그게|여기|거기|오늘|지금|너|넌|네|당신|나|난|저|전)(?:는|은|가|이)? /
/** A question without a question mark. */
const asking = /무슨|어느|어떤|누가|누굴|뭘|며칠|맞아|맞지|아니야/
const longest = 60

/**
 * "지민이 생일은 3월 4일이야": known in this conversation, for whatever was said in it can be recalled; how it is kept for longer is told.
 * Where there are documents it may as well be a question to them.
 */
export const statementIntent: Family = ({ text, asked, tools, found, say }) => {
  if (asked || asking.test(text) || !/[가-힣]/.test(text) || text.length > longest || pointing.test(text) || !isStatement(text))
    return undefined
  if (!tools.has('save_memory') || tools.has('search_documents') || found.passages.length > 0) return undefined
  return { weight: 1, answer: () => say.stated(text) }
}
