import { inOneLine } from '../../../std/text/pattern.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { annotate, type GrammarRule, matchFirst } from '../parse/pattern.ts'
import { type Quantity, quantitiesIn, sharedUnit } from '../parse/quantity.ts'
import { chain, type Sum } from './chained-arithmetic.ts'
import { inTens, multipleSums, priced, priceList, share, wage } from './multiple-sums.ts'

const sum = (expression: string, unit = ''): Sum => ({ expression, unit })
const change = (a: Quantity, b: Quantity) =>
  sharedUnit(a, b) === undefined ? undefined : sum(`(${b.digits}-${a.digits})/${a.digits}*100`, '%')
const part = (a: Quantity, p: Quantity) => sum(`${a.digits}*${p.digits}/100`, a.unit)
const less = (a: Quantity, p: Quantity) => sum(`${a.digits}*(1-${p.digits}/100)`, a.unit)
const more = (a: Quantity, p: Quantity) => sum(`${a.digits}*(1+${p.digits}/100)`, a.unit)
const without = (a: Quantity, p: Quantity) => sum(`${a.digits}/(1+${p.digits}/100)`, a.unit)
const flip =
  <R>(build: (a: Quantity, b: Quantity) => R) =>
  (a: Quantity, b: Quantity) =>
    build(b, a)
const both = (operator: string) => (a: Quantity, b: Quantity) => {
  const unit = sharedUnit(a, b)
  return unit === undefined ? undefined : sum(`${a.digits}${operator}${b.digits}`, unit)
}
const ratio = (a: Quantity, b: Quantity) => sum(`${a.digits}/${b.digits}*100`, '%')
const series = (a: Quantity, b: Quantity) => sum(`(${a.digits}+${b.digits})*(${b.digits}-${a.digits}+1)/2`)
const times = (a: Quantity, b: Quantity) => sum(`${a.digits}*${b.digits}`, a.unit || b.unit)

const answer = inOneLine`
    (?:은|는|이|가|을|를|이면|면|하면|인데|이고)?(?:,)?(?: (?:총|전부|다|모두|합쳐서|합치면|합하면|그러면|그럼|다 해서|전부 해서|모두 해서|통틀어))?(?: {얼마})?(?: (?:값|
    금액|가격))?(?:{끝}| ?(?:(?:내|받아|줘|써|벌어)(?:야 ?(?:해|돼|하|되))?|(?:내|받으|주|쓰)면 ?(?:돼|되)|나와|들어|모여|남아)(?:요|나요|지요?|죠|니)?)
  `
const each =
  '(?: (?:한|1) ?(?:명|사람|인)(?:당|에|씩)?| ⟨k\\d+⟩(?:당|에|씩)| ⟨n\\d+⟩인당| 일인당| 인당| 각자| 각각| 각)?'
const people = '(?:⟨k(\\d+)⟩|⟨n(\\d+)⟩(?:이서|명이서|서|(?=이 )))'
const item = inOneLine`
    (?:(?!연봉|월급|시급)[가-힣]{1,6}(?:이|가|은|는)? )?⟨n(\\d+)⟩(?:짜리(?:_(?!\\S*(?:반|할인|세일|
    쿠폰))[가-힣]{1,8})? ⟨[nk](\\d+)⟩| ⟨k(\\d+)⟩)`
const bought = '(?: ?(?:을|를)? ?(?:사|시키|주문하|먹|마시)면)?'
const count = "how much is|what(?: is|'s|s)|calculate|compute|work out|tell me"

const counting = `(?:(?:${count})_)?`
const parties = '(?:⟨k(\\d+)⟩|⟨n(\\d+)⟩)(?:_of_us|_people|_ways)?'
const monthly = '(?:월급|월세|적금|월|매달|매월|한 ?달에?)(?:은|는|이|을|를)? {n}씩?'
const saved = '(?:을|를)? ?(?:동안|간)? ?(?:모으|내|저금하|저축하|넣|붓|부)?(?:면|으면|이면)?'
const years = '{n} ?년(?:을)? ?(?:동안|간)? ?(?:모으|내|저금하|저축하|넣|붓|부)?(?:면|으면|이면)?'
const hourly = '시급(?:이|은|는)? {n}(?:으로|에|이고|인데|이면)? (?:하루에?|총|매일)? {n} ?시간(?:을|씩)? ?(?:동안)?'

