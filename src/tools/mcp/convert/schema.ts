import type { Json, JsonObject } from '../../../protocol/index.ts'
import { isNestedDeeper } from '../../../std/nesting.ts'
import { sanitise } from '../../../std/text/sanitise.ts'

/** Characters of a schema that a model is sent; a larger one would crowd out everything else. */
const mostChars = 20_000

type Shape = 'schema' | 'schemas' | 'map' | 'names' | 'name maps' | 'type' | 'text' | 'number' | 'flag' | 'list' | 'any'

/**
 * The keywords that are kept (JSON Schema 2020-12) and what they hold. Patterns are not among them: they are a foreigner's programs
 * that would run here, some of them for ever. Nor are ids, which change where references lead. The server checks both itself.
 */
const keywords: Record<string, Shape> = {
  ...all('schema', 'items additionalProperties not if then else contains unevaluatedProperties unevaluatedItems'),
  ...all('schemas', 'allOf anyOf oneOf prefixItems'),
  ...all('map', 'properties $defs definitions dependentSchemas'),
  ...all('text', '$ref title description format'),
  ...all('number', 'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems minProperties'),
  ...all('number', 'maxProperties multipleOf minContains maxContains'),
  ...all('flag', 'uniqueItems'),
  ...all('list', 'enum examples'),
  ...all('any', 'const default'),
  type: 'type',
  required: 'names',
  dependentRequired: 'name maps',
}

function all(shape: Shape, names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]))
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areNames = (value: Json) => Array.isArray(value) && value.every((name) => typeof name === 'string')

/** What holds a keyword's value to its shape; true stands for a value that is taken as it is. */
const fits: Record<Exclude<Shape, 'schema' | 'schemas' | 'map'>, (value: Json) => boolean> = {
  names: areNames,
  'name maps': (value) => isObject(value) && Object.values(value).every(areNames),
  type: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  any: () => true,
}
function isType(value: Json): boolean {
  return types.includes(String(value))
}

/** Thrown inside this file for a schema that cannot be used. */
class Unusable extends Error {}

/**
 * A server's schema of arguments as our validator may use it. Undefined when it is no schema of an object, is too large or nested too
 * deep, refers to what is not in it, or to itself without end.
 */
export function usableSchema(given: unknown): JsonObject | undefined {
  try {
    if (!isObject(given as Json) || isNestedDeeper(given) || JSON.stringify(given).length > mostChars) return undefined
    const schema = clean(given as Json) as JsonObject
    return schema.type === 'object' && !isEndless(schema) ? schema : undefined
  } catch (error) {
    if (error instanceof Unusable) return undefined
    throw error
  }
}

function clean(node: Json): Json {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) throw new Unusable()
  const known = Object.entries(node).filter(([key]) => Object.hasOwn(keywords, key))
  return Object.fromEntries(known.map(([key, value]) => [key, cleanValue(keywords[key] as Shape, value)]))
}

function cleanValue(shape: Shape, value: Json): Json {
  if (shape === 'schema') return clean(value)
  if (shape === 'schemas') return Array.isArray(value) && value.length > 0 ? value.map(clean) : unusable()
  if (shape === 'map')
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)])) : unusable()
  if (!fits[shape](value)) return unusable()
  return shape === 'text' ? sanitise(value as string) : value
}

function unusable(): never {
  throw new Unusable()
}

/** Whether a reference leads nowhere, or validating one value would have to validate that same value again. */
function isEndless(root: JsonObject): boolean {
  const schemas = everySchema(root)
  const done = new Set<Json>()
  const under = new Set<Json>()
  const visit = (node: Json): boolean => {
    if (!isObject(node) || done.has(node)) return false
    if (under.has(node)) return true
    under.add(node)
    const endless = inPlace(node, root, schemas).some(visit)
    under.delete(node)
    done.add(node)
    return endless
  }
  return schemas.some(visit)
}

/** Schemas that look at the same value as `node` does. */
function inPlace(node: JsonObject, root: JsonObject, schemas: readonly Json[]): Json[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = node
  const target = typeof $ref === 'string' ? resolve($ref, root) : undefined
  // What is led to has to stand where a schema stands: nothing else was looked at.
  if ($ref !== undefined && !schemas.includes(target ?? null)) throw new Unusable()
  const conditions = ['not', 'if', 'then', 'else'].flatMap((key) => (node[key] === undefined ? [] : [node[key]]))
  return [target ?? true, ...conditions, ...[allOf, anyOf, oneOf].flat(), ...Object.values(dependentSchemas as JsonObject)]
}

function everySchema(node: Json): Json[] {
  if (!isObject(node)) return []
  const inner = Object.entries(node).flatMap(([key, value]) => {
    const shape = keywords[key]
    return shape === 'schema' ? [value] : shape === 'schemas' || shape === 'map' ? Object.values(value as JsonObject) : []
  })
  return [node, ...inner.flatMap(everySchema)]
}

function resolve(pointer: string, root: JsonObject): Json | undefined {
  if (pointer === '#') return root
  if (!pointer.startsWith('#/')) return undefined
  let at: Json | undefined = root
  for (const step of pointer.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = Object.hasOwn(Object(at), key) ? (at as JsonObject)[key] : undefined
  }
  return at
}
