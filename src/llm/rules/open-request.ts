import type { Language } from '../../messages/language.ts'
import { GIVE } from '../../std/korean/grammar/ending.ts'
import { contentWords } from '../../std/korean/search/analysis.ts'
import type { Owner } from '../../std/korean/sentence/spans.ts'
import { readSentence, type Word } from '../../std/korean/sentence.ts'
import { type Span, touchesAny } from '../../std/korean/spelling/span.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { remember } from './facts/memory-intents.ts'
import type { Family, Intent, Utterance } from './intent.ts'
import { reminders } from './intents/reminders.ts'
import { verbOf } from './lists/korean-clause.ts'
import { dayAndClock } from './parse/day-and-clock.ts'
import { agreedTo } from './parse/reminder-body.ts'
import { scheduleRequest } from './plans/briefing.ts'
import { eventRequest } from './plans/event-requests.ts'

/** The deed that a request names. */
export type OpenDeed = 'remind' | 'note' | 'event' | 'schedule'

/** A request for a reminder, a note, an event or a schedule that no rule reads to its last word. */
export interface OpenRequest {
  deed: OpenDeed
  language: Language
  /** The person's words. */
  said: string
  /**
   * The runs of words that may be what it is about, each with the offer to do that: in words of the sentence that the
   * rules read whole, and none that means something left out. Nothing is done before the person agrees.
   */
  offers: ReadonlyMap<string, string>
  /** How such a request is said, where the words ask for it: the answer without an offer. */
  ask?: string
}

/** Words that ask for a reminder, a note or an event, wherever they stand. */
const NAMES: Record<Exclude<OpenDeed, 'schedule'>, RegExp> = {
  remind: patternOf('i')`
    알림|알람|깨워|챙겨|상기|리마인|까먹|깜빡|잊(?!어(?:${GIVE}|\s?버려))|
    놓치|울려|귀띔|(?:그때(?:쯤|\s?되면)?|미리|시간\s?되면)\s?(?:좀\s)?(?:알려|말해)|\b(?:remind|
    alarm|wake|forget|miss|nudge|ping|notify|heads[- ]up|let me know|buzz)
  `,
  event: /일정|약속|예약|스케줄|달력|캘린더|\b(?:calendar|schedule|agenda|appointment|booked|diary)\b/i,
  note: patternOf('i')`
      기억|적어|메모|저장|외워|외우|새겨|남겨|기록|\b(?:remember|notes?|keep in mind|write (?:it |that |this )?down|jot|memori[sz]e|
      for the record)\b`,
}
/** Calendars as the place where something is written. */
const CALENDAR = /(?:달력|캘린더|일정표|스케줄)에|\b(?:calendar|agenda|diary)\b/i
/** Words that end a request, or begin one. */
const ASKS = patternOf('i')`
    (?:${GIVE}|놓아|둘래|해라|하게|하자|있을까|[가-힣]면 .{1,8}|[줄봐]|좀)(?:요)?$|
    \b(?:please|can you|could you|would you|will you|for me|tell me|
    make sure)\b`
const [NOTES, ADDS_EVENT, LOOKS] = [
  patternOf('i')`기억해${GIVE}$|^remember\b`,
  patternOf('i')`일정에 추가해${GIVE}$|^add .* to my calendar$`,
  patternOf('i')`살펴보고 말해${GIVE}$|^look at .* and tell me$`,
]
/** Runs of more words are stories, no titles; a sentence of more words is text. */
const [mostRunWords, mostWords] = [8, 40]
/** Owners whose words change what is meant: beside what was chosen none of them may be left out. */
const MEANT: ReadonlySet<Owner> = new Set(['exception', 'set', 'calendar', 'number', 'amount', 'person'])

