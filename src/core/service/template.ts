import { type Josa, josa } from '../../std/korean/grammar/particles.ts'

/** What a sentence of a declared service is made from: `{target}에게 {amount:을/를} 보낼까요?`. */
export type Values = Readonly<Record<string, string>>

const PLACE = /\{([a-z_][a-z0-9_]*(?:\.\w+)*)(?::([^{}]*))?\}/gi

const WITH_BLANK = new RegExp(`( ?)${PLACE.source}`, 'gi')

/**
 * A sentence with its places filled in. `{name}` stands for a value, `{name:이/가}` for the value with the particle that fits its sound;
 * a place without a value is left out, with its particle and the blank before it.
 */
export function fillTemplate(template: string, values: Values): string {
  const filled = template.replace(WITH_BLANK, (_, blank: string, name: string, pair?: string) => {
    const value = values[name] ?? ''
    return value && `${blank}${pair ? josa(value, pair as Josa) : value}`
  })
  return filled.trimStart()
}

/** The names that a sentence asks for, in order, for checking a declaration. */
export function placesOf(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name)
}
