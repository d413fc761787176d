import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base 32, https://github.com/ulid/spec

/** Random bytes are drawn for many ids at once: each draw costs more than an id. */
const pool = new Uint8Array(1_024)
let drawn = pool.length

function random16(): Uint8Array {
  if (drawn >= pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += 16
  return pool.subarray(drawn - 16, drawn)
}

/** Return the time in an id, in milliseconds since 1970; undefined for an id of another kind. */
export function ulidTime(id: string): number | undefined {
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return undefined
  return [...id.slice(0, 10)].reduce((sum, letter) => sum * 32 + alphabet.indexOf(letter), 0)
}

/** A ULID: 48 bits of `now` (milliseconds since 1970) and 80 random bits, 26 characters. */
export function ulid(now: number): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = alphabet[rest % 32] + time
  let random = ''
  for (const byte of random16()) random += alphabet[byte % 32]
  return time + random
}