/** Read what a request leaves open; undefined where it asks for none of them. */
export function openRequestOf(utterance: Utterance): OpenRequest | undefined {
  const { text, language, asked, say, tools } = utterance
  const sentence = readSentence(text)
  if (sentence.ending.past || sentence.ending.hearsay) return undefined
  // "기억은 지워줘", "알림 옮겨줘": another deed with what such a request left.
  const verb = verbOf(text)?.verb ?? 'add'
  if (verb !== 'add' && verb !== 'change') return undefined
  const deeds = (['note', 'remind', 'event'] as const).filter((one) => one !== 'event' || tools.has('change_event'))
  const named = deeds.filter((one) => NAMES[one].test(text))
  // "달력에 적어줘" writes an event, and no note.
  const deed =
    named[0] === 'note' && named.includes('event') && CALENDAR.test(text) ? 'event' : (named[0] ?? 'schedule')
  if (deed === 'schedule' && (!tools.has('schedule') || !scheduleRequest(utterance))) return undefined
  if (sentence.words.length > mostWords || utterance.attachments.length > 0) return undefined
  const when = whenSpans(utterance, deed)
  // "언제 알려줬지?" asks, and what is to be told at no time is asked of somebody else.
  if (deed !== 'note' && when.length === 0) return undefined
  if (asked && !/[줘줄주]|\b(?:can|could|would|will) you\b/i.test(text)) return undefined
  const runs = sentence.stretches(when).flatMap((stretch) => runsIn(stretch, sentence.words))
  const offers = runs.flatMap((run): [string, string][] => {
    const offer = offerOf(utterance, deed, when, run)
    return offer === undefined ? [] : [[run.text, offer]]
  })
  const wants = ASKS.test(text)
  // An event is spoken of more often than asked for.
  if ((offers.length === 0 || deed === 'event' || deed === 'schedule') && !wants) return undefined
  return {
    deed,
    language,
    said: text,
    offers: new Map(offers),
    ...(wants && deed === 'remind' ? { ask: say.nearly.remind } : {}),
  }
}

/** Words of when in a sentence: its rule, else its days, times and lengths of time. */
function whenSpans(utterance: Utterance, deed: OpenDeed): readonly Span[] {
  if (deed === 'note') return []
  const sentence = readSentence(utterance.text)
  // "내일 일정" is what one looks at every night.
  if (deed === 'schedule') return sentence.recurrence(utterance)?.spans ?? []
  const used = sentence.whenSpans(utterance, sentence.recurrence(utterance))
  return [...used, ...sentence.days(utterance), ...sentence.times, ...(sentence.zone ? [sentence.zone] : [])]
}

interface Run extends Span {
  text: string
}

/** Words without a meaning of their own by which what somebody speaks of begins and ends. */
const [BEGINS, ENDS] = [/^(?:우리|내|제|나|저|나는|난|my|our|the|an?|I)$/i, /^(?:거|것|걸|일)$/]

