import type { Operation } from '../../core/service/state.ts'
import { GIVE, GIVING } from '../../std/korean/grammar/ending.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'

const QUOTED = `["'“‘「]([^"'”’」]{1,100})["'”’」]`
const WRITE = '(?:적어서?|남겨서?|써|추가해|넣어|달아|저장해|바꿔)'
/** Endings of a note: "…라고 해줘", "…로 적어 주세요", "… 남겨줘". A bare "해" belongs to the note ("축하해"). */
const SAY = inOneLine`
    (?:\\s*(?:이?라고|으?로)\\s*(?:(?:해|불러|${WRITE})${GIVE}?)?|\\s*(?:을|를)?\\s*${WRITE}${GIVE}?|
    \\s*해${GIVE})?(?:요)?\\s*[.!]*`
/** Requests for a note that do not say it: "메모 추가할게". */
const WISHES =
  '(?:도|를|을|나|만)?\\s*(?:좀\\s*)?(?:추가|입력|저장|남기|남길|남겨|넣|적을|적어|적고|쓸|써|달|하고|할|있|없|필요|말고|빼|지우|지워)'
const BEHIND_REQUEST = `(?<=(?:${GIVING}|보내라?|고|[.,!])(?:요)?\\s)`
const NOTE = (word: string) =>
  [
    new RegExp(`(?:${word})\\s*(?:는|은|로|으로|에는|에|:|=)?\\s*${QUOTED}${SAY}`),
    new RegExp(`${QUOTED}\\s*(?:이?라고|이?라는|으?로)?\\s*(?:${word})(?:를|을|도|로)?${SAY}`),
    new RegExp(
      `(?:${word})\\s*(?:는|은|로|으로|에는|에|:|=)\\s*([^,.!?\\n]{1,100}?)(?:(?:이야|이에요|예요|입니다|요)|${SAY})\\s*$`,
    ),
    new RegExp(
      `${BEHIND_REQUEST}([^,.!?\\n]{1,60}?)\\s?(?:이?라고|이?라는)\\s*(?:${word})(?:를|을|도|로)?${SAY}(?:서)?\\s*$`,
    ),
    new RegExp(`(?:${word})(?:를|을)\\s*([^,.!?\\n]{1,100}?)(?:으로|로)\\s*(?:바꿔|변경|수정|해)[^,.!?\\n]{0,8}[.!]*$`),
    new RegExp(
      `(?:^|${BEHIND_REQUEST})\\s*(?:그리고\\s*)?(?:${word})\\s+(?!${WISHES})([^,.!?\\n]{1,100}?)(?:(?:이야|이에요|예요|입니다)|${SAY})\\s*$`,
    ),
  ] as const
/** "The memo is rent", "with a note: dinner", "change the memo to rent". */
const ENGLISH_MEMO = patternOf('i')`
  (?:^|[,;]?\s)(?:(?:with|and|add|put|make|set|change|write)\s)*(?:the\s|an?\s)?(?:memo|
  note)(?:(?<=\bwith\s(?:the\s|an?\s)?(?:memo|note))(?=\s)|\sis|\ssays|\sto|\ssaying|\sshould\s(?:be|say)|:|
  =)\s*["'“]?([^,.!?"”\n]{1,100}?)["'”]?\s*[.!]*$
`
const MEMO = [...NOTE('메모|memo'), ENGLISH_MEMO]
const ALIAS = NOTE('별칭|별명|애칭')
const DROP = (word: string) =>
  new RegExp(`(?:${word})(?:는|은|을|를|도)?\\s*(?:빼|지워|없애|없이|필요\\s?없|삭제|취소)`)
const DROPS = {
  memo: new RegExp(`${DROP('메모').source}|\\b(?:no|without a|remove the|drop the|delete the) (?:memo|note)\\b`, 'i'),
  alias: DROP('별칭|별명|애칭'),
  transfer_date: DROP('날짜|이체일|예약'),
}

/** Memo and alias that a sentence gives, and what it says beside them. */
export function readNotes(text: string): { memo: string | undefined; alias: string | undefined; rest: string } {
  const [withoutMemo, memo] = cutNote(text, MEMO)
  const [rest, alias] = cutNote(withoutMemo, ALIAS)
  return { memo, alias, rest }
}

