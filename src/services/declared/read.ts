import type { ReadContext } from '../../core/service/service.ts'
import { isOffTopic } from '../../core/service/side-remark.ts'
import { castSlotValue, type Slot } from '../../core/service/slots.ts'
import type { Operation } from '../../core/service/state.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { ReadTime } from '../../std/korean/dates/time.ts'
import { GIVE } from '../../std/korean/grammar/ending.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { countSpans, namedDays } from './counted-days.ts'
import { replacedText, unreadIn } from './unexplained-words.ts'

export interface ReadableSlot extends Slot {
  endings?: readonly string[]
}

/**
 * Reads slots out of a sentence by their types; the whole sentence answers the slot that was asked for when nothing
 * else does. A value of which only a part was taken (two times for one slot) is asked about.
 */
export function readSlots(slots: readonly ReadableSlot[], text: string, context: ReadContext): Operation[][] {
  const source = readSentence(text.trim())
  const sentence = source.corrected(context.when)
  const said = sentence.text
  const wanted = slots.find(({ name }) => name === context.asked)?.type
  const mid = context.stage !== 'INIT'
  const isText = wanted === 'text' || (mid && slots.some((slot) => slot.type === 'text' && labelled(said, slot)))
  const instead = mid ? replaced(slots, source, sentence, context) : undefined
  if (instead) return [[instead]]
  if (mid && !isText && isOffTopic(said)) return []
  const all = withWaiting(slots, said, named(slots, said, context), context)
  // Of "어른 셋 아이 둘 말고 셋" it is not said what the three are.
  const party = source.text === said ? [] : source.counted('명').filter(({ party }) => party)
  const unread = isText
    ? []
    : [...party.map(({ from, to }) => source.text.slice(from, to)), ...unreadIn(slots, sentence, all, context)]
  // Of two hours it is asked which before it is asked of which half of the day.
  const found = unread.length > 0 ? all.filter((one) => !isOfEitherHalf(slots, one, context)) : all
  // "김영희로 다섯 명", where the name was asked for.
  if (found.length + unread.length > 0)
    return [[...(wanted === 'person' ? withName(slots, said, found, context) : found), ...asking(unread, context)]]
  const asked = slots.find(({ name }) => name === context.asked)
  const whole = asked && answer(asked, said)
  return whole === undefined || !asked ? [] : [[set(asked.name, whole)]]
}

function isOfEitherHalf(slots: readonly ReadableSlot[], { slot: name, value }: Said, { when }: ReadContext): boolean {
  const slot = slots.find((one) => one.name === name)
  const cast = slot && castSlotValue(slot, value, when)
  return cast !== undefined && 'fault' in cast && cast.fault === 'half'
}

const asking = (unread: readonly string[], { language }: ReadContext): Operation[] =>
  unread.length > 0 ? [{ op: 'ask', question: serviceMessages[language].declared.unread(unread.join(', ')) }] : []

const set = (slot: string, value: string) => ({ op: 'set' as const, slot, value })
type Said = ReturnType<typeof set>

/** Words between two requests of one sentence. */
const BETWEEN = /\s*(?:[,，、;]|그리고|\band\b)\s*/

/**
 * Several requests at once ("홍길동 3명, 김철수 2명"): parts that all speak of the same slots, in values of their own, are a
 * task each; what only some of them say ("내일") holds for all. Anything else is one request.
 */
export function readTasks(slots: readonly ReadableSlot[], text: string, context: ReadContext): Operation[][] {
  const parts = context.stage === 'INIT' ? readSentence(text).text.split(BETWEEN).filter(Boolean) : []
  const read = parts.map((part) => withName(slots, part, named(slots, part, context), context))
  const own = slots
    .filter(({ name }) => read.every((each) => each.some(({ slot }) => slot === name)))
    .map(({ name }) => name)
  if (read.length < 2 || own.length === 0) return readSlots(slots, text, context)
  const shared = slots.flatMap(({ name }) =>
    own.includes(name)
      ? []
      : read
          .flat()
          .filter(({ slot }) => slot === name)
          .slice(0, 1),
  )
  const tasks: Operation[][] = read.map((each) => [...each.filter(({ slot }) => own.includes(slot)), ...shared])
  const unread = parts.flatMap((part, at) => unreadIn(slots, readSentence(part), read[at] ?? [], context))
  return [[...(tasks[0] ?? []), ...asking(unread, context)], ...tasks.slice(1)]
}

