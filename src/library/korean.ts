// Readers and writers of Korean (and of English where both are said): pure functions over text and a moment. A reader
// answers with what it read and where it stands (`from`, `to`), or undefined; what cannot be (the 31st of February)
// is said so, never repaired.

export { readDate } from '../std/korean/dates/date.ts'
export { formatDate, formatDuration, formatTime } from '../std/korean/dates/format-date.ts'
export { instantOf, readMoment } from '../std/korean/dates/moment.ts'
export { readRecurrence } from '../std/korean/dates/recurrence.ts'
export { readDuration, readTime } from '../std/korean/dates/time.ts'
export { readAnswer } from '../std/korean/dialogue/yesno.ts'
export { asObject, josa, spelledOut, stripParticles } from '../std/korean/grammar/particles.ts'
export { readName, readPeople, readPerson } from '../std/korean/grammar/people.ts'
export { readAmount, readAmounts, readWholeAmount } from '../std/korean/numbers/amount.ts'
export { formatWon } from '../std/korean/numbers/money.ts'
export { readNumber } from '../std/korean/numbers/number.ts'
export { nativeCount, sinoKorean } from '../std/korean/numbers/spoken-number.ts'
export { bigrams, choseong, isHangul, jamoDistance, toJamo } from '../std/korean/spelling/jamo.ts'
export { normalized } from '../std/korean/spelling/normalize.ts'
export type { Span } from '../std/korean/spelling/span.ts'
export type { CivilDate, Weekday, When } from '../std/time/calendar.ts'
export { feastOf } from '../std/time/lunar.ts'
export { loadRecurrence, nextOccurrence, type Recurrence, toRuleText } from '../std/time/recurrence.ts'
