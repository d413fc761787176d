// Amounts as people write them. The truth is the number that each is made from; nothing here asks a reader.
import type { Random } from '../random.ts'

export interface SaidAmount {
  won: number
  text: string
  /** Written as everybody would: it must be read, not asked about. */
  plain: boolean
}

const DIGITS = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구']

/** 0–9999 in words; 1 before 십, 백, 천 is left out. */
function words(value: number, blank: string): string {
  const parts: string[] = []
  const places: [number, string][] = [
    [1000, '천'],
    [100, '백'],
    [10, '십'],
  ]
  let rest = value
  for (const [size, unit] of places) {
    const digit = Math.floor(rest / size)
    rest %= size
    if (digit > 0) parts.push(`${digit === 1 ? '' : DIGITS[digit]}${blank && digit > 1 ? blank : ''}${unit}`)
  }
  if (rest > 0) parts.push(DIGITS[rest] as string)
  return parts.join(blank)
}

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** A sum that people send: a round one mostly. */
function someWon(random: Random): number {
  const kind = random.int(0, 9)
  if (kind < 4) return random.int(1, 99) * 10_000
  if (kind < 6) return random.int(1, 99) * 1_000
  if (kind < 7) return random.int(1, 99) * 10_000 + random.int(1, 9) * 1_000
  if (kind < 8) return random.int(1, 9_999) * 10_000
  if (kind < 9) return random.int(1, 20) * 100_000_000 + random.int(0, 9) * 10_000_000
  return random.int(100, 9_999_999)
}

interface Parts {
  eok: number
  man: number
  rest: number
}
const partsOf = (won: number): Parts => ({
  eok: Math.floor(won / 1e8),
  man: Math.floor((won % 1e8) / 1e4),
  rest: won % 1e4,
})

type Style = (won: number, random: Random) => { text: string; plain?: boolean } | undefined

const won = (random: Random) => random.pick(['원', ' 원', '원', '원'])

const styles: Style[] = [
  (value, random) => ({ text: `${value}${won(random)}` }),
  (value, random) => ({ text: `${grouped(value)}${won(random)}` }),
  (value) => ({ text: `₩${grouped(value)}` }),
  // 15만 3000원, 15만3천원, 1억 2000만원
  (value, random) => mixed(value, random, ''),
  (value, random) => mixed(value, random, ''),
  // 15 만 3 천 원
  (value, random) => mixed(value, random, ' '),
  // 십오만 삼천원
  (value, random) => spoken(value, random, ''),
  (value, random) => spoken(value, random, ''),
  // 십 오 만 삼 천 원
  (value, random) => spoken(value, random, ' '),
  // 1.5만원, 1.2억
  (value) => decimal(value),
  // 마넌
  (value, random) => {
    const { eok, man, rest } = partsOf(value)
    return eok || rest || !man ? undefined : { text: `${man === 1 ? '' : man}${random.pick(['마넌', '만언', '만넌'])}` }
  },
]

function mixed(value: number, random: Random, blank: string): { text: string } | undefined {
  const { eok, man, rest } = partsOf(value)
  if (!eok && !man && rest < 1000) return undefined
  const between = blank || random.pick(['', ' '])
  const thousand = rest % 1000 === 0 && random.chance(0.7)
  const low = rest === 0 ? [] : [thousand ? `${rest / 1000}${blank}천` : String(rest)]
  const parts = [...(eok ? [`${eok}${blank}억`] : []), ...(man ? [`${man}${blank}만`] : []), ...low]
  // "1억 2천" leaves out 만 only without 원: here it is always said.
  return { text: `${parts.join(between)}${blank || random.pick(['', '', ' '])}원` }
}

function spoken(value: number, random: Random, blank: string): { text: string; plain?: boolean } | undefined {
  const { eok, man, rest } = partsOf(value)
  if (!eok && !man && rest < 10) return undefined
  const between = blank || random.pick(['', ' '])
  const unit = (count: number, name: string, silent: boolean) =>
    count === 0 ? [] : [`${count === 1 && silent ? '' : `${words(count, blank)}${blank}`}${name}`]
  const parts = [...unit(eok, '억', false), ...unit(man, '만', true), ...(rest ? [words(rest, blank)] : [])]
  const text = `${parts.join(between)}${blank || random.pick(['', '', ' '])}원`
  // With a blank after every syllable nobody writes anything but a test; it may be asked about.
  return { text, plain: blank === '' }
}

function decimal(value: number): { text: string } | undefined {
  if (value >= 1e8 && value % 1e7 === 0 && value % 1e8 !== 0) return { text: `${value / 1e8}억원` }
  return value % 1000 === 0 && value % 1e4 !== 0 && value > 1e4 && value < 1e6
    ? { text: `${value / 1e4}만원` }
    : undefined
}

/** Some amount in some spelling. */
export function someAmount(random: Random, value = someWon(random)): SaidAmount {
  for (;;) {
    const made = random.pick(styles)(value, random)
    if (made) return { won: value, text: made.text, plain: made.plain ?? true }
  }
}

/** The same amount in every form in which it can be written, each once. */
export function everyForm(value: number, random: Random): SaidAmount[] {
  const made = styles.flatMap((style) => style(value, random) ?? [])
  return made.map(({ text, plain }) => ({ won: value, text, plain: plain ?? true }))
}
