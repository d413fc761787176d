import type { Json, JsonObject } from '../../../protocol/index.ts'
import { isNestedDeeper } from '../../../std/nesting.ts'
import { sanitise } from '../../../std/text/sanitise.ts'
import { resolvePointer, withLocalReferences } from './references.ts'

/** Characters of a schema that a model is sent; a larger one would crowd out everything else. */
const mostChars = 20_000

type Shape = 'schema' | 'schemas' | 'map' | 'names' | 'name maps' | 'type' | 'text' | 'number' | 'flag' | 'list' | 'any'

/**
 * The keywords that are kept (JSON Schema 2020-12) and what they hold. Ids are not among them: they change where
 * references lead, and the server checks what they say itself.
 */
const keywords: Record<string, Shape> = {
  ...allNamed('schema', 'items additionalProperties not if then else contains unevaluatedProperties unevaluatedItems'),
  ...allNamed('schemas', 'allOf anyOf oneOf prefixItems'),
  ...allNamed('map', 'properties $defs definitions dependentSchemas'),
  ...allNamed('text', '$ref title description format'),
  ...allNamed(
    'number',
    'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems minProperties',
  ),
  ...allNamed('number', 'maxProperties multipleOf minContains maxContains'),
  ...allNamed('flag', 'uniqueItems'),
  ...allNamed('schema', 'propertyNames'),
  ...allNamed('map', 'patternProperties'),
  ...allNamed('text', 'pattern $dynamicRef'),
  ...allNamed('list', 'enum examples'),
  ...allNamed('any', 'const default'),
  type: 'type',
  required: 'names',
  dependentRequired: 'name maps',
}

function allNamed(shape: Shape, names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]))
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areNames = (value: Json) => Array.isArray(value) && value.every((name) => typeof name === 'string')

/** Checks of a keyword's value by its shape; true stands for a value that is taken as it is. */
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

/** Thrown within this file for an unusable schema. */
class Unusable extends Error {}

/** A server's schema of arguments. */
export interface ArgsSchema {
  /** As a model is sent it: without patterns, which some wires refuse. */
  schema: JsonObject
  /** With the patterns, where there are any: what arguments are held to. */
  checked?: JsonObject
}

/**
 * Undefined when it is no schema of an object, is too large or nested too deep, refers to what is not in it, or to
 * itself without end.
 */
export function readSchema(given: unknown): ArgsSchema | undefined {
  if (!isObject(given as Json) || isNestedDeeper(given) || JSON.stringify(given).length > mostChars) return undefined
  const root = withLocalReferences(given as JsonObject, subschemasOf)
  const schema = usableSchema(root, patternKeywords)
  const checked = schema && usableSchema(root, new Set())
  if (!schema || !checked) return undefined
  if (!isKnownDialect(root)) return { schema, checked: { type: 'object' } }
  return JSON.stringify(schema) === JSON.stringify(checked) ? { schema } : { schema, checked }
}

/**
 * Return true if `$schema` names a dialect of json-schema.org, or none. What the keywords of another one mean stands in
 * a document elsewhere, which is not fetched: the server checks the arguments itself then.
 */
function isKnownDialect({ $schema }: JsonObject): boolean {
  return typeof $schema !== 'string' || /^https?:\/\/json-schema\.org\//.test($schema)
}

const patternKeywords: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'propertyNames'])

function usableSchema(given: JsonObject, without: ReadonlySet<string>): JsonObject | undefined {
  try {
    const schema = cleanSchema(given, lossOf(given, without)) as JsonObject
    return schema.type === 'object' && !isEndless(schema) ? schema : undefined
  } catch (error) {
    if (error instanceof Unusable) return undefined
    throw error
  }
}

/**
 * The keywords that are left out, and a mark if a part of the schema loses anything by that: then nothing may be
 * concluded from its refusals.
 */
interface Loss {
  drops(key: string, value: Json): boolean
  within(node: Json): boolean
}

