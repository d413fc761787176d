import { ruleMessages } from '../../../messages/engine/rules.ts'
import type { Language } from '../../../messages/language.ts'
import { type Message, type ModelRequest, readAssessment, type ToolCall } from '../../../protocol/index.ts'
import { asPlainRequest, GIVE } from '../../../std/korean/grammar/ending.ts'
import { onlyAsks } from '../../../std/korean/grammar/only-asks.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { nfc } from '../../../std/korean/spelling/jamo.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { isStatement, noticeFacts } from '../facts/notice.ts'
import { isReport } from '../facts/statement-intent.ts'
import {
  type FoundPassages,
  type KnownFact,
  longestSentence,
  type MadeReminder,
  type Passage,
  type RequestAttachment,
  type Utterance,
} from '../intent.ts'
import { knownLists, type LastListDeed } from '../lists/known-lists.ts'
import { seedOf } from '../random-choice.ts'
import { requestedLanguage } from './language.ts'

/** A section of the system prompt. */
interface NamedText {
  name: string
  text: string
}

/** Where the person is and which language the assistant speaks unless they want another. */
export interface Place {
  zone: string
  language: Language
}

/** The person's last message, and everything the rules may look at with it. Undefined if nobody has said anything. */
export function parseRequest(request: ModelRequest, place: Place): Utterance | undefined {
  const last = request.messages.findLastIndex((message) => message.role === 'user')
  const message = request.messages[last]
  if (message?.role !== 'user') return undefined
  // Rules treat pasted text like typed text.
  const { words, attachments, beside } = split(nfc(message.text.replace(/\n<pasted>\n|\n<\/pasted>\n/g, '')))
  const context: NamedText[] = message.context ?? []
  const facts = [
    ...remembered([...request.system, ...context]),
    ...saidBefore(request.messages.slice(0, last), place.zone),
  ]
  const language = languageOf(words, facts, place.language)
  const made = madeBefore(request.messages.slice(0, last))
  const lastCall = lastCallOf(request.messages.slice(0, last))
  const lastList = listDeed(lastCall)
  const goesOn = followsUp(words) ? foundBefore(request.messages.slice(0, last)) : undefined
  const lines = words.split('\n').map(tidy).filter(Boolean)
  return {
    text: tidy(words),
    ...(lines.length > 1 ? { lines } : {}),
    asked: /[?？]\s*$/.test(words),
    now: new Date(message.at),
    zone: place.zone,
    language,
    tools: new Set(request.tools.flatMap(callable)),
    facts,
    found: foundIn(textOf(context, 'documents')),
    ...{ attachments, beside },
    seed: seedOf(message.id),
    before: request.messages.slice(0, last).findLast(({ role }) => role === 'assistant')?.text ?? '',
    said: split(request.messages.slice(0, last).findLast(({ role }) => role === 'user')?.text ?? '').words,
    ...(made ? { made } : {}),
    lists: knownLists(textOf(context, 'lists')),
    ...(lastList ? { lastList } : {}),
    ...(lastCall ? { lastTool: lastCall.name } : {}),
    ...(goesOn ? { goesOn } : {}),
    undone: isUndone(request.messages.slice(0, last)),
    rang: context.some(({ name }) => name === 'rang'),
    hinted: request.messages.some(
      ({ role, text }) => role === 'assistant' && text.includes(ruleMessages[language].possible),
    ),
    say: ruleMessages[language],
  }
}

/**
 * The names that may be called: a tool that loads others names them, and they run when they are called by their
 * names.
 */
const callable = ({ name, description }: ModelRequest['tools'][number]): string[] =>
  name === 'load_tools' ? [name, ...(description.match(/[a-z]+(?:_[a-z]+)*/g) ?? [])] : [name]

const textOf = (parts: readonly NamedText[], wanted: string): string =>
  parts.flatMap(({ name, text }) => (name === wanted ? [text] : [])).join('\n\n')

/** The last call of a tool in the turns that are still spoken of. */
function lastCallOf(messages: Message[]): ToolCall | undefined {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const turns = messages.slice(users.at(-recentTurns) ?? 0)
  const calls = turns.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []) : []))
  // A deed that was taken back is still spoken of.
  return calls.findLast(({ name }) => name !== 'undo')
}

/** Return true if the tools of the turn before did nothing, every one of them; one that takes back is no deed. */
function isUndone(messages: Message[]): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const outcomes = turn.flatMap((one) => (one.role === 'tool' && one.name !== 'undo' ? [one.outcome] : []))
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'denied' || outcome === 'error')
}

/** The deed to lists that "계란도" goes on with. */
function listDeed(call: ToolCall | undefined): LastListDeed | undefined {
  if (call?.name !== 'lists') return undefined
  const { action, list, to } = call.args
  const named = action === 'move' ? to : list
  return { action: String(action), ...(typeof named === 'string' ? { list: named } : {}) }
}