/**
 * "홍길동 3명": the word before a count or an amount is a name, where a person is wanted and it is no day or time of day.
 */
function withName(slots: readonly ReadableSlot[], part: string, read: Said[], { when }: ReadContext): Said[] {
  const person = slots.find(({ type, name }) => type === 'person' && !read.some(({ slot }) => slot === name))
  const counted = read.find(({ slot }) =>
    slots.some(({ name, type }) => name === slot && (type === 'count' || type === 'amount')),
  )
  const before = counted && part.slice(0, part.indexOf(counted.value)).trim().split(/\s+/).at(-1)
  if (!person || !before || TIMES.test(before) || readSentence(before).days(when)[0]) return read
  const name = readSentence(before).name?.name
  return name ? [set(person.name, name), ...read] : read
}

/** "김철수 님은 4명": what is said beside the name of somebody who waits is said of them. */
function withWaiting(slots: readonly ReadableSlot[], said: string, read: Said[], { waiting }: ReadContext): Said[] {
  const person = slots.find(({ type, name }) => type === 'person' && !read.some(({ slot }) => slot === name))
  if (!person || read.length === 0) return read
  const names = waiting.map((task) => task[person.name]).filter((name) => typeof name === 'string')
  const name = names.find((one) => said.startsWith(one) || said.includes(` ${one}`))
  return name === undefined ? read : [set(person.name, name), ...read]
}

const TIMES = /^(?:아침|점심|저녁|오전|오후|낮|밤|새벽|정오|자정|총|모두|전부|그냥|그럼)|\d시/

/** The values that stand anywhere in a sentence. */
function named(slots: readonly ReadableSlot[], said: string, context: ReadContext): Said[] {
  const used = new Set<string>()
  return slots.flatMap((slot) => {
    // Two dates or two amounts in one service: words alone cannot tell which is meant, so the one that was asked for
    // takes them.
    const rival = slots.find((other) => other !== slot && other.type === slot.type && other.name === context.asked)
    const value = rival || used.has(slot.type) ? undefined : spoken(slot, slots, said, context)
    if (value === undefined) return []
    if (slot.type !== 'text' && slot.type !== 'choice') used.add(slot.type)
    return [set(slot.name, value)]
  })
}

/** The words that can only be this slot's, wherever they stand. */
function spoken(
  slot: ReadableSlot,
  slots: readonly ReadableSlot[],
  said: string,
  context: ReadContext,
): string | undefined {
  const { when, stage, known } = context
  const mid = stage !== 'INIT'
  switch (slot.type) {
    case 'amount': {
      const read = readSentence(said).amounts[0]
      const words = read && said.slice(read.from, read.to)
      // A bare number answers what was asked for.
      const isOthers = context.asked !== undefined && context.asked !== slot.name && /^[\d,.]+$/.test(words ?? '')
      return isOthers ? undefined : words
    }
    case 'date': {
      const read = namedDays(said, slots, context)[0]
      return read && ('date' in read ? read.date : said.slice(read.from, read.to))
    }
    case 'time': {
      const read = readSentence(said).times[0]
      if (!read) return context.asked === slot.name ? inHalf(said, context.refused) : undefined
      const words = said.slice(read.from, read.to)
      // The bare "10" of "at 10" is a time behind its word alone.
      return sameHalf(read, known[slot.name]) ?? (readSentence(words).times[0] ? words : `at ${words}`)
    }
    case 'count': {
      const read = countSpans(said, slot, slots, context)[0]
      return read && said.slice(read.from, read.to)
    }
    case 'person':
      return (
        readSentence(said).people[0]?.name ?? calledFor(said, context) ?? (mid ? labelledName(said, slot) : undefined)
      )
    case 'choice':
      return 'value' in castSlotValue(slot, said, when) ? said : undefined
    case 'text':
      return (mid ? labelled(said, slot) : undefined) ?? ending(said, slot.endings) ?? (slot.endings && calledSo(said))
    default:
      return slot.type satisfies never
  }
}

