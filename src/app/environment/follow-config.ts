import { loadSettings } from '../../config/settings.ts'
import type { ConfigWarning } from '../../messages/commands/config-warning.ts'
import { markOf } from '../../std/fs/file-cache.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { Environment } from './environment.ts'
import { type LoadedConfig, loadConfig } from './load-config.ts'

/** What everybody holds of settings and keys, and the models that were chosen by them. */
interface ConfigHolder extends Pick<LoadedConfig, 'loaded' | 'secrets'> {
  environment: Environment
  models: { reload(): void }
}

/** Pause between two looks at the files, in milliseconds. */
const lookMs = 1_000

/** Take changed settings and keys over, for everybody who holds them. */
export async function reloadConfig({ environment, loaded, secrets, models }: ConfigHolder): Promise<void> {
  const fresh = await loadConfig(environment)
  Object.assign(loaded, fresh.loaded)
  Object.assign(secrets, fresh.secrets)
  models.reload()
}

/**
 * Take changed settings and keys over as soon as they stand in their files, until the signal aborts. `told` hears of
 * each time: with faults nothing was taken over, since a budget or a prohibition that cannot be read would be none.
 */
export function followConfig(
  parts: ConfigHolder,
  told: (faults: ConfigWarning[]) => Promise<void>,
  signal: AbortSignal,
): void {
  const { paths } = parts.loaded
  const marks = () => [paths.config, paths.secrets].map(markOf).join('\n')
  let known = marks()
  const look = async () => {
    const now = marks()
    if (now === known) return
    known = now
    const faults = await faultsOf(parts)
    if (faults.length === 0) await reloadConfig(parts)
    await told(faults)
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error) => {
        // A disk that refuses is looked at again.
        if (codeOf(error) === undefined) throw error
        known = ''
      })
      .finally(() => {
        isLooking = false
      })
  }, lookMs).unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}

/** Return what of the settings cannot be read. Nothing is set aside: it may be half written. */
async function faultsOf({ environment }: ConfigHolder): Promise<ConfigWarning[]> {
  const { warnings, issues } = await loadSettings(environment)
  const unread = ['bad-value', 'damaged', 'unreadable']
  return [...issues, ...warnings.filter(({ code }) => unread.includes(code))]
}