const rows: GrammarRule<Quantity, Sum>[] = [
  [`{n}의 {p}${answer}`, part],
  [`{n} {p}(?:로|으로)?(?:는|은|면|이면|이라면)${answer}`, part],
  [`{n}의 {n}분의 {n}${answer}`, (a, b, c) => a && b && c && sum(`${a.digits}*${c.digits}/${b.digits}`, a.unit)],
  [`{p} (?:할인|세일|인하)(?:된|한|하면|받으면|받은)? {n}${answer}`, flip(less)],
  [
    `{n}(?:씩|짜리|권|짜리 지폐)? ⟨k(\\d+)⟩(?:이서|이|은|는|을|를)?(?:이면|면|분이면|분|치|치면| ?사면| ?시키면| ?주문하면)?${answer}`,
    times,
  ],
  [
    `(?:월급|월 ?소득|월 ?수입)(?:이|은|는)? {n}(?:이면|인데|이라면|면)? (?:연봉|연 ?소득|일 ?년에|⟨n\\d+⟩년에)${answer}`,
    (a) => a && sum(`${wage(a).digits}*12`, wage(a).unit),
  ],
  [`${hourly} ?(?:일하|근무하)?(?:면|고|이면)?${answer}`, times],
  [`${monthly} ⟨k(\\d+)⟩${saved}${answer}`, (a, k) => (a && k && /달|개월/.test(k.unit) ? times(a, k) : undefined)],
  [`${monthly} ${years}${answer}`, (a, years) => a && years && sum(`${a.digits}*12*${years.digits}`, a.unit)],
  [
    `⟨k(\\d+)⟩에? {n}씩? ${years}${answer}`,
    (one, a, years) =>
      one?.digits === '1' && /달|개월/.test(one.unit) && a && years
        ? sum(`${a.digits}*12*${years.digits}`, a.unit)
        : undefined,
  ],
  [
    `(?:[가-힣]{1,6}(?:은|는|이|가)? )?⟨k(\\d+)⟩(?:에|가) {n}(?:이면|인데|이라면|면|일 ?때)? ⟨[nk](\\d+)⟩(?:에|당|는|은)?${answer}`,
    (k, price, wanted) => k && price && wanted && sum(`${price.digits}/${k.digits}*${wanted.digits}`, price.unit),
  ],
  [
    inOneLine`
      (?:[가-힣]{1,6}(?:은|는|이|가)? )?⟨k(\\d+)⟩(?:에|가|당)? {n}(?:인데|이면|이고|씩|
      짜리)? (?:(?:하루|매일|매주|매달|한 ?달|⟨k\\d+⟩)에? )?⟨k(\\d+)⟩(?:씩|을|를)? ?(?:마시|먹|사|쓰|타|피우|보)면${answer}`,
    (k, price, wanted) =>
      k && price && wanted && k.unit === wanted.unit
        ? sum(`${price.digits}/${k.digits}*${wanted.digits}`, price.unit)
        : undefined,
  ],
  [
    `(?:연봉|연 ?소득|연 ?수입)(?:이|은|는)? {n}${answer} (?:한 ?달에?|월급|월|매달|달에|⟨k\\d+⟩에?)(?:은|는)?(?: 세전)? {얼마}{끝}`,
    (a) => a && sum(`${wage(a).digits}/12`, wage(a).unit),
  ],
  [
    `{n}에서 {p}(?:를|을|가|은|는|만)? ?(?:할인|세일|디스카운트|깎|빼|내리|내린|내려|낮추|인하|감소)[가-힣]{0,6}(?: (?:가격|값|금액))?${answer}`,
    less,
  ],
  [
    inOneLine`
      (?:(?:정가|원가|가격|판매가|정상가)(?:가|이)? )?{n}(?:을|를|인|짜리|짜리를)? (?:[가-힣]{1,8}(?:을|를|은|는|이|가)? )?{p} ?(?:할인|세일|깎|인하|싸게|dc|
      디씨|디시)[가-힣]{0,6}(?: (?:가격|값|금액))?${answer}`,
    less,
  ],
  [
    inOneLine`
      (?:(?:원가|정가|가격|값)(?:가|이|는)? )?{n}(?:에서|에|을|를|인데|이고)? {p}(?:를|을|가|은|는|만)? ?(?:인상|올리|오른|오르|올라|더하|추가|증가|붙|늘|얹)
      [가-힣]{0,6}(?: (?:가격|값|금액|팔면|받으면|내면))?${answer}`,
    more,
  ],
  [
    `부가(?:가치)?세 {p}(?:를|가)? ?포함(?:된|한|해서)? {n}(?:의|에서)? (?:공급가|공급가액|세전 금액|세전 가격|원금)${answer}`,
    flip(without),
  ],
  [
    `(?:부가(?:가치)?세|vat) 포함 {n}(?:의|에서)? (?:공급가|공급가액|세전 금액|세전 가격)${answer}`,
    (a) => sum(`${a?.digits}/1.1`, a?.unit),
  ],
  [`{n}(?:의|에|이면|면|짜리)? (?:부가(?:가치)?세|부가세 10%)${answer}`, (a) => sum(`${a?.digits}*10/100`, a?.unit)],
  [`{n}(?:의|에) 팁 {p}${answer}`, part],
  [`{p} 팁(?:은|이면|을)? {n}${answer}`, flip(part)],
  [`{n}에서 {n}(?:을|를)? ?(?:쓰면|쓰고|내면|내고|사면|주면|주고)(?: 나면)?${answer}`, both('-')],
  [
    `${hourly} {n} ?일(?:을|간)? ?(?:동안)? ?(?:일하|근무하)?(?:면|고|이면)?${answer}`,
    (a, hours, days) => a && hours && days && sum(`${a.digits}*${hours.digits}*${days.digits}`, a.unit),
  ],
  [
    `{n} ?시간에 {n}(?:씩|이고|인데|이면)? {n} ?시간(?:을|씩)? ?(?:동안)? ?(?:일하|근무하|하)?(?:면|고|이면)?${answer}`,
    (one, pay, hours) =>
      one?.digits === '1' && pay && hours ? sum(`${pay.digits}*${hours.digits}`, pay.unit) : undefined,
  ],
  [
    `{n}의 {p} ?(?:팁|부가세|세금|수수료|이자|할인액|적립금?|계약금|선금|착수금|예약금|보너스|성과급|배당금?|저축|저금|기부|투자)(?:하면|이면)?${answer}`,
    part,
  ],
  [
    `{n}에 (?:부가세|세금|수수료|이자|봉사료|팁) ?{p}(?:를|을)? ?(?:더하|더해|추가|붙이|포함)[가-힣]{0,6}${answer}`,
    more,
  ],
  [
    inOneLine`
      (?:[가-힣]{1,6} )?{n}(?:을|를|은)? ${people}(?:이|가|이서|서|으로|로|끼리|에게|한테)?(?: ?똑같이| ?공평하게)? ?(?:나누|나눠|나눈|나눌|분배|더치페이)
      [가-힣]{0,6}${each}${answer}`,
    share,
  ],
  [
    `{n}(?:을|를|은)? ${people}(?:이|가|이서|서|끼리)? (?:(?:엔|n) ?빵|⟨n\\d+⟩ ?/ ?n)(?:으로|로)? ?(?:하면|해서|이면|내면)?${each}${answer}`,
    share,
  ],
  [
    `${people}(?:이|가|이서|끼리)? {n}(?:을|를)?(?: ?똑같이)? ?(?:나누|나눠|나눈)[가-힣]{0,6}(?: (?:내면|가지면|내))?${each}${answer}`,
    flip(share),
  ],
  [
    `(?:[가-힣]{1,6} )?{n}(?:을|를)? (?:⟨k(\\d+)⟩|⟨n(\\d+)⟩)(?:이서|끼리)${each}${answer}`,
    (a, k) => (a?.unit && k ? share(a, k) : undefined),
  ],
  [
    `{n}에서 {n}{로}(?:는|은)? 몇 (?:%|퍼센트|프로)(?:나|가|정도)? ?(?:올랐|올라|오른|상승|증가|늘|뛰|변|차이|내렸|내려|내린|떨어|하락|감소|줄)[가-힣 ]{0,6}`,
    change,
  ],
  [`{n}에서 {n}{로}(?:의)? ?(?:변화율|증가율|상승률|감소율|하락률|증감률)${answer}`, change],
  [`{n}{은} {n}의 몇 (?:%|퍼센트|프로)${answer}`, ratio],
  [`{n} ?(?:중|중에|중에서|에서) {n}(?:은|는|이|가)? 몇 (?:%|퍼센트|프로)${answer}`, flip(ratio)],
  [`{n}(?:의|에서|중에서?) 몇 (?:%|퍼센트|프로)(?:가|이) {n}${answer}`, flip(ratio)],
  [`${item}${bought}${answer}`, priced],
  [`${item}(?: {와})? ${item}${bought}${answer}`, priced],
  [`${item}(?: {와})? ${item}(?: {와})? ${item}${answer}`, priced],
  [`{n}에(?:다|다가)? {n}(?:을|를)? ?(?:더하|더한|더해)[가-힣]{0,5}(?: (?:값|수))?${answer}`, both('+')],
  [`{n}{와} {n}(?:을|를|의)? ?(?:더하|더한|더해|합하|합친|합치|합|합계)[가-힣]{0,5}${answer}`, both('+')],
  [`{n}에서 {n}(?:을|를)? ?(?:빼|뺀|제하)[가-힣]{0,5}(?: (?:값|수))?${answer}`, both('-')],
  [`{n}{와} {n}의 차이?${answer}`, both('-')],
  [`{n}에(?:다|다가)? {n}(?:을|를)? ?(?:곱하|곱한|곱해)[가-힣]{0,5}(?: (?:값|수))?${answer}`, times],
  [`{n}{와} {n}(?:을|를|의)? ?(?:곱하|곱한|곱해|곱)[가-힣]{0,5}${answer}`, times],
  [`{n}(?:을|를)? (?:⟨n(\\d+)⟩|⟨k(\\d+)⟩){로} ?(?:나누|나눈|나눠)[가-힣]{0,6}${answer}`, share],
  [`{n}(?:의|에) (?:절반|반)${answer}`, (a) => sum(`${a?.digits}/2`, a?.unit)],
  [`{n}의 {n}배${answer}`, times],
  [
    `${item}${bought.replace('면)', '[고서]|사서|먹고)')},? {n}(?:을|를|짜리)? ?(?:내|주)(?:면|고|서)? ?(?:거스름돈|잔돈)${answer}`,
    (price, count, paid) =>
      price && count && paid && sum(`${paid.digits}-${price.digits}*${count.digits}`, paid.unit || price.unit),
  ],
  [`{n} / {n}(?:을|를|은|는)? (?:%|퍼센트|백분율){로}?${answer}`, ratio],
  [`{n} / {n}(?:을|를|은|는)? 소수(?:점)?{로}${answer}`, (a, b) => a && b && sum(`${a.digits}/${b.digits}`)],
  [`{n}{은} 몇 ?{n}{끝}`, inTens],
  [`{n}(?:을|를)? {n}{로} 나눈 나머지${answer}`, (a, b) => a && b && sum(`${a.digits} mod ${b.digits}`)],
  [
    `{n}부터 {n}까지(?:의)?(?: (?:자연수|정수|수))?(?:의|를|을)? (?:합|합계|다 더하|모두 더하|전부 더하|더하)[가-힣]{0,4}${answer}`,
    series,
  ],
  [
    inOneLine`
      ${counting}(?:an?_)?{p}(?:_(?:tip|tax|sales_tax|vat|fee|commission))?_(?:tip_)?(?:of|on)
      (?:_a)? {n}(?:_(?:bill|check))?`,
    flip(part),
  ],
  [
    inOneLine`
      ${counting}(?:an?_)?{p}_tip_(?:of|on)(?:_an?)? {n},?_(?:split|divided|shared)
      _(?:(?:between|among|by)_)?${parties}`,
    (p, a, k) => p && a && k && sum(`${a.digits}*(1+${p.digits}/100)/${k.digits}`, a.unit || '$'),
  ],
  [`${counting}{n}_(?:with(?:_an?)?|plus(?:_an?)?)_{p}_(?:tip|tax|vat)(?:_added)?`, more],
  [`${counting}(?:an?_)?{p}_(?:off|discount(?:_on)?|less_than)(?:_of|_on)? {n}`, flip(less)],
  [`${counting}{n}_(?:with(?:_an?)?|minus|less)_{p}(?:_(?:off|discount))?`, less],
  [`(?:increase|raise)_{n}_by_{p}`, more],
  [`(?:decrease|reduce|lower)_{n}_by_{p}`, less],
  [`(?:what(?: is|'s) the )?(?:percent(?:age)? )?(?:change|increase|decrease) from {n} to {n}(?: in percent)?`, change],
  [`(?:what_)?percent(?:age)?_(?:of_{n}_is)_{n}`, flip(ratio)],
  [`(?:what_percent(?:age)?_is_)?{n}_(?:as_a_percent(?:age)?_)?(?:out_)?of_{n}(?:_(?:in|as_a)_percent(?:age)?)`, ratio],
  [
    inOneLine`
      (?:${count})?(?: )?(?:split|divide|share)(?:_a)? {n}(?:_bill)?(?:_evenly|_equally)?_(?:between|among|by|into|
      for|with)_${parties}`,
    share,
  ],
  [`{n}_(?:split|divided|shared)(?:_evenly|_equally)?_(?:between|among|by|into)_${parties}`, share],
  [`⟨k(\\d+)⟩_(?:share|split|divide) {n}(?:_evenly|_equally)?`, flip(share)],
  [`{n}_(?:split|divided|shared)(?:_evenly|_equally)?_⟨k(\\d+)⟩(?:_of_us)?`, share],
  [`${counting}(?:a_|one_)?third_of {n}`, (a) => sum(`${a?.digits}/3`, a?.unit)],
  [`${counting}(?:a_|one_)?(?:quarter|fourth)_of {n}`, (a) => sum(`${a?.digits}/4`, a?.unit)],
  [`${counting}(?:the_)?half_(?:of_)?{n}`, (a) => sum(`${a?.digits}/2`, a?.unit)],
  [`${counting}(?:the_)?product_of_{n}_and_{n}`, times],
  [`${counting}{n}/{n}_of_{n}`, (a, b, c) => a && b && c && sum(`${c.digits}*${a.digits}/${b.digits}`, c.unit)],
  [`${counting}(?:the_)?sum_(?:of|from)_{n}_(?:to|through)_{n}`, series],
  [`subtract_{n}_from_{n}`, flip(both('-'))],
  [`multiply_{n}_(?:by|and|with)_{n}`, times],
  [`${counting}{n} / {n}_(?:as|in)_(?:an?_)?decimals?`, share],
  [`${counting}{n} / {n}_(?:as|in)_(?:a_)?percent(?:age)?`, ratio],
  [`{n}_(?:an?|per)_hour_(?:for|times)_{n}_hours?`, times],
]

