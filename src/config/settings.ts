import { dirname } from 'node:path'
import type { ConfigWarning } from '../messages/commands/config-warning.ts'
import { languageOfLocale } from '../messages/language.ts'
import { guardNewerHome } from '../std/fs/format.ts'
import { closestMatch } from '../std/text/closest-match.ts'
import { isDestination, type UnreadFile } from './destination.ts'
import { flattenKeys, isTrusted, type LayerValue, projectFiles, readLayer } from './layers.ts'
import { nearKey } from './near-key.ts'
import { type Paths, pathsOf } from './paths.ts'
import type { Policy } from './policy.ts'
import { envOf, isKey, keys, type Setting, type SettingKey, type Settings, table } from './schema.ts'
import type { TrustState, UnconfirmedFile } from './trust.ts'

/** The layer of a value, and the flag, variable or file in it. */
export interface SettingOrigin {
  layer: 'flag' | 'env' | 'project' | 'user' | 'default'
  where: string
}

export interface LoadOptions {
  /** Values from the command line, by setting. */
  flags?: Partial<Record<SettingKey, unknown>>
  env: Record<string, string | undefined>
  cwd: string
  userHome: string
  /** Path of an organisation's policy, if it has one. */
  policyFile?: string
  /** Rules of the command line, besides those of the settings. */
  rules?: { allow: readonly string[]; deny: readonly string[] }
  /** A damaged file of the person's is set aside with this time in its name; without one it is left where it is. */
  now?: Date
}

/** The settings as they hold now, where each came from, and what was wrong on the way. Nothing here is ever fatal. */
export interface LoadedSettings {
  settings: Settings
  origins: Record<SettingKey, SettingOrigin>
  /** Values that were passed over and change nothing about where words go. */
  warnings: ConfigWarning[]
  /** Settings of destinations that cannot be read: as long as there is one, nothing is sent (destination.ts). */
  issues: ConfigWarning[]
  /** Files that could not be read; they may have chosen a destination. */
  unread: UnreadFile[]
  /** Files of the project that are not read before the person says yes to their content (trust.ts). */
  unconfirmed: UnconfirmedFile[]
  /** The decisions of the organisation on this machine. */
  policy?: Policy
  paths: Paths
}

/**
 * Reads all layers: flags > env > project (trusted folders and confirmed contents only, the nearest wins) > user >
 * defaults.
 */
export async function loadSettings(options: LoadOptions): Promise<LoadedSettings> {
  const { flags = {}, env, cwd, userHome, now, rules, policyFile } = options
  const paths = pathsOf(env, userHome, cwd)
  guardNewerHome(paths.home, [dirname(paths.config), paths.state, paths.cache])
  const loading = new Loading(paths)
  loading.values.language = languageOfLocale(env) ?? loading.values.language
  const addWarning = (warning: ConfigWarning) => loading.warnings.push(warning)
  const readFile = (path: string, layer: UnreadFile['layer'], at: Date | undefined, bytes?: Uint8Array) => {
    const tellWarning = (warning: ConfigWarning) => {
      loading.unread.push({ layer, path: ('kept' in warning && warning.kept) || path })
      addWarning(warning)
    }
    return readLayer(path, at, tellWarning, bytes)
  }
  const user = await readFile(paths.config, 'user', now)
  if (user) await loading.take('user', flattenKeys(user, paths.config))
  // Settle who may be trusted before a project is heard.
  const [fromEnv, fromFlags] = [readVariables(env, (warning) => loading.pass(warning)), givenLayers(flags)]
  await loading.take(
    'env',
    [...fromEnv, ...fromFlags].filter(({ key }) => key === 'trusted'),
  )
  for (const path of projectFiles(cwd, paths.config)) {
    const { readTrust } = await import('./trust.ts')
    const { state, bytes } = readTrust(paths, path)
    const trusted = isTrusted(dirname(dirname(path)), loading.values.trusted as string[], userHome)
    if (trusted && state === 'yes')
      await loading.take('project', flattenKeys((await readFile(path, 'project', undefined, bytes)) ?? {}, path))
    else loading.leave(path, trusted ? state : state === 'no' ? 'no' : 'new')
  }
  await loading.take('env', fromEnv)
  await loading.take('flag', fromFlags)
  loading.add(rules)
  const policy = policyFile === undefined ? undefined : await loading.govern(policyFile)
  const { origins, warnings, issues, unread, unconfirmed } = loading
  const settings = nestValues(loading.values)
  // A flag asks for its model, and is refused; a setting is only not used.
  const isUnused = settings.provider === 'offline' && settings.model !== undefined && settings.model !== 'rules'
  if (isUnused && origins.model.layer !== 'flag') addWarning({ code: 'model-unused', where: origins.model.where })
  return { settings, origins, warnings, issues, unread, unconfirmed, paths, ...(policy ? { policy } : {}) }
}

const prefix = 'ASSISTANT_'

/** Layers taken so far: a later one replaces values of the ones before. */
class Loading {
  readonly values = Object.fromEntries(
    keys.map((key) => [key, structuredClone((table[key] as Setting<unknown>).default)]),
  ) as Record<SettingKey, unknown>
  readonly origins = Object.fromEntries(keys.map((key) => [key, { layer: 'default', where: '' }])) as Record<
    SettingKey,
    SettingOrigin
  >
  readonly warnings: ConfigWarning[] = []
  readonly issues: ConfigWarning[] = []
  readonly unread: UnreadFile[] = []
  readonly unconfirmed: UnconfirmedFile[] = []
  private readonly secretsFile: string
  constructor(paths: Paths) {
    this.secretsFile = paths.secrets
  }

