import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConfigWarning } from '../messages/commands/config-warning.ts'
import { fail, providerKinds, providers } from '../protocol/index.ts'
import { codeOf, isMissing } from '../std/fs/files.ts'
import { withoutSecretShapes } from '../std/text/secret-shapes.ts'
import { readLayer } from './layers.ts'
import type { Paths } from './paths.ts'

/** Secrets that the program itself asks for; a provider may name others by `keyEnv`. */
export const secretNames = [
  ...providerKinds.flatMap((kind) => providers[kind].keyEnv ?? []),
  ...['TELEGRAM_BOT_TOKEN', 'TAVILY_API_KEY', 'ELEVENLABS_API_KEY'],
  ...['OPENWEATHER_API_KEY', 'FAL_KEY', 'REDIS_URL', 'END_USER_SECRET', 'OPENSEARCH_URL'],
]

interface Secret {
  value: string
  /** The variable or the file it was found in. */
  where: string
}

/** The keys of this person. Values leave it only by `get`; everything shown goes through `redact` or `mask`. */
export interface Secrets {
  /**
   * From the variable, the file that `<NAME>_FILE` names, or secrets.json, in this order. Throws `config` when
   * `<NAME>_FILE` cannot be read.
   */
  get(name: string): Secret | undefined
  /**
   * `text` with every secret that was found so far or stands in secrets.json replaced by its mask, and what has the
   * shape of one, too.
   */
  redact(text: string): string
}

/** Reads secrets.json; variables and files are looked up when asked for. */
export async function loadSecrets(
  env: Record<string, string | undefined>,
  paths: Paths,
  options: { cwd: string; now: Date; warn: (warning: ConfigWarning) => void },
): Promise<Secrets> {
  const kept = new Map<string, string>()
  for (const [name, value] of Object.entries((await readLayer(paths.secrets, options.now, options.warn)) ?? {})) {
    if (typeof value === 'string' && value !== '') kept.set(name, value)
  }
  const seen = new Set(kept.values())
  const findSecret = (name: string): Secret | undefined => {
    const direct = env[name]
    if (direct) return { value: direct.trim(), where: name }
    const file = env[`${name}_FILE`]
    if (file) return { value: fromFile(name, resolve(options.cwd, file)), where: `${name}_FILE` }
    const value = kept.get(name)
    return value === undefined ? undefined : { value, where: paths.secrets }
  }
  for (const name of secretNames) if (env[name]) seen.add(env[name].trim())
  return {
    get: (name) => {
      const found = findSecret(name)
      if (found) seen.add(found.value)
      return found
    },
    redact: (text) => {
      const known = [...seen].sort((a, b) => b.length - a.length)
      return withoutSecretShapes(known.reduce((shown, value) => hideValue(shown, value), text))
    },
  }
}

function fromFile(name: string, path: string): string {
  try {
    return (
      readFileSync(path, 'utf8')
        .replace(/^\uFEFF/, '')
        .trim() || fail('config', { detail: `${name}_FILE: ${path} is empty`, data: { key: `${name}_FILE`, path } })
    )
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return fail(
      'config',
      {
        detail: `${name}_FILE: ${isMissing(error) ? 'no such file' : codeOf(error)}`,
        data: { key: `${name}_FILE`, path },
      },
      error,
    )
  }
}

/** Too short to be told from ordinary words: replacing it would garble text and give it away by that. */
const shortest = 6

function hideValue(text: string, value: string): string {
  return value.length < shortest ? text : text.replaceAll(value, maskValue(value))
}

/** A secret as it may be shown: enough to know which one it is. `sk-…4f2a`. */
export function maskValue(value: string): string {
  return value.length < 16 ? '••••' : `${value.slice(0, 3)}…${value.slice(-4)}`
}

/** Keeps a secret in secrets.json (0600), or removes it when `value` is undefined. */
export async function setSecret(
  paths: Paths,
  name: string,
  value: string | undefined,
  now: Date,
): Promise<ConfigWarning[]> {
  const { changeFile: change } = await import('./write.ts')
  return await change(
    paths.secrets,
    now,
    (file) => (value === undefined ? file.delete(name) : file.set(name, value)),
    false,
  )
}
