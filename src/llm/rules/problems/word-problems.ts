import { calendarMessages } from '../../../messages/tools/calendar.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { calculating } from '../intents/arithmetic.ts'
import { annotate } from '../parse/pattern.ts'
import { type Quantity, quantitiesIn, sharedUnit } from '../parse/quantity.ts'
import { HOW_MUCH, HOW_MUCH_EN, isTold, LABEL, plainer, UNPRICED } from './labels.ts'

/** What is to be calculated: `places` decimals are told; `hours`: the result is a length of time. */
interface Problem {
  expression: string
  unit: string
  places?: number
  hours?: true
}

type Solve = (numbers: Quantity[], words: string[]) => Problem | undefined
/**
 * A pattern over the marked text: `N` is a number or a count, `P` a percentage, `L` words beside it, `(…)` words for
 * the solver.
 */
type Row = readonly [source: string, solve: Solve]

const solved = (expression: string, unit = '', places?: number): Problem => ({
  expression,
  unit,
  ...(places === undefined ? {} : { places }),
})
const digits = (one: Quantity | undefined) => one?.digits ?? '0'

const minus: Solve = ([a, b]) => {
  const unit = a && b && sharedUnit(a, b)
  return unit === undefined ? undefined : solved(`${digits(a)}-${digits(b)}`, unit)
}
const sum: Solve = (all) => {
  const unit = sharedUnit(...all)
  return unit === undefined || all.length < 2 ? undefined : solved(all.map(digits).join('+'), unit)
}
const mean: Solve = (all) => {
  const unit = sharedUnit(...all)
  return unit === undefined || all.length < 2
    ? undefined
    : solved(`(${all.map(digits).join('+')})/${all.length}`, unit, 3)
}
const product: Solve = ([a, b], [unit = '']) => a && b && solved(`${digits(a)}*${digits(b)}`, a.unit || unit)
const three: Solve = ([a, b, c]) => a && b && c && solved(`${digits(a)}*${digits(b)}*${digits(c)}`, a.unit)
const less: Solve = ([a, p]) => a && p && solved(`${digits(a)}*(1-${digits(p)}/100)`, a.unit)
const more: Solve = ([a, p]) => a && p && solved(`${digits(a)}*(1+${digits(p)}/100)`, a.unit)
const before: Solve = ([a, p]) => a && p && solved(`${digits(a)}/(1+${digits(p)}/100)`, a.unit)
const part: Solve = ([a, p]) => a && p && solved(`${digits(a)}*${digits(p)}/100`, a.unit)
/** A margin is a part of the price, not of the cost. */
const margin: Solve = ([a, p]) => a && p && solved(`${digits(a)}/(1-${digits(p)}/100)`, a.unit)
const flip =
  (solve: Solve): Solve =>
  ([a, b, ...rest], words) =>
    solve(
      [b, a, ...rest].filter((one) => one !== undefined),
      words,
    )
const twelfth: Solve = ([a]) => a && solved(`${digits(a)}/12`, a.unit)

/** What one of a unit is in the smallest of its kind. */
const SIZES: Record<string, [kind: string, size: number]> = {
  ...{ mg: ['g', 0.001], g: ['g', 1], 그램: ['g', 1], kg: ['g', 1_000], 킬로: ['g', 1_000], 근: ['g', 600] },
  ...{ ml: ['l', 1], cc: ['l', 1], l: ['l', 1_000], 리터: ['l', 1_000], liter: ['l', 1_000], litre: ['l', 1_000] },
  ...{ m: ['m', 1], km: ['m', 1_000], 미터: ['m', 1], oz: ['oz', 1], lb: ['oz', 16], pound: ['oz', 16] },
}
const sizeOf = (unit: string) => SIZES[unit.toLowerCase().replace(/s$/, '')]

/** "1kg에 8,500원이면 350g은": the first amount costs so much, the last one is asked for. */
const priced: Solve = ([amount, price, wanted], [unit = '', other = '']) => {
  const [one, two] = [sizeOf(unit), sizeOf(other)]
  if (!amount || !price || !wanted || !one || !two || one[0] !== two[0]) return undefined
  return solved(`${digits(price)}/(${digits(amount)}*${one[1]})*${digits(wanted)}*${two[1]}`, price.unit)
}
const pricedPer: Solve = ([price, wanted], [unit = '', other = '']) =>
  unit === other && !sizeOf(unit)
    ? product(
        [price, wanted].filter((one) => one !== undefined),
        [],
      )
    : priced(
        [{ digits: '1', unit: '' }, price, wanted].filter((one) => one !== undefined),
        [unit, other],
      )

