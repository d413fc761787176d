import { inOneLine, patternOf } from '../../text/pattern.ts'
import type { Clock } from '../../time/local-time.ts'
import { nativeAt, numeralAt } from '../numbers/number.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span, spanOf } from '../spelling/span.ts'

/**
 * A time of day. `ambiguous`: neither half of the day was named ("7시", hour 1–12 as said). `nextDay`: it belongs to
 * the night after the day that is named with it ("밤 12시", "밤 1시", "24시").
 */
export interface TimeOfDay extends Span, Clock {
  /** The end of a stretch that begins with it: "12-1:30". */
  until?: Clock
  ambiguous?: true
  nextDay?: true
}

/** Something said as a time that no clock shows: 25시, 7시 75분, 오후 15시가 아닌 오전 15시. */
export interface InvalidTime extends Span {
  invalid: 'time'
}

export type ReadTime = TimeOfDay | InvalidTime

/** A length of time in milliseconds, exact. */
export interface Duration extends Span {
  ms: number
}

// Half an hour stands alone or before what follows a noun: 반까지, 반쯤에, 반짜리. 반찬, 반장 and 반도체 are words of their own.
const HALF =
  '반(?=$|[^가-힣]|에|하고|과|와|이랑|랑|부터|까지|쯤|정도|경|이|으로|은|을|인|만|도(?!체|시락)|요|야|임|죠|짜리|동안|간(?![가-힣])|뒤|후|씩|마다|보다|있다)'
const PART = '오전|오후|새벽|아침|점심|대낮|낮|저녁|한밤중|한밤|밤'
const HOUR = '\\d{1,2}|열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉|이십[일이삼사]?|십[삼사오육칠팔구]'
const SIXTY = '\\d{1,2}|[이삼사오]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구]'
const WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const SAID = WORDS.split('|')

const KOREAN = new RegExp(
  inOneLine`
    (?:(?<![가-힣](?<!늘|일|제|레|피|주|에))(${PART}|am|pm)(?:에|마다)?\\s?)?(?<![\\d:.]|[가-힣](?<!${PART}|에|마다|늘|일|레|
    피))(${HOUR})\\s?시(?!간|\\s?풍속|속|작|기|장|절|즌|름|도|라|적|바|골|리즈|트|선|력|대)(?:\\s?(${HALF})|\\s?(${SIXTY})\\s?분(?!기|
    의)(?:\\s?(${SIXTY})\\s?초|\\s?(전)(?![체부화자시기]))?)?
  `,
  'g',
)
const DIGITAL = new RegExp(
  `(?:(${PART})\\s?)?(?<![\\d:.])(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?![\\d:])(?:\\s?([ap])\\.?m\\b\\.?)?`,
  'g',
)
const NAMED = /(정오)|((?<![가-힣])자정)|\b(?:at\s)?(noon|midday)\b|\b(?:at\s)?(midnight)\b/g
/** Minutes behind an hour, as they are said: "five-thirty", "six oh five". */
const MINUTES = `oh[ -](?:${WORDS})|(?:twenty|thirty|forty|fifty)-five|ten|fifteen|twenty|thirty|forty|fifty`
const ENGLISH = new RegExp(
  inOneLine`
    \\b(?:(?:at|by)\\s)?(?:(half(?:[ -]past)?|(?:a )?quarter (?:past|to)|(?<!from\\s)(?:five|ten|twenty|twenty-five|5|10|20|
    25) (?:past|to))[ -])?(\\d{1,2}|${WORDS})(?:\\s?o'?clock|(?<=[a-z])[ -](${MINUTES})(?![- ][a-z]+s\\b))?
    (?:[ -]?ish\\b|\\ssharp\\b|\\son the dot\\b)?(?:\\s?([ap])\\.?m\\b\\.?|\\s(?:in the\\s(morning|
    afternoon|evening)|at (night)|(tonight)))?
  `,
  'g',
)

/**
 * The first time of day in the text: 저녁 7시 반, 오후 3시 20분, 새벽 두 시, 3시 10분 전, 정오, 자정, 19:30, 3pm, half past 3, at nine.
 * "세 시간" and "역시" are none; an impossible one is read as invalid.
 */
