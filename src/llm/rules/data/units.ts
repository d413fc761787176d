import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { signBefore } from '../../../std/korean/numbers/number.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import type { Family } from '../intent.ts'
import { calculating } from '../intents/arithmetic.ts'
import type { Sum } from '../intents/chained-arithmetic.ts'
import { annotate, type GrammarRule, type Mark, matchFirst } from '../parse/pattern.ts'
import { numberAt } from '../parse/quantity.ts'

interface Unit {
  /** The measured quantity; only like is turned into like. */
  of: 'length' | 'mass' | 'heat' | 'area' | 'volume' | 'time' | 'data' | 'kilo' | 'speed' | 'months'
  /** The amount of the base (m, g, ㎡, L, s), exactly, as an expression. */
  is: string
  ko: string
}

/**
 * Exact by definition: 1 in = 0.0254 m, 1 lb = 453.59237 g (1959 yard and pound agreement), 1 평 = 400/121 ㎡, 1 acre =
 * 4,840 square yards, 1 US gal = 3.785411784 L, 1 US cup = a sixteenth of it (a Korean measuring cup: 0.2 L), a US
 * pint two cups, a tablespoon a sixteenth of a cup and a teaspoon a third of that (Korean spoons: 15 and 5 mL), 1
 * knot = 1.852 km/h, 1 돈 = 3.75 g. By the custom of markets 1 근 is 600 g of meat and 400 g of vegetables or fruit. 1
 * 되 = 2401/1331 L, 1 말 = 10 되, 1 홉 = a tenth (the measures of 1909). Bytes go up by 1,024, as operating systems
 * count.
 */
const meat = '고기|한우|삼겹살|목살|갈비|사태|등심|안심|앞다리살?|뒷다리살?|불고기|육회|닭'
const greens =
  '감자|고구마|상추|배추|무|양파|대파|마늘|고추|나물|시금치|과일|사과|배|딸기|포도|귤|토마토|버섯|당근|오이|호박|채소|야채|고사리|콩나물|깻잎|열무|밤|참외|자두|복숭아'
