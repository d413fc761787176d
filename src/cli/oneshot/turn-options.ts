import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Environment } from '../../app/environment/environment.ts'
import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { fail, type JsonObject, parseBudget, type TurnOptions } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { Misuse, ParsedFlags } from '../flags.ts'

type Flags = ParsedFlags['flags']

/** Flags whose values make no sense, as far as no file has to be read for that. */
export function wrongTurnOptions(flags: Flags): Misuse | undefined {
  const { 'max-turns': turns, budget } = flags
  if (turns !== undefined && !/^[1-9]\d{0,5}$/.test(String(turns)))
    return { code: 'bad-value', what: `--max-turns ${turns}`, near: '1, 2, 3 …' }
  if (budget !== undefined && !parseBudget(String(budget)))
    return { code: 'bad-value', what: `--budget ${budget}`, near: '$0.50 | 20000 | 20k' }
  return undefined
}

/**
 * Return what the command line wants done differently this time. Throws `bad-input` for a schema that cannot be read.
 */
export async function readTurnOptions(flags: Flags, cwd: string, language: Language): Promise<TurnOptions> {
  const budget = flags.budget === undefined ? undefined : parseBudget(String(flags.budget))
  return {
    ...(flags.model ? { model: String(flags.model) } : {}),
    ...(flags['max-turns'] ? { maxRounds: Number(flags['max-turns']) } : {}),
    ...(flags['append-system-prompt'] ? { append: String(flags['append-system-prompt']) } : {}),
    ...(flags['allowed-tools'] === undefined ? {} : { tools: namesIn(String(flags['allowed-tools'])) }),
    ...(flags['json-schema'] ? { schema: await schemaIn(String(flags['json-schema']), cwd, language) } : {}),
    ...(budget ? { budget } : {}),
  }
}

const namesIn = (list: string) => list.split(/[\s,]+/).filter(Boolean)

async function schemaIn(path: string, cwd: string, language: Language): Promise<JsonObject> {
  const say = oneshotMessages[language].schema
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error) =>
    fail('bad-input', { data: { sentence: say.unreadable(path, codeOf(error) ?? '') } }, error),
  )
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fail('bad-input', { data: { sentence: say.noSchema(path) } })
}

/** A rule that is not whole would mean more than was written, or nothing. */
export async function badRule(rules: Environment['rules']): Promise<Misuse | undefined> {
  if (!rules) return undefined
  const { readRule } = await import('../../core/permissions/rules.ts')
  for (const list of ['allow', 'deny'] as const)
    for (const rule of rules[list])
      if (!readRule(rule).whole)
        return { code: 'bad-value', what: `--${list} ${rule}`, near: 'shell(npm test *), write_file(docs/**)' }
  return undefined
}
