import type { ruleMessages } from '../../messages/engine/rules.ts'
import type { Language } from '../../messages/language.ts'
import type { Assessment, JsonObject } from '../../protocol/index.ts'
import type { KnownLists, LastListDeed } from './lists/known-lists.ts'

/** Maximum length of a request, in characters; longer input is text, not a request. */
export const longestSentence = 300

/** A statement of the person: from a memory page or from this conversation. Lists are ordered oldest first. */
export interface KnownFact {
  text: string
  from: 'workspace' | 'agent' | 'personal' | 'said'
}

/** A passage that was found for this question; `place` is how it is cited ("handbook.md:12"). */
export interface Passage {
  place: string
  text: string
}

/** Passages with how far they answer the question, where the search could tell. */
export interface FoundPassages {
  passages: Passage[]
  assessment?: Assessment
}

/** Text that was piped or attached, and is not the person's own. */
export interface RequestAttachment {
  name: string
  text: string
}

/** Everything the rules may look at: one sentence of a person and what was sent along with it. */
export interface Utterance {
  /** The person's words, tidied: NFC, single blanks, no filler in front, no mark or laughter at the end. */
  text: string
  /** Its lines, where it has several: messages that were sent at once come as lines. */
  lines?: string[]
  /** It ended with a question mark. */
  asked: boolean
  /** The time of the message, and the person's time zone. */
  now: Date
  zone: string
  /** The language of the answer. */
  language: Language
  tools: ReadonlySet<string>
  facts: KnownFact[]
  found: FoundPassages
  /** The question before, where this one goes on with it, and the documents that answered it. */
  goesOn?: { question: string; names: string[] }
  attachments: RequestAttachment[]
  /** Attached texts and passages. */
  beside: RequestAttachment[]
  /** Seed for random choices, derived from the message's id. */
  seed: number
  /** The assistant's previous answer in this conversation; '' if there is none. */
  before: string
  /** The person's words before; '' if these are the first. */
  said: string
  /** The reminder that was set or changed just before: what "8시로" and "취소" speak of. */
  made?: MadeReminder
  /** The person's lists, and the things on them that the words may mean. */
  lists: KnownLists
  /** The tool that the turns before called last. */
  lastTool?: string
  /** The deed of the turn before was refused or failed: there is nothing of it to take back. */
  undone: boolean
  /** The last deed to lists in the turns before. */
  lastList?: LastListDeed
  /** A reminder rang lately and waits for an answer: what "응 방금 먹었어" speaks of. */
  rang: boolean
  /** True if this conversation has already listed what works without a model. */
  hinted: boolean
  say: (typeof ruleMessages)['ko']
}

/** A reminder of the previous turn. */
export interface MadeReminder {
  id: string
  title: string
  at: Date
}

/** A requested tool call, without an id yet. */
export interface IntentCall {
  name: string
  args: JsonObject
}

/** A recognised request. A sentence may contain several. */
export interface Intent {
  /** Fit of the rule: 3 = the very phrase or a sum, 2 = a whole pattern, 1 = a loose one. The highest wins. */
  weight: 1 | 2 | 3
  call?: IntentCall
  /** Builds the answer from the tool's result ('' without a call). Called only if the tool succeeded. */
  answer(result: string): string
  /** Looked up beside it, and answers where this one says nothing (`''`). */
  otherwise?: Intent
}

/** A family of intents. It matches only if it accounts for every word of the sentence. */
export type Family = (utterance: Utterance) => Intent | undefined