export function readTime(text: string): ReadTime | undefined {
  const { text: said, typed } = normalize(text)
  const s = plain(said)
  const found = [named(s), korean(s), digital(s), english(s)].filter((read) => read !== undefined)
  const [first] = found.sort((a, b) => a.from - b.from || b.to - a.to)
  const read = first && ranged(s, besideTime(s, inPart(s, first)))
  return read && { ...read, ...typed(read) }
}

const BEGUN = new RegExp(`(?<![\\d:./가-힣-])(?:(${PART})\\s?)?(\\d{1,2})(?::(\\d{2})|시)?\\s?[-–~]\\s?$`)

/** "12-1:30", "오후 2~4시": the time that a stretch begins with, in the half of the day of its end. */
function ranged(s: string, end: ReadTime): ReadTime {
  const [said, part, h = '', m = '0'] = BEGUN.exec(s.slice(0, end.from)) ?? []
  if (said === undefined || 'invalid' in end || Number(h) > 24 || Number(h) === 0) return end
  const { from, to, ambiguous, until: _, ...until } = end
  const span = { from: from - said.length, to }
  const start = onClock({ hour: Number(h), minute: Number(m) }, part, span)
  if ('invalid' in start || ambiguous || !start.ambiguous) return { ...start, until }
  const hours = [start.hour % 12, (start.hour % 12) + 12]
  const hour = hours.findLast((one) => one * 60 + start.minute < until.hour * 60 + until.minute)
  return hour === undefined ? { ...start, until } : { hour, minute: start.minute, ...span, until }
}

const DAY_PART = patternOf()`
    \b(?:this|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|every)\s(morning|afternoon|evening|night)
    \b|\b(tonight)\b`

/** "at 6:45 tomorrow morning", "tonight at 8": English names the half of the day with the day. */
function inPart(s: string, read: ReadTime): ReadTime {
  if ('invalid' in read || !read.ambiguous) return read
  const [, part, tonight] = DAY_PART.exec(s) ?? []
  if (!part && !tonight) return read
  const { ambiguous: _, from, to, nextDay: __, ...clock } = read
  return onClock(clock, part === 'morning' ? 'am' : part === 'afternoon' || part === 'evening' ? 'pm' : '밤', {
    from,
    to,
  })
}

const BESIDE = patternOf()`
  (?:(\d{1,2}|five|ten|fifteen|twenty|thirty|forty|ninety) (?:minutes?|mins?)|(half an hour)|(an? hour|one hour)|
  (two|2) hours) (before|to|after|past) (?:at |the |my |our )?$
`

/** "10 minutes before noon", "half an hour after 3pm". */
function besideTime(s: string, read: ReadTime): ReadTime {
  const [said, minutes, half, hour, two, way = ''] = BESIDE.exec(s.slice(0, read.from)) ?? []
  if (said === undefined || 'invalid' in read) return read
  const length = minutes ? countOf(minutes) : half ? 30 : hour ? 60 : two ? 120 : 0
  const day = read.ambiguous ? 720 : 1440
  const total = ((read.hour % (day / 60)) * 60 + read.minute + (/before|to/.test(way) ? -length : length) + day) % day
  const { nextDay: _, ...rest } = read
  const past = Math.floor(total / 60)
  return { ...rest, hour: read.ambiguous ? past || 12 : past, minute: total % 60, from: read.from - said.length }
}

function named(s: string): ReadTime | undefined {
  const hit = search(NAMED, s)
  if (!hit) return undefined
  const noon = hit[1] ?? hit[3]
  return { hour: noon ? 12 : 0, minute: 0, ...spanOf(hit), ...(noon ? {} : { nextDay: true as const }) }
}

function search(
  pattern: RegExp,
  s: string,
  accept: (hit: RegExpExecArray) => boolean = () => true,
): RegExpExecArray | undefined {
  pattern.lastIndex = 0
  for (let hit = pattern.exec(s); hit; hit = pattern.exec(s)) if (accept(hit)) return hit
  return undefined
}

function korean(s: string): ReadTime | undefined {
  const hit = search(KOREAN, s)
  if (!hit) return undefined
  const [, part, h = '', half, m, sec, before] = hit
  const clock = { hour: hourOf(h), minute: half ? 30 : m ? sinoOf(m) : 0, ...(sec ? { second: sinoOf(sec) } : {}) }
  // "아침에 3시 회의 자료": three is no hour of the morning; the meeting has its own.
  const isApart = part === '아침' && clock.hour < 5 && /^아침에\s/.test(hit[0])
  const span = isApart ? { from: hit.index + hit[0].search(/(?<=\s)/), to: hit.index + hit[0].length } : spanOf(hit)
  const read = onClock(clock, isApart ? undefined : part, span)
  return before && 'hour' in read ? earlier(read) : read
}

