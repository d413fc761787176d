import { excerptOf } from '../../memory/excerpt.ts'
import type { TurnSentences } from '../../messages/engine/turn.ts'
import type { ContextPart, Id, Message, SystemPart, ToolSchema } from '../../protocol/index.ts'
import { limits } from '../../protocol/index.ts'
import { keptByText } from '../../std/by-text.ts'
import { wrapInTag } from '../../std/text/quoted.ts'
import type { Thread } from '../../threads/thread.ts'

/** The pages that the system prompt is made of, as they stand on disk now. */
export interface Pages {
  base: string
  /** Instructions for the tools of this turn. */
  guide?: string
  persona: string
  workspace: string
  /** Project instructions (AGENTS.md) of a trusted folder; part of the workspace. */
  instructions: string
  agent: string
  personal: string
  /** Facts about the surface that shows the answer. */
  surface?: string
}

/** The part of what they could carry that pages of memory do carry: 0 to 1. */
export interface PageShare {
  /** Of workspace and agent memory. */
  shared: number
  personal: number
}
export const wholePages: PageShare = { shared: 1, personal: 1 }
/** Pages without any limit: where compaction is off, nothing is left out. */
export const everyLine: PageShare = { shared: Infinity, personal: Infinity }

/** Texts fetched for one message; each part is left out where it is empty. */
export interface FetchedTexts {
  documents?: string
  /** Memory lines. */
  recalled?: string
  /** Reminders that rang lately and that nobody answered. */
  rang?: string
  /** Things on the person's lists that the message speaks of. */
  lists?: string
  /** The deeds of the turn before. */
  receipt?: string
  /** Words of earlier conversations. */
  earlier?: string
}

/**
 * The system prompt, part by part, in the order of SPEC §2. What changes rarely comes first, and nothing of it
 * belongs to one turn: the two marked parts end prefixes that providers may cache, and the messages behind them stay
 * cached, too. Of a page of memory over its limit go the lines that `excerptOf` chooses. Empty parts are left out.
 */
