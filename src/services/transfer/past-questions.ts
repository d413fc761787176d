import { readSentence } from '../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'
import type { When } from '../../std/time/calendar.ts'
import { bookingsText, dropBookings } from './booked-transfers.ts'
import type { Ledger, OutsideBank } from './ledger.ts'
import { type TransferSentences, transferMessages } from './messages.ts'
import { lastText, sumText } from './sent-sums.ts'
import { isTakenBack, lastDone, namesSent, takeBack, wantsBack } from './take-back.ts'

const SENT = '(?:보냈|이체했|송금했|부쳤|쐈)'
const SUM = new RegExp(
  inOneLine`
    얼마(?:나)?\\s*(?:를|을)?\\s*${SENT}|(?:보낸|이체한|송금한)\\s*(?:돈|금액|총액)|(?:이체|송금|이체한|송금한|보낸)\\s*(?:내역|기록|이력)|
    how much (?:did|have) i (?:send|sent|transfer)`,
  'i',
)
/** Whom, when and whether: told with the sums. Other things than money are sent, too: "엄마한테 사진 보냈나". */
const WHOM = new RegExp(
  inOneLine`
    누구(?:누구)?(?:한테|에게|께)?\\s*(?:돈\\s?(?:을\\s?)?)?${SENT}|\\b(?:who|whom) did i (?:send|pay|transfer)|
    \\bdid i (?:already )?(?:send|pay|transfer) `,
  'i',
)
const WHETHER = new RegExp(
  inOneLine`
    (?:한테|에게|께)\\s*(?:(?:돈|이체|송금|벌써|이미|혹시|지난번에?|마지막으로|언제)(?:을|를)?\\s*){0,3}${SENT}(?:었)?(?:나|나요|던가|던가요|는지|지|지요|죠|더라|
    어\\s*\\?|어요\\s*\\?)`,
)
const LAST = patternOf('i')`
  언제\s*(?:돈\s?(?:을\s?)?)?(?:보냈|이체했|송금했|부쳤)|마지막(?:으로|에)?\s*(?:보낸|보냈|이체|송금)|(?:최근|방금|아까)(?:에)?\s*(?:보낸|이체한|
  송금한)\s*(?:거|것|건|돈|이체|송금|내역)|(?:최근|방금|아까|마지막)(?:에)?\s*(?:한\s*)?(?:이체|송금)(?:\s*내역)?(?:을|를|은|는)?\s*(?:(?:다시|좀|
  한\s?번)\s*)*(?:보여|알려|확인|뭐|얼마)|\bwhen did i (?:last )?(?:send|pay|transfer)|\b(?:my )?last transfer\b
`
/** Before a balance, what makes it this account's: a loan's or a gift card's stands elsewhere. */
const OF_ACCOUNT =
  '(?:^|(?:내|제|나|우리|돈|계좌|통장|은행|현재|지금|이제|오늘|그럼|그러면|남은|이체|송금|다시|먼저|면|고|뒤에?|후에?|의|은|는|도|[,.?!])\\s*)'
const BALANCE = new RegExp(
  [
    `${OF_ACCOUNT}(?:잔액|잔고)(?:이|은|는|가|를|을|\\s)*(?:얼마|알려|보여|확인|어때|남|\\?|$)`,
    '통장(?:에)?\\s*(?:돈\\s*)?얼마',
    '(?:보내|이체하|송금하)(?:고\\s?나)?(?:면|고)\\s*(?:나면\\s*)?(?:잔액이?\\s*)?얼마(?:나)?\\s*남',
    '(?:^|\\s)돈(?:이)?\\s*얼마(?:나)?\\s*(?:남|있)',
    '\\bmy balance\\b',
    // A question for the rest of a loan asks of something else: "How much is left on the student loan?"
    inOneLine`
      \\bhow much (?:money )?(?:do i (?:still )?have|is left|will be left)(?: left)?(?: now| then| (?:after|if|when|
      once)\\b.*| (?:in|on) (?:my|the) (?:bank |checking |savings )?(?:account|balance|bank))?\\s*[?.!]*$
    `,
  ].join('|'),
  'i',
)
const BOOKED =
  /예약(?:한|된|해\s?둔|해\s?놓은)?\s*(?:이체|송금)|(?:이체|송금)\s*예약|booked transfers?|scheduled transfers?/i
