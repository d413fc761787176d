import type { Json, JsonObject, Message, ToolFacts } from '../../protocol/index.ts'

/** More characters than this in a row out of a file are no quotation by chance; fewer where somebody may ask for it. */
const mostQuoted = { calm: 200, tainted: 60 }

/** Knowledge of the person that no other machine has to have. */
export interface PrivateKnowledge {
  messages: readonly Message[]
  /** Return the kind of text that a tool's results are; public text is not carried out. */
  readsOf(tool: string): ToolFacts['reads']
  /** Lines of memory that stand in every request, and summaries of what was said. */
  remembered: readonly string[]
  /** Return true for a text with a key of this program in it. */
  holdsKey(text: string): boolean
  /** Text from outside was read: it may ask for any piece of what is private. */
  tainted: boolean
}

/**
 * Return what arguments would carry to another machine: something that looks like a key or is one; a number or
 * password that stands in memory or in what was read, however it is spelled or encoded; or more than a quotation of
 * what was read. Undefined when nothing is found. Of encodings the usual ones are undone; of others a long random
 * string counts as a key.
 */
export function carriedBy(args: JsonObject, known: PrivateKnowledge): 'secret' | 'file' | undefined {
  const texts = textsIn(args)
  if (texts.some((text) => looksSecret(text) || known.holdsKey(text))) return 'secret'
  const read = known.messages.flatMap((message) => privateTexts(message, known))
  if (carriesValue(texts, [...read, ...known.remembered], known)) return 'secret'
  const most = known.tainted ? mostQuoted.tainted : mostQuoted.calm
  const long = texts.filter((text) => text.length > most)
  return long.some((text) => read.some((file) => sharesRun(text, file, most))) ? 'file' : undefined
}

/** Texts of a message that the person did not type here and that are not public. */
function privateTexts(message: Message, { readsOf }: PrivateKnowledge): string[] {
  if (message.role === 'tool') return unprivate.has(readsOf(message.name)) ? [] : [message.text]
  if (message.role !== 'user') return []
  const fetched = (message.context ?? []).map(({ text }) => text)
  return [...fetched, ...(message.text.match(attached) ?? [])]
}

/** Text that stands under the person's words without being theirs, as `userMessage` writes it. */
const attached = /<(file|beside) name="[^"]*">\n[\s\S]*?\n<\/\1>/g

/** The words that the person typed: not what they attached, nor what came through a pipe in their place. */
function typedText(message: Message): string[] {
  if (message.role !== 'user') return []
  const words = message.text.replace(attached, '')
  return message.untrusted && words === message.text ? [] : [words]
}

/** Values that the person typed here are theirs to send. */
function carriesValue(texts: readonly string[], sources: readonly string[], known: PrivateKnowledge): boolean {
  const sent = texts.flatMap((text) => spellingsOf(text, known.tainted)).map(squashText)
  const typed = known.messages.flatMap(typedText).flatMap((text) => [text, decodeText(text)].map(squashText))
  const isSent = (value: string) =>
    value.length > 0 && sent.some((text) => text.includes(value)) && !typed.some((text) => text.includes(value))
  return sources.some((source) => valuesIn(source, known.tainted).some((value) => isSent(squashText(value))))
}

/** A text in every spelling that another machine would understand: percent signs, backwards, base64 and hexadecimal. */
function spellingsOf(text: string, all: boolean): string[] {
  const plain = decodeText(text)
  if (!all) return [text, plain]
  const encoded = plain.match(/[A-Za-z0-9+/_=-]{6,}/g) ?? []
  const decoded = encoded.flatMap((word) => [
    Buffer.from(word, 'base64').toString(),
    ...(/^(?:[0-9a-f]{2})+$/i.test(word) ? [Buffer.from(word, 'hex').toString()] : []),
  ])
  return [text, plain, [...plain].reverse().join(''), ...decoded]
}

