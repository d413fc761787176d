import type { PassageVerdict } from '../../protocol/index.ts'
import type { PassageHit, Rarity } from '../ports.ts'
import { accountFor, askedQuestion } from './passage-account.ts'

const order: readonly PassageVerdict[] = ['says', 'nearest', 'nothing']

/**
 * Give each passage its verdict: `says`, `nearest` with the words that it lacks, or `nothing`. Those that answer come
 * first where `reorder`, then those that hold more of the question and that the search prefers; else the order of the
 * search stays. If the words of none come near, the one that is nearest in meaning does.
 */
export function assess(question: string, hits: readonly PassageHit[], rarity: Rarity, reorder: boolean): PassageHit[] {
  const asked = askedQuestion(question, rarity)
  const assessed = hits.map((hit) => ({ hit, account: accountFor(hit, asked) }))
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE)
  // Of what does not answer, a passage whose names hold what is asked about is nearer.
  const rank = ({ hit, account: { share, subject, verdict } }: (typeof assessed)[number]) =>
    share + (verdict === 'says' ? 0 : subject) + hit.score / best
  const verdict = ({ account }: (typeof assessed)[number]) => order.indexOf(account.verdict)
  for (const { hit, account } of assessed)
    if (hit.isNearest && account.verdict === 'nothing') account.verdict = 'nearest'
  if (reorder) assessed.sort((a, b) => verdict(a) - verdict(b) || rank(b) - rank(a))
  // The nearest in meaning come behind those that answer and the one that is nearest in words.
  const isMeant = ({ hit, account }: (typeof assessed)[number]) => hit.isNearest && account.verdict === 'nearest'
  const answering = assessed.filter(({ account }) => account.verdict === 'says').length
  if (reorder) {
    const first = assessed.splice(0, Math.max(1, answering))
    assessed.sort((a, b) => Number(isMeant(b) ?? false) - Number(isMeant(a) ?? false))
    assessed.unshift(...first)
  }
  return assessed.map(({ hit, account: { verdict, missing, sentence, share } }) => ({
    ...hit,
    share,
    judged: { verdict, missing, ...(verdict === 'says' && { span: sentence }) },
  }))
}