const few = '(?:\\d|반|한|두|세|네|서|너|석|넉|다섯|여섯|닷|엿|일곱|여덟|아홉|열|몇)'
const units: [RegExp, Unit][] = [
  [/km\/h|km\/시|kph|kmh|kilometers? (?:per|an) hour/, { of: 'speed', is: '1', ko: 'km/h' }],
  [/mph|miles? (?:per|an) hour/, { of: 'speed', is: '1.609344', ko: 'mph' }],
  [/m\/s|met(?:er|re)s? (?:per|a) second/, { of: 'speed', is: '3.6', ko: 'm/s' }],
  [/노트(?!북)|knots?/, { of: 'speed', is: '1.852', ko: '노트' }],
  [/square (?:feet|foot)|sq\.? ?ft|제곱피트|평방피트|ft²/, { of: 'area', is: '0.09290304', ko: '제곱피트' }],
  [/square miles?|sq\.? ?mi|제곱마일/, { of: 'area', is: '2589988.110336', ko: '제곱마일' }],
  [/제곱킬로미터|㎢|km²|km2/, { of: 'area', is: '1000000', ko: '㎢' }],
  [/제곱미터|평방미터|헤베|㎡|m²|m2|square met(?:er|re)s?/, { of: 'area', is: '1', ko: '㎡' }],
  [/평(?!방|균|일)|pyeong/, { of: 'area', is: '(400/121)', ko: '평' }],
  [/에이커|acres?/, { of: 'area', is: '4046.8564224', ko: '에이커' }],
  [/헥타르|hectares?/, { of: 'area', is: '10000', ko: 'ha' }],
  [/킬로미터|키로미터|㎞|km|kilomet(?:er|re)s?/, { of: 'length', is: '1000', ko: 'km' }],
  [/센티미터|센치미터|센티|센치|㎝|cm|centimet(?:er|re)s?/, { of: 'length', is: '0.01', ko: 'cm' }],
  [/밀리미터|㎜|mm|millimet(?:er|re)s?/, { of: 'length', is: '0.001', ko: 'mm' }],
  [/마일|miles?|mi/, { of: 'length', is: '1609.344', ko: '마일' }],
  [/피트|feet|foot|ft/, { of: 'length', is: '0.3048', ko: '피트' }],
  [/인치|inch(?:es)?|(?<=\d ?)in(?=\s(?:in|to)\b)/, { of: 'length', is: '0.0254', ko: '인치' }],
  [/야드|yards?|yd/, { of: 'length', is: '0.9144', ko: '야드' }],
  [/미터|met(?:er|re)s?|m/, { of: 'length', is: '1', ko: 'm' }],
  [/(?:킬로|키로)(?!그램|그람|미터|바이트|칼로리)/, { of: 'kilo', is: '1000', ko: '킬로' }],
  [/킬로그램|킬로그람|키로그램|㎏|kg|kilo(?:gram)?s?/, { of: 'mass', is: '1000', ko: 'kg' }],
  [/톤|tons?|tonnes?/, { of: 'mass', is: '1000000', ko: '톤' }],
  [new RegExp(`(?<=(?:${meat}) ?(?:[가-힣\\d.]{1,4}|.{1,10}몇) ?)근`), { of: 'mass', is: '600', ko: '근' }],
  [new RegExp(`(?<=(?:${greens}) ?(?:[가-힣\\d.]{1,4}|.{1,10}몇) ?)근`), { of: 'mass', is: '400', ko: '근' }],
  [new RegExp(`(?<=${few} ?)홉(?=[은는이가을]|\\s|$)`), { of: 'volume', is: '(240.1/1331)', ko: '홉' }],
  [new RegExp(`(?<=${few} ?)되(?=[는가를]|\\s|$)`), { of: 'volume', is: '(2401/1331)', ko: '되' }],
  [new RegExp(`(?<=${few} ?)말(?=[은이을]|\\s|$)`), { of: 'volume', is: '(24010/1331)', ko: '말' }],
  [/테라(?:바이트)?|terabytes?|tb/, { of: 'data', is: '1048576', ko: 'TB' }],
  [/기가(?:바이트)?|gigabytes?|gb/, { of: 'data', is: '1024', ko: 'GB' }],
  [/메가(?:바이트)?|megabytes?|mb/, { of: 'data', is: '1', ko: 'MB' }],
  [/킬로바이트|kilobytes?|kb/, { of: 'data', is: '(1/1024)', ko: 'KB' }],
  [/(?<=[가-힣\d] ?)돈(?=[은는이을를]|\s|$)/, { of: 'mass', is: '3.75', ko: '돈' }],
  [/파운드|pounds?|lbs?/, { of: 'mass', is: '453.59237', ko: '파운드' }],
  [/온스|ounces?|oz/, { of: 'mass', is: '28.349523125', ko: '온스' }],
  [/그램|grams?|g/, { of: 'mass', is: '1', ko: 'g' }],
  [/섭씨|도씨|℃|°c|degrees? celsius|celsius|centigrade|c/, { of: 'heat', is: 'C', ko: '℃' }],
  [/화씨|℉|°f|degrees? fahrenheit|fahrenheit|f/, { of: 'heat', is: 'F', ko: '℉' }],
  [/밀리리터|㎖|ml|cc|씨씨|millilit(?:er|re)s?/, { of: 'volume', is: '0.001', ko: 'mL' }],
  [/큰 ?술|테이블스푼|밥숟가락/, { of: 'volume', is: '0.015', ko: '큰술' }],
  [/작은 ?술|티스푼/, { of: 'volume', is: '0.005', ko: '작은술' }],
  [/tablespoons?|tbsps?/, { of: 'volume', is: '0.01478676478125', ko: '큰술' }],
  [/teaspoons?|tsps?/, { of: 'volume', is: '0.00492892159375', ko: '작은술' }],
  [/pints?/, { of: 'volume', is: '0.473176473', ko: '파인트' }],
  [/quarts?/, { of: 'volume', is: '0.946352946', ko: '쿼트' }],
  [/컵/, { of: 'volume', is: '0.2', ko: '컵' }],
  [/cups?/, { of: 'volume', is: '0.2365882365', ko: '컵' }],
  [/갤런|gallons?/, { of: 'volume', is: '3.785411784', ko: '갤런' }],
  [/리터|ℓ|lit(?:er|re)s?|l/, { of: 'volume', is: '1', ko: 'L' }],
  [/(?<=[\d몇십백천만한두세네] ?)초(?![가-힣]{2}|[속과등])|seconds?|secs?/, { of: 'time', is: '1', ko: '초' }],
  [/(?<=[\d몇십백천만한두세네] ?)분(?!의|기)|minutes?|mins?/, { of: 'time', is: '60', ko: '분' }],
  [/시간|hours?|hrs?/, { of: 'time', is: '3600', ko: '시간' }],
  [/(?<=[\d몇십백천만] ?)일(?!요)|days?/, { of: 'time', is: '86400', ko: '일' }],
  [/주일|(?<=[\d몇십한두세네] ?)주(?!세)|weeks?/, { of: 'time', is: '604800', ko: '주' }],
]
/** Years and months have no length in days. */
const months: [RegExp, Unit][] = [
  [/(?<=[\d몇한두세네일이삼사오육칠팔구십] ?)년(?![가-힣]{2}|[도생])|years?/, { of: 'months', is: '12', ko: '년' }],
  [/개월|(?<=[몇한두세석네넉] ?)달(?=[은이가에 ]|$)|months?/, { of: 'months', is: '1', ko: '개월' }],
]
units.push(...months)
const names = units.map(([name]) => `(${name.source})`).join('|')

