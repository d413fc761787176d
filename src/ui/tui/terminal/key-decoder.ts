/**
 * Bytes of a terminal → what a person did. A pure fold: `decode(state, bytes)` gives events and the next state,
 * however the bytes are cut (in a character, in a sequence, in a paste marker). Only `flush` needs a clock: an ESC
 * that nothing follows within `escapeMs` was the Esc key.
 */

export interface KeyPress {
  type: 'key'
  /** `enter`, `escape`, `up`, `f1` … or the letter that goes with ctrl or alt. */
  name: string
  ctrl: boolean
  alt: boolean
  shift: boolean
}

export type Key =
  | KeyPress
  /** Typed or committed by an input method: one or more characters, no controls. */
  | { type: 'text'; text: string }
  /** Bracketed paste, whole, line ends as LF, otherwise exactly as it came. */
  | { type: 'paste'; text: string }
  /** The terminal answered that it speaks the kitty keyboard protocol. */
  | { type: 'kitty' }
  /** The terminal told its background (OSC 11), as `rgb:…`. */
  | { type: 'background'; colour: string }
  /** The window of the terminal got or lost the focus (CSI ?1004). */
  | { type: 'focus'; has: boolean }

export interface Decoder {
  /** Bytes of a character that is not whole yet. */
  bytes: Uint8Array
  /** Text of a sequence that is not whole yet. */
  text: string
  /** Text of a paste that is still open. */
  paste?: string
}

export const decoder: Decoder = { bytes: new Uint8Array(), text: '' }

/** Milliseconds that a lone ESC waits for the rest of a sequence: long enough for a slow line, too short to be felt. */
export const escapeMs = 30

const pasteStart = '\x1b[200~'
const pasteEnd = '\x1b[201~'
/** Sequences of keys are short; what is longer without an end is noise and is thrown away. */
const longestSequence = 64

/** Takes the next bytes of the terminal. */
export function decodeBytes(state: Decoder, chunk: Uint8Array): [Decoder, Key[]] {
  const bytes = state.bytes.length === 0 ? chunk : Buffer.concat([state.bytes, chunk])
  const cut = bytes.length - unfinishedBytes(bytes)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, cut))
  const keys: Key[] = []
  const next = readKeys({ ...state, bytes: Uint8Array.from(bytes.subarray(cut)) }, text, keys)
  return [next, keys]
}

/** Nothing more came: what waits is what it is. A lone ESC becomes the Esc key, half a sequence is dropped. */
export function flushDecoder(state: Decoder): [Decoder, Key[]] {
  if (state.paste !== undefined || state.text === '') return [state, []]
  const escapes = ['\x1b', '\x1b\x1b'].indexOf(state.text) + 1
  return [{ ...state, text: '' }, Array.from({ length: escapes }, () => keyPress('escape'))]
}

/** Return how many bytes at the end begin a UTF-8 character that is not whole: 0 to 3. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const needs = byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    return byte < 0xf8 && needs > back ? back : 0
  }
  return 0
}

function readKeys(state: Decoder, incoming: string, keys: Key[]): Decoder {
  let text = state.text + incoming
  let paste = state.paste
  while (text !== '') {
    if (paste !== undefined) {
      const end = text.indexOf(pasteEnd)
      if (end < 0) {
        // A part of the end marker stays behind; the rest is never searched again.
        const keep = partialMarker(text, pasteEnd)
        return {
          bytes: state.bytes,
          text: text.slice(text.length - keep),
          paste: paste + text.slice(0, text.length - keep),
        }
      }
      keys.push({ type: 'paste', text: (paste + text.slice(0, end)).replace(/\r\n?/g, '\n') })
      paste = undefined
      text = text.slice(end + pasteEnd.length)
      continue
    }
    const taken = readKey(text, keys)
    if (taken === 0) return { bytes: state.bytes, text }
    if (taken < 0) paste = ''
    text = text.slice(Math.abs(taken))
  }
  return { bytes: state.bytes, text, ...(paste === undefined ? {} : { paste }) }
}

/** Length of the longest end of `text` that is a start of `marker`. */
function partialMarker(text: string, marker: string): number {
  for (let size = Math.min(text.length, marker.length - 1); size > 0; size--) {
    if (text.endsWith(marker.slice(0, size))) return size
  }
  return 0
}

/** Reads one key from the start: how many units it took, 0 when it is not whole, negative when a paste begins. */
function readKey(text: string, keys: Key[]): number {
  if (text[0] !== '\x1b') return readPlain(text, keys)
  if (text.startsWith(pasteStart)) return -pasteStart.length
  if (text.length === 1) return 0
  const lead = text[1] as string
  if (lead === '[' || lead === 'O') return readSequence(text, keys)
  if (lead === ']') return readReply(text, keys)
  if (lead === '\x1b') {
    // ESC ESC: Alt with a sequence, or the Esc key twice.
    if (text.length === 2) return 0
    if (text[2] !== '[' && text[2] !== 'O') {
      keys.push(keyPress('escape'))
      return 1
    }
    const inner: Key[] = []
    const taken = readSequence(text.slice(1), inner)
    keys.push(...inner.map((key) => (key.type === 'key' ? { ...key, alt: true } : key)))
    return taken === 0 ? 0 : taken + 1
  }
  // ESC and a character: Alt. Some terminals send Alt + Enter as ESC CR.
  const character = String.fromCodePoint(text.codePointAt(1) as number)
  const [key] = controlKey(character)
  keys.push({ ...(key ?? keyPress(character.toLowerCase())), alt: true, shift: character !== character.toLowerCase() })
  return 1 + character.length
}