/** Letters and digits alone: blanks, dashes, dots and width of letters change nothing of a value. */
const squashText = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A password as people write it down. */
const password =
  /(?:password|passwd|passcode|비밀번호|비번|암호)(?:은|는|이|가|\s+is)?\s*[:=]?\s*["'‘“]?([^\s"'’”,.]{4,})/gi

/**
 * Passwords, and numbers of seven digits and more that are no date: accounts, telephones, cards, registrations. `all`:
 * also words with a digit in them.
 */
function valuesIn(text: string, all: boolean): string[] {
  const numbers = [...text.matchAll(/\d(?:[ -]?\d){6,}/g)].map(([found]) => found.replace(/[ -]/g, ''))
  const mixed = all ? (text.match(/[\p{L}\d][\p{L}\d_.@-]{5,}/gu) ?? []) : []
  return [
    ...Array.from(text.matchAll(password), ([, value = '']) => value).filter((value) => squashText(value).length > 3),
    ...numbers.filter((number) => !isDate(number)),
    ...mixed.filter((word) => /\d/.test(word) && /\p{L}/u.test(word) && squashText(word).length > 5),
  ]
}

/** A day, with or without a time behind it. */
const isDate = (digits: string) => /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:\d{4}|\d{6})?$/.test(digits)

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return text
  }
}

/** Results that hold nothing of the person's own. */
const unprivate: ReadonlySet<ToolFacts['reads']> = new Set(['web', 'nothing'])

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => (inner === undefined ? [] : textsIn(inner)))
}

/**
 * Shapes of keys as their makers document them: OpenAI and Anthropic, AWS, GitHub, GitLab, Google, Slack, Stripe,
 * Telegram bots, JSON Web Tokens (RFC 7519), PEM (RFC 7468).
 */
const shapes = [
  /\bsk-[A-Za-z0-9_-]{16,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}/,
  /\bglpat-[\w-]{20,}/,
  /\bAIza[\w-]{30,}/,
  /\bxox[abeprs]-[\w-]{10,}/,
  /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\b\d{8,10}:[\w-]{35}\b/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:api[_-]?key|secret|password|passwd|access[_-]?token|auth[_-]?token)["']?\s*[:=]\s*["']?[^\s"'&]{6,}/i,
]

function looksSecret(text: string): boolean {
  return shapes.some((shape) => shape.test(text)) || words(text).some(isRandom)
}

/** Unbroken runs of the letters that keys and their encodings are written in. */
function words(text: string): string[] {
  return text.match(/[A-Za-z0-9+/=_-]{32,}/g) ?? []
}

/**
 * Bits of Shannon entropy per character; hexadecimal has at most 4, prose in Latin letters about 4, base64 of noise
 * above 4.5.
 */
function isRandom(word: string): boolean {
  if (word.includes('/') && !word.includes('=') && word.split('/').every((part) => part.length < 32)) return false
  const hex = /^[0-9a-f]{32,}$/i.test(word)
  const mixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
  return hex || (mixed && entropy(word) > 4)
}

function entropy(word: string): number {
  const counts = new Map<string, number>()
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0)
}

/** A piece that a file repeats is compared this often. */
const mostTried = 20

/**
 * Return true if two texts share more than `most` characters in a row. A longer run holds one of the pieces that start
 * at every half of that.
 */
function sharesRun(text: string, file: string, most: number): boolean {
  const half = most / 2
  for (let at = 0; at + half <= text.length; at += half) {
    const piece = text.slice(at, at + half)
    let found = file.indexOf(piece)
    for (let tried = 0; found >= 0 && tried < mostTried; tried++, found = file.indexOf(piece, found + 1))
      if (runAround(text, at, file, found, half) > most) return true
  }
  return false
}

function runAround(text: string, at: number, file: string, found: number, length: number): number {
  let [before, after] = [0, length]
  while (before < at && before < found && text[at - before - 1] === file[found - before - 1]) before++
  while (at + after < text.length && text[at + after] === file[found + after]) after++
  return before + after
}
