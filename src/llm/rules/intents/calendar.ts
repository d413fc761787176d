import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { inOneLine, patternOf } from '../../../std/text/pattern.ts'
import { addDays, addMonths, type CivilDate, civilDate, daysBetween, partsOf } from '../../../std/time/calendar.ts'
import { subjectFact } from '../facts/recall.ts'
import type { Family, Intent, Utterance } from '../intent.ts'
import { momentIn } from '../parse/moment-in.ts'
import { annotate, type GrammarRule, matchFirst } from '../parse/pattern.ts'
import { type DayMention, type Length, type TimeReading, type WhenPart, whenIn } from '../parse/when.ts'
import { ask, type Build, clockAfter, clockNow, dayAndClockNow, dayOf, tell, today, untilDay } from './clocks.ts'
import { clockRows } from './place-clocks.ts'

type Rows = GrammarRule<WhenPart, Build>[]

/** A day without a year in a sentence about the past: the last such day. */
const last =
  (mention: DayMention): Build =>
  (utterance) =>
    whichDay(lastOf(mention, today(utterance)))(utterance)

function lastOf(mention: DayMention, until: CivilDate): DayMention {
  const [year, month, day] = partsOf(mention.date)
  const before = mention.yearless && mention.date > until ? civilDate(year - 1, month, day) : undefined
  return before ? { date: before } : mention
}

/** A question for a day, or for a weekday: the same answer holds both. */
const whichDay =
  ({ date, rough }: DayMention): Build =>
  (utterance) =>
    rough
      ? undefined
      : ask({ action: 'add', date, amount: 0, unit: 'days' }, (line) => {
          const found = momentIn(line)?.date ?? date
          return tell(utterance)[found < today(utterance) ? 'was' : 'is'](dayOf(utterance, found))
        })

/** A length of time ahead of now (or of a day), or back. */
const ahead =
  ({ amount, unit }: Length, sign: 1 | -1, from?: DayMention): Build =>
  (utterance) =>
    ask({ action: 'add', ...(from ? { date: from.date } : {}), amount: amount * sign, unit }, (line) => {
      const at = momentIn(line)
      if (!at) return line
      const say = tell(utterance)
      const day = dayOf(utterance, at.date)
      const time = at.hour === undefined ? '' : say.clock({ hour: at.hour, minute: at.minute ?? 0 })
      const told = !time ? day : at.date === today(utterance) ? time : say.at(day, time)
      const gone = at.date < today(utterance) || (at.date === today(utterance) && sign < 0)
      return say[gone ? 'was' : 'is'](told)
    })

const until =
  ({ date }: DayMention): Build =>
  (utterance) =>
    untilDay(utterance, date)

/** A birthday that was named with its month and day: how long until it comes round again. */
const untilNext =
  (mention: DayMention): Build =>
  (utterance) =>
    until({ date: nextOf(mention.date, today(utterance)) })(utterance)

function nextOf(date: CivilDate, from: CivilDate): CivilDate {
  const [year] = partsOf(from)
  const [, month, day] = partsOf(date)
  const candidates = [0, 1, 2, 3, 4, 8].flatMap((more) => civilDate(year + more, month, day) ?? [])
  return date >= from ? date : (candidates.find((one) => one >= from) ?? date)
}

const inWeeks = /몇 ?주|\bweeks\b/i

const between =
  (from: DayMention, to: DayMention | undefined): Build =>
  (utterance) => {
    const end = to?.date ?? today(utterance)
    const start = lastOf(from, end).date
    const days = daysBetween(start, end)
    return ask({ action: 'diff', date: start, date2: end }, () =>
      tell(utterance).between(dayOf(utterance, start), dayOf(utterance, end), days, inWeeks.test(utterance.text)),
    )
  }

const since =
  (from: DayMention): Build =>
  (utterance) =>
    lastOf(from, today(utterance)).date > today(utterance) ? undefined : between(from, undefined)(utterance)

const thisYear: Build = (utterance) =>
  ask({ action: 'now' }, () => tell(utterance).is(tell(utterance).day({ date: today(utterance), year: true })))

const day = (part: WhenPart | undefined) => part as DayMention
const length = (part: WhenPart | undefined) => part as Length
const time = (part: WhenPart | undefined) => part as TimeReading

