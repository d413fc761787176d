import { inOneLine, patternOf } from '../../text/pattern.ts'
import { asPlainRequest } from '../grammar/ending.ts'
import type { Span } from '../spelling/span.ts'

/** How a request is told to be done: 줘, 주세요, 줄래요, 드려, 주시겠어요. */
const PLEASE = inOneLine`
    (?:줘(?:요|라|봐|봐요|야지?|야\\s?(?:해|돼|하는데|되는데)|도\\s?(?:돼|되)?요?)?|주(?:래|래요|세요|십시오|라|렴|자|고|기|려고|려|면|실래요|실\\s?수|시겠어요|시겠습니까|
    시기|시길|시면|시고|셔야|시죠|지|길|어)(?:요)?|줄(?:래|래요|게|게요|께|수|까|까요|거야|거예요|거지|건데|수있어|수있어요|수있나요|수있을까|수있을까요)?|달라고|달래|드려(?:요|줘|라|
    주세요|야지?|야\\s?(?:해|돼))?|드릴(?:게|게요|께요|래|래요|까|까요|거야|거예요)?|드리(?:자|고|려고|려|고\\s?싶어|세요))
  `
const FUTURE = '(?:게|게요|께|께요|래|래요|거|거야|거예요|거에요|건데|건데요|까|까요|까봐|려고|려고요|려|생각|예정|것)'
const ENDING = inOneLine`
  (?:${PLEASE}|요|라|자|세요|십시오|시오|고|고요|려고|려고요|려|려면|야|야지|야겠다|야겠어|야겠어요|야겠네|야돼|야해|기|기로|는데|도|도록|서|다|다오|라고|시지요|시죠|죠|지|지요|버려|
  버려요|놔|둬|볼게|볼까|봐|보자|달라고|바랍니다|바라요)
`

/** Words that say what is asked for and how, but neither what of, for whom, how much nor when. */
const PLAIN = new RegExp(
  inOneLine`
    ^(?:(?:돈|용돈)?(?:돌려|보내|돌려보내|부쳐|부치|쏴|쏘|내|갚아|넣어|옮겨|(?:계좌)?이체|송금|입금|전송|전달|처리|진행|실행|준비|예약(?:이체|송금)?)(?:을|를|도|좀)?(?:해|하|
    시켜)?${ENDING}?|
    (?:보낼|돌려줄|부칠|쏠|낼|갚을|넣을|옮길|(?:이체|송금|입금|전송|전달|처리|진행|예약)?할)${FUTURE}?|${PLEASE}|해${ENDING}?|하(?:자|고|려고|려|
    는데|세요|십시오|면|기|게)|싶(?:어|어요|은데|은데요|습니다|다|네|네요)|부탁(?:해|해요|드려|드려요|드립니다|드릴게요|할게|할게요|합니다|이요)?|될까(?:요)?|돼(?:요)?|되나(?:요)?|
    있(?:을까|을까요|나요|어요|어)|가능(?:해|해요|할까|할까요|한가요)?|감사(?:해요|합니다|드려요|드립니다)?|고마워(?:요)?|고맙습니다|땡큐|수고(?:해|하세요)?|미안(?:해|해요|한데|
    하지만)?|죄송(?:해요|합니다|한데요?|하지만)?|실례(?:지만|합니다)?)$
  `,
)

