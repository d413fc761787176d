import { localModelMessages } from '../../messages/engine/local-model.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import { AssistantError, type Event, type Input, type Json, type JsonObject } from '../../protocol/index.ts'
import { couldBeName } from '../../std/korean/grammar/names.ts'
import { contentWords } from '../../std/korean/search/analysis.ts'
import { readSentence, type Sentence, type Word } from '../../std/korean/sentence.ts'
import { type Span, touchesAny } from '../../std/korean/spelling/span.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { FlowContext } from '../flow.ts'
import type { TurnModel } from '../turn/model-call.ts'
import { askJson } from './runner.ts'
import type { Definition, OpenedRequest, ReadContext, ServiceDeps, SetOperation } from './service.ts'
import { castSlotValue, displaySlot, type Slot } from './slots.ts'

/** A request that no rule of a service reads whole: the values that code read in it. */
interface OpenReading {
  known: readonly SetOperation[]
  /** Somebody whom the service must know and code did not read, with the words that may name them. */
  person?: { slot: Slot; names: string[] } | undefined
}

/** Ways to end a wish, wherever its verb stands in English. */
const WISH = patternOf('i')`
  (?:줘|[가-힣]래|주라|드려|[가-힣]자|야지|야겠다|겠다|둬|봐|부탁(?:해|할게)?|될까|[가-힣]면\s.{1,8}|[가-힣]야\s?(?:해|돼))(?:요)?[\s.!~]*$|
  \b(?:please|(?:can|could|would|will) you|should|have to|let)\b
`
/** A sentence of more words is text. */
const mostWords = 40
/** Owners whose words change what is meant, which no slot keeps. */
const CHANGING: ReadonlySet<string> = new Set(['exception', 'negation', 'set', 'rule', 'open'])
/** Words for each of several, and for days that are over. */
const [EACH, OVER] = [/[가-힣]씩(?![가-힣])|\beach\b/i, /^(?:저번|지난|엊그제|그저께|그제|어제|작년|last)/i]

/**
 * Read what a sentence says of a service that does not read it whole; undefined where it asks for nothing, names no sum
 * and no word of the service, leaves a value open, or where nothing would be asked before the deed.
 */
async function openReadingOf(
  { title, description, slots, steps, read }: Definition,
  text: string,
  context: ReadContext,
  isClaimed: boolean,
): Promise<OpenReading | undefined> {
  const sentence = readSentence(text)
  const { ending, words } = sentence
  const isWish = isClaimed || (WISH.test(sentence.text) && (!ending.asks || ending.requests))
  if (!isWish || ending.past || ending.hearsay || words.length > mostWords || EACH.test(sentence.text)) return undefined
  if (!steps.some(({ kind }) => kind === 'confirm') || mayChange(sentence, context)) return undefined
  const tasks = await read(text, context)
  if (tasks.length > 1) return undefined
  const said = tasks.flat().filter((one) => one.op === 'set')
  const known = slots.flatMap((slot) => knownValue(slot, said, sentence, context) ?? [])
  const missing = slots.filter(({ name, required }) => required && !known.some((one) => one.slot === name))
  const typed = slots.filter((slot) => slot.required && !isOfWords(slot) && !missing.includes(slot))
  // Words that are no name the service asks for by itself.
  if (typed.length === 0 || !missing.every(isOfWords)) return undefined
  const hasSum = typed.some(({ type }) => type === 'amount')
  if (!isClaimed && !hasSum && !sharesWord(`${title} ${description}`, sentence)) return undefined
  const slot = missing.find(({ type }) => type === 'person')
  return { known, person: slot && { slot, names: namesIn(sentence, description, context) } }
}

const isOfWords = ({ type }: Slot) => type === 'person' || type === 'text'

/** Check whether words of a sentence may change what is meant: those of days that are over are no wish. */
function mayChange(sentence: Sentence, { when }: ReadContext): boolean {
  return sentence
    .spans(when)
    .some(({ owner, text }) => CHANGING.has(owner) || (owner === 'calendar' && !OVER.test(text)))
}

/** Return the value of a slot, where the sentence has one of its kind; a sum may be read beside words that are not. */
function knownValue(
  slot: Slot,
  said: readonly SetOperation[],
  sentence: Sentence,
  { when }: ReadContext,
): SetOperation | undefined {
  const spans = spansOf(slot, sentence, when)
  if (spans.length > 1) return undefined
  const [span] = spans
  const own = said.find((one) => one.slot === slot.name)
  const value: Json | undefined = own?.value ?? (span && 'won' in span ? Number(span.won) : undefined)
  if (value === undefined || !('value' in castSlotValue(slot, value, when))) return undefined
  return { op: 'set', slot: slot.name, value }
}

/** List the stretches that may be a slot's value by their kind. */
function spansOf({ type, unit }: Slot, sentence: Sentence, when: ReadContext['when']): readonly Span[] {
  if (type === 'amount') return sentence.amounts
  if (type === 'date') return sentence.days(when)
  if (type === 'time') return sentence.times
  return type === 'count' && unit ? sentence.counted(unit) : []
}

function sharesWord(name: string, { text }: Sentence): boolean {
  const own = new Set(contentWords(name.toLowerCase()).filter((word) => word.length > 1))
  return contentWords(text.toLowerCase()).some((word) => own.has(word))
}