/** So many turns back a reminder is still what "그거" means, if nothing else was done since. */
const recentTurns = 3

/** The reminder that was last set or changed. Its number stands in the receipt: "[3번]", "[no. 3]". */
function madeBefore(messages: Message[]): MadeReminder | undefined {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const turns = messages.slice(users.at(-recentTurns) ?? 0)
  const calls = turns.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []) : []))
  const last = turns.findLast((one) => one.role === 'tool')
  const receipt =
    last?.role === 'tool' && last.outcome === 'ok' && /^(?:reminders|timer)$/.test(last.name) ? last : undefined
  const args = receipt && calls.find(({ id }) => id === receipt.call)?.args
  const id = /\[(?:no\. )?(\d+)번?\]/.exec(receipt?.text ?? '')?.[1]
  const at = new Date(String(args?.at))
  if (!args || !id || !['create', 'change'].includes(String(args.action)) || Number.isNaN(+at)) return undefined
  return { id, title: String(args.title ?? ''), at }
}

const attached = /(?:^|\n\n)<(file|beside) name="([^"\n]*)">\n([\s\S]*?)\n<\/\1>(?=\n\n<(?:file|beside) name="|\s*$)/g

/**
 * The words of the person, and the texts that stand under them, each as `<file name="…">`, or beside them. One short
 * line that came alone is the words.
 */
export function split(text: string): { words: string; attachments: RequestAttachment[]; beside: RequestAttachment[] } {
  const found = Array.from(text.matchAll(attached), ([, tag, name = '', body = '']) => ({
    tag,
    name,
    text: dataIn(body),
  }))
  const { file: attachments = [], beside = [] } = Object.groupBy(found, ({ tag }) => tag as 'file' | 'beside')
  const words = text.replace(attached, '').replace(spoken, '').trim()
  const [only, more] = attachments
  const alone = words === '' && only && !more && !/\n./.test(only.text.trim()) && only.text.length <= longestSentence
  return alone ? { words: only.text.trim(), attachments: [], beside } : { words, attachments, beside }
}

/** Who said it: whose request it is changes nothing of what the rules can do. */
const spoken = /^\s*<speaker>[^<\n]*<\/speaker>\n/

/** The text of an attachment from outside, without the mark for models. */
function dataIn(body: string): string {
  return /^<untrusted source="[^"\n]*">\n([\s\S]*)\n<\/untrusted>\n[^\n]*$/.exec(body)?.[1] ?? body
}

/**
 * Parts of a request that hold facts: what was fetched for this turn is older than what stands on the pages, and
 * comes first.
 */
const factParts = {
  earlier: 'said',
  recalled: 'personal',
  workspace: 'workspace',
  agent: 'agent',
  personal: 'personal',
} as const

/**
 * The `- ` lines of memory, without what people hide in comments, and what the person said in earlier conversations.
 */
function remembered(parts: readonly NamedText[]): KnownFact[] {
  return Object.entries(factParts).flatMap(([part, from]) => {
    const text = parts.filter(({ name }) => name === part).map((one) => one.text)
    const lines = nfc(text.join('\n'))
      .replace(/<!--.*?-->/gs, '')
      .split('\n')
      .filter((line) => /^\s*- \S/.test(line))
      .map((line) => line.replace(/^\s*- /, '').trim())
    if (part !== 'earlier') return lines.map((line) => ({ from, text: line }))
    return lines
      .flatMap((line) => /^\d{4}-\d\d-\d\d user: (.+)$/.exec(line)?.[1] ?? [])
      .filter((line) => !onlyAsks(line))
      .map((line) => ({ from, text: line }))
  })
}

/** The person's statements earlier in this conversation. */
function saidBefore(messages: Message[], zone: string): KnownFact[] {
  return messages.flatMap((message) => {
    if (message.role !== 'user') return []
    const { words } = split(nfc(message.text))
    const plain = isStatement(words) || isReport(words) ? [words] : []
    const noticed = noticeFacts(words, { now: new Date(message.at), zone })
    return [...plain, ...noticed.map((fact) => fact.text)].map((text) => ({ from: 'said' as const, text }))
  })
}

/** A command of the shell is typed alike in every language. */
const ofNoLanguage = /^(?:ls|ll|dir|pwd)(?:\s+[-./~]\S*)*$/i

/**
 * A remembered request comes first, the newest one; then the language that the person just wrote; then the usual one.
 */
function languageOf(words: string, facts: KnownFact[], usual: Language): Language {
  for (const text of [
    words,
    ...facts
      .filter((fact) => fact.from !== 'workspace')
      .toReversed()
      .map((fact) => fact.text),
  ]) {
    const requested = requestedLanguage(text)
    if (requested) return requested
  }
  // "dkssud" is 안녕 on the other layout of the keyboard.
  if (/[가-힣ㄱ-ㅎ]/.test(words) || /[가-힣]/.test(readSentence(words).text)) return 'ko'
  return /[a-z]{2}/i.test(words) && !ofNoLanguage.test(words) ? 'en' : usual
}