/**
 * Sums in words and signs, percentages, discounts, shares: everything that becomes one expression for the calculator.
 */
export const arithmetic: Family = (utterance) => {
  if (looksLikeCode(utterance.text) || UNPRICED.test(utterance.text)) return undefined
  const found = sumIn(utterance.text) ?? sumIn(utterance.text.replace(label, ''))
  return found && calculating(utterance, found)
}

/** Words that change what is to be calculated: where nobody reads them, nothing is calculated. */
const OPERATIVE = inOneLine`
    배|절반|반값|공짜|무료|반(?=[ 은을의])|할인|세일|쿠폰|당(?= )|마다|안 |못 |말고|빼|뺀|나누|나눠|곱|퍼센트|이자|복리|세금|부가세|부가가치세|수수료|포함|별도|평균|제곱|전에|뒤에|후에|
    매일|매주|매달`
/** A half price and the like, which no sum here takes, wherever they stand. */
const UNPRICED = /반값|반띵|공짜|무료|쿠폰 ?\d|[12]\+1 |\btwice\b/i

/** The thing that the first number is of, in front of it: "커피 4,500원 × 20". */
const label = new RegExp(
  inOneLine`
    ^(?!(?:시급|월급|연봉|시속|초속|매달|매월|하루|매일|한 |두 |세 ))(?:(?![^ ]*(?:${OPERATIVE}))[가-힣]{1,6}(?:이|가|은|
    는)? ){1,2}(?=[\\d일이삼사오육칠팔구십백천만])`,
)

