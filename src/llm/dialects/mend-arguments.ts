import type { Json, JsonObject } from '../../protocol/index.ts'
import { asObject, asObjects } from '../json-values.ts'
import { argsOf } from './call-assembler.ts'

/**
 * Return arguments as the model meant them, where the way it wrote them is a known slip: numbers and lists as text,
 * null for what is optional, JSON inside of JSON, a fence, a line break in a string. Undefined where nothing was to be
 * mended. For arguments that did not validate; the mended ones must. Pure.
 */
export function mendArguments(schema: JsonObject, args: JsonObject, raw?: string): JsonObject | undefined {
  const read = raw === undefined ? args : mendText(raw)
  const mended = read && asObject(mendValue(unwrap(read, schema), schema, schema) ?? null)
  return mended && (raw !== undefined || JSON.stringify(mended) !== JSON.stringify(args)) ? mended : undefined
}

/** Return the arguments of a call that a model put into its own arguments, name and all. */
function unwrap(args: JsonObject, { properties }: JsonObject): JsonObject {
  const inner = asObject(args.arguments as Json) ?? asObject(args.parameters as Json) ?? asObject(args.input as Json)
  const names = Object.keys(asObject(properties as Json) ?? {})
  const isCall = inner && Object.keys(args).every((key) => /^(?:name|type|arguments|parameters|input)$/.test(key))
  return isCall && !names.some((name) => args[name] !== undefined) ? inner : args
}

/** Return the object in a text that is no JSON object as it stands. */
function mendText(raw: string): JsonObject | undefined {
  const bare = raw.trim().replace(/^```\w*\s*|\s*```$/g, '')
  const candidates = [
    bare,
    escapeBreaks(bare),
    bare.replace(/,\s*(?=[}\]])/g, ''),
    // An empty object of the beginning of a stream stands before the real one.
    bare.replace(/^(?:\{\}|null)\s*(?=\{)/, ''),
  ]
  for (const text of candidates) {
    const value = parse(text)
    const inner = typeof value === 'string' ? parse(value) : value
    const found = asObject(inner)
    if (found && argsOf(JSON.stringify(found)).raw === undefined) return found
  }
  return undefined
}

/** Escape the control characters inside of strings, which JSON wants escaped. */
function escapeBreaks(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (string) =>
    string.replace(/[\n\r\t]/g, (letter) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[letter] ?? letter),
  )
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Return a value in the type that its schema wants, where that says the same. */
function mendValue(value: Json, schema: JsonObject, root: JsonObject): Json {
  const types = typesOf(schema, root)
  if (types.size === 0 || types.has(typeOf(value)) || (typeOf(value) === 'integer' && types.has('number')))
    return mendInside(value, schema, root)
  if (typeof value === 'string') return mendString(value, types, schema, root)
  if ((typeof value === 'number' || typeof value === 'boolean') && types.has('string')) return String(value)
  if (types.has('array') && value !== null && !Array.isArray(value)) return mendInside([value], schema, root)
  return value
}

function mendString(value: string, types: ReadonlySet<string>, schema: JsonObject, root: JsonObject): Json {
  const text = value.trim()
  if ((types.has('number') || types.has('integer')) && /^-?\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.has('null') && /^(?:null|none)?$/i.test(text)) return null
  if (types.has('array') || types.has('object')) {
    const inner = parse(text.replace(/^```\w*\s*|\s*```$/g, ''))
    if (inner !== undefined && types.has(typeOf(inner))) return mendInside(inner, schema, root)
    if (types.has('array') && !/^[[{]/.test(text)) return mendInside([value], schema, root)
  }
  return value
}

function mendInside(value: Json, schema: JsonObject, root: JsonObject): Json {
  const at = resolve(schema, root)
  if (Array.isArray(value)) {
    const items = asObject(at.items as Json)
    return items ? value.map((one) => mendValue(one, items, root)) : value
  }
  const object = asObject(value)
  if (!object) return value
  const properties = asObject(at.properties as Json) ?? {}
  const required = Array.isArray(at.required) ? at.required : []
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, one]): [string, Json][] => {
      const own = asObject(properties[name] as Json)
      if (!own) return [[name, one]]
      const types = typesOf(own, root)
      if (one === null && !required.includes(name) && types.size > 0 && !types.has('null')) return []
      return [[name, mendValue(one, own, root)]]
    }),
  )
}

/** Return the types that a schema allows; none where it allows all. */
function typesOf(schema: JsonObject, root: JsonObject): Set<string> {
  const at = resolve(schema, root)
  const own = Array.isArray(at.type) ? at.type : at.type === undefined ? [] : [at.type]
  const branches = [...asObjects(at.anyOf), ...asObjects(at.oneOf)]
  const ofBranches = branches.map((branch) => typesOf(branch, root))
  if (own.length === 0 && ofBranches.some((types) => types.size === 0)) return new Set()
  return new Set([...own.map(String), ...ofBranches.flatMap((types) => [...types])])
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const path = typeof schema.$ref === 'string' && schema.$ref.startsWith('#/') ? schema.$ref.slice(2).split('/') : []
  const found = path.reduce<Json | undefined>((at, name) => asObject(at)?.[name], root)
  return path.length > 0 ? (asObject(found) ?? {}) : schema
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
