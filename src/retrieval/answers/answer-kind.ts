import { SSANG_SIOS } from '../../std/korean/grammar/ending.ts'

/**
 * What a question asks for by its form: a time, a price, so many of something. `words` of it need not stand in the
 * answer.
 */
interface AnswerKind {
  question: RegExp
  answer: RegExp
}

const number = '(?:\\d|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스물|스무|서른|마흔|쉰|석|넉|서너|첫|둘째|셋째|넷째|반)'
const numeral =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|ninety|hundred'
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const money =
  /\d\s?(?:원|만|천|억|엔|달러|유로|유로|위안)|[만천] ?원|[$€£¥]\s?\d|\d\s?(?:dollars|euros|cents|usd|krw)\b|\bfree\b|무료|공짜/i
const span = `(?:\\d+|${numeral})[\\s-]*(?:s|sec|seconds?|min|minutes?|h|hours?|days?|nights?|weeks?|months?|years?)\\b`

// Other ways to write what is counted. A counter that is not here is written as it is asked for.
const counters: Readonly<Record<string, string>> = {
  퍼센트: '%|퍼센트|프로',
  프로: '%|퍼센트|프로',
  킬로: 'kg|km|킬로|키로',
  킬로미터: 'km|킬로',
  킬로그램: 'kg|킬로',
  그램: 'g\\b|그램',
  센티: 'cm|센티',
  미터: 'm\\b|미터',
  와트: 'w\\b|와트',
  도: '도|°|℃',
  시: '시|:\\d\\d',
  달: '달|개월',
  개월: '달|개월',
  인분: '인분|명|사람',
  명: '명|사람|인\\b',
  사람: '명|사람',
  살: '살|세',
  분: '분|시간|초',
  시간: '시간|분',
  일: '일|주|하루|이틀|사흘',
  년: '년|해|\\d{4}',
  층: '층',
  개: '개|가지|곳',
  대: '대',
  장: '장|매',
  군데: '곳|군데|개',
  곳: '곳|군데|개',
  번: '번|회|차례',
  회: '번|회',
}

const kinds: readonly AnswerKind[] = [
  { question: /칼로리|\bcalories?\b/i, answer: /칼로리|kcal|calorie/i },
  { question: /몸무게|무게|\bhow heavy\b|\bweigh/i, answer: /\d\s?(?:kg|g|lbs?|oz|킬로|그램|톤|근)(?![a-z])|pounds/i },
  {
    question: /몇\s?시(?!간)|시각|\bwhat time\b/i,
    answer: /\d\s?시|[한두세네열]\s?시|:\d\d|\d\s?[ap]\.?m\b|정오|자정|noon|midnight/i,
  },
  {
    question: /언제|며칠|날짜|무슨 요일|\bwhen\b|\b(?:which|what) (?:day|date|month)/i,
    answer: new RegExp(
      `\\d\\s?[월일년주시분:/]|[월화수목금토일]요일|하루|이틀|사흘|나흘|열흘|보름|매[일주월년달]|해마다|주말|평일|[한두세석네넉]\\s?달|\\d+\\s?개월|\\d{4}|\\b(?:${months})\\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\d\\s?[ap]m\\b|\\b(?:daily|weekly|monthly|yearly|before|after|day|${span})`,
      'i',
    ),
  },
  { question: /전화번호|연락처|몇 번으로 전화|\bphone number|\bwhere do i call/i, answer: /\d{2,4}-\d{3,4}|\b1\d\d\b/ },
  { question: /퍼센트|비율|금리|이율|할인율|\bpercent|\binterest rate/i, answer: /%|퍼센트|프로|percent/i },
  {
    question:
      /가격|요금|비용|[가-힣]값|값|보험료|[가-힣](?:비|료|세)(?:는|가|를|은)? ?(?:한 달에 )?얼마|\b(?:how expensive|price|cost|costs|fee|charge|charges|deposit|rent|salary)\b|\bhow much (?:did|do|does|will) (?:we|i|it|they|you) (?:pay|cost|spend|owe)/i,
    answer: money,
  },
  { question: /얼마|\bhow much\b/i, answer: new RegExp(`${number}|[$€£%]|\\b(?:${numeral})\\b`, 'i') },
  { question: /\bhow long\b/i, answer: new RegExp(`\\b${span}|until|\\d:\\d\\d`, 'i') },
  {
    question: /\bhow often\b|얼마나 자주|주기/i,
    answer:
      /마다|매[일주월년]|에 한 번|에 두 번|\b(?:every|once|twice|daily|weekly|monthly|yearly|each|per|a (?:day|week|month|year))\b/i,
  },
  { question: /\bhow (?:many|old|far|tall|big|large)\b/i, answer: new RegExp(`\\d|\\b(?:${numeral})\\b`, 'i') },
  { question: /번호|\bnumber\b/i, answer: /\d/ },
]