/** Hesitation, politeness, particles that stand alone. */
const FILLER = patternOf('i')`
  ^(?:일금|원?정|이?였(?:다|어|어요|는데|네)|이었(?:다|어|어요|는데|네)|원정|좀|쫌|그냥|그냥요|빨리|얼른|어서|지금|바로|지금바로|당장|곧|곧바로|즉시|혹시|저기(?:요)?|
  있잖아(?:요)?|아|어|음+|오|와|앗|자|네|예|응|넵|그래|그래서|그럼|그러면|근데|그런데|그리고|또|이제|먼저|우선|일단|꼭|다시|돈|돈을|돈좀|현금|우리|우리집|저희|내|제|나|저|내가|제가|
  나는|저는|그|우리네|하고|이랑|랑|과|및|한테|에게|께|에|에다|에다가|로|으로|을|를|은|는|이|가|도|씩|쯤|정도|가량|약|대략|한|요|이요|만큼|이야|예요|이에요|입니다|야|비서야|안녕|안녕하세요|
  여보세요|하이|헤이|참|아참|아아|헉|이번에|이번엔|이번에는|이고|이구|걸로|거로|걸루|것으로|나서|그만큼|모쪼록|가급적|되도록|수|것|거|좀요|빨리요|please|pls|plz|the|my|a|an|
  to|won|krw|send|transfer|wire|pay|money|some|now|just|can|could|would|you|i|want|need|like|him|her|them|and|hey|
  hi|ok|okay|yes|yeah|yep|yup|sure|so|well|give|on|for|of|it|let|me|us|make|that|this|is)$
`

/** What money is for, by the ends of its words: the source of a pattern. */
export const PURPOSES = inOneLine`
    값|월세|전세|세금|요금|용돈|곗돈|월급|적금|잔금|보증금|계약금|축의금|부의금|조의금|후원금|기부금|등록금|
    (?:회|생활|식|교통|관리|학원|병원|택시|경조사|모임|숙박|참가|차|교육|통신|여행|양육|수리|배송|커피|밥|간식|경)비`
/** What money is for: it changes neither who, how much nor when. */
const PURPOSE = patternOf()`
  ^(?:[가-힣]{2,5}금|[가-힣]{0,8}(?:${PURPOSES}|점심|저녁|선물|축하|생신|생일|세뱃돈|수고비|과외비|전기료|수도료|보험료|
  사용료))(?:으?로|이?라고|을|를|은|는|이|도|조로|명목으로|삼아)?$
`

/** A numeral of what the money is for: "3반 회비", "6인분 고깃값", "302호 관리비", "1+1 행사 과자값". */
const COUNTED_PURPOSE = patternOf('g')`
  (?<![가-힣\d.,])(?:\d{1,2}\+\d(?=\s)|(?:\d{1,4}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?!(?:원|만|천|백|억|배|번|할|프로|장|씩|시|
  일)(?![가-힣]{2}))[가-힣]{1,3})(?:의)?\s(?=(?:[가-힣]{1,6}\s)?(?:[가-힣]{2,5}금|[가-힣]{0,6}(?:값|비|료|회비|월세|요금|선물))(?:으?로|을|
  를)?(?:\s|$))
`

/** "I'd like to", "let's": who wishes and how, with nothing of what. */
const CONTRACTED = /\b(?:i|we|you|that|it|let)['’](?:d|ll|m|re|ve|s)\b/gi
/** "2만 5천원이 맞아", "2만원 맞아": that sum is meant. */
const MEANT = /(?<=원)[이은]?\s?(?:맞|옳)(?:아|다|지|는데|네|습니다|아요|죠|지요|음)(?![가-힣])(?!\s*\?)/g
const blanked = (said: string): string => ' '.repeat(said.length)
const MARKS = /(?:\s|(?<!\d)[.,:]|[.,:](?!\d)|[!?~…·'’"“”()♡♥^;])+|[ㅋㅎㅠㅜ]{2,}|\p{Extended_Pictographic}|\uFE0F/u

/**
 * The words of a sentence that neither a span explains nor the common words of a request: what nobody read. `more`
 * names further words that the caller accounts for.
 */
export function leftOver(text: string, spans: readonly Span[], more?: RegExp): string[] {
  let rest = text.replace(COUNTED_PURPOSE, blanked).replace(CONTRACTED, blanked).replace(MEANT, blanked)
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(Math.max(0, to - from)) + rest.slice(to)
  return asPlainRequest(rest.replace(/[\s?!.~]+$/, ''))
    .split(MARKS)
    .filter((word) => word !== '' && !isPlain(word) && !more?.test(word))
}

const isPlain = (word: string) => PLAIN.test(word) || FILLER.test(word) || PURPOSE.test(word)
