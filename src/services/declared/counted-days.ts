import type { ReadContext } from '../../core/service/service.ts'
import { castSlotValue, type Slot } from '../../core/service/slots.ts'
import { unitsOf } from '../../std/korean/numbers/counted.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { overlaps, type Span, touchesAny } from '../../std/korean/spelling/span.ts'

/** Everything that is counted in the slot's unit: "두 명", "한 명". */
export function countSpans(said: string, slot: Slot, slots: readonly Slot[], context: ReadContext): Span[] {
  const { unit } = slot
  if (!unit) return []
  const all = [...readSentence(said).counted(unit)]
  if (countsDays(slot)) return all.filter((span) => isNumberOfDays(said, span, slot, slots, context))
  // "다음 주 월요일부터 2주" counts weeks once.
  const days = readSentence(said).days(context.when)
  return all.filter((span) => !touchesAny(span, days))
}

/** The days that a sentence names, without what is a number of days: in "12월 1일부터 10일" the tenth is none. */
export function namedDays(said: string, slots: readonly Slot[], context: ReadContext) {
  const counted = slots.filter(countsDays).flatMap((slot) => countSpans(said, slot, slots, context))
  return readSentence(said)
    .days(context.when)
    .filter((day) => !touchesAny(day, counted))
}

/** Return true if a slot holds a number of days. */
export const countsDays = ({ type, unit }: Slot) =>
  type === 'count' && unit !== undefined && new RegExp(`^(?:${unitsOf(unit)})$`).test('일')

/**
 * "3일" is three days or the third: the one that was asked for; else what is said to last, or stands beside another
 * day, is a number of days. "내일", "일요일" and "12월 1일" are none.
 */
function isNumberOfDays(
  said: string,
  span: Span,
  slot: Slot,
  slots: readonly Slot[],
  { when, asked }: ReadContext,
): boolean {
  const words = said.slice(span.from, span.to)
  const days = readSentence(said).days(when)
  const isNumber = 'value' in castSlotValue(slot, words, when)
  if (!isNumber || /[월달]\s?$/.test(said.slice(0, span.from))) return !touchesAny(span, days)
  if (/^\s?(?:동안|간(?![가-힣])|짜리|씩)/.test(said.slice(span.to)) || asked === slot.name) return true
  const dated = slots.filter(({ type }) => type === 'date')
  if (dated.length === 0) return true
  return !dated.some(({ name }) => name === asked) && days.some((day) => !overlaps(day, span))
}
