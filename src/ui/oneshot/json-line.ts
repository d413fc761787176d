import type { Envelope } from '../../protocol/index.ts'

/**
 * Characters that JSON leaves as they are although a terminal or an editor acts on them: DEL, C1, direction marks and
 * their kin.
 */
const unseen = /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** A value as one line of JSON that is safe on a terminal, too: whatever would not be seen is written as `\uXXXX`. */
export function jsonLine(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * An envelope as a line of `stream-json`: the event itself, then where and when it happened. `time` is milliseconds
 * since 1970.
 */
export function eventLine({ event, conversation, turn, epoch, seq, at }: Envelope): string {
  return jsonLine({ ...event, conversation, turn, epoch, seq, time: at })
}
