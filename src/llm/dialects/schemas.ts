import type { Json, JsonObject, SchemaDialect, ToolSchema } from '../../protocol/index.ts'
import { asObject, asObjects } from '../json-values.ts'

/** Tools as a server takes them, and the ones that it cannot take, with the reason. */
export interface FittedTools {
  tools: ToolSchema[]
  left: { name: string; why: string }[]
}

const known = new WeakMap<ToolSchema, Map<SchemaDialect, ToolSchema | string>>()

/** Rewrite the schemas of tools for a server; a tool whose schema it cannot take is left out by itself. */
export function fitTools(tools: readonly ToolSchema[], dialect: SchemaDialect): FittedTools {
  const fitted: FittedTools = { tools: [], left: [] }
  for (const tool of tools) {
    const kept = known.get(tool) ?? new Map<SchemaDialect, ToolSchema | string>()
    known.set(tool, kept)
    const made = kept.get(dialect) ?? fitTool(tool, dialect)
    kept.set(dialect, made)
    if (typeof made === 'string') fitted.left.push({ name: tool.name, why: made })
    else fitted.tools.push(made)
  }
  return fitted
}

function fitTool(tool: ToolSchema, dialect: SchemaDialect): ToolSchema | string {
  const names = propertyNames(tool.schema)
  const wrong = names.find((name) => !/^[\w.-]{1,64}$/.test(name))
  if (wrong !== undefined && dialect === 'anthropic') return `property "${wrong.slice(0, 80)}"`
  return { ...tool, schema: schemaFor(tool.schema, dialect) }
}

/** Nesting beyond which a schema says no more than `object`: one that refers to itself has no end. */
const deepest = 12

/**
 * Return a schema as a server takes it. The meaning of a rule that it does not know goes into the description, and
 * arguments are held to the whole schema all the same. Every dialect gets an object at the root and today's JSON
 * Schema. Pure.
 */
export function schemaFor(schema: JsonObject, dialect: SchemaDialect): JsonObject {
  const root = mergeUnion(rewrite(schema, { root: schema, dialect, depth: 0, refs: [] }))
  const { $defs: _, definitions: __, $schema: ___, $id: ____, ...rest } = root
  return { ...rest, type: 'object', properties: asObject(rest.properties as Json) ?? {} }
}

interface Place {
  root: JsonObject
  dialect: SchemaDialect
  depth: number
  refs: readonly string[]
}

function rewrite(given: JsonObject, place: Place): JsonObject {
  const { dialect, depth } = place
  if (depth > deepest) return { type: 'object' }
  const at = { ...place, depth: depth + 1 }
  const resolved = inline(given, at)
  if (resolved.refs === undefined) return resolved.schema
  const inside = { ...at, refs: resolved.refs }
  const schema = modernise(resolved.schema)
  const told: string[] = []
  const sub = (value: Json | undefined) => asObject(value) && rewrite(asObject(value) as JsonObject, inside)
  const properties = asObject(schema.properties as Json)
  const items = Array.isArray(schema.items) ? { anyOf: schema.items } : schema.items
  const branches = asObjects(schema.anyOf ?? schema.oneOf).map((branch) => rewrite(branch, inside))
  const made: JsonObject = {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sub(one) ?? {}])),
    }),
    ...(items !== undefined && { items: sub(items as Json) ?? {} }),
    ...(schema.additionalProperties !== undefined && {
      additionalProperties: sub(schema.additionalProperties as Json) ?? schema.additionalProperties,
    }),
  }
  const merged = mergeAll(made, inside)
  if (branches.length > 0) Object.assign(merged, union(branches, merged))
  const typed = withType(merged, dialect)
  const limited = dialect === 'gemini' ? forGemini(typed, told) : typed
  return told.length === 0
    ? limited
    : { ...limited, description: [limited.description, ...told].filter(Boolean).join(' ') }
}

/** Replace a reference by what it points to. */
function inline(schema: JsonObject, { root, refs }: Place): { schema: JsonObject; refs?: readonly string[] } {
  const { $ref: ref, ...beside } = schema
  if (typeof ref !== 'string') return { schema, refs }
  const path = ref.startsWith('#/') ? ref.slice(2).split('/') : []
  const found = path.reduce<Json | undefined>((at, name) => asObject(at)?.[decodeURIComponent(name)], root)
  const target = asObject(found)
  if (!target || refs.filter((one) => one === ref).length > 1) return { schema: { type: 'object', ...beside } }
  return { schema: { ...target, ...beside }, refs: [...refs, ref] }
}

/** Write what older drafts and OpenAPI say as today's JSON Schema does. */
function modernise(schema: JsonObject): JsonObject {
  const made: JsonObject = { ...schema }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof made[flag] !== 'boolean') continue
    if (made[flag] && typeof made[limit] === 'number') {
      made[flag] = made[limit]
      delete made[limit]
    } else delete made[flag]
  }
  if (typeof made.required === 'boolean') delete made.required
  if (made.nullable === true && typeof made.type === 'string') made.type = [made.type, 'null']
  delete made.nullable
  if (made.type === 'any' || made.type === null) delete made.type
  return made
}