const sinoOf = (word: string) => (/^\d/.test(word) ? Number(word) : (numeralAt(word, 0)?.value as number))
const hourOf = (word: string) =>
  /^\d/.test(word) ? Number(word) : ((nativeAt(word, 0) ?? numeralAt(word, 0))?.value as number)

/** "3시 10분 전": ten minutes to three. */
function earlier(read: TimeOfDay): TimeOfDay {
  const minutes = (read.hour * 60 - read.minute + 1440) % 1440
  const hour = Math.floor(minutes / 60)
  return { ...read, hour: read.ambiguous ? hour % 12 || 12 : hour, minute: minutes % 60 }
}

function digital(s: string): ReadTime | undefined {
  const hit = search(DIGITAL, s)
  if (!hit) return undefined
  const [, part, h = '', m, sec, half] = hit
  const clock = { hour: Number(h), minute: Number(m), ...(sec ? { second: Number(sec) } : {}) }
  return onClock(clock, half ? `${half}m` : (part ?? (h.startsWith('0') ? '24' : undefined)), spanOf(hit))
}

/** "at 9 and 21": behind a time that was read, and blanked out, one more needs no "at". */
const AND_AT = /·(?:,? and |, ?)$/

function english(s: string): ReadTime | undefined {
  const hit = search(
    ENGLISH,
    s,
    (found) =>
      (/^(?:at|by)\b|^half [a-z]|past|to\s|o'?clock|m\b\.?$|morning|afternoon|evening|night/.test(found[0]) ||
        AND_AT.test(s.slice(0, found.index))) &&
      /^(?![가-힣:\d%]|[-–]?[a-z]|[.,]\d|\s?(?:원|won|%|minutes?|hours?|days?|weeks?|people))/.test(
        s.slice(found.index + found[0].length),
      ),
  )
  if (!hit) return undefined
  const [, step, h = '', minutes, half, morning, night, tonight] = hit
  const said = SAID.indexOf(h) + 1 || Number(h)
  const part = half ? `${half}m` : morning === 'morning' ? 'am' : morning ? 'pm' : night || tonight ? '밤' : undefined
  const [from, to] = [hit.index + (/^(?:at|by)\s/.exec(hit[0])?.[0].length ?? 0), hit.index + hit[0].length]
  const minute = step?.startsWith('half')
    ? 30
    : step?.includes('quarter')
      ? 15
      : countOf(step?.split(' ')[0] ?? minutes?.replace(/^oh[ -]/, '') ?? '0')
  const read = onClock({ hour: said, minute }, part, { from, to })
  return step?.endsWith(' to') && 'hour' in read ? earlier(read) : read
}

/** Puts what was said onto the 24-hour clock, given the part of the day it was said with. */
function onClock(clock: Clock, part: string | undefined, span: Span): ReadTime {
  const { hour, minute, second = 0 } = clock
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0))
    return { invalid: 'time', ...span }
  if (hour === 24)
    return part && part !== '밤' ? { invalid: 'time', ...span } : { ...clock, hour: 0, nextDay: true, ...span }
  if (part === undefined) return { ...clock, ...span, ...(hour >= 1 && hour <= 12 ? { ambiguous: true as const } : {}) }
  const placed = part === '24' ? { hour } : place(hour, part)
  return placed ? { ...clock, ...placed, ...span } : { invalid: 'time', ...span }
}

function place(hour: number, part: string): { hour: number; nextDay?: true } | undefined {
  if (/^(?:오전|am|새벽|아침)$/.test(part)) return hour > 12 ? undefined : { hour: hour % 12 }
  if (/^(?:오후|pm)$/.test(part)) return { hour: hour < 12 ? hour + 12 : hour }
  if (/^(?:점심|낮|대낮)$/.test(part)) return { hour: hour < 7 ? hour + 12 : hour }
  if (hour > 12) return { hour }
  if (hour === 12) return { hour: 0, nextDay: true }
  return /밤/.test(part) && hour < 5 ? { hour, nextDay: true } : { hour: hour + 12 }
}