/** Verbs that do something for somebody, or to its end: "부쳐드려야", "털어버리자". */
const AUXILIARY = /[가-힣](?:줘|주[자고라려]|줄|드[려리]|버[려리])/

/**
 * List the words that could name somebody, beside those that have a place already and those in which the service
 * describes itself.
 */
function namesIn(sentence: Sentence, description: string, { when }: ReadContext): string[] {
  const taken = [...sentence.amounts, ...sentence.days(when), ...sentence.times, ...sentence.numbers]
  const isFree = (word: Word) => !word.filler && !touchesAny(word, taken)
  const stems = sentence.words.filter(isFree).map(({ text, stems: all }) => all.at(-1) ?? text)
  const own = new Set(contentWords(description.toLowerCase()))
  const isName = (word: string) => couldBeName(word) && !AUXILIARY.test(word) && !own.has(word.toLowerCase())
  return [...new Set(stems.filter((word) => /^[\p{L}\d'’-]+$/u.test(word) && isName(word)))]
}

/**
 * Read a request that the service does not read whole: code its values, a small model whether the service is meant and
 * which of the words is its person. The service reads that word as an answer to its own question, and asks as ever
 * before it does anything. Undefined where no model is needed, or where it sees no such request.
 */
export async function* readOpenRequest(
  definition: Definition,
  parts: ServiceDeps,
  input: Input,
  context: FlowContext,
  { isClaimed, model: modelOf }: { isClaimed: boolean; model(): Promise<TurnModel | undefined> },
): AsyncGenerator<Event, OpenedRequest | undefined> {
  const { language } = parts
  const when = { now: context.now(), zone: parts.zone }
  const around: ReadContext = { when, language, asked: undefined, stage: 'INIT', known: {}, waiting: [] }
  const reading = await openReadingOf(definition, input.text, around, isClaimed)
  const model = reading && (await modelOf())
  if (!reading || !model) return undefined
  const { title, description } = definition
  const say = localModelMessages[language].service
  const { labels } = serviceMessages[language]
  const ask = (system: string, words: readonly string[]) =>
    askWord({ system, words, model, text: input.text }, parts, context)
  yield { type: 'step.started', step: 'slot', label: labels.slots }
  const isMeant = (yield* ask(say.meant(title, description), [title, say.other])) === title
  const { slot, names = [] } = reading.person ?? {}
  const name = isMeant && slot && names.length > 0 ? yield* ask(say.person(slot.label), names) : undefined
  yield { type: 'step.ended', step: 'slot', label: labels.slotsDone, ok: true, result: { isMeant } }
  if (!isMeant) return undefined
  const named = slot && name !== undefined ? await readName(definition, slot, name, reading.known, around) : []
  const slots = [...reading.known, ...named]
  return { slots, note: noteOf(definition, slots, parts, when) }
}

/** Read a name as the service reads an answer to its question; nothing where that asks back. */
async function readName(
  definition: Definition,
  slot: Slot,
  name: string,
  before: readonly SetOperation[],
  around: ReadContext,
): Promise<readonly SetOperation[]> {
  const known = Object.fromEntries(before.map((one) => [one.slot, one.value]))
  const [task = [], ...others] = await definition.read(name, { ...around, asked: slot.name, stage: 'FILLING', known })
  const said = task.filter((one) => one.op === 'set')
  return others.length === 0 && said.length === task.length && !said.some((one) => one.slot in known) ? said : []
}

/** Say which values were read, by their labels. */
function noteOf(
  { slots }: Definition,
  read: readonly SetOperation[],
  { language }: ServiceDeps,
  when: ReadContext['when'],
): string {
  const said = slots.flatMap((slot) => {
    const one = read.find(({ slot: name }) => name === slot.name)
    const cast = one && castSlotValue(slot, one.value, when)
    return cast && 'value' in cast ? `${slot.label} ${displaySlot(slot, cast.value, language)}` : []
  })
  return localModelMessages[language].service.readAs(said.join(', '))
}

/** Milliseconds for an answer: whoever waits longer is answered by the chat. */
const timeout = 15_000

/** Ask a model which of some words is meant; undefined where it says none of them, or nothing in time. */
async function* askWord(
  { system, words, model, text }: { system: string; words: readonly string[]; model: TurnModel; text: string },
  { language, limits }: ServiceDeps,
  context: FlowContext,
): AsyncGenerator<Event, string | undefined> {
  const properties = { what: { type: 'string', enum: [...words] } }
  const asked = askJson(
    {
      step: 'slot',
      card: { attempts: 1, timeout, temperature: 0, schema: { type: 'object', properties, required: ['what'] } },
      purpose: 'slots',
      model,
      system: [{ name: 'step', text: system }],
      messages: [{ role: 'user', id: context.turn, at: +context.now(), text }],
      language,
      limits,
      againLabel: serviceMessages[language].labels.slotsAgain,
    },
    context,
  )
  let answer: Json | undefined
  try {
    answer = yield* asked
  } catch (error) {
    // Without a reading the rules ask as ever; a model that is not there is told by the answer that wants it.
    if (context.signal.aborted || !(error instanceof AssistantError)) throw error
  }
  const { what } = (answer ?? {}) as JsonObject
  return typeof what === 'string' && words.includes(what) ? what : undefined
}
