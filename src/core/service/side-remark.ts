import { GIVE } from '../../std/korean/grammar/ending.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'
import type { When } from '../../std/time/calendar.ts'
import type { Slot } from './slots.ts'

/** The subject of a flow at hand, so that words about it are told from words beside it. */
export interface FlowSubject {
  slots: readonly Slot[]
  /** The slot that was asked for. */
  asked: Slot | undefined
  /** Names that stand in its tasks. */
  names: readonly string[]
  when: When
}

/** Words that change or steer the flow itself. */
const STEERS = patternOf('i')`
  말고|바꿔|바꾸|바꿀|변경|수정|고쳐|정정|아니라|대신|취소|제외|추가|메모|별칭|별명|보내|보낼|부쳐|이체|송금|입금|진행|계속|확인|예약|(?:으로|로)\s?(?:해|하자|할게|할래|하고)|
  ^(?:아니|네|응|예)(?:야|요)?[\s,]|\b(?:instead|change|make it|cancel|send|memo)\b
`
const SUM = /(?:%|퍼센트|프로(?![가-힣])|더하기|빼기|곱하기|나누기|제곱|루트)|\d\s*[+*×÷]\s*\d|\d\s[-/]\s\d/
/** Requests of other things than this one. */
const OTHER_REQUEST = patternOf('i')`
  (?:알려|깨워|찾아|보여|기억해|계산해|번역해|틀어|말해|검색해|설명해|읽어|추천해|요약해|맞춰|켜|꺼|열어|불러|써|들려|가르쳐|얘기해|이야기해)${GIVE}|알람|타이머|
  리마인|날씨|뉴스|\b(?:remind me|tell me|show me|set an? (?:alarm|timer)|weather)\b
`
const ELSE = /날씨|어때|뭐|무슨|누구|누가|왜|어디|언제|얼마|알려|물어/

/**
 * Return true if words in the middle of a flow ask or want something else, so that a day or a number in them says
 * nothing of it: "내일 날씨 알려줘", "내일 7시에 깨워줘".
 */
export const isOffTopic = (text: string): boolean => ELSE.test(text) || (OTHER_REQUEST.test(text) && !STEERS.test(text))

const THANKS = /^(?:고마워|감사|수고|안녕|심심|배고|졸려|피곤|힘들|사랑해|ㅋㅋ|ㅎㅎ|하하|헐|대박|오케)/
const LEAD = '^(?:(?:wait|hmm+|oh|hey|well|by the way|btw|so|but)[,.!\\s]+)*'
/** "lol", "hmm, let me think": said of nothing. */
const CHATTER = new RegExp(
  inOneLine`
    ${LEAD}(?:lol|ha(?:ha)+|wow|hm+|hello|hi|hey|thanks|thank you|nice|cool|wait|(?:one|just a|give me a) (?:moment|
    sec(?:ond)?|minute)|let me (?:think|see)|hold on)(?: (?:so much|a lot|a bit))?[.!~\\s]*$
  `,
  'i',
)
/** "Mom sent me 50,000 won yesterday": a report. "I meant 50,000" is none. */
const REPORT = patternOf('i')`
  \b(?:sent|paid|gave|lent|owed|spent|earned|got|bought|sold|lost|had|was|were|did|went|came|called|said|told|
  received|took|ate|saw|felt|wants|needs|asks|asked)\b
`
/**
 * "I'm hungry", "it's raining", "Tom's birthday is June 19"; "it's for mom" and "the date is June 19" speak of the
 * flow.
 */
const STATE = new RegExp(
  inOneLine`
    ${LEAD}(?:(?:i|you|he|she|they|we)(?:'m|'re|'s| am| are| is| have| need| like| love| think| feel)\\b|(?:it|
    that)(?:'s| is)\\s(?!for\\b|to\\b|from\\b)|(?!(?:the )?(?:amount|sum|date|day|memo|note|receiver|recipient|person|
    name|time)\\b)(?:[\\w]+\\s){0,3}[\\w']+\\s(?:is|are)\\s)
  `,
  'i',
)

/**
 * True if a sentence in the middle of a flow says nothing of it: a question, a report, a sum, a request of something
 * else. Such a sentence is answered, and changes no slot.
 */
export function isSideRemark(typed: string, subject: FlowSubject): boolean {
  const said = readSentence(typed.trim())
  const { text, ending } = said
  if (isAboutFlow(said, subject) || /말이(?:야|에요|지)요?[.!~\s]*$/.test(text)) return false
  if (ending.requests && !OTHER_REQUEST.test(text)) return false
  if (ending.asked && !ending.requests) return true
  const steers = STEERS.test(text)
  if (ending.asks && !steers && !isTextAsked(subject)) return true
  if (OTHER_REQUEST.test(text) && !steers) return true
  if (isTextAsked(subject)) return false
  if (SUM.test(text) && !steers) return true
  if (ending.past && !/^(?:아니|아)[\s,]|잘못/.test(text) && isTelling(said, subject)) return true
  if (ending.hearsay || THANKS.test(text) || CHATTER.test(text)) return true
  if (REPORT.test(text) && !steers) return true
  if (STATE.test(text) && !steers && said.amounts.length === 0) return isTelling(said, subject)
  return ending.states && !steers && isTelling(said, subject)
}

const OF_THEM = /^\s?(?:씨|님)?(?:은|는|도|만|한테|에게|께|\s*(?=[\d일이삼사오육칠팔구십백천만]+\s?(?:원|만|천|명)))/

const isTextAsked = ({ asked }: FlowSubject) => asked?.type === 'text'

/** "받는 사람은 엄마야", "엄마는 5만원이야": it speaks of a slot, or of somebody of the flow. */
function isAboutFlow({ text, ending }: Sentence, { slots, names }: FlowSubject): boolean {
  if (ending.asked && !/줄래|주실|주시겠/.test(text)) return false
  const words = [
    ...slots.map(({ label }) => label),
    '금액',
    '받는 사람',
    '받는 분',
    '날짜',
    '이름',
    '인원',
    '시간',
    '메모',
  ]
  const begins = (word: string) =>
    word !== '' &&
    new RegExp(
      `^(?:그\\s?)?${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s?(?:은|는|이|가|을|를|도|만)?(?:\\s|:|=)`,
    ).test(text)
  if (words.some(begins)) return true
  // "엄마 생일이" speaks of something of hers.
  const isOf = (name: string) => text.startsWith(name) && OF_THEM.test(text.slice(name.length))
  return names.some(isOf) && /[\d만천백원명]/.test(text) && !ending.past && !ending.hearsay
}

/** There is more in it than values that could be a slot's, and nobody is to get anything. */
function isTelling(said: Sentence, { when }: FlowSubject): boolean {
  const { people, amounts, times } = said
  if (people.some(({ particle = '' }) => /^(?:한테|에게|께)$/.test(particle)) && !said.ending.past) return false
  const spans = [...amounts, ...said.days(when).slice(0, 1), ...times.slice(0, 1)]
  const left = said
    .leftOver(spans)
    .filter((word) => !/^(?:[은는이가을를에]|이야|야|이에요|예요|입니다|요|으로|로|명|시|분|개)$/.test(word))
  const words = left.filter((word) => !/^[\d,.]+$/.test(word))
  const { past, hearsay } = said.ending
  return words.length > 0 && (words.length > 1 || past || hearsay || spans.length > 0 || said.text.length > 4)
}