type Part = { digits: string } | Unit
const turn = `(?: (?:바꾸면|바꿔|변환하면|변환해|변환|환산하면|환산해|환산|치면)${GIVE}?)?`
const ask = "(?:(?:how much is|what is|what's|convert)_)?"

const day = units.find(([, { ko }]) => ko === '일')?.[1]
const centimetre = units.find(([, { ko }]) => ko === 'cm')?.[1]

const rows: GrammarRule<Part, Sum>[] = [
  [`(?:[가-힣]{1,4}(?:이|가|는|은)? )?{n} {u}(?:_(?!몇)[가-힣]{1,5})?(?:은|는|이|가|도|이면|면)? 몇 {u}{끝}`, convert],
  [`(?:[가-힣]{1,4}(?:이|가|는|은)? )?{n} {u} {n} {u}(?:은|는|이|가|도|이면|면)? 몇 {u}{끝}`, convertBoth],
  [`{n} {u} {n} {u}(?:을|를|은|는|이면)? {u}{로}(?:는|은)?${turn}(?: (?:몇|얼마))?{끝}`, convertBoth],
  [`(?:하루|1일){은} 몇 {u}{끝}`, (to) => convert({ digits: '1' }, day, to)],
  [`{n} {u}{은} (?:며칠|몇일){끝}`, (n, from) => convert(n, from, day)],
  [
    inOneLine`
      (?:[가-힣]{1,4}(?:이|가|는|은)? )?{n} {u}(?:_[가-힣]{1,5})?(?:을|를|은|는|이면|면)? {u}{로}(?:는|
      은)?${turn}(?: (?:몇|얼마))?{끝}${GIVE}?`,
    convert,
  ],
  [
    `(?:내 |제 )?(?:키|신장)(?:가|는|이|은)? {n}(?:이면|인데|은|는|이고)? 몇 {u}{끝}`,
    (n, to) => convert(n, centimetre, to),
  ],
  [`(?:[가-힣]{1,4}(?:이|가|는|은)? )?{n}도 {u}(?:면|이면|를|는|은)? {u}{로}(?:는|은)?${turn}{끝}`, convert],
  [`{n}도(?:를|을|는|은)? {u}{로}(?:는|은)?${turn}{끝}`, (n, to) => convert(n, otherHeat(to), to)],
  [`{n}도{은} {u}{로}?(?:는|은)?${turn}(?: (?:몇|얼마) ?도){끝}`, (n, to) => convert(n, otherHeat(to), to)],
  [
    `{u} {n}도(?:은|는|이|가|을|를|이면)? {u}{로}?(?:는|은)?${turn}(?: (?:몇|얼마) ?도?)?{끝}`,
    (from, n, to) => convert(n, from, to),
  ],
  [`{n} {u}{은} {u}{로}?(?:는|은)?${turn} (?:몇|얼마) ?도?{끝}`, convert],
  [`${ask}{n} {u}_(?:to|in|into|as) {u}`, convert],
  [`${ask}{n} {u},?(?:_and)?_{n} {u}_(?:to|in|into|as) {u}`, convertBoth],
  [
    `how_many_{u}_(?:is|are|in|are_in|are_there_in|does)_an?_{u}(?:_have)?`,
    (to, from) => convert({ digits: '1' }, from, to),
  ],
  [`{n} {u}_(?:is|are|equals?|makes?)_how_many_{u}`, convert],
  [`(?:an?|one)_{u}_(?:is|equals|has)_how_many_{u}`, (from, to) => convert({ digits: '1' }, from, to)],
  [`{u}_in_an?_{u}`, (to, from) => convert({ digits: '1' }, from, to)],
  [`how_many_{u}_(?:is|are|in|are_in|are_there_in)_{n} {u}`, (to, n, from) => convert(n, from, to)],
]