/** Join the parts of `allOf` to one schema. */
function mergeAll({ allOf, ...schema }: JsonObject, at: Place): JsonObject {
  const parts = asObjects(allOf as Json).map((part) => rewrite(part, at))
  if (parts.length === 0) return schema
  const all = [schema, ...parts]
  const properties = Object.assign({}, ...all.map((part) => asObject(part.properties as Json)))
  const required = [...new Set(all.flatMap((part) => listOf(part.required)))]
  return {
    ...Object.assign({}, ...parts, schema),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** Put what stands beside a union into each of its branches: some servers take no type beside it. */
function union(branches: readonly JsonObject[], { type, enum: values }: JsonObject): JsonObject {
  const own = { ...(type !== undefined && { type }), ...(values !== undefined && { enum: values }) }
  return {
    anyOf: branches.map((branch) => ({ ...own, ...branch })),
    oneOf: undefined as unknown as Json,
    type: undefined as unknown as Json,
    enum: undefined as unknown as Json,
  }
}

/** Give a schema the type that its other words imply; for all but unions. */
function withType(schema: JsonObject, dialect: SchemaDialect): JsonObject {
  const made = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)) as JsonObject
  if (made.const !== undefined && made.enum === undefined) {
    made.enum = [made.const]
    delete made.const
  }
  if (made.anyOf === undefined && made.type === undefined) {
    const type = impliedType(made)
    if (type !== undefined) made.type = type
    else if (dialect === 'moonshot' || dialect === 'gemini') made.type = 'string'
  }
  if ((made.type === 'array' || listOf(made.type).includes('array')) && !asObject(made.items as Json))
    made.items = dialect === 'full' ? {} : { type: 'string' }
  return made
}

function impliedType(schema: JsonObject): Json | undefined {
  if (schema.properties || schema.additionalProperties || schema.required) return 'object'
  if (schema.items) return 'array'
  const types = [...new Set(listOf(schema.enum).map((value) => (value === null ? 'null' : typeof value)))]
  if (types.length === 1) return types[0]
  if (types.length > 1) return types
  if (schema.pattern || schema.minLength || schema.maxLength || schema.format) return 'string'
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number'
  return undefined
}

/** Fields of Gemini's Schema: ai.google.dev/api/caching#Schema. */
const geminiFields = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'anyOf', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
])

/** Write a schema in Gemini's words; the rest goes to `told`. */
function forGemini(schema: JsonObject, told: string[]): JsonObject {
  const made: JsonObject = { ...schema }
  const types = listOf(made.type).filter((type) => type !== 'null')
  if (Array.isArray(made.type)) {
    if (made.type.includes('null')) made.nullable = true
    if (types.length === 1) made.type = types[0] as Json
    else {
      made.anyOf = types.map((type) => ({ type: type as Json }))
      delete made.type
    }
  }
  const nulls = asObjects(made.anyOf).filter(({ type }) => type === 'null')
  if (nulls.length > 0) {
    const rest = asObjects(made.anyOf).filter(({ type }) => type !== 'null')
    made.nullable = true
    delete made.anyOf
    if (rest.length === 1) Object.assign(made, rest[0])
    else made.anyOf = rest
  }
  if (made.enum !== undefined && made.type !== 'string') {
    told.push(
      `One of: ${listOf(made.enum)
        .map((value) => JSON.stringify(value))
        .join(', ')}.`,
    )
    delete made.enum
  } else if (made.enum !== undefined)
    made.enum = listOf(made.enum).filter((value) => typeof value === 'string' && value !== '')
  const isWhole = made.type === 'integer'
  for (const [field, limit, step, word] of [
    ['exclusiveMinimum', 'minimum', 1, 'Greater'],
    ['exclusiveMaximum', 'maximum', -1, 'Less'],
  ] as const) {
    const value = made[field]
    if (typeof value !== 'number') continue
    if (isWhole) made[limit] = value + step
    else told.push(`${word} than ${value}.`)
  }
  if (
    typeof made.format === 'string' &&
    made.type === 'string' &&
    made.format !== 'date-time' &&
    made.format !== 'enum'
  ) {
    told.push(`Format: ${made.format}.`)
    delete made.format
  }
  if (made.default !== undefined) told.push(`Default: ${JSON.stringify(made.default)}.`)
  if (typeof made.multipleOf === 'number') told.push(`A multiple of ${made.multipleOf}.`)
  const properties = asObject(made.properties as Json)
  if (made.required) made.required = listOf(made.required).filter((name) => properties?.[String(name)] !== undefined)
  return Object.fromEntries(Object.entries(made).filter(([field]) => geminiFields.has(field))) as JsonObject
}

/** Make one object of a union at the root, which no server takes: a property is required where all branches want it. */
function mergeUnion(schema: JsonObject): JsonObject {
  const branches = asObjects((schema.anyOf ?? schema.oneOf) as Json)
  if (branches.length === 0) return schema
  const { anyOf: _, oneOf: __, ...rest } = schema
  const required = branches.map((branch) => listOf(branch.required))
  const shared = (required[0] ?? []).filter((name) => required.every((list) => list.includes(name)))
  const properties = Object.assign({}, ...branches.map((branch) => asObject(branch.properties as Json)))
  const shapes = branches.map((branch) => listOf(branch.required).join(', ')).filter(Boolean)
  const told = shapes.length > 1 ? `One of these together: ${shapes.join(' | ')}.` : ''
  return {
    ...rest,
    properties: { ...properties, ...asObject(rest.properties as Json) },
    required: [...new Set([...listOf(rest.required), ...shared])],
    ...(told && { description: [rest.description, told].filter(Boolean).join(' ') }),
  }
}

function propertyNames(value: Json | undefined, depth = 0): string[] {
  if (depth > deepest || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => propertyNames(one, depth + 1))
  return Object.entries(value).flatMap(([key, one]) => [
    ...(key === 'properties' ? Object.keys(asObject(one) ?? {}) : []),
    ...propertyNames(one, depth + 1),
  ])
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
