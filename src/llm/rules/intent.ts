import type { ruleMessages } from '../../messages/engine/rules.ts'
import type { Language } from '../../messages/language.ts'
import type { JsonObject } from '../../protocol/index.ts'

/** Characters. Nobody puts one request of the kinds known here into more; longer words are a text, not a request. */
export const longestSentence = 300

/** A line that the person once gave: from a memory page, or said earlier in this conversation. Oldest first in any list. */
export interface KnownFact {
  text: string
  from: 'workspace' | 'agent' | 'personal' | 'said'
}

/** A passage that was found for this question; `place` is how it is cited ("handbook.md:12"). */
export interface Passage {
  place: string
  text: string
}

/** Text that came with the person's words but is not theirs: piped or attached. */
export interface RequestAttachment {
  name: string
  text: string
}

/** Everything the rules may look at: one sentence of a person and what was sent along with it. */
export interface Utterance {
  /** The person's words, tidied: NFC, single blanks, no filler in front, no mark or laughter at the end. */
  text: string
  /** It ended with a question mark. */
  asked: boolean
  /** When the person said it, and where they are. */
  now: Date
  zone: string
  /** Of the answer. */
  language: Language
  tools: ReadonlySet<string>
  facts: KnownFact[]
  passages: Passage[]
  attachments: RequestAttachment[]
  /** What is answered by it, or was said around it. */
  beside: RequestAttachment[]
  /** Out of the message's id: whatever is drawn by lot is drawn from it. */
  seed: number
  /** What the assistant said last in this conversation, before this message; '' at its beginning. */
  before: string
  /** The reminder that was set or changed just before: what "8시로" and "취소" speak of. */
  made?: MadeReminder
  /** A reminder rang lately and waits for an answer: what "응 방금 먹었어" speaks of. */
  rang: boolean
  /** It was told already in this conversation what can be done without a model. */
  hinted: boolean
  say: (typeof ruleMessages)['ko']
}

/** A reminder of the turn before. */
export interface MadeReminder {
  id: string
  title: string
  at: Date
}

/** One tool call that is wanted, still without an id. */
export interface IntentCall {
  name: string
  args: JsonObject
}

/** One understood request. A sentence may hold several. */
export interface Intent {
  /** How closely the rule fits: 3 = the very phrase or a sum, 2 = a whole pattern, 1 = a loose one. The highest wins. */
  weight: 1 | 2 | 3
  call?: IntentCall
  /** The answer, out of the tool's result ('' without a call). Only asked for when the tool succeeded. */
  answer(result: string): string
}

/** A room of the grammar. It speaks only when it can explain the whole sentence; a word left over means: not mine. */
export type Family = (utterance: Utterance) => Intent | undefined
