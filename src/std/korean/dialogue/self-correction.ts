import type { When } from '../../time/calendar.ts'
import { readDate } from '../dates/date.ts'
import { readTime } from '../dates/time.ts'
import { readName, readPeople } from '../grammar/people.ts'
import { readAmounts } from '../numbers/amount.ts'
import type { Span } from '../spelling/span.ts'

// Everything is bounded, so that a long text is read in linear time.
const THING = '(?:(?:그|이|저|다른|딴)\\s?)?(?:게|거|건|것|걸)'
/** A word, with the unit that belongs to it: "5만 원", "네 명". */
const WORD = '[^\\s,.!?]{1,30}(?:\\s(?:원|명|개|건|시|일))?'
/** "엄마 아빠 말고": kin are named one after the other without a joint. */
const KIN = '(?:(?:엄마|아빠|어머니|아버지|할머니|할아버지|누나|언니|형|오빠|동생|이모|고모|삼촌)\\s){0,3}'
const BACK = new RegExp(
  `(?:[^,.!?]{0,60}지\\s{0,3}말고|${KIN}(?:${THING}|${WORD})(?:\\s?(?:이|가|은|는|에))?\\s{0,3}(?:말고|아니라|아니고))(?:요)?(?![가-힣])[\\s,]*`,
  'g',
)

/**
 * The text without what is taken back in it: "만원 말고 2만원" → "2만원", "엄마가 아니라 아빠" → "아빠", "다음 주 금요일 말고 토요일" → "다음 주 토요일",
 * "내일 보내지 말고 오늘" → "오늘". Where nothing would be left, the text as it is.
 */
export function withoutTakenBack(text: string): string {
  const rest = withoutPerson(text).replace(BACK, '').replace(BACK_ENGLISH, '').replace(INSTEAD, '')
  return rest.trim() ? rest : text
}

