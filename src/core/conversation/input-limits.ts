import { fail, type Input } from '../../protocol/index.ts'

/**
 * The longest input with its pictures, in UTF-16 units of JSON: it fits into one line of the socket protocol (32 Mi
 * units).
 */
const mostInput = 24 << 20

/** Throws `bad-input` for an input that could not be handed on to other processes. */
export function refuseHuge(input: Omit<Input, 'id'>): void {
  if (JSON.stringify(input).length > mostInput)
    fail('bad-input', { detail: `an input may have ${mostInput} characters, pictures included` })
}