export function composeSystem(
  pages: Pages,
  thread: Thread,
  today: string,
  sentences: TurnSentences,
  share: PageShare = wholePages,
): SystemPart[] {
  const { workspace, agent, personal } = memoryParts(pages, share)
  const heads = sentences.memoryHeads
  const parts: SystemPart[] = [
    { name: 'base', text: pages.base.trim() },
    { name: 'guide', text: pages.guide ?? '' },
    { name: 'persona', text: pages.persona.trim(), cache: true },
    { name: 'surface', text: pages.surface ?? '' },
    { name: 'date', text: today },
    {
      name: 'workspace',
      text: [headed(heads.workspace, workspace.text), pages.instructions.trim()].filter(Boolean).join('\n\n'),
    },
    { name: 'agent', text: headed(heads.agent, agent.text) },
    { name: 'personal', text: headed(heads.personal(thread.profile), personal.text), cache: true },
    { name: 'summaries', text: numberedSummaries(thread.summaries, sentences) },
    { name: 'mode', text: thread.mode === 'plan' ? sentences.planning : '' },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** Return lines under a heading that says whose they are and what; nothing where there are none. */
const headed = (head: string, text: string) => (text === '' ? '' : `${head}\n${text}`)

/** Return the fetched texts as parts of the message that goes to the model. */
export function contextParts(
  { recalled = '', earlier = '', rang = '', lists = '', receipt = '', documents }: FetchedTexts,
  sentences: TurnSentences,
): ContextPart[] {
  const parts: ContextPart[] = [
    { name: 'recalled', text: recalled },
    { name: 'earlier', text: earlier },
    { name: 'rang', text: rang },
    { name: 'lists', text: lists },
    { name: 'receipt', text: receipt },
    { name: 'documents', text: documents ? passagesPart(documents, sentences) : '' },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The messages without what was fetched for all but the newest one of the person. */
export function withoutOldContext(messages: readonly Message[]): Message[] {
  const newest = messages.findLast(({ role }) => role === 'user')
  return messages.map((message) => {
    if (message.role !== 'user' || !message.context || message === newest) return message
    const { context: _, ...rest } = message
    return rest
  })
}

/** Characters of pages whose texts are kept. */
const pagesKept = 2 << 20

/** A new string for each turn would be read whole by everything that knows pages by their text. */
const trimmed = keptByText((text) => text.trim(), pagesKept)

/**
 * Return the excerpts of the memory pages for every request, and the lines that have to be fetched for a turn that
 * needs them.
 */
export function memoryParts(pages: Pick<Pages, 'workspace' | 'agent' | 'personal'>, share: PageShare = wholePages) {
  const excerptPart = (scope: 'workspace' | 'agent' | 'personal', kept: number) => {
    const text = trimmed(pages[scope])
    return excerptOf(text, kept < 1 ? Math.min(text.length, limits.memory[scope]) * kept : limits.memory[scope])
  }
  return {
    workspace: excerptPart('workspace', share.shared),
    agent: excerptPart('agent', share.shared),
    personal: excerptPart('personal', share.personal),
  }
}

/** Retrieved passages: what they are, how to cite them, and fenced, so that none of them can end the part. */
function passagesPart(text: string, { documentsHead, documentsCite, untrusted }: TurnSentences): string {
  return `${documentsHead}\n${documentsCite}\n${untrusted}\n${wrapInTag('untrusted', text, ' source="documents"')}`
}

function numberedSummaries(summaries: readonly string[], sentences: TurnSentences): string {
  if (summaries.length === 0) return ''
  return [sentences.summaryHead, ...summaries.map((summary, i) => `${i + 1}. ${summary}`)].join('\n')
}

/**
 * The newest `count` messages, never beginning between a tool call and its result. With `turn` they are counted up to
 * that turn's input, and what came since is all there: while a turn calls tools, its requests begin alike, as caches
 * want it.
 */
export function lastMessages(messages: readonly Message[], count: number, turn?: Id): Message[] {
  const input = turn === undefined ? -1 : messages.findIndex(({ id }) => id === turn)
  let start = Math.max(0, (input < 0 ? messages.length : input + 1) - count)
  // Walk back from a result to the words that called it, so that neither is sent alone.
  while (start > 0 && messages[start]?.role === 'tool') start--
  return messages.slice(start)
}

/** The messages as the model is to know them: where somebody spoke over an answer, it says so. */
export function withSpokenMarks(messages: readonly Message[], { heardUpTo }: TurnSentences): Message[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || message.heard === undefined) return message
    const { heard, ...rest } = message
    return { ...rest, text: `${rest.text.slice(0, heard)}${heardUpTo} ${rest.text.slice(heard)}` }
  })
}

/** A rough count of tokens, by script: a Hangul letter is 1/1.45 token, others 1/3.8 (SPEC §2). */
export function estimateTokens(text: string): number {
  return tokensOf(sizeOf(text))
}

/** Letters of a text: all, and how many of them are Hangul. */
interface Size {
  chars: number
  hangul: number
}

const tokensOf = ({ chars, hangul }: Size) =>
  Math.ceil(hangul / limits.charsPerToken.hangul + (chars - hangul) / limits.charsPerToken.other)

function sizeOf(text: string): Size {
  let hangul = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x1100 && unit <= 0xffdc && unit < 0xe000) hangul++
  }
  return { chars: text.length, hangul }
}

const toolSizes = new WeakMap<ToolSchema, Size>()

/**
 * The size of a list of tools as JSON. The same tools stand in every request of a conversation: each is measured
 * once.
 */
function sizeOfTools(tools: readonly ToolSchema[]): Size {
  const sum = { chars: tools.length > 0 ? tools.length + 1 : 0, hangul: 0 }
  for (const tool of tools) {
    const size = toolSizes.get(tool) ?? sizeOf(JSON.stringify(tool))
    toolSizes.set(tool, size)
    sum.chars += size.chars
    sum.hangul += size.hangul
  }
  return sum
}

/** Characters of a whole request, the number that `contextMaxSize` bounds. */
export function requestChars(
  system: readonly SystemPart[],
  messages: readonly Message[],
  tools: readonly ToolSchema[],
): number {
  const texts = [...system.map(({ text }) => text), ...messages.map(messageText)]
  return texts.reduce((sum, text) => sum + text.length, sizeOfTools(tools).chars)
}

/** A rough count of a whole request's tokens. */
export function requestTokens(
  system: readonly SystemPart[],
  messages: readonly Message[],
  tools: readonly ToolSchema[],
): number {
  const texts = [...system.map(({ text }) => text), ...messages.map(messageText)]
  return texts.reduce((sum, text) => sum + estimateTokens(text), tokensOf(sizeOfTools(tools)))
}

/** Return the whole text of a message in a request: its words, its fetched context, and its calls. */
export function messageText(message: Message): string {
  if (message.role === 'user' && message.context)
    return [...message.context.map(({ text }) => text), message.text].join('\n\n')
  return message.role === 'assistant' && message.calls ? message.text + JSON.stringify(message.calls) : message.text
}
