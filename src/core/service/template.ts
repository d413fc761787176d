import { type Josa, josa } from '../../std/korean/grammar/particles.ts'
import { formatWon, grouped } from '../../std/korean/numbers/money.ts'

/** Values for a sentence of a declared service: `{target}에게 {amount:을/를} 보낼까요?`. */
export type Values = Readonly<Record<string, string>>

const PLACE = /\{([a-z_][a-z0-9_]*(?:\.\w+)*)(?::([^{}]*))?\}/gi

const WITH_BLANK = new RegExp(`( ?)${PLACE.source}`, 'gi')

/**
 * A sentence with its places filled in. `{name}` stands for a value, `{name:이/가}` for the value with the particle
 * that fits its sound; a place without a value is left out, with its particle and the blank before it. A whole number
 * before 원 or won is money, and is written as money is everywhere: `{price.total}원` → "2만원", "{price.total} won" →
 * "20,000 won".
 */
export function fillTemplate(template: string, values: Values): string {
  const filled = template.replace(
    WITH_BLANK,
    (...[whole, blank, name, pair, at]: [string, string, string, string?, number?]) => {
      const value = asMoney(values[name] ?? '', template.slice((at ?? 0) + whole.length))
      return value && `${blank}${pair ? josa(value, pair as Josa) : value}`
    },
  )
  return filled.trimStart()
}

/** The value as it is written before its unit, where that is won. */
function asMoney(value: string, after: string): string {
  if (!/^\d{1,15}$/.test(value)) return value
  if (/^원/.test(after)) return formatWon(Number(value)).slice(0, -1)
  return /^ won\b/.test(after) ? grouped(Number(value)) : value
}

/** The names that a sentence asks for, in order, for checking a declaration. */
export function placesOf(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name)
}