const COUNT = '\\d{1,6}(?:\\.\\d{1,3})?|[일이삼사오육칠팔구십백]{1,6}'
const NATIVE = '한|두|세|네|다섯|여섯|일곱|여덟|아홉|열[한두세네]?|스무|스물네'
const ENGLISH_COUNT = `half an|an?|${WORDS}|fifteen|twenty|thirty|forty|fifty|sixty|ninety`
const ENGLISH_UNIT = 'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?'
const BEGIN = '(?<![\\d.,:가-힣a-z])'
const UNIT: Record<string, number> = {
  ...{ 초: 1, 분: 60, 시간: 3600, 일: 86_400, 주일: 604_800, 주: 604_800 },
  ...{ s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 },
}
const TERM = new RegExp(
  [
    `${BEGIN}(${COUNT}|${NATIVE})\\s?(시간|주일|주)(?:\\s?(${HALF}))?(?!표|급|대|제|장)`,
    `${BEGIN}(?<!시\\s?)(${COUNT})\\s?(분|초)(?:\\s?(${HALF}))?(?!기|의|할|류|등|과|홍|당|량|식|석)`,
    `${BEGIN}(${COUNT})\\s?(일)(?=\\s?(?:간|동안|\\d|한|두|세))()`,
    `${BEGIN}(반)\\s?(시간)()`,
    `(?<![\\w.])(\\d{1,6}(?:\\.\\d{1,3})?)\\s?(${ENGLISH_UNIT}|[smhd])(\\sand a half)?(?![a-z])`,
    // "and" is no day.
    `(?<![\\w.])(${ENGLISH_COUNT})\\s(${ENGLISH_UNIT})(\\sand a half)?(?![a-z])`,
  ].join('|'),
  'g',
)

/**
 * The first length of time in the text: 10분, 한 시간 반, 1시간 30분, 90초, 반시간, 3일 동안, "ten minutes", "an hour and a half",
 * 1h30m.
 */
export function readDuration(text: string): Duration | undefined {
  const { text: said, typed } = normalize(text)
  const s = plain(said)
  const first = search(TERM, s, (hit) => !isMinuteOfHour(s, hit))
  if (!first) return undefined
  const whole: Duration = { ms: termOf(first), ...spanOf(first) }
  let unit = sizeOf(first)
  for (let more = follow(s, whole.to); more && sizeOf(more.hit) < unit; more = follow(s, whole.to)) {
    unit = sizeOf(more.hit)
    whole.ms += termOf(more.hit)
    whole.to = more.to
  }
  return { ...whole, ...typed(whole) }
}

const isMinuteOfHour = (s: string, hit: RegExpExecArray) =>
  /[\d가-힣]\s?시\s?$/.test(s.slice(Math.max(0, hit.index - 5), hit.index))

/**
 * The next term right after: "1시간 30분", "an hour and ten minutes". Matched on a slice so that no word seems to stand
 * before it.
 */
function follow(s: string, at: number): { hit: RegExpExecArray; to: number } | undefined {
  const gap = /^(?:\s?,?\s?(?:and\s)?|하고\s)/.exec(s.slice(at, at + 8))?.[0].length ?? 0
  TERM.lastIndex = 0
  const hit = TERM.exec(s.slice(at + gap, at + gap + 40))
  return hit?.index === 0 ? { hit, to: at + gap + hit[0].length } : undefined
}

const partsOf = (hit: RegExpExecArray) =>
  hit.slice(1).filter((_, i) => hit[i - (i % 3) + 1] !== undefined) as [string, string, string | undefined]

function sizeOf(hit: RegExpExecArray): number {
  const unit = partsOf(hit)[1]
  return UNIT[unit] ?? (UNIT[unit[0] as string] as number)
}

function termOf(hit: RegExpExecArray): number {
  const [count, , half] = partsOf(hit)
  return Math.round((countOf(count) + (half ? 0.5 : 0)) * sizeOf(hit) * 1000)
}

const TENS: Record<string, number> = {
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
}

function countOf(word: string): number {
  if (/^\d/.test(word)) return Number(word)
  if (word === '반' || word === 'half an') return 0.5
  if (/^an?$/.test(word)) return 1
  if (word.endsWith('-five')) return countOf(word.slice(0, -5)) + 5
  return SAID.indexOf(word) + 1 || TENS[word] || ((nativeAt(word, 0) ?? numeralAt(word, 0))?.value as number)
}
