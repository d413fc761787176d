import type { ExpectedValue } from '../messages/commands/config-warning.ts'
import { parseJsonText } from '../std/text/json-text.ts'
import { keys, type Setting, type SettingKey, table } from './schema.ts'
import type * as Mini from './zod.ts'

let loaded: Promise<typeof Mini> | undefined
const loadZod = () => (loaded ??= import('./zod.ts'))
const settingOf = (key: SettingKey) => table[key] as Setting<unknown>

/**
 * The value as `key` takes it, or undefined in `value` and what would have been right. Text from variables and flags
 * is read first.
 */
export async function checkSetting(
  key: SettingKey,
  given: unknown,
  from: 'file' | 'text',
): Promise<{ value: unknown } | { expected: ExpectedValue }> {
  for (const candidate of from === 'file' || typeof given !== 'string' ? [given] : readingsOf(key, given)) {
    if (settingOf(key).sure?.(candidate)) return { value: candidate }
    const result = settingOf(key)
      .type(await loadZod())
      .safeParse(candidate)
    if (result.success && result.data !== undefined) return { value: result.data }
  }
  return { expected: await expectedValue(key, await loadZod()) }
}

/** Yield the values that a text may stand for; the setting's type takes the first that it knows. */
function* readingsOf(key: SettingKey, text: string): Generator<unknown> {
  yield settingOf(key).fromEnv?.(text) ?? text
  // Written as JSON, its parts may hold commas.
  const list = parseJsonText(text)
  if (list) return yield list
  if (text.trim() !== '' && Number.isFinite(Number(text))) yield Number(text)
  if (/^(1|true|on|yes)$/i.test(text)) yield true
  if (/^(0|false|off|no)$/i.test(text)) yield false
  yield text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Settings whose rule a JSON Schema cannot tell. */
const special: Partial<Record<SettingKey, ExpectedValue>> = {
  zone: { kind: 'zone' },
  now: { kind: 'date' },
  fallback: { kind: 'models' },
  'sandbox.hosts': { kind: 'hosts' },
}

async function expectedValue(key: SettingKey, z: typeof Mini): Promise<ExpectedValue> {
  const own = special[key]
  if (own) return own
  const { toJSONSchema } = await import('./json-schema.ts')
  const schema: Record<string, unknown> = toJSONSchema(settingOf(key).type(z))
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.find((one) => Array.isArray(one.enum))?.enum : schema.enum
  if (Array.isArray(choices)) return { kind: 'one', values: choices as string[] }
  if (schema.type === 'integer') return { kind: 'integer', least: Number(schema.minimum), most: Number(schema.maximum) }
  if (schema.type === 'boolean') return { kind: 'boolean' }
  if (schema.type === 'array') return expectedList(schema.items as { enum?: string[] } | undefined)
  if (schema.type === 'object') return { kind: 'map' }
  return { kind: key.endsWith('Url') ? 'url' : 'text' }
}

/** A list of what can be named, or of anything. */
const expectedList = (items?: { enum?: string[] }): ExpectedValue =>
  items?.enum ? { kind: 'some', values: items.enum } : { kind: 'list' }

/** The values of a setting that can be named: on and off, or one of a few words; none for the others. */
export async function choicesOf(key: SettingKey): Promise<readonly string[]> {
  const expected = await expectedValue(key, await loadZod())
  return expected.kind === 'one' ? expected.values : expected.kind === 'boolean' ? ['true', 'false'] : []
}

/** The JSON Schema of a config file, with each setting's meaning: for editors and for `config validate`. */
export async function schemaJson(meanings: Record<SettingKey, string>): Promise<object> {
  const [z, { toJSONSchema }] = await Promise.all([loadZod(), import('./json-schema.ts')])
  const root = newBranch()
  for (const key of keys) {
    const path = key.split('.')
    const leaf = path.pop() as string
    const { $schema: _, ...schema } = toJSONSchema(settingOf(key).type(z))
    const fallback = settingOf(key).default
    path.reduce(branchBelow, root).properties[leaf] = {
      description: meanings[key],
      ...schema,
      ...(fallback === undefined ? {} : { default: fallback }),
    }
  }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'assistant config.json', ...root }
}

interface Branch {
  type: 'object'
  properties: Record<string, unknown>
}
const newBranch = (): Branch => ({ type: 'object', properties: {} })

function branchBelow(at: Branch, name: string): Branch {
  at.properties[name] ??= newBranch()
  return at.properties[name] as Branch
}