/** Lists the runs of whole words in a stretch that say something to search for. */
function runsIn({ from, to, text }: Run, all: readonly Word[]): Run[] {
  const words = all.filter((word) => word.from >= from && word.to <= to)
  const firsts = words.filter(
    (word) => (!word.filler || BEGINS.test(word.text)) && !/['’]$/.test(text.slice(0, word.from - from)),
  )
  const lasts = words.filter(
    (word) => (!word.filler || ENDS.test(word.text)) && !/^['’]\p{L}/u.test(text.slice(word.to - from)),
  )
  return firsts.flatMap((first) =>
    lasts
      .filter((last) => last.to >= first.to && words.indexOf(last) - words.indexOf(first) < mostRunWords)
      .map((last) => ({ from: first.from, to: last.to, text: text.slice(first.from - from, last.to - from) }))
      .filter((run) => contentWords(run.text).length > 0),
  )
}

/** Return the thing that somebody wants to hear of, without the particle behind it: "달러 환율이". */
function nameOf({ text }: Run): string {
  const last = readSentence(text).words.at(-1)
  return last ? text.slice(0, last.from) + (last.stems.at(-1) ?? last.text) : text
}

function offerOf(utterance: Utterance, deed: OpenDeed, when: readonly Span[], run: Run): string | undefined {
  const { text, say } = utterance
  if (
    (deed !== 'schedule' && NAMES[deed].test(run.text)) ||
    /[“”"]/.test(text) ||
    leavesOut(utterance, [...when, run], deed)
  )
    return undefined
  const said = deed === 'note' ? run.text : withWhen(text, when, run)
  const sentence = say.offered[deed](deed === 'schedule' ? said.replace(run.text, nameOf(run)) : said)
  const { call } = readAlone(utterance, sentence, deed) ?? {}
  if (!call) return undefined
  if (deed === 'note' || deed === 'schedule') return say.offer[deed](sentence)
  const at = String(deed === 'event' ? call.args.start : call.args.at)
  // A day without an hour is offered by nobody: an hour may stand in words that were not read.
  return at.includes('T') ? say.offer[deed](sentence, dayAndClock(utterance, new Date(at))) : undefined
}

/** Check whether words that change what is meant stand beside those that were taken. */
const leavesOut = (utterance: Utterance, taken: readonly Span[], deed: OpenDeed): boolean =>
  readSentence(utterance.text)
    .spans(utterance)
    .filter((one) => !touchesAny(one, taken))
    .some(
      ({ owner, from, to }) => MEANT.has(owner) || (owner === 'negation' && !isOfWish(utterance.text, from, to, deed)),
    )

/** "안 까먹게", "don't forget": the negation is of the wish itself. */
const isOfWish = (text: string, from: number, to: number, deed: OpenDeed) =>
  deed !== 'schedule' && NAMES[deed].test(text.slice(from, to + wishChars))
const wishChars = 12

/** The sentence without its stretches beside the time, but for the chosen run. */
function withWhen(text: string, when: readonly Span[], run: Run): string {
  const stretches = readSentence(text).stretches(when)
  const inKorean = /[가-힣]/.test(text)
  const kept = stretches.toReversed().reduce((rest, { from, to }) => {
    const inside = inKorean && run.from >= from && run.to <= to ? run.text : ''
    return `${rest.slice(0, from)}${inside}${rest.slice(to)}`
  }, text)
  return (inKorean ? kept : `${run.text} ${kept}`).replace(/\s+/g, ' ').replace(/^[\s,.]+|[\s,.!?~…]+$/g, '')
}

/** Read a sentence as the only one of a message: the intent that would do it. */
function readAlone(utterance: Utterance, text: string, deed: OpenDeed): Intent | undefined {
  const alone = { ...utterance, text, asked: false }
  if (deed === 'schedule') return scheduleRequest(alone)
  if (deed !== 'event') return (deed === 'note' ? remember : reminders)(alone)
  const [intent, ...others] = eventRequest(alone) ?? []
  return others.length === 0 && intent?.call?.args.action === 'create' ? intent : undefined
}

/**
 * "응" to "알려드릴까요? “…”" or "기억할까요? “…”": what was offered is done, if the person had said each of its words: an offer
 * may be written by a model, too.
 */
export const agreed: Family = (utterance) => {
  const offered = agreedTo(utterance)
  if (offered === undefined || !isMadeOf(offered, utterance)) return undefined
  const deeds = [
    NOTES.test(offered) && 'note',
    ADDS_EVENT.test(offered) && 'event',
    LOOKS.test(offered) && 'schedule',
  ] as const
  const made = readAlone(utterance, offered, deeds.find((one) => one !== false) ?? 'remind')
  return made && { ...made, weight: 3 }
}

/**
 * Check whether a sentence is made of the words that the person said before, and of the words that make it a request.
 */
function isMadeOf(offered: string, { said, say }: Utterance): boolean {
  const known = new Set([...wordsOf(said), ...stemsOf(said)])
  const own = new Set(Object.values(say.offered).flatMap((sentence) => wordsOf(sentence(''))))
  return wordsOf(offered).every((word) => known.has(word) || own.has(word))
}

const wordsOf = (text: string) => readSentence(text).words.map((word) => word.text.toLowerCase())
const stemsOf = (text: string) => readSentence(text).words.flatMap(({ stems }) => stems.map((one) => one.toLowerCase()))
