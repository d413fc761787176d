import { SSANG_SIOS } from '../../../std/korean/grammar/ending.ts'
import { plain } from '../../../std/korean/spelling/span.ts'
import { numberAt } from '../parse/quantity.ts'
import { UNPRICED } from './labels.ts'

/**
 * A piece of a sum as it is told. Numbers: `M` money, `K` things that are counted, `H` people, `P` percent, `D` a
 * time ("하루", "3 hours"), `V` a measure ("240km"), `S` a speed, `N` none of these. Words: `@` each, `+` `-` `/` what
 * they say, `f` from, `w` of, `a` at, `o` off, `u` on top, `r` the price before, `e` an exchange rate, `l` what is
 * left, `h` for each person, `q` for, `?` how much.
 */
export interface ToldToken {
  letter: string
  digits?: string
  unit?: string
}

type Word = readonly [letter: string, shape: RegExp]
const word = (letter: string, source: string): Word => [letter, new RegExp(source, 'y')]

const END = '(?![가-힣])'
const ASKED =
  '(?:(?:이?야|이?지|였(?:어|지|더라|나)|예요|이에요|인가요?|일까요?|이?니|나|죠|임|돼|되지|될까|내|내야|내지|남지)요?(?:\\s?(?:돼|해|하지|되지)요?)?)?'
/**
 * Words in the order in which they are looked for; `_` says nothing of the sum. Those of `BEHIND` stand right behind
 * a number or a label.
 */
const WORDS: readonly Word[] = [
  word('h', `(?:한|1|일)\\s?(?:명|사람|인)(?:당|에|씩|이)?${END}|인당${END}|각자${END}|각각${END}`),
  word(
    '?',
    `얼마(?:씩|나|를|가|에)?${ASKED}${END}|몇\\s?[가-힣a-z]{0,4}(?:씩)?${ASKED}${END}|(?:총|전부|모두|다)${END}|총액|합계`,
  ),
  word(
    '?',
    `(?:다|전부|모두)\\s?(?:해서|합쳐서?|합치면|더하면)${END}|합(?:쳐서?|치면|하면|계)${END}|계산(?:해\\s?줘|하면)?${END}`,
  ),
  word(
    '-',
    `(?:빼|제하|떼)(?:면|고)?(?:\\s?나면)?${END}|마이너스|빼기|(?:쓰|내|주)(?:면|고)(?:\\s?나면)?${END}|나가(?:면|고)${END}`,
  ),
  word('l', `남(?:아|는|지|은|을까|나|음)?[가-힣]{0,3}${END}|잔액${END}`),
  word(
    '/',
    `(?:나누|나눠|나눌|분배하|더치페이|더치|[nN]빵|엔빵)(?:면|서|어|하면|해서|내면|내|으로|로)?(?:\\s?(?:내면|내|가지면|먹으면|하면|계산하면))?${END}`,
  ),
  word(
    'o',
    `(?:할인|세일|디씨|dc)(?:해서|된|하면|받아서|받으면|받은|받고|한|가|이면|해)?${END}|깎(?:아서|으면|은)${END}|싸게${END}`,
  ),
  word(
    'u',
    `(?:올라서|오르면|올라|오른|올려서|올리면|인상(?:돼서|되면|된|해서|하면)?|비싸게)${END}|(?:팁|봉사료|세금|부가세)(?:을|를|까지|은)?${END}`,
  ),
  word('r', `(?:원래|정가|원가|(?:할인|인상)\\s?전)(?:\\s?(?:가격|값|금액))?(?:은|는|이|가|에)?${END}`),
  word('e', `환율(?:이|은|로)?${END}`),
  word('t', `걸(?:려|리|릴까|릴)[가-힣]{0,2}${END}`),
  word(
    '_',
    `(?:사|시키|주문하|먹|마시|하|가|걸으|벌|받|일하|타|모으|달리|가려|뛰)(?:으?면|는데|려면)${END}|그럼${END}|그러면${END}|만약${END}`,
  ),
  word(
    '?',
    "how (?:much|many|long)\\b|what(?:'s|s| is| was| are| will)?\\b|(?:in )?total\\b|altogether\\b|in all\\b|all together\\b",
  ),
  word(
    'h',
    '(?:per|each|a|for each) (?:person|head)\\b|(?:does|do|will|should) each(?: (?:of us|one|person))? (?:pay|get|owe)\\b|each pays?\\b',
  ),
  word('@', '(?:each|apiece|a piece|per (?:piece|item|one|ticket|box|bag|bottle|cup|night|day))\\b'),
  word('+', '(?:plus|and|along with|with)\\b|[+,&]'),
  word('-', '(?:minus|less|pays?|spend|spent|take away|after paying|subtract)\\b|-'),
  word(
    '/',
    '(?:split|divided?|shared?|sharing)(?: (?:equally|evenly))?(?: (?:between|among|amongst|by|into))?\\b|(?:between|among)\\b',
  ),
  word('o', '(?:off|discount(?:ed)?)\\b'),
  word('u', '(?:tip|(?:sales )?tax|vat|service charge|gratuity)\\b'),
  word('r', '(?:the )?(?:original(?:ly)?|regular|full|before(?: the (?:discount|sale))?)(?: prices?| cost)?\\b'),
  word('l', '(?:left(?: over)?|remains?|remaining)\\b'),
  word('a', 'at(?: a rate of| an exchange rate of)?\\b|@'),
  word('w', 'of\\b'),
  word('q', 'for\\b'),
  word('t', '(?:take|takes)\\b'),
  word(
    '_',
    "(?:if|i|we|you|the|an?|my|our|is|are|was|were|it|that|this|costs?|to|do|does|did|would|will|have|has|had|earn|make|get|go|drive|driving|travel|buy|bought|order|calculate|so|then|by|in)\\b(?!')",
  ),
]
const BEHIND: readonly Word[] = [
  word('@', '짜리(?:를|로)?|씩(?:을|이면)?'),
  word('f', `에서(?:는)?${END}`),
  word('w', `의${END}`),
  word('+', `(?:이?랑|하고|와|과|에다가?|그리고|더하기|플러스)${END}|에${END}`),
  word('_', `(?:이?면|인데|이고|일\\s?때|이라면|으로|로|은|는|이|가|을|를|도|동안|간|인|까지|당)${END}`),
]

