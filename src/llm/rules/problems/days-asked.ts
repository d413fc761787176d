import { addDays, type CivilDate, daysBetween, partsOf } from '../../../std/time/calendar.ts'
import type { Family, Utterance } from '../intent.ts'
import { ask, dayOf, tell, today, untilDay } from '../intents/clocks.ts'
import { annotate } from '../parse/pattern.ts'
import { type DayMention, whenIn } from '../parse/when.ts'
import { LABEL } from './labels.ts'

const COUNT = '(?:며칠|몇 ?일|몇 ?주|몇 ?밤|디데이|d-?day|얼마나)'
const LEFT = `${COUNT}(?:이나|을|를)? ?(?:남[가-힣]{0,4}|자[가-힣]{0,2} ?(?:돼|되[가-힣]?|해|하[가-힣]?)|계산[가-힣]{0,3}|이?야|이지|이에요|예요|더)?(?: ?(?:줘|주세요))?`
const AGO = '(?:태어났|[가-힣]{0,4}[한된난간온은] ?지)'
const HOW_MANY = '(?:how many (?:days|weeks|sleeps|nights)|how long)(?: are| is it| is)?(?: left)?'

/** Days to come: "손주 생일이 ⟨d⟩인데 며칠 남았나", "how many days until my exam on ⟨d⟩". */
const UNTIL = [
  `${LABEL} ?⟨d⟩(?:이?고|인데|이야|에|까지|이라서|이니까)?[, ]*(?:${LABEL} ?)?${LEFT}`,
  `${LABEL}(?:까지)? ?${LEFT}[?, ]*⟨d⟩(?:이?야|생)?`,
  `${HOW_MANY} (?:until|till|to|before) ${LABEL} ?(?:on )?⟨d⟩`,
  `${LABEL}(?: is| are)? ?(?:on )?⟨d⟩,? ${HOW_MANY}(?: left| to go| until then)?`,
  `(?:my |the )?${LABEL} ?⟨d⟩,? ${HOW_MANY}(?: left| to go)?`,
]
const SINCE = [
  `${LABEL} ?${AGO} ?${COUNT}(?:이?야|째야|됐[가-힣]{0,2}|지)?[?, ]*⟨d⟩(?:생|이야)?`,
  `${LABEL} ?⟨d⟩(?:생|에)?(?:인데)? ?${AGO}? ?(?:${COUNT})(?:째)?(?:이?야| ?(?:됐|지났)[가-힣]{0,3})`,
  `(?:how many )?days since ⟨d⟩`,
  `${LABEL} (?:was |were )?born (?:on )?⟨d⟩,? how many (?:days|weeks) old(?: is (?:he|she|it))?`,
]
const BETWEEN = [`${LABEL} ?⟨d⟩(?:부터|에서) ⟨d⟩까지(?:면|는)? ?(?:총 ?)?${COUNT}(?:이?야|이지|이에요|예요|인가요?)?`]
const WHICH = [
  `what day (?:was|is|were) ${LABEL},? ?(?:on )?⟨d⟩`,
  `is ⟨d⟩ (?:on )?an? (?:weekday|weekend|workday|sunday|saturday)`,
]

const shapes = new Map<readonly string[], RegExp[]>()
const matches = (text: string, sources: readonly string[]) => {
  const made = shapes.get(sources) ?? sources.map((source) => new RegExp(`^${source}$`, 'i'))
  shapes.set(sources, made)
  return made.some((shape) => shape.test(text))
}

/** How many days it is to or from a day that the sentence names, with whatever words say what day it is. */
export const daysAsked: Family = (utterance) => {
  if (utterance.text.length > 120) return undefined
  const marks = whenIn(utterance).filter(({ kind }) => kind === 'd')
  const { text, values } = annotate(utterance.text, marks)
  const days = values as DayMention[]
  if (days.length === 0 || days.length > 2 || days.some(({ rough, invalid }) => rough || invalid)) return undefined
  const said = text.replace(/⟨d\d⟩/g, '⟨d⟩').trim()
  const [first, second] = days.map(({ date }) => date) as [CivilDate, CivilDate | undefined]
  if (second) return matches(said, BETWEEN) ? between(utterance, first, second) : undefined
  const now = today(utterance)
  const yearless = days[0]?.yearless === true
  if (matches(said, SINCE)) return between(utterance, yearless && first > now ? yearBefore(first) : first, now)
  if (matches(said, UNTIL)) return untilDay(utterance, first)
  return matches(said, WHICH) ? which(utterance, first) : undefined
}

const yearBefore = (date: CivilDate): CivilDate => {
  const [year] = partsOf(date)
  return addDays(`${year - 1}${date.slice(4)}`, 0)
}

function between(utterance: Utterance, from: CivilDate, to: CivilDate) {
  if (from > to) return undefined
  return ask({ action: 'diff', date: from, date2: to }, () =>
    tell(utterance).between(
      dayOf(utterance, from),
      dayOf(utterance, to),
      daysBetween(from, to),
      /몇 ?주|\bweeks\b/i.test(utterance.text),
    ),
  )
}

function which(utterance: Utterance, date: CivilDate) {
  return ask({ action: 'add', date, amount: 0, unit: 'days' }, () =>
    tell(utterance)[date < today(utterance) ? 'was' : 'is'](dayOf(utterance, date)),
  )
}
