import { GIVE } from '../../std/korean/grammar/ending.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { Ledger } from './ledger.ts'
import type { TransferSentences } from './messages.ts'

/** Subjects of questions about transfers as such. `current`: about the one at hand, which its own question tells. */
type About = 'fee' | 'limit' | 'arrival' | 'undo' | 'currency' | 'current'

const subjects: readonly [About, RegExp][] = [
  ['fee', /(?:이체|송금)?\s?(?:수수료|이체료|비용)|\b(?:fees?|charges?|cost|costs)\b/i],
  ['currency', /달러|유로|엔화|외화|해외|외국|\b(?:dollars?|usd|euros?|eur|yen|abroad|overseas|foreign currency)\b/i],
  [
    'limit',
    /한도|최대\s?(?:로\s?)?(?:얼마|금액)|얼마까지|\blimits?\b|\bmaximum\b|how much can i (?:send|transfer|pay)/i,
  ],
  [
    'arrival',
    patternOf('i')`
    언제\s?(?:도착|들어가|받|입금|처리|완료|가)|(?:도착|입금|처리|이체|송금)(?:은|이)?\s?(?:언제|얼마나|바로)|바로\s?(?:가|도착|들어가|받|입금|보내지)|얼마나\s?걸[가-힣]*|
    몇\s?(?:분|시간|일)\s?걸[가-힣]*|며칠\s?걸[가-힣]*|\bhow long\b|\bwhen (?:will|does|do|is|would)\b|\barrives?\b|\b(?:instant|
    instantly|immediately|right away)\b
  `,
  ],
  [
    'undo',
    patternOf('i')`
      (?:취소|되돌리|되돌릴|물릴|무를|돌려받|환불|회수)\S*\s?(?:할|수|돼|되|가능)|(?:취소|환불)(?:도|는)?\s?(?:돼|되|가능)|
      \b(?:undo|reverse|cancel|refund|get it back|take it back)\b`,
  ],
  [
    'current',
    patternOf('i')`
    누구(?:한테|에게|였|더라)|받는\s?(?:사람|분)(?:이|은)?\s?누구|얼마(?:를|나)?\s?(?:보내|였|이었|더라|라고)|뭐\s?하고\s?있었|뭐\s?하던|어디까지\s?했|메모(?:가|는|
    를)?\s?(?:뭐|뭐라고)|\bwho (?:is it|am i|was it|are we|is this)\b|\bhow much (?:was it|is it|am i|are we)\b|
    \bwhat (?:was i|were we|are we) doing\b|\bwhere were we\b
  `,
  ],
]

/** Words that may stand around such a question and name nothing else. */
const around = patternOf('giu')`
  이체|송금|계좌|통장|입금|출금|은행|상대(?:방)?|엄마|아빠|돈|현금|보내[가-힣]*|보낼|보낸|부치[가-힣]*|확인[가-힣]*|도착[가-힣]*|들어가[가-힣]*|받[가-힣]*|걸[가-힣]*|이거|
  이건|이게|그거|그건|이번|지금|혹시|근데|그런데|아|어|참|그럼|그리고|잠깐만?|따로|하루(?:에)?|한\s?번(?:에)?|일일|1일|최대|얼마[가-힣]*|언제|누구[가-힣]*|며칠|몇|시간|분|일|
  바로|즉시|실시간|나중에?|다시|보통|원래|다른|타행|무료|공짜|있[가-힣]*|없[가-힣]*|들[가-힣]*|나[가-힣]*|내[가-힣]*|붙[가-힣]*|떼[가-힣]*|되[가-힣]*|돼[가-힣]*|
  가능[가-힣]*|하[가-힣]*|할|해[가-힣]*|수|데|때|거[가-힣]*|건[가-힣]*|면|뒤에?|후에?|도|은|는|이|가|을|를|에|에도|로|으로|까지|만|야|지|죠|요|까|예요|에요|인가[가-힣]*|
  였[가-힣]*|이었[가-힣]*|더라|가[나요지]?|알려${GIVE}|\b(?:is|are|was|were|there|a|an|any|the|for|this|that|these|it|its|to|of|on|in|
  at|by|with|after|be|been|get|got|gets|do|does|did|i|me|my|we|you|can|could|will|would|should|have|much|many|what|
  what's|how|when|who|money|transfers?|transferring|transferred|send|sends|sending|sent|pay|paying|cost|mom|dad|
  once|one|day|daily|per|time|take|takes|later|still|now|then|so|and|oh|hmm|wait|btw|again|minutes?|hours?|days?|
  long|free|extra|back|bank|they|he|she|arrive|arrives|arriving|receive|receives|know|tell|per|maximum|each)\b|
  [\s\d.,!?~…%]
`

const nothingElse = (text: string) => text.replace(around, '') === ''
const namesTransfer = /이체|송금|보내|보낼|부치|부칠|\b(?:transfers?|transferring|send|sending|wire)\b/i
const SENDS = /보내|부쳐|부칠|쏴|이체|송금|입금|\b(?:send|wire|transfer|pay)\b/i
const CHANGES = /바꿔|변경|\b(?:change|make it)\b/i
const FOREIGN =
  /(?:\d|[일이삼사오육칠팔구십백천만])\s?(?:달러|유로|엔|위안|파운드)|[$€£]\s?\d|\d\s?(?:dollars?|bucks|usd|euros?|eur|pounds?|yen)\b/i
const questions =
  /[?？]\s*$|있[어나니]|없[어나지]|얼마|언제|누구|무료|까지|되[나니]|돼|뭐|어디|걸려|\b(?:is|are|how|what|when|who|where|can|does|do|will)\b/i

/**
 * The subject of a question about transfers; undefined for other sentences. `open`: a transfer waits, so that none
 * need be named.
 */
export function aboutTransfers(typed: string, open: boolean): About | undefined {
  const { text } = readSentence(typed.trim())
  if (FOREIGN.test(text) && (SENDS.test(text) || (open && CHANGES.test(text))) && text.length <= 60) return 'currency'
  if (text.length > 60 || !questions.test(typed)) return undefined
  const found = subjects.find(([, words]) => words.test(text))
  if (!found) return undefined
  const [about, words] = found
  // "1달러에 얼마야?" asks for a rate.
  if (about === 'currency' && !SENDS.test(text)) return undefined
  const rest = text.replace(words, ' ')
  if (!nothingElse(rest)) return undefined
  if (open) return about
  // Nothing is at hand: only what surely speaks of transfers, or of nothing else.
  if (about === 'current' || about === 'undo') return undefined
  return namesTransfer.test(text) || (/수수료|한도|\bfees?\b/i.test(text) && about !== 'currency') ? about : undefined
}

/**
 * Answers it. What a bank outside decides is left to the bank; of the transfer at hand the question that follows
 * tells all.
 */
export async function answerAbout(about: About, ledger: Ledger, say: TransferSentences): Promise<string> {
  const outside = ledger.outside !== undefined
  switch (about) {
    case 'fee':
      return say.fee(outside)
    case 'limit':
      return outside ? say.limitOfBank : say.limit((await ledger.books()).balance)
    case 'arrival':
      return say.arrival(outside)
    case 'undo':
      return say.undo
    case 'currency':
      return say.onlyWon
    case 'current':
      return ''
    default:
      return about satisfies never
  }
}