  async take(layer: SettingOrigin['layer'], given: LayerValue[]): Promise<void> {
    for (const { key, value, where } of given) {
      if (!isKey(key)) this.pass(this.unknown(key, where))
      else if (layer === 'project' && (table[key] as Setting<unknown>).personal)
        this.warnings.push({ code: 'personal', key, where })
      else await this.set(layer, { key, value, where })
    }
  }

  /**
   * Leaves a project's file unread. One that was agreed to and says something else now may have been changed by
   * somebody else, and its destinations were relied on: nothing is sent before it is judged again.
   */
  leave(path: string, state: TrustState): void {
    if (state === 'no') return
    this.unconfirmed.push({ path, changed: state === 'changed' })
    if (state === 'changed') this.issues.push({ code: 'changed', path })
    else this.warnings.push({ code: 'untrusted', path })
  }

  /**
   * Rules of the command line stand beside the others: a flag that replaced them would take a person's own
   * prohibitions away.
   */
  add(rules: LoadOptions['rules']): void {
    for (const list of ['allow', 'deny'] as const)
      if (rules?.[list].length)
        this.values[`permissions.${list}`] = [...(this.values[`permissions.${list}`] as string[]), ...rules[list]]
  }

  /** The organisation's policy. While it cannot be read, nothing is sent. */
  async govern(path: string): Promise<Policy | undefined> {
    const { readPolicy } = await import('./policy.ts')
    const policy = await readPolicy(path)
    if (policy?.damage !== undefined) this.issues.push({ code: 'policy', path, detail: policy.damage })
    return policy
  }

  /** Notes what is passed over; what was meant to be a destination is no mere warning. */
  pass(warning: ConfigWarning): void {
    const meant =
      warning.code === 'unknown'
        ? (keyOfVariable(warning.suggestion) ?? warning.key)
        : 'key' in warning
          ? warning.key
          : ''
    const stops = warning.code !== 'secret' && isDestination(meant)
    if (stops) this.issues.push({ ...warning, stops } as ConfigWarning)
    else this.warnings.push(warning)
  }

  private async set(
    layer: SettingOrigin['layer'],
    { key, value, where }: LayerValue & { key: SettingKey },
  ): Promise<void> {
    const { checkSetting: check } = await import('./check.ts')
    const result = await check(key, value, layer === 'env' || layer === 'flag' ? 'text' : 'file')
    if ('expected' in result) {
      this.pass({ code: 'bad-value', key, where, expected: result.expected })
      return
    }
    this.values[key] = result.value
    this.origins[key] = { layer, where }
  }

  /** A key of the wrong kind of name is a key (a secret) in the wrong file; its value is never repeated. */
  private unknown(key: string, where: string): ConfigWarning {
    if (/(api_?key|token|secret|password)$/i.test(key)) return { code: 'secret', key, where, secrets: this.secretsFile }
    const suggestion = nearKey(key)
    return { code: 'unknown', key, where, ...(suggestion ? { suggestion } : {}) }
  }
}

/** The setting behind the name of a variable, or the name itself. */
function keyOfVariable(name: string | undefined): string | undefined {
  return keys.find((key) => envOf(key) === name) ?? name
}

/** Variables of destinations that do not begin like ours: `OPENAI_BASEURL` is a slip, not somebody else's. */
const addressVariables = keys
  .map((key) => [key, envOf(key)] as const)
  .filter(([key, name]) => isDestination(key) && !name.startsWith(prefix))

function misspeltAddress(name: string): string | undefined {
  if (!/^(OPENAI|ANTHROPIC|ZAI|OLLAMA)_/.test(name)) return undefined
  const names = addressVariables.map(([, variable]) => variable)
  return names.includes(name) ? undefined : names.find((known) => plainName(known) === plainName(name))
}
const plainName = (name: string) => name.replaceAll('_', '').toLowerCase()

function readVariables(env: LoadOptions['env'], warn: (warning: ConfigWarning) => void): LayerValue[] {
  // Others may have variables that begin like ours: only what is nearly one of ours is spoken of.
  const known = [
    'HOME',
    ...keys.map(envOf).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  ]
  for (const name of Object.keys(env)) {
    const slip = misspeltAddress(name)
    if (slip) warn({ code: 'unknown', key: name, where: 'env', suggestion: slip })
    if (!name.startsWith(prefix)) continue
    const rest = name.slice(prefix.length)
    const suggestion = known.includes(rest) ? undefined : closestMatch(rest, known)
    if (suggestion) warn({ code: 'unknown', key: name, where: 'env', suggestion: prefix + suggestion })
  }
  return keys.flatMap((key) => (env[envOf(key)] ? [{ key, value: env[envOf(key)], where: envOf(key) }] : []))
}

function givenLayers(flags: Partial<Record<SettingKey, unknown>>): LayerValue[] {
  return Object.entries(flags).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, where: `--${key}` }],
  )
}

function nestValues(values: Record<SettingKey, unknown>): Settings {
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
