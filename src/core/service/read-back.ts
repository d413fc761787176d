import { type AnswerDoor, readsAgreement } from '../../std/korean/dialogue/yesno.ts'
import { answerKinds, isAnswerWord } from '../../std/korean/grammar/answer-words.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { matchSpans, type Span } from '../../std/korean/spelling/span.ts'
import { todayIn, type When } from '../../std/time/calendar.ts'
import type { Slot } from './slots.ts'
import type { FlowState } from './state.ts'

/** Particles behind a value that is only repeated; 만 leaves out what waits, and is taken where nothing does. */
const PARTICLE =
  '(?:이?한테|이?에게|께|에|으로|로|을|를|이|가|은|는|이?요|이에요|예요|이?야|입니다)?(?:로)?(?![가-힣a-z\\d])'
const quoted = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Return true if an answer agrees and repeats values of the pending task: "응 3만원 맞아" is "응 맞아" where 30,000 won were
 * read back. A value of its own stays in it, and so it is no yes.
 */
export function agreesToReadBack(
  text: string,
  door: AnswerDoor,
  { slots, state, when }: { slots: readonly Slot[]; state: FlowState; when: When },
): boolean {
  // "네, 3명": yes, or four.
  return [text, text.replace(/^\s*네(?=[\s,.!])/, '예')].some((said) => {
    const rest = withoutReadBack(said, slots, state, when)
    return rest !== undefined && readsAgreement(rest, door)
  })
}

function withoutReadBack(
  text: string,
  slots: readonly Slot[],
  { slots: known, queue }: FlowState,
  when: When,
): string | undefined {
  const sentence = readSentence(text)
  const behind = new RegExp(`^${queue.length > 0 ? '' : '만?'}${PARTICLE}`, 'i')
  const spans = slots
    .flatMap((slot) => [...repeatsOf(slot, known[slot.name], sentence, when), ...labelsOf(slot, sentence.text)])
    .flatMap(({ from, to }) => {
      const particle = behind.exec(sentence.text.slice(to))
      return particle ? [{ from, to: to + particle[0].length }] : []
    })
  if (spans.length === 0) return undefined
  let rest = sentence.text
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  return rest
}

/** Return true if the task waits for a day to come. */
export const isLater = (slots: readonly Slot[], { slots: known }: FlowState, when: When): boolean =>
  slots.some(({ name, type }) => type === 'date' && String(known[name] ?? '') > todayIn(when))

/** The places at which a sentence says the very value of a slot. */
function repeatsOf(slot: Slot, value: unknown, sentence: Sentence, when: When): readonly Span[] {
  if (value === undefined || value === null) return []
  switch (slot.type) {
    case 'amount': {
      const sums = sentence.amounts.filter((one) => 'won' in one && one.won === value && !one.each && !one.approximate)
      // "10,000 to mom": beside a sum that was read back its number needs no unit.
      const bare = sentence.numbers.filter((one) => one.value === value && one.value >= 100)
      return sums.length > 0 || sentence.amounts.length > 0 ? sums : bare
    }
    case 'count':
      return sentence.counted(slot.unit ?? '').filter((one) => one.value === value)
    case 'date':
      return sentence.days(when).filter((one) => 'date' in one && !one.approximate && one.date === value)
    case 'time':
      return sentence.times.filter((one) => 'hour' in one && !one.ambiguous && clockText(one) === value)
    case 'choice':
      return namesIn(sentence.text, [String(value), ...(slot.choices?.find((one) => one.value === value)?.words ?? [])])
    case 'person':
    case 'text':
      return namesIn(sentence.text, [String(value)])
    default:
      return slot.type satisfies never
  }
}

const clockText = ({ hour, minute }: { hour: number; minute: number }) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** "그 금액", "that amount": the value that was read back, by the name of its slot. */
const labelsOf = ({ label }: Slot, text: string): Span[] =>
  matchSpans(
    text,
    new RegExp(`(?<![가-힣a-z\\d])(?:(?:그|이|that|the)\\s?)?${quoted(label)}(?:\\s(?:is|looks)(?![a-z]))?`, 'gi'),
  )

/** A value that is a word of answers itself ("취소") may be one here, too. */
const isAnswer = (value: string) =>
  isAnswerWord(value.replace(/\s/g, '')) || answerKinds(value.replace(/\s/g, '')) !== undefined

const namesIn = (text: string, values: readonly string[]): Span[] =>
  values
    .filter((value) => value.trim() !== '' && !isAnswer(value))
    .flatMap((value) =>
      matchSpans(text, new RegExp(`(?<![가-힣a-z\\d])(?:to\\s)?(?:my\\s)?${quoted(value)}(?:님|\\s?씨)?`, 'gi')),
    )
