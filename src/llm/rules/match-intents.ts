import type { Json } from '../../protocol/index.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { almanac } from './almanac/almanac.ts'
import { conversion } from './data/units.ts'
import { documents } from './documents/questions.ts'
import { surveyDocuments } from './documents/survey.ts'
import { forget, noticeStatement, remember } from './facts/memory-intents.ts'
import { nearNotes } from './facts/near-notes.ts'
import { origin, settleNotes } from './facts/origin-intent.ts'
import { recall } from './facts/recall.ts'
import { statementIntent } from './facts/statement-intent.ts'
import { type Family, type Intent, longestSentence, type Utterance } from './intent.ts'
import { arithmetic } from './intents/arithmetic.ts'
import { calendar } from './intents/calendar.ts'
import { digest } from './intents/digest-intent.ts'
import { fileDeeds } from './intents/file-deeds.ts'
import { files } from './intents/files.ts'
import { agreedToAll } from './intents/reminder-actions.ts'
import { appointment, reminders } from './intents/reminders.ts'
import { talk } from './intents/talk.ts'
import { span } from './intents/time-span.ts'
import { undo } from './intents/undo.ts'
import { lists } from './lists/lists.ts'
import { undoLast } from './lists/undo-last.ts'
import { money } from './money/money.ts'
import { agreed } from './open-request.ts'
import { tidy } from './parse/parse-request.ts'
import { agenda } from './plans/agenda.ts'
import { briefing } from './plans/briefing.ts'
import { whenIsEvent } from './plans/event-requests.ts'
import { invitationAnswer } from './plans/invitation-answers.ts'
import { mail, waiting } from './plans/mail.ts'
import { bookings, schedule } from './plans/schedule.ts'
import { watchPage } from './plans/watch.ts'
import { despair } from './topics/despair.ts'
import { forgetAll } from './topics/forget-all.ts'
import { asksHow, besideFiles, manual, manualBeforeSearch } from './topics/manual.ts'
import { remarks } from './topics/topics.ts'
import { isBeyond } from './topics/unsupported-topics.ts'

/** The rooms of the grammar. Of two that explain a sentence equally well the earlier one answers. */
const families: Family[] = [
  despair,
  undo,
  watchPage,
  agreed,
  undoLast,
  lists,
  money,
  talk,
  fileDeeds,
  files,
  remember,
  forget,
  origin,
  settleNotes,
  reminders,
  schedule,
  bookings,
  surveyDocuments,
  almanac,
  conversion,
  arithmetic,
  calendar,
  span,
  whenIsEvent,
  noticeStatement,
  remarks,
  manual,
  recall,
  documents,
  statementIntent,
  appointment,
]

/**
 * Places at which a sentence may be split into two requests: not behind what is told ("마시라고"), left out ("빼고") or not
 * done ("다음 주에는 쉬고").
 */
const joints = patternOf('gi')`
    (?:이고|하고|고|이며|랑)(?<!(?:[라다자빼말쉬않없]|제외하|거르|건너뛰|넘어가|안 하)고)(?<!(?:원|[개잔장판병권명줄통]|마리|인분|그릇)(?:하고|이?랑))[,.]? (?!있|싶)|
    [,.?!] |그리고 |,? and (?:also )?|,? then | 또 `
const mostRequests = 4
/**
 * Places where it may part. Each doubles the readings: a line that is all joints would keep everybody waiting for a
 * minute.
 */
const mostJoints = 8

/**
 * Return the intents, request by request; empty if any part of them is not understood: half an answer looks like a
 * whole one.
 */
export function understand(utterance: Utterance): Intent[] {
  if (utterance.attachments.length > 0) return [digest(utterance.attachments, utterance)]
  const found = understandWords(utterance)
  return found.length === 0 && utterance.beside.length > 0 ? [digest(utterance.beside, utterance)] : found
}

/** Families that only make conversation: beside a model they are its part. */
const conversational: ReadonlySet<Family> = new Set([remarks, manual, statementIntent])

/** Families that look something up, whatever the words are. */
const searches: ReadonlySet<Family> = new Set([manual, recall, documents, surveyDocuments])