const fillers = patternOf('i')`
  ^(?:음+|어+|아+|좀|꼭|참|아참|맞다|안녕(?:하세요|하십니까)?(?=[,.!~]*\s+(?!반가|반갑|처음|여러)[가-힣]{1,3}[는가야이 ])|(?:한국어|한국말|
  영어) 말고(?=\s+(?:한국어|한국말|영어)로)|저기요?|있잖아요?|그럼|그러면|그런데|근데|그리고(?=\s)|혹시|자|야|비서야|hey|hi|hello(?=[,.!]?\s+\S+\s)|ok(?:ay)?|so|well|
  please|wait|h+m+|u+m+|oh|ah|btw|by the way|one more thing|quick question|계산(?: ?좀)? ?해${GIVE}[,.:]?|(?:can|
  could|would) you(?: please)?)[\s,.!~…]+
`
const endings = /(?:[\s?？!！.。~…,]|[ㅋㅎㅠㅜ]+|\^\^|please|부탁해요?|부탁드려요|(?<=.)[ ,]비서야)+$/i

/** "5!" is a product, and no number that is cried out. */
const factorial = /^(?:(?:what(?:'s| is)|calculate|how much is) )?[\d\s+\-*/^()!]*\d!$/i

/**
 * One line, plainly written, without fillers in front and without marks, laughter and politeness behind. What is
 * nothing but those stays as it is.
 */
export function tidy(words: string): string {
  let { text } = readSentence(words.replace(/[⟨⟩]/g, ' ').replace(/\s+/g, ' ').trim())
  if (factorial.test(text)) return text.replace(fillers, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = asPlainRequest(text.replace(fillers, '').replace(endings, '')) || before
  }
  return text
}

// A place is a line of its own. With blanks in the file's name it must begin a passage, or it may be a sentence that
// names a file.
const place = /^(?:\[\d+\] )?[-*#[\s]*(\S(?:.*\S)?\.[a-z0-9]+(?::\d+| p\. ?\d+))[\])]?:?\s*$/i
const fenced = /<untrusted[^>]*>\n([\s\S]*?)\n<\/untrusted>/

/** What a search of the documents found, with what it says of itself in its last line. */
export function foundIn(part: string): FoundPassages {
  const { text, assessment } = readAssessment(fenced.exec(part)?.[1] ?? part)
  return { passages: passagesOf(text), ...(assessment ? { assessment } : {}) }
}

/**
 * The passages of the documents part: each stands under its place, "file:line" or "file p. 3", which may have a
 * number.
 */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  let before = ''
  for (const line of nfc(fenced.exec(text)?.[1] ?? text).split('\n')) {
    const found = place.exec(line)?.[1]
    const begins = passages.length === 0 || before.trim() === ''
    const last = passages.at(-1)
    if (found && (begins || !/\s/.test(found))) passages.push({ place: found, text: '' })
    else if (last) last.text += `${line}\n`
    before = line
  }
  return passages.map((one) => ({ ...one, text: one.text.trim() })).filter((one) => one.text)
}

/** Words that take up what was just answered: "그럼 수습은?", "그 문서에 위약금도 있어?", "what about interns?". */
const takesUp = patternOf('i')`
    ^(?:그럼|그러면|그렇다면|거기|그건|그거|그 ?(?:문서|파일|계약서|규정|책|글|회의록|보고서)|같은 (?:문서|파일)|and\b|then\b|what about|how about|
    in (?:that|the same)\b|does it\b)`
/** A subject without a verb asks the same of something else. */
const subjectOnly = /^\S+(?: \S+)?(?:은|는|도)(?:요)?$/

function followsUp(words: string): boolean {
  const said = words.trim().replace(endings, '')
  return takesUp.test(said) || (/[?？]\s*$/.test(words) && said.length <= 14 && subjectOnly.test(said))
}

/** What the turn before looked up in the documents, and in which it found something. */
function foundBefore(messages: Message[]): Utterance['goesOn'] {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[last]
  if (message?.role !== 'user') return undefined
  const after = messages.slice(last + 1)
  const results = after.flatMap((one) =>
    one.role === 'tool' && /^(?:search|read)_documents$/.test(one.name) ? [one.text] : [],
  )
  const context = (message.context ?? []).filter(({ name }) => name === 'documents').map(({ text }) => text)
  const places = [...results, ...context].flatMap((text) => foundIn(text).passages.map(({ place }) => place))
  const names = places.map((place) => (place.split('/').at(-1) ?? place).replace(/(?::\d+| p\. ?\d+)$/, ''))
  if (names.length === 0) return undefined
  const calls = after.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []) : []))
  const query = calls.find(({ name }) => name === 'search_documents')?.args.query
  return { question: typeof query === 'string' ? query : split(nfc(message.text)).words, names: [...new Set(names)] }
}