/** "오후요", where it was asked of which half of the day an hour is. */
function inHalf(said: string, refused = ''): string | undefined {
  const read = readSentence(refused).times[0]
  const half = HALVES.find(([shape]) => shape.test(said))?.[1]
  if (half === undefined || !read || !('hour' in read) || !read.ambiguous) return undefined
  return `${(read.hour % 12) + half}:${String(read.minute).padStart(2, '0')}`
}

const HALVES: readonly (readonly [RegExp, number])[] = [
  [/^(?:아침|오전|새벽)|\b(?:morning|a\.?m\.?)(?![a-z])/i, 0],
  [/^(?:저녁|오후|밤|낮)|\b(?:evening|afternoon|night|p\.?m\.?)(?![a-z])/i, 12],
]

/** "8시로" after 저녁 7시 stays in the evening. */
function sameHalf(read: ReadTime, known: unknown): string | undefined {
  if (!('hour' in read) || !read.ambiguous || typeof known !== 'string') return undefined
  const hour = (read.hour % 12) + (Number(known.slice(0, 2)) >= 12 ? 12 : 0)
  return [hour, read.minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** "짜장면 말고 짬뽕으로": what is said in the place of a slot's words, where no reader knows them. */
function replaced(
  slots: readonly ReadableSlot[],
  source: Sentence,
  { text }: Sentence,
  { known, when }: ReadContext,
): Said | undefined {
  const slot = slots.find(({ name, type }) => type === 'text' && isTakenBack(source.text, text, known[name]))
  const value = slot && replacedText(text)
  const isOther =
    value !== undefined && slots.some((one) => one.type === 'choice' && 'value' in castSlotValue(one, value, when))
  return slot && value && !isOther ? set(slot.name, value) : undefined
}

const isTakenBack = (before: string, after: string, value: unknown) =>
  typeof value === 'string' && value !== '' && before.includes(value) && !after.includes(value)

const WRITTEN = patternOf()`\s*(?:이?라고|으?로)?\s*(?:해|바꿔|적어|남겨|변경해|수정해)${GIVE}[.!]*$`

/** "메모는 흰 셔츠 따로 해 주세요": what is said of a slot by its name. */
function labelled(said: string, { label }: Slot): string | undefined {
  const at = said.search(new RegExp(`(?:^|[\\s,])${escaped(label)}(?:은|는|이|가|을|를|에|:|=|\\s)`))
  if (at < 0) return undefined
  const value = said
    .slice(said.indexOf(label, at) + label.length + 1)
    .replace(/^\s*(?:is|to)\s+/i, '')
    .replace(WRITTEN, '')
    .replace(/(?:이요|이에요|예요|입니다)[.!]*$/, '')
    .trim()
  return value || undefined
}

const labelledName = (said: string, slot: Slot) => readSentence(labelled(said, slot) ?? '').name?.name

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** "파스타집" for the ending "집", without the particle behind it. */
function ending(said: string, endings: readonly string[] = []): string | undefined {
  for (const word of said.split(/[\s,.!?]+/)) {
    const last = endings.find((one) => word.includes(one) && word.indexOf(one) > 0)
    if (last) return word.slice(0, word.lastIndexOf(last) + last.length)
  }
  return undefined
}

/** "a table at Olive Garden": a name in capitals behind "at". */
const calledSo = (said: string) =>
  /\bat (?:the )?(\p{Lu}[\p{L}\d'’&-]*(?: (?:(?:of|the|and|de|la|&) )?\p{Lu}[\p{L}\d'’&-]*)*)/u.exec(said)?.[1]

/** "a table for Alice Kim": a name in capitals behind "for" that is no day. */
function calledFor(said: string, { when }: ReadContext): string | undefined {
  const hit = /(?<=\bfor )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}(?=$|[\s,.!?])/u.exec(said)
  const isDay = readSentence(said)
    .days(when)
    .some(({ from, to }) => hit && from < hit.index + hit[0].length && to > hit.index)
  return isDay ? undefined : hit?.[0]
}

function answer(slot: ReadableSlot, said: string): string | undefined {
  if (slot.type === 'person') return readSentence(said).name?.name
  if (slot.type !== 'text') return said
  return said.replace(/(?:이요|이에요|예요|입니다|으로요?|로요?)[.!]*$/, '').trim() || said
}