const DROP = /취소|삭제|지워|빼|cancel/i
const SHOW = /뭐|뭘|목록|보여|알려|있|언제|확인|몇|list|show|what|\?/i

/** True if a sentence asks about transfers made or booked, about the balance, or for the way back from one. */
export function asksPast(typed: string): boolean {
  const { text } = readSentence(typed)
  const asked = [SUM, WHOM, WHETHER, LAST, BALANCE].some((shape) => shape.test(text))
  return asked || wantsBack(text) || (BOOKED.test(text) && (DROP.test(text) || SHOW.test(text)))
}

interface PastQuestion {
  ledger: Ledger
  say: TransferSentences
  conversation: string
  when: When
  /** A transfer waits for an answer: "이체 예약 취소" without a name may mean that one. */
  open: boolean
}

/**
 * True if words that name no transfer speak of one all the same: "취소" right after one was sent or booked here, "예약한 거
 * 취소해줘" while one is booked.
 */
export async function speaksOfLast(
  typed: string,
  { ledger, conversation, when, since = 0 }: Omit<PastQuestion, 'say' | 'open'> & { since?: number },
): Promise<boolean> {
  const { text } = readSentence(typed)
  if (isTakenBack(text)) return (lastDone(await ledger.books(), conversation, when)?.at ?? -1) >= since
  return isOfBooking(text) && (await ledger.books()).booked.size > 0
}

/** "예약한 거 취소해줘", "예약한 거 뭐 있어?": booked, and nothing else is said. */
const ANY_BOOKING = patternOf()`
    ^(?:(?:내가|나|아까|방금|어제)\s)?예약(?:한|된|해\s?둔|해\s?놓은)?\s?(?:거|것|건|내역|목록|돈)?(?:들)?(?:을|를|은|는|이|도)?\s*(?:좀|다|전부|모두|
    \s)*(?:취소|삭제|지워|빼|뭐|뭘|보여|알려|있|언제|확인|몇)`
const isOfBooking = (text: string) => ANY_BOOKING.test(text.trim())

/** Answers such a question out of the ledger; undefined when it is none. */
export async function answerPast(typed: string, asked: PastQuestion): Promise<string | undefined> {
  const { ledger, conversation, when, open } = asked
  const said = readSentence(typed)
  const { text } = said
  // An answer repeats words of its question ("today"): it is in their language throughout.
  const say = inLanguageOf(text, asked.say)
  const ofLast = !open && (await speaksOfLast(text, asked))
  if (!ofLast && !asksPast(text)) return undefined
  // In the middle of a transfer "이체 취소" means that one.
  if (open && wantsBack(text) && !namesSent(text)) return undefined
  if (open && BOOKED.test(text) && DROP.test(text) && said.days(when).length + said.people.length === 0)
    return undefined
  const books = await ledger.books()
  if (BOOKED.test(text) || (ofLast && isOfBooking(text)))
    return DROP.test(text)
      ? dropBookings(text, books, ledger, say, when)
      : bookingsText([...books.booked.values()], say, when)
  if (ofLast || wantsBack(text)) return takeBack(text, books, { ...asked, say })
  if (!ledger.outside && BALANCE.test(text)) return say.balanceNow(books.balance)
  const bank = ledger.outside && askOf(text, ledger.outside)
  if (bank) return bank(AbortSignal.timeout(outsideMs)).catch((error) => say.silent(reasonOf(error)))
  return LAST.test(text) ? lastText(text, books, say, when) : sumText(text, books, say, conversation, when)
}

/** The sentences in the language of a question; `usual` where it has none. */
export const inLanguageOf = (text: string, usual: TransferSentences): TransferSentences =>
  /[가-힣]/.test(text) ? transferMessages.ko : /[a-z]{2}/i.test(text) ? transferMessages.en : usual

/** A bank outside has so long for a question, in milliseconds. */
const outsideMs = 20_000
const HISTORY = /내역|기록|이력/

/**
 * The question for a bank outside, where it answers such; what was sent through us is summed up from our own record.
 */
function askOf(text: string, { balance, history }: OutsideBank) {
  return BALANCE.test(text) ? balance : HISTORY.test(text) ? history : undefined
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
