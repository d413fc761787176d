import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test as sample } from 'vitest'
import { callTool } from '../../src/app/tools/call-tool.ts'
import { failureOf, type Json, type JsonObject } from '../../src/protocol/index.ts'
import { partOf, longTest as test } from '../parts.ts'
import { context } from '../tools/context.ts'
import { assistantAt, freshHome } from './home.ts'

interface Property {
  type?: string
  enum?: Json[]
  items?: Property
}
const properties = (schema: JsonObject) =>
  Object.entries((schema.properties ?? {}) as unknown as Record<string, Property>)

const deep = fc.integer({ min: 1, max: 200 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json)
const others: Record<string, fc.Arbitrary<Json>> = {
  string: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    deep,
    fc.constant({ a: { b: null } }),
  ),
  integer: fc.oneof(fc.string(), fc.constantFrom<Json>('1', '0x1', 1.5, -0.5, 1e-9, null, true, [], {}, [1]), deep),
  number: fc.oneof(fc.string(), fc.constantFrom<Json>('1', null, true, [], {}), deep),
  boolean: fc.constantFrom<Json>('true', 'false', 0, 1, null, [], {}, 'yes'),
  array: fc.oneof(
    fc.string(),
    fc.constantFrom<Json>(0, null, true, {}, { length: 1, 0: 'x' }),
    fc.constantFrom<Json>([1], [null], [[]], ['x', {}]),
  ),
  object: fc.oneof(fc.string(), fc.constantFrom<Json>(0, null, true, [])),
}

/** Values that a property does not take. */
function wrong({ type = '', enum: values }: Property): fc.Arbitrary<Json> | undefined {
  if (values)
    return fc.oneof(fc.string(), fc.constant(null), fc.constant(1), deep).filter((value) => !values.includes(value))
  return others[type]
}

/** Values that it takes. */
function right({ type = '', enum: values, items = {} }: Property): fc.Arbitrary<Json> {
  if (values) return fc.constantFrom(...values)
  const some: Record<string, fc.Arbitrary<Json>> = {
    string: fc.string({ minLength: 1 }),
    integer: fc.integer(),
    number: fc.integer(),
    boolean: fc.boolean(),
    array: fc.array(items.type === 'string' ? fc.string() : fc.constant({}), { maxLength: 3 }),
  }
  return some[type] ?? fc.constant({})
}

/** Argument sets of which at least one thing is wrong; with the name of what that is. */
function bad(schema: JsonObject): fc.Arbitrary<{ args: JsonObject; at: string }> {
  const all = properties(schema)
  const required = (schema.required ?? []) as string[]
  const whole = fc.record(Object.fromEntries(all.map(([name, property]) => [name, right(property)])), {
    requiredKeys: required,
  })
  const missing = required.map((at) =>
    whole.map((args) => ({ args: Object.fromEntries(Object.entries(args).filter(([name]) => name !== at)), at })),
  )
  const twisted = all.flatMap(([at, property]) => {
    const values = wrong(property)
    return values
      ? [
          fc
            .tuple(
              whole,
              values,
              fc.dictionary(fc.string({ minLength: 30 }), fc.jsonValue() as fc.Arbitrary<Json>, { maxKeys: 2 }),
            )
            .map(([args, value, extra]) => ({ args: { ...extra, ...args, [at]: value }, at })),
        ]
      : []
  })
  return fc.oneof(...missing, ...twisted) as fc.Arbitrary<{ args: JsonObject; at: string }>
}

sample(
  '1,000 bad argument sets for each tool: nobody is asked, nothing happens, and the answer names what is wrong',
  async () => {
    const home = freshHome()
    const [own, work] = [join(home, 'own'), join(home, 'work')]
    for (const folder of [own, work]) mkdirSync(folder)
    writeFileSync(join(work, 'a.txt'), 'kept')
    let calls = 0
    const server = createServer((_, response) => response.end(String(calls++)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const services = { OPENWEATHER_BASE_URL: url, TAVILY_BASE_URL: url, FAL_BASE_URL: url, WIKIPEDIA_BASE_URL: url }
    const assistant = await assistantAt(own, {
      cwd: work,
      env: { ...services, OPENWEATHER_API_KEY: 'k', TAVILY_API_KEY: 'k', FAL_KEY: 'k' },
    })
    const tools = await assistant.parts.tools.tools()
    const picture = () =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => [name, statSync(join(home, name)).mtimeMs])
    const before = picture()
    let asked = 0
    const confirm = async () => ++asked > 0
    for (const tool of tools) {
      const problem = async ({ args, at }: { args: JsonObject; at: string }) => {
        const thrown = await callTool(tools, tool.name, args, confirm, context({ cwd: work }), 1_000).then(
          (result) => ({ code: 'ran', data: { sentence: result.text } }),
          failureOf,
        )
        const sentence = String(thrown.data?.sentence)
        expect([tool.name, thrown.code, sentence.includes(at), sentence.length < 4_000]).toEqual([
          tool.name,
          'bad-input',
          true,
          true,
        ])
      }
      await fc.assert(fc.asyncProperty(bad(tool.schema), problem), { numRuns: partOf(1_000, 100) })
    }
    expect({ asked, calls, tools: tools.length >= 28 }).toEqual({ asked: 0, calls: 0, tools: true })
    expect(picture()).toEqual(before)
    await assistant.close()
    server.close()
  },
  120_000,
)

test('odd arguments that a schema allows are answered too: hundreds for each tool that only looks, reads or edits', async () => {
  const home = freshHome()
  const [own, work] = [join(home, 'own'), join(home, 'work')]
  for (const folder of [own, work]) mkdirSync(folder)
  const assistant = await assistantAt(own, { cwd: work })
  const tools = await assistant.parts.tools.tools()
  const looking = [
    'calculator',
    'datetime',
    'read_file',
    'list_files',
    'search_files',
    'edit_file',
    'print_image',
    'fetch_url',
  ]
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('.', '..', '/', '~', '\0', '\u202e', 'con', 'a'.repeat(5_000), 'http://', 'http://[', '%00'),
  )
  for (const tool of tools.filter(({ name }) => looking.includes(name))) {
    const values = properties(tool.schema).map(([name, property]): [string, fc.Arbitrary<Json>] => [
      name,
      property.type === 'string' && !property.enum ? odd : right(property),
    ])
    const args = fc.record(Object.fromEntries(values), { requiredKeys: (tool.schema.required ?? []) as string[] })
    const run = async (given: Record<string, Json>) => {
      const result = await callTool(tools, tool.name, given, async () => true, context({ cwd: work }), 5_000).catch(
        failureOf,
      )
      expect('text' in result ? result.text.length > 0 : result.code).not.toBe('internal')
    }
    await fc.assert(fc.asyncProperty(args, run), { numRuns: 300 })
  }
  await assistant.close()
}, 120_000)