const counter =
  /(?<![가-힣])몇\s?([가-힣]+?)(?:이나|이고|이야|야|이지|지|인가|인가요|쯤|씩|까지|까지야|부터|마다|마다야|에|로|으로|이|가|을|를|은|는|나|정도|예요|이에요|였지|였어|였더라|더라|안에)?(?=[\s?,.]|$)/

/** How a text looks that has what a question asks for; empty where its form does not tell. */
export function answerKinds(question: string): RegExp[] {
  const [, counted] = counter.exec(question) ?? []
  const own =
    counted === undefined
      ? []
      : [new RegExp(counters[counted] ? `${number}[\\d.,]*\\s?(?:${counters[counted]})` : number, 'i')]
  const [first] = kinds.filter((kind) => kind.question.test(question))
  return own.length > 0 ? own : first ? [first.answer] : []
}

// Words for what a form asks for: an answer gives the thing itself, and seldom its name.
const generic =
  /^(?:이름|성함|번호|전화번호|연락처|가격|요금|비용|값|금액|날짜|시간|기간|주기|크기|사이즈|무게|비율|온도|색|색깔|횟수|정도|방법|이유|종류|뜻|사람|곳|거|의미|내용|명령|명령어|한도)(?:이|가|은|는|을|를|의|로)?$/
const genericEnglish =
  /^(?:name|called|number|price|cost|costs|date|day|days|time|size|amount|kind|sort|address|color|total|person|place|thing|percentage|percent|temperature|pounds|money|new|default|people|year|month|per)$/i
/** Verbs that a question needs and an answer leaves out or says in another way. */
const common =
  /^(?:take|takes|took|get|gets|got|give|gives|make|makes|need|needs|go|goes|went|come|comes|coming|use|used|uses|put|set|run|runs|ran|pay|pays|paid|charge|charges|last|lasts|keep|kept|leave|leaves|arrive|start|end|ends|expire|expires|happen|call|called|report|ask|tell|hold|stay|stayed|cover|covers|serve|meet|meets|play|live|work|buy|bought|sell|choose|send|receive|allow|allowed|require|cancel|fit|fits|add|plant|print|reported|submitted|submit|done|go|let|lets|say|says|mean|means|find|found|see|must|may|should|else|anything|right|again|now|still|yet|there|one|ones|qualify|open|opens|close|closes|held|become|spend|owe|bring|say|want|like)$/i

/** Adverbs and what else a question may do without. */
const adverb =
  /^(?:너무|더|다|또|꼭|잘|안|못|많이|자주|다시|바로|미리|아직|벌써|지금|요즘|보통|원래|그러니까|동안|전에|후에|뒤에|모두|총|전부|제일|가장|최대|최소|only|ever|really|altogether)$/
/** Endings of verbs, wherever they stand, and those that only the last word of a question shows to be one. */
const verb = new RegExp(
  `(?:[아어해여]야|이어야|(?<![라표화장냉측방반전지도정수평])면|려면|하면|[아어해여]도|${SSANG_SIOS}(?:어|는데|을|던|으면|지|니|나|냐)|하게|[가-힣]게|나면)$`,
)
const lastVerb = /[아어여해려겨와워써져쳐켜펴셔가나까지죠니냐요돼네래대야써]$/

/**
 * What a word of a question counts beside others, by what it is: 1 for a name or a thing, less for what may be said
 * in many ways.
 */
export function importance(word: string, isLast: boolean): number {
  if (adverb.test(word)) return 0.15
  if (/^[가-힣]{2,}(?:해|하면|하려면|해도|해야|하게|했어|할)$/.test(word)) return 0.7
  if (generic.test(word) || genericEnglish.test(word) || common.test(word)) return 0.35
  return word.length > 1 && /^[가-힣]/.test(word) && (verb.test(word) || (isLast && lastVerb.test(word))) ? 0.4 : 1
}

/** Whether a word of a question surely names something that its answer speaks of. */
export const isThing = (word: string, isLast: boolean): boolean =>
  word.length > 1 && importance(word, isLast) === 1 && !/(?:이야|[가-힣]도|는데|[을할])$/.test(word)
