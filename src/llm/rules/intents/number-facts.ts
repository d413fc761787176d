import { numberFactMessages } from '../../../messages/engine/almanac.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { quantitiesIn } from '../parse/quantity.ts'
import { calculating } from './arithmetic.ts'
import type { Sum } from './chained-arithmetic.ts'

/** Whole numbers up to this are looked at here: factors are tried one by one. */
const largest = 1e12

const tail =
  '(?:은|는|이|가|을|를)? ?(?:뭐|얼마|몇)?(?:이?야|이?지|예요|이에요|인가요?|일까|임|요)?(?: ?(?:좀 )?(?:구해|알려|계산해|찾아|말해) ?(?:줘|주세요|봐)?)?'
const gcd = new RegExp(
  `최대 ?공약수${tail}$|^(?:what(?:'s| is) )?(?:the )?(?:gcd|greatest common (?:divisor|factor)|hcf)\\b`,
  'i',
)
const lcm = new RegExp(`최소 ?공배수${tail}$|^(?:what(?:'s| is) )?(?:the )?(?:lcm|least common multiple)\\b`, 'i')
const prime =
  /^\d[\d,]*(?:은|는|이|가)? ?(?:소수|prime)(?:야|인가요?|이야|니|이니|일까요?|예요|맞아|맞나|인지 ?알려 ?줘|인지)?$|^is \d[\d,]* (?:a )?prime(?: number)?$/i
const base =
  /^(\d+)(?:을|를|은|는)? ?(2|8|16|이|팔|십육)진(?:수|법)?(?:으로|로)?(?:는|은)?(?: ?(?:바꿔|변환해|바꾸면|알려|나타내면|얼마야|뭐야)(?: ?(?:줘|주세요|뭐야|얼마야))?)?$|^(?:convert |what(?:'s| is) )?(\d+) (?:to|in) (binary|octal|hex(?:adecimal)?)$/i
const mean =
  /^(?:다음 )?평균(?:을|은|값)?(?: ?(?:좀 )?(?:구해|계산해|내|알려) ?(?:줘|주세요)?)?[:,]? (?=[\d-])|(?:의|를|을)? ?평균(?:은|을|이|값은?)?(?: ?(?:좀 )?(?:구해|계산해|내|알려) ?(?:줘|주세요)?| ?(?:얼마|뭐)(?:야|지|예요)?)?$/
const circle =
  /^반지름(?:이|은|의 길이가)? ?(\d+(?:\.\d+)?) ?(cm|m|센티미터|센티|센치|미터)?(?:인|짜리)? ?원(?:의)? ?(넓이|면적|둘레)(?:는|은|를|을)?(?: ?(?:얼마|뭐|몇)?(?:야|지|예요|구해 ?줘|알려 ?줘|계산해 ?줘)?)?$|^(area|circumference) of a circle with (?:a )?radius (?:of )?(\d+(?:\.\d+)?)$/i
const flat =
  /^(?:가로(?:가|는)? ?(\d+(?:\.\d+)?)(?:m|미터)?(?:이고|,)? ?세로(?:가|는)? ?(\d+(?:\.\d+)?) ?(m|미터)?(?:인|면|이면)? ?(?:직?사각형)?|밑변(?:이|은)? ?(\d+(?:\.\d+)?)(?:이고|,)? ?높이(?:가|는)? ?(\d+(?:\.\d+)?) ?(?:인)? ?삼각형)(?:의)? ?(?:넓이|면적)(?:는|은|를|을)?(?: ?(?:얼마|뭐|몇)?(?:야|지|예요|구해 ?줘|알려 ?줘|계산해 ?줘)?)?$/

/** "24와 36의 최대공약수", "97은 소수야?", "255를 16진수로", "평균 구해줘 80 90 75", "반지름 5인 원 넓이". */
export const numberFacts: Family = (utterance) => {
  const { text } = utterance
  const expression = average(text)
  const found = measure(text) ?? (expression && { expression, unit: '' })
  if (found) return calculating(utterance, found)
  const said = wholeFact(utterance)
  return said === undefined ? undefined : ({ weight: 3, answer: () => said } satisfies Intent)
}

function wholeFact({ text, language }: Utterance): string | undefined {
  const say = numberFactMessages[language]
  if (gcd.test(text) || lcm.test(text)) {
    const numbers = wholesIn(text)
    if (numbers.length < 2 || !onlyNumbers(text)) return undefined
    if (gcd.test(text)) return say.gcd(numbers.reduce(divisor))
    const multiple = numbers.reduce((a, b) => (a / divisor(a, b)) * b)
    return multiple <= largest ? say.lcm(multiple) : undefined
  }
  const [only, more] = wholesIn(text)
  if (only === undefined) return undefined
  if (prime.test(text) && more === undefined) return say.prime(only, factorOf(only))
  const match = base.exec(text)
  if (!match) return undefined
  const [, korean, radix = '', english, name = ''] = match
  return say.base(Number(korean ?? english), radixOf(radix || name))
}

const radices: Record<string, number> = { 이: 2, 팔: 8, 십육: 16, binary: 2, octal: 8, hex: 16, hexadecimal: 16 }
const radixOf = (word: string) => radices[word.toLowerCase()] ?? Number(word)

/** The numbers of a sentence; none where one is broken, negative or too large. */
function wholesIn(text: string): number[] {
  const all = quantitiesIn(text).map(({ value }) => Number(value.digits))
  return all.every((one) => Number.isInteger(one) && one > 0 && one <= largest) ? all : []
}

/** Beside the numbers and what joins them nothing is said. */
const onlyNumbers = (text: string) =>
  text
    .replace(gcd, '')
    .replace(lcm, '')
    .replace(/\b(?:of|and)\b|[\d\s,와과랑의,]|하고|이랑/gi, '') === ''

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The smallest factor above one; the number itself where it is prime, undefined below two. */
function factorOf(number: number): number | undefined {
  if (number < 2) return undefined
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return factor
  return number
}

function average(text: string): string | undefined {
  const hit = mean.exec(text)
  if (!hit) return undefined
  const rest = text.replace(mean, '').trim()
  if (!/^-?\d[\d,. 와과랑하고점이]*$/.test(rest)) return undefined
  const numbers = rest.match(/-?\d+(?:\.\d+)?/g) ?? []
  return numbers.length > 1 ? `(${numbers.join('+')})/${numbers.length}` : undefined
}

function measure(text: string): Sum | undefined {
  const round = circle.exec(text)
  if (round) {
    const radius = round[1] ?? round[5]
    const unit = round[2] ? (/^m|^미/i.test(round[2]) ? 'm' : 'cm') : ''
    return /넓이|면적|area/i.test(round[3] ?? round[4] ?? '')
      ? { expression: `${Math.PI}*${radius}^2`, unit: squares[unit] ?? '' }
      : { expression: `2*${Math.PI}*${radius}`, unit }
  }
  const [, width, height, metres, side, above] = flat.exec(text) ?? []
  if (width && height) return { expression: `${width}*${height}`, unit: metres ? '㎡' : '' }
  return side && above ? { expression: `${side}*${above}/2`, unit: '' } : undefined
}

const squares: Record<string, string> = { cm: '㎠', m: '㎡' }