/** Families that act, or say what is. */
const deeds = families.filter((family) => !conversational.has(family) && !searches.has(family))

/**
 * Check whether rules answer a request exactly: remarks and searches that may find nothing are left to a model, where
 * there is one. Documents count if their passages answer.
 */
export function isOwned(utterance: Utterance): boolean {
  if (utterance.attachments.length > 0 || utterance.text === '' || utterance.text.length > longestSentence) return false
  const isQuoted = utterance.found.assessment?.verdict === 'says'
  const own = families.filter((family) => !conversational.has(family) && (family !== documents || isQuoted))
  return (wholeRequest(utterance) ?? parts(utterance, utterance.text, mostRequests, own)) !== undefined
}

/** Families that read a sentence of several clauses as one: "사과 빼고 포도 넣어줘" changes one list. */
const ofSentences: readonly Family[] = [undoLast, lists, money]

/** Families that know a request by the path in it: 일정.txt is no event. */
const ofPaths: readonly Family[] = [fileDeeds, files]

function wholeRequest(utterance: Utterance): Intent[] | undefined {
  const whole = best(utterance, ofPaths) ?? best(utterance, ofSentences)
  if (whole) return [whole]
  return (
    forgetAll(utterance) ??
    agreedToAll(utterance) ??
    briefing(utterance) ??
    waiting(utterance) ??
    invitationAnswer(utterance) ??
    agenda(utterance) ??
    mail(utterance)
  )
}

function understandWords(utterance: Utterance): Intent[] {
  if (utterance.text === '' || utterance.text.length > longestSentence) return []
  const all = lineByLine(utterance) ?? wholeRequest(utterance)
  const read = readClauses(utterance)
  const asked = all && !hasSwallowed(all, read?.clauses) ? all : read && clauseByClause(utterance, read)
  if (asked && asksHow(utterance.text) && asked.some(({ call }) => call && BESIDE_HOW.test(call.name)))
    return [manualBeforeSearch(utterance) ?? []].flat()
  const beside = asked && besideFiles(utterance, asked)
  if (beside) return beside
  if (asked) return searchesOwn(asked) ? [manualBeforeSearch(utterance) ?? asked].flat() : asked
  const found = unlike(parts(utterance, utterance.text, mostRequests) ?? [nearNotes(utterance) ?? []].flat())
  return searchesOwn(found) ? [manualBeforeSearch(utterance) ?? found].flat() : found
}

/** Tools that look among the person's own things: "구글 캘린더 연결하려면" asks for none of them. */
const OWN_SEARCHES = /^(?:list_events|list_files|search_memory|money)$/
/** Tools that no question how is answered by: "내 데이터 전부 지우려면" deletes nothing. */
const BESIDE_HOW = /^(?:update_memory|save_memory|lists|money|list_events|list_files|search_files|change_event)$/
const searchesOwn = (intents: readonly Intent[]): boolean =>
  intents.length > 0 && intents.every(({ call }) => call && OWN_SEARCHES.test(call.name) && call.args.action !== 'book')

/**
 * Lines that are requests of their own; undefined unless each of them reads whole, and more than one asks for a tool.
 */
function lineByLine({ lines = [], ...utterance }: Utterance): Intent[] | undefined {
  if (lines.length < 2 || lines.length > mostLines) return undefined
  const read = lines.map((text) => {
    const line = { ...utterance, text }
    return wholeRequest(line) ?? [best(line, deeds) ?? []].flat()
  })
  const isWhole = read.every((intents) => intents.length > 0)
  return isWhole && read.filter((intents) => intents.some(({ call }) => call)).length > 1
    ? unlike(read.flat())
    : undefined
}
const mostLines = 8

/** Words that may take the other requests back. */
const TAKES_BACK: ReadonlySet<string> = new Set(['exception', 'negation'])
/** Owners of what a request sets. */
const VALUES: ReadonlySet<string> = new Set(['rule', 'amount', 'day', 'time', 'length'])
/** A clause that asks for a deed of its own; any other may say more of the deed before it. */
const ASKS_ITSELF = /(?:줘|해|봐|둬)(?:요)?$|^(?:please |can you |could you )?[a-z]+ (?:me|us|the|my|a|an|up|to)\b/i