const left = inOneLine`
    (?:며칠|몇 ?일|몇 ?주|얼마나|얼마|디데이|d-?day)(?:이나|가|이)? ?(?:남았|남아|남은|있|더 ?있어야|걸려|남)?(?! ?지[나났])
    [가-힣]{0,6}(?: ?(?:알려|계산해|말해)${GIVE})?`
const when = '(?:몇 ?월 ?며칠|며칠|몇 ?일|언제|(?:무슨|몇) ?요일|날짜|몇 ?시|몇 ?시 ?몇 ?분|몇 ?월)'
const behind = '(?:뒤|후|이후|지나면|있으면|있다가|다음)(?:에|는|가|면|에는|의|엔|이)?'
const past = '(?:전)(?:은|에|이면|이|에는|엔|의)?'
const fromNow = '(?:(?:지금|오늘|현재)(?:으로)?(?:부터|에서)? )?'
const q = "(?:(?:what|which)(?:'s|s|_is|_was|_will)?_|tell_me_)"

const counting = inOneLine`
    (?:how_(?:many_(?:days|weeks)|long)(?:_are_left|_left|_is_it|_are_there|_remain)?|days(?:_left)?)
    _(?:until|till|to|before)`
const yearEnd = '(?:(?:올해|금년|이번 ?해)(?:의)? ?(?:말|끝|연말)|연말|세밑)'
const monthEnd = '(?:이번 ?달|이달)(?:의)? ?(?:끝)'
const untilYearEnd: Build = (utterance) => until({ date: `${today(utterance).slice(0, 4)}-12-31` })(utterance)
const untilMonthEnd: Build = (utterance) =>
  until({ date: addDays(addMonths(`${today(utterance).slice(0, 8)}01`, 1), -1) })(utterance)

