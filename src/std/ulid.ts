import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base 32, https://github.com/ulid/spec

/** A ULID: 48 bits of `now` (milliseconds since 1970) and 80 random bits, 26 characters. */
export function ulid(now: number): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = alphabet[rest % 32] + time
  let random = ''
  for (const byte of randomBytes(16)) random += alphabet[byte % 32]
  return time + random
}
