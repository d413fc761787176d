import type { Family, Intent, Utterance } from '../intent.ts'
import { annotate, type GrammarRule, matchFirst } from '../parse/pattern.ts'
import { type Quantity, quantitiesIn } from '../parse/quantity.ts'
import { calculating } from './arithmetic.ts'

type Build = (utterance: Utterance) => Intent

/** Value added tax of Korea (부가가치세법 제30조): a tenth of the price without it. */
const vat = 0.1
/**
 * What is withheld from freelance pay (소득세법 제129조, 지방세법 제103조의13): income tax 3 %, and a tenth of that to the
 * district.
 */
const withheld = 0.033

const won = (value: Quantity | undefined) => value?.digits ?? '0'
const times = (value: Quantity | undefined, factor: string): Build => {
  const unit = value?.unit ?? ''
  return (utterance) => calculating(utterance, { expression: `${won(value)}*${factor}`, unit })
}
const over =
  (value: Quantity | undefined): Build =>
  (utterance) =>
    calculating(utterance, { expression: `${won(value)}/${1 + vat}`, unit: value?.unit ?? '' })
const inside =
  (value: Quantity | undefined): Build =>
  (utterance) =>
    calculating(utterance, { expression: `${won(value)}-${won(value)}/${1 + vat}`, unit: value?.unit ?? '' })
/** "월 200" means 2,000,000 won: nobody is paid 200 won. */
const pay = (value: Quantity | undefined): Quantity | undefined =>
  value && value.unit === '' && Number(value.digits) < 10_000 ? { digits: `${value.digits}*10000`, unit: '원' } : value

const tax = '(?:부가(?:가치)?세|부가세|vat)'
const how =
  '(?:은|는|이|가|을|를|이면|면)?,? ?(?:총|다 해서|합계|합쳐서|실제로|그럼)? ?(?:얼마|금액|가격)?(?:를|을|가|이)? ?(?:받|내|되|돼|나오|나와|인)?(?:{끝}|(?:아|어|야|게 ?돼|는 ?거야|는지)(?:요)?)'
const three = '(?:⟨p\\d+⟩|3\\.3|⟨n\\d+⟩)(?:를|을|%|프로)?'
const taken = '(?:떼|공제|제하|제외|빼|원천징수|까)[가-힣]{0,4}(?: ?(?:후|뒤|다음)(?:에)?)?'
const job = '(?:(?:프리랜서|알바|외주|용역|월급|월|월에|급여|보수|사업소득)(?:로|가|이|은|는|에)? ?)?'
const got = '(?:(?:을|를|원)? ?(?:받으면|받는데|받고|벌면|이면|면|에서|의|인데))?'

const rows: GrammarRule<Quantity, Build>[] = [
  [`${job}{n}${got} ?${three} ${taken}(?:고|면)? ?${how}`, (n) => times(pay(n), `(1-${withheld})`)],
  [
    `(?:프리랜서|외주|용역|사업소득)(?:로|가|이|은|는)? ?{n}${got} ?(?:세후|실수령(?:액)?|세금 ?(?:떼|빼|제하)[가-힣]{0,3}) ?${how}`,
    (n) => times(pay(n), `(1-${withheld})`),
  ],
  [
    `(?:공급가(?:액)?|세전|물건값|정가)?(?:이|가|은|는)? ?{n}(?:이면|인데|에|의|짜리)? ?${tax}(?:를|을)? ?(?:포함|별도|더하|붙|추가|합)[가-힣]{0,4} ?${how}`,
    (n) => times(n, String(1 + vat)),
  ],
  [`${tax}(?:를|을)? ?(?:빼|제외|제하)[가-힣]{0,3} ?${how} {n}`, over],
  [`{n}(?:에서|의)? ?${tax}(?:를|을)? ?(?:빼|제외|제하)[가-힣]{0,3} ?${how}`, over],
  [`(?:합계|총액|결제)? ?{n}에서 ${tax}(?:는|가|만)? ?${how}`, inside],
  [`${tax} 포함 {n}(?:의|에서)? ?${tax}(?:는|가|만)? ?${how}`, inside],
  [`${tax} ?포함 ?(?:해서 ?)?{n}(?:원)?(?:이면|인데|일 ?때|의|에서)? ?공급(?:가|가액)${how}`, over],
  [`{n}(?:의|에|짜리)? ?${tax}(?:는|가|만)? ?${how}`, (n) => times(n, String(vat))],
  [`vat_(?:on|of|for) {n}`, (n) => times(n, String(vat))],
  [`{n}_(?:with|plus|including)_vat`, (n) => times(n, String(1 + vat))],
  [`{n}_(?:without|excluding|less)_vat`, over],
]

/** VAT put on, taken out or told apart, and the 3.3 % that freelancers are not paid. */
export const taxes: Family = (utterance) => {
  // "삼점삼" and a bare 3.3 are percent here.
  const text = utterance.text.replace(/삼 ?점 ?삼/g, '3.3')
  if (/3\.3/.test(text) || /프리랜서|외주|용역|사업소득|부가|vat/i.test(text)) {
    const rate = /3\.3/.test(text) ? text.replace(/3\.3 ?(?:%|퍼센트|프로)?/, '3.3 ') : text
    const marks = quantitiesIn(rate).filter(({ value }) => value.digits !== '3.3')
    return matchFirst(rows, annotate(rate, marks))?.(utterance)
  }
  return undefined
}
