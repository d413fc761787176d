import { type Josa, josa } from '../../std/korean/particles.ts'

/** What a sentence of a declared service is made from: `{target}에게 {amount:을/를} 보낼까요?`. */
export type Values = Readonly<Record<string, string>>

const PLACE = /\{([a-z_][a-z0-9_]*)(?::([^{}]*))?\}/gi

/**
 * A sentence with its places filled in. `{name}` stands for a value, `{name:이/가}` for the value with the particle that fits its sound;
 * a place without a value is left empty.
 */
export function fill(template: string, values: Values): string {
  return template.replace(PLACE, (_, name: string, pair?: string) => {
    const value = values[name] ?? ''
    return pair ? josa(value, pair as Josa) : value
  })
}

/** The names that a sentence asks for, in order, for checking a declaration. */
export function placesOf(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name)
}
