import { calendarMessages } from '../../../messages/tools/calendar.ts'
import { cityOf } from '../../../std/korean/dates/places.ts'
import type { ReadRecurrence } from '../../../std/korean/dates/recurrence.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import { inOneLine } from '../../../std/text/pattern.ts'
import { addDays, type CivilDate, todayIn } from '../../../std/time/calendar.ts'
import { isoSecond } from '../../../std/time/local-time.ts'
import { toRuleText } from '../../../std/time/recurrence.ts'
import type { Intent, Utterance } from '../intent.ts'
import { withoutNumbers } from './told.ts'

/** The sections of a briefing, in order. */
interface Topics {
  weather: boolean
  agenda: boolean
  notes: boolean
  mail: boolean
  /** The place of the weather report, if named. */
  place?: string
}

const names = {
  weather: '(?:날씨(?: ?예보)?|일기 ?예보|기온)',
  agenda: '(?:(?:내|제|나의) )?(?:일정|스케줄|약속|할 ?일|알림|리마인더)(?:들)?',
  notes: '(?:메모|노트|기념일|생일)(?:들)?',
  mail: '(?:(?:안 ?읽은|새|읽지 ?않은) ?)?(?:이?메일|편지)(?:들)?',
}
const place = '(?:(?!오늘|내일|모레|아침|저녁)[가-힣]{2,10} )?'
const topic = `(?:${place}${names.weather}|${names.agenda}|${names.notes}|${names.mail})`
// One way to read each: what could be read twice would be tried in all ways of a long line.
const joint = ' ?(?:(?:이?랑|하고|와|과|및|그리고),? ?|, ?)'
const topics = `${topic}(?:${joint}(?:오늘의? )?${topic})*`
const send = `(?:알려|보내|말해|전해|보여|읽어|챙겨)(?:${GIVE})`
const sum = '(?:요약|정리|브리핑)'
const verb = `(?:(?:${sum}(?:을|를)?|모아) ?(?:해|하여)?서? ?${send}|${sum}(?: ?(?:해|부탁해?)${GIVE}?)?|모아${GIVE}|${send})`
const toWhom = '(?:(?:나한테|저한테|나에게|저에게|내게|텔레그램(?:으)?로) )?'
const day = '(?:(?:오늘|내일|그날|당일)(?:의)? )?'
const korean = [
  new RegExp(
    `^${toWhom}${day}(${topics})(?:을|를|도|만)? ?(?:좀 |짧게 |간단히 |한 ?번에 |같이 |함께 )*${toWhom}${verb}$`,
  ),
  new RegExp(
    `^${toWhom}${day}(?:(?:아침|저녁|하루|일일|모닝|데일리) )*((?:하루 ?)?브리핑)(?:을|를)? ?(?:좀 )?${toWhom}(?:${send}|해${GIVE}|부탁해?)?$`,
  ),
  new RegExp(
    inOneLine`
      ^${toWhom}(?:오늘|내일|나의|내)? ?(하루)(?:를|의)? ?(?:좀 |짧게 |간단히 )*${toWhom}(?:${sum}(?:을|
      를)?(?: ?(?:해서 ?)?${send}| ?(?:해|부탁해?)${GIVE}?)?)$`,
  ),
]
const englishTopic = inOneLine`
    (?:the |my |today's |tomorrow's )*(?:weather(?: forecast)?(?: (?:in|of|for) [A-Za-z][A-Za-z .'-]{1,30}?)?|
    forecast|schedule|agenda|appointments|to-?do(?: list)?s?|plans|reminders|notes|(?:(?:new|unread) )?(?:e-?mails?|
    mail))
  `
const englishTopics = `${englishTopic}(?:(?:,? and |, ?| & )${englishTopic})*`
const kinds = '(?:(?:short|quick|daily|morning|evening) )*'
const wholeDay = '(?:(?:my|the) (?:day|morning)|today|tomorrow)'
const english = [
  new RegExp(
    inOneLine`
      ^(?:please )?(?:send|give|tell|show|brief) me (?:(?:a|the|my) )?(?:(?:short|quick|daily|morning|
      evening) )*(?:(?:summary|briefing|overview|digest)(?: of| with| on| about)? |on |about )?(${englishTopics})$
    `,
    'i',
  ),
  new RegExp(
    inOneLine`
      ^(?:please )?(?:summari[sz]e|sum up) (${englishTopics})(?: for (?:me|today|
      tomorrow))?(?:,? and (?:then )?send (?:it|that|them)(?: to me)?)?$`,
    'i',
  ),
  new RegExp(`^(?:a |the |my )?${kinds}(?:summary|overview|digest) of (${englishTopics})$`, 'i'),
  new RegExp(
    `^(?:please )?(?:(?:send|give) me )?(?:a |the |my )?${kinds}(briefing)(?: (?:for|on|of|about) ${wholeDay})?$`,
    'i',
  ),
  new RegExp(
    inOneLine`
      ^(?:please )?(?:(?:summari[sz]e|sum up|recap|brief me on|(?:(?:send|give) me )?(?:a |the |my )?${kinds}(?:summary|
      overview|digest) of) (${wholeDay})|(brief me))(?: for me)?$
    `,
    'i',
  ),
]