/** "not at 7, at 8", "not Ann, Ben", "not tomorrow but Monday". */
const BACK_ENGLISH =
  /(?:^|(?<=\s))not (?:(?:at|on|to|for) )?(?!(?:now|yet|sure|really|bad)\b)[\w:']{1,20}(?: ?[ap]m)?(?:, (?:but )?| but )(?=\S)/gi

/** "at 8 instead of 7", "to Ben rather than Ann". */
const INSTEAD =
  /,?(?:^|\s)(?:instead of|rather than) (?:(?:at|on|to|for) )?(?!(?:it|that|this|doing)\b)[\w:']{1,20}(?: ?[ap]m)?(?=$|[\s,.!?])/gi

/** "경비 아저씨에게 말고": whoever is named in several words goes as a whole. */
function withoutPerson(text: string): string {
  if (!NOT_THEM.test(text)) return text
  for (const { from, to } of readPeople(text).reverse()) {
    const words = THEN.exec(text.slice(to))?.[0]
    if (words !== undefined) return text.slice(0, from) + text.slice(to + words.length)
  }
  return text
}
const NOT_THEM = /말고|아니라|아니고/
const THEN = /^\s{0,3}(?:말고|아니라|아니고)(?![가-힣])[\s,]*/

/** "아니" between two things that were said; "아니요" at the beginning answers somebody. */
const AGAIN =
  /(?:[\s,.!~…]|(?<=[원시일]))(?:아\s|앗\s|어\s)?(?:아니(?:다|야|지|라)?|아냐|아닌데|정정)(?:[\s,.!~…]+(?:참|잠깐만?))?[\s,.!~…]+(?=\S)/g

/** "at 3, no 4", "ten thousand, no, twenty thousand". */
const AGAIN_ENGLISH =
  /(?:[\s,.!~…]|(?<=\d))+(?:oh )?(?:no wait|wait no|no|i mean|i meant|sorry|make that|make it|or rather|rather|actually|correction)[\s,.!~…]+(?=\S)/gi

/** "오천원에서 만원으로", "7시에서 8시로": what was, and what is to be. */
const FROM = /^에서\s/
const TO = /^\s?(?:으로|로)(?![가-힣]{3})/

/**
 * The text as its speaker corrected it: "만원 아니 이만원" → "이만원", "3만원 보내줘 아니다 5만원" → "보내줘 5만원", "오천원에서 만원으로" → "만원으로". An amount, a
 * day, a time or a person that is said after 아니 takes the place of the last one before it; where nothing of its kind was said, the
 * words stay, for somebody has to be asked.
 */
export function withCorrections(text: string, when: When): string {
  let said = withoutTakenBack(text)
  for (const hit of [...said.matchAll(AGAIN)].reverse()) {
    const [before, after] = [said.slice(0, hit.index), said.slice(hit.index + hit[0].length)]
    const kept = before.trim() && replacedBy(before, after, when)
    if (kept !== undefined && kept !== '') said = `${kept} ${after}`.replace(/\s+/g, ' ').trim()
    else if (kept === '' && before.trim()) said = after
  }
  for (const hit of [...said.matchAll(AGAIN_ENGLISH)].reverse()) {
    const before = said.slice(0, hit.index)
    const rest = said.slice(hit.index + hit[0].length)
    // "at 3, no 4": the second has no "at" of its own.
    const at =
      /\bat\s[^,]{1,20}$/i.test(before) && /^(?:\d{1,2}(?::\d\d)?(?:\s?[ap]m)?|noon|midnight)(?!\d|[.,:]\d)/i.test(rest)
        ? 'at '
        : ''
    const kept = before.trim() && replacedBy(before, at + rest, when)
    if (kept !== undefined && before.trim())
      said = `${kept.replace(/(?:^|\s+)(?:at|on)$/i, '')} ${at}${rest}`.replace(/\s+/g, ' ').trim()
  }
  return changed(said, when)
}

type Reader = (text: string, when: When) => readonly Span[]
const one = (read: Span | undefined) => (read ? [read] : [])
const COUNT =
  /(?<![가-힣\d])(?:\d{1,4}|[한두세네석넉]|(?:열|스물|서른|마흔|쉰)?\s?(?:하나|둘|셋|넷|한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무)\s?(?:명|사람|개|잔|인분|장|마리|권|병|그릇|판|대|박|켤레|송이|봉지|상자)(?:을|를|이|은|는)?/g
/** "네 명", "3잔". */
function countsIn(text: string): Span[] {
  return [...text.matchAll(COUNT)].map(({ index, 0: said }) => ({ from: index, to: index + said.length }))
}

/** Times before days: "7시" is no day. */
const READERS: readonly Reader[] = [
  (text) => readAmounts(text),
  (text) => one(readTime(text)),
  (text, when) => one(readDate(text, when)),
  countsIn,
  (text) => readPeople(text),
]

/** What was said before a correction without what it corrects; undefined where it corrects nothing. */
function replacedBy(before: string, after: string, when: When): string | undefined {
  let rest = before
  let found = false
  for (const read of READERS) {
    const last = read(rest, when).at(-1)
    if (read(after, when).length === 0 || !last) continue
    found = true
    rest = `${rest.slice(0, last.from)} ${rest.slice(last.to)}`
  }
  // "엄마 아니 아빠한테": a name without its particle.
  if (!found && readPeople(after).length > 0 && readName(before)) return ''
  return found ? rest.replace(/\s+/g, ' ').replace(/^[\s,.]+|[\s,]+$/g, '') : undefined
}

function changed(text: string, when: When): string {
  for (const read of READERS.slice(0, -1)) {
    const [first] = read(text, when)
    if (!first || !FROM.test(text.slice(first.to))) continue
    const rest = text.slice(first.to).replace(FROM, '')
    const second = read(rest, when)[0]
    if (second && second.from === 0 && TO.test(rest.slice(second.to))) return text.slice(0, first.from) + rest
  }
  return text
}
