import { patternOf } from '../../text/pattern.ts'
/**
 * How a sentence ends, and so what it is; several may hold. `asked`: with a question mark; `asks`: it holds a
 * question word; `requests`: a request in the shape of a question ("보내 줄래?"); `past`: it tells what happened;
 * `hearsay`: what somebody else said; `states`: it says how something is.
 */
export interface Ending {
  asked: boolean
  asks: boolean
  requests: boolean
  past: boolean
  hearsay: boolean
  states: boolean
}

const QUESTION = patternOf('i')`
  며칠|몇\s?(?:시|일|월|년|명|개|도|퍼센트|분|살|번|주|요일|시간)|무슨|누구|누가|왜|어디|언제|얼마|어떻게|어때|어떤|뭐|뭔|무엇|뭘|맞나|알아|있나|있니|
  [가-힣]려나(?:요)?[\s.~…]*$|야\s?(?:하나|되나|할까|될까)(?:요)?[\s.~…]*$|\b(?:how|what|when|where|who|why|which|is|are|do|does|
  did)\b
`
const ASKED = /[?？]\s*$/
const POLITE_REQUEST =
  /(?:줄래|줄\s?수\s?있|주실래|주시겠|주실\s?수|해도\s?(?:돼|될)|하면\s?(?:돼|될)|보내도\s?(?:돼|될))(?:요|어|니|나요|까|까요|어요)?\s*[?？]*$/
/**
 * Every syllable that ends in ㅆ, as a class of a regular expression: 했, 있, 겠, 세웠. It is the 20th of the final
 * consonants.
 */
export const SSANG_SIOS = `[${Array.from({ length: 399 }, (_, at) => String.fromCharCode(0xac00 + at * 28 + 20)).join('')}]`
/** 있 and 겠 are of now and of what is to come. */
const GONE = `(?![있겠])${SSANG_SIOS}`
const PAST = new RegExp(
  `${GONE}(?:어|다|대|지|네|음|거든|는데|더라|고|잖아|던데|다던데|다고\\s?(?:하던데|하더라|해|했어)|습니다|답니다|단다)(?:요)?[\\s.!~…ㅠㅜㅋㅎ]*$`,
)
const HEARSAY = patternOf()`
  (?:[한는온간된인란판준난산운은신]대|(?:하|아프|바쁘|예쁘|힘들|비싸|크|좋|많|싫|없|있|같)대|이래|다더라|라더라|다던데|냐던데|다네|대더라|라고\s?하더라|다고\s?하더라|다고\s?했어|
  [다라]고\s?하던데|달라던데|달래|라더니|다더니)(?:요)?[\s.!~…ㅠㅜㅋㅎ]*$
`
const STATEMENT =
  /(?:이야|야|이에요|예요|입니다|이다|더라|더라고|거든|인데|는데|은데|네|다|구나|군|겠다|겠네|아|어|해|파|워|싶어|싶다|고파|같아|같다|지|래|자)(?:요)?[\s.!~…ㅠㅜㅋㅎ]*$/

/** What the end of a sentence says of it. */
export function endingOf(text: string): Ending {
  return {
    asked: ASKED.test(text),
    asks: QUESTION.test(text),
    requests: POLITE_REQUEST.test(text),
    past: PAST.test(text),
    hearsay: HEARSAY.test(text),
    states: STATEMENT.test(text),
  }
}

/** Words of giving by which a deed is asked for, behind its verb. Rules read requests in which 줘 alone is left. */
export const GIVING_WORDS =
  '줘 줘요 줘라 주세요 주십시오 주라 주렴 줄래 줄래요 주실래 주실래요 주시겠어 주시겠어요 다오 달라'
/** These words as the source of a pattern: "적어 [주세요]". */
export const GIVING = `(?:\\s?(?:놔\\s?)?(?:${GIVING_WORDS.replaceAll(' ', '|')})(?:요)?)`
/** The end of a request for a deed, as the source of a pattern: "적어 [주세요]", "넣어 [둬]". */
export const GIVE = `(?:${GIVING}|\\s?(?:놔\\s?)?(?:봐|둬|놔)(?:요)?)`

/** Ways in which a request for a deed ends, behind the verb. */
const REQUEST_ENDINGS = patternOf()`
  (?<=[가-힣] ?)(?:주(?:세요|실래요|시겠어요|시겠습니까|십시오|시지요|시죠|라|렴|세용|세여|실 ?수 ?있(?:나요|을까요|어요?|으세요|으신가요|습니까)|시면 ?(?:감사하겠습니다|
  고맙겠습니다|감사해요|고마워요|좋겠어요|돼요|됩니다|안 ?될까요|안 ?돼요))|줄 ?수 ?있(?:어요?|니|나요?|을까요?|겠니|는지)|줄래요?|줄 ?거지|줘(?:라|봐|용|잉|요)|다오)$
`

/** Return true if a request that `asPlainRequest` wrote asks for its deed. */
export const asksForDeed = (plain: string): boolean => plain.endsWith('줘')

/** However politely a request ends, it asks for the same: "알려 주실 수 있나요" is "알려 줘". */
export const asPlainRequest = (text: string): string => text.replace(REQUEST_ENDINGS, '줘')
