/**
 * Reads the string value of one key of a JSON object while the object still arrives, so that a message can be shown
 * letter by letter. What does not begin like JSON is taken for the message itself: a model that forgot the format is
 * still understood.
 */
export interface MessageReader {
  /** The unread part of the text: never more than the piece of an escape or a key that is cut in the middle. */
  rest: string
  at: 'start' | 'object' | 'value' | 'done' | 'plain'
  depth: number
  /** Inside a string that is not the message. */
  quoted: boolean
  /** The last string at depth 1, which may be a key. */
  word: string
}

/** Nothing read yet. */
export const messageReader: MessageReader = { rest: '', at: 'start', depth: 0, quoted: false, word: '' }

/**
 * One more piece of the answer: the reader after it, and what it adds to the message. Pure, and blind to how the
 * answer is cut.
 */
export function readMore(before: MessageReader, piece: string, key = 'message'): [MessageReader, string] {
  const reader = { ...before, rest: before.rest + piece }
  let said = ''
  while (reader.rest) {
    const left = reader.rest.length
    if (reader.at === 'done') return [{ ...reader, rest: '' }, said]
    if (reader.at === 'plain') return [{ ...reader, rest: '' }, said + reader.rest]
    if (reader.at === 'start') readStart(reader)
    else if (reader.at === 'value') said += readValue(reader)
    else readObject(reader, key)
    if (reader.rest.length === left && !isPlain(reader)) break
  }
  return [reader, said]
}

const isPlain = ({ at }: MessageReader) => at === 'plain'

/** The message that the whole answer holds, by the same rules; undefined when there is none. */
export function messageOf(answer: string, key = 'message'): string | undefined {
  const [reader, said] = readMore(messageReader, answer, key)
  return reader.at === 'done' || reader.at === 'plain' || said ? said : undefined
}

const FENCE = /^\s*(?:```(?:json)?\s*)?/i

/** Waits until it is clear whether JSON comes: blanks and a code fence may stand before it. */
function readStart(reader: MessageReader): void {
  const head = FENCE.exec(reader.rest)?.[0] ?? ''
  const next = reader.rest[head.length]
  if (next === '{') {
    reader.rest = reader.rest.slice(head.length + 1)
    reader.at = 'object'
    reader.depth = 1
  } else if (next !== undefined && !/^\s*`{0,3}[a-z]{0,4}$/i.test(reader.rest) && !isFenceStart(reader.rest)) {
    reader.at = 'plain'
    reader.rest = reader.rest.trimStart()
  }
}

/** "``", "```js": a fence may still be coming. */
const isFenceStart = (text: string) => /^\s*(?:`{1,2}|```(?:j|js|jso|json)?\s*)$/i.test(text)

/** One token of the object: a string, a bracket or something between them. */
function readObject(reader: MessageReader, key: string): void {
  if (reader.quoted) {
    readString(reader)
    return
  }
  const letter = reader.rest[0] as string
  if (letter === '"') {
    const opened = /^"/.test(reader.rest) && reader.word === `:${key}` && reader.depth === 1
    reader.rest = reader.rest.slice(1)
    if (opened) reader.at = 'value'
    else {
      reader.quoted = true
      reader.word = ''
    }
    return
  }
  reader.rest = reader.rest.slice(1)
  if (letter === '{' || letter === '[') reader.depth++
  if (letter === '}' || letter === ']') reader.depth--
  if (reader.depth === 0) reader.at = 'done'
  else if (letter === ':' && reader.depth === 1) reader.word = `:${reader.word}`
  else if (!/\s/.test(letter)) reader.word = ''
}

/** A string that is not shown: a key or another value. */
function readString(reader: MessageReader): void {
  const hit = /^(?:[^"\\]|\\[\s\S])*/.exec(reader.rest)?.[0] ?? ''
  reader.word = (reader.word + hit).slice(0, 64)
  reader.rest = reader.rest.slice(hit.length)
  if (reader.rest[0] !== '"') return
  reader.quoted = false
  reader.rest = reader.rest.slice(1)
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** As much of the message as is whole; an escape that is cut waits for its rest. */
function readValue(reader: MessageReader): string {
  let said = ''
  while (reader.rest) {
    const clear = /^[^"\\]+/.exec(reader.rest)?.[0]
    if (clear) {
      said += clear
      reader.rest = reader.rest.slice(clear.length)
    } else if (reader.rest[0] === '"') {
      reader.rest = ''
      reader.at = 'done'
    } else {
      const [whole, letter = '', code] = /^\\(u([0-9a-f]{4})|[^u])/i.exec(reader.rest) ?? []
      if (!whole) {
        // "\u12": wait for the rest, unless it can never become an escape.
        if (/^\\(?:u[0-9a-f]{0,3})?$/i.test(reader.rest)) return said
        reader.rest = reader.rest.slice(1)
        continue
      }
      said += code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter] ?? letter)
      reader.rest = reader.rest.slice(whole.length)
    }
  }
  return said
}
