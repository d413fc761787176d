import type { When } from '../time/calendar.ts'
import { type ReadDate, readDate } from './dates/date.ts'
import { type ReadMoment, readMoment } from './dates/moment.ts'
import { type Period, readPeriod, readPeriodAhead } from './dates/period.ts'
import { type ReadRecurrence, readRecurrence, type Unclear, unclearRecurrence } from './dates/recurrence.ts'
import { type Duration, type ReadTime, readDuration, readTime } from './dates/time.ts'
import { readZone, type SaidZone } from './dates/zone.ts'
import { leftOver } from './dialogue/left-over.ts'
import { withCorrections } from './dialogue/self-correction.ts'
import { withoutTakenBack } from './dialogue/taken-back.ts'
import { type Ending, endingOf } from './grammar/ending.ts'
import { isFiller } from './grammar/filler.ts'
import { readNegations } from './grammar/negation.ts'
import { stripParticles } from './grammar/particles.ts'
import { type Person, readName, readPeople } from './grammar/people.ts'
import { type ReadAmount, readAmounts, readWholeAmount } from './numbers/amount.ts'
import { type Counted, readCounted } from './numbers/counted.ts'
import { type ReadNumber, readNumber } from './numbers/number.ts'
import { type Clause, clausesOf } from './sentence/clauses.ts'
import { type OwnedSpan, ownedSpans, type Stretch, stretchesBeside } from './sentence/spans.ts'
import { momentSpans, strayWhen } from './sentence/when-account.ts'
import { type Normalized, normalize } from './spelling/normalize.ts'
import { everyRead, overlaps, type Span } from './spelling/span.ts'

/**
 * A word, what may be left of it without its particle or ending (itself first), and whether it says nothing of a
 * subject.
 */
export interface Word extends Span {
  text: string
  stems: readonly string[]
  filler: boolean
}

/**
 * One reading of a sentence, for everybody who acts on what was said. It is spelled as it would be without haste
 * first; every span is one of that `text`, and `typed` maps it back. Each part is read when it is first asked for,
 * and once.
 */
export class Sentence {
  /** As it was typed, in NFC. */
  readonly source: string
  /** In its ordinary spelling: "낼 엄마한태 15 만원" → "내일 엄마한테 15만원". */
  readonly text: string
  readonly #spelled: Normalized
  readonly #read = new Map<string, unknown>()

  constructor(source: string) {
    this.source = source.normalize('NFC')
    this.#spelled = normalize(this.source)
    this.text = this.#spelled.text
  }

  /** Return the place in `source` at which a span of `text` was typed. */
  typed(span: Span): Span {
    return this.#spelled.typed(span)
  }

  /** Every amount of money, those that must not be taken for one among them. */
  get amounts(): readonly ReadAmount[] {
    return this.#once('amounts', () => readAmounts(this.text))
  }

  /** The amount that is all of the sentence; undefined where a word is left over. */
  get wholeAmount(): number | undefined {
    return this.#once('wholeAmount', () => readWholeAmount(this.text))
  }

  get numbers(): readonly ReadNumber[] {
    return this.#once('numbers', () => everyRead(this.text, readNumber))
  }

  /** Times of day, impossible ones among them. */
  get times(): readonly ReadTime[] {
    return this.#once('times', () => everyRead(this.text, readTime))
  }

  /** Everything that is counted in a unit ("명"), rough numbers and those between two others without a value. */
  counted(unit: string): readonly Counted[] {
    return this.#once(`counted ${unit}`, () => readCounted(this.text, unit))
  }

  get durations(): readonly Duration[] {
    return this.#once('durations', () => everyRead(this.text, readDuration))
  }

  /** Receivers with their particles, or companions where there is none. */
  get people(): readonly Person[] {
    return this.#once('people', () => readPeople(this.text))
  }

  /** The name that is all of the sentence. */
  get name(): Person | undefined {
    return this.#once('name', () => readName(this.text))
  }

  get negations(): readonly Span[] {
    return this.#once('negations', () => readNegations(this.text))
  }

  get ending(): Ending {
    return this.#once('ending', () => endingOf(this.text))
  }

  get words(): readonly Word[] {
    return this.#once('words', () => wordsOf(this.text))
  }

  /** Days, impossible ones among them. */
  days(when: When): readonly ReadDate[] {
    return this.#at('days', when, () => everyRead(this.text, (rest) => readDate(rest, when)))
  }

  /** The stretch of days up to now that is named. */
  period(when: When): Period | undefined {
    return this.#at('period', when, () => readPeriod(this.text, when))
  }