/** The text without a note, and the note. */
function cutNote(text: string, patterns: readonly RegExp[]): [string, string | undefined] {
  for (const pattern of patterns) {
    const hit = pattern.exec(text)
    const note = hit?.[1]?.trim()
    if (hit && note) return [`${text.slice(0, hit.index)} ${text.slice(hit.index + hit[0].length)}`.trim(), note]
  }
  return [text, undefined]
}

/** Words that say that a slot is not as it should be. */
const WRONG =
  '(?:을|를|이|가|은|는)?\\s*(?:다시|바꿔|바꾸|바꿀|변경|수정|고쳐|정정|잘못|틀[렸린려]|달라|다르|다른데|아니(?!라|면)|아닌)'
const ANOTHER = new RegExp(
  inOneLine`
    다른\\s?(?:사람|분|데)|(?:받는\\s?(?:사람|분)|사람|받는\\s?이|이름|상대(?:방)?|대상|수취인)${WRONG}|\\b(?:some(?:one|body) else|(?:change|
    wrong|different|another) (?:the )?(?:receiver|recipient|person|name)|(?:receiver|recipient|person|
    name) is (?:wrong|not right))\\b
  `,
  'i',
)
const OTHER_SUM = new RegExp(
  inOneLine`
    (?:금액|액수)${WRONG}|\\b(?:(?:change|wrong|different|another) (?:the )?(?:amount|sum)|
    (?:amount|sum) is (?:wrong|not right))\\b`,
  'i',
)

/** Reads the slots that are to be empty again: "메모는 빼줘", "받는 사람 바꿔줘". */
export function readDrops(text: string): Operation[] {
  const dropped = Object.entries(DROPS).flatMap(([slot, pattern]) => (pattern.test(text) ? [slot] : []))
  return dropped.map((slot) => ({ op: 'clear', slot }))
}

const ASKED = patternOf()`^[가-힣]*?${GIVE}?(?![가-힣])[\s,.!~]*`

/** Reads the slots that are to change, and the words behind, which may hold new values: "금액이 틀렸어 8천원이야". */
export function readAnother(text: string): { operations: Operation[]; behind: string } {
  const hits = { target: ANOTHER.exec(text), amount: OTHER_SUM.exec(text) }
  const operations = Object.entries(hits).flatMap(([slot, hit]): Operation[] => (hit ? [{ op: 'clear', slot }] : []))
  const last = Math.max(...Object.values(hits).map((hit) => (hit ? hit.index + hit[0].length : 0)))
  return { operations, behind: text.slice(last).replace(ASKED, '') }
}

const ASKS_NOTE = patternOf('i')`
  ^(?:(?:네|응|예|어|그래|좋아)(?:요)?[\s,]*)?(?:메모|날짜|이체\s?날짜)(?:도|를|을|나|만)?\s*(?:좀\s*)?(?:(?:추가|입력|
  변경)?(?:할게|할래|해${GIVE}|하고\s?싶어|하자)|
  (?:남길|넣을|적을|쓸|바꿀)(?:게|래)|(?:남겨|넣어|적어|달아|바꿔)${GIVE})?(?:요)?[\s.!]*$|
  ^(?:(?:yes|yeah|ok)[\s,]+)?(?:i(?:'d like| want) to )?(?:add|write|put|set|change) (?:a|the) (?:memo|note|
  date)(?: please)?[\s.!]*$
`

/** True if somebody wants to add a memo or a date and has not said it yet. */
export function asksToNote(text: string): boolean {
  return ASKS_NOTE.test(text.normalize('NFC').trim())
}

const FOR_ALL = patternOf()`
    ^(?:(?:네|응|예|그래)(?:요)?[\s,]*)?(?:전부|모두|다|둘\s?다|셋\s?다|한꺼번에|한\s?번에)\s*(?:다\s*)?(?:보내|이체|송금|진행|확인|해)
    \s*(?:해)?(?:${GIVE}|\s?도\s?돼)?(?:요)?[\s.!]*$`

/** True if somebody wants all transfers of a batch sent with one yes. */
export function asksForAll(text: string): boolean {
  return FOR_ALL.test(text.normalize('NFC').trim())
}
