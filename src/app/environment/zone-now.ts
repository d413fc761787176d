import type { LoadedSettings } from '../../config/settings.ts'
import type { Environment } from './environment.ts'

interface Parts {
  loaded: { settings: Pick<LoadedSettings['settings'], 'zone'> }
  environment: Pick<Environment, 'zoneNow'>
  /** The zone at the start of the process. */
  zone: string
}

/** Where the person is now: what they set, else the machine's zone as it is told at this moment. */
export const zoneNow = ({ loaded, environment, zone }: Parts): string =>
  loaded.settings.zone ?? environment.zoneNow?.() ?? zone
