import type { Span } from '../../../std/korean/spelling/span.ts'

/**
 * Words of calendars and clocks. One that stands before the time of a request, or right behind it, and that no reading
 * took, has no owner: it is asked about, for it may move the time.
 */
const CALENDAR =
  /^(?:(?:올해|금년|내년|후년|작년|재작년|마지막|맨끝|첫|[첫둘셋넷]째|다섯째|번째|연휴|대체\S*|공휴일|휴일|한밤중?|하루|이틀|사흘|나흘|닷새|열흘|보름|반년|시간으로|시간대로|시각으로|현지\S*|기준\S*|전날|다음날|[담다]+음?주|다다음|격주|분기|초순|중순|하순|상순|말일|월급날|급여일|평일|주말|매\S{1,2}|세기|주|달|년|월|해|-|\S*마다)(?:의|에|은|는|도|만)?|일주일에|한 ?달에|(?:[한두세네]|다섯|\d+)\s?번(?:씩|쯤)?|[주월연]?\s?\d+\s?[회번](?:씩)?|weeks?|months?|years?|weekdays?|weekends?|quarters?|once|twice|thrice|times|first|second|third|fourth|fifth|last|next|every|each|\d{1,2}(?:st|nd|rd|th)|(?:one|two|three|four|five|\d+) times)$/i
const LATIN = /^[a-z]/i
/** So many words behind an English time may still belong to it. */
const wordsBehind = 3

/** The first word of a calendar that has no owner; `spans`: what was read of when and how often. */
export function calendarLeft(body: string, spans: readonly Span[]): string | undefined {
  if (spans.length === 0) return undefined
  const last = Math.max(...spans.map(({ to }) => to))
  const rest = spans.reduce((text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to), body)
  const before = rest.slice(0, last).match(/\S+/g) ?? []
  const behind = (rest.slice(last).match(/\S+/g) ?? []).slice(0, wordsBehind)
  const stray = before.find((word) => CALENDAR.test(word.replace(/[,.]$/, '')))
  // What is to be done stands behind "to": "at 9 to file the first report".
  const until = behind.findIndex((word) => /^(?:to|that|about)$/i.test(word))
  const own = until < 0 ? [] : behind.slice(0, until)
  return stray ?? own.find((word) => LATIN.test(word) && CALENDAR.test(word))
}
