import type { Language } from '../../messages/language.ts'
import type { Message, ModelPart, ModelRequest, Provider, ToolCall } from '../../protocol/index.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { loadRecurrence } from '../../std/time/recurrence.ts'
import { noticeFacts } from './facts/notice.ts'
import type { Intent, Utterance } from './intent.ts'
import { extractSummary, titleOf } from './intents/summary.ts'
import { isOwned, understand } from './match-intents.ts'
import { type OpenRequest, openRequestOf } from './open-request.ts'
import { type Place, parseRequest, split } from './parse/parse-request.ts'
import { routeOf } from './route.ts'
import { declined } from './topics/unsupported-topics.ts'

export { noticeFacts } from './facts/notice.ts'
export { extractSummary, linesToKeep } from './intents/summary.ts'

/** The person's own text in a message, without attachments. */
export function ownWords(text: string): string {
  return split(text).words
}

/** An answer: text, or tool calls that come first. */
interface Reply {
  text: string
  calls: ToolCall[]
}

/**
 * The embedded provider: rules, no model, nothing outside. It sees what any model sees and asks for tools as any
 * model does. The same request gets the same answer; the time is that of the person's message. It never throws but
 * for an aborted signal.
 */
export function createOffline(place: Place): Provider {
  return async function* (request, signal) {
    signal.throwIfAborted()
    yield { type: 'opened' }
    const { text, calls } = replyTo(request, await readRound(request, place), place)
    for (const piece of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      // One turn of the loop per word: whoever reads can show it, and an abort is seen between any two.
      await undefined
      signal.throwIfAborted()
      yield { type: 'text', text: piece } satisfies ModelPart
    }
    for (const call of calls) yield { type: 'call', call }
    const stop = calls.length > 0 ? 'tools' : text ? 'end' : 'empty'
    yield { type: 'end', stop, usage: { input: 0, output: 0, cached: 0, costUsd: 0 }, model: 'rules' }
  }
}

/** The person's last words as rules read them. */
interface Round {
  utterance: Utterance
  /** The thing they ask for; looked for when it is first wanted. */
  intents(): Intent[]
}

/** The latest readings, each with all that it was read from: of no use once its turn has ended. */
const readings = new Map<Message, { from: readonly unknown[]; round: Round }>()
/** Turns that go on at once in a process. */
const mostReadings = 64

/**
 * Read the last words of a request. The rounds of a turn differ in what follows its words, of which a reading takes
 * nothing but whether it says what works: the second one gets the reading of the first.
 */
async function readRound(request: ModelRequest, place: Place): Promise<Round | undefined> {
  const last = request.messages.findLastIndex(({ role }) => role === 'user')
  const message = request.messages[last]
  if (!message) return undefined
  const before = request.messages.slice(0, last)
  const system = request.system.flatMap(({ name, text }) => [name, text])
  const added = request.messages.slice(last + 1).map(({ role, text }) => (role === 'assistant' ? text : ''))
  const from = [
    place.zone,
    place.language,
    added.join(''),
    ...system,
    request.tools.length,
    ...request.tools,
    ...before,
  ]
  const known = readings.get(message)
  if (known && known.from.length === from.length && known.from.every((one, at) => one === from[at])) return known.round
  const utterance = parseRequest(request, place)
  if (!utterance) return undefined
  if (mayRepeat(utterance)) await loadRecurrence()
  let intents: Intent[] | undefined
  const round = { utterance, intents: () => (intents ??= understand(utterance)) }
  readings.delete(message)
  readings.set(message, { from, round })
  for (const oldest of readings.keys()) {
    if (readings.size <= mostReadings) break
    readings.delete(oldest)
  }
  return round
}

/** The part of a request that rules read: whether they answer it to its last word, and which deed it leaves open. */
export async function readRequest(request: ModelRequest, place: Place): Promise<ReadRequest> {
  const round = await readRound(request, place)
  if (!round) return { isOwned: false }
  const { utterance } = round
  const owned = isOwned(utterance)
  // A question of the rules back to the person is no deed yet.
  const isDone = owned && round.intents().some(({ call, weight }) => call || weight === 3)
  const open = isDone ? undefined : openRequestOf(utterance)
  return { isOwned: owned, open, asked: owned || open ? undefined : askedOf(utterance) }
}

/** How far rules read a request. */
export interface ReadRequest {
  isOwned: boolean
  open?: OpenRequest | undefined
  /** A question with the lines that may answer it, where no rule could tell. */
  asked?: AskedLines | undefined
}

/** A question, and lines of memory and documents, those with their place. */
interface AskedLines {
  question: string
  language: Language
  lines: { text: string; place?: string }[]
}

/** One's own things, of which memory may speak. */
const OWN =
  /(?:^|\s)(?:나|내|제|저|우리)(?:는|은|가|의|한테)?(?:\s|$)|난\s|\b(?:my|am I|do I|did I|can I|I am|our|we)\b/i