function sumIn(text: string): Sum | undefined {
  const marked = annotate(text, quantitiesIn(text))
  return marked.values.length > 0
    ? (matchFirst(rows, marked) ?? multipleSums(marked) ?? chain(marked) ?? priceList(marked))
    : undefined
}

/** Dates, phone numbers and account numbers look like subtractions. */
function looksLikeCode(text: string): boolean {
  return /(?:^|\D)(?:\d{4}-\d{1,2}-\d{1,2}|0\d{1,2}-\d{3,4}-\d{4}|\d{4}[./]\d{1,2}[./]\d{1,2}|\d{3,6}-\d{2,6}-\d{3,})(?!\d)/.test(
    text,
  )
}

/** The intent to calculate; `places` = how many decimals are worth telling of a fraction that goes on. */
export function calculating({ say }: Utterance, { expression, unit, dealt }: Sum, places = placesOf(unit)): Intent {
  return {
    weight: 3,
    call: { name: 'calculator', args: { expression } },
    answer: (result) => {
      const [each, left] = places === 0 && dealt ? dealtOut(dealt) : []
      const coins = (value: number) => ({ text: value.toLocaleString('en-US'), unit, about: false })
      return each && left ? say.dealt(coins(each), coins(left)) : say.result(resultOf(result, unit, places))
    },
  }
}

