import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family } from '../intent.ts'
import { asksInEnglish, isStatement, noticeFacts } from './notice.ts'

/** A pronoun for something, or for one of the two who talk, is no fact by itself. */
const pointing =
  /^(?:이|그|저|이건|그건|저건|이거|그거|이게|그게|여기|거기|오늘|지금|너|넌|네|당신|나|난|저|전)(?:는|은|가|이)? /
/** A question without a question mark. */
const asking = /무슨|어느|어떤|누가|누굴|뭘|며칠|맞아|맞지|아니야/
const longest = 60

/** Asks for something, however it ends: what is wanted is not told of. */
const wanting = patternOf('i')`
  (?:해|알려|보내|보여|찾아|말해|골라|바꿔|취소|지워|열어|읽어|써|깨워|기억해|추천|계산해)${GIVE}|싶|어떡|어쩌|왜|몰라|모르|안 ?[돼되]|도와|\b(?:please|
  help|can you|could you|want|need|wish|should|like to|wonder|looking for|trying to)\b
`
const askingWords = patternOf('i')`
  [?？]|어떻게|구하기|구해|무슨|어느|어떤|누가|누구|누굴|뭘|뭐|며칠|언제|어디|어딨|얼마|몇 ?(?:주|달|년|층|호|분|초|도|킬로|미터|그램|리터|평|근)|몇 ?(?:시|명|개|일|번|살)|며칠|
  \bhow (?:many|much|old|long|far)\b|[가-힣] ?(?:며칠|몇) ?째|[,.;] ?(?:so |and |then )?(?:what|who|when|where|why|how|
  which)\b|^(?:is|are|was|were|do|does|did|can|could|will|would|if)\b
`
/** "Anna sent me 30,000 won yesterday", "it's raining", "we're having guests": no request begins with who does it. */
const toldInEnglish = patternOf('i')`
  ^(?:(?:i|he|she|we|they|there)\b(?:'[a-z]{1,2})? \S|
  (?!(?:remember|remind|tell|show|send|set|make|find|play|call|read|write|give|let|get|add|note|say)\b)(?:(?:my|our|
  the|his|her) )?[a-z]+(?: [a-z]+)?(?:'s)?(?: [a-z]+){0,2} (?:just |already )?(?:sent|paid|gave|lent|owes|owed|got|
  bought|sold|lost|came|called|said|told|took|was|were|is|are)\b|(?:it|that|this)(?:'s| is| was) (?!(?:all|it|
  everything|enough|fine|ok|okay|right)\b)[a-z])
`

/** Words for things that only the two who talk see, and for the other one. */
const aboutThis =
  /^(?:이거|그거|저거|이건|그건|저건|이게|그게|너|넌|네가|니가|잘못|(?:이|그|저)것|you\b|that(?:'s| is| was)? (?:wrong|not)|this is(?:n't| not))/i
/** "어제 아빠가 3만원 보냈대", "회의가 3시로 바뀌었어": what happened, or what somebody else said; no question and no request. */
export function isReport(words: string): boolean {
  if (
    words.length > longest * 2 ||
    aboutThis.test(words) ||
    askingWords.test(words) ||
    asksInEnglish.test(words) ||
    wanting.test(words)
  )
    return false
  if (!/[가-힣]/.test(words)) return toldInEnglish.test(words) && words.split(/\s+/).length > 1
  const { ending } = readSentence(words)
  return (ending.past || ending.hearsay) && !ending.requests && words.length > 4
}

/** "날씨가 참 좋네", "비 온다": said of the weather, to nobody in particular. */
const ofWeather = patternOf('i')`
  ^(?:(?:오늘|지금|밖|밖이|밖에|요즘|날씨가?|하늘이|비가?|눈이?|바람이?|너무|정말|진짜|참|되게|엄청|많이|갑자기|계속|또|좀|완전) ?)*(?:좋[네다아구]|맑[네다]|흐리[네다]|춥[네다]|
  추워|추운데|쌀쌀하[네다]|쌀쌀해|덥[네다]|더워|더운데|시원하[네다]|시원해|따뜻하[네다]|따뜻해|오[네는]|온다|내리[네는]|내린다|부[네는]|분다)(?:요|데|구나|군)*$|
  ^(?:(?:the weather|it|outside)(?:'s| is) )(?:so |really |very |too |quite )?(?:nice|lovely|cold|hot|warm|raining|
  snowing|windy|sunny|rainy|freezing|cloudy|humid)(?: (?:today|outside|here|out|now))*$
`

/**
 * "지민이 생일은 3월 4일이야": known in this conversation, for whatever was said in it can be recalled; how it is kept for
 * longer is told. Where there are documents it may as well be a question to them.
 */
export const statementIntent: Family = ({ text, asked, tools, found, say }) => {
  if (asked) return undefined
  if (ofWeather.test(text) && /날씨|비|눈|바람|하늘|춥|추|덥|더[워운]|맑|흐리|쌀쌀|시원|따뜻|[a-z]/i.test(text))
    return { weight: 1, answer: () => say.ofWeather }
  if (found.passages.length > 0) return undefined
  // A fact in one of several sentences is kept anyway: "이사했어. 우리 집 주소는 성수동이야".
  const heard = noticeFacts(text).length > 0
  const isFact =
    !asking.test(text) && /[가-힣]/.test(text) && text.length <= longest && !pointing.test(text) && isStatement(text)
  if (isFact && tools.has('save_memory') && !tools.has('search_documents'))
    return { weight: 1, answer: () => (heard ? say.heard : say.stated(text)) }
  return isReport(text) ? { weight: 1, answer: () => (heard ? say.heard : say.told) } : undefined
}
