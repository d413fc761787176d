import type { Incoming } from './incoming.ts'

/** More messages than this are no paste, and no thought in lines. */
const mostTogether = 20
/**
 * Dates of messages are whole seconds: two that are so far apart by their dates may have come within one, in
 * milliseconds.
 */
const roundedMs = 1_000

/** A message that may be part of a longer one: words of the person, passed on or their own, that are no command. */
export function isPart({ kind, text, file, other, group, foreign }: Incoming): boolean {
  const isWords = text !== undefined && (foreign === true || !text.startsWith('/'))
  return kind === 'message' && isWords && !file && !other && group === undefined
}

/**
 * Of what waits behind a message what belongs to it: Telegram's apps cut a paste at 4,096 characters, people write a
 * thought in lines and comment what they pass on. Everything that came within `withinMs` of the one before it, up to
 * the first that is something else.
 */
export function partsBehind(first: Incoming, waiting: readonly Incoming[], withinMs: number): Incoming[] {
  const parts: Incoming[] = []
  let last = first
  for (const one of waiting) {
    if (
      !isPart(one) ||
      one.from !== first.from ||
      one.at - last.at > withinMs + roundedMs ||
      parts.length >= mostTogether - 1
    )
      break
    parts.push(one)
    last = one
  }
  return parts
}

/** A message in its newest wording, and what was sent with it. */
export function joinParts(update: Incoming, others: readonly Incoming[]): Incoming[] {
  const edit = others.findLast(({ kind, message }) => kind === 'edit' && message === update.message)
  const first = edit?.text === undefined ? update : { ...update, text: edit.text }
  return [first, ...others.map((one) => (one.kind === 'edit' ? { ...one, text: '' } : one))]
}

/** Pictures of one album. */
export const isSameGroup = (one: Incoming, other: Incoming): boolean =>
  one.group !== undefined && one.group === other.group && one.kind === 'message'
