import type { ReadContext } from '../../core/service/service.ts'
import { choicesIn, type Slot } from '../../core/service/slots.ts'
import { GIVE } from '../../std/korean/grammar/ending.ts'
import type { Sentence } from '../../std/korean/sentence.ts'
import type { Span } from '../../std/korean/spelling/span.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { countSpans, countsDays, namedDays } from './counted-days.ts'

/** Limits behind a number, which no slot can keep: "5만원 이하로", "세 명 빼고". */
const LIMIT = /^\s?(?:은|는|만|을|를)?\s?(?:이상|이하|미만|초과|안팎|빼고|제외)/

/** Words that take a value back or say that it comes again. */
const AGAIN = /^(?:아니|말고|매[일주달월년]|격주(?:로)?|[가-힣]+마다|every|each|instead of)/i

/** Words by which a sentence leaves open a value that it names; a text slot may hold such words. */
const openIn = (slots: readonly Slot[], sentence: Sentence, { when }: ReadContext): string[] =>
  slots.some(({ type }) => type === 'date' || type === 'time' || type === 'count' || type === 'amount')
    ? sentence
        .spans(when)
        .flatMap(({ owner, text }) => (owner === 'open' || owner === 'rule' || AGAIN.test(text) ? [text.trim()] : []))
    : []

/**
 * Lists the words about slots beyond the one value that each can hold: a second time, day, amount, number or choice,
 * and a limit of one. A reader that took the first alone would pass a part off as the whole.
 */
export function unreadIn(
  slots: readonly Slot[],
  sentence: Sentence,
  found: readonly { slot: string }[],
  context: ReadContext,
): string[] {
  const taken = slots.filter(({ name }) => found.some(({ slot }) => slot === name))
  if (taken.length === 0) return []
  const more = slots.flatMap((slot) => {
    if (slot.type === 'choice') {
      const named = choicesIn(slot, sentence.text)
      return named.length > 1 ? named.map(({ word }) => word) : []
    }
    if (!taken.includes(slot)) return []
    // Two slots of a type can hold two values.
    const room = slots.filter(({ type }) => type === slot.type).length
    const all = valuesOf(slot, sentence, slots, context)
    const limits = all.flatMap(({ from, to }) => {
      const limit = LIMIT.exec(sentence.text.slice(to))?.[0]
      return limit && (slot.type === 'amount' || slot.type === 'count') ? [{ from, to: to + limit.length }] : []
    })
    const spans = [...all.slice(room), ...limits]
    return spans.map(({ from, to }) => sentence.text.slice(from, to).trim())
  })
  const stray = more.length > 0 ? undefined : strayOf(slots, taken, sentence, context)
  return [...more, ...(stray ? [stray] : []), ...openIn(slots, sentence, context)]
}

/** The words of when beside the days and times that were taken; a text slot may hold such words. */
function strayOf(
  slots: readonly Slot[],
  taken: readonly Slot[],
  sentence: Sentence,
  context: ReadContext,
): string | undefined {
  // "내일부터 3일": of a stretch of days both its ends have a slot.
  if (slots.some((slot) => slot.type === 'text' || countsDays(slot))) return undefined
  const ofType = (...types: Slot['type'][]) =>
    taken.filter(({ type }) => types.includes(type)).flatMap((slot) => valuesOf(slot, sentence, slots, context))
  const [ofWhen, counts] = [ofType('date', 'time'), ofType('count')]
  // Beside a count alone no word of when is one of its own.
  const used = ofWhen.length > 0 ? [...ofWhen.map((day) => withLength(day, counts, sentence)), ...counts] : []
  const stray = sentence.strayWhen(used, false, context.when)
  return stray && sentence.text.slice(stray.from, stray.to)
}

/** "내일부터 2주": a day with what is counted from it. */
function withLength(day: Span, counts: readonly Span[], { text }: Sentence): Span {
  const length = counts.find(({ from }) => from > day.to && /^\s?(?:부터|for)\s$/.test(text.slice(day.to, from)))
  return length ? { from: day.from, to: length.to } : day
}

function valuesOf(slot: Slot, sentence: Sentence, slots: readonly Slot[], context: ReadContext): readonly Span[] {
  switch (slot.type) {
    case 'amount':
      return sentence.amounts
    case 'date': {
      const days = namedDays(sentence.text, slots, context)
      // "12월 24일 목요일" and "내일, 22일" name one day twice.
      const dates = days.map((day) => ('date' in day ? day.date : ''))
      return days.filter((_, at) => dates.indexOf(dates[at] as string) === at)
    }
    case 'time':
      return sentence.times
    case 'count':
      return countSpans(sentence.text, slot, slots, context)
    case 'person':
    case 'text':
    case 'choice':
      return []
    default:
      return slot.type satisfies never
  }
}

const REPLACING = patternOf()`
    \s*(?:으?로|을|를)?\s*(?:(?:바꿔|변경해|수정해|고쳐|해|주문해|예약해|부탁해)${GIVE}?|할게|할래|하자|부탁)$`

/** The new value of a slot, out of the rest of a sentence that took its old value back: "짬뽕으로 해줘" → "짬뽕". */
export function replacedText(said: string): string | undefined {
  const value = said
    .replace(/(?:이요|이에요|예요|입니다|요)?[\s.!~]*$/, '')
    .replace(REPLACING, '')
    .replace(/(?<=[가-힣])(?:으로|로)$/, '')
    .trim()
  return value || undefined
}