/**
 * Return the share of each in money that has no smaller coin, and the rest; empty if it is no whole number of coins or
 * people.
 */
function dealtOut({ whole, by }: { whole: string; by: string }): number[] {
  const [all, heads] = [Number(whole), Number(by)]
  return Number.isSafeInteger(all) && Number.isSafeInteger(heads) && heads > 0 && all >= heads
    ? [Math.floor(all / heads), all % heads]
    : []
}

/** Money is told in its smallest coin, other long fractions to six decimals. */
function placesOf(unit: string): number {
  if (unit === '원' || unit === '엔') return 0
  return ['$', '달러', '€', '유로', '£', '파운드'].includes(unit) ? 2 : 6
}

/** The tool's line ends in "= 21,250" or "≈ 1.414… (…)". */
function resultOf(line: string, unit: string, places: number): { text: string; unit: string; about: boolean } {
  const match = /[=≈] (-?[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?)(?!.*[=≈] -?\d)/i.exec(line)
  if (!match) return { text: line, unit: '', about: false }
  const [whole = '', decimals = ''] = (match[1] as string).split('.')
  const keep = decimals.length <= places && !match[1]?.includes('e')
  if (keep || /e/i.test(match[1] as string))
    return {
      text: unit === '$' && decimals.length === 1 ? `${whole}.${decimals}0` : (match[1] as string),
      unit,
      about: line.includes('≈'),
    }
  return { text: rounded(match[1] as string, places), unit, about: true }
}

function rounded(text: string, places: number): string {
  const value = Number(text.replaceAll(',', ''))
  if (value !== 0 && Math.abs(value) < 1e-5) return text
  return value.toLocaleString('en-US', { maximumFractionDigits: places })
}