const UNITS: readonly (readonly [letter: string, shape: RegExp, unit?: string])[] = [
  ['P', /\s?(?:%|퍼센트|프로(?![가-힣](?<![를은는가])))|\s?percent\b/y, '%'],
  ['M', /\s?(?:원|won\b|krw\b)/y, '원'],
  ['M', /\s?(?:달러|불(?![가-힣]))/y, '달러'],
  ['M', /\s?(?:dollars?|bucks|usd)\b/y, '$'],
  ['M', /\s?(?:유로|euros?\b|eur\b)/y, '유로'],
  ['M', /\s?(?:엔(?![가-힣]{2})|yen\b|jpy\b)/y, '엔'],
  ['M', /\s?(?:파운드|pounds?\b)/y, '파운드'],
  ['H', /\s?(?:명|사람|인(?=[\s이]|$))(?:이서|끼리|이(?=\s|$))?|\s(?:people|persons|friends|guests|ways|of us)\b/y],
  ['S', /\s?(?:mph|miles (?:per|an) hour)\b/y, 'miles'],
  ['S', /\s?(?:km\/h|kph|kmh|kilomet(?:er|re)s (?:per|an) hour)(?![a-z])/y, 'km'],
  ['V', /\s?(?:km|킬로미터|킬로(?!그램)|키로(?!그램))(?![a-z])|\skilomet(?:er|re)s?\b/y, 'km'],
  ['V', /\s?(?:마일|miles?\b)/y, 'miles'],
  ['V', /\s?(?:보(?=[\s씩를이은]|$)|걸음)/y, '보'],
  ['V', /\s?(?:쪽|페이지)/y, '쪽'],
  ['V', /\spages?\b/y, 'pages'],
  ['V', /\s?(?:칼로리|kcal)/y, 'kcal'],
  ['D', /\s?(?:시간|hours?\b|hrs?\b)/y, 'hour'],
  ['D', /\s?(?:분(?![가-힣])|minutes?\b)/y, 'minute'],
  ['D', /\s?(?:일(?![가-힣](?<![간이동]))|days?\b)/y, 'day'],
  ['D', /\s?(?:주일|주(?![가-힣](?<![간이동]))|weeks?\b)/y, 'week'],
  ['D', /\s?(?:개월|달(?![러가-힣](?<![이간동]))|months?\b)/y, 'month'],
  ['D', /\s?(?:년|years?\b)/y, 'year'],
  [
    'K',
    /\s?(?:개|병|잔|번|장|권|판|조각|켤레|벌|그릇|접시|송이|포기|마리|곳|인분|박스|봉지|상자|캔|줄|통|팩|세트|묶음|알|곡|대|컵)(?=[씩를을이은는에면랑와과로의]|하고|[^가-힣]|$)/y,
  ],
]
/** Words that are a number and its unit at once. A rate ("매일") is one of its unit. */
const SPANS: readonly (readonly [shape: RegExp, digits: string, unit: string])[] = [
  [/(?:하루|매일|일당)(?:에|치)?(?![가-힣](?<![에]))/y, '1', 'day'],
  [/이틀(?:이면)?(?![가-힣])/y, '2', 'day'],
  [/(?:일\s?주일|한\s?주|매주)(?:에|이면|간|동안)?(?![가-힣])/y, '1', 'week'],
  [/(?:한\s?달|매달|매월)(?:에|이면|간|동안)?(?![가-힣])/y, '1', 'month'],
  [/(?:일\s?년|매년)(?:에|이면|간|동안)?(?![가-힣])/y, '1', 'year'],
  [/(?:시간당|시급|한\s?시간(?:에)?)(?![가-힣])/y, '1', 'hour'],
  [/(?:a|an|per|every|each) hour\b/y, '1', 'hour'],
  [/(?:a|per|every|each) day\b|daily\b/y, '1', 'day'],
  [/(?:a|per|every|each) week\b|weekly\b/y, '1', 'week'],
  [/(?:a|per|every|each) month\b|monthly\b/y, '1', 'month'],
  [/(?:a|per|every|each) year\b|yearly\b/y, '1', 'year'],
]
const HEADS = ['둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉', '열']
const NATIVE = ['하나', ...HEADS]
const SIGNS: Record<string, string> = { $: '$', '€': '€', '£': '£', '₩': '원' }