function lossOf(root: JsonObject, without: ReadonlySet<string>): Loss {
  const drops = (key: string, value: Json) =>
    without.has(key) ||
    key === '$dynamicRef' ||
    (key === 'pattern' && !compilesPattern(value)) ||
    (key === 'patternProperties' && !Object.keys(isObject(value) ? value : {}).every(compilesPattern))
  const any = (node: Json): boolean =>
    isObject(node) &&
    (Object.entries(node).some(
      ([key, value]) => Object.hasOwn(keywords, key) && value !== undefined && drops(key, value),
    ) ||
      subschemasOf(node).some(([, inner]) => any(inner)))
  const inAll = any(root)
  // A reference may lead to what loses something.
  return { drops, within: (node) => inAll && (any(node) || JSON.stringify(node).includes('"$ref"')) }
}

/**
 * Return true if it is a pattern of ECMA-262, which is what JSON Schema means; others are the server's own to check.
 */
function compilesPattern(pattern: Json): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') !== undefined
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function cleanSchema(node: Json, loss: Loss): Json {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) throw new Unusable()
  const known = Object.entries(node).flatMap(([key, value]) =>
    Object.hasOwn(keywords, key) && value !== undefined && !loosenKeyword(key, value, node, loss)
      ? [[key, cleanValue(keywords[key] as Shape, value, loss)] as const]
      : [],
  )
  return Object.fromEntries(known)
}

/**
 * Return true if a keyword is left out: by itself, or because it would refuse more than the server does once another
 * one is gone.
 */
function loosenKeyword(key: string, value: Json, node: JsonObject, loss: Loss): boolean {
  if (loss.drops(key, value)) return true
  if (key === 'additionalProperties')
    return node.patternProperties !== undefined && loss.drops('patternProperties', node.patternProperties)
  if (key === 'unevaluatedProperties' || key === 'unevaluatedItems') return loss.within(node)
  if (key === 'not' || key === 'oneOf' || key === 'maxContains') return loss.within(node)
  return ['if', 'then', 'else'].includes(key) && loss.within(node.if ?? true)
}

function cleanValue(shape: Shape, value: Json, loss: Loss): Json {
  if (shape === 'schema') return cleanSchema(value, loss)
  if (shape === 'schemas')
    return Array.isArray(value) && value.length > 0 ? value.map((one) => cleanSchema(one, loss)) : refuseSchema()
  if (shape === 'map')
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanSchema(inner ?? true, loss)]))
      : refuseSchema()
  if (!fits[shape](value)) return refuseSchema()
  return shape === 'text' ? sanitise(value as string) : value
}

function refuseSchema(): never {
  throw new Unusable()
}

/** Return true if a reference leads nowhere, or validating one value would have to validate that same value again. */
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
  const target = typeof $ref === 'string' ? resolvePointer($ref, root) : undefined
  // The target has to stand at the place of a schema: nothing else was looked at.
  if ($ref !== undefined && !schemas.includes(target ?? null)) throw new Unusable()
  const conditions = ['not', 'if', 'then', 'else'].flatMap((key) => (node[key] === undefined ? [] : [node[key]]))
  return [
    target ?? true,
    ...conditions,
    ...[allOf, anyOf, oneOf].flat(),
    ...Object.values(dependentSchemas as JsonObject),
  ]
}

/** The schemas right inside of one, with the steps that lead to them. */
function subschemasOf(node: JsonObject): [steps: string[], schema: Json][] {
  return Object.entries(node).flatMap(([key, value = null]): [string[], Json][] => {
    const shape = Object.hasOwn(keywords, key) ? keywords[key] : undefined
    if (shape === 'schema') return [[[key], value]]
    if (shape !== 'schemas' && shape !== 'map') return []
    return Object.entries(Object(value) as JsonObject).map(([name, inner = null]) => [[key, name], inner])
  })
}

function everySchema(node: Json): Json[] {
  return isObject(node) ? [node, ...subschemasOf(node).flatMap(([, inner]) => everySchema(inner))] : []
}