/** A 근 of what? It weighs differently. */
const bareGeun =
  /^(한|두|세|네|다섯|반|\d{1,3}) ?근(?:은|이|이면|에)? ?(?:몇 ?(?:g|그램|그람)|얼마)(?:이?야|이?지|예요|이에요|임|인가요)?$/

const geuns: Record<string, number> = { 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 반: 0.5 }

/** Nobody measures finer in daily life. */
const conversionPlaces = 3

/** "32평은 몇 제곱미터야?", "72°F in celsius", "6 feet 2 inches in cm": length, mass, heat, area, volume, time. */
export const conversion: Family = (utterance) => {
  const geun = bareGeun.exec(utterance.text)?.[1]
  if (geun) return { weight: 3, answer: () => utterance.say.geun(geun, geuns[geun] ?? Number(geun)) }
  // 5'10" are feet and inches.
  const text = speeds(
    utterance.text.replace(/(?<=\d)['′]\s?(\d{1,2})(?:"|″|''|(?=[ 은는]))/, ' feet $1 inches').replace(halves, andHalf),
  )
  const marked = annotate(text, partsIn(text))
  const found = marked.values.some((part) => 'of' in part) ? matchFirst(rows, marked) : undefined
  return found && calculating(utterance, found, conversionPlaces)
}

const halves = /(?<![가-힣])(한|두|세|네|\d+) ?(근|되|말|돈|홉|시간|리터|킬로|컵) 반(?=[은이을를 ]|$)/
const natives: Record<string, string> = { 한: '1', 두: '2', 세: '3', 네: '4' }
/** "두 근 반" is 2.5 근. */
const andHalf = (_: string, count: string, unit: string) => `${natives[count] ?? count}.5${unit}`

/** "시속 100킬로면 초속 몇 미터": what Korean says in front stands behind in a unit. */
function speeds(text: string): string {
  const behind = { 시: { k: 'km/h', 마일: 'mph' }, 초: { m: 'm/s' } } as Record<string, Record<string, string>>
  return text.replace(
    /(?<![가-힣])([시초])속 ?(?:으로(?:는)? |은 |는 )?(\d[\d.,]*|몇) ?(킬로미터|킬로|키로|km|마일|미터|m)(?![a-z/])/gi,
    (all, per: string, count: string, unit: string) => {
      const made = behind[per]?.[/^(?:킬|키|k)/i.test(unit) ? 'k' : /^(?:미|m)/i.test(unit) ? 'm' : unit]
      return made ? `${count} ${made}` : all
    },
  )
}

function partsIn(text: string): Mark<Part>[] {
  const small = text.toLowerCase()
  const marks: Mark<Part>[] = []
  for (let at = 0; at < small.length; at++) {
    const number = numberAt(small, at) ?? halfAt(small, at)
    if (!number) continue
    const sign = signBefore(small, number.from) ?? belowZero(small, number.from)
    const digits = sign === undefined ? number.digits : `(-${number.digits})`
    marks.push({ kind: 'n', from: sign ?? number.from, to: number.to, value: { digits } })
    at = number.to - 1
  }
  for (const match of small.matchAll(new RegExp(`(?<![a-z])(?:${names})(?![a-z²2])`, 'g'))) {
    const index = match.slice(1).findIndex((name) => name !== undefined)
    marks.push({
      kind: 'u',
      from: match.index,
      to: match.index + match[0].length,
      value: (units[index] as [RegExp, Unit])[1],
    })
  }
  return marks
}

/** 반 근, 반 되. */
function halfAt(text: string, at: number) {
  return /(?<![가-힣])반 ?(?=[근되말홉돈])/y.test(text.slice(at)) && !/[가-힣]/.test(text[at - 1] ?? ' ')
    ? { from: at, to: at + 1, digits: '0.5' }
    : undefined
}

/** Return the start of the "영하" before the number at `at`. */
function belowZero(text: string, at: number): number | undefined {
  const hit = /(?<![가-힣])영하 ?$/.exec(text.slice(0, at))
  return hit?.index
}

/** Degrees without a name are of the scale that is not asked for. */
function otherHeat(to?: Part): Unit | undefined {
  if (!to || !('of' in to) || to.of !== 'heat') return undefined
  return units.find(([, unit]) => unit.of === 'heat' && unit.is !== to.is)?.[1]
}

/** A bare 킬로 is one of mass or of length, as the other side asks. */
function alike(a: Unit, b: Unit): boolean {
  const kilo = a.of === 'kilo' ? b.of : b.of === 'kilo' ? a.of : undefined
  return a.of === b.of || kilo === 'mass' || kilo === 'length'
}

function convert(n?: Part, from?: Part, to?: Part): Sum | undefined {
  if (!n || !('digits' in n) || !from || !('of' in from) || !to || !('of' in to)) return undefined
  if (!alike(from, to) || from === to) return undefined
  if (from.of === 'heat')
    return { expression: from.is === 'C' ? `${n.digits}*9/5+32` : `(${n.digits}-32)*5/9`, unit: to.ko }
  return { expression: `${n.digits}*${from.is}/${to.is}`, unit: to.ko }
}

/** "6피트 2인치", "1시간 30분": two measures of one kind, put together. */
function convertBoth(a?: Part, first?: Part, b?: Part, second?: Part, to?: Part): Sum | undefined {
  const whole = convert(a, first, to)
  if (
    !whole ||
    !b ||
    !('digits' in b) ||
    !first ||
    !('of' in first) ||
    !second ||
    !('of' in second) ||
    !to ||
    !('of' in to)
  )
    return undefined
  if (first.of === 'heat' || first.of !== second.of || Number(second.is) >= Number(first.is)) return undefined
  const { digits } = a as { digits: string }
  return { expression: `(${digits}*${first.is}+${b.digits}*${second.is})/${to.is}`, unit: to.ko }
}