/**
 * Words in which something else is told than a sum, or more than this grammar knows: with one of them there is none.
 */
const UNKNOWN =
  /^(?:한|두|세|네|서너|다섯|여섯|일곱|여덟|아홉|열|스무|스물)$|절반|반값|반띵|쿠폰|적립|이자|복리|포함|별도|평균|제곱|무료|공짜|이상|이하|넘|미만|정도|쯤|전에|뒤에|후에|환불|제외|추가|말고|아니|배$|배로|마다|며칠|언제|누구|어디|왜|어떻게|까지만|내일|어제|알려|보내|이체|예약|시에|요일|\b(?:half|double|twice|every|not|without|except|about|around|over|under|than|more|fewer|extra|free|am|pm|tomorrow|yesterday|remind|send|transfer|times|again|only|until|or|but|when|who|where|why|born|old|room|page|chapter|version|interest)\b/
/** How verbs end that are not among the words above: what they say is not known. */
const VERB =
  /(?:[았었했였겠]\S{0,3}|[아어해가와려]서|(?:하|되|이|먹|가|오)고|(?:으니|하니)|(?:하|이)네|(?:세|해|아|어|줘|네|나|까|지)요|[을일할]까|는데|지만|려고|라고|니까|거든|잖아|[가-힣]다)$/
/** What is told of the past is no question: "3만원짜리 두 개 샀어", "i ran 5 miles at 6 mph". */
const TOLD = new RegExp(`^(?!(?:있|겠))[가-힣]*(?![있겠])${SSANG_SIOS}(?:어|다|지|네|음|는데|고)(?:요)?$`)
const TOLD_ENGLISH =
  /\b(?:ran|went|drove|spent|paid|bought|got|ate|made|had|gave|[a-z]{2,}(?<!discount|ne|spe|se|fe|bre)ed)\b/
const NOODLES = /(?:라|냉|쫄|당|비빔|[짜자]장|국수|칼국)면$/
const mostLabels = 7

/** The pieces of a told sum in their order; undefined where a word is none and may matter. */
export function toldTokens(said: string): ToldToken[] | undefined {
  const text = plain(said).replace(/[?？!.~…]+\s*$/, '')
  const asks = /얼마|몇|남|\b(?:how|what|left)\b/.test(text)
  if (UNPRICED.test(text) || (!asks && TOLD_ENGLISH.test(text))) return undefined
  const tokens: ToldToken[] = []
  let [labels, numberTo] = [0, -1]
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] as string)) {
      at++
      continue
    }
    const found = numberedAt(text, at) ?? wordAt(text, at)
    if (found) {
      if (found.token.letter !== '_') tokens.push(found.token)
      at = found.to
      if (found.token.digits) numberTo = at
      continue
    }
    // A unit that is not known: "4시", "7번째".
    if (at === numberTo) return undefined
    const [label] = /^[가-힣a-z']+/.exec(text.slice(at)) ?? []
    if (
      !label ||
      ++labels > mostLabels ||
      UNKNOWN.test(label) ||
      (VERB.test(label) && label.length > 2) ||
      TOLD.test(label)
    )
      return undefined
    if (/[가-힣]면$/.test(label) && !NOODLES.test(label)) return undefined
    at += joinedTo(label)
  }
  return tokens
}

