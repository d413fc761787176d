import { allowsAddress } from '../../config/policy.ts'
import { loadSecrets, type Secrets } from '../../config/secrets.ts'
import { type LoadedSettings, loadSettings } from '../../config/settings.ts'
import { warningText } from '../../messages/commands/config.ts'
import type { ConfigWarning } from '../../messages/commands/config-warning.ts'
import { fail } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { networkOf, setNetwork, UnusableProxyError } from '../../std/net/network.ts'
import { type Environment, timeFrom } from './environment.ts'

/** Settings that must be known before anything is shown. */
export interface LoadedConfig {
  loaded: LoadedSettings
  secrets: Secrets
  now(): Date
}

/** Reads settings and keys; what is wrong with them is in `loaded.warnings`. Nothing is written. */
export async function loadConfig(environment: Environment): Promise<LoadedConfig> {
  const { env, cwd, clock } = environment
  const loaded = await loadSettings({ ...environment, now: new Date(clock()) })
  setUpNetwork(loaded, env)
  const now = timeFrom(loaded.settings.now, clock)
  const warnOnce = (warning: ConfigWarning) => {
    loaded.warnings.push(warning)
    if ('path' in warning)
      loaded.unread.push({ layer: 'secrets', path: ('kept' in warning && warning.kept) || warning.path })
  }
  return { loaded, now, secrets: await loadSecrets(env, loaded.paths, { cwd, now: now(), warn: warnOnce }) }
}

/** Sets how this process reaches others: by its variables, and by the setting `proxy` over them. */
export function setUpNetwork(
  { settings, policy }: Pick<LoadedSettings, 'settings' | 'policy'>,
  env: Record<string, string | undefined>,
): void {
  try {
    const allows = policy?.hosts && { allows: (url: URL) => allowsAddress(policy, url) }
    setNetwork({ ...networkOf(env, settings.proxy), ...allows })
  } catch (error) {
    if (error instanceof UnusableProxyError) fail('config', { detail: error.variable }, error)
    if (codeOf(error) === undefined) throw error
    fail('config', { detail: `SSL_CERT_FILE: ${codeOf(error)}` }, error)
  }
}

/** Return the faults of the settings so far, as sentences. */
export function warningsOf({ loaded }: Pick<LoadedConfig, 'loaded'>): string[] {
  return loaded.warnings.map((warning) => warningText(warning, loaded.settings.language))
}

/** Throws `config` for a destination below `prefix` that cannot be read: nothing is sent to a default in its place. */
export function requireDestinations({ loaded }: Pick<LoadedConfig, 'loaded'>, prefix: string): void {
  const issue = loaded.issues.find((one) => 'key' in one && one.key.startsWith(prefix))
  if (issue) fail('config', { data: { sentence: warningText(issue, loaded.settings.language) } })
}