const THANKS = /^(?:고마워|고맙습니다|감사(?:해|합니다)|thanks|thank you)(?:요)?$/i

/**
 * Several deeds in one message: each that is read whole is done, and the rest is asked about by its words. Undefined
 * where the message is one request, or where what is not read may change the others.
 */
function clauseByClause(utterance: Utterance, { clauses, hasThanks }: ReadClauses): Intent[] | undefined {
  const [done, left] = [
    clauses.flatMap(({ intent }) => intent ?? []),
    clauses.filter(({ intent }) => !intent).map(({ text }) => text),
  ]
  const whole = best(utterance, deeds)
  // Thanks are answered, too, unless they would become a part of a deed.
  if (left.length === 0) return done.length > 0 && (!hasThanks || whole) ? unlike(done) : undefined
  const isApart = left.every((text) => ASKS_ITSELF.test(text) && !takesBack(text, utterance))
  const isRead = whole && !hasSwallowed([whole], clauses) && !hasDropped(whole, done, left, utterance)
  if (done.length === 0 || !isApart || isRead) return undefined
  return [...unlike(done), { weight: 1, answer: () => utterance.say.restUnread(left) }]
}

/** Owners that say on which day a time is. */
const DAYS: readonly string[] = ['day', 'rule', 'length']
/** Tools whose day holds for the times that are said behind it: "내일 9시에 …하고 3시에 …". */
const OF_DAYS = /^(?:reminders|timer|list_events|create_event|change_event)$/

/** The clauses of a message, each with the deed that it is by itself. */
interface ReadClauses {
  clauses: { said: string; text: string; intent: Intent | undefined }[]
  hasThanks: boolean
}

/** Read each clause of a message; undefined where the message is one request. */
function readClauses(utterance: Utterance): ReadClauses | undefined {
  const { clauses } = readSentence(utterance.text)
  if (clauses.length < 2 || clauses.length > mostRequests) return undefined
  // "고마워 그리고 …": thanks are no request, and no part of one.
  const asked = clauses.filter(({ text }) => !THANKS.test(text))
  let day = ''
  const read = asked.map(({ from, to, text }) => {
    const spans = readSentence(text).spans(utterance)
    const has = (owner: string) => spans.some((span) => span.owner === owner)
    const isOfDay = day !== '' && has('time') && !DAYS.some(has)
    const found = best({ ...utterance, text: tidy(isOfDay ? `${day} ${text}` : text) }, deeds)
    const intent = found?.call ? found : undefined
    if (!intent?.call || OF_DAYS.test(intent.call.name)) day = spans.find(({ owner }) => owner === 'day')?.text ?? day
    return { said: utterance.text.slice(from, to), text, intent }
  })
  return { clauses: read, hasThanks: asked.length < clauses.length }
}

const takesBack = (text: string, utterance: Utterance): boolean =>
  readSentence(text)
    .spans(utterance)
    .some(({ owner }) => TAKES_BACK.has(owner))

/** Tools whose values are names of things or plain facts: a request is never a part of one. */
const OF_THINGS = /^(?:lists|money|save_memory)$/

/**
 * Return true if a value of a deed, which no clause has by itself, holds the end of another request: "약 먹으라고 알려주고
 * 우유" is no thing to buy. A title may be made of clauses ("우유 넣고 끓이라고"), if they are no requests by themselves.
 */