/** Weight in kilograms over the square of the height in metres. */
const bmi: Solve = ([weight, height]) =>
  weight && height && solved(`${digits(weight)}/(${digits(height)}/${Number(digits(height)) > 3 ? 100 : 1})^2`, '', 1)
const twelve: Solve = ([a]) => a && solved(`${digits(a)}*12`, a.unit)
const remainder: Solve = ([a, b]) => {
  const [whole, by] = [Number(digits(a)), Number(digits(b))]
  return by > 0 ? solved(`${whole}-${by}*${Math.floor(whole / by)}`) : undefined
}
const lasting: Solve = ([way, speed]) => way && speed && { ...solved(`${digits(way)}/${digits(speed)}`), hours: true }
/** "수박 2통에 3만원이면 하나에": so many cost so much, and so many are asked for. */
const priceOf: Solve = ([count, price, wanted]) =>
  count && price && wanted && solved(`${digits(price)}/${digits(count)}*${digits(wanted)}`, price.unit)
const quotient: Solve = ([a, b]) => a && b && solved(`${digits(a)}/${digits(b)}`, a.unit)
const square: Solve = ([a]) => a && solved(`${digits(a)}^2`)
const vat: Quantity = { digits: '10', unit: '%' }

const IS = '(?:인데|이고|이며|있는데|에서|중에서?|중|이면|짜리|원)?'
const GONE = '(?:빼|나갔|나가|팔렸|팔았|팔|썼|쓰|먹었|먹|줬|주|냈|내|버렸|쓸)[가-힣]{0,3}'
const TIMES = '(?:번|회|개월|달|일|년|주|잔|병|박스|봉지|장|상자|끼|알|명|인분|개)'
const OFTEN = '(?:하루에?|한 ?달에?|일주일에?|매일|매달)?'
const CUT = '(?:떼|빼|제하|공제)[가-힣]{0,3}'

