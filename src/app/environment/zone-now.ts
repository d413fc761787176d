import type { LoadedSettings } from '../../config/settings.ts'
import type { Environment } from './environment.ts'

interface ZoneSources {
  loaded: { settings: Pick<LoadedSettings['settings'], 'zone'> }
  environment: Pick<Environment, 'zoneNow'>
  /** The zone at the start of the process. */
  zone: string
}

/** Return the person's zone now: the one they set, else the machine's as it is told at this moment. */
export const zoneNow = ({ loaded, environment, zone }: ZoneSources): string =>
  loaded.settings.zone ?? environment.zoneNow?.() ?? zone