  /** The stretch of several days from today on that is named, unless it is part of one day ("다음 주 화요일"). */
  periodAhead(when: When): Period | undefined {
    return this.#at('periodAhead', when, () => {
      const found = readPeriodAhead(this.text, when)
      const isOfDay = found && this.days(when).some((day) => !('approximate' in day) && overlaps(day, found))
      return isOfDay ? undefined : found
    })
  }

  /** Day and time together, or what is counted from now. */
  moment(when: When): ReadMoment | undefined {
    return this.#at('moment', when, () => readMoment(this.text, when))
  }

  recurrence(when: When): ReadRecurrence | undefined {
    return this.#at('recurrence', when, () => readRecurrence(this.text, when))
  }

  /** Return the part of a rule of repetition that has two meanings, so that `recurrence` has none. */
  unclear(when: When): Unclear | undefined {
    return this.#at('unclear', when, () => unclearRecurrence(this.text, when))
  }

  /** The clock that is named beside an hour: "뉴욕 시간으로", "EST". */
  get zone(): SaidZone | undefined {
    return this.#once('zone', () => readZone(this.text))
  }

  /**
   * Everything that somebody owns, each stretch with its kind, none overlapping another: what a reader takes, it
   * takes from here, and what is in none of them is a title or has no owner.
   */
  spans(when: When): readonly OwnedSpan[] {
    return this.#at('spans', when, () => ownedSpans(this, when))
  }

  /** The runs of words beside some spans: a title is one of them, the others have no owner and are asked about. */
  stretches(taken: readonly Span[]): readonly Stretch[] {
    return stretchesBeside(this.text, taken)
  }

  /** The words beside some spans, without the particles and prepositions that belong to those. */
  beside(taken: readonly Span[]): string {
    return this.stretches(taken)
      .map(({ text }) => text)
      .join(' ')
  }

  /** The spans of which its rule of repetition is made, or else its moment: nothing between them belongs to it. */
  whenSpans(when: When, rule: { spans: readonly Span[] } | undefined): readonly Span[] {
    return rule ? rule.spans : this.#at('whenSpans', when, () => momentSpans(this, when))
  }

  /**
   * The words of when that stand beside the `used` ones and were read by nobody. `isRule`: what was used is a rule of
   * repetition.
   */
  strayWhen(used: readonly Span[], isRule: boolean, when: When): Span | undefined {
    return strayWhen(this, used, isRule, when)
  }

  /** The requests that a message may hold, each as it would be said alone: "치과 알려주고 약 사줘" is "치과 알려줘" and "약 사줘". */
  get clauses(): readonly Clause[] {
    return this.#once('clauses', () => clausesOf(this.text))
  }

  /** Without what is taken back in it: "만원 말고 2만원" is "2만원". */
  get kept(): Sentence {
    return this.#once('kept', () => readSentence(withoutTakenBack(this.text)))
  }

  /** As its speaker corrected it: "만원 아니 이만원" is "이만원". */
  corrected(when: When): Sentence {
    return this.#at('corrected', when, () => readSentence(withCorrections(this.text, when)))
  }

  /**
   * The words that neither what was `taken` nor the common words of a request explain. `more`: words that the caller
   * accounts for.
   */
  leftOver(taken: readonly Span[], more?: RegExp): string[] {
    return leftOver(this.text, taken, more)
  }

  #once<T>(name: string, read: () => T): T {
    if (!this.#read.has(name)) this.#read.set(name, read())
    return this.#read.get(name) as T
  }

  #at<T>(name: string, { now, zone }: When, read: () => T): T {
    return this.#once(`${name} ${+now} ${zone}`, read)
  }
}

function wordsOf(text: string): Word[] {
  const found = [...text.matchAll(/[^\s,.!?~…'"“”‘’()]+/g)]
  return found.map(({ index, 0: said }, at) => ({
    text: said,
    from: index,
    to: index + said.length,
    stems: stripParticles(said),
    filler: isFiller(said, found[at - 1]?.[0]),
  }))
}

const recent = new Map<string, Sentence>()
/** A turn speaks of few sentences and of parts of them. */
const mostRecent = 32

/** The reading of a sentence or a part of one; the same words are read once. */
export function readSentence(source: string): Sentence {
  const known = recent.get(source)
  if (known) return known
  const made = new Sentence(source)
  if (recent.size >= mostRecent) recent.clear()
  recent.set(source, made)
  return made
}