function readPlain(text: string, keys: Key[]): number {
  const [key] = controlKey(text[0] as string)
  if (key) {
    keys.push(key)
    return 1
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text ends where a control begins
  const end = text.search(/[\x00-\x1f\x7f]/)
  const run = end < 0 ? text : text.slice(0, end)
  keys.push({ type: 'text', text: run })
  return run.length
}

const named: Record<string, KeyPress> = {
  '\r': keyPress('enter'),
  '\n': keyPress('j', { ctrl: true }),
  '\t': keyPress('tab'),
  '\x7f': keyPress('backspace'),
  '\b': keyPress('backspace', { ctrl: true }),
  '\0': keyPress('space', { ctrl: true }),
  '\x1f': keyPress('_', { ctrl: true }),
}

function controlKey(character: string): [KeyPress?] {
  const known = named[character]
  if (known) return [known]
  const code = character.charCodeAt(0)
  if (code >= 1 && code <= 26) return [keyPress(String.fromCharCode(code + 96), { ctrl: true })]
  return code < 0x20 ? [keyPress(String.fromCharCode(code + 64), { ctrl: true })] : []
}

const finals: Record<string, string> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', M: 'enter', Z: 'tab' },
  ...{ P: 'f1', Q: 'f2', R: 'f3', S: 'f4' },
}
const tildes: Record<string, string> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  ...{ 11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6' },
  ...{ 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12' },
}
const codes: Record<number, string> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
  57414: 'enter',
}
/** kitty's codes for the keypad without Num Lock, from 57417 on. */
const keypad = ['left', 'right', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', 'insert', 'delete']

/** CSI and SS3 (ECMA-48; xterm "ctlseqs"; kitty keyboard protocol). Unknown ones are swallowed, never typed. */
function readSequence(text: string, keys: Key[]): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ESC leads
  const found = text[1] === 'O' ? /^\x1bO()([\x40-\x7e])/.exec(text) : /^\x1b\[([0-?]*)[ -/]*([@-~])/.exec(text)
  if (!found) return brokenLength(text)
  const [whole, parameters = '', final = ''] = found
  if (text[1] === '[' && parameters === '' && (final === 'I' || final === 'O'))
    keys.push({ type: 'focus', has: final === 'I' })
  else if (parameters.startsWith('?') && final === 'u') keys.push({ type: 'kitty' })
  else {
    const key = sequenceKey(parameters, final)
    if (key) keys.push(key)
  }
  return whole.length
}

/** Replies are short; what is longer without an end is no reply. */
const longestReply = 256

/** OSC: an answer of the terminal. Alt+] alone is one that never ends, and is passed over. */
function readReply(text: string, keys: Key[]): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: BEL or ST ends it
  const found = /^\x1b\](\d+);([^\x07\x1b]*)(?:\x07|\x1b\\)/.exec(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ESC may be the beginning of ST
  if (!found) return /^\x1b\]\d*(?:;[^\x07\x1b]*\x1b?)?$/.test(text) && text.length < longestReply ? 0 : 2
  if (found[1] === '11') keys.push({ type: 'background', colour: found[2] as string })
  return found[0].length
}

/** Not a whole sequence: wait for more, or give the ESC up when what follows can never become one. */
function brokenLength(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ESC leads
  const waits = /^\x1b(?:O|\[[0-?]*[ -/]*)$/.test(text)
  return waits && text.length < longestSequence ? 0 : Math.min(2, text.length)
}

function sequenceKey(parameters: string, final: string): Key | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';')
  const [modifiers = '1', kind] = second.split(':')
  if (kind === '3') return undefined // a key was let go
  const bits = Math.max(0, Number(modifiers || 1) - 1)
  const held = { shift: (bits & 1) > 0, alt: (bits & 2) > 0, ctrl: (bits & 4) > 0 }
  if (final === 'u') return unicodeKey(first, held)
  // With numbers it is where the cursor stands, and no F3.
  if (final === 'R' && parameters !== '') return undefined
  if (final === '~' && first === '27') return unicodeKey(third, held) // xterm, modifyOtherKeys
  const name = final === '~' ? tildes[first] : finals[final]
  if (!name) return undefined
  return keyPress(name, final === 'Z' ? { ...held, shift: true } : held)
}

/** Two-set Hangul layout: what the key with this letter types in Latin. Ctrl + ㅊ is Ctrl + C. */
const latin = Object.fromEntries(
  Array.from(
    'ㅂqㅈwㄷeㄱrㅅtㅛyㅕuㅑiㅐoㅔpㅁaㄴsㅇdㄹfㅎgㅗhㅓjㅏkㅣlㅋzㅌxㅊcㅍvㅠbㅜnㅡm'.matchAll(/(.)(.)/g),
    (pair) => [pair[1], pair[2]],
  ),
)

/**
 * The Latin letter on the key of a Hangul letter; other characters stay. For shortcuts while the input method is on.
 */
export function latinOf(character: string): string {
  return latin[character] ?? character
}

function unicodeKey(code: string, held: Partial<KeyPress>): Key | undefined {
  const point = Number(code.split(':')[0])
  if (!Number.isInteger(point) || point < 1 || point > 0x10ffff) return undefined
  const name = codes[point] ?? keypad[point - 57417]
  if (name) return keyPress(name, held)
  if (point >= 57344 && point <= 63743) return undefined // kitty's private codes: keys that type nothing
  const character = String.fromCodePoint(point)
  if (held.ctrl || held.alt) return keyPress(latinOf(character), held)
  return { type: 'text', text: held.shift ? character.toUpperCase() : character }
}

function keyPress(name: string, held: Partial<KeyPress> = {}): KeyPress {
  return { type: 'key', name, ctrl: false, alt: false, shift: false, ...held }
}