const KOREAN: readonly Row[] = [
  [`L N ?${IS}[, ]*(?:거기서|그중에서?|여기서)? ?L N(?:을|를|이|가)? ?${GONE}`, minus],
  [
    `L N(?:[, ]|에|하고|이랑|랑|와|과|이고)+ ?L N(?: ?(?:[, ]|에|하고|이랑|랑|와|과|이고)+ ?L N)*(?:을|를)? ?(?:다|모두|전부|총)? ?(?:합치|합계|합쳐|합해|합하|더하|더해|총합|총액)[가-힣]{0,3}`,
    sum,
  ],
  [`L N[, ]+N(?:[, ]+N)*(?:의)? ?평균(?:을|은)?(?: ?(?:내|구해|계산해|알려)[가-힣]{0,2})?`, mean],
  [
    `L ⟨[nk]\\d+⟩ ?(?:박스|상자|팩|봉지|줄|판|묶음|세트)?에 N씩 N ?(?:박스|상자|팩|봉지|줄|판|묶음|세트)?`,
    ([, a, b]) => a && b && solved(`${digits(a)}*${digits(b)}`, a.unit),
  ],
  [
    `L N ?([a-z]{1,2}|리터|그램|킬로)(?:에|당) N(?:이면|인데|일 ?때|면|이고)?[, ]*N ?([a-z]{1,2}|리터|그램|킬로|근)(?:은|는|이면|면)?`,
    priced,
  ],
  [
    `L ([가-힣a-z]{1,4})당 N(?:이면|인데|이고|에)?[, ]*N ?\\1(?:은|는|이면|면|을|를)?`,
    ([a, b], [unit = '']) =>
      pricedPer(
        [a, b].filter((one) => one !== undefined),
        [unit, unit],
      ),
  ],
  [
    `L N ?([a-z]{1,2}|리터|킬로|그램|보|걸음|쪽|자)?씩 ?(?:마시면|먹으면|걸으면|뛰면|읽으면|쓰면)? ?${OFTEN} ?N ?${TIMES}?(?:이면|면|동안|간|을|를)?`,
    product,
  ],
  [`L N ?([a-z]{1,2}) ${OFTEN} ?N ?(?:번|회)?(?:이면|면)?`, product],
  [
    `L N ?(ml|cc|l|리터)(?:를|을)? ?N ?시간(?:에|동안|에 ?걸쳐)?[가-힣 ]{0,8}시간당`,
    ([a, b], [unit = '']) => a && b && solved(`${digits(a)}/${digits(b)}`, unit),
  ],
  [`L (?:(?:카드 ?)?(?:수수료|세금)(?:를|을|가|로)? ?)?P(?:를|을)? ?${CUT} ?L N(?:에서|이면|면|이고)?`, flip(less)],
  [`L N(?: ?[가-힣]{2,5})?에서 ?L P(?:를|을)? ?${CUT}`, less],
  [`(?:부가(?:가치)?세|vat) ?별도 ?L N(?:이면|면)?`, ([a]) => a && more([a, vat], [])],
  [
    `공급가(?:액)?(?:을|를)?[가-힣 ]{0,5} ?(?:합계|총액|합계금액) ?N(?:일 ?때|이면|면)?`,
    ([a]) => a && before([a, vat], []),
  ],
  [
    `L N(?:을|를)? ?(?:연 ?이율|연 ?이자율?|이율|이자율|금리|연리|연)? ?P(?:짜리)?(?:로|에|이자로|금리로)? ?(?:⟨n\\d+⟩ ?년|일 ?년)(?:간|동안)? ?(?:넣|예금하|저금하|저축하|맡기|빌리|예치하|투자하|넣어 ?두)[가-힣]{0,3} ?이자(?:가|는)?`,
    (all) => (all.length === 2 || all[2]?.digits === '1' ? part(all.slice(0, 2), []) : undefined),
  ],
  [
    `(?:연 ?이율|연 ?이자율?|이율|이자율|연리|연) ?P(?:로|에)? ?L N(?:을|를)? ?(?:⟨n\\d+⟩ ?년|일 ?년|연)?[가-힣 ]{0,6} ?이자`,
    ([p, a]) => p && a && part([a, p], []),
  ],
  [`마진(?:율)?(?:을|이)? ?P(?:로|이면)?[, ]*L N(?:짜리)?(?:를|을)?`, flip(margin)],
  [`N(?:을|를)? ?(?:나누기|÷) ?N(?:의|한|하면)? ?나머지`, remainder],
  [`N(?:을|를) ?N(?:으로|로) ?나눈 ?나머지`, remainder],
  [
    `L (?:체중|몸무게)(?:은|는|이|가)? ?N ?(?:kg|킬로)?[, ]*키(?:는|가)? ?N ?(?:cm|센티)?(?:이면|인데|면|의)? ?(?:bmi|체질량지수)`,
    bmi,
  ],
  [
    `키(?:는|가)? ?N ?(?:cm|센티)?(?:에|이고|랑)?[, ]*(?:체중|몸무게)(?:은|는|이|가)? ?N ?(?:kg|킬로)?(?:이면|인데|면|의)? ?(?:bmi|체질량지수)`,
    flip(bmi),
  ],
  [
    `L N ?(?:km|킬로|키로)(?:미터)?(?:를|을|인데)? ?시속 ?N ?(?:km|킬로|키로)?(?:미터)?(?:이면|면|으로|로)?(?: ?[가-힣]{1,4}면)? ?(?:총 )?(?:얼마나|몇 ?시간(?: ?몇 ?분)?) ?(?:걸려|걸릴까|걸리[가-힣]{0,2})요?`,
    lasting,
  ],
  [`L N ?[가-힣]{0,2}(?:에|당) ?N(?:이면|인데|이고)?[, ]*N ?(?:[가-힣]{1,2})?(?:에|당|는|은)?`, priceOf],
  [`L ⟨kd+⟩(?:에|당)? ?N(?:인데|짜리|이면)?[, ]*⟨kd+⟩ ?(?:을|를)? ?(?:마시|먹|사|쓰)?면?`, priceOf],
  [`L P ?(?:오르|올라|인상되|뛰)[가-힣]{0,2} ?L N(?:은|는|이|가)?`, flip(more)],
  [`L P ?(?:내리|내려|떨어지|떨어져|깎이)[가-힣]{0,2} ?L N(?:은|는|이|가)?`, flip(less)],
  [
    `L N(?:을|를)? ?N ?(?:개월|달)? ?할부(?:로|면|이면)?(?: ?(?:하|긁|사)면)?[, ]*(?:한 ?달에?|⟨k\\d+⟩에?|매달)?`,
    quotient,
  ],
  [
    `시속 ?N ?(?:km|킬로|키로)?(?:으로|로) ?L N ?(?:km|킬로|키로)(?:를|을)? ?(?:가|달리)?(?:면|려면)? ?(?:몇 ?시간|얼마나) ?(?:걸[가-힣]{0,3})?`,
    ([v, way]) =>
      lasting(
        [way, v].filter((one) => one !== undefined),
        [],
      ),
  ],
  [
    `시속 ?N ?(?:km|킬로|키로)(?:미터)?(?:으로|로)? ?L N ?시간(?:을|동안)? ?[가-힣]{1,4}면`,
    ([v, hours]) => v && hours && solved(`${digits(v)}*${digits(hours)}`, 'km'),
  ],
  [
    `L N ?시간씩? ?(?:일주일에|주에|주) ?N ?일(?:이면|씩|을|동안)?(?: ?[가-힣]{1,3}면)?(?: ?일주일에)?`,
    ([hours, days]) => hours && days && solved(`${digits(hours)}*${digits(days)}`, '시간'),
  ],
  [
    `(?:월세|월급|적금|관리비|구독료|매달|한 ?달에?) ?N(?:이면|인데|씩|면)?[, ]*(?:일 ?년(?:이면|에|간|동안)?|⟨n\\d+⟩ ?년(?:이면|에|간|동안)?)(?: ?얼마)?(?: ?(?:내|받|버|나가)[가-힣 ]{0,5})?`,
    ([a, years]) => a && solved(`${digits(a)}*12*${years ? digits(years) : '1'}`, a.unit),
  ],
  [
    `시급(?:이|은)? ?N(?:이고|인데|으로|에)?[, ]*(?:하루에?|매일)? ?N ?시간씩?[, ]*(?:일주일에|주) ?N ?일(?:이면|씩|을)?[가-힣 ]{0,5}(?:주급|일주일에|일주일)(?:은|이|에)?`,
    three,
  ],
  [
    `시급(?:이|은)? ?N(?:이고|인데|으로|에)?[, ]*(?:주|일주일에) ?N ?시간(?:이면|씩|을)?[가-힣 ]{0,5}(?:주급|일주일에)(?:은|이)?`,
    product,
  ],
  [`N(?:의)? ?제곱`, square],
  [`(?:쿠폰(?:으로)? ?)?P ?(?:할인|세일)[가-힣]{0,4} ?L N(?:짜리|은|는|이|가)?`, flip(less)],
]
const PERIOD = '(?:hour|day|week|month|year)'
const ENGLISH: readonly Row[] = [
  [
    `L N L?(?:and|,|minus|but) L N(?: (?:sold|gone|used|spent|eaten|off))?,? (?:what's left|what is left|how (?:much|many)(?: \\w+)?(?: is| are| do i have)? left)`,
    minus,
  ],
  [`N [a-z]+ minus N(?: (?:sold|gone|used|spent|eaten))?`, minus],
  [`N (?:per|a|an|each) [a-z]+,? (?:for )?N [a-z]+`, product],
  [
    `L N (?:a|an|per) ${PERIOD} (?:and|for|,)? ?(?:i )?(?:work|working|put away|save)? ?N ${PERIOD}s?(?: a ${PERIOD})?,?`,
    product,
  ],
  [`L N (?:a|per|every|each) month,? (?:for|over|in|how much in) (?:a|one) year`, twelve],
  [
    `L N (?:a|per|every|each) week,? (?:for|over|in|how much in) (?:a|one) year`,
    ([a]) => a && solved(`${digits(a)}*52`, a.unit),
  ],
  [`N (?:per|a) (\\w{1,6}),? (?:how much (?:for|is|are) )?N ?(\\w{1,6})`, pricedPer],
  [`N ?(?:ml|g|mg|cc) N times a day`, product],
  [
    `N ?(?:ml|cc|l) over N hours?,? how (?:many|much) ?(?:ml|cc|l)? (?:per|an) hour`,
    ([a, b]) => a && b && solved(`${digits(a)}/${digits(b)}`, 'ml'),
  ],
  [
    `(?:how much (?:are|for|do|would) )?N(?: [a-z]+){0,2} (?:at|for|costing|that cost) N (?:each|apiece|a piece)(?: cost)?`,
    flip(product),
  ],
  [
    `L N (?:and|with|after|if|minus|less) P (?:(?:tax|fees?|commission|deductions?)(?: is)?|is) ?(?:taken off|taken out|deducted|withheld)?`,
    less,
  ],
  [`(?:how much|what)(?: is|'s)? (?:left|remains) (?:of|from) N (?:after|minus|less) P(?: [a-z]+)?`, less],
  [`add P (?:vat|tax|tip) to N`, flip(more)],
  [`(?:what's |what is )?(?:the )?net (?:price )?if (?:the )?(?:total|gross) with P (?:vat|tax) is N`, flip(before)],
  [`L (?:fee|commission)(?: of| is)? P (?:on|of|from) N,? what do i (?:keep|get)`, flip(less)],
  [`interest on N at P(?: (?:for|in|over) (?:one|a|1|⟨n\\d+⟩) year)?`, part],
  [`(?:the |my )?cost (?:is|of) N(?:,| and)? ?(?:i want )?(?:a )?P margin,? (?:what|which) price`, margin],
  [`N (?:a|per) year,? how much (?:is (?:it|that) )?(?:per|a) month`, twelfth],
  [`N (?:a|per) month,? how much (?:is (?:it|that) )?(?:per|a) year`, twelve],
  [`(?:the )?remainder of N (?:divided by|over) N`, remainder],
  [`N mod(?:ulo)? N`, remainder],
  [`L N ?(?:[a-z]{1,9} )?(?:and|,|but)? ?(?:it )?(?:is|it's|'s|has|with|at|gets?) ?(?:a )?P (?:off|discount)`, less],
  [`(?:my )?weight(?: is)? N ?kg,? (?:and )?(?:my )?height(?: is)? N ?(?:cm|m),? (?:what's my )?bmi`, bmi],
  [
    `N ?(?:km|kilometers|miles) at N ?(?:km|kilometers|miles)?(?:/h|ph| per hour| an hour|mph)?,? how long(?: does it take| will it take)?`,
    lasting,
  ],
  [`L N ?(?:and|,|plus) L N,? how much (?:is (?:it|that) )?(?:together|in total|altogether)`, sum],
  [`L N [a-z]+ (?:a|per|each) ${PERIOD},? (?:for|in|over) N ${PERIOD}s?`, product],
  [`L (?:is|costs?|are) N,? (?:for )?N [a-z]+`, product],
  [`if L (?:go|goes|went) up (?:by )?P,? what(?:'s| is) N`, flip(more)],
  [`if L (?:go|goes|went) down (?:by )?P,? what(?:'s| is) N`, flip(less)],
  [`N (?:in|over) N (?:monthly )?(?:payments|instal?lments|months)`, quotient],
  [`N [a-z]+ (?:cost|costs|are|for) N,? (?:how much|what) (?:is|are|do|does|for) N(?: [a-z]+)?(?: cost)?`, priceOf],
  [`N ?x ?N ?x ?N`, three],
]

