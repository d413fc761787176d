import { inOneLine } from '../../text/pattern.ts'
import { NATIVE_DAY } from '../numbers/number.ts'
import { matchSpans, type Span, spanOf } from '../spelling/span.ts'

const oneOf = (...lists: string[]) =>
  `(?:${lists
    .join('|')
    .split(/[\s|]+/)
    .filter(Boolean)
    .join('|')})`

const COUNT = oneOf('\\d+ 한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 몇 일 이 삼 사 오 육 칠 팔 구 십 첫 매 격 반')
const UNIT = oneOf('초 분 시 시간 일 주 주일 주간 달 개월 월 년 해 분기 학기 반기 세기')
/** Units that stand alone behind what counts them; 일, 해, 분, 시 and 초 are words of their own. */
const BARE = oneOf('주 주일 달 개월 월 년 분기 학기 반기 세기')
const DAYS = oneOf(NATIVE_DAY, '반년 일주일 한나절')
const PART = oneOf('새벽 새벽같이 아침 점심 저녁 오전 오후 낮 한낮 대낮 밤 한밤 한밤중 정오 자정 심야')
const NEAR = oneOf(
  '이번 다음 다다음 담 담담 다음다음 지난 저번 이달 올해 금년 내년 후년 내후년 작년 재작년 전날 다음날 당일 그날 이튿날',
)
const KIND = oneOf(
  '평일 주중 주말 휴일 공휴일 대체공휴일 대체휴일 연휴 명절 말일 월초 월말 연초 연말 주초 초 초순 중순 하순 상순 상반기 하반기 요일 월급날 급여일 홀수 짝수',
)
const ORDER = oneOf('첫 첫째 둘째 셋째 넷째 다섯째 마지막 맨끝 번째')
const TURN = `${COUNT}\\s?(?:번|회|차례)`
const BOUND = oneOf(
  '까지 부터 동안 내내 이내 이후 이전 전 후 뒤 간격 연속 마다 걸러 건너 번 번씩 회씩 기준 시간대로 현지',
)
const PARTICLE = oneOf('에 에는 엔 에도 의 은 는 도 만 이면 부터 까지 마다 동안 로 으로 쯤 씩 간')

const KOREAN = new RegExp(
  inOneLine`
    ^(?:${COUNT}${UNIT}|${BARE}|${DAYS}|${NEAR}|${NEAR}(?:주|달|해|년|번)|${KIND}|[월화수목금토일]요일|${ORDER}|${TURN}|매${UNIT}|
    격${UNIT}|[가-힣]{1,4}마다|[주월연]\\s?\\d+(?:번|회)|${BOUND}|${PART})(?:${PARTICLE}){0,2}$
  `,
)
const ENGLISH = new RegExp(
  `^(?:${oneOf(
    'days? weeks? months? years? hours? minutes? weekdays? weekends? quarters? mornings? afternoons? evenings? nights? noon midnight',
    'today tomorrow yesterday tonight daily hourly weekly monthly yearly annually once twice thrice times',
    'first second third fourth fifth last next every each other until till before after during within except since ago',
    'mon(?:days?)? tues?(?:days?)? wed(?:nesdays?)? thu(?:rs)?(?:days?)? fri(?:days?)? sat(?:urdays?)? sun(?:days?)?',
    'january february march april june july august september october november december',
    '\\d{1,2}(?:st|nd|rd|th) payday holidays?',
  )})$`,
  'i',
)

/** Several words for one stretch of time: "올해 말에", "휴가 때만", "the end of the year". */
const PHRASES = [
  `(?<![가-힣])(?:${NEAR}\\s?(?:주|달|해|년)?|\\d{1,2}월)\\s?(?:초|중순|말|하순|중|안|상반기|하반기)(?:${PARTICLE})(?![가-힣])`,
  `(?<![가-힣])(?:하루|일주일|한\\s?달|[일1]년|주|월|연)에?\\s?${COUNT}\\s?(?:번|회|차례)씩?(?![가-힣])`,
  `\\S*${COUNT}\\s?(?:시간|분)\\s?(?:늦게|일찍|먼저|빨리)(?![가-힣])`,
  `(?<![가-힣])[가-힣]{1,6}(?<!그|이|접)\\s?때(?:쯤|${PARTICLE}){0,2}(?![가-힣])`,
  `\\b(?:once|twice|(?:two|three|four|five|\\d) times) (?:a|every|each|per) (?:day|week|month|year)\\b`,
  inOneLine`
    \\b(?:(?:by |at )?the end of (?:the |this |next )?|(?:sometime |later |early |late )?this |(?:early |late |
    mid )?next )(?:week|weekend|month|year)\\b(?!['’])
  `,
]
const PHRASE = new RegExp(PHRASES.join('|'), 'gi')

/** Find those phrases: they are read before their words. */
export const calendarPhrases = (text: string): Span[] => matchSpans(text, PHRASE)

/**
 * Find the words of calendars, clocks, frequencies and bounds, each as it stands with its particle. One that no
 * reading of a moment or a rule took may move it.
 */
export function calendarWords(text: string): Span[] {
  return [...text.matchAll(/[^\s,.!?~…·'"“”‘’()]+/g)].filter(([said]) => isCalendarWord(said)).map(spanOf)
}

/** Check whether a word by itself, with its particle, speaks of when, how often or until when. */
const isCalendarWord = (word: string): boolean => KOREAN.test(word) || ENGLISH.test(word)
