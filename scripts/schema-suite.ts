// `npm run conformance:schemas -- FOLDER`: the official JSON-Schema-Test-Suite (a checkout of it, not part of this
// project) as tools of an MCP server: is each offered, are right arguments taken, and wrong ones stopped? Ends with 1
// when a right one is refused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '../src/protocol/index.ts'
import { readSchema } from '../src/tools/mcp/convert/schema.ts'
import { problemsOf } from '../src/tools/validate-args.ts'

interface Group {
  description: string
  schema: Json
  tests: { description: string; data: Json; valid: boolean }[]
}

const folder = process.argv[2]
if (!folder) throw new Error('usage: npm run conformance:schemas -- FOLDER (a checkout of JSON-Schema-Test-Suite)')
const dialect = join(folder, 'tests', 'draft2020-12')
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A tool's schema has to say that it is about an object. The group's own stands inside, so that its `#` still means
 * itself.
 */
function toolSchema(schema: JsonObject): JsonObject {
  const $id = schema.$id ?? 'https://suite.example/group'
  return {
    ...(schema.$schema ? { $schema: schema.$schema } : {}),
    type: 'object',
    $ref: $id,
    $defs: { group: { $id, ...schema } },
  }
}

const groups = readdirSync(dialect)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(dialect, name), 'utf8')) as Group[])
const tally = { tools: 0, offered: 0, right: 0, taken: 0, wrong: 0, stopped: 0 }
for (const { description, schema, tests } of groups) {
  const calls = tests.filter(({ data }) => isObject(data))
  if (!isObject(schema) || calls.length === 0) continue
  tally.tools++
  const read = readSchema(toolSchema(schema))
  if (!read) {
    process.stdout.write(`not offered: ${description}\n`)
    continue
  }
  tally.offered++
  for (const call of calls) {
    const passes = problemsOf({ schema: read.checked ?? read.schema, args: call.data, language: 'en' }).length === 0
    tally[call.valid ? 'right' : 'wrong']++
    if (call.valid && passes) tally.taken++
    if (!call.valid && !passes) tally.stopped++
    if (passes !== call.valid)
      process.stdout.write(`${call.valid ? 'refused' : 'not stopped'}: ${description}: ${call.description}\n`)
  }
}
const { tools, offered, right, taken, wrong, stopped } = tally
process.stdout.write(
  `tools offered ${offered}/${tools}, right arguments taken ${taken}/${right}, wrong ones stopped ${stopped}/${wrong}\n`,
)
process.exitCode = taken === right ? 0 : 1