function askedOf(utterance: Utterance): AskedLines | undefined {
  const { text, asked, facts, found, language } = utterance
  if (!asked && !readSentence(text).ending.asks) return undefined
  const notes = OWN.test(text) ? facts.filter(({ from }) => from !== 'said').map((fact) => ({ text: fact.text })) : []
  const passages = found.passages.flatMap(({ place, text: passage }) =>
    passage.split('\n').flatMap((line) => (line.trim() ? [{ text: line.trim(), place }] : [])),
  )
  const lines = [...notes.toReversed(), ...passages]
  return lines.length > 0 ? { question: text, language, lines } : undefined
}

/** Return true if the last words speak of something that repeats: what counts rules is loaded only for those. */
function mayRepeat(utterance: Utterance): boolean {
  return (
    [utterance.text, utterance.before].some((said) => repeats.test(said)) ||
    readSentence(utterance.text).recurrence(utterance) !== undefined
  )
}
const repeats = patternOf('i')`
  [매격]|마다|달|평일|주중|주말|간격|[~–-]|[월화수목금토]\s?[화수목금토일]|\b(?:every|each|daily|hourly|weekly|monthly|yearly|annually|
  quarterly|on|twice|times|mon|tue|wed|thu|fri)\b|번
`

function replyTo(request: ModelRequest, round: Round | undefined, place: Place): Reply {
  const words = (text: string): Reply => ({ text, calls: [] })
  switch (request.purpose) {
    case 'reply':
      return converse(request, round)
    case 'summary':
      return words(extractSummary(material(request)))
    case 'facts':
      return words(
        JSON.stringify({
          facts: request.messages.flatMap((one) =>
            one.role === 'user' ? noticeFacts(split(one.text).words, { now: new Date(one.at), zone: place.zone }) : [],
          ),
        }),
      )
    case 'title':
      return words(titleOf(firstWords(request)))
    case 'route':
      return words(JSON.stringify(routeOf(lastWords(request))))
    // Slots are read by code before a model is asked; what that code could not read, rules cannot either.
    case 'slots':
      return words(JSON.stringify({ operations: [] }))
    // Rules see no more in passages than the search that found them: their order stays.
    case 'rerank':
      return words(JSON.stringify({ scores: [] }))
    // The lines of documents for a task are chosen by rules of its own, without asking here.
    case 'lines':
      return words(JSON.stringify({ lines: [] }))
    // Rules see no pictures.
    case 'letters':
      return words('')
    default:
      return request.purpose satisfies never
  }
}

function material({ messages }: ModelRequest): string {
  return messages
    .filter((message) => message.role !== 'tool')
    .map((message) => message.text)
    .join('\n')
}

/** The person's own text, without attachments. */
function firstWords({ messages }: ModelRequest): string {
  return split(messages.find((message) => message.role === 'user')?.text ?? '').words
}

function lastWords({ messages }: ModelRequest): string {
  return split(messages.findLast((message) => message.role === 'user')?.text ?? '').words
}

/** Matches the sentence. If its tools have run, answers with their results; otherwise requests them. */
function converse(request: ModelRequest, round: Round | undefined): Reply {
  const message = request.messages.findLast((one) => one.role === 'user')
  if (!round || !message) return { text: '', calls: [] }
  const { utterance } = round
  const intents = round.intents()
  if (intents.length === 0) return { text: declined(utterance), calls: [] }
  const looked = intents.flatMap((intent) => (intent.otherwise ? [intent, intent.otherwise] : [intent]))
  const calls = looked.map((intent, index) => callOf(intent, `${message.id}-${index}`))
  const results = resultsAfter(request.messages, message)
  if (results.size === 0 && calls.some(Boolean) && calls.every((call) => !call || utterance.tools.has(call.name)))
    return { text: '', calls: calls.flatMap((call) => call ?? []) }
  const tellOne = (intent: Intent) => tell(utterance, intent, results.get(calls[looked.indexOf(intent)]?.id ?? ''))
  const told = intents.map((intent) => tellOne(intent) || (intent.otherwise ? tellOne(intent.otherwise) : ''))
  return { text: [...new Set(told)].filter(Boolean).join('\n'), calls: [] }
}

function callOf({ call }: Intent, id: string): ToolCall | undefined {
  return call && { id, name: call.name, args: call.args }
}

type Result = Extract<Message, { role: 'tool' }>

function resultsAfter(messages: Message[], last: Message): Map<string, Result> {
  const after = messages.slice(messages.indexOf(last) + 1)
  return new Map(after.flatMap((message) => (message.role === 'tool' ? [[message.call, message] as const] : [])))
}

/** The answer of one intent: the tool's result, the reason for its failure, or the missing tool. */
function tell({ say }: Utterance, intent: Intent, result: Result | undefined): string {
  if (!intent.call) return intent.answer('')
  if (!result) return say.lacks(intent.call.name)
  switch (result.outcome) {
    case 'ok':
      return intent.answer(result.text)
    case 'denied':
      // The refusal contains the reason: no person present, a remote origin, or the person's own words.
      return result.text.trim() || say.denied
    case 'unknown':
    case 'cancelled':
      return say.unfinished
    case 'error':
    case 'timeout':
      return say.failed(result.text)
    default:
      return result.outcome satisfies never
  }
}
