import type { Json, JsonObject, ToolSchema } from '../../protocol/index.ts'
import { contentWords, stemOf } from '../../std/korean/search/analysis.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import type { When } from '../../std/time/calendar.ts'

/** A day, or a day and a time, as tools take them. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/**
 * Check whether everything that a call would write down stands in the person's words: each text by its words, each
 * number, each day and time by what code reads there. What the schema itself offers to choose from is no value of
 * somebody's.
 */
export function isCallGrounded(
  args: JsonObject,
  { schema }: Pick<ToolSchema, 'schema'>,
  text: string,
  when: When,
): boolean {
  const properties = Object(schema.properties)
  const said = saidIn(text, when)
  return Object.entries(args).every(([key, value]) => isOffered(Object(properties[key]), value) || said(value))
}

const isOffered = ({ enum: offered }: { enum?: unknown }, value: Json) =>
  Array.isArray(offered) && offered.includes(value)

function saidIn(text: string, when: When): (value: Json) => boolean {
  const sentence = readSentence(text)
  const words = new Set(stemsOf(text))
  const numbers = new Set([
    ...sentence.numbers.map(({ value }) => value),
    ...sentence.amounts.flatMap((amount) => ('won' in amount ? [amount.won] : [])),
    ...[...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', ''))),
  ])
  const isSaid = (value: Json): boolean => {
    if (value === null || typeof value === 'boolean') return true
    if (typeof value === 'number') return numbers.has(value)
    if (typeof value === 'object') return Object.values(value).every((inner) => isSaid(inner ?? null))
    return MOMENT.test(value.trim())
      ? isMoment(value.trim(), text, when)
      : stemsOf(value).every((word) => words.has(word))
  }
  return isSaid
}

const stemsOf = (text: string) => contentWords(text).map((word) => stemOf(word.toLowerCase()))

/** Check whether a written day and time is the moment that a sentence names. */
function isMoment(value: string, text: string, when: When): boolean {
  const read = readSentence(text).moment(when)
  if (!read || 'invalid' in read) return false
  const [, day, hour, minute] = MOMENT.exec(value) ?? []
  if (hour === undefined) return day === read.date
  const isClock = /(?:Z|[+-]\d\d:?\d\d)$/.test(value)
    ? +new Date(value) === +read.at
    : day === read.date && Number(hour) === read.time.hour && Number(minute) === read.time.minute
  return !read.dateOnly && isClock
}