const compiled = new Map<string, RegExp>()
function patternOf(source: string, end: string): RegExp {
  const known = compiled.get(source)
  if (known) return known
  const body = source
    .replaceAll('L ', `${LABEL}\\s*`)
    .replace(/\bN\b|(?<=[ (])N|N(?=[ (\\?[])/g, '⟨[nk]\\d+⟩')
    .replace(/(?<![a-zA-Z])P(?![a-zA-Z])/g, '⟨p\\d+⟩')
  const made = new RegExp(`^${body}${end}`, 'i')
  compiled.set(source, made)
  return made
}

/**
 * "재고 120개에서 37개 나갔어, 몇 개 남았지", "1kg에 8,500원이면 350g은", "interest on 10000 at 3.5%": sums that are told in a sentence.
 */
export const wordProblems: Family = (utterance) => {
  const text = plainer(utterance.text.trim()).replace(
    /^(?:이번 ?달|한 ?달|일주일|하루|매일)(?:의|에|치)? (?=[가-힣]+)/,
    '',
  )
  if (text.length > 120 || !/\d|[백천만억]/.test(text) || UNPRICED.test(text) || isTold(text)) return undefined
  const { text: marked, values } = annotate(text, quantitiesIn(text))
  if (values.length < 1 || values.length > 9) return undefined
  // So much a day is none a month: how many days it has is not said.
  if (
    /하루에?|매일|날마다|a day|per day|every day/i.test(utterance.text) &&
    values.some(({ unit }) => /^(?:달|개월)$/.test(unit))
  )
    return undefined
  const [rows, end] = /[가-힣]/.test(text) ? [KOREAN, HOW_MUCH] : [ENGLISH, HOW_MUCH_EN]
  const said = marked.replace(/^(?:how much is |what(?:'s| is) |calculate )/i, '')
  for (const [source, solve] of rows) {
    const hit = patternOf(source, end).exec(said)
    const problem =
      hit &&
      solve(
        values,
        hit.slice(1).filter((one) => one !== undefined),
      )
    if (problem) return answered(utterance, problem)
  }
  return undefined
}

function answered(utterance: Utterance, { expression, unit, places, hours }: Problem): Intent {
  if (!hours) return calculating(utterance, { expression, unit }, places)
  const say = calendarMessages[utterance.language]
  const [way = 0, speed = 1] = expression.split('/').map(Number)
  return { weight: 2, answer: () => say.is(say.duration(Math.round((way / speed) * 60) * 60_000)) }
}
