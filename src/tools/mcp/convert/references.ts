import type { Json, JsonObject } from '../../../protocol/index.ts'

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schemas right inside of one, with the steps that lead to them. */
type Subschemas = (node: JsonObject) => [steps: string[], schema: Json][]

/** The address of a schema without an `$id`; nothing is ever fetched. */
const nowhere = 'schema://tool/'

/**
 * The schema with every `$ref` that leads to a part of it written as a pointer (`#/$defs/a`), also where it is by
 * `$id` or `$anchor` (JSON Schema 2020-12 core §8.2). What leads elsewhere stays as it is.
 */
export function withLocalReferences(root: JsonObject, subschemas: Subschemas): JsonObject {
  const places = new Map<string, string[]>()
  eachReference(root, nowhere, [], subschemas, ({ $anchor }, base, path) => {
    if (!places.has(base)) places.set(base, path)
    if (typeof $anchor === 'string') places.set(`${base}#${$anchor}`, path)
  })
  const copy = structuredClone(root)
  eachReference(copy, nowhere, [], subschemas, (node, base) => {
    const path = typeof node.$ref === 'string' ? pathOf(node.$ref, base, places) : undefined
    if (path) node.$ref = pointerOf(path)
  })
  return copy
}

function eachReference(
  node: Json,
  base: string,
  path: string[],
  subschemas: Subschemas,
  visit: (node: JsonObject, base: string, path: string[]) => void,
): void {
  if (!isObject(node)) return
  const own = typeof node.$id === 'string' ? (URL.parse(node.$id, base)?.href ?? base).replace(/#.*$/s, '') : base
  visit(node, own, path)
  for (const [steps, inner] of subschemas(node)) eachReference(inner, own, [...path, ...steps], subschemas, visit)
}

/** The steps from the root to where a reference leads; undefined where that is not in the schema. */
function pathOf(ref: string, base: string, places: ReadonlyMap<string, string[]>): string[] | undefined {
  const url = URL.parse(ref, base)?.href
  if (url === undefined) return undefined
  const [resource = '', fragment = ''] = url.split('#', 2)
  const start = places.get(resource)
  if (fragment !== '' && !fragment.startsWith('/')) return places.get(url)
  const steps = stepsOf(fragment)
  return start && steps && [...start, ...steps]
}

/** The steps of a JSON pointer in a fragment (RFC 6901 §6); undefined where its percent signs make no sense. */
function stepsOf(fragment: string): string[] | undefined {
  const steps = fragment.split('/').slice(1)
  try {
    return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Formats a pointer as the validator does. */
function pointerOf(path: string[]): string {
  return `#${path.map((step) => `/${encodeURI(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`
}

/** Resolves a pointer made by `withLocalReferences`. */
export function resolvePointer(pointer: string, root: JsonObject): Json | undefined {
  const steps = pointer.startsWith('#') ? stepsOf(pointer.slice(1)) : undefined
  if (!steps || (pointer !== '#' && !pointer.startsWith('#/'))) return undefined
  let at: Json | undefined = root
  for (const step of steps) at = Object.hasOwn(Object(at), step) ? (at as JsonObject)[step] : undefined
  return at
}
