import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { fitTools, schemaFor } from '../../../src/llm/dialects/schemas.ts'
import type { JsonObject, SchemaDialect } from '../../../src/protocol/index.ts'

/** Object literals that give an `enum` and no `type`. */
function bareEnums(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (!/\benum:/.test(text)) return []
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(walk)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type, properties, start } = node as { type?: string; properties?: unknown[]; start?: number }
    if (type === 'ObjectExpression') {
      const names = (properties as { key?: { name?: string; value?: string } }[]).map(
        ({ key }) => key?.name ?? key?.value,
      )
      if (names.includes('enum') && !names.includes('type'))
        found.push(`${file}:${text.slice(0, start).split('\n').length}`)
    }
    Object.values(node).forEach(walk)
  }
  walk(parseSync(file, text).program.body)
  return found
}

test('every schema of ours that lists values says of which type they are', () => {
  const rooms = ['src/tools', 'src/core', 'src/memory', 'src/app', 'src/services', 'src/ui/acp', 'src/retrieval']
  expect(rooms.flatMap((room) => globSync(`${room}/**/*.ts`)).flatMap(bareEnums)).toEqual([])
})

const foreign: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  properties: {
    level: { enum: [1, 2, 3] },
    count: { type: 'integer', exclusiveMinimum: 0 },
    size: { type: 'number', minimum: 0, exclusiveMinimum: true },
    where: { $ref: '#/$defs/place' },
    note: { type: ['string', 'null'], format: 'uri' },
    either: { type: 'string', anyOf: [{ enum: ['a'] }, { pattern: '^b' }] },
    list: { type: 'array' },
    any: {},
    fixed: { const: 'x' },
    nothing: { type: 'string', nullable: true },
  },
  required: ['level', 'gone'],
  additionalProperties: false,
}

/** What each server refuses, by its own documentation and by reports. */
const rules: Record<SchemaDialect, (schema: JsonObject, at: string) => string[]> = {
  full: () => [],
  anthropic: () => [],
  openai: (schema, at) => (schema.type === 'array' && !schema.items ? [`${at}: items missing`] : []),
  moonshot: (schema, at) => [
    ...(schema.anyOf && schema.type ? [`${at}: type beside anyOf`] : []),
    ...(!schema.anyOf && !schema.type ? [`${at}: type is not defined`] : []),
  ],
  gemini: (schema, at) => [
    ...Object.keys(schema)
      .filter((key) => /^(exclusive|\$|const|additionalProperties|oneOf|allOf|default)/.test(key))
      .map((key) => `${at}: unknown name ${key}`),
    ...(schema.enum && schema.type !== 'string' ? [`${at}: enum of a type that is no string`] : []),
    ...(Array.isArray(schema.type) ? [`${at}: list of types`] : []),
    ...(schema.type === 'array' && !schema.items ? [`${at}: items missing`] : []),
    ...(Array.isArray(schema.required) &&
    schema.required.some((name) => !(schema.properties as JsonObject)?.[String(name)])
      ? [`${at}: required and not defined`]
      : []),
  ],
}

function faults(schema: JsonObject, dialect: SchemaDialect, at = ''): string[] {
  const inside = [
    ...Object.entries((schema.properties as JsonObject) ?? {}),
    ...(schema.items ? [['items', schema.items] as const] : []),
    ...((schema.anyOf as JsonObject[]) ?? []).map((one, index) => [`anyOf ${index}`, one] as const),
  ]
  const common = JSON.stringify(schema).includes('$ref') ? [`${at}: $ref`] : []
  return [
    ...common,
    ...rules[dialect](schema, at),
    ...inside.flatMap(([name, one]) => faults(one as JsonObject, dialect, `${at}.${name}`)),
  ]
}

test.each(['full', 'anthropic', 'openai', 'moonshot', 'gemini'] as const)(
  'a schema of a foreign tool is written as %s takes it, and loses no property',
  (dialect) => {
    const made = schemaFor(foreign, dialect)
    expect([made.type, faults(made, dialect)]).toEqual(['object', []])
    expect(Object.keys(made.properties as JsonObject)).toEqual(Object.keys(foreign.properties as JsonObject))
  },
)

test('what Gemini has no word for stands in the description', () => {
  const { properties } = schemaFor(foreign, 'gemini') as { properties: Record<string, JsonObject> }
  expect([properties.level?.description, properties.count?.minimum, properties.note?.nullable]).toEqual([
    'One of: 1, 2, 3.',
    1,
    true,
  ])
})

test('a union at the root becomes one object, and a schema that refers to itself ends', () => {
  const union = {
    anyOf: [
      { type: 'object', properties: { a: {} }, required: ['a', 'c'] },
      { properties: { b: {} }, required: ['b', 'c'] },
    ],
  }
  const made = schemaFor(union as unknown as JsonObject, 'openai')
  expect([made.type, Object.keys(made.properties as JsonObject), made.required, made.anyOf]).toEqual([
    'object',
    ['a', 'b'],
    ['c'],
    undefined,
  ])
  const tree = { type: 'object', properties: { child: { $ref: '#' } } }
  expect(JSON.stringify(schemaFor(tree, 'gemini'))).not.toContain('$ref')
})

test('a tool that a server cannot take is left out by itself, with the reason', () => {
  const tool = (name: string, property: string) => ({
    name,
    description: '',
    schema: { type: 'object', properties: { [property]: {} } },
  })
  const { tools, left } = fitTools([tool('good', 'city'), tool('bad', '도시 이름')], 'anthropic')
  expect([tools.map(({ name }) => name), left]).toEqual([['good'], [{ name: 'bad', why: 'property "도시 이름"' }]])
})
