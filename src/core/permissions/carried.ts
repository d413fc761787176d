import type { Json, JsonObject, Message, ToolFacts } from '../../protocol/index.ts'

/** More characters than this in a row out of a file are no quotation by chance. */
const mostOfFile = 200

/** Knowledge of the person that no other machine has to have. */
export interface PrivateKnowledge {
  messages: readonly Message[]
  /** Return the kind of text that a tool's results are; public text is not carried out. */
  readsOf(tool: string): ToolFacts['reads']
  /** Lines of memory that stand in every request. */
  remembered: readonly string[]
  /** Return true for a text with a key of this program in it. */
  holdsKey(text: string): boolean
  /** Text from outside was read: it may ask for any piece of what is private. */
  tainted: boolean
}

/**
 * Return what arguments would carry to another machine: something that looks like a key or is one; a number or
 * password that stands in memory or in what was read; or more than 200 characters in a row of what was read. Undefined
 * when nothing is found. Encoded text is not decoded: a long random string counts as a key instead.
 */
export function carriedBy(args: JsonObject, known: PrivateKnowledge): 'secret' | 'file' | undefined {
  const texts = textsIn(args)
  if (texts.some((text) => looksSecret(text) || known.holdsKey(text))) return 'secret'
  const read = known.messages.flatMap((message) =>
    message.role === 'tool' && !unprivate.has(known.readsOf(message.name)) ? [message.text] : [],
  )
  if (carriesValue(texts, [...read, ...known.remembered], known)) return 'secret'
  const long = texts.filter((text) => text.length > mostOfFile)
  return long.some((text) => read.some((file) => sharesRun(text, file))) ? 'file' : undefined
}

/** Values that the person typed here are theirs to send. */
function carriesValue(texts: readonly string[], sources: readonly string[], known: PrivateKnowledge): boolean {
  const sent = texts.map(decodeText)
  const typed = known.messages.flatMap(({ role, text }) => (role === 'user' ? [decodeText(text)] : []))
  const mine = new Set(typed.flatMap((text) => valuesIn(text, true)))
  const wanted = new Set(sent.flatMap((text) => valuesIn(text, known.tainted)).filter((value) => !mine.has(value)))
  const isSent = (value = '') =>
    sent.some((text) => text.includes(value)) && !typed.some((text) => text.includes(value))
  return sources.some(
    (source) =>
      [...source.matchAll(password)].some(([, value]) => isSent(value)) ||
      (wanted.size > 0 && valuesIn(source, known.tainted).some((value) => wanted.has(value))),
  )
}

/** A password as people write it down. */
const password =
  /(?:password|passwd|passcode|비밀번호|비번|암호)(?:은|는|이|가|\s+is)?\s*[:=]?\s*["'‘“]?([^\s"'’”,.]{4,})/gi

/**
 * Numbers of seven digits and more that are no date: accounts, telephones, cards, registrations. `all`: also words
 * with a digit in them.
 */
function valuesIn(text: string, all: boolean): string[] {
  const numbers = [...text.matchAll(/\d(?:[ -]?\d){6,}/g)].map(([found]) => found.replace(/[ -]/g, ''))
  const mixed = all ? (text.match(/[\p{L}\d][\p{L}\d_.@-]{5,}/gu) ?? []) : []
  return [
    ...numbers.filter((number) => !isDate(number)),
    ...mixed.filter((word) => /\d/.test(word) && /\p{L}/u.test(word)),
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
 * Return true if two texts share more than 200 characters in a row. A longer run holds one of the pieces that start at
 * every 100th.
 */
function sharesRun(text: string, file: string): boolean {
  const half = mostOfFile / 2
  for (let at = 0; at + half <= text.length; at += half) {
    const piece = text.slice(at, at + half)
    let found = file.indexOf(piece)
    for (let tried = 0; found >= 0 && tried < mostTried; tried++, found = file.indexOf(piece, found + 1))
      if (runAround(text, at, file, found, half) > mostOfFile) return true
  }
  return false
}

function runAround(text: string, at: number, file: string, found: number, length: number): number {
  let [before, after] = [0, length]
  while (before < at && before < found && text[at - before - 1] === file[found - before - 1]) before++
  while (at + after < text.length && text[at + after] === file[found + after]) after++
  return before + after
}
