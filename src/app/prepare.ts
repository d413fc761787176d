import { loadSecrets, type Secrets } from '../config/secrets.ts'
import { type Loaded, loadSettings } from '../config/settings.ts'
import { type ConfigWarning, warningText } from '../messages/config.ts'
import { type Surroundings, timeFrom } from './surroundings.ts'

/** What must be known before anything is shown. */
export interface Prepared {
  loaded: Loaded
  secrets: Secrets
  now(): Date
}

/** Reads settings and keys; what is wrong with them is in `loaded.warnings`. Nothing is written. */
export async function prepare(surroundings: Surroundings): Promise<Prepared> {
  const { env, cwd, clock } = surroundings
  const loaded = await loadSettings({ ...surroundings, now: new Date(clock()) })
  const now = timeFrom(loaded.settings.now, clock)
  const warn = (warning: ConfigWarning) => loaded.warnings.push(warning)
  return { loaded, now, secrets: await loadSecrets(env, loaded.paths, { cwd, now: now(), warn }) }
}

/** What is wrong with the settings so far, as sentences. */
export function warningsOf({ loaded }: Pick<Prepared, 'loaded'>): string[] {
  return loaded.warnings.map((warning) => warningText(warning, loaded.settings.language))
}
