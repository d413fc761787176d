import type { Json, JsonObject } from '../../protocol/index.ts'

/** Characters of a schema that a model is sent; a larger one would crowd out everything else. */
const mostChars = 20_000

/** Keywords whose values are maps by name: there a key is no keyword. */
const maps = ['properties', '$defs', 'definitions', 'dependentSchemas']
/** Keywords whose values are data. */
const data = ['enum', 'const', 'default', 'examples', 'required', 'type']
/** Patterns are a foreigner's programs that would run here, some for ever; ids would change where references lead. */
const dropped = ['pattern', 'patternProperties', 'propertyNames', '$schema', '$id', '$anchor', '$dynamicRef', '$recursiveRef']

/**
 * A server's schema of arguments as our validator may use it: what could hurt is taken out, the server checks it itself. Undefined
 * when it is no schema of an object, is too large, or refers to what is not in it.
 */
export function usableSchema(given: unknown): JsonObject | undefined {
  try {
    if (JSON.stringify(given).length > mostChars) return undefined
    const schema = clean(given as Json, false) as JsonObject
    return schema.type === 'object' && refersInside(schema, schema) ? schema : undefined
  } catch (error) {
    // Nested deeper than the stack, or not a schema where there should be one.
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

function clean(node: Json, isMap: boolean): Json {
  if (typeof node === 'boolean') return node
  if (typeof node !== 'object' || node === null || Array.isArray(node)) throw new TypeError('not a schema')
  const kept = Object.entries(node).filter(([key]) => isMap || !dropped.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, isMap ? clean(value, false) : cleanKeyword(key, value)]))
}

function cleanKeyword(key: string, value: Json): Json {
  if (key === 'required' && !(Array.isArray(value) && value.every((name) => typeof name === 'string'))) throw new TypeError(key)
  if (maps.includes(key)) return clean(value, true)
  if (data.includes(key)) return value
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? clean(one, false) : one))
  return typeof value === 'object' && value !== null ? clean(value, false) : value
}

function refersInside(node: Json, root: JsonObject): boolean {
  if (typeof node !== 'object' || node === null) return true
  if (Array.isArray(node)) return node.every((one) => refersInside(one, root))
  const { $ref } = node
  if (typeof $ref === 'string' && !leadsTo($ref, root)) return false
  return Object.values(node).every((one) => refersInside(one, root))
}

function leadsTo(pointer: string, root: JsonObject): boolean {
  if (pointer === '#') return true
  if (!pointer.startsWith('#/')) return false
  let at: Json | undefined = root
  for (const step of pointer.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at !== undefined
}
