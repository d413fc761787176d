import { dirname } from 'node:path'
import type { ConfigWarning } from '../messages/config.ts'
import { flatten, type Given, isTrusted, projectFiles, readLayer } from './layers.ts'
import { nearest } from './nearest.ts'
import { type Paths, pathsOf } from './paths.ts'
import { envOf, isKey, type Key, keys, type Setting, type Settings, table } from './table.ts'

/** Which layer a value came from, and the flag, variable or file in it. */
export interface Origin {
  layer: 'flag' | 'env' | 'project' | 'user' | 'default'
  where: string
}

export interface LoadOptions {
  /** Values from the command line, by setting. */
  flags?: Partial<Record<Key, unknown>>
  env: Record<string, string | undefined>
  cwd: string
  userHome: string
  /** A damaged file of the person's is set aside with this time in its name; without one it is left where it is. */
  now?: Date
}

/** The settings as they hold now, where each came from, and what was wrong on the way. Nothing here is ever fatal. */
export interface Loaded {
  settings: Settings
  origins: Record<Key, Origin>
  warnings: ConfigWarning[]
  paths: Paths
}

/** Reads all layers: flags > env > project (trusted folders only, the nearest wins) > user > defaults. */
export async function loadSettings({ flags = {}, env, cwd, userHome, now }: LoadOptions): Promise<Loaded> {
  const paths = pathsOf(env, userHome, cwd)
  const loading = new Loading(paths)
  const warn = (warning: ConfigWarning) => loading.warnings.push(warning)
  const user = await readLayer(paths.config, now, warn)
  if (user) await loading.take('user', flatten(user, paths.config))
  // Who may be trusted is settled before a project is heard.
  const [fromEnv, fromFlags] = [variables(env, warn), options(flags)]
  await loading.take(
    'env',
    [...fromEnv, ...fromFlags].filter(({ key }) => key === 'trusted'),
  )
  for (const path of projectFiles(cwd, paths.config)) {
    if (!isTrusted(dirname(dirname(path)), loading.values.trusted as string[], userHome)) warn({ code: 'untrusted', path })
    else await loading.take('project', flatten((await readLayer(path, undefined, warn)) ?? {}, path))
  }
  await loading.take('env', fromEnv)
  await loading.take('flag', fromFlags)
  return { settings: nested(loading.values), origins: loading.origins, warnings: loading.warnings, paths }
}

/** Layers taken so far: a later one replaces values of the ones before. */
class Loading {
  readonly values = Object.fromEntries(
    keys.map((key) => [key, structuredClone((table[key] as Setting<unknown>).default)]),
  ) as Record<Key, unknown>
  readonly origins = Object.fromEntries(keys.map((key) => [key, { layer: 'default', where: '' }])) as Record<Key, Origin>
  readonly warnings: ConfigWarning[] = []
  private readonly secretsFile: string
  constructor(paths: Paths) {
    this.secretsFile = paths.secrets
  }

  async take(layer: Origin['layer'], given: Given[]): Promise<void> {
    for (const { key, value, where } of given) {
      if (!isKey(key)) this.warnings.push(this.unknown(key, where))
      else if (layer === 'project' && (table[key] as Setting<unknown>).personal)
        this.warnings.push({ code: 'personal', key, where })
      else await this.set(layer, { key, value, where })
    }
  }

  private async set(layer: Origin['layer'], { key, value, where }: Given & { key: Key }): Promise<void> {
    const { check } = await import('./check.ts')
    const result = await check(key, value, layer === 'env' || layer === 'flag' ? 'text' : 'file')
    if ('expected' in result) {
      this.warnings.push({ code: 'bad-value', key, where, expected: result.expected })
      return
    }
    this.values[key] = result.value
    this.origins[key] = { layer, where }
  }

  /** A key of the wrong kind of name is a key (a secret) in the wrong file; its value is never repeated. */
  private unknown(key: string, where: string): ConfigWarning {
    if (/(api_?key|token|secret|password)$/i.test(key)) return { code: 'secret', key, where, secrets: this.secretsFile }
    const suggestion = nearest(key, keys)
    return { code: 'unknown', key, where, ...(suggestion ? { suggestion } : {}) }
  }
}

const prefix = 'ASSISTANT_'

function variables(env: LoadOptions['env'], warn: (warning: ConfigWarning) => void): Given[] {
  // Others may have variables that begin like ours: only what is nearly one of ours is spoken of.
  const known = ['HOME', ...keys.map(envOf).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))]
  for (const name of Object.keys(env)) {
    if (!name.startsWith(prefix)) continue
    const rest = name.slice(prefix.length)
    const suggestion = known.includes(rest) ? undefined : nearest(rest, known)
    if (suggestion) warn({ code: 'unknown', key: name, where: 'env', suggestion: prefix + suggestion })
  }
  return keys.flatMap((key) => (env[envOf(key)] ? [{ key, value: env[envOf(key)], where: envOf(key) }] : []))
}

function options(flags: Partial<Record<Key, unknown>>): Given[] {
  return Object.entries(flags).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value, where: `--${key}` }]))
}

function nested(values: Record<Key, unknown>): Settings {
  const root: Record<string, unknown> = {}
  for (const key of keys) {
    const path = key.split('.')
    const leaf = path.pop() as string
    let at = root
    for (const name of path) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[leaf] = values[key]
  }
  return root as Settings
}
