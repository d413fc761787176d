import { createHash } from 'node:crypto'
import type { PlacedFact } from '../../memory/notebook.ts'
import type { Confidence } from '../../memory/provenance/confidence.ts'
import { confidenceOf } from '../../memory/provenance/confidence.ts'
import { memoryMessages } from '../../messages/engine/memory.ts'
import { memoryTrustMessages } from '../../messages/engine/memory-trust.ts'
import type { Language } from '../../messages/language.ts'
import { hasClosedFiles } from '../../std/fs/damage.ts'
import { lastDay } from '../../std/korean/dates/until.ts'
import type { When } from '../../std/time/calendar.ts'
import type { MemoryAdmin } from './memory-admin.ts'

/**
 * A line that a person is to judge, and how far it can be relied on. Its number is made of its words, so that it
 * means the same line when others are gone.
 */
export interface Reviewed extends PlacedFact {
  number: number
  confidence: Confidence
}

/** A person's verdict about a line: it is right, it says something else, it goes, it holds until a day. */
export const verdicts = ['keep', 'edit', 'forget', 'expire'] as const
export type ReviewVerdict = (typeof verdicts)[number]

const order: Record<Confidence, number> = { doubtful: 0, likely: 1, sure: 2 }

/**
 * Every remembered line, what is to be checked first: text from outside, then what was noticed, then the rest; each
 * oldest first.
 */
export async function linesToReview(memory: Pick<MemoryAdmin, 'list'>): Promise<Reviewed[]> {
  const facts = (await memory.list()).map((fact) => ({ ...fact, confidence: confidenceOf(fact) }))
  const dayOf = ({ from }: PlacedFact) => from?.date ?? ''
  facts.sort((a, b) => order[a.confidence] - order[b.confidence] || dayOf(a).localeCompare(dayOf(b)))
  const digits = facts.map(digitsOf)
  // As short as tells them all apart.
  let length = shortest
  while (length < longest && new Set(digits.map((all) => all.slice(0, length))).size < facts.length) length++
  return facts.map((fact, n) => ({ ...fact, number: Number(digits[n]?.slice(0, length)) }))
}

const shortest = 3
const longest = 15

/** Fifteen digits for a line, by its page and words. */
function digitsOf({ scope, text }: PlacedFact): string {
  const hash = createHash('sha256').update(`${scope} ${text}`).digest()
  return String(10 ** (longest - 1) + Number(hash.readBigUInt64BE() % BigInt(9 * 10 ** (longest - 1))))
}

/** The line that a number means, also one that was shown with fewer or more digits; undefined for none or several. */
export function findNumbered(all: readonly Reviewed[], number: string): Reviewed | undefined {
  if (!/^\d{3,15}$/.test(number)) return undefined
  const [found, other] = all.filter((fact) => digitsOf(fact).startsWith(number))
  return other ? undefined : found
}

/** A line of the review as it is shown: number, words, and all that is known of it. */
export function reviewLine({ number, text, file, line, from, confidence }: Reviewed, language: Language): string {
  const say = memoryTrustMessages[language]
  const notes = [`${file}:${line}`, from?.date, say.confidence[confidence], from?.until && say.until(from.until)]
  return `${number}. ${text} (${notes.filter(Boolean).join(', ')})`
}

/** Carries a verdict out; returns the sentence about it, with `done` false where nothing was changed. */
export async function applyVerdict(
  memory: MemoryAdmin,
  fact: PlacedFact,
  verdict: ReviewVerdict,
  value: string,
  { language, ...said }: When & { language: Language },
): Promise<{ done: boolean; text: string }> {
  const [say, words] = [memoryTrustMessages[language], memoryMessages[language]]
  const place = `${fact.file}:${fact.line}`
  const outcomeOf = (changed: object | undefined, text: string) =>
    changed ? { done: true, text } : { done: false, text: say.changedSince(fact.text) }
  if (verdict === 'keep')
    return outcomeOf(await memory.rewrite(fact, { text: fact.text, sure: true }), say.kept(fact.text))
  if (verdict === 'forget')
    return outcomeOf(await memory.forget(fact.text, fact.scope), words.forgotten(fact.text, place))
  if (verdict === 'edit') {
    if (value.trim() === '') return { done: false, text: words.nothing }
    return outcomeOf(await memory.rewrite(fact, { text: value, sure: true }), words.merged(value.trim(), place))
  }
  const until = lastDay(value, said)
  if (until === undefined) return { done: false, text: say.noDay(value) }
  return outcomeOf(await memory.rewrite(fact, { text: fact.text, until }), say.expires(fact.text, until))
}

/** The review as lines of words: all of it, or what became of `<number> <verdict> [value]`. */
export async function reviewReport(
  memory: MemoryAdmin,
  words: string,
  said: When & { language: Language },
): Promise<string[]> {
  const all = await linesToReview(memory)
  const say = memoryTrustMessages[said.language]
  const [number = '', verdict = '', ...value] = words.split(/\s+/).filter(Boolean)
  if (number === '')
    return all.length === 0
      ? [memoryMessages[said.language][hasClosedFiles() ? 'unreadable' : 'nothingYet']]
      : [...all.map((fact) => reviewLine(fact, said.language)), say.reviewInChat]
  const fact = findNumbered(all, number)
  if (!fact) return [say.noNumber(number)]
  return isVerdict(verdict)
    ? [(await applyVerdict(memory, fact, verdict, value.join(' '), said)).text]
    : [say.reviewInChat]
}

/** Return true if a word is one of the verdicts. */
export const isVerdict = (word: string): word is ReviewVerdict => (verdicts as readonly string[]).includes(word)
