/**
 * The one door between foreign text (a model, a tool, a file, the network) and a terminal. What passes it can only put
 * visible characters, line ends and tabs on the screen.
 */

/**
 * ESC-led and 8-bit sequences that are whole: strings (OSC, DCS, APC, PM, SOS) with their end, CSI, and two-byte ones
 * (ECMA-48).
 */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this file is about
  /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]+[0-~]|\x1b[0-Z\\^_`a-~]/g

/**
 * Characters that must never stand on a screen unseen: C0 and C1 but tab and line feed, DEL, direction marks,
 * embeddings, overrides and isolates, the byte order mark, interlinear and tag characters, lone surrogates. Joiners
 * stay: emoji and scripts need them.
 */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this file is about
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu

/** A quick look first: most text has nothing to take away. Hangul, Han and Latin never reach the slow patterns. */
const suspicious =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this file is about
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/

/**
 * Makes foreign text safe for a terminal. Whole escape sequences vanish; of a broken one only the control characters
 * do, so that its text stays readable. CR LF, a lone CR and the Unicode line ends become LF: nothing can overwrite a
 * line.
 */
export function sanitise(text: string): string {
  if (!suspicious.test(text)) return text
  return text
    .replace(sequences, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(forbidden, '')
}

/** Like `sanitise`, for a place that has one line: line ends and tabs become blanks. */
export function sanitiseLine(text: string): string {
  return sanitise(text).replace(/\s*\n\s*|\t/g, ' ')
}

/** Everything that would not be seen: format characters, odd blanks, fillers, combining joiners, private use. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this file is about
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked at alone
  /[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\p{Co}\p{Cs}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/**
 * Makes every character visible, for approval cards: what is read is what will run. C0 controls become their pictures
 * (␛), the others their code point (⟨U+202E⟩). Line feeds stay line feeds; nothing is dropped, nothing is shortened.
 */
export function showHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) as number
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    if (code === 0x7f) return '␡'
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