function hasSwallowed(intents: readonly Intent[], clauses: ReadClauses['clauses'] = []): boolean {
  const isOwn = ({ text, intent }: (typeof clauses)[number]) => intent !== undefined || isBeyond(text)
  const areAllOwn = clauses.every(isOwn)
  const isThing = intents.every(({ call }) => call && OF_THINGS.test(call.name)) && clauses.at(-1)?.intent !== undefined
  if (clauses.length < 2 || (!areAllOwn && !isThing)) return false
  const own = new Set(clauses.flatMap(({ intent }) => stringsIn(intent?.call?.args ?? null)))
  const values = intents.flatMap(({ call }) => stringsIn(call?.args ?? null)).filter((value) => !own.has(value))
  const ends = (areAllOwn ? clauses : clauses.filter(({ text }) => ASKS_ITSELF.test(text)))
    .filter((clause) => clause !== clauses.at(-1))
    .map(({ said }) => said.split(' ').at(-1) as string)
  if (ends.some((end) => values.some((value) => value.includes(end)))) return true
  // "10시에 면접 알려주고 12시에 점심 약속 알려줘": no value is made of the words of two requests.
  const said = clauses.map(({ text }) => new Set(text.split(' ')))
  const isOfTwo = (value: string) => {
    const words = value.split(' ')
    const holders = words.map((word) => said.findIndex((ofClause) => ofClause.has(word)))
    return new Set(holders.filter((at) => at >= 0)).size > 1
  }
  return areAllOwn && !isThing && values.some(isOfTwo)
}

const stringsIn = (value: Json): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn)

/** Return true if a reading of the whole is that of one clause, and a value of another is lost with it. */
function hasDropped(whole: Intent, done: readonly Intent[], left: readonly string[], utterance: Utterance): boolean {
  const isOneClause = done.some(({ call }) => JSON.stringify(call) === JSON.stringify(whole.call))
  return (
    isOneClause &&
    left.some((text) =>
      readSentence(text)
        .spans(utterance)
        .some(({ owner }) => VALUES.has(owner)),
    )
  )
}

/** "오늘 며칠이고 무슨 요일이야?" asks one thing of the calendar twice. */
function unlike(intents: Intent[]): Intent[] {
  const calls = intents.map(({ call }, index) => JSON.stringify(call ?? index))
  return intents.filter((_, index) => calls.indexOf(calls[index] as string) === index)
}

/** Read as one request, or part by part; what only a search finds is looked up where no part of it is anything else. */
function parts(utterance: Utterance, text: string, most: number, among = families): Intent[] | undefined {
  const whole = best({ ...utterance, text }, among)
  if (!whole) return joined(utterance, text, most, among, among)
  const own = among.filter((family) => !searches.has(family))
  if (own.length === among.length || best({ ...utterance, text }, own)) return [whole]
  const exact = own.filter((family) => !conversational.has(family))
  return joined(utterance, text, most, exact, among) ?? joined(utterance, text, most, among, exact) ?? [whole]
}

/** Part by part: the first among some families, the others among some. */
function joined(
  utterance: Utterance,
  text: string,
  most: number,
  before: readonly Family[],
  behind: Family[],
): Intent[] | undefined {
  const places = [...text.matchAll(joints)]
  if (most === 1 || places.length > mostJoints) return undefined
  for (const joint of places) {
    const first = best({ ...utterance, text: text.slice(0, joint.index).trim() }, before)
    const rest = first && parts(utterance, tidy(text.slice(joint.index + joint[0].length)), most - 1, behind)
    if (first && rest && !isHalf(text.slice(0, joint.index), [first, ...rest])) return [first, ...rest]
  }
  return undefined
}

/**
 * "2 books at 5 dollars and a 3 dollar bag, how much": amounts that are joined, and asked about once, are one sum and
 * not two.
 */
function isHalf(before: string, [first, second]: Intent[]): boolean {
  const areSums = first?.call?.name === 'calculator' && second?.call?.name === 'calculator'
  return (
    areSums &&
    /\d ?(?:원|달러|dollars?)|만 ?원|천 ?원|\$/.test(before) &&
    !/얼마|몇|뭐|how|what|[은는?]$/i.test(before.trim())
  )
}

/** The best-matching intent. An exact phrase ends the search. */
function best(utterance: Utterance, among: readonly Family[]): Intent | undefined {
  let held: Intent | undefined
  for (const family of utterance.text === '' ? [] : among) {
    const found = family(utterance)
    if (found && found.weight > (held?.weight ?? 0)) held = found
    if (held?.weight === 3) break
  }
  return held
}
