import { nearTo } from '../../std/korean/search/synonyms.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'
import { keepsPeriod } from './period.ts'
import { namesSomebody } from './person.ts'

/**
 * The form of an answer that a question asks for: a time, a price, so many of something. `words` of it need not stand
 * in the answer.
 */
interface AnswerKind {
  question: RegExp
  answer: AnswerLook
}

/** The look of a text that has what a question asks for. */
export interface AnswerLook {
  test(text: string): boolean
}

const number = '(?:\\d|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스물|스무|서른|마흔|쉰|석|넉|서너|첫|둘째|셋째|넷째|반)'
const numeral = inOneLine`
    one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|
    ninety|hundred`
const months = inOneLine`
    january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|
    sept?|oct|nov|dec`
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

/** A length of time is no moment: for twenty minutes, 20분 동안. */
const duration = new RegExp(
  `\\bfor (?:\\w+ )?${span}|(?:\\d+|[한두세네석넉])\\s?(?:분|시간|일|주|달|개월|년|해)(?:\\s?간)?\\s?동안`,
  'gi',
)

const momentLook = (look: RegExp): AnswerLook => ({ test: (text) => look.test(text.replace(duration, ' ')) })

const kinds: readonly AnswerKind[] = [
  { question: /누구|누가|\bwho\b/i, answer: { test: namesSomebody } },
  {
    question: /색깔|색상|무슨\s?색|\bcolou?rs?\b/i,
    answer: patternOf('i')`
        [가-힣]색|빨[강간]|노[랑란]|파[랑란]|초록|검[정은]|하[양얀]|\b(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|
        white|gr[ae]y|beige|silver|gold(?:en)?|colou?rs?)\b`,
  },
  { question: /칼로리|\bcalories?\b/i, answer: /칼로리|kcal|calorie/i },
  { question: /몸무게|무게|\bhow heavy\b|\bweigh/i, answer: /\d\s?(?:kg|g|lbs?|oz|킬로|그램|톤|근)(?![a-z])|pounds/i },
  {
    question: /몇\s?시(?!간)|시각|\bwhat time\b/i,
    answer: /\d\s?시|[한두세네열]\s?시|:\d\d|\d\s?[ap]\.?m\b|정오|자정|noon|midnight/i,
  },
  {
    question: /언제|며칠|날짜|무슨 요일|\bwhen\b|\b(?:which|what) (?:day|date|month)/i,
    answer: momentLook(
      new RegExp(
        inOneLine`
          \\d\\s?[월일년주시분:/]|[월화수목금토일]요일|하루|이틀|사흘|나흘|열흘|보름|매[일주월년달]|해마다|주말|평일|[한두세석네넉]\\s?달|\\d+\\s?개월|\\d{4}|
          \\b(?:${months})\\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\d\\s?[ap]\\.?m\\b|
          \\b(?:daily|weekly|monthly|yearly|before|after|day|${span})`,
        'i',
      ),
    ),
  },
  {
    question: /전화번호|연락처|(?:몇 번으로|어디로|어디에) 전화|\bphone number|\bwhere do i call/i,
    answer: /\d{2,4}-\d{3,4}|\b1\d\d\b/,
  },
  { question: /퍼센트|비율|금리|이율|할인율|\bpercent|\binterest rate/i, answer: /%|퍼센트|프로|percent/i },
  {
    question: patternOf('i')`
        가격|요금|비용|[가-힣]값|값|보험료|[가-힣](?:비|료|세)(?:는|가|를|은)? ?(?:한 달에 )?얼마|
        \b(?:how expensive|price|cost|costs|fee|charge|charges|deposit|rent|salary)\b|
        \bhow much (?:did|do|does|will) (?:we|i|it|they|you) (?:pay|cost|spend|owe)`,
    answer: money,
  },
  {
    question: /어디(?:서|에서|에)(?![가-힣])/,
    answer: /에서|(?<!\d\s?[가-힣]?)[가-힣]에(?=[\s.,]|는|도|만)|\d\s?층|https?:|@|앱|누리집|홈페이지/,
  },
  // How much of a thing: a measure; two cycles with water are no water.
  {
    question: /\bhow much (?!is|are|was|were|do|does|did|may|can|will|must|should|has|have|of|for|time)[a-z]+/i,
    answer: new RegExp(
      inOneLine`
        [$€£%]|\\b${span}|\\d(?![\\w-]| [a-z]+s\\b)|(?:\\d|\\b(?:${numeral})\\b)\\s?
        (?:[a-z]{1,2}\\b|(?:milli|centi|kilo)?(?:lit|met)(?:er|re)s?|
        (?:milli|kilo)?grams?|cups?|spoons?|tons?|ounces?|gallons?|pints?|percent|dollars|euros|bytes)`,
      'i',
    ),
  },
  { question: /얼마|\bhow much\b/i, answer: new RegExp(`${number}|[$€£%]|\\b(?:${numeral})\\b`, 'i') },
  {
    question: /\bhow long\b/i,
    answer: new RegExp(
      `\\b${span}|until|\\d:\\d\\d|\\d+ (?:characters|letters|digits|words|pages|miles|feet|inches|meters|km|cm|m)\\b`,
      'i',
    ),
  },
  {
    question: /\bhow often\b|얼마나 자주|주기/i,
    answer: patternOf('i')`
        마다|매[일주월년]|[한두세네] ?번|\d ?[번회]|\btimes\b|\b(?:every|once|twice|daily|weekly|monthly|yearly|each|per|
        a (?:day|week|month|year))\b`,
  },
  { question: /\bhow (?:many|old|far|tall|big|large)\b/i, answer: new RegExp(`\\d|\\b(?:${numeral})\\b`, 'i') },
  { question: /번호|\bnumber\b/i, answer: /\d/ },
]

