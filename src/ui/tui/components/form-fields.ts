import type { FormMessages } from '../../../messages/surfaces/form.ts'
import type { JsonObject } from '../../../protocol/index.ts'
import type { Elicited } from '../../../tools/mcp/ports.ts'

export type Content = Extract<Elicited, { action: 'accept' }>['content']
type Value = Content[string]

/** One thing that is asked for. `initial` stands there at first, ready to be taken or changed. */
export type FormField = { name: string; title: string; about: string; required: boolean } & (
  | { kind: 'text'; initial: string; rules: Rules }
  | { kind: 'one'; options: Option[]; initial: number }
  | { kind: 'many'; options: Option[]; initial: readonly number[]; least: number; most: number }
)
/** A choice; without a value the field is left out. */
export interface Option {
  label: string
  value?: string | boolean
}
interface Rules {
  number?: 'whole' | 'any'
  least: number
  most: number
  format?: string
}

/** Characters of a title, a description or a choice, of which a person would read no more. */
const mostWords = 300

/**
 * The fields of a form by its flat JSON Schema
 * (https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation). It comes from a stranger: whatever
 * is not what the page says is asked for as text.
 */
export function fieldsOf(schema: JsonObject, words: FormMessages): FormField[] {
  const required = new Set(listOf(schema.required))
  return Object.entries(objectOf(schema.properties)).map(([name, given]): FormField => {
    const field = objectOf(given)
    const base = {
      name,
      title: (textOf(field.title) || name).slice(0, mostWords),
      about: textOf(field.description).slice(0, mostWords),
      required: required.has(name),
    }
    if (field.type === 'array') return { ...base, ...manyOf(field) }
    const options = field.type === 'boolean' ? yesNo(words) : optionsOf(field)
    return { ...base, ...(options.length > 0 ? oneOf(field, options, base.required, words) : textField(field)) }
  })
}

const yesNo = (words: FormMessages): Option[] => [
  { label: words.yes, value: true },
  { label: words.no, value: false },
]

function oneOf(field: JsonObject, choices: Option[], required: boolean, words: FormMessages) {
  const options = required ? choices : [...choices, { label: words.leaveOut }]
  const given = choices.findIndex(({ value }) => value === field.default)
  // No answer is no yes: without a default a question of yes or no begins at no, another one at leaving it out.
  const initial = given >= 0 ? given : !required ? choices.length : field.type === 'boolean' ? 1 : 0
  return { kind: 'one' as const, options, initial }
}

function manyOf(field: JsonObject) {
  const options = optionsOf(objectOf(field.items))
  const chosen = new Set(listOf(field.default))
  const initial = options.flatMap(({ value }, at) => (chosen.has(value) ? [at] : []))
  return {
    kind: 'many' as const,
    options,
    initial,
    least: numberOf(field.minItems) ?? 0,
    most: numberOf(field.maxItems) ?? Infinity,
  }
}

/** `enum` with or without `enumNames`, or `oneOf` and `anyOf` of constants with titles. */
function optionsOf(field: JsonObject): Option[] {
  const names = listOf(field.enumNames)
  const listed = listOf(field.enum).map((value, at) => ({
    value: String(value),
    label: (textOf(names[at]) || String(value)).slice(0, mostWords),
  }))
  const titled = [...listOf(field.oneOf), ...listOf(field.anyOf)].map((one) => {
    const { const: value, title } = objectOf(one)
    return { value: String(value), label: (textOf(title) || String(value)).slice(0, mostWords) }
  })
  return [...listed, ...titled]
}

function textField(field: JsonObject) {
  const number = field.type === 'integer' ? 'whole' : field.type === 'number' ? 'any' : undefined
  const [least, most] = number ? [field.minimum, field.maximum] : [field.minLength, field.maxLength]
  const initial = ['string', 'number'].includes(typeof field.default) ? String(field.default) : ''
  const rules: Rules = {
    least: numberOf(least) ?? -Infinity,
    most: numberOf(most) ?? Infinity,
    ...(number ? { number } : {}),
    ...(textOf(field.format) ? { format: textOf(field.format) } : {}),
  }
  return { kind: 'text' as const, initial, rules }
}

/** Return what was typed as the field's value: undefined leaves it out; what is not right is a sentence. */
export function readTyped(
  field: Extract<FormField, { kind: 'text' }>,
  typed: string,
  words: FormMessages,
): { value?: Value } | string {
  const text = typed.trim()
  const { number, least, most, format } = field.rules
  if (text === '') return field.required ? words.required : {}
  if (!number) {
    const length = [...text].length
    if (length < least || length > most) return words.length(least, most)
    return format && formats[format]?.(text) === false ? words.format(format) : { value: text }
  }
  const value = Number(text)
  if (!Number.isFinite(value) || (number === 'whole' && !Number.isInteger(value))) return words.number[number]
  return value < least || value > most ? words.range(least, most) : { value }
}

const formats: Record<string, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
