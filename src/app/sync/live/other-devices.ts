import type { Paths } from '../../../config/paths.ts'
import type { OtherDevices } from '../../../core/ownership/devices.ts'
import type { Language } from '../../../messages/language.ts'
import { readConfiguration } from '../../../sync/configuration.ts'
import { isWebdavAddress } from '../../../sync/stores/store.ts'
import type { LiveDevices } from './live-devices.ts'

const refusal = {
  ko: '저장소가 암호화되어 있지 않아서, 허락은 그 대화를 하고 있는 기기에서만 할 수 있어요. 여기서는 거절하거나 멈출 수 있어요.',
  en: 'The store is not encrypted, so a yes can only be given on the device that has this conversation. Here you can refuse or stop it.',
}

/** One for each home. */
const known = new WeakMap<Paths, OtherDevices>()

/** The person's other devices, as sync knows them; nothing is loaded where it was not set up. */
export function otherDevices(paths: Paths, now: () => number, language: Language): OtherDevices {
  const devices = known.get(paths) ?? devicesOf(paths, now, language)
  known.set(paths, devices)
  return devices
}

/** Return true if the store connects processes: WebDAV does not. */
const hasLive = (configuration: ReturnType<typeof readConfiguration>) =>
  configuration !== undefined && (configuration === 'newer' || !isWebdavAddress(configuration.store))

function devicesOf(paths: Paths, now: () => number, language: Language): OtherDevices {
  let loaded: Promise<LiveDevices> | undefined
  const loadDevices = () => {
    loaded ??= import('./live-devices.ts').then(({ LiveDevices }) => new LiveDevices(paths, now, refusal[language]))
    return loaded
  }
  const isShared = () => loaded !== undefined || hasLive(readConfiguration(paths.state))
  return {
    refusal: refusal[language],
    reach: async (id) => (isShared() ? (await loadDevices()).reach(id) : undefined),
    own(id, owner) {
      const owned = isShared() ? loadDevices().then((devices) => devices.own(id, owner)) : undefined
      return {
        leave: async (to) => (await owned)?.leave(to),
        end: async () => (await owned)?.end(),
      }
    },
  }
}