const counter = patternOf()`
    (?<![가-힣])몇\s?([가-힣]+?)(?:이나|이고|이야|야|이지|지|인가|인가요|쯤|씩|까지|까지야|부터|마다|마다야|에|로|으로|이|가|을|를|은|는|나|정도|예요|이에요|였지|였어|였더라|더라|
    안에)?(?=[\s?,.]|$)`

const counted = new RegExp(`(?<![$€£¥\\d.,])\\b(?:\\d[\\d,.]*|${numeral})\\b(?<after>(?:[-\\s]+[a-z]+){0,2})`, 'gi')

/** The look of a text that counts this thing: its number stands alone, or before a word for it. */
function countLook(thing: string): AnswerLook {
  const names = [thing, ...nearTo(thing)].map((name) => name.toLowerCase().replace(/(?:ies|e?s)$/, ''))
  const isOne = (word: string) => names.some((name) => word.startsWith(name.slice(0, Math.max(3, name.length - 1))))
  return {
    test(text) {
      const found = Array.from(text.toLowerCase().matchAll(counted), ({ groups }) => groups?.after ?? '')
      return found.some((after) => after.trim() === '' || after.split(/[-\s]+/).some(isOne))
    },
  }
}

/** Return the looks of a text that has the asked thing; empty if its form does not tell. */
export function answerKinds(question: string): AnswerLook[] {
  const [, counted] = counter.exec(question) ?? []
  const own =
    counted === undefined
      ? []
      : [new RegExp(counters[counted] ? `${number}[\\d.,]*\\s?(?:${counters[counted]})` : number, 'i')]
  if (own.length > 0) return own
  const [, thing] = /\bhow many (?!times\b)([a-z]+)/i.exec(question) ?? []
  const first = thing === undefined ? kinds.find((kind) => kind.question.test(question))?.answer : countLook(thing)
  return first ? [{ test: (text) => first.test(text) && keepsPeriod(question, text) }] : []
}
