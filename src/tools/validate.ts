import type { Language } from '../messages/language.ts'
import { toolMessages } from '../messages/tools/tools.ts'
import type { Json, JsonObject } from '../protocol/index.ts'
import { once } from '../std/once.ts'
import { JobStopped, runIsolated } from '../std/process/isolated.ts'
import type { IsolatedJob } from '../std/process/isolated-protocol.ts'
import type { ValidateInput } from './validate-input.ts'

/** Compares arguments with a schema where it can be stopped: references can double the work with each step. */
export const validateJob: IsolatedJob<ValidateInput, string[]> = {
  name: 'validate',
  load: async () => (await import('./validate-args.ts')).problemsOf,
}

/** Milliseconds that a comparison may take. */
const validateMs = 5_000

/**
 * Return the faults of a tool's arguments, as short lines that a model can act on: the argument, the expected value,
 * the given one. Empty if they are right. Schemas whose cost grows with more than their size are compared beside this
 * process. Throws the signal's reason.
 */
export async function validateArgs(
  schema: JsonObject,
  args: Json,
  language: Language,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const input = { schema, args, language }
  try {
    if (isLinear(schema)) return (await comparison()).problemsOf(input)
    return await runIsolated(validateJob, input, { signal, timeMs: validateMs })
  } catch (error) {
    // A chain of schemas can be longer than the stack is deep.
    const isStack = error instanceof Error && error.name === 'RangeError'
    if (error instanceof JobStopped || isStack) return [toolMessages[language].args.costly]
    throw error
  }
}

const comparison = once(() => import('./validate-args.ts'))

/**
 * Keywords that look at one value several times, compare values with each other, or are programs themselves
 * (patterns).
 */
const costly = new Set([
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'uniqueItems'],
  ...['contains', 'unevaluatedItems', 'unevaluatedProperties', 'pattern', 'patternProperties', 'propertyNames'],
])

function isLinear(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  return Object.entries(schema).every(([key, inner]) => !costly.has(key) && (inner === undefined || isLinear(inner)))
}
