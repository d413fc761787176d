import type { Json, JsonObject } from '../../protocol/index.ts'

/** Numbers and texts longer than that no argument needs: a small model would go on for ever. */
const bounds = `
ws ::= [ \\n]?
string ::= "\\"" char{0,400} "\\""
char ::= [^"\\\\\\x00-\\x1f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})
integer ::= "-"? ("0" | [1-9] [0-9]{0,14})
number ::= integer ("." [0-9]{1,9})?
boolean ::= "true" | "false"
value ::= object | array | string | number | boolean | "null"
object ::= "{" ws (string ws ":" ws value (ws "," ws string ws ":" ws value){0,20})? ws "}"
array ::= "[" ws (value (ws "," ws value){0,50})? ws "]"
`

/**
 * Translate a JSON Schema into a grammar of llama.cpp (GBNF,
 * https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md). Optional properties keep the schema's order.
 * Limits of lengths and patterns are not kept: validate the answer. `before` and `after` stand around the value.
 */
export function grammarOf(schema: JsonObject, before = '', after = ''): string {
  const rules = new Map<string, string>()
  const root = [literal(before), ruleOf(schema, rules), literal(after)].filter(Boolean).join(' ws ')
  return [`root ::= ${root}`, ...[...rules].map(([name, rule]) => `${name} ::= ${rule}`), bounds].join('\n')
}

/** A schema for one call of these tools: a choice between objects with a fixed name. */
export function callSchema(tools: readonly { name: string; schema: JsonObject }[]): JsonObject {
  return {
    anyOf: tools.map(({ name, schema }) => ({
      type: 'object',
      properties: { name: { const: name }, arguments: schema },
      required: ['name', 'arguments'],
    })),
  }
}

const literal = (text: string) => (text === '' ? '' : quote(text))
const quote = (text: string) =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

function ruleOf(schema: JsonObject, rules: Map<string, string>): string {
  const { const: fixed, enum: choices, anyOf, oneOf, type } = schema
  if (fixed !== undefined) return quote(JSON.stringify(fixed))
  if (Array.isArray(choices)) return oneOfRules(choices.map((one) => quote(JSON.stringify(one))))
  const some = anyOf ?? oneOf
  if (Array.isArray(some)) return oneOfRules(some.map((one) => ruleOf(asObject(one), rules)))
  if (Array.isArray(type)) return oneOfRules(type.map((one) => ruleOf({ ...schema, type: one }, rules)))
  if (type === 'object' && schema.properties !== undefined) return named(rules, objectRule(schema, rules))
  if (type === 'array') return named(rules, arrayRule(schema, rules))
  if (type === 'null') return '"null"'
  return typeof type === 'string' && ['string', 'integer', 'number', 'boolean', 'object'].includes(type)
    ? type
    : 'value'
}

const oneOfRules = (rules: string[]) => (rules.length > 0 ? `(${rules.join(' | ')})` : 'value')

function named(rules: Map<string, string>, rule: string): string {
  for (const [name, known] of rules) if (known === rule) return name
  const name = `r${rules.size}`
  rules.set(name, rule)
  return name
}

function objectRule(schema: JsonObject, rules: Map<string, string>): string {
  const required = Array.isArray(schema.required) ? schema.required : []
  const entries = Object.entries(asObject(schema.properties)).map(([key, inner]) => ({
    rule: `${quote(JSON.stringify(key))} ws ":" ws ${ruleOf(asObject(inner), rules)}`,
    isRequired: required.includes(key),
  }))
  return `"{" ws ${memberRules(entries, rules)} ws "}"`
}

/** Members in order, each optional one with or without: a comma stands between those that are there. */
function memberRules(entries: { rule: string; isRequired: boolean }[], rules: Map<string, string>): string {
  const after = (from: number): string => {
    const entry = entries[from]
    if (!entry) return '""'
    const rest = named(rules, after(from + 1))
    return entry.isRequired ? `ws "," ws ${entry.rule} ${rest}` : `(ws "," ws ${entry.rule})? ${rest}`
  }
  const first = entries.findIndex(({ isRequired }) => isRequired)
  const begins = entries.slice(0, first < 0 ? undefined : first + 1)
  if (begins.length === 0) return '""'
  const ways = begins.map(({ rule }, i) => `${rule} ${named(rules, after(i + 1))}`)
  return first < 0 ? `(${ways.join(' | ')})?` : `(${ways.join(' | ')})`
}

function arrayRule(schema: JsonObject, rules: Map<string, string>): string {
  const item = ruleOf(asObject(schema.items), rules)
  return `"[" ws (${item} (ws "," ws ${item}){0,30})? ws "]"`
}