const rows: Rows = [
  [
    inOneLine`
      (?:지금|현재)?(?:은|이)? (?:몇 ?시|시간이? ?(?:몇 ?시|어떻게 ?돼|어떻게 ?되)|시간|시각|현재 ?시각|현재 ?시간)(?: ?몇 ?분)?(?:쯤)? (?:이?야|지|예요|에요|이?니|
      인가요|이지|인지|됐(?:어요?|니|나요|지|죠)|돼|되나요|죠|입니까|임|은|을|를)?(?: ?(?:좀 )?(?:알려|말해)${GIVE})?
    `,
    () => clockNow,
  ],
  [`(?:지금|오늘)(?:이|은)? (?:몇 ?년 ?)?몇 ?월 ?며칠 ?(?:몇 ?시|시간)(?: ?몇 ?분)?{끝}`, () => dayAndClockNow],
  [`{d}(?:이|가|은|는)? ${when}(?:였|이었|이였)(?:지|더라|나|죠|어|어요)?`, (d) => last(day(d))],
  [`{d}{은} ${when}{끝}`, (d) => whichDay(day(d))],
  [
    `{d}(?:의)? (?:날짜|요일|날짜와 요일)(?:은|는|이|가|을|를)?(?: (?:뭐|언제|며칠|무슨 요일|어떻게 돼))?{끝}`,
    (d) => whichDay(day(d)),
  ],
  [
    `(?:날짜|요일)(?:를|을)? ?(?:좀 )?(?:알려|말해)${GIVE}`,
    () => (utterance) => whichDay({ date: today(utterance) })(utterance),
  ],
  [
    `(?:며칠|(?:무슨|몇) ?요일|몇 ?월 ?며칠)(?:이?야|지|이지|이에요|예요|인가요|이니|이죠)`,
    () => (utterance) => whichDay({ date: today(utterance) })(utterance),
  ],
  [`{d}{은} ?(?:까지)?(?:는)? ${left}`, (d) => until(day(d))],
  [`(?:디데이|d-?day)(?:를|을|는)? ?(?:좀 )?(?:계산|알려|세어)?(?:해)?${GIVE}? {d}(?:까지)?`, (d) => until(day(d))],
  [
    `{d}(?:까지)? ?(?:디데이|d-?day)(?:를|을|는)?(?: ?(?:좀 )?(?:계산|알려|세어)?(?:해)?${GIVE}?)?`,
    (d) => until(day(d)),
  ],
  [`(?:오늘|지금)(?:부터|에서) {d}까지(?:는)? ${left}`, (d) => until(day(d))],
  [
    inOneLine`
      (?:내|제|우리|저) ?(?:생일|기념일|결혼기념일|시험|여행|휴가|마감|결혼식|면접|수능|방학|제대|전역|퇴사|이사|출장)(?:날)?{은} {d}(?:이|인)?(?:인데|라서|이라|야|이야|예요|
      이에요|니까|이니까),?(?: ?(?:까지|생일까지|그때까지|그날까지))? ${left}
    `,
    (d) => untilNext(day(d)),
  ],
  [`(?:지금|올해|현재)(?:은|이|가|는)? 몇 ?년(?:도)?{끝}`, () => thisYear],
  [
    `(?:지금|이번 ?달)(?:은|이|가)? 몇 ?월(?:달)?{끝}`,
    () => (utterance) => whichDay({ date: today(utterance) })(utterance),
  ],
  [`(?:올해|금년|이번 ?해){은} ${left}`, () => untilYearEnd],
  [`${yearEnd}(?:까지)?{은} ?${left}`, () => untilYearEnd],
  [`${monthEnd}(?:까지)?{은} ?${left}`, () => untilMonthEnd],
  [
    inOneLine`
      [가-힣]{1,8}(?:이|가|은|는)? {d}(?:이?었|였)?(?:는데|인데|이었고|였고),? ?(?:그날|그때)?(?:부터|로부터)? ?(?:며칠|몇 ?일|얼마나|얼마)
      (?:이나)? ?(?:지났|됐|되었|된|흘렀|지난)[가-힣]{0,6}`,
    (d) => since(day(d)),
  ],
  [
    `{d}(?:부터|에서) {d}까지(?:는|의)?(?: (?:총|모두))? ?(?:며칠|몇 ?일|얼마나|일수|날짜 ?수|며칠 ?사이)[가-힣 ]{0,8}`,
    (a, b) => between(day(a), day(b)),
  ],
  [
    `{d}{와} {d}(?:의)? ?(?:사이|차이)(?:는|가|은|에)?(?: ?(?:며칠|몇 ?일|얼마나|일수))[가-힣 ]{0,8}`,
    (a, b) => between(day(a), day(b)),
  ],
  [
    `{d}(?:부터|에서|로부터|은|는|이|가)? ?(?:며칠|몇 ?일|얼마나|얼마)(?:이나)? ?(?:지났|됐|되었|된|흘렀|지난)[가-힣]{0,6}`,
    (d) => since(day(d)),
  ],
  [`${fromNow}{w} ${behind} ?${when}{끝}`, (w) => ahead(length(w), 1)],
  [`{w} ${behind} ?{d}{은} ?${when}{끝}`, (w, d) => ahead(length(w), 1, day(d))],
  [`{w} (?:전) ?{d}{은} ?${when}{끝}`, (w, d) => ahead(length(w), -1, day(d))],
  [`${fromNow}{w} ${past} ?${when}(?:{끝}|(?:였|이었)[가-힣]{1,3})`, (w) => ahead(length(w), -1)],
  [
    `${fromNow}{w} ${behind} ?(?:날짜|시간|시각|요일)(?:를|을|은|는)?(?: ?(?:알려|말해|계산해)${GIVE})?`,
    (w) => ahead(length(w), 1),
  ],
  [
    `${fromNow}{w} ${past} ?(?:날짜|시간|시각|요일)(?:를|을|은|는)?(?: ?(?:알려|말해|계산해)${GIVE})?`,
    (w) => ahead(length(w), -1),
  ],
  [`{d}(?:부터|에서|의|로부터)? {w} ${behind} ?(?:${when})?{끝}`, (d, w) => ahead(length(w), 1, day(d))],
  [
    `{d}(?:부터|에서|의|로부터)? {w} ${past} ?(?:${when})?(?:{끝}|(?:였|이었)[가-힣]{1,3})`,
    (d, w) => ahead(length(w), -1, day(d)),
  ],
  [`{t}(?:에서|부터|의)? ?{w} ${behind} ?(?:${when})?{끝}`, (t, w) => clockAfter(time(t), length(w), 1)],
  [
    `{t}(?:에서|부터|의|보다)? ?{w} ${past} ?(?:${when})?(?:{끝}|(?:였|이었)[가-힣]{1,3})`,
    (t, w) => clockAfter(time(t), length(w), -1),
  ],
  [`(?:${q})?(?:time_)?(?:is_it_|is_|will_it_be_)?{w}_(?:after|from)_{t}`, (w, t) => clockAfter(time(t), length(w), 1)],
  [`(?:${q})?(?:time_)?(?:is_it_|is_|was_it_)?{w}_before_{t}`, (w, t) => clockAfter(time(t), length(w), -1)],
  [`(?:${q})?(?:the_)?(?:current_)?time(?:_is_it)?(?:_now|_right now)?`, () => clockNow],
  [
    inOneLine`
      ${q}?(?:the_)?(?:date|day|weekday|day_of_the_week)(?:_is_it|_is|_was_it|_was|_will_it_be|
      _falls)?(?:_on)? {d}(?:_this_year)?`,
    (d) => whichDay(day(d)),
  ],
  [
    `${q}(?:the_)?(?:date|day|weekday|day_of_the_week)(?:_is_it)?(?:_now)?`,
    () => (utterance) => whichDay({ date: today(utterance) })(utterance),
  ],
  [`(?:${q})?{d}'s_date`, (d) => whichDay(day(d))],
  [`(?:what_day(?:_of_the_week)?|when)_(?:is|was|will)_{d}(?:_be)?`, (d) => whichDay(day(d))],
  [
    `${q}(?:the_)?(?:date|day|time)(?:_is_it|_will_it_be|_is)?_(?:in_{w}|{w}_from_(?:now|today))`,
    (w) => ahead(length(w), 1),
  ],
  [`${q}(?:the_)?(?:date|day|time)(?:_is_it|_was_it|_was)?_{w}_ago`, (w) => ahead(length(w), -1)],
  [`{w}_from_(?:now|today)`, (w) => ahead(length(w), 1)],
  [`(?:what|when)(?:'s|_is) {w}_(?:from_(?:now|today)|later)`, (w) => ahead(length(w), 1)],
  [`(?:what|when)(?:'s|_is|_was) {d}`, (d) => whichDay(day(d))],
  [`${q}(?:the_)?(?:date|day)?(?:_is)?(?:_it)? ?{w}_(?:after|from)_{d}`, (w, d) => ahead(length(w), 1, day(d))],
  [`${q}(?:the_)?(?:date|day)?(?:_is)?(?:_it)? ?{w}_before_{d}`, (w, d) => ahead(length(w), -1, day(d))],
  [`${counting}(?:_the)? {d}`, (d) => until(day(d))],
  [`(?:how_many_)?(?:days|weeks)_(?:(?:are_)?left|remain|to_go)_(?:in_)?(?:this|the)_year`, () => untilYearEnd],
  [`(?:how_many_)?(?:days|weeks)_(?:(?:are_)?left|remain|to_go)_(?:in_)?(?:this|the)_month`, () => untilMonthEnd],
  [`${counting}_(?:the_)?(?:end_of_(?:the|this)_year|year's_end)`, () => untilYearEnd],
  [`${counting}_(?:the_)?(?:end_of_(?:the|this)_month|month's_end)`, () => untilMonthEnd],
  [
    `(?:how_many_)?days(?:_are_there|_are)?_(?:between|from) {d}_(?:and|to|until) {d}`,
    (a, b) => between(day(a), day(b)),
  ],
  [`how_(?:many_days|long)(?:_ago_was|_has_it_been_since|_since|_have_passed_since) {d}`, (d) => since(day(d))],
  ...clockRows,
]

const farOff = patternOf('i')`
    ^(.{1,30}?)(?:까지|이|가|은|는)? ?(?:며칠|몇 ?일|얼마나) ?(?:남았|남아|남은)[가-힣]{0,5}$|
    ^how many days (?:are left |left )?(?:until|till|to) (?:my |our |the )?(.{1,40})$`

/** Days, weekdays, clocks here and elsewhere, what lies between: asked of the datetime tool, told in a sentence. */
export const calendar: Family = (utterance) => {
  const marked = annotate(utterance.text, whenIn(utterance))
  const build = matchFirst(rows, marked)
  if (build && marked.values.some((part) => 'invalid' in part)) return { weight: 2, answer: () => utterance.say.noDate }
  return build?.(utterance) ?? remembered(utterance)
}

/** "프로젝트 마감까지 며칠 남았어?": the day stands in the memory. */
function remembered(utterance: Utterance): Intent | undefined {
  const match = farOff.exec(utterance.text)
  const fact = match && subjectFact(utterance, (match[1] ?? match[2]) as string)
  const found = fact && whenIn({ ...utterance, text: fact.text }).filter((one) => one.kind === 'd')
  return found?.length === 1 ? untilNext(found[0]?.value as DayMention)(utterance) : undefined
}
