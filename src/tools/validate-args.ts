import { Validator } from '@cfworker/json-schema'
import type { Language } from '../messages/language.ts'
import { toolMessages } from '../messages/tools/tools.ts'
import type { Json, JsonObject } from '../protocol/index.ts'
import type { ValidateInput } from './validate-input.ts'

/** Return the faults of arguments, one line each; empty if they are right. */
export function problemsOf({ schema, args, language }: ValidateInput): string[] {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(args)
  if (valid) return []
  // An error inside a value is repeated by each keyword that holds it ("properties", "items"): only the innermost
  // ones help.
  const leaves = errors.filter((error) => !holders.has(error.keyword))
  return [...new Set((leaves.length > 0 ? leaves : errors).map((error) => line(error, schema, args, language)))]
}

const holders = new Set(['properties', 'items', 'prefixItems', 'additionalProperties', 'allOf', '$ref'])

interface Unit {
  keyword: string
  keywordLocation: string
  instanceLocation: string
  error: string
}

function line(unit: Unit, schema: JsonObject, args: Json, language: Language): string {
  const say = toolMessages[language].args
  const where = pathOf(unit.instanceLocation)
  if (unit.keyword === 'required') return say.missing(/"(.+?)"/.exec(unit.error)?.[1] ?? where.join('.'))
  if (unit.keyword === 'false')
    return say.unknown(where.join('.'), Object.keys((schema.properties as JsonObject | undefined) ?? {}))
  const expected = keywordAt(schema, pathOf(unit.keywordLocation))
  return say.wrong(
    where.join('.') || say.whole,
    expectation(unit.keyword, expected, say),
    JSON.stringify(resolve(args, where) ?? null).slice(0, 80),
  )
}

type Said = (typeof toolMessages)['ko']['args']

/** Return the demand of a schema's keyword in words; one that people never meet is named. */
function expectation(keyword: string, expected: Json | undefined, say: Said): string {
  const text = JSON.stringify(expected ?? null)
  if (keyword === 'enum' && Array.isArray(expected)) return say.oneOf(expected.map((one) => plainly(one)).join(', '))
  if (keyword === 'const') return say.oneOf(plainly(expected))
  const names = [expected].flat().map((one) => say.types[one as keyof Said['types']])
  if (keyword === 'type' && names.every((name) => name !== undefined)) return say.type(names.join(say.or))
  const bound = say.bounds[keyword as keyof Said['bounds']] as ((value: string) => string) | undefined
  return bound && typeof expected === 'number' ? bound(text) : say.fits(keyword, text)
}

const plainly = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** The steps of a JSON pointer in a URI fragment: `#/a/b~1c` → `a`, `b/c`. */
function pathOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function resolve(root: Json, path: string[]): Json | undefined {
  let at: Json | undefined = root
  for (const step of path)
    at = Array.isArray(at) ? at[Number(step)] : typeof at === 'object' && at !== null ? at[step] : undefined
  return at
}

/** Return the value at a keyword's place: a step through `$ref` goes on at its target. */
function keywordAt(root: JsonObject, path: string[]): Json | undefined {
  let at: Json | undefined = root
  for (const [index, step] of path.entries()) {
    at = resolve(at ?? null, [step])
    if (step === '$ref' && typeof at === 'string' && index < path.length - 1) at = resolve(root, pathOf(at))
  }
  return at
}