/** A label without what joins it to the next one: "콜라랑" is 콜라. */
function joinedTo(label: string): number {
  const joint = /(?<=[가-힣]{1,8})(?:이랑|랑|하고|에다가?|에)$/.exec(label)
  return joint ? joint.index : label.length
}

type Found = { token: ToldToken; to: number }

function wordAt(text: string, at: number): Found | undefined {
  const isBehind = at > 0 && !/\s/.test(text[at - 1] as string)
  const begins = at === 0 || !/[a-z가-힣]/.test(text[at - 1] as string)
  for (const [letter, shape] of isBehind ? [...BEHIND, ...WORDS] : begins ? WORDS : []) {
    shape.lastIndex = at
    if (shape.test(text)) return { token: { letter }, to: shape.lastIndex }
  }
  return undefined
}

function numberedAt(text: string, at: number): Found | undefined {
  for (const [shape, digits, unit] of SPANS) {
    shape.lastIndex = at
    if (shape.test(text) && !/[가-힣a-z]/.test(text[at - 1] ?? ' '))
      return { token: { letter: 'D', digits, unit }, to: shape.lastIndex }
  }
  return eachHeadAt(text, at) ?? headsAt(text, at) ?? speedAt(text, at) ?? signedAt(text, at) ?? plainAt(text, at)
}

/** "한 명당" is one person and no number of the sum. */
function eachHeadAt(text: string, at: number): Found | undefined {
  if (/[가-힣\d]/.test(text[at - 1] ?? ' ')) return undefined
  const shape = (WORDS[0] as Word)[1]
  shape.lastIndex = at
  return shape.test(text) ? { token: { letter: 'h' }, to: shape.lastIndex } : undefined
}

/** 셋이서, 넷이: people, by themselves. */
function headsAt(text: string, at: number): Found | undefined {
  if (/[가-힣]/.test(text[at - 1] ?? ' ')) return undefined
  const name = HEADS.find((one) => text.startsWith(one, at))
  const tail = name && /^(?:이서|이(?=\s|$))/.exec(text.slice(at + name.length))?.[0]
  if (!name || !tail) return undefined
  return {
    token: { letter: 'H', digits: String(HEADS.indexOf(name) + 2), unit: '명' },
    to: at + name.length + tail.length,
  }
}

function speedAt(text: string, at: number): Found | undefined {
  const [lead] = /^시속\s?/.exec(text.slice(at)) ?? []
  const number = lead && numberAt(text, at + lead.length)
  if (!number) return undefined
  const unit = /^\s?(?:km|킬로미터|킬로|키로)(?:로|으로)?/.exec(text.slice(number.to))?.[0].length ?? 0
  return { token: { letter: 'S', digits: number.digits, unit: 'km' }, to: number.to + unit }
}

function signedAt(text: string, at: number): Found | undefined {
  const unit = SIGNS[text[at] as string]
  const number = unit && numberAt(text, at + 1)
  return number ? { token: { letter: 'M', digits: number.digits, unit }, to: number.to } : undefined
}

function plainAt(text: string, at: number): Found | undefined {
  const number = numberAt(text, at)
  if (!number) return undefined
  const dozen = /^\s?(?:dozens?\b|다스)/.exec(text.slice(number.to))
  if (dozen) return { token: { letter: 'K', digits: `${number.digits}*12`, unit: '' }, to: number.to + dozen[0].length }
  for (const [letter, shape, unit] of UNITS) {
    shape.lastIndex = number.to
    const hit = shape.exec(text)
    if (!hit) continue
    const half = letter === 'D' && /^\s?반(?![가-힣])/.exec(text.slice(shape.lastIndex))
    const digits = half ? `${number.digits}.5` : number.digits
    return {
      token: { letter, digits, unit: unit ?? hit[0].trim().replace(/이서$|끼리$|이$/, '') },
      to: shape.lastIndex + (half ? half[0].length : 0),
    }
  }
  const native = NATIVE.find((one) => text.startsWith(one, at))
  if (native && /^(?:에|이면|면|을|를|는|은|씩)?(?:\s|$)/.test(text.slice(at + native.length)))
    return { token: { letter: 'K', digits: String(NATIVE.indexOf(native) + 1), unit: '' }, to: at + native.length }
  const things = /^\s([a-z]{2,}s)\b/.exec(text.slice(number.to))
  if (things && !/^(?:is|was|has|costs|plus|less|minus|pays|its|this)$/.test(things[1] as string))
    return {
      token: { letter: 'K', digits: number.digits, unit: things[1] as string },
      to: number.to + things[0].length,
    }
  return { token: { letter: 'N', digits: number.digits, unit: '' }, to: number.to }
}