/**
 * "매일 아침 7시에 날씨랑 일정 요약해서 보내줘": a schedule of these words without their time. "날씨랑 일정 요약해서 보내줘": what such a schedule
 * says when its time comes, put together by tools and code. Undefined for everything else.
 */
export function briefing(utterance: Utterance): Intent[] | undefined {
  if (utterance.text.length > longestRequest) return undefined
  const repeat = readSentence(utterance.text).recurrence(utterance)
  const at = repeat ? undefined : clockIn(utterance)
  const prompt = readSentence(utterance.text).beside(repeat?.spans ?? (at ? [at] : []))
  const wanted = topicsOf(prompt)
  if (!wanted || (!repeat && !at && !isBriefing(wanted, utterance))) return undefined
  if (repeat || at) return scheduled(utterance, prompt, wanted, repeat, at?.at)
  return briefingIntents(utterance, wanted, /내일|tomorrow/i.test(prompt) ? 1 : 0)
}

/** Maximum length of a request for a briefing, in characters. */
const longestRequest = 120

/** A clock time, with or without its day; "내일 일정" alone has none. */
function clockIn(utterance: Utterance): (Span & { at: Date }) | undefined {
  const read = readSentence(utterance.text).moment(utterance)
  return read && !('invalid' in read) && !read.dateOnly ? read : undefined
}

