import { patternOf } from '../../text/pattern.ts'
import { SSANG_SIOS } from './ending.ts'

/** A question word; "어디든", "누구나" and "뭐라도" ask nothing. */
const WORD =
  '(?:무슨|어느|어떤|누가|누구|누굴|뭘|뭐|무엇|며칠|언제|어디|어딨|얼마|왜|몇(?=\\s|[가-힣]))(?!\\S*(?:든|든지|라도|나))'
/** How something is told, even where a question word stands in it: "몇 층인지 적어 두었음". */
const TOLD = /(?:[음임함됨슴]|[았었였했됐]어요?|다|니다)$/
const WORDS = [
  // The question word stands at the end, or is the verb: "여권 어딨지", "180cm는 몇 피트", "500일은 언제야 2025년 6월 1일부터".
  new RegExp(`(?:^|\\s)${WORD}\\S*(?:\\s\\S+)?[.!~]*$`),
  /(?:^|\s)(?:언제|뭐|어디|누구|얼마|며칠|왜)(?:이?야|이?지|예요|이에요|니|였지|더라)(?=\s|$)/,
  new RegExp(`(?:^|\\s)${WORD}.*더라[.!~]*$`),
]
/** What every one of them needs: most texts have none, and a look for it is cheap. */
const SOME_WORD = new RegExp(WORD)
/** By its ending alone: not 금지, 강아지 or 어머니, which are words. */
const ENDING = new RegExp(
  `(?:(?:${SSANG_SIOS}|맞|좋|없|하|되|않|인|이)(?:지|니|냐)요?|[나까]요|[을할갈볼줄올살될일]까|인가|던가|는지|습니까|줘|줄래|주세요)$`,
)
/** Characters of the longest ending: looking for one in all of a text takes most of the time. */
const longestEnding = 3
const ENGLISH = patternOf('i')`
  ^(?:(?:what|who|when|where|why|how|
  which)(?:'s| is| are| was| were| do| does| did| can| should| many| much| old| long| far| day| time)|(?:is|are|was|
  were|do|does|did|can|could|will|would) (?:i|you|we|they|he|she|it|this|that|there|the|my|\d+))\b
`

function asks(sentence: string): boolean {
  if (/[?？]$/.test(sentence)) return true
  const end = sentence.replace(/[.!~]+$/, '').slice(-longestEnding)
  if (TOLD.test(end)) return false
  return (
    ENDING.test(end) ||
    (SOME_WORD.test(sentence) && WORDS.some((shape) => shape.test(sentence))) ||
    ENGLISH.test(sentence)
  )
}

/** Return true if a text only asks or requests, with a question mark or without: what is asked for stands elsewhere. */
export function onlyAsks(text: string): boolean {
  return text
    .trim()
    .split(/(?<=[.!?？。])\s+/)
    .every((sentence) => asks(sentence.trim()))
}
