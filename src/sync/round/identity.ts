import { randomBytes } from 'node:crypto'
import type { Replica } from '../replica/replica.ts'
import { segmentNameOf } from '../replica/segment.ts'
import type { RoundOptions } from './round.ts'

/** A name that no other device has: 16 characters of a-z and 0-9. */
export const newDeviceId = (): string =>
  BigInt(`0x${randomBytes(12).toString('hex')}`)
    .toString(36)
    .padStart(19, '0')
    .slice(-16)

/**
 * Take a new id if the store holds segments under this device's id that it has not written: it is an older copy of
 * itself (an image that was put back), or another machine has the same id (a copied home). Returns the new id.
 */
export function renewIfCopied(
  { replica, device, now }: Pick<RoundOptions, 'replica' | 'device' | 'now'>,
  there: ReadonlyMap<string, number>,
): string | undefined {
  const isForeign = (path: string) => segmentNameOf(path)?.device === device.id && !replica.wrote(path)
  return [...there.keys()].some(isForeign) ? renewDevice(replica, device, now()) : undefined
}

/** Give a device another id; its old one counts as another device. */
export function renewDevice(replica: Replica, device: RoundOptions['device'], at: number): string {
  const id = newDeviceId()
  const old = { id: device.id, name: device.name, number: 0, at }
  replica.together(() => replica.renew(id, old))
  device.id = id
  return id
}