/** The sections that the words ask for; undefined if they ask for no briefing. */
export function topicsOf(text: string): Topics | undefined {
  const said = [...korean, ...english].map((shape) => shape.exec(text)?.slice(1).find(Boolean)).find(Boolean)
  if (said === undefined) return undefined
  if (/브리핑|brief|^(?:(?:my|the) (?:day|morning)|today|tomorrow)$|하루/i.test(said))
    return { weather: true, agenda: true, notes: true, mail: true }
  const has = (ko: string, en: RegExp) => new RegExp(ko).test(said) || en.test(said)
  const named = new RegExp(`(?<![가-힣])((?!오늘|내일)[가-힣]{2,10}) ${names.weather}`).exec(said)?.[1]
  const at = named ?? /weather(?: forecast)? (?:in|of|for) ([A-Za-z][A-Za-z .'-]*?)(?=,| and |$)/i.exec(said)?.[1]
  return {
    weather: has(names.weather, /weather|forecast/i),
    agenda: has(names.agenda, /schedule|agenda|appointments|to-?do|plans|reminders/i),
    notes: has(names.notes, /notes/i),
    mail: has(names.mail, /mail/i),
    ...(at ? { place: at } : {}),
  }
}

/**
 * One thing alone is a question that others answer, unless a summary of the day or of the mail is wanted, which
 * nobody else makes; the weather alone can be told only where there is a tool for it.
 */
function isBriefing({ weather, agenda, notes, mail }: Topics, { tools, text }: Utterance): boolean {
  const isSummary =
    (mail && /오늘|today/i.test(text)) ||
    ((agenda || mail) && /요약|정리|모아|브리핑|summar|sum up|digest|overview/i.test(text))
  return isSummary || [weather, agenda, notes, mail].filter(Boolean).length > 1 || (weather && tools.has('get_weather'))
}

/** Read a request for every day or week at a time, in words that no topic names: a model does it then. */
export function scheduleRequest(utterance: Utterance): Intent | undefined {
  const sentence = readSentence(utterance.text)
  const repeat = sentence.recurrence(utterance)
  if (!repeat?.rule.time || repeat.rule.until || repeat.others?.length) return undefined
  const prompt = sentence.beside(repeat.spans)
  const topics = { weather: false, agenda: false, notes: false, mail: false }
  return prompt === '' ? undefined : scheduled(utterance, prompt, topics, repeat, undefined)?.[0]
}

function scheduled(
  utterance: Utterance,
  prompt: string,
  { weather, agenda, notes, mail }: Topics,
  repeat: ReadRecurrence | undefined,
  at: Date | undefined,
): Intent[] | undefined {
  const { tools, zone, say } = utterance
  const blind = weather && !tools.has('get_weather')
  // A briefing of the weather alone would be empty without a weather tool.
  if (blind && !agenda && !notes && !mail) return [{ weight: 3, answer: () => say.briefing.noWeather }]
  const rules =
    repeat &&
    [repeat.rule, ...(repeat.others ?? [])].map((rule) => toRuleText({ ...rule, time: rule.time ?? morning }, zone))
  const args = {
    ...{ action: 'create', prompt },
    ...(rules ? { repeat: saidRule(utterance, repeat, rules) ?? rules.join('\n\n') } : {}),
    ...(at ? { at: isoSecond(at, zone) } : {}),
  }
  const answer = (receipt: string) => (blind ? `${receipt}\n${say.briefing.noWeather}` : receipt)
  return [{ weight: 3, call: { name: 'schedule', args }, answer }]
}

/** The person's own words of a rule, where they alone say all of it: a card shows them as they stand. */
function saidRule(
  utterance: Utterance,
  repeat: ReadRecurrence | undefined,
  rules: readonly string[],
): string | undefined {
  if (!repeat || rules.length > 1 || !repeat.rule.time) return undefined
  const words = repeat.spans
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => utterance.text.slice(from, to).trim())
    .join(' ')
  const again = readSentence(words).recurrence(utterance)
  const isSame = again && !again.others?.length && toRuleText(again.rule, utterance.zone) === rules[0]
  return isSame ? words : undefined
}

/** A day without an hour means seven in the morning: a briefing is for the day to come. */
const morning = { hour: 7, minute: 0 }

function briefingIntents(
  utterance: Utterance,
  { weather, agenda, notes, mail, place: named }: Topics,
  ahead: number,
): Intent[] {
  const { say, tools, zone, language } = utterance
  const date = addDays(todayIn(utterance), ahead)
  const all: Intent[] = [
    { weight: 3, answer: () => say.briefing.head(calendarMessages[language].day({ date, year: false })) },
  ]
  if (weather && tools.has('get_weather')) {
    const where = named ?? homeOf(utterance) ?? cityOf(zone, language)
    all.push({
      weight: 3,
      call: { name: 'get_weather', args: { place: where, days: ahead + 1 } },
      answer: (text) => text.trim(),
    })
  } else if (weather) all.push({ weight: 3, answer: () => say.briefing.noWeather })
  if (agenda && tools.has('list_events'))
    all.push({
      weight: 3,
      call: { name: 'list_events', args: { from: date } },
      answer: (list) => say.briefing.events(withoutNumbers(list.trim())),
    })
  if (agenda && tools.has('reminders'))
    all.push({
      weight: 3,
      call: { name: 'reminders', args: { action: 'list', at: date } },
      answer: (list) => say.briefing.agenda(list.trim()),
    })
  if (mail && tools.has('mail')) {
    const args = { action: 'list', unread: true, limit: mostMail }
    all.push({
      weight: 3,
      call: { name: 'mail', args },
      answer: (list) => say.briefing.mail(withoutNumbers(list.trim())),
    })
  } else if (mail && !agenda) all.push({ weight: 3, answer: () => say.briefing.noMail })
  if (agenda || notes) {
    const known = notesOf(utterance, date)
    if (known.length > 0 || !agenda) all.push({ weight: 3, answer: () => say.briefing.notes(known) })
  }
  return all
}

/** Maximum number of messages per mailbox in a briefing. */
const mostMail = 5

/** The person's home town, if known: the newest fact wins. */
function homeOf({ facts }: Utterance): string | undefined {
  const lives =
    /(?:^|[\s:])([가-힣]{2,10}?)(?:시|구)?(?:에서|에) ?(?:살|삶|거주)|(?:집|사는 곳|거주지)(?:은|는|이|:)? ?([가-힣]{2,10})|\bliv(?:e|es|ing) in ([A-Z][A-Za-z]+(?: [A-Z][a-z]+)?)/
  const found = facts.map(({ text }) => lives.exec(text)?.slice(1).find(Boolean)).filter((one) => one !== undefined)
  return found.at(-1)
}

/** What was remembered about that day: with its date, or as a day that comes every year. */
function notesOf({ facts }: Utterance, date: CivilDate): string[] {
  const [, month, day] = date.split('-').map(Number)
  const yearly = new RegExp(`(?<!\\d)${month}월 ?${day}일`)
  const isOf = (text: string) => text.includes(`(${date})`) || yearly.test(text)
  return [...new Set(facts.filter(({ text }) => isOf(text)).map(({ text }) => text))]
}
