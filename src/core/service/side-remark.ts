import { readDate } from '../../std/korean/dates/date.ts'
import { readTime } from '../../std/korean/dates/time.ts'
import { leftOver } from '../../std/korean/dialogue/left-over.ts'
import { readPeople } from '../../std/korean/grammar/people.ts'
import { readAmounts } from '../../std/korean/numbers/amount.ts'
import { normalized } from '../../std/korean/spelling/normalize.ts'
import type { When } from '../../std/time/calendar.ts'
import type { Slot } from './slots.ts'

/** What a flow at hand is about, so that what is said of it is told from what is said beside it. */
export interface FlowSubject {
  slots: readonly Slot[]
  /** The slot that was asked for. */
  asked: Slot | undefined
  /** Names that stand in its tasks. */
  names: readonly string[]
  when: When
}

const QUESTION =
  /며칠|몇\s?(?:시|일|월|년|명|개|도|퍼센트|분|살|번|주|요일|시간)|무슨|누구|누가|왜|어디|언제|얼마|어떻게|어때|어떤|뭐|뭔|무엇|뭘|맞나|알아|있나|있니|\b(?:how|what|when|where|who|why|which|is|are|do|does|did)\b/i
const ASKED = /[?？]\s*$/
/** A wish in the shape of a question. */
const POLITE_WISH =
  /(?:줄래|줄\s?수\s?있|주실래|주시겠|주실\s?수|해도\s?(?:돼|될)|하면\s?(?:돼|될)|보내도\s?(?:돼|될))(?:요|어|니|나요|까|까요|어요)?\s*[?？]*$/
/** Words that change or steer the flow itself. */
const STEERS =
  /말고|바꿔|바꾸|바꿀|변경|수정|고쳐|정정|아니라|대신|취소|제외|추가|메모|별칭|별명|보내|보낼|부쳐|이체|송금|입금|진행|계속|확인|예약|(?:으로|로)\s?(?:해|하자|할게|할래|하고)|^(?:아니|네|응|예)(?:야|요)?[\s,]|\b(?:instead|change|make it|cancel|send|memo)\b/i
const SUM = /(?:%|퍼센트|프로(?![가-힣])|더하기|빼기|곱하기|나누기|제곱|루트)|\d\s*[+*×÷]\s*\d|\d\s[-/]\s\d/
/** Wishes of other things than this one. */
const OTHER_WISH =
  /(?:알려|깨워|찾아|보여|기억해|계산해|번역해|틀어|말해|검색해|설명해|읽어|추천해|요약해|맞춰|켜|꺼|열어|불러|써|들려|가르쳐|얘기해|이야기해)\s?(?:줘|주세요|줄래|주라|달라|봐)|알람|타이머|리마인|날씨|뉴스|\b(?:remind me|tell me|show me|set an? (?:alarm|timer)|weather)\b/i
const PAST =
  /[았었였했갔왔됐줬샀냈렸쳤졌봤났섰썼탔잤받먹](?:어|다|대|지|네|음|거든|는데|더라|고|잖아|습니다|답니다|단다)(?:요)?[\s.!~…ㅠㅜㅋㅎ]*$/
const HEARSAY =
  /(?:[한는온간된인란판준난산운은]대|이래|다더라|라더라|다던데|냐던데|다네|대더라|라고\s?하더라|다고\s?하더라|다고\s?했어)(?:요)?[\s.!~…ㅠㅜㅋㅎ]*$/
const STATEMENT =
  /(?:이야|야|이에요|예요|입니다|이다|거든|인데|는데|은데|네|다|구나|군|겠다|겠네|아|어|해|파|워|싶어|싶다|고파|같아|같다|지|래|자)(?:요)?[\s.!~…ㅠㅜㅋㅎ]*$/
const THANKS = /^(?:고마워|감사|수고|안녕|심심|배고|졸려|피곤|힘들|사랑해|ㅋㅋ|ㅎㅎ|하하|헐|대박|오케)/

/**
 * Whether a sentence in the middle of a flow says nothing of it: a question, a report, a sum, a wish of something else. Such a sentence
 * is answered, and changes no slot.
 */
export function isSideRemark(typed: string, subject: FlowSubject): boolean {
  const text = normalized(typed.normalize('NFC')).trim()
  if (isAboutFlow(text, subject) || /말이(?:야|에요|지)요?[.!~\s]*$/.test(text)) return false
  if (POLITE_WISH.test(text) && !OTHER_WISH.test(text)) return false
  if (ASKED.test(text) && !POLITE_WISH.test(text)) return true
  if (QUESTION.test(text) && !STEERS.test(text) && !isTextAsked(subject)) return true
  if (OTHER_WISH.test(text) && !STEERS.test(text)) return true
  if (isTextAsked(subject)) return false
  if (SUM.test(text) && !STEERS.test(text)) return true
  if (PAST.test(text) && !/^(?:아니|아)[\s,]|잘못/.test(text) && isTelling(text, subject)) return true
  if (HEARSAY.test(text) || THANKS.test(text)) return true
  return STATEMENT.test(text) && !STEERS.test(text) && isTelling(text, subject)
}

const OF_THEM = /^\s?(?:씨|님)?(?:은|는|도|만|한테|에게|께|\s*(?=[\d일이삼사오육칠팔구십백천만]+\s?(?:원|만|천|명)))/

const isTextAsked = ({ asked }: FlowSubject) => asked?.type === 'text'

/** "받는 사람은 엄마야", "엄마는 5만원이야": it speaks of a slot, or of somebody of the flow. */
function isAboutFlow(text: string, { slots, names }: FlowSubject): boolean {
  if (ASKED.test(text) && !/줄래|주실|주시겠/.test(text)) return false
  const words = [...slots.map(({ label }) => label), '금액', '받는 사람', '받는 분', '날짜', '이름', '인원', '시간', '메모']
  const begins = (word: string) =>
    word !== '' &&
    new RegExp(`^(?:그\\s?)?${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s?(?:은|는|이|가|을|를|도|만)?(?:\\s|:|=)`).test(text)
  if (words.some(begins)) return true
  // "엄마 생일이" speaks of something of hers.
  const isOf = (name: string) => text.startsWith(name) && OF_THEM.test(text.slice(name.length))
  return names.some(isOf) && /[\d만천백원명]/.test(text) && !PAST.test(text) && !HEARSAY.test(text)
}

/** There is more in it than values that could be a slot's, and nobody is to get anything. */
function isTelling(text: string, { when }: FlowSubject): boolean {
  if (readPeople(text).some(({ particle = '' }) => /^(?:한테|에게|께)$/.test(particle)) && !PAST.test(text)) return false
  const [day, time] = [readDate(text, when), readTime(text)]
  const spans = [...readAmounts(text), ...(day ? [day] : []), ...(time ? [time] : [])]
  const left = leftOver(text, spans).filter(
    (word) => !/^(?:[은는이가을를에]|이야|야|이에요|예요|입니다|요|으로|로|명|시|분|개)$/.test(word),
  )
  const said = left.filter((word) => !/^[\d,.]+$/.test(word))
  return said.length > 0 && (said.length > 1 || PAST.test(text) || HEARSAY.test(text) || spans.length > 0 || text.length > 4)
}
