import { inOneLine } from '../../text/pattern.ts'
import { GIVING } from '../grammar/ending.ts'
import { infinitive } from '../grammar/verb.ts'
import type { Span } from '../spelling/span.ts'

/** A part of a message that may be a request of its own; `text` ends as it would if it stood alone. */
export interface Clause extends Span {
  text: string
}

/** Behind a request one more may begin: "알려줘 내일 …", "보내주고 …". */
const ASKED = `(?:${GIVING}|부탁해(?:요)?)`
/** Deeds by the stem of their verb: what is done to them goes on with 고, "보내고", "추가하고". */
const DEED =
  '(?:보내|지우|만들|빼|넣|적|쏘|부치|끄|켜|맞추|바꾸|옮기|알리|주|놓|두|드리|(?:추가|등록|취소|이체|송금|저장|기억|예약|삭제|메모|설정|기록)하)'
const GOES_ON = new RegExp(`(?<=[가-힣\\s])(${DEED})고(?: 나서| 난 다음)?,?\\s+(?=\\S{2}|\\S\\s)`, 'g')
/** "and" joins what is to be done by one deed, too: it parts only where a deed of its own follows. */
const AND_DEED = inOneLine`
    ,?\\s+and\\s+(?=(?:remind me|wake me|set an? (?:alarm|timer|reminder)|
    (?:add|put) [^,.]{1,60} (?:list|calendar))\\b)`
const STOPS = new RegExp(
  inOneLine`
    (?<=[^\\d\\s])[.!?。]+(?:\\s+|$)|(?<=\\d)[.!]\\s+(?=[a-z]{2,} [a-z])|
    \\s*[\\n;]+\\s*|(?<=${ASKED})[,.!]?\\s+(?=\\S{2})|${AND_DEED}|,?\\s+(?:and then|and also|
    then also|and please|then)\\s+|[,]?\\s+(?:그리고|그리구|그 ?다음에?|그러고 ?나서|또|아 ?참|추가로)[,]?\\s+
  `,
  'gi',
)

/** A verb of giving asks by itself: 알려주고 is 알려줘. */
const GIVES = /^(?:주|놓|두|드리)$/
const CONJUNCTION = /^(?:그리고|그리구|그러고 ?나서|그 ?다음에?|또|아 ?참|참|추가로|and|then|also)[,\s]+/i

/**
 * Part a message into the requests that it may hold, in its order. A clause is a proposal: whoever reads one whole
 * may act on it, and a message of which only the whole is read is one request.
 */
export function clausesOf(text: string): Clause[] {
  const stops = [...text.matchAll(STOPS)].map(({ index, 0: said }) => ({
    from: index,
    to: index + said.length,
    tail: '',
    cut: index,
  }))
  const joints = [...text.matchAll(GOES_ON)].map(({ index, 0: said, 1: stem = '' }) => ({
    from: index,
    to: index + said.length,
    cut: index,
    tail: infinitive(stem) + (GIVES.test(stem) ? '' : '줘'),
  }))
  const cuts = [...stops, ...joints].toSorted((a, b) => a.from - b.from)
  const clauses: Clause[] = []
  let at = 0
  for (const { to, tail, cut } of [...cuts, { to: text.length, tail: '', cut: text.length }]) {
    if (cut < at) continue
    const said = text.slice(at, cut)
    const lead = said.length - said.trimStart().replace(CONJUNCTION, '').length
    const words = said.slice(lead).trimEnd()
    if (words !== '')
      clauses.push({ from: at + lead, to: at + lead + words.length, text: `${said.slice(lead)}${tail}`.trim() })
    at = to
  }
  return clauses
}
