import { GIVE } from '../../std/korean/grammar/ending.ts'
import { inOneLine } from '../../std/text/pattern.ts'
import { todayIn, type When } from '../../std/time/calendar.ts'
import type { Ledger } from './ledger.ts'
import type { Booked, Books, Sent } from './ledger-entries.ts'
import { type TransferSentences, transferReport } from './messages.ts'

/** So long after a transfer, in milliseconds, a mere "취소" is taken as said of it. */
const rightAfterMs = 15 * 60_000

const BACK = '(?:취소|되돌|돌려\\s?(?:받|줘|놔)|회수|철회|환불|무를|물러|물릴)'
/** Asks about money that was sent already: "방금 보낸 거 취소해줘", "잘못 보냈어". */
const SENT_BACK = new RegExp(
  inOneLine`
    (?:보낸|보내\\s?준|보내\\s?드린|이체한|송금한|입금한|부친|갚은|쏜)\\s?(?:거|것|건|돈|이체)?(?:을|를|은|는)?\\s?(?:좀\\s?|다시\\s?)?${BACK}|(?:방금|아까|
    지금)\\s?(?:이체|송금)(?:한\\s?거|을|를)?\\s?(?:좀\\s?)?${BACK}|잘못\\s?(?:보냈|이체했|송금했|부쳤|보낸\\s?(?:거|것|듯))|\\b(?:undo|reverse|
    take back|cancel) (?:the |my |that |this )?(?:last )?(?:transfer|payment) i (?:just )?(?:made|sent)\\b|
    \\bsent (?:it )?(?:by mistake|to the wrong)\\b
  `,
  'i',
)
const TRANSFER_BACK = new RegExp(
  inOneLine`
    ^(?:아|앗|어|야|잠깐만?)?[\\s,.!~]*(?:그\\s|이\\s|방금\\s)?(?:이체|송금)(?:한\\s?거|을|를|은)?\\s?(?:좀\\s?|다시\\s?)?${BACK}|
    ^(?:please )?(?:undo|reverse|take back|cancel) (?:the |my |that |this )?(?:last )?(?:transfer|payment)\\b
  `,
  'i',
)
/** Only asks to undo the last action. */
const ONLY_BACK = new RegExp(
  inOneLine`
    ^(?:아+|앗|어+|야|헉|잠깐만?|잠시만?|아니|아냐|아니다|oh|no|wait|oops)?[\\s,.!~]*(?:아니|방금|그거|이거|방금\\s?(?:거|것|
    그거))?[\\s,.!~]*${BACK}(?:(?:해|려)?${GIVE}?|요|해라|하자|할게|할래|
    [리하]고\\s?싶어)(?:요)?[\\s.!~ㅠㅜ]*$|^(?:oh |no |wait |oops )*[,\\s]*(?:cancel|undo|take it back|revert)(?: (?:it|that|
    this))?[\\s.!]*$
  `,
  'i',
)

/** True if a sentence asks for the way back from a transfer. */
export const wantsBack = (text: string) => SENT_BACK.test(text) || TRANSFER_BACK.test(text.trim())

/** True if the text is about a transfer that was sent, at any point of a conversation. */
export const namesSent = (text: string) => SENT_BACK.test(text)

/** True if it wants something undone and does not say what. */
export const isTakenBack = (text: string) => ONLY_BACK.test(text.trim())

/** The last transfer or booking of a conversation, if that was just now and nothing was taken back since. */
export function lastDone(
  { sent, booked, keys }: Books,
  conversation: string,
  { now }: When,
): Sent | Booked | undefined {
  const here = [...sent, ...booked.values()].filter((one) => one.conversation === conversation)
  const last = here.toSorted((a, b) => a.at - b.at).at(-1)
  const isSettled = last && [...keys.values()].some(({ type, at }) => type === 'dropped' && at > last.at)
  return last && !isSettled && +now - last.at <= rightAfterMs ? last : undefined
}

/**
 * Cancels a booking that was made just now; for a transfer that was sent, says that it cannot be undone and what can
 * be done.
 */
export async function takeBack(
  text: string,
  books: Books,
  { ledger, say, conversation, when }: { ledger: Ledger; say: TransferSentences; conversation: string; when: When },
): Promise<string> {
  const just = lastDone(books, conversation, when)
  if (just?.type === 'booked' && !namesSent(text) && (await ledger.drop(just.key)))
    return say.unbooked(transferReport({ ...just }, todayIn(when)))
  const last = just?.type === 'sent' ? just : books.sent.at(-1)
  if (!last) return say.nothing(say.scopes.ever)
  return say.cannotReturn(transferReport({ ...last }, todayIn(when)), ledger.outside === undefined)
}
